"""A rehearsal changed by hand: models are dragged on the board, everything else stands in a form at the right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from jovian.editing.branches import BRANCH, KEEP, PUT
from jovian.game import Refusal
from jovian.table import Pose
from jovian.ui.board import Overlay
from jovian.ui.board.board_help import ghost_of
from jovian.ui.editor.change_form import ChangeForm
from jovian.ui.editor.tool_bars import ChangeBar
from jovian.ui.kit.widgets import Action
from jovian.ui.panels.panel import Panel
from jovian.ui.questions.deploy import STEP
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table import POINTER_EVENTS, TableScreen
from jovian.ui.session.session import Session

TYPED = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)
GRID = 4
"""Parts of an inch that a dragged model goes by; Shift sets it free."""


class Changing(TableScreen):
    """The page on which one is changed; `back` is the battle, `done` what it does once it is shown again."""

    def __init__(self, app: Host, session: Session, back: Screen, done: Callable[[], None]) -> None:
        keys = f"{app.keymap.shown('left')}/{app.keymap.shown('right')}"
        self.bar = ChangeBar(keys)
        super().__init__(app, session)
        self.form = ChangeForm(self.selection, self.names)
        self.panels: list[Panel] = [self.top, self.roster, self.objectives, self.form, self.bar]
        self._back, self._done = back, done
        self._refused = ""
        self._grip: tuple[float, float] | None = None
        """From the pointer to the middle of the model that is dragged."""
        self._goal: Pose | None = None
        self._legal: Refusal | None = None

    # --- layout ---
    @property
    def bottom(self) -> Panel:
        """The bar."""
        return self.bar

    def lay_column(self) -> None:
        """The form has the whole column."""
        if self.form.rect != self.column.rect:
            self.form.layout(self.column.rect)

    @property
    def question(self) -> tuple[object, ...]:
        """The list of the form that is spread."""
        return (self.form.group.spread,)

    # --- input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Fields and lists that are in use come first; a button held on a model drags it."""
        group = self.form.group
        if group.spread is not None or (group.focus is not None and event.type in TYPED):
            self._written(event)
        elif event.type == pygame.MOUSEMOTION and self._grip is not None:
            self.pointer = event.pos
            self._drag()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._grip is not None:
            self._drop()
        else:
            super().handle(event)

    def _written(self, event: pygame.event.Event) -> None:
        """Something for a field or a list: Escape leaves it."""
        self.dirty = True
        if event.type in POINTER_EVENTS:
            self.pointer = event.pos
        if self.app.keymap.command(event) == "cancel" and self.form.group.spread is None:
            self.form.leave_field()
        elif (action := self.form.handle(event)) is not None:
            self.act(action)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where something is being written."""
        return self.form.group.caret

    def clicked(self) -> None:
        """Choose the model under the pointer, and take hold of it."""
        chosen, point = self.selection.under, self.selection.point
        self.selection.selected = chosen.id if chosen is not None else ""
        if chosen is not None and chosen.on_table and point is not None:
            self._grip = chosen.pose.x - point[0], chosen.pose.y - point[1]

    def _drag(self) -> None:
        """Show where it would stand, and whether it may."""
        chosen, self.dirty = self.selection.chosen, True
        if chosen is None or self._grip is None:
            return
        x, y = self.board.camera.to_table(self.pointer)
        x, y = x + self._grip[0], y + self._grip[1]
        if not self.app.shift:
            x, y = round(x * GRID) / GRID, round(y * GRID) / GRID
        goal = Pose(round(x, 3) + 0.0, round(y, 3) + 0.0, chosen.pose.heading)
        if goal != self._goal:
            self._goal = goal
            self._legal = self.session.match.refuse_edit(self._put(goal))

    def let_go(self) -> None:
        """A model that is dragged stays where it was."""
        super().let_go()
        self._grip, self._goal = None, None

    def _drop(self) -> None:
        goal, self._grip, self._goal = self._goal, None, None
        self.dirty = True
        if goal is not None:
            self.change(self._put(goal))

    def _put(self, goal: Pose) -> list[Any]:
        return [PUT, self.selection.selected, goal.x, goal.y, goal.heading]

    def act(self, action: Action) -> None:
        """The buttons, and the rows of the form."""
        if action.name == "game":
            self.selection.selected = ""
        elif action.name == "done":
            self.leave()
        elif (meant := self.form.meant(action)) is not None:
            row, value = meant
            if row.path[0] == KEEP and value:
                self._tell(self.session.keep_branch(value[0]))
            elif row.path[0] == BRANCH and value:
                self._tell(self.session.take_up(value[0]))
            elif value:
                self.change(value)
        else:
            super().act(action)

    def command(self, name: str) -> None:
        """Keys that turn the chosen model, take back, leave."""
        chosen = self.selection.chosen
        if name in ("left", "right") and chosen is not None and chosen.on_table:
            step = (1 if self.app.shift else STEP) * (-1 if name == "left" else 1)
            self.change(self._put(chosen.pose._replace(heading=(chosen.pose.heading + step) % 360)))
        elif name == "undo":
            self._tell(self.session.undo())
        elif name == "menu":
            self.leave()
        else:
            super().command(name)

    def close(self) -> None:
        """Escape at last: what is chosen, then the page."""
        if self.selection.selected:
            self.selection.selected = ""
        else:
            self.leave()

    def change(self, change: list[Any]) -> None:
        """Make a change, or say why it cannot be."""
        self._tell(self.session.change(change))

    def _tell(self, refused: Refusal | None) -> None:
        self._refused, self.dirty = refused.reason if refused is not None else "", True
        if self.selection.selected not in self.selection.view.models:
            self.selection.selected = ""

    def leave(self) -> None:
        """Back to the battle, which goes on from what stands there now."""
        self.app.show(self._back)
        self._done()

    # --- showing ---
    def overlays(self) -> tuple[Overlay, ...]:
        """The model that is dragged, where it would stand."""
        chosen = self.selection.chosen
        if self._goal is None or chosen is None:
            return super().overlays()
        return (*super().overlays(), ghost_of(chosen, self._goal, self._legal is None))

    def update(self, dt: float) -> None:
        """Show what was done."""
        super().update(dt)
        if self.dirty:
            self.refresh()

    def refresh(self) -> None:
        """Hand every panel what it is to show."""
        self.shown = state = self.session.view
        self.objectives.take(state)
        if self.objectives.wanted(*self._left.size[::-1]) != self.objectives.rect.height:
            self.lay_left()
        self.roster.show(state, self.selection.selected, self.selection.hovered)
        decision, undone = self.session.match.decision, self.session.can_undo()
        self.top.show(state, decision.side if decision else None, undone)
        self.lay_column()
        self.form.refresh(self.session.changes)
        dragged = self._legal.reason if self._goal is not None and self._legal is not None else ""
        self.bar.show(dragged or self._refused, undone.reason if undone is not None else "")
