"""Two sheets of numbers over the board.

The odds of a shot: its dice pool with all modifiers, the probability of each magnitude, or why there is no shot. The
models that a burst hits, with the probability and the average magnitude of damage.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import pygame

from jovian.dice import MAGNITUDES, Pool
from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, Contribution
from jovian.rules.shots.formula import Assessment
from jovian.ui.kit.draw import draw_bar, draw_box, draw_pill, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    DANGER,
    EDGE_HIGH,
    GOOD,
    PANEL,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    Color,
    mix_colors,
    px,
)
from jovian.ui.panels.unit_card import MIN_CARD_HEIGHT
from jovian.ui.presentation.odds import Aim

# --- Odds of a shot ---

_COLORS = (TEXT_FAINT, WARN, GOOD, ACCENT)
_WORDS = {"N": "No result", "D": "Double", "T": "Triple", "Q+": "Quadruple"}
_DICE = {BASE: " base", FLEX: " flex", MACRO: " macro", ESCALATE: " step"}
"""The words after the value of a contribution. A net modifier has none."""


@frozen
class PoolRow:
    """One row of the contributions to a dice pool."""

    label: str
    place: str
    value: str
    """`+1` for a net modifier, `+2 base`, `+1 flex`, `-1 macro` for dice, `+1 step` for the result."""
    sign: int


def draw_odds(
    surface: pygame.Surface, area: pygame.Rect, aim: Aim, clear: Sequence[Sequence[float]], column: pygame.Rect
) -> pygame.Rect:
    """Draw the sheet at the lower end of the column next to an area, below the heading of the card, and return its box.

    If the column is too low, the sheet is in the upper right corner of the area, or in the upper left one if it then
    covers fewer of the points in `clear`. If the area is too low as well, the sheet covers the heading of the card.
    """
    width = column.width - px(12)
    image = pygame.Rect(0, 0, width, _height(aim, width))
    if image.height <= column.height - px(MIN_CARD_HEIGHT):
        image.midbottom = (column.centerx, column.bottom - px(4))
        return _draw_sheet(surface, image, aim)
    width = min(px(300), area.width - px(20))
    image = pygame.Rect(0, 0, width, _height(aim, width))
    image.topright = (area.right - px(10), area.top + px(10))
    other = image.copy()
    other.topleft = (area.left + px(10), area.top + px(10))
    if _hides(other, clear) < _hides(image, clear):
        image = other
    if not area.contains(image):
        image.bottomright = (column.right - px(10), column.bottom - px(10))
    return _draw_sheet(surface, image, aim)


def _draw_sheet(surface: pygame.Surface, image: pygame.Rect, aim: Aim) -> pygame.Rect:
    draw_box(surface, image, PANEL, radius=px(8), border=EDGE_HIGH)
    inner = image.inflate(-px(24), -px(18))
    y = _heading(surface, inner, aim)
    if isinstance(aim.shot, Refusal):
        _refusal(surface, inner, y, aim)
    else:
        _numbers(surface, inner, y, aim, aim.shot)
    return image


def _hides(image: pygame.Rect, clear: Sequence[Sequence[float]]) -> int:
    """Return the number of points that a sheet with its surroundings would cover."""
    around = image.inflate(px(200), px(80))
    return sum(around.collidepoint(point) for point in clear)


def _height(aim: Aim, width: int) -> int:
    row = line_height("small")
    if isinstance(aim.shot, Refusal):
        return px(62) + sum(line_height(role) for _, role, _ in _refusal_rows(aim, width - px(24)))
    shot = aim.shot
    rows = len(pool_rows(shot.roll.all_contributions())) + len(pool_rows(shot.resisting()))
    rows += 1 + bool(aim.also) + bool(shot.jammed) + bool(shot.seeking)
    rows += 2 if shot.opposition else 0
    rows += len(wrap(aim.expected_effect, "small", width - px(24))) if aim.expected_effect else 0
    return px(62) + rows * row + px(34) + 4 * px(18) + px(34)


def _heading(surface: pygame.Surface, inner: pygame.Rect, aim: Aim) -> int:
    weapon = aim.shot.weapon if isinstance(aim.shot, Assessment) else aim.note or "No shot"
    linked = f" × {aim.mounts}" if aim.mounts > 1 else ""
    draw_text(surface, inner.topleft, f"{weapon}{linked}", "heading", TEXT, width=inner.width)
    pos = (inner.left, inner.top + px(22))
    draw_text(surface, pos, f"{aim.attacker} at {aim.target}", "small", TEXT_SOFT, width=inner.width)
    draw_rule(surface, inner.left, inner.right, inner.top + px(40))
    return inner.top + px(46)


def _refusal(surface: pygame.Surface, inner: pygame.Rect, y: int, aim: Aim) -> None:
    for text, role, color in _refusal_rows(aim, inner.width):
        draw_text(surface, (inner.left, y), text, role, color, width=inner.width)
        y += line_height(role)


def _refusal_rows(aim: Aim, width: int) -> list[tuple[str, str, Color]]:
    """Return the rows of text on a refused shot: each weapon with its reason, and what would help."""
    assert isinstance(aim.shot, Refusal)
    danger = mix_colors(DANGER, TEXT, 0.25)
    if not aim.refused:
        reason = [(line, "body", danger) for line in wrap(aim.shot.reason, "body", width)]
        return [*reason, (aim.shot.cited, "small", TEXT_FAINT)]
    rows: list[tuple[str, str, Color]] = []
    for no_shot in aim.refused:
        rows += [(line, "label", TEXT) for line in wrap(_weapons_words(no_shot.weapons), "label", width)]
        rows += [(line, "small", danger) for line in wrap(no_shot.refusal.reason, "small", width)]
        rows += [(line, "small", GOOD) for line in wrap(no_shot.remedy, "small", width) if no_shot.remedy]
    places = dict.fromkeys(no_shot.refusal.cited.removeprefix("v1.2.4 ") for no_shot in aim.refused)
    return [*rows, *((line, "tiny", TEXT_FAINT) for line in wrap(" · ".join(places), "tiny", width))]


def _weapons_words(names: tuple[str, ...]) -> str:
    """Return the names of weapons. Several of the same name are counted."""
    kinds = {name.partition(" (")[0] for name in names}
    return f"{kinds.pop()} ×{len(names)}" if len(kinds) == 1 and len(names) > 1 else ", ".join(names)


def _numbers(surface: pygame.Surface, inner: pygame.Rect, y: int, aim: Aim, shot: Assessment) -> None:
    row = line_height("small")
    arc = f" · {shot.range.arc} arc" if shot.range.arc else ""
    text = f'{shot.range.distance:.1f}" · {shot.range.band} range{arc} · {shot.range.against}'
    draw_text(surface, (inner.left, y), text, "small", TEXT_SOFT, width=inner.width)
    y += row
    if shot.seeking is not None:
        text = f"Detection test first: {shot.seeking.odds().success:.0%}"
        draw_text(surface, (inner.left, y), text, "small", WARN, width=inner.width)
        y += row
    for line in pool_rows(shot.roll.all_contributions()):
        _line(surface, inner, y, line, 1)
        y += row
    y = _pools(surface, inner, y + px(4), shot)
    for line in pool_rows(shot.resisting()):
        _line(surface, inner, y, replace(line, label=f"Resists: {line.label}"), -1)
        y += row
    odds = shot.odds()
    chances = odds.magnitude()
    for name, color in zip(MAGNITUDES, _COLORS, strict=True):
        draw_text(surface, (inner.left, y + px(8)), _WORDS[name], "label", TEXT, anchor="midleft")
        meter = pygame.Rect(inner.left + px(84), y + px(4), inner.width - px(150), px(8))
        draw_bar(surface, meter, chances[name], color)
        draw_text(surface, (inner.right, y + px(8)), f"{chances[name]:.1%}", "label", TEXT, anchor="midright")
        y += px(18)
    average = f"Average magnitude {float(odds.expected_steps):.2f}"
    draw_text(surface, (inner.left, y + px(2)), average, "strong", GOOD)
    for text in wrap(aim.expected_effect, "small", inner.width) if aim.expected_effect else ():
        draw_text(surface, (inner.left, y + px(20)), text, "small", TEXT)
        y += row
    if shot.jammed:
        draw_text(surface, (inner.left, y + px(20)), f"Jammed by {shot.jammed}: it fails", "small", DANGER)
        y += row
    if aim.also:
        text = f"Also hits {', '.join(aim.also)}"
        draw_text(surface, (inner.left, y + px(20)), text, "small", WARN, width=inner.width)


def _pools(surface: pygame.Surface, inner: pygame.Rect, y: int, shot: Assessment) -> int:
    roll = shot.roll
    notes = f"{' · may re-roll' if roll.reroll else ''}{f' · {roll.shift:+d} magnitude' if roll.shift else ''}"
    rect = draw_pill(surface, (inner.left, y), _pool_words(roll.pool), ACCENT, anchor="topleft", solid=True)
    text = f"net {roll.net:+d}{notes}"
    draw_text(surface, (rect.right + px(8), rect.centery), text, "small", TEXT_SOFT, anchor="midleft")
    y = rect.bottom + px(4)
    if shot.opposition is not None:
        rect = draw_pill(surface, (inner.left, y), _pool_words(shot.opposition.pool), WARN, anchor="topleft")
        text = "opposed" + (" · may burn fuel for a die" if shot.opposition.may_burn else "")
        text += " · may re-roll" if shot.opposition.reroll else ""
        draw_text(surface, (rect.right + px(8), rect.centery), text, "small", TEXT_SOFT, anchor="midleft")
        y = rect.bottom + px(4)
    return y


def _pool_words(pool: Pool) -> str:
    dice = ((pool.base, "base"), (pool.flex, "flex"), (pool.macro, "macro"))
    return ", ".join(f"{count} {kind}" for count, kind in dice if count or kind == "base")


def pool_rows(contributions: Sequence[Contribution]) -> list[PoolRow]:
    """Return the rows of a pool's contributions. Those with the same label share a row."""
    groups: dict[tuple[str, str], list[Contribution]] = {}
    for item in contributions:
        groups.setdefault((item.label, item.place), []).append(item)
    return [
        PoolRow(label, place, " ".join(map(_amount, items)), 1 if all(map(_helps, items)) else -1)
        for (label, place), items in groups.items()
    ]


