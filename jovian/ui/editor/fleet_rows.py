"""The rows of the fleet builder: units of the catalog, lines of the fleet, rules, equipment, and comparisons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from jovian.cards import UnitCard
from jovian.fleets.draft import FleetLine, line_cost
from jovian.fleets.equipment import EquipmentOffer
from jovian.fleets.numbers import FleetNumber, UnitNumber, unit_numbers
from jovian.fleets.status import EQUIPMENT, FleetFix, Library, RuleStatus, fleet_cost
from jovian.game import base_shape
from jovian.rules.basics.rolls import pluralize
from jovian.ui.board.sprites import SpriteKey, blit_centered, figure_sprite
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    BLADE,
    DANGER,
    EDGE,
    EDGE_HIGH,
    GOOD,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TARGET,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.session.fleet_trial import FleetTrial, ModelRecord, WinShare

BUTTON = TARGET
"""The unscaled side of the small buttons of rows."""
FIX_HEIGHT = TARGET
"""The unscaled height of the button that fixes a rule."""
SIDE = 0
"""The side in whose colors the builder draws units."""


def draw_row_back(surface: pygame.Surface, rect: pygame.Rect, hovered: bool, chosen: bool) -> None:
    """Draw the background of a row."""
    fill = mix_colors(WELL, ACCENT_DEEP, 0.7) if chosen else PANEL_HOVER if hovered else WELL
    place = rect.inflate(0, -px(3))
    draw_box(surface, place, fill, radius=px(4), border=ACCENT if chosen else EDGE)
    surface.fill(SIDES[SIDE].main, (place.left, place.top + px(2), px(3), place.height - px(4)))


def draw_icon(surface: pygame.Surface, center: tuple[int, int], card: UnitCard, size: int) -> None:
    """Draw the silhouette of a unit."""
    shape = "station" if card.base.shape == "circle" else "capital"
    look = SpriteKey(card.image, card.squadron_type or shape, base_shape(card), SIDE)
    blit_centered(surface, figure_sprite(look, size), center)


def role_label(card: UnitCard) -> str:
    """Return what a unit is, in a word or two."""
    return (card.role or ("squadron" if card.kind == "squadron" else "capital ship")).capitalize()


# --- Catalog ---


def add_rect(rect: pygame.Rect) -> pygame.Rect:
    """Return the place of the button that adds a unit."""
    side = min(px(BUTTON), rect.height - px(6))
    return pygame.Rect(rect.right - side - px(6), rect.centery - side // 2, side, side)


def draw_unit_row(
    surface: pygame.Surface, rect: pygame.Rect, card: UnitCard, counts: tuple[int, int], hovered: bool, chosen: bool
) -> None:
    """Draw a unit of the catalog. `counts` are the number in the fleet and its Unit Cap."""
    draw_row_back(surface, rect, hovered, chosen)
    button, is_tall = add_rect(rect), rect.height >= px(40)
    size = min(px(30), rect.height - px(6))
    draw_icon(surface, (rect.left + px(8) + size // 2, rect.centery), card, size)
    price = pygame.Rect(button.left - px(36), rect.top, px(30), rect.height)
    draw_text(surface, price.midright, str(card.tv), "strong", BLADE, anchor="midright")
    ink = TEXT if counts[0] <= counts[1] else DANGER
    left, right = rect.left + px(16) + size, price.left - px(2)
    text, name_width = f"{counts[0]} of {counts[1]}", text_size(card.name, "strong")[0]
    text = text if name_width + text_size(text, "small")[0] + px(10) <= right - left else str(counts[0] or "")
    color = ink if counts[0] else TEXT_FAINT
    if text:
        right = draw_text(surface, (right, rect.centery), text, "small", color, anchor="midright").left
    y = rect.centery - (line_height("small") // 2 if is_tall else 0)
    draw_text(
        surface, (left, y), card.name, "strong", TEXT, anchor="midleft", width=right - left - px(4), may_shrink=True
    )
    if is_tall:
        pos = (left, rect.centery + line_height("strong") // 2)
        draw_text(surface, pos, role_label(card), "small", TEXT_SOFT, anchor="midleft", width=right - left)


# --- Lines of the fleet ---


def count_rects(rect: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the places of the buttons that add and remove a unit of a line."""
    side = min(px(BUTTON), rect.height - px(10))
    more = pygame.Rect(rect.right - px(42) - side, rect.centery - side // 2, side, side)
    return more, more.move(-side - px(28), 0)


def line_name(line: FleetLine, card: UnitCard | None) -> str:
    """Return the name of a line: of its model, else of its card, else its key."""
    name = line.name or (card.name if card is not None else line.unit)
    return f"{name} 1–{line.count}" if line.count > 1 and line.name else name


def line_words(line: FleetLine, library: Library) -> tuple[str, str]:
    """Return what a line is and carries, whole and in short."""
    card = library.units.get(line.unit)
    if card is None:
        return ("There is no card for this unit",) * 2
    kind = card.name if line.name else role_label(card)
    carried = [*line.upgrades, *line.cargo, *(library.upgrade_title(weapon) for _, weapon in line.hardpoints)]
    short = f"{kind} +{len(carried)}" if carried else kind
    return " · ".join((kind, *carried)), short


def draw_line_row(
    surface: pygame.Surface, rect: pygame.Rect, line: FleetLine, library: Library, hovered: bool, chosen: bool
) -> None:
    """Draw a line of the fleet with its number of units and its price."""
    draw_row_back(surface, rect, hovered, chosen)
    card, (more, less) = library.units.get(line.unit), count_rects(rect)
    size = min(px(34), rect.height - px(8))
    if card is not None:
        draw_icon(surface, (rect.left + px(10) + size // 2, rect.centery), card, size)
    middle = ((less.right + more.left) // 2, rect.centery)
    draw_text(surface, middle, str(line.count), "strong", TEXT, anchor="center")
    cost = line_cost(line, library.units, library.upgrades)
    draw_text(surface, (rect.right - px(8), rect.centery), str(cost), "strong", BLADE, anchor="midright")
    left = rect.left + px(18) + size
    width = less.left - left - px(8)
    ink = TEXT if card is not None else DANGER
    top = rect.centery - (line_height("strong") + line_height("small")) // 2
    draw_text(surface, (left, top), line_name(line, card), "strong", ink, width=width, may_shrink=True)
    whole, short = line_words(line, library)
    text = whole if text_size(whole, "small")[0] <= width else short
    role = "small" if text_size(text, "small")[0] <= width else "tiny"
    draw_text(surface, (left, top + line_height("strong")), text, role, TEXT_SOFT, whole=whole)


# --- Rules of construction ---


def _status_lines(status: RuleStatus, width: int) -> tuple[list[str], list[str], bool]:
    """Return the lines about a rule, the lines of its limit, and whether these are beside the first ones."""
    text, gap = f"{status.name}: {status.numbers}", px(12)
    fits = text_size(text, "small")[0] + gap + text_size(status.limit, "small")[0] <= width
    limits = [status.limit] if fits else list(wrap(status.limit, "small", width))
    faults = status.faults if status.limit == "" or status.name in _TOLD_BY_FAULTS else ()
    lines = [*wrap(text, "small", width), *(line for fault in faults for line in wrap(fault, "small", width))]
    return lines, limits, fits


_TOLD_BY_FAULTS = (*EQUIPMENT.values(), "Faction")
"""The rules whose faults say more than their numbers."""


def status_height(status: RuleStatus, width: int) -> int:
    """Return the height of the row of a rule. A broken one has space for its fix."""
    lines, limits, is_beside = _status_lines(status, width - px(36))
    count = len(lines) + (0 if is_beside else len(limits))
    return max(px(TARGET), count * line_height("small") + px(6)) + (px(FIX_HEIGHT + 6) if not status.is_kept else 0)


def fix_label(fix: FleetFix, cost: int, library: Library) -> str:
    """Return what a fix does, and the points that it changes."""
    change = fleet_cost(fix.draft, library) - cost
    return f"{fix.label} ({change:+d} TV)".replace("-", "−") if change else fix.label


def fix_rect(rect: pygame.Rect, label: str) -> pygame.Rect:
    """Return the place of the button that fixes a rule."""
    width = min(rect.width - px(34), text_size(label, "label")[0] + px(20))
    return pygame.Rect(rect.left + px(24), rect.bottom - px(FIX_HEIGHT + 5), width, px(FIX_HEIGHT))


def draw_status_row(
    surface: pygame.Surface, rect: pygame.Rect, status: RuleStatus, note: str, *, chosen: bool
) -> None:
    """Draw a rule: whether it is kept, its numbers, and a note on its fix, "" for none."""
    if chosen:
        draw_box(surface, rect.inflate(0, -px(2)), mix_colors(WELL, ACCENT_DEEP, 0.35), radius=px(4))
    lines, limits, is_beside = _status_lines(status, rect.width - px(36))
    y, step = rect.top + px(3), line_height("small")
    draw_mark(surface, (rect.left + px(12), y + step // 2), status.is_kept, status.is_note)
    ink = TEXT if status.is_kept else mix_colors(DANGER, TEXT, 0.35)
    right = rect.right - px(8)
    if is_beside:
        draw_text(surface, (right, y), status.limit, "small", TEXT_SOFT, anchor="topright")
    for number, line in enumerate(lines):
        draw_text(surface, (rect.left + px(24), y), line, "small", ink if not number else TEXT_SOFT)
        y += step
    for line in () if is_beside else limits:
        draw_text(surface, (rect.left + px(24), y), line, "small", TEXT_SOFT)
        y += step
    if note:
        draw_text(surface, (rect.left + px(24), rect.bottom - px(FIX_HEIGHT + 2)), note, "small", TEXT_FAINT)


def draw_mark(surface: pygame.Surface, center: tuple[int, int], is_kept: bool, is_note: bool) -> None:
    """Draw a disc for a rule that is kept, a triangle for a note, or a cross."""
    x, y = center
    size = px(4)
    if is_note:
        pygame.draw.polygon(surface, WARN, [(x, y - size), (x - size, y + size), (x + size, y + size)])
    elif is_kept:
        pygame.draw.circle(surface, GOOD, center, size)
    else:
        pygame.draw.line(surface, DANGER, (x - size, y - size), (x + size, y + size), px(2))
        pygame.draw.line(surface, DANGER, (x - size, y + size), (x + size, y - size), px(2))


# --- Equipment ---


def offer_height(offer: EquipmentOffer, width: int) -> int:
    """Return the height of the row of an offer."""
    lines = wrap(offer.reason or offer.summary, "small", width - px(56)) if offer.reason or offer.summary else ()
    return line_height("strong") + len(lines) * line_height("small") + px(8)


def draw_offer_row(
    surface: pygame.Surface, rect: pygame.Rect, offer: EquipmentOffer, *, hovered: bool, chosen: bool
) -> None:
    """Draw an upgrade, cargo, or weapon: whether it is carried, its effect or why it doesn't fit, and its price."""
    fill = mix_colors(PANEL_HIGH, ACCENT, 0.25) if offer.is_carried else PANEL_HOVER if hovered else WELL
    border = ACCENT if offer.is_carried or chosen else EDGE
    draw_box(surface, rect.inflate(0, -px(3)), fill, radius=px(4), border=border)
    box = pygame.Rect(rect.left + px(8), rect.top + px(6), px(16), px(16))
    ink = TEXT_FAINT if offer.reason and not offer.is_carried else TEXT
    draw_box(surface, box, WELL, radius=px(3), border=ACCENT if offer.is_carried else EDGE)
    if offer.is_carried:
        draw_text(surface, box.center, "✓", "tiny", ACCENT, anchor="center")
    left, y = rect.left + px(32), rect.top + px(4)
    place = {"cargo": "Cargo: ", "hardpoints": f"Line {offer.letter.upper()}: "}.get(offer.section, "")
    price = draw_text(surface, (rect.right - px(8), y), str(offer.tv), "strong", BLADE, anchor="topright")
    draw_text(surface, (left, y), f"{place}{offer.title or offer.name}", "strong", ink, width=price.left - left - px(6))
    y += line_height("strong")
    for line in wrap(offer.reason or offer.summary, "small", rect.width - px(56)):
        draw_text(surface, (left, y), line, "small", TEXT_SOFT if not offer.reason else TEXT_FAINT)
        y += line_height("small")


# --- Comparisons ---


DrawnRow = tuple[int, Callable[[pygame.Surface, pygame.Rect], None]]
"""A row of a list: its height, and what draws it."""


def comparison_rows(cards: tuple[UnitCard, UnitCard], width: int) -> list[DrawnRow]:
    """Return the numbers of two units next to each other, and the traits of only one. The better number is green."""
    step = line_height("small") + px(3)
    rows: list[DrawnRow] = [(line_height("strong") + px(2), partial(_draw_names, cards))]
    pairs = zip(*(unit_numbers(card) for card in cards), strict=True)
    rows += [(step, partial(_draw_numbers, one, other)) for one, other in pairs]
    for card, other_card in (cards, cards[::-1]):
        own = [trait.title for trait in card.traits if trait not in other_card.traits]
        if own and card.key != other_card.key:
            lines = wrap(f"Only {card.name}: {', '.join(own)}.", "small", width)
            rows += [(line_height("small"), partial(_draw_words, line)) for line in lines]
    return rows


def _columns(rect: pygame.Rect) -> tuple[int, tuple[int, int]]:
    """Return the width of a column of a comparison, and the right ends of both."""
    width = rect.width * 28 // 100
    return width, (rect.right - width, rect.right)


def _draw_names(cards: tuple[UnitCard, UnitCard], surface: pygame.Surface, rect: pygame.Rect) -> None:
    width, rights = _columns(rect)
    for right, card in zip(rights, cards, strict=True):
        pos = (right, rect.top)
        draw_text(surface, pos, card.name, "strong", TEXT, anchor="topright", width=width - px(8), may_shrink=True)


def _draw_numbers(one: UnitNumber, other: UnitNumber, surface: pygame.Surface, rect: pygame.Rect) -> None:
    draw_text(surface, rect.topleft, one.label, "small", TEXT_SOFT)
    sign = -1 if one.is_less_better else 1
    for right, mine, its in zip(_columns(rect)[1], (one, other), (other, one), strict=True):
        color = GOOD if sign * mine.value > sign * its.value else TEXT
        draw_text(surface, (right, rect.top), mine.text, "small", color, anchor="topright")
    surface.fill(mix_colors(WELL, EDGE, 0.7), (rect.left, rect.bottom - px(2), rect.width, 1))


def _draw_words(text: str, surface: pygame.Surface, rect: pygame.Rect) -> None:
    draw_text(surface, rect.topleft, text, "small", TEXT_SOFT)


def glance_step() -> int:
    """Return the height of a number of two fleets."""
    return max(line_height("body") + px(6), px(26))


def draw_glance(
    mine: Sequence[FleetNumber], other: Sequence[FleetNumber], surface: pygame.Surface, area: pygame.Rect
) -> None:
    """Draw the numbers of two fleets as bars."""
    y, step, numbers = area.top, glance_step(), px(96)
    label_width = max(text_size(number.label, "small")[0] for number in mine) + px(12)
    bar = pygame.Rect(area.left + label_width, 0, area.width - label_width - numbers, px(7))
    for one, two in zip(mine, other, strict=True):
        if y + step > area.bottom:
            break
        draw_text(surface, (area.left, y + step // 2), one.label, "small", TEXT_SOFT, anchor="midleft")
        most = max(one.value, two.value, 1)
        for number, value, side in ((0, one.value, 0), (1, two.value, 1)):
            rect = bar.move(0, y + step // 2 - px(8) + number * px(9))
            rect.width = max(px(2), round(bar.width * value / most))
            surface.fill(_bar_color(side), rect)
        middle = y + step // 2
        draw_text(surface, (area.right - px(48), middle), _format(one), "strong", TEXT, anchor="midright")
        draw_text(surface, (area.right, middle), _format(two), "small", TEXT_SOFT, anchor="midright")
        y += step


def _bar_color(side: int) -> Color:
    return SIDES[side].main if side == 0 else mix_colors(WELL, SIDES[side].main, 0.7)


def _format(number: FleetNumber) -> str:
    text = f"{number.value:.1f}" if number.value != int(number.value) else f"{number.value:.0f}"
    return f"{text}{number.unit}"


# --- Trial ---


def _draw_share(label: str, share: WinShare, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw the share of games that a fleet won: its name, a bar with the interval, and the numbers."""
    text = f"{100 * share.estimate.value:.0f} %" if share.games else "–"
    limits = f"{100 * share.estimate.low:.0f} to {100 * share.estimate.high:.0f} %, "
    interval = f"{'' if share.estimate.is_rough else limits}{pluralize(share.games, 'game')}"
    rect = rect.inflate(-px(8), 0)
    y = rect.top + line_height("small") // 2
    value = draw_text(surface, (rect.right, y), text, "strong", TEXT, anchor="midright")
    if share.games:
        pos = (rect.right - max(value.width, px(40)) - px(6), y)
        value = draw_text(surface, pos, interval, "small", TEXT_SOFT, anchor="midright")
    width = value.left - rect.left - px(8)
    draw_text(surface, (rect.left, y), label, "small", TEXT, anchor="midleft", width=width, may_shrink=True)
    track = pygame.Rect(rect.left, rect.top + line_height("small") + px(1), rect.width, px(6))
    surface.fill(mix_colors(WELL, EDGE, 0.6), track)
    if share.games:
        parts = (share.estimate.low, share.estimate.high, share.estimate.value)
        low, high, middle = (track.left + round(track.width * part) for part in parts)
        if not share.estimate.is_rough:
            surface.fill(mix_colors(WELL, ACCENT, 0.55), (low, track.top, max(px(2), high - low), track.height))
        surface.fill(TEXT, (middle - px(1), track.top - px(1), px(3), track.height + px(2)))
    surface.fill(EDGE_HIGH, (track.centerx, track.top - px(2), 1, track.height + px(4)))


def trial_rows(trial: FleetTrial) -> list[DrawnRow]:
    """Return the results of a trial: the share of all games, that against each opponent, and the models."""
    height, caption = line_height("small") + px(15), "What its models did, and what took them out"
    rows: list[DrawnRow] = [(height, partial(_draw_share, "Games won against all", trial.total))]
    for stem, fleet in trial.opponents.items():
        rows.append((height, partial(_draw_share, fleet.name, trial.share(stem))))
    rows.append((line_height("small") + px(8), partial(_draw_words, caption)))
    height = line_height("strong") + line_height("small") + px(8)
    return rows + [(height, partial(_draw_record, record)) for record in trial.models()]


def _draw_record(record: ModelRecord, surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw what a model did: how often it was lost, what it took out, and by what it was taken out."""
    share = f"lost in {record.lost} of {record.games}"
    lost = draw_text(surface, (rect.right - px(8), rect.top), share, "small", TEXT, anchor="topright")
    left = rect.left + px(4)
    draw_text(surface, (left, rect.top), record.name, "strong", TEXT, width=lost.left - left - px(8), may_shrink=True)
    y, width = rect.top + line_height("strong"), rect.width - px(12)
    words = [f"took out {record.felled}" if record.felled else "took out none"]
    causes = [f"{cause} ({count})" for cause, count in record.causes]
    words += [f"lost to {causes[0]}", *causes[1:]] if causes else []
    fitting = [" · ".join(words[:count]) for count in range(len(words), 0, -1)]
    text = next((each for each in fitting if text_size(each, "small")[0] <= width), words[0])
    draw_text(surface, (left, y), text, "small", TEXT_SOFT, whole=" · ".join(words))
