"""The roster: both fleets with the remaining Structure of each model, and where it is.

A click selects a model. The model under the pointer is highlighted. Rows shrink until all fit, then the list scrolls.
A folded roster has only figures, bars, and checks. It opens while it is pointed at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import EMBARKED, NEUTRAL, RESERVE, TABLE, Model, State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import Captured, boarders, boarders_of
from jovian.rules.scenario.objectives import known_role
from jovian.rules.sequence.activation import sides_to_come
from jovian.ui.board.labels import Badge, badge_size, badges_of, draw_badge
from jovian.ui.board.sprites import draw_figure
from jovian.ui.kit.draw import draw_box, draw_check, draw_segments, draw_side_badge
from jovian.ui.kit.fonts import WRITTEN, draw_text, line_height, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    EDGE,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    health,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import ScrollList, Signal
from jovian.ui.panels.panel import GROUND, CanvasPanel, ignore

NOBODY = "Neutral"
"""The heading of neutral models."""
_PLACES = {RESERVE: "Reserve", EMBARKED: "Aboard"}
ACTIVE = "Active"
NOTE_PLACES = {
    "Escort": "Action > Escorting", "Assault": "Action > Assaulting", "Drone": "Weapons > Drone",
    "Leader": "Traits > Formation", "Formation": "Traits > Formation", "Captured": "States > Captured",
    "boarder": "Action > Boarded", "Reserve": "States > In Reserve", "Aboard": "States > Embarked",
}  # fmt: skip
"""The rule of each note in the list, by a part of the note."""
MIN_ROW, MAX_ROW, HEADING_HEIGHT = 20, 34, 24
"""The limits of the height of a row, and the height of a heading."""
FOLDED_WIDTH, MIN_FOLDED_ROW = 64, 20
"""The greatest width of a folded roster, and the minimum height of its rows."""
FIGURE, SEGMENT, MAX_BAR = 22, 7, 37
"""Width of a silhouette, of a segment of a bar, and of the longest bar."""


@frozen
class RosterRow:
    """One row: a heading (without an id) or a model."""

    model_id: str
    name: str
    side: int
    boxes: int
    """Printed Structure boxes, 0 for a heading and for a model that is no longer in the game."""
    remaining: int
    """Structure boxes that aren't marked."""
    note: str
    dim: bool
    capital: bool
    badges: tuple[Badge, ...] = ()
    """The tokens that the model carries."""
    role: str = ""
    """The role of the side of a heading, "" for none."""
    is_done: bool = False
    """Whether the model has acted in this turn."""
    ready: int = 0
    """The number of models to act, for a heading."""

    @property
    def key(self) -> str:
        """The id of the model, or the side of a heading."""
        return self.model_id or f"side {self.side}"


def rows_of(state: State, names: tuple[str, str]) -> tuple[RosterRow, ...]:
    """Return the rows for the visible models of a state."""
    rows: list[RosterRow] = []
    aboard = Counter(state.unseen)
    aboard.update(model.host for model in state.models.values() if model.is_embarked)
    for side, name in enumerate((*names, NOBODY)):
        models = sorted(state.side_models(side), key=lambda model: not model.is_in_game)
        if models or side != NEUTRAL:
            role = known_role(state, side) if side != NEUTRAL else ""
            ready = sides_to_come(state).count(side) if state.phase == "activation" else 0
            note = f"{ready} to act" if ready else ""
            rows.append(RosterRow("", name, side, 0, 0, note, False, False, role=role, ready=ready))
        rows += [_row(state, model, aboard[model.id]) for model in models]
    return tuple(rows)


def _row(state: State, model: Model, aboard: int) -> RosterRow:
    boxes = len(model.boxes("structure")) if model.is_in_game else 0
    note = _PLACES.get(model.place, "" if model.place == TABLE else model.place.capitalize())
    active = state.activation is not None and state.activation.model == model.id
    done = "done" if model.activated and state.phase == "activation" and not model.is_drone else ""
    if active:
        note = ACTIVE
    elif model.is_on_table:
        note = " · ".join(word for word in (_bond(model, aboard), done) if word)
        note = note[:1].upper() + note[1:]
    is_dim, badges = not model.is_in_game, badges_of(state, model) if model.loads else ()
    remaining = model.unmarked("structure")
    is_done = bool(done) and model.is_on_table and not active
    return RosterRow(
        model.id, model.name, model.side, boxes, remaining, note, is_dim, model.is_capital, badges, is_done=is_done
    )


def _bond(model: Model, aboard: int) -> str:
    """Return how a model is tied to others: boarders, captors, models aboard, or its formation."""
    if model.is_neutral:
        marines = [str(boarders_of(model, side)) for side in (0, 1)]
        return f"Marines {' : '.join(marines)}" if boarders(model) else ""
    if model.is_capital:
        if Captured.holds(model):
            return "Captured"
        enemies = boarders(model)
        if enemies:
            return pluralize(enemies, "boarder")
        return f"{aboard} aboard" if aboard else ""
    words = {"Escort": model.is_escorting, "Assault": model.is_assaulting, "Drone": model.is_drone,
             "Leader": model.formation == model.id, "Formation": model.formation not in ("", model.id)}  # fmt: skip
    return next((word for word, holds in words.items() if holds), "")