def _amount(item: Contribution) -> str:
    if item.kind == DIMINISH:
        return f"-{item.value} step" if item.value else "1 magnitude lower"
    return f"{item.value:+d}{_DICE.get(item.kind, '')}"


def _helps(item: Contribution) -> bool:
    return item.value > 0 and item.kind != DIMINISH


def _line(surface: pygame.Surface, inner: pygame.Rect, y: int, row: PoolRow, side: int) -> None:
    """Draw label, citation (if there is space), and value of a row. `side` is -1 for what opposes the shot."""
    value_width = max(px(56), text_size(row.value, "label")[0] + px(8))
    color = GOOD if row.sign * side > 0 else DANGER
    label = draw_text(surface, (inner.left, y), row.label, "small", TEXT, width=inner.width - value_width)
    place = row.place.removeprefix("v1.2.4 ").rpartition(" > ")[2]
    width = inner.right - value_width - label.right - px(6)
    if width > px(40):
        pos = (label.right + px(6), label.centery)
        draw_text(surface, pos, place, "tiny", TEXT_FAINT, anchor="midleft", width=width)
    draw_text(surface, (inner.right, y), row.value, "label", color, anchor="topright")


# --- Models in a burst ---

MAX_ROWS = 9
"""Most rows of the list. It counts the models that it omits."""


