"""The odds of all weapons against a target as content of the context panel, and the models inside a burst.

The odds say what each weapon would do or why it can't fire, and the modifiers of the chosen one. The models that a
burst hits are listed over the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Protocol

import pygame

from jovian.descriptions.odds import Aim
from jovian.dice import MAGNITUDES
from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, Contribution
from jovian.rules.rulebook.effect import Opposition
from jovian.rules.shots.formula import Assessment
from jovian.ui.kit.boxes import Box, citation
from jovian.ui.kit.boxes import line as line_box
from jovian.ui.kit.boxes import row as row_box
from jovian.ui.kit.boxes import text as text_box
from jovian.ui.kit.draw import draw_box, draw_side_badge
from jovian.ui.kit.fonts import cites_rule, draw_text, wrap
from jovian.ui.kit.tables import table_boxes
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
from jovian.ui.panels.context_panel import Content
from jovian.ui.presentation.odds_tables import percent, weapons_table

# --- Odds of a shot ---

_WORDS = {"N": "no result", "D": "double", "T": "triple", "Q+": "quadruple"}
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


@frozen
class Detail:
    """A line below the table."""

    text: str
    color: Color = TEXT
    value: str = ""
    """A text at the right end."""
    value_color: Color = TEXT


def aim_content(aim: Aim, choose: Callable[[Any], object]) -> Content:
    """Return the odds of all weapons of a model against a target. `choose` gets the mount of a row that is clicked."""
    lines = partial(aim_lines, aim)
    return Content(f"{aim.attacker} at {aim.target}", lines=lines, key=aim, change=choose)


def aim_lines(aim: Aim, width: int) -> list[Box]:
    """Return a row for each weapon, and why the chosen one has its odds."""
    table = weapons_table(aim)
    return [*(table_boxes(table, width) if table.rows else ()), *map(_detail_box, aim_details(aim, width))]


def _detail_box(detail: Detail) -> Box:
    if cites_rule(detail.text):
        return citation(detail.text)
    words = text_box(detail.text, "small", detail.color, grow=1)
    return row_box(words, line_box(detail.value, "small", detail.value_color), gap=6) if detail.value else words


def aim_details(aim: Aim, width: int) -> Iterator[Detail]:
    """Yield the lines on the chosen shot: range, expected damage, probabilities, and each modifier."""
    shot = aim.shot
    if isinstance(shot, Refusal):
        if not aim.refused:
            yield from (Detail(line, mix_colors(DANGER, TEXT, 0.25)) for line in wrap(shot.reason, "small", width))
        places = dict.fromkeys(no_shot.refusal.cited for no_shot in aim.refused)
        yield from (Detail(place) for place in places or (shot.cited,))
        return
    arc = f", {shot.range.arc} arc" if shot.range.arc else ""
    words = f'{shot.range.distance:.1f}", {shot.range.band} range{arc}'
    yield Detail(words, TEXT_SOFT, shot.roll.pool.words(), ACCENT)
    if shot.seeking is not None:
        yield Detail("Detection test first", WARN, percent(float(shot.seeking.odds().success)), WARN)
    if shot.jammed:
        yield Detail(f"Jammed by {shot.jammed}: it fails", DANGER)
    chances = shot.odds().magnitude()
    words = ", ".join(f"{_WORDS[name]} {percent(chances[name])}" for name in MAGNITUDES if chances[name])
    yield from _sentence(words, TEXT_SOFT, width)
    yield from _sentence(aim.expected_effect, TEXT, width)
    if aim.any_hits is not None:
        yield Detail("Of all ticked attacks, at least one hits", TEXT, percent(aim.any_hits), GOOD)
    if aim.target_boxes:
        yield from _sentence(f"Left: {aim.target_boxes}", TEXT_SOFT, width)
    if aim.also:
        yield from _sentence(f"Also hits {', '.join(aim.also)}", WARN, width)
    yield from _modifiers(shot)


def _sentence(words: str, color: Color, width: int) -> Iterator[Detail]:
    """Yield a text with a capital, in lines that fit."""
    for part in wrap(f"{words[:1].upper()}{words[1:]}", "small", width) if words else ():
        yield Detail(part, color)


def _modifiers(shot: Assessment) -> Iterator[Detail]:
    for row in pool_rows(shot.roll.all_contributions()):
        yield Detail(row.label, TEXT, row.value, GOOD if row.sign > 0 else DANGER)
    if shot.roll.reroll:
        yield Detail("The attacker may re-roll", GOOD)
    if shot.opposition is not None:
        yield Detail(_opposition_words(shot.opposition), TEXT_SOFT, shot.opposition.pool.words(), WARN)
    for row in pool_rows(shot.resisting()):
        yield Detail(f"Resists: {row.label}", TEXT, row.value, DANGER if row.sign > 0 else GOOD)


def _opposition_words(opposition: Opposition) -> str:
    return f"The target opposes{', may burn fuel' * opposition.may_burn}{', may re-roll' * opposition.reroll}"


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
    structure: float
    """Probability that it loses Structure."""
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
    height = px(62) + row_height * max(1, len(rows)) + (row_height if len(models) > MAX_ROWS else 0)
    rect = pygame.Rect(0, 0, min(px(320), area.width - px(20)), height)
    rect.topright = (area.right - px(10), area.top + px(10))
    if rect.inflate(px(60), px(60)).collidepoint(clear):
        rect.topleft = (area.left + px(10), area.top + px(10))
    draw_box(surface, rect, mix_colors(PANEL, (0, 0, 0), 0.2), radius=px(7), border=EDGE_HIGH, alpha=238)
    inner = rect.inflate(-px(24), -px(18))
    draw_text(surface, inner.topleft, "Inside the burst", "strong", TEXT)
    for text, right in (("Distance", 128), ("Hits", 72), ("Structure", 0)):
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
    return rect


def _row(surface: pygame.Surface, rect: pygame.Rect, model: BurstTarget) -> None:
    look, y = SIDES[model.side], rect.centery
    draw_side_badge(surface, (rect.left + px(5), y), look.main, look.hatched, px(4))
    ink = WARN if model.friend else TEXT
    name = f"{model.name} (own)" if model.friend else model.name
    pos = (rect.left + px(15), y)
    draw_text(surface, pos, name, "label", ink, anchor="midleft", width=rect.width - px(190))
    distance = f'{model.inches:.1f}"{" macro" if model.near else ""}'
    chances = percent(model.chance), percent(model.structure)
    for text, right, color in zip((distance, *chances), (128, 72, 0), (TEXT_SOFT, ink, ink), strict=True):
        draw_text(surface, (rect.right - px(right), y), text, "label", color, anchor="midright")
