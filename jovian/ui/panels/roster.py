"""The roster: both fleets, what is left of each model, and where it is. A click selects, hovering lights it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import pygame

from jovian.game import EMBARKED, NEUTRAL, RESERVE, TABLE, Model, State
from jovian.rules.damage.boarding import Captured, boarders, boarders_of
from jovian.rules.scenario.objectives import known_role
from jovian.ui.board.labels import Badge, badge_size, badges_of, draw_badge
from jovian.ui.kit.draw import bar, draw_box, draw_side_badge
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
"""Over what is nobody's."""
_PLACES = {RESERVE: "RESERVE", EMBARKED: "ABOARD"}


class Row(NamedTuple):
    """One line: a heading without an id, or a model."""

    ident: str
    name: str
    side: int
    share: float
    note: str
    dim: bool
    capital: bool
    badges: tuple[Badge, ...] = ()
    """What it carries that scores."""


def rows_of(state: State, names: tuple[str, str]) -> tuple[Row, ...]:
    """The lines for what may be seen."""
    found: list[Row] = []
    aboard = Counter(state.unseen)
    aboard.update(each.host for each in state.models.values() if each.aboard)
    for side, name in enumerate((*names, NOBODY)):
        models = sorted(state.side_models(side), key=lambda model: not model.alive)
        if models or side != NEUTRAL:
            role = known_role(state, side) if side != NEUTRAL else ""
            found.append(Row("", " · ".join(filter(None, (name, role))), side, 0.0, "", False, False))
        found += [_row(state, model, aboard[model.id]) for model in models]
    return tuple(found)


def _row(state: State, model: Model, aboard: int) -> Row:
    boxes = len(model.boxes("structure"))
    share = model.unmarked("structure") / boxes if boxes and model.alive else 0.0
    note = _PLACES.get(model.place, "" if model.place == TABLE else model.place.upper())
    active = state.activation is not None and state.activation.model == model.id
    done = "done" if model.activated and state.phase == "activation" and not model.drone else ""
    if active:
        note = "ACTIVE"
    elif model.on_table:
        note = " · ".join(word for word in (_bond(model, aboard), done) if word)
    return Row(model.id, model.name, model.side, share, note, model.activated or not model.alive, model.capital,
               badges_of(state, model) if model.loads else ())  # fmt: skip


def _bond(model: Model, aboard: int) -> str:
    """What binds a model to others: its captor, boarders, who is aboard it, what it touches, whom it flies with."""
    if model.neutral:
        there = [str(boarders_of(model, side)) for side in (0, 1)]
        return f"MARINES {' : '.join(there)}" if boarders(model) else ""
    if model.capital:
        if Captured.holds(model):
            return "CAPTURED"
        enemies = boarders(model)
        return f"BOARDED {enemies}" if enemies else f"{aboard} ABOARD" if aboard else ""
    words = {"ESCORT": model.escorting, "ASSAULT": model.assaulting, "DRONE": model.drone,
             "LEADER": model.formation == model.id, "FORMATION": model.formation not in ("", model.id)}  # fmt: skip
    return next((word for word, holds in words.items() if holds), "")