@frozen
class BurstTarget:
    """A model inside a burst."""

    model_id: str
    name: str
    side: int
    friend: bool
    inches: float
    near: bool
    """Whether the model is within the inner ring of a burst with macro dice."""
    chance: float
    """Probability of any damage."""
    steps: float
    """Average magnitude of the damage."""


class Burst(Protocol):
    """A burst that is being placed."""

    @property
    def point(self) -> tuple[float, float] | None:
        """The center of the burst on the table, or None if the pointer is elsewhere."""

    def refusal(self) -> Refusal | None:
        """Return why the burst can't be placed there, or None."""

    def inside(self, at: tuple[float, float]) -> Sequence[BurstTarget]:
        """Return all models that a burst at a point would attack, nearest first."""


def draw_blast(
    surface: pygame.Surface, area: pygame.Rect, models: Sequence[BurstTarget], clear: tuple[float, float]
) -> pygame.Rect:
    """Draw the list in the upper right corner of an area, or the left one to keep a point clear. Return its box."""
    rows, row_height = models[:MAX_ROWS], px(19)
    height = px(62) + row_height * max(1, len(rows)) + (row_height if len(models) > MAX_ROWS else 0) + px(26)
    rect = pygame.Rect(0, 0, min(px(320), area.width - px(20)), height)
    rect.topright = (area.right - px(10), area.top + px(10))
    if rect.inflate(px(60), px(60)).collidepoint(clear):
        rect.topleft = (area.left + px(10), area.top + px(10))
    draw_box(surface, rect, mix_colors(PANEL, (0, 0, 0), 0.2), radius=px(7), border=EDGE_HIGH, alpha=238)
    inner = rect.inflate(-px(24), -px(18))
    draw_text(surface, inner.topleft, "Inside the burst", "strong", TEXT)
    for text, right in (("Distance", 128), ("Any damage", 62), ("Average", 0)):
        draw_text(surface, (inner.right - px(right), inner.top + px(26)), text, "tiny", TEXT_FAINT, anchor="topright")
    y = inner.top + px(44)
    for model in rows:
        _row(surface, pygame.Rect(inner.left, y, inner.width, row_height), model)
        y += row_height
    if len(models) > MAX_ROWS:
        draw_text(surface, (inner.left, y), f"and {len(models) - MAX_ROWS} more", "small", TEXT_FAINT)
        y += row_height
    if not rows:
        draw_text(surface, (inner.left, y), "No models", "small", TEXT_SOFT)
        y += row_height
    _sum(surface, inner, y + px(4), models)
    return rect