class Roster(CanvasPanel):
    """The panel. A click on a row calls `select` with the id of its model."""

    def __init__(self, names: tuple[str, str], select: Callable[[str], object] = ignore) -> None:
        super().__init__()
        self.names, self._select = names, select
        self.selected = ""
        self.hovered = ""
        self._state: State | None = None
        self._changed: set[str] = set()
        """The keys of rows that must be redrawn while the others need not."""
        self._row = px(MAX_ROW)
        """The height of the row of a model in pixels."""
        self.list = ScrollList("roster", self.rect, self._draw_row, height_of=self._height, well=False)
        self.group.widgets = [self.list]

    @property
    def is_folded(self) -> bool:
        """Whether the roster has only figures."""
        return self.rect.width <= px(FOLDED_WIDTH)

    def layout(self, rect: pygame.Rect) -> None:
        """Place the list, which fills the panel."""
        super().layout(rect)
        items, old = self.list.items, self.list
        inner = rect.inflate(-px(8 if self.is_folded else 16), -px(12))
        self.list = ScrollList("roster", inner, self._draw_row, height_of=self._height, well=False)
        self._fit(items)
        self.list.set_items(items)
        self.list.follow(old)
        self.group.widgets = [self.list]

    def _fit(self, rows: Sequence[RosterRow]) -> None:
        """Set the height of rows so that all fit, within limits."""
        models = sum(bool(row.model_id) for row in rows)
        space = self.list.rect.height - sum(self._height(row) for row in rows if not row.model_id)
        min_height = px(MIN_FOLDED_ROW if self.is_folded else MIN_ROW)
        self._row = max(min_height, min(px(MAX_ROW), space // max(1, models)))

    def _height(self, row: Any) -> int:
        if row.model_id:
            return self._row
        return px(HEADING_HEIGHT) + (line_height("tiny") if row.role and not self.is_folded else 0)

    def show(self, state: State, selected: str, hovered: str) -> None:
        """Show the models of a state, the selected one, and the one under the pointer."""
        if state is not self._state:  # States are immutable: a new state is a new object.
            self._take(rows_of(state, self.names))
            self._state = state
        if selected != self.selected:
            self._changed |= {self.selected, selected}
            index = next((n for n, row in enumerate(self.list.items) if row.model_id and row.model_id == selected), -1)
            if index >= 0:
                self.list.scroll_to(index)
        if hovered != self.hovered:
            self._changed |= {self.hovered, hovered}
        self.selected, self.hovered = selected, hovered

    def _take(self, rows: tuple[RosterRow, ...]) -> None:
        """Set the rows. Redraw all of them only if the models changed."""
        before: Sequence[RosterRow] = self.list.items
        changed = [(old, row) for old, row in zip(before, rows, strict=False) if old != row]
        if len(before) != len(rows) or any(old.key != row.key for old, row in changed):
            if len(before) != len(rows):
                self._fit(rows)
                self.list.set_items(())
            self.list.set_items(rows)
        else:
            self.list.items = rows
            self._changed |= {row.key for _, row in changed}

    @property
    def dirty(self) -> bool:
        """Whether the panel or some of its rows must be redrawn."""
        return super().dirty or bool(self._changed)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw the panel, or only the rows that changed."""
        if not super().dirty:
            for index, row in enumerate(self.list.items):
                if row.key in self._changed:
                    self._redraw(canvas, index)
        self._changed.clear()
        super().draw(canvas)

    def _redraw(self, canvas: pygame.Surface, index: int) -> None:
        rect, clip = self.list.row_rect(index), canvas.get_clip()
        visible = rect.clip(self.list.rect)
        canvas.set_clip(visible)
        canvas.fill(GROUND, visible)
        row = self.list.items[index]
        with WRITTEN.apart() as noted:
            self._draw_row(canvas, rect, row, index == self.list.hover_row, index == self.list.chosen)
        canvas.set_clip(clip)
        self._noted.cover(visible)
        self._noted.extend(noted)

    @property
    def under(self) -> str:
        """The id of the model whose row is under the pointer."""
        row = self.list.hover_row
        return self.list.items[row].model_id if 0 <= row < len(self.list.items) else ""

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Select the model whose row is clicked."""
        action = super().handle(event)
        if action is None:
            return None
        model_id = self.list.items[action.value].model_id
        return Signal("select", partial(self._select, model_id)) if model_id else None

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        if not row.model_id:
            self._draw_heading(surface, rect, row)
            return
        look, body, is_lit = SIDES[row.side], rect.inflate(0, -px(2)), row.model_id == self.selected
        is_pointed = hovered or row.model_id == self.hovered
        fill = mix_colors(PANEL_HIGH, ACCENT, 0.18) if is_lit else PANEL_HOVER if is_pointed else PANEL_HIGH
        draw_box(surface, body, fill, radius=px(5), border=ACCENT if is_lit else EDGE)
        surface.fill(look.dim if row.dim else look.main, (body.left + 1, body.top + px(5), px(3), body.height - px(10)))
        model = self._state.models.get(row.model_id) if self._state is not None else None
        size = min(px(26), body.height - px(3))
        if self.is_folded:
            if model is not None:
                draw_figure(surface, (body.centerx - px(1), body.centery), model, size - px(2), row.dim)
            _draw_level(surface, pygame.Rect(body.right - px(8), body.top + px(4), px(4), body.height - px(8)), row)
            if row.is_done:
                draw_check(surface, (body.left + px(7), body.top + px(6)), look.main)
            return
        if model is not None:
            draw_figure(surface, (body.left + px(6) + px(FIGURE) // 2, body.centery), model, size, row.dim)
        ink = TEXT_FAINT if row.dim else TEXT if row.capital else TEXT_SOFT
        right, left = body.right - px(8), body.left + px(10 + FIGURE)
        if row.boxes:
            width = min(px(MAX_BAR), px(SEGMENT) * row.boxes)
            _draw_bar(surface, pygame.Rect(right - width, body.centery - px(2), width, px(5)), row)
            right -= px(MAX_BAR) + px(4)
        note_width = text_size(row.note, "tiny")[0] + px(6) if row.note else 0
        used = sum(badge_size(badge)[0] + px(4) for badge in row.badges) + (0 if row.boxes else note_width)
        # A model that has left the table shows its fate, and its tokens if they fit next to its name.
        is_tight = not row.boxes and text_size(row.name, "tiny")[0] + used > right - left
        for badge in () if is_tight else reversed(row.badges):
            width, height = badge_size(badge)
            draw_badge(surface, pygame.Rect(right - width, body.centery - height // 2, width, height), badge)
            right -= width + px(4)
        if row.note and (text_size(row.name, "label")[0] <= right - note_width - left or not row.boxes):
            color = ACCENT if row.note == ACTIVE else TEXT_FAINT
            draw_text(surface, (right, body.centery), row.note, "tiny", color, anchor="midright")
            right -= note_width
        pos, width = (left, body.centery), right - left
        draw_text(surface, pos, row.name, "label", ink, anchor="midleft", width=width, may_shrink=True)

    def _draw_heading(self, surface: pygame.Surface, rect: pygame.Rect, row: RosterRow) -> None:
        look, y, right = SIDES[row.side], rect.top + px(HEADING_HEIGHT - 12), rect.right
        draw_side_badge(surface, (rect.left + px(9), y), look.main, look.hatched, px(5))
        if self.is_folded:
            number = str(row.ready) if row.ready else ""
            draw_text(surface, (rect.right - px(4), y), number, "tiny", TEXT_SOFT, anchor="midright")
            return
        widest = right - rect.left - px(34) - text_size(row.note, "tiny")[0]
        if row.note and text_size(row.name, "tiny")[0] <= widest:
            right = draw_text(surface, (right - px(4), y), row.note, "tiny", TEXT_FAINT, anchor="midright").left - px(6)
        pos, width = (rect.left + px(20), y), right - rect.left - px(20)
        draw_text(surface, pos, row.name, "caps", look.main, anchor="midleft", width=width, may_shrink=True)
        if row.role:
            draw_text(surface, (rect.left + px(20), rect.bottom), row.role, "tiny", TEXT_FAINT, anchor="bottomleft")

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the name of the row at a point of the strip, or the rule of a note at the right of a row, or None."""
        index = self.list.row_at(pos)
        if index < 0:
            return None
        row, rect = self.list.items[index], self.list.row_rect(index)
        place = next((place for word, place in NOTE_PLACES.items() if word in row.note), "")
        words = f"{row.name}: {row.note.lower()}" if row.note else row.name
        if self.is_folded:
            return rect, words
        return (rect, f"{words}. v1.2.4 {place}") if place and pos[0] > rect.centerx else None


def _draw_bar(surface: pygame.Surface, rect: pygame.Rect, row: RosterRow) -> None:
    """Draw the remaining Structure, one segment for each box."""
    if row.boxes:
        full, empty = health(row.remaining / row.boxes), EDGE
        if row.dim:
            full, empty = mix_colors(full, PANEL_HIGH, 0.5), mix_colors(empty, PANEL_HIGH, 0.5)
        draw_segments(surface, rect, row.boxes, row.remaining, full, empty)


def _draw_level(surface: pygame.Surface, rect: pygame.Rect, row: RosterRow) -> None:
    """Draw the remaining Structure as a level."""
    if row.boxes:
        surface.fill(EDGE, rect)
        level = round(rect.height * row.remaining / row.boxes)
        surface.fill(health(row.remaining / row.boxes), (rect.left, rect.bottom - level, rect.width, level))

