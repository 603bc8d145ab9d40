"""Sheets to print: the cards of a fleet with boxes to tick, tokens to cut out, and rulers and bases at true size.

The page is one HTML file that fits on A4 and Letter. `write_pdf` turns it into a PDF.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import cos, radians, sin

from jovian.cards import Base, FleetList, UnitCard, UpgradeCard, WeaponCard
from jovian.cards.art import silhouette
from jovian.cards.fleet import FleetEntry
from jovian.cards.names import CARD_TRAITS, CARGO, SYSTEM_TRAITS, WEAPON_TRAITS
from jovian.fleets.draft import FleetDraft
from jovian.fleets.status import Library, fleet_status

TRACKS = ("structure", "defense", "sensors", "thrusters", "marines", "fuel")
STYLE = """
@page { margin: 12mm }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 186mm; color: #000; background: #fff }
body { font: 9.5pt/1.3 system-ui, 'Helvetica Neue', Arial, sans-serif }
h1 { font-size: 17pt; margin: 0 0 2mm } h2 { font-size: 12pt; margin: 6mm 0 2mm; break-after: avoid }
h3 { font-size: 11.5pt; margin: 0 } p { margin: 0 0 1.2mm } small { font-size: 8pt; color: #333 }
table { border-collapse: collapse; width: 100% } td, th { text-align: left; padding: .5mm 1.5mm; vertical-align: top }
th { font-size: 8pt; border-bottom: .3mm solid #000 } td { border-bottom: .1mm solid #999 }
.card { border: .4mm solid #000; border-radius: 1.5mm; padding: 2.5mm 3mm; margin: 0 0 3.5mm; break-inside: avoid }
.head { display: flex; gap: 3mm; align-items: flex-start } .head > div { flex: 1 }
.tv { font-size: 15pt; font-weight: 700 } .ratings { display: flex; flex-wrap: wrap; gap: 1mm; margin: 1.5mm 0 }
.ratings span { border: .2mm solid #000; padding: 0 1.5mm }
.model { display: flex; flex-wrap: wrap; gap: .5mm 4mm; margin: 1mm 0; break-inside: avoid }
.box { display: inline-block; min-width: 4.6mm; height: 4.6mm; border: .3mm solid #000; margin-right: .7mm;
  text-align: center; line-height: 4.2mm; font-size: 8pt }
.part { break-inside: avoid; margin-bottom: 4mm } .tokens svg, .bases svg { margin: 1mm }
"""
TOKENS = (
    "Activated", "Targeted", "Evading", "Stealthed", "Boarded", "Suppressed", "Captured", "Crippled", "Hard Burn",
    "Long Shot", "Overdriven", "Station Keeping", "Escorting", "Assaulting", "Drone", "Escape Pod",
)  # fmt: skip
BASES = (
    ("Squadron", Base("hex", 1.0, 1.0)), ("Small ship", Base("rect", 1.5, 2.0)),
    ("Medium ship", Base("rect", 2.0, 3.0)), ("Large ship", Base("rect", 2.5, 4.0)),
)  # fmt: skip
PAPERS = ("A4", "Letter")
RULER_INCHES = 7
"""The longest ruler that fits on both papers."""


def fleet_sheets(draft: FleetDraft, library: Library) -> str:
    """Return the sheets of a fleet as one HTML page without other files. Lengths on it are true if it isn't scaled."""
    fleet = draft.build(library.units, library.upgrades)
    body = "\n".join((*_summary(draft, fleet, library), *_cards(fleet, library), *_cover_cards(fleet, library),
                      *_token_part(), *_measures()))  # fmt: skip
    title = f"{escape(draft.name)} - Jovian Wars"
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def write_pdf(page: str, paper: str) -> bytes:
    """Return the sheets as a PDF for a paper of `PAPERS`.

    Raises:
        ImportError: WeasyPrint is not installed.
        OSError: A library of the system that it needs is not installed.

    """
    from weasyprint import CSS, HTML

    pdf: bytes = HTML(string=page).write_pdf(stylesheets=[CSS(string=f"@page {{ size: {paper} }}")])
    return pdf


# --- The list ---


def _summary(draft: FleetDraft, fleet: FleetList, library: Library) -> Iterator[str]:
    spent = sum(entry.flown(library.units[entry.unit]).tv + _cargo_tv(entry) for entry in fleet.entries)
    yield f"<h1>{escape(draft.name)}</h1><p>{escape(draft.faction)} · {spent} of {draft.size} TV</p>"
    yield "<table><tr><th>model</th><th>unit</th><th>carries</th><th>TV</th></tr>"
    for entry in fleet.entries:
        card = library.units[entry.unit]
        carries = [*(upgrade.name for upgrade in entry.upgrades), *entry.cargo]
        carries += [f"{line.count} {line.upgrade.title}" for line in entry.hardpoints]
        cells = (entry.name, card.name, ", ".join(carries), str(entry.flown(card).tv + _cargo_tv(entry)))
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    yield "</table>"
    broken = [fault for status in fleet_status(draft, library) if not status.is_kept for fault in status.faults]
    yield "".join(f"<p><b>Not legal:</b> {escape(fault)}</p>" for fault in broken) or "<p>Legal.</p>"


def _cargo_tv(entry: FleetEntry) -> int:
    return sum(CARGO[name].tv for name in entry.cargo)


# --- Cards ---


def _cards(fleet: FleetList, library: Library) -> Iterator[str]:
    """Yield a card for each group of equal units, with boxes for each of its models."""
    groups: dict[tuple[object, ...], list[FleetEntry]] = {}
    for entry in fleet.entries:
        groups.setdefault((entry.unit, entry.cargo, entry.upgrades, entry.hardpoints), []).append(entry)
    yield "<h2>Cards</h2>"
    for entries in groups.values():
        first = entries[0]
        card = first.flown(library.units[first.unit])
        notes = [f"{upgrade.name}{_raises(upgrade)}" for upgrade in first.upgrades]
        notes += [f"Cargo, {name}: {CARGO[name].summary}" for name in first.cargo]
        yield "\n".join(_card(card, [entry.name for entry in entries], notes))


def _raises(upgrade: UpgradeCard) -> str:
    """Return what an upgrade has added to the numbers on the card. Its traits are explained there."""
    raised = ", ".join(f"+{by} {rating.replace('_', ' ').title()}" for rating, by in upgrade.raises)
    return f": {raised} (included)" if raised else ""


def _cover_cards(fleet: FleetList, library: Library) -> Iterator[str]:
    """Yield what the other side may see of ships with secret hardpoints (v1.2.4 Traits > Q-Ship)."""
    flown = [(entry, entry.flown(library.units[entry.unit])) for entry in fleet.entries]
    covered = [(entry, card.cover) for entry, card in flown if card.cover is not None]
    if covered:
        yield "<h2>For your opponent</h2><p>Show these cards until a hardpoint is used.</p>"
    for entry, cover in covered:
        yield "\n".join(_card(cover, [entry.name], []))


def _card(card: UnitCard, names: Sequence[str], notes: Sequence[str]) -> Iterator[str]:
    count = f"{len(names)} × " if len(names) > 1 else ""
    role = f" · {card.role}" if card.role else ""
    yield f'<div class="card"><div class="head">{_drawing(card)}<div><h3>{escape(count + card.name)}</h3>'
    yield f"<small>{escape(card.faction)}{escape(role)}</small><p>{escape(card.about)}</p></div>"
    yield f'<span class="tv">{card.tv} TV</span></div>'
    ratings = "".join(f"<span>{escape(name)} <b>{escape(value)}</b></span>" for name, value in _ratings(card))
    yield f'<div class="ratings">{ratings}</div>'
    for name in names:
        yield _model(card, name)
    heads = ("weapon", "arcs", "AC", "AS", "macro", "traits", "damaged")
    yield f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>"
    for weapon in dict.fromkeys(mount.weapon for mount in card.mounts):
        yield _weapon(card, weapon, len(names))
    yield "</table>"
    printed = {trait.name: (str(trait), CARD_TRAITS[trait.name].summary) for trait in card.traits}
    weapon_traits = (trait for mount in card.mounts for trait in mount.weapon.traits)
    printed |= {trait.name: (str(trait), WEAPON_TRAITS[trait.name].summary) for trait in weapon_traits}
    texts = [f"<b>{escape(words)}</b> {escape(summary)}" for words, summary in printed.values()]
    yield "".join(f"<p><small>{text}</small></p>" for text in (*texts, *map(escape, notes))) + "</div>"


def _ratings(card: UnitCard) -> Iterator[tuple[str, str]]:
    yield "Speed", f'{card.speed}"'
    if card.kind == "capital":
        yield "Turns", str(card.turns)
        yield "Armor", f"fore {card.armor['fore']}, side {card.armor['side']}, aft {card.armor['aft']}"
    else:
        yield "Armor", str(card.armor["fore"])
    yield "Fire Control", str(card.fire_control)
    yield "Skill", str(card.skill)
    yield "Signature", f'{card.signature}"'


def _model(card: UnitCard, name: str) -> str:
    """Return the boxes of one model: its tracks, and the systems that a Critical Hit can damage."""
    parts = [f"<b>{escape(name)}</b>"]
    for track in TRACKS:
        if boxes := card.tracks[track]:
            parts.append(f"<span>{track.title()} {''.join(map(_box, map(str, boxes)))}</span>")
    for trait in card.traits:
        if trait.name in SYSTEM_TRAITS:
            parts.append(f"<span>{escape(trait.name)} {_box('') * (trait.level or 1)}</span>")
    for trait in card.traits:
        if trait.name == "Cargo":
            parts.append(f"<span>Cargo {_box('') * (trait.level or 1)}</span>")
    return f'<div class="model">{" ".join(parts)}</div>'


def _box(text: str) -> str:
    return f'<span class="box">{escape(text)}</span>'


def _weapon(card: UnitCard, weapon: WeaponCard, models: int) -> str:
    """Return the row of a weapon, with a box for each of its instances on each model."""
    instances = sum(mount.weapon == weapon for mount in card.mounts)
    name = f"{instances} × {weapon.name}" if instances > 1 else weapon.name
    arcs = ", ".join(weapon.arcs) if card.kind == "capital" else "all"
    if weapon.stock:
        kinds = ", ".join(f"{weapon.stock.count(kind)} of Class {kind}" for kind in sorted(set(weapon.stock)))
        name = f"{name}: {weapon.drones} at a time, {kinds}"
    boxes = "".join(_box("") for _ in range(instances * models))
    boxes += "".join(_box(str(kind)) for kind in weapon.stock)
    traits = ", ".join(map(str, weapon.traits))
    cells = (name, arcs, _dice(weapon.ac), _dice(weapon.as_), str(weapon.macro or "-"), traits)
    return "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + f"<td>{boxes}</td></tr>"


def _dice(dice: object) -> str:
    return "-" if dice is None else str(dice)


def _drawing(card: UnitCard) -> str:
    """Return the silhouette of a card in outlines, which need little ink."""
    shades = {"hull": "#fff", "plate": "#ddd", "deep": "#999", "accent": "#666", "glow": "#fff"}
    pieces = []
    for facet in silhouette(card.image, card.kind):
        points = " ".join(f"{50 + 45 * x:.0f},{50 - 45 * y:.0f}" for x, y in facet.points)
        pieces.append(f'<polygon points="{points}" fill="{shades[facet.tone]}" stroke="#000" stroke-width="1"/>')
    return f'<svg width="16mm" height="16mm" viewBox="0 0 100 100">{"".join(pieces)}</svg>'


# --- Tokens and measures ---


def _token_part() -> Iterator[str]:
    yield '<h2>Tokens</h2><div class="tokens">'
    for name in TOKENS:
        lines = name.split()
        texts = "".join(
            f'<text x="48" y="{52 - 6 * (len(lines) - 1) + 12 * number}">{escape(line)}</text>'
            for number, line in enumerate(lines)
        )
        yield _svg(0.9, 0.9, f'<circle cx="48" cy="48" r="46" fill="none" stroke="#000"/>{texts}', 96 / 0.9)
    yield "</div>"


def _measures() -> Iterator[str]:
    """Yield bases, a ruler, and a template for turns at true size."""
    yield "<h2>Bases and rulers</h2><p>Print without scaling. This line is 1 inch: "
    yield _svg(1.0, 0.12, '<path d="M0.5 1v9M95.5 1v9M0.5 5h95" stroke="#000" fill="none"/>') + "</p>"
    yield f'<div class="part">{_ruler()}</div><div class="part">{_ruler()}</div><div class="part bases">'
    for name, base in BASES:
        yield _base(name, base)
    yield f"</div><div class='part'>{_turn_template()}<p><small>Turns: each is at most 45 degrees.</small></p></div>"


def _svg(width: float, height: float, content: str, scale: float = 96.0) -> str:
    """Return a picture of a size in inches. Its content has `scale` units per inch."""
    size = f'width="{width}in" height="{height}in" viewBox="0 0 {width * scale:g} {height * scale:g}"'
    text = 'text-anchor="middle" font-family="Arial, sans-serif" font-size="11"'
    return f"<svg {size} {text}>{content}</svg>"


def _ruler() -> str:
    marks = []
    for half in range(2 * RULER_INCHES + 1):
        x, length = min(max(0.5, 48 * half), 96 * RULER_INCHES - 0.5), 26 if half % 2 == 0 else 14
        marks.append(f'<path d="M{x:g} 0v{length}" stroke="#000"/>')
        if half % 2 == 0 and half:
            shift = -9 if half == 2 * RULER_INCHES else 0
            marks.append(f'<text x="{x + shift:g}" y="40">{half // 2}</text>')
    width = 96 * RULER_INCHES
    frame = f'<rect x="0.5" y="0.5" width="{width - 1}" height="46" fill="none" stroke="#000"/>'
    return _svg(RULER_INCHES, 0.5, frame + "".join(marks))


def _base(name: str, base: Base) -> str:
    width, length = 96 * base.width, 96 * base.length
    if base.shape == "hex":
        points = [(57.6 + 55.4 * sin(radians(60 * k + 30)), 57.6 - 55.4 * cos(radians(60 * k + 30))) for k in range(6)]
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        return _svg(
            1.2, 1.2, f'<polygon points="{places}" fill="none" stroke="#000"/><text x="57.6" y="60">{name}</text>'
        )
    x, y = width / 2, length / 2
    reach = min(x, y)
    lines = "".join(
        f'<path d="M{x:g} {y:g}L{x + dx * reach:g} {y + dy * reach:g}" stroke="#000" stroke-dasharray="4 4"/>'
        for dx in (-1, 1)
        for dy in (-1, 1)
    )
    arrow = f'<path d="M{x - 10:g} 22L{x:g} 8L{x + 10:g} 22" stroke="#000" fill="none"/>'
    frame = f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{length - 1:g}" fill="none" stroke="#000"/>'
    text = f'<text x="{x:g}" y="{length - 8:g}">{name}</text>'
    return _svg(base.width, base.length, frame + lines + arrow + text)


def _turn_template() -> str:
    rays = []
    for degrees in range(-45, 46, 15):
        x, y = 240 + 230 * sin(radians(degrees)), 240 - 230 * cos(radians(degrees))
        rays.append(f'<path d="M240 240L{x:.1f} {y:.1f}" stroke="#000"/>')
        x, y = 240 + 205 * sin(radians(degrees)) + 8, 240 - 205 * cos(radians(degrees))
        rays.append(f'<text x="{x:.1f}" y="{y:.1f}">{abs(degrees)}</text>')
    return _svg(5.0, 2.6, "".join(rays))
