"""The screen on which a rehearsal is changed by hand: models are dragged on the board, all else is in a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pygame

from jovian.editing.branches import BRANCH, KEEP, PUT
from jovian.editing.forms import FormRow
from jovian.game import Refusal
from jovian.session.session import Session
from jovian.table import Pose
from jovian.ui.board import Overlay
from jovian.ui.board.board_help import ghost_of
from jovian.ui.editor.change_form import ChangeForm
from jovian.ui.editor.tool_bars import ChangeBar
from jovian.ui.panels.column import Need
from jovian.ui.panels.panel import CanvasPanel
from jovian.ui.questions.deploy import STEP
from jovian.ui.screens.screen import Host, Screen
from jovian.ui.screens.table import POINTER_EVENTS, TableScreen
from jovian.ui.session.keymap import PANEL

KEY_EVENTS = (pygame.KEYDOWN, pygame.KEYUP, pygame.TEXTINPUT, pygame.TEXTEDITING)
GRID_PER_INCH = 4
"""Steps per inch of a dragged model; Shift turns the grid off."""


class PositionEditScreen(TableScreen):
    """The screen of the changes. `back` is the battle, `done` is called after it is shown again."""

    def __init__(self, app: Host, session: Session, back: Screen, done: Callable[[], None]) -> None:
        keys = f"{app.keymap.key_label('left')}/{app.keymap.key_label('right')}"
        self.low = self.bar = ChangeBar(keys, self._undo, self.leave)
        super().__init__(app, session)
        self.form = ChangeForm(self.selection, self.names, self._change_row)
        self._back, self._done = back, done
        self._refusal_text = ""
        self._grip_offset: tuple[float, float] | None = None
        """The offset from the pointer to the middle of the dragged model."""
        self._goal: Pose | None = None
        self._goal_refusal: Refusal | None = None

    # --- Layout ---
    def column(self) -> Sequence[tuple[CanvasPanel, Need]]:
        return ((self.form, Need(1, (), 0, gets_rest=True)),)

    @property
    def question(self) -> tuple[object, ...]:
        return (self.form.group.spread,)

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle an event: fields and lists in use come first, then a dragged model."""
        group = self.form.group
        is_leaving = self.app.keymap.command(event) == PANEL and not group.engaged
        if group.spread is not None or (group.focus is not None and event.type in KEY_EVENTS and not is_leaving):
            self._handle_form(event)
        elif event.type == pygame.MOUSEMOTION and self._grip_offset is not None:
            self.pointer = event.pos
            self._drag()
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._grip_offset is not None:
            self._drop()
        else:
            super().handle(event)

    def _handle_form(self, event: pygame.event.Event) -> None:
        """Handle an event for a field or a list. Escape leaves it."""
        self.dirty = True
        if event.type in POINTER_EVENTS:
            self.pointer = event.pos
        if self.app.keymap.command(event) == "cancel" and self.form.group.spread is None:
            self.form.leave_field()
        elif (action := self.form.handle(event)) is not None:
            self.act(action)

    @property
    def caret(self) -> pygame.Rect | None:
        return self.form.group.caret

    def clicked(self) -> bool:
        """Select the model under the pointer, and start to drag it."""
        chosen, point = self.selection.under, self.selection.point
        self.selection.selected = chosen.id if chosen is not None else ""
        if chosen is not None and chosen.is_on_table and point is not None:
            self._grip_offset = chosen.pose.x - point[0], chosen.pose.y - point[1]
        return chosen is not None

    def _drag(self) -> None:
        """Show where the model would be, and whether it may be placed there."""
        chosen, self.dirty = self.selection.chosen, True
        if chosen is None or self._grip_offset is None:
            return
        x, y = self.board.camera.to_table(self.pointer)
        x, y = x + self._grip_offset[0], y + self._grip_offset[1]
        if not self.app.shift:
            x, y = round(x * GRID_PER_INCH) / GRID_PER_INCH, round(y * GRID_PER_INCH) / GRID_PER_INCH
        goal = Pose(round(x, 3) + 0.0, round(y, 3) + 0.0, chosen.pose.heading)
        if goal != self._goal:
            self._goal = goal
            self._goal_refusal = self.session.match.refuse_edit(self._placement(goal))

    def drag_button(self, pos: tuple[int, int]) -> int:
        is_on_model = self.is_on_board(pos) and bool(self.selection.hovered)
        return pygame.BUTTON_LEFT if is_on_model else super().drag_button(pos)

    def let_go(self) -> None:
        """Leave a dragged model where it was."""
        super().let_go()
        self._grip_offset, self._goal = None, None

    def _drop(self) -> None:
        goal, self._grip_offset, self._goal = self._goal, None, None
        self.dirty = True
        if goal is not None:
            self.change(self._placement(goal))

    def _placement(self, goal: Pose) -> list[Any]:
        return [PUT, self.selection.selected, goal.x, goal.y, goal.heading]

    def _change_row(self, row: FormRow, change: list[Any]) -> None:
        """Make the change that the use of a row means."""
        if row.path[0] == KEEP:
            self._show_refusal(self.session.keep_branch(change[0]))
        elif row.path[0] == BRANCH:
            self._show_refusal(self.session.take_up(change[0]))
        else:
            self.change(change)

    def commands(self) -> dict[str, Callable[[], object]]:
        turns = {"left": partial(self._turn, -1), "right": partial(self._turn, 1)}
        return {**super().commands(), **turns, "undo": self._undo, "menu": self.leave}

    def _turn(self, step: int) -> None:
        """Turn the chosen model."""
        chosen = self.selection.chosen
        if chosen is not None and chosen.is_on_table:
            heading = chosen.pose.heading + step * (1 if self.app.shift else STEP)
            self.change(self._placement(chosen.pose._replace(heading=heading % 360)))

    def _undo(self) -> None:
        self._show_refusal(self.session.undo())

    def close(self) -> None:
        """Deselect the model, else leave."""
        if self.selection.selected:
            self.selection.selected = ""
        else:
            self.leave()

    def change(self, change: list[Any]) -> None:
        """Make a change, or show why it isn't possible."""
        self._show_refusal(self.session.change(change))

    def _show_refusal(self, refused: Refusal | None) -> None:
        self._refusal_text, self.dirty = refused.reason if refused is not None else "", True
        if self.selection.selected not in self.selection.view.models:
            self.selection.selected = ""

    def leave(self) -> None:
        """Return to the battle, which continues from the changed position."""
        self.app.show(self._back)
        self._done()

    # --- Window ---
    def overlays(self) -> tuple[Overlay, ...]:
        """Return the ghost of the dragged model, too."""
        chosen = self.selection.chosen
        if self._goal is None or chosen is None:
            return super().overlays()
        return (*super().overlays(), ghost_of(chosen, self._goal, self._goal_refusal is None))

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.dirty:
            self.refresh()

    def refresh(self) -> None:
        self.shown = state = self.session.view
        super().refresh()
        decision, undone = self.session.match.decision, self.session.can_undo()
        self.top.show(state, self.seen_events(), decision.side if decision else None, undone)
        self.form.refresh(self.session.changes)
        drag_refusal = self._goal_refusal.reason if self._goal is not None and self._goal_refusal is not None else ""
        self.bar.show(drag_refusal or self._refusal_text, undone.reason if undone is not None else "")
