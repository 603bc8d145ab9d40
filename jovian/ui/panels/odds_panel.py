"""The odds of all weapons against a target, and the models inside a burst.

The odds are in the right column: what each weapon would do or why it can't fire, and the modifiers of the chosen one.
The models that a burst hits are listed over the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import pygame

from jovian.descriptions.odds import Aim
from jovian.dice import MAGNITUDES
from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, Contribution
from jovian.rules.basics.rolls import pluralize
from jovian.rules.rulebook.effect import Opposition
from jovian.rules.shots.formula import Assessment
from jovian.ui.kit.draw import draw_box, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import cites_rule, draw_citation, draw_over, draw_text, line_height, text_size, wrap
from jovian.ui.kit.tables import first_row_after, lay_table, scrolled, table_height
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
from jovian.ui.kit.widgets import Group, Signal
from jovian.ui.panels.panel import GROUND
from jovian.ui.presentation.odds_tables import percent, weapons_table

# --- Odds of a shot ---

_WORDS = {"N": "no result", "D": "double", "T": "triple", "Q+": "quadruple"}
_DICE = {BASE: " base", FLEX: " flex", MACRO: " macro", ESCALATE: " step"}
"""The words after the value of a contribution. A net modifier has none."""
PAD, MIN_TABLE = 12, 76
"""Padding, and the minimum height of a table that scrolls."""


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


class OddsPanel:
    """The table of all weapons of a model against a target, and why the chosen one has its odds.

    It is at the lower end of the right column, above the action bar. A click on a row chooses a weapon.
    """

    def __init__(self) -> None:
        self.group = Group()
        self.aim: Aim | None = None
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.covered = self.rect
        """The panel and the space around it, below which nothing is visible."""
        self._details: list[Detail] = []
        self._hidden: list[Detail] = []
        """The lines for which there is no space."""
        self._laid: tuple[object, ...] = ()
        self._first, self._target = 0, ""
        """The first visible row of the table, and the target for which it was scrolled."""
        self._pointer = (-1, -1)

    def show(self, aim: Aim | None, is_capital: bool, column: pygame.Rect, min_height: int = 0) -> None:
        """Show an aim at the lower end of a column, at least `min_height` high.

        If the table is too high, it scrolls. Show nothing if the column is too low for a few rows.
        """
        target = aim.target if aim is not None else ""
        if target != self._target:
            self._target, self._first = target, 0
        key = (aim, is_capital, tuple(column), min_height, px(1000), self._first)
        if key == self._laid:
            return
        self._laid, self.aim = key, aim
        width = column.width - px(12)
        inner = width - 2 * px(PAD)
        table = weapons_table(aim, is_capital) if aim is not None else None
        head, step = line_height("heading") + px(PAD + 4), line_height("small")
        rows, max_height = table_height(table, inner) if table is not None and table.rows else 0, column.height - px(8)
        fewest = min(rows, px(MIN_TABLE))
        if aim is None or table is None or head + fewest + px(PAD) > max_height:
            self._hide()
            return
        count = max(0, (max_height - head - rows - px(PAD + 6)) // step)
        if not rows + count:
            self._hide()
            return
        self._details = list(aim_details(aim, inner))
        if count < len(self._details):
            self._details = list(aim_details(aim, inner, is_short=True))
        self._hidden = []
        if count < len(self._details):
            self._hidden = self._details[max(0, count - 1) :]
            self._details = self._details[: max(0, count - 1)]
            more = f"Point here for {pluralize(len(self._hidden), 'more line')}"
            self._details += [Detail(more, ACCENT)] if count else []
        height = head + rows + px(6) * bool(self._details) + len(self._details) * step + px(PAD)
        self.rect = pygame.Rect(0, 0, width, min(max_height, max(height, min_height)))
        self.rect.midbottom = (column.centerx, column.bottom - px(4))
        self.covered = pygame.Rect(column.left, self.rect.top - px(4), column.width, self.rect.height + px(8))
        bottom = self.rect.bottom - px(6)
        area = pygame.Rect(self.rect.left + px(PAD), self.rect.top + head, inner, bottom - self.rect.top - head)
        self.group.renew(lay_table(table, area, self._first) if table.rows else ())

    def _hide(self) -> None:
        self.aim, self.rect = None, pygame.Rect(0, 0, 0, 0)
        self.group.widgets = []

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Return the clicked weapon as the value of an action, or None. Scroll with the wheel."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.MOUSEWHEEL and self.holds(self._pointer):
            self._first = scrolled(self.group.widgets, event)
        return self.group.handle(event) if self.aim is not None else None

    def take_arrow(self, event: pygame.event.Event) -> bool:
        """Go to the next row of the table by an arrow key. Return whether the event was one."""
        first = first_row_after(self.group, event)
        self._first = self._first if first is None else first
        return first is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Return whether a point is on the panel."""
        return self.aim is not None and self.covered.collidepoint(pos)

    def cover(self, strip: pygame.Rect) -> None:
        """Cover a strip as a whole if the panel would cut it."""
        if self.aim is not None and strip.top < self.covered.top < strip.bottom:
            self.covered = self.covered.union(strip)

    @property
    def texts(self) -> list[str]:
        """The lines below the table."""
        return [f"{detail.text} {detail.value}".strip() for detail in self._details]

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the lines for which there is no space, if the pointer is on the last line, else None."""
        last = pygame.Rect(self.rect.left, self.rect.bottom - px(PAD) - 2 * line_height("small"), self.rect.width, 0)
        last.height = self.rect.bottom - last.top
        if not (self._hidden and self.holds(pos) and last.collidepoint(pos)):
            return None
        return last, "\n".join(f"{detail.text} {detail.value}".strip() for detail in self._hidden)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel."""
        aim = self.aim
        if aim is None:
            return
        draw_over(surface, self.covered, GROUND)
        draw_box(surface, self.rect, PANEL, radius=px(8), border=EDGE_HIGH)
        left, right, y = self.rect.left + px(PAD), self.rect.right - px(PAD), self.rect.top + px(8)
        title, width = f"{aim.attacker} at {aim.target}", right - left
        if text_size(title, "heading")[0] + text_size(aim.note, "small")[0] + px(8) <= width:
            draw_text(surface, (right, y + px(3)), aim.note, "small", TEXT_SOFT, anchor="topright")
        draw_text(surface, (left, y), title, "heading", TEXT, width=width)
        self.group.draw(surface)
        y += line_height("heading") + px(2)
        y = max([y, *(widget.rect.bottom + px(6) for widget in self.group.widgets if widget.visible)])
        for detail in self._details:
            value = draw_text(surface, (right, y), detail.value, "small", detail.value_color, anchor="topright")
            if cites_rule(detail.text):
                draw_citation(surface, (left, y), detail.text, width=right - left)
            else:
                end = value.left - px(6) if detail.value else right
                draw_text(surface, (left, y), detail.text, "small", detail.color, width=end - left)
            y += line_height("small")
        if tip := self.group.tooltip():
            tip[0].draw(surface, tip[1])