def _row(surface: pygame.Surface, rect: pygame.Rect, model: BurstTarget) -> None:
    look, y = SIDES[model.side], rect.centery
    draw_side_badge(surface, (rect.left + px(5), y), look.main, look.hatched, px(4))
    ink = WARN if model.friend else TEXT
    name = f"{model.name} (own)" if model.friend else model.name
    pos = (rect.left + px(15), y)
    draw_text(surface, pos, name, "label", ink, anchor="midleft", width=rect.width - px(190))
    distance = f'{model.inches:.1f}"{" macro" if model.near else ""}'
    chance, average = f"{model.chance:.1%}", f"{model.steps:.2f}"
    for text, right, color in ((distance, 128, TEXT_SOFT), (chance, 62, ink), (average, 0, ink)):
        draw_text(surface, (rect.right - px(right), y), text, "label", color, anchor="midright")


def _sum(surface: pygame.Surface, inner: pygame.Rect, y: int, models: Sequence[BurstTarget]) -> None:
    """Draw the total average magnitude on enemies and on own models."""
    own = sum(model.steps for model in models if model.friend)
    enemy = sum(model.steps for model in models if not model.friend)
    draw_rule(surface, inner.left, inner.right, y)
    draw_text(surface, (inner.left, y + px(5)), f"Average {enemy:.2f} on enemies", "strong", GOOD)
    if own:
        draw_text(surface, (inner.right, y + px(5)), f"{own:.2f} on you", "strong", DANGER, anchor="topright")
