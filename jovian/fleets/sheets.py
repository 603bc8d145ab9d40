"""Sheets to print: the cards of a fleet with boxes to tick, tokens to cut out, rulers and bases at true size, and a
reference page of the rules.

The page is one HTML file that fits on A4 and Letter. `write_pdf` turns it into a PDF.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, radians, sin
from typing import Any

from jovian.cards import TRACKS, Base, FleetList, UnitCard, UpgradeCard, WeaponCard
from jovian.cards.art import silhouette
from jovian.cards.fleet import FleetEntry
from jovian.cards.names import CARGO, COMMON
from jovian.cards.traits import CARD_TRAITS, CARD_WEAPON_TRAITS, SYSTEMS
from jovian.fleets.draft import FleetDraft
from jovian.fleets.status import Library, fleet_status
from jovian.frozen import frozen
from jovian.html import render_page
from jovian.rules.reference import reference_tables

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
PX_PER_INCH = 96
"""The units of the drawings at true size."""


@frozen
class Track:
    """Boxes of a model with their name."""

    name: str
    boxes: tuple[str, ...]
    """The text in each box."""


@frozen
class ModelSheet:
    """The boxes of one model."""

    name: str
    tracks: tuple[Track, ...]


@frozen
class WeaponRow:
    """A weapon of a card, with a box for each of its instances on each model."""

    name: str
    cells: tuple[str, ...]
    """Arcs, dice against ships and squadrons, macro dice, and traits."""
    boxes: tuple[str, ...]


@frozen
class CardSheet:
    """A unit card with boxes for each of its models."""

    title: str
    kind: str
    """Faction, role, and base."""
    about: str
    tv: int
    facets: tuple[tuple[str, str], ...]
    """The corners and the tone of each polygon of its drawing."""
    ratings: tuple[tuple[str, str], ...]
    models: tuple[ModelSheet, ...]
    weapons: tuple[WeaponRow, ...]
    texts: tuple[tuple[str, str], ...]
    """Its traits, and what they do."""
    notes: tuple[str, ...]
    """What it carries."""


def fleet_sheets(draft: FleetDraft, library: Library) -> str:
    """Return the sheets of a fleet as one HTML page without other files. Lengths on it are true if it isn't scaled."""
    fleet = draft.build(library.units, library.upgrades)
    broken = [fault for status in fleet_status(draft, library) if not status.is_kept for fault in status.faults]
    return render_page(
        "sheets.html", draft=draft, entries=list(_entries(fleet, library)), faults=broken,
        spent=sum(entry.flown(library.units[entry.unit]).tv + _cargo_tv(entry) for entry in fleet.entries),
        cards=list(_cards(fleet, library)), covers=list(_cover_cards(fleet, library)),
        drones=list(_drone_cards(draft, fleet, library)), tokens=[name.split() for name in TOKENS],
        ruler_marks=list(range(2 * RULER_INCHES + 1)), bases=[_base(name, base) for name, base in BASES],
        turns=list(_turn_rays()), reference=reference_tables(),
    )  # fmt: skip


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


def _entries(fleet: FleetList, library: Library) -> Iterator[tuple[str, ...]]:
    """Yield each model: its name, its unit, what it carries, and its Threat Value."""
    for entry in fleet.entries:
        card = library.units[entry.unit]
        carries = [*(upgrade.name for upgrade in entry.upgrades), *entry.cargo]
        carries += [f"{line.count} {line.upgrade.title}" for line in entry.hardpoints]
        yield entry.name, card.name, ", ".join(carries), str(entry.flown(card).tv + _cargo_tv(entry))


def _cargo_tv(entry: FleetEntry) -> int:
    return sum(CARGO[name].tv for name in entry.cargo)


# --- Cards ---


def _cards(fleet: FleetList, library: Library) -> Iterator[CardSheet]:
    """Yield a card for each group of equal units, with boxes for each of its models."""
    groups: dict[tuple[object, ...], list[FleetEntry]] = {}
    for entry in fleet.entries:
        groups.setdefault((entry.unit, entry.cargo, entry.upgrades, entry.hardpoints), []).append(entry)
    for entries in groups.values():
        first = entries[0]
        card = first.flown(library.units[first.unit])
        notes = [f"{upgrade.name}{_raises(upgrade)}" for upgrade in first.upgrades]
        notes += [f"Cargo, {name}: {CARGO[name].summary}" for name in first.cargo]
        yield _card(card, [entry.name for entry in entries], notes)


def _raises(upgrade: UpgradeCard) -> str:
    """Return what an upgrade has added to the numbers on the card. Its traits are explained there."""
    raised = ", ".join(f"+{by} {rating.replace('_', ' ').title()}" for rating, by in upgrade.raises)
    return f": {raised} (included)" if raised else ""


def _cover_cards(fleet: FleetList, library: Library) -> Iterator[CardSheet]:
    """Yield what the other side may see of ships with secret hardpoints (v1.2.4 Traits > Q-Ship)."""
    for entry in fleet.entries:
        cover = entry.flown(library.units[entry.unit]).cover
        if cover is not None:
            yield _card(cover, [entry.name], [])