def aim_details(aim: Aim, width: int, *, is_short: bool = False) -> Iterator[Detail]:
    """Yield the lines on the chosen shot: range, expected damage, probabilities, and each modifier.

    A short text has the modifiers in one sentence.
    """
    shot = aim.shot
    if isinstance(shot, Refusal):
        if not aim.refused:
            yield from (Detail(line, mix_colors(DANGER, TEXT, 0.25)) for line in wrap(shot.reason, "small", width))
        places = dict.fromkeys(no_shot.refusal.cited for no_shot in aim.refused)
        yield from (Detail(place) for place in places or (shot.cited,))
        return
    arc = f", {shot.range.arc} arc" if shot.range.arc else ""
    text = f'{shot.range.distance:.1f}", {shot.range.band} range{arc}'
    yield Detail(text, TEXT_SOFT, shot.roll.pool.words(), ACCENT)
    if shot.seeking is not None:
        yield Detail("Detection test first", WARN, percent(float(shot.seeking.odds().success)), WARN)
    if shot.jammed:
        yield Detail(f"Jammed by {shot.jammed}: it fails", DANGER)
    chances = shot.odds().magnitude()
    text = ", ".join(f"{_WORDS[name]} {percent(chances[name])}" for name in MAGNITUDES if chances[name])
    yield from _sentence(text, TEXT_SOFT, width)
    yield from _sentence(aim.expected_effect, TEXT, width)
    if aim.any_hits is not None:
        yield Detail("Of all ticked attacks, at least one hits", TEXT, percent(aim.any_hits), GOOD)
    if aim.also:
        yield from _sentence(f"Also hits {', '.join(aim.also)}", WARN, width)
    yield from _short_modifiers(shot, width) if is_short else _modifiers(shot)


def _sentence(text: str, color: Color, width: int) -> Iterator[Detail]:
    """Yield a text with a capital, in lines that fit."""
    for line in wrap(f"{text[:1].upper()}{text[1:]}", "small", width) if text else ():
        yield Detail(line, color)


def _modifiers(shot: Assessment) -> Iterator[Detail]:
    for row in pool_rows(shot.roll.all_contributions()):
        yield Detail(_label(row), TEXT, row.value, GOOD if row.sign > 0 else DANGER)
    if shot.roll.reroll:
        yield Detail("The attacker may re-roll", GOOD)
    if shot.opposition is not None:
        yield Detail(_opposition_words(shot.opposition), TEXT_SOFT, shot.opposition.pool.words(), WARN)
    for row in pool_rows(shot.resisting()):
        yield Detail(f"Resists: {_label(row)}", TEXT, row.value, DANGER if row.sign > 0 else GOOD)


def _short_modifiers(shot: Assessment, width: int) -> Iterator[Detail]:
    words = [f"{_label(row)}: {row.value}" for row in pool_rows(shot.roll.all_contributions())]
    words += ["may re-roll"] if shot.roll.reroll else []
    if shot.opposition is not None:
        words.append(f"{_opposition_words(shot.opposition)}: {shot.opposition.pool.words()}")
    words += [f"resisting {_label(row)}: {row.value}" for row in pool_rows(shot.resisting())]
    yield from _sentence(" · ".join(words), TEXT, width)


def _opposition_words(opposition: Opposition) -> str:
    return f"The target opposes{', may burn fuel' * opposition.may_burn}{', may re-roll' * opposition.reroll}"


def _label(row: PoolRow) -> str:
    """Return the label of a row without codes."""
    return {"AS rating": "Rating against squadrons", "AC rating": "Rating against ships"}.get(row.label, row.label)


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
