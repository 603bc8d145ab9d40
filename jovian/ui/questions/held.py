"""What the player places: a press puts it down at the pointer, dragging turns it there, and the release means it."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, degrees
from typing import Generic

from jovian.game import Decision
from jovian.table import length
from jovian.ui.questions.controller import Controller, Where
from jovian.ui.session.table_selection import Point, TableSelection

MIN_DRAG = 0.75
"""Inches from where the button was pressed at which dragging turns what is held."""
SAME_PLACE = 0.5
"""Inches from what is shown within which a click means it."""
TURN_STEP = 5
"""Degrees per step of a dragged heading; Shift makes it 1."""


class Grip:
    """Where the button was pressed on the table, and which way it has been dragged from there."""

    def __init__(self, selection: TableSelection) -> None:
        self._selection = selection
        self.at: Point | None = None
        """Where the button is held, None otherwise."""

    @property
    def point(self) -> Point | None:
        """Where something is placed: at the press, else under the pointer. None off the table."""
        return self.at if self.at is not None else self._selection.point

    @property
    def heading(self) -> int | None:
        """The heading from the press to the pointer, None before the pointer is far enough from it."""
        at, point = self.at, self._selection.point
        if at is None or point is None or length(point[0] - at[0], point[1] - at[1]) < MIN_DRAG:
            return None
        step = 1 if self._selection.shift else TURN_STEP
        return round(degrees(atan2(point[0] - at[0], point[1] - at[1])) / step) * step % 360

    def is_on(self, place: Sequence[float] | None) -> bool:
        """Return whether the button was pressed on what is shown at a place."""
        at = self.at
        return at is not None and place is not None and length(at[0] - place[0], at[1] - place[1]) < SAME_PLACE


class HeldController(Controller, Generic[Where]):
    """Base of controllers that place something: held where the button was pressed, turned by dragging."""

    is_draggable = True

    def __init__(self, selection: TableSelection, decision: Decision) -> None:
        super().__init__(selection, decision)
        self.grip = Grip(selection)

    def choice(self) -> Where | None:
        """Return the answer that places it at the press, else under the pointer. None off the table."""
        raise NotImplementedError

    def put_down(self, choice: Where, *, is_dragged: bool) -> None:
        """Handle the end of a press that meant an answer."""
        self.selection.give(choice)

    def means_model(self, model_id: str) -> bool:
        return False

    def click(self, point: Point, model_id: str) -> bool:
        self.grip.at = point
        return True

    def let_go(self) -> None:
        self.grip.at = None

    def release(self) -> bool:
        if self.grip.at is None:
            return False
        choice, is_dragged = self.choice(), self.grip.heading is not None
        self.let_go()
        if choice is not None:
            self.put_down(choice, is_dragged=is_dragged)
        return True