def _drone_cards(draft: FleetDraft, fleet: FleetList, library: Library) -> Iterator[CardSheet]:
    """Yield the drone squadrons that the bays of the fleet may launch, each as often as the stock has its class."""
    flown = [entry.flown(library.units[entry.unit]) for entry in fleet.entries]
    stock = [drone_class for card in flown for mount in card.mounts for drone_class in mount.weapon.stock]
    for card in library.units.values():
        if card.drone and card.faction in (draft.faction, COMMON) and card.drone_class in stock:
            count = stock.count(card.drone_class)
            yield _card(card, [f"{card.name} {number}" for number in range(1, count + 1)], [])


def _card(card: UnitCard, names: Sequence[str], notes: Sequence[str]) -> CardSheet:
    traits = [(trait.title, CARD_TRAITS[trait.name].summary) for trait in card.traits]
    weapon_traits = (trait for mount in card.mounts for trait in mount.weapon.traits)
    traits += [(str(trait), CARD_WEAPON_TRAITS[trait.name].summary) for trait in weapon_traits]
    return CardSheet(
        f"{len(names)} × {card.name}" if len(names) > 1 else card.name, " · ".join(_kind(card)), card.about, card.tv,
        tuple(_facets(card)), tuple(_ratings(card)), tuple(_model(card, name) for name in names),
        tuple(_weapon(card, weapon, len(names)) for weapon in dict.fromkeys(mount.weapon for mount in card.mounts)),
        tuple(dict.fromkeys(traits)), tuple(notes),
    )  # fmt: skip


def _kind(card: UnitCard) -> Iterator[str]:
    yield card.faction
    yield from dict.fromkeys(word for word in (card.squadron_type, card.role) if word)
    if card.drone_class:
        yield f"Class {card.drone_class}"
    size = card.base.width, card.base.length
    yield f'base {card.base.width:g}"' if len({*size}) == 1 else f'base {card.base.width:g}" × {card.base.length:g}"'


def _ratings(card: UnitCard) -> Iterator[tuple[str, str]]:
    yield "Speed", f'{card.speed}"'
    if card.kind == "capital":
        yield "Turns", str(card.turns)
        yield "Armor", f"fore {card.armor['fore']}, side {card.armor['side']}, aft {card.armor['aft']}"
    else:
        yield "Armor", str(card.armor["fore"])
        yield "Sensors", str(card.sensors)
    yield "Fire Control", str(card.fire_control)
    yield "Skill", str(card.skill)
    yield "Signature", f'{card.signature}"'


def _model(card: UnitCard, name: str) -> ModelSheet:
    """Return the boxes of one model: its tracks, the systems that a Critical Hit can damage, and its cargo."""
    tracks = [Track(track.title(), tuple(map(str, card.tracks[track]))) for track in TRACKS if card.tracks[track]]
    boxed = [trait for trait in card.traits if trait.name in SYSTEMS or trait.name == "Cargo"]
    tracks += [Track(trait.name, ("",) * (trait.level or 1)) for trait in boxed]
    return ModelSheet(name, tuple(tracks))


def _weapon(card: UnitCard, weapon: WeaponCard, models: int) -> WeaponRow:
    instances = sum(mount.weapon == weapon for mount in card.mounts)
    name = f"{instances} × {weapon.name}" if instances > 1 else weapon.name
    arcs = ", ".join(weapon.arcs) if card.kind == "capital" else "all"
    if weapon.stock:
        kinds = ", ".join(f"{weapon.stock.count(kind)} of Class {kind}" for kind in sorted(set(weapon.stock)))
        name = f"{name}: {weapon.drones} at a time, {kinds}"
    boxes = ("",) * (instances * models) + tuple(map(str, weapon.stock)) * (instances * models)
    traits = ", ".join(map(str, weapon.traits))
    return WeaponRow(name, (arcs, _dice(weapon.ac), _dice(weapon.as_), str(weapon.macro or "-"), traits), boxes)


def _dice(dice: int | None) -> str:
    return "-" if dice is None else str(dice)


def _facets(card: UnitCard) -> Iterator[tuple[str, str]]:
    """Yield the polygons of the silhouette of a card in a square of 100 units."""
    for facet in silhouette(card.image, card.kind):
        yield _corners((50 + 45 * x, 50 - 45 * y) for x, y in facet.points), facet.tone


# --- Bases and turns ---


def _base(name: str, base: Base) -> dict[str, Any]:
    """Return the drawing of a base: its size, and the corners of a hexagon, "" for a rectangle."""
    width, length = PX_PER_INCH * base.width, PX_PER_INCH * base.length
    if base.shape == "rect":
        return {"name": name, "width": width, "length": length, "corners": ""}
    middle, radius = 0.6 * PX_PER_INCH, width / 2 / cos(radians(30))
    angles = [radians(60 * corner + 30) for corner in range(6)]
    corners = _corners((middle + radius * sin(angle), middle - radius * cos(angle)) for angle in angles)
    return {"name": name, "width": 2 * middle, "length": 2 * middle, "corners": corners}


def _turn_rays() -> Iterator[dict[str, Any]]:
    """Yield the lines of the template for turns, with the places of their labels."""
    for degrees in range(-45, 46, 15):
        across, up = sin(radians(degrees)), cos(radians(degrees))
        yield {
            "degrees": abs(degrees), "x": 240 + 230 * across, "y": 240 - 230 * up, "text_x": 248 + 205 * across,
            "text_y": 240 - 205 * up,
        }  # fmt: skip


def _corners(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