class Roster(Panel):
    """Its list's action is the id of a model."""

    def __init__(self, names: tuple[str, str]) -> None:
        super().__init__()
        self.names = names
        self.selected = ""
        self.hovered = ""
        self._state: State | None = None
        self._relit: set[str] = set()
        """The models whose rows alone must be drawn again: they changed, or the pointer or the choice came or went."""
        self.list = ScrollList("roster", self.rect, self._draw_row, height_of=_height, well=False)
        self.group.widgets = [self.list]

    def layout(self, rect: pygame.Rect) -> None:
        """Its place on the screen, which the list fills."""
        super().layout(rect)
        items = self.list.items
        self.list = ScrollList("roster", rect.inflate(-px(16), -px(12)), self._draw_row, height_of=_height, well=False)
        self.list.set_items(items)
        self.group.widgets = [self.list]

    def show(self, state: State, selected: str, hovered: str) -> None:
        """Take the state whose models are listed, the one that is selected and the one under the pointer."""
        if state is not self._state:  # what is shown never changes, an answer makes another
            self._take(rows_of(state, self.names))
            self._state = state
        if selected != self.selected:
            self._relit |= {self.selected, selected}
            index = next((n for n, row in enumerate(self.list.items) if row.ident and row.ident == selected), -1)
            if index >= 0:
                self.list.scroll_to(index)
        if hovered != self.hovered:
            self._relit |= {self.hovered, hovered}
        self.selected, self.hovered = selected, hovered

    def _take(self, rows: tuple[Row, ...]) -> None:
        """List these; all are drawn again only if others stand there, or a heading changed."""
        before: Sequence[Row] = self.list.items
        changed = [(old, row) for old, row in zip(before, rows, strict=False) if old != row]
        if len(before) != len(rows) or any(not row.ident or old.ident != row.ident for old, row in changed):
            self.list.set_items(rows)
        else:
            self.list.items = rows
            self._relit |= {row.ident for _, row in changed}

    @property
    def dirty(self) -> bool:
        """Whether it, or some of its rows, must be drawn again."""
        return super().dirty or bool(self._relit)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw it on the canvas if need be; where the pointer has only come to another model, the rows of both."""
        if not super().dirty:
            for index, row in enumerate(self.list.items):
                if row.ident and row.ident in self._relit:
                    self._redraw(canvas, index)
        self._relit.clear()
        super().draw(canvas)

    def _redraw(self, canvas: pygame.Surface, index: int) -> None:
        rect, clip, known = self.list.row_rect(index), canvas.get_clip(), len(WRITTEN.cut)
        seen = rect.clip(self.list.rect)
        canvas.set_clip(seen)
        canvas.fill(GROUND, seen)
        self._draw_row(canvas, rect, self.list.items[index], index == self.list.hover_row, index == self.list.chosen)
        canvas.set_clip(clip)
        self._cut = [each for each in self._cut if not each[0].colliderect(seen)] + WRITTEN.cut[known:]
        del WRITTEN.cut[known:]

    @property
    def under(self) -> str:
        """The model whose row is under the pointer."""
        row = self.list.hover_row
        return self.list.items[row].ident if 0 <= row < len(self.list.items) else ""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """A click on a model's row."""
        action = super().handle(event)
        if action is None:
            return None
        ident = self.list.items[action.value].ident
        return Action("select", ident) if ident else None

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        look = SIDES[row.side]
        if not row.ident:
            draw_side_badge(surface, (rect.left + px(9), rect.bottom - px(12)), look.main, look.hatched, px(5))
            pos = (rect.left + px(20), rect.bottom - px(12))
            draw_text(surface, pos, row.name.upper(), "caps", look.main, anchor="midleft", width=rect.width - px(24))
            return
        body = rect.inflate(0, -px(4))
        lit = row.ident == self.selected
        fill = (
            mix_colors(PANEL_HIGH, ACCENT, 0.18)
            if lit
            else PANEL_HOVER
            if hovered or row.ident == self.hovered
            else PANEL_HIGH
        )
        draw_box(surface, body, fill, radius=px(5), border=ACCENT if lit else EDGE)
        surface.fill(look.dim if row.dim else look.main, (body.left + 1, body.top + px(5), px(3), body.height - px(10)))
        ink = TEXT_FAINT if row.dim else TEXT if row.capital else TEXT_SOFT
        right = body.right - px(8)
        if row.share:
            meter = pygame.Rect(right - px(34), body.centery - px(2), px(34), px(5))
            bar(surface, meter, row.share)
            right = meter.left - px(6)
        if row.note:
            color = ACCENT if row.note == "ACTIVE" else TEXT_FAINT
            draw_text(surface, (right, body.centery), row.note, "tiny", color, anchor="midright")
            right -= text_size(row.note, "tiny")[0] + px(6)
        for each in reversed(row.badges):
            wide, high = badge_size(each)
            draw_badge(surface, pygame.Rect(right - wide, body.centery - high // 2, wide, high), each)
            right -= wide + px(4)
        pos = (body.left + px(11), body.centery)
        draw_text(surface, pos, row.name, "label", ink, anchor="midleft", width=right - pos[0])


def _height(row: Any) -> int:
    return px(30) if row.ident else px(32)
