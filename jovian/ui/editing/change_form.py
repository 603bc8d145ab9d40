"""The form of a rehearsal that is changed by hand: the rows of the chosen model, else those of the game."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.editing.changes import BRANCH, KEEP, OFF, PHASE, change_of, game_rows, model_rows
from jovian.editing.forms.row import Kind, Row
from jovian.ui.editing.rows import FOOT, Rows
from jovian.ui.kit.forms import TextField
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.playing.desk import Desk

NOTHING: list[Any] = []
"""The change that a row means which was left as it is."""


class ChangeForm(Rows):
    """Below its rows: `game` (back to the rows of the game)."""

    def __init__(self, desk: Desk, names: tuple[str, str]) -> None:
        super().__init__()
        self.desk = desk
        self.names = names
        self._of = ""
        self._made: tuple[tuple[int, str], list[Row]] = ((-1, ""), [])
        """The rows that were made last, and of what: the game after so many changes, and who is chosen."""

    def layout(self, rect: pygame.Rect) -> None:
        """Another model begins at the top."""
        if self.desk.selected != self._of:
            self.offset, self._of, self.bad = 0, self.desk.selected, ""
        super().layout(rect)

    def made(self) -> list[Row]:
        """Of the model as it may be seen, else of the game."""
        chosen, session = self.desk.chosen, self.desk.session
        of = (session.changes, chosen.id if chosen is not None else "")
        if of != self._made[0]:
            rows = game_rows(session.match, self.names) if chosen is None else model_rows(self.desk.view, chosen)
            self._made = (of, rows)
        return self._made[1]

    @property
    def foot(self) -> int:
        """Where a model is chosen there is a button."""
        return px(FOOT) if self.desk.chosen is not None else 0

    def below(self) -> list[Widget]:
        """Back to the game."""
        if not self.foot:
            return []
        place = pygame.Rect(self.inner.left, self.rect.bottom - self.foot, self.inner.width, px(38))
        return [Button("game", place, "Turn, phase, dice, branches")]

    def meant(self, action: Action) -> tuple[Row, list[Any]] | None:
        """The row that was used and the change it means (empty while it is being written); None if it is no row."""
        row = self.row_of(action)
        if row is None:
            return None
        field = self.group[action.name]
        if isinstance(field, TextField):
            if not field.done:
                return row, NOTHING
            field.focused = False
        if row.path[0] in (KEEP, BRANCH):
            return row, [row.path[-1] if row.kind is Kind.BRANCH else str(action.value)]
        try:
            value = self.value_in(row, action)
        except ValueError:
            return row, NOTHING
        left = value == row.value or (value is None and row.path[0] in (OFF, PHASE, "state", "put", "dice"))
        return row, NOTHING if left else change_of(self.desk.selected, row.path, value)

    def leave_field(self) -> None:
        """Nothing is written any more; what was not confirmed is gone."""
        for widget in self.group.widgets:
            widget.focused = False
        self.layout(self.rect)

    def refresh(self, serial: int) -> None:
        """Show the game as it is now; the number grows with every change."""
        fact = (serial, self.desk.selected, self.bad)
        if fact != self._shown:
            self.offer(fact)
            self.layout(self.rect)
