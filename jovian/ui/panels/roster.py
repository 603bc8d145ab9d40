"""The roster: both fleets with the remaining Structure of each model, and where it is.

A click selects a model. The model under the pointer is highlighted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import EMBARKED, NEUTRAL, RESERVE, TABLE, Model, State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.damage.boarding import Captured, boarders, boarders_of
from jovian.rules.scenario.objectives import known_role
from jovian.ui.board.labels import Badge, badge_size, badges_of, draw_badge
from jovian.ui.kit.draw import draw_bar, draw_box, draw_side_badge
from jovian.ui.kit.fonts import WRITTEN, draw_text, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    EDGE,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action, ScrollList
from jovian.ui.panels.panel import GROUND, Panel

NOBODY = "Neutral"
"""The heading of neutral models."""
_PLACES = {RESERVE: "Reserve", EMBARKED: "Aboard"}
ACTIVE = "Active"
ROW_HEIGHT, HEADING_HEIGHT = 24, 26


@frozen
class RosterRow:
    """One row: a heading (without an id) or a model."""

    model_id: str
    name: str
    side: int
    share: float
    note: str
    dim: bool
    capital: bool
    badges: tuple[Badge, ...] = ()
    """The tokens that the model carries."""


def rows_of(state: State, names: tuple[str, str]) -> tuple[RosterRow, ...]:
    """Return the rows for the visible models of a state."""
    rows: list[RosterRow] = []
    aboard = Counter(state.unseen)
    aboard.update(model.host for model in state.models.values() if model.is_embarked)
    for side, name in enumerate((*names, NOBODY)):
        models = sorted(state.side_models(side), key=lambda model: not model.is_in_game)
        if models or side != NEUTRAL:
            role = known_role(state, side) if side != NEUTRAL else ""
            rows.append(RosterRow("", " · ".join(filter(None, (name, role))), side, 0.0, "", False, False))
        rows += [_row(state, model, aboard[model.id]) for model in models]
    return tuple(rows)


def _row(state: State, model: Model, aboard: int) -> RosterRow:
    boxes = len(model.boxes("structure"))
    share = model.unmarked("structure") / boxes if boxes and model.is_in_game else 0.0
    note = _PLACES.get(model.place, "" if model.place == TABLE else model.place.capitalize())
    active = state.activation is not None and state.activation.model == model.id
    done = "done" if model.activated and state.phase == "activation" and not model.is_drone else ""
    if active:
        note = ACTIVE
    elif model.is_on_table:
        note = " · ".join(word for word in (_bond(model, aboard), done) if word)
        note = note[:1].upper() + note[1:]
    is_dim, badges = model.activated or not model.is_in_game, badges_of(state, model) if model.loads else ()
    return RosterRow(model.id, model.name, model.side, share, note, is_dim, model.is_capital, badges)


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


class Roster(Panel):
    """The panel. The action of its list is the id of a model."""

    def __init__(self, names: tuple[str, str]) -> None:
        super().__init__()
        self.names = names
        self.selected = ""
        self.hovered = ""
        self._state: State | None = None
        self._changed: set[str] = set()
        """The ids of models whose rows must be redrawn while the others need not."""
        self.list = ScrollList("roster", self.rect, self._draw_row, height_of=_height, well=False)
        self.group.widgets = [self.list]

    def layout(self, rect: pygame.Rect) -> None:
        """Place the list, which fills the panel."""
        super().layout(rect)
        items = self.list.items
        self.list = ScrollList("roster", rect.inflate(-px(16), -px(12)), self._draw_row, height_of=_height, well=False)
        self.list.set_items(items)
        self.group.widgets = [self.list]

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
        """Set the rows. Redraw all of them only if the models or a heading changed."""
        before: Sequence[RosterRow] = self.list.items
        changed = [(old, row) for old, row in zip(before, rows, strict=False) if old != row]
        if len(before) != len(rows) or any(not row.model_id or old.model_id != row.model_id for old, row in changed):
            self.list.set_items(rows)
        else:
            self.list.items = rows
            self._changed |= {row.model_id for _, row in changed}

    @property
    def dirty(self) -> bool:
        """Whether the panel or some of its rows must be redrawn."""
        return super().dirty or bool(self._changed)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw the panel, or only the rows that changed."""
        if not super().dirty:
            for index, row in enumerate(self.list.items):
                if row.model_id and row.model_id in self._changed:
                    self._redraw(canvas, index)
        self._changed.clear()
        super().draw(canvas)

    def _redraw(self, canvas: pygame.Surface, index: int) -> None:
        rect, clip, known = self.list.row_rect(index), canvas.get_clip(), len(WRITTEN.cut)
        visible = rect.clip(self.list.rect)
        canvas.set_clip(visible)
        canvas.fill(GROUND, visible)
        self._draw_row(canvas, rect, self.list.items[index], index == self.list.hover_row, index == self.list.chosen)
        canvas.set_clip(clip)
        self._cut = [cut for cut in self._cut if not cut[0].colliderect(visible)] + WRITTEN.cut[known:]
        del WRITTEN.cut[known:]

    @property
    def under(self) -> str:
        """The id of the model whose row is under the pointer."""
        row = self.list.hover_row
        return self.list.items[row].model_id if 0 <= row < len(self.list.items) else ""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Select the model whose row is clicked."""
        action = super().handle(event)
        if action is None:
            return None
        model_id = self.list.items[action.value].model_id
        return Action("select", model_id) if model_id else None

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        look = SIDES[row.side]
        if not row.model_id:
            draw_side_badge(surface, (rect.left + px(9), rect.bottom - px(12)), look.main, look.hatched, px(5))
            pos = (rect.left + px(20), rect.bottom - px(12))
            draw_text(surface, pos, row.name, "caps", look.main, anchor="midleft", width=rect.width - px(24))
            return
        body = rect.inflate(0, -px(2))
        lit = row.model_id == self.selected
        fill = (
            mix_colors(PANEL_HIGH, ACCENT, 0.18)
            if lit
            else PANEL_HOVER
            if hovered or row.model_id == self.hovered
            else PANEL_HIGH
        )
        draw_box(surface, body, fill, radius=px(5), border=ACCENT if lit else EDGE)
        surface.fill(look.dim if row.dim else look.main, (body.left + 1, body.top + px(5), px(3), body.height - px(10)))
        ink = TEXT_FAINT if row.dim else TEXT if row.capital else TEXT_SOFT
        right = body.right - px(8)
        if row.share:
            meter = pygame.Rect(right - px(34), body.centery - px(2), px(34), px(5))
            draw_bar(surface, meter, row.share)
            right = meter.left - px(6)
        if row.note:
            color = ACCENT if row.note == ACTIVE else TEXT_FAINT
            draw_text(surface, (right, body.centery), row.note, "tiny", color, anchor="midright")
            right -= text_size(row.note, "tiny")[0] + px(6)
        for badge in reversed(row.badges):
            width, height = badge_size(badge)
            draw_badge(surface, pygame.Rect(right - width, body.centery - height // 2, width, height), badge)
            right -= width + px(4)
        pos = (body.left + px(11), body.centery)
        draw_text(surface, pos, row.name, "label", ink, anchor="midleft", width=right - pos[0])


def _height(row: Any) -> int:
    return px(ROW_HEIGHT if row.model_id else HEADING_HEIGHT)
