"""A part of the table that is chosen: all of them outlined, the one under the pointer lit."""

from __future__ import annotations

from jovian.game import Answer
from jovian.table import Rect
from jovian.ui.answering.prompts import PromptController
from jovian.ui.board import Note, Overlay, Region
from jovian.ui.playing.desk import Point


class PartController(PromptController):
    """Base of those that answer by a button, or by a click on a part of the table."""

    @property
    def hint(self) -> str:
        """Words on how to answer."""
        return f"Click that part of the table, or choose it here · {super().hint}"

    def _parts(self) -> list[tuple[Answer, Rect]]:
        """Each answer with its part of the table."""
        return [(answer, self._part(answer)) for answer in self._answers()]

    def _part(self, answer: Answer) -> Rect:
        """What of the table an answer stands for."""
        raise NotImplementedError

    def _under(self, point: Point | None) -> tuple[Answer, Rect] | None:
        """The answer whose part of the table is under the pointer, or nearest to it."""
        if point is None:
            return None
        return min(self._parts(), key=lambda each: _away(each[1], point))

    def overlays(self) -> tuple[Overlay, ...]:
        """All the parts, the one under the pointer lit."""
        found: list[Overlay] = [Region(part.outline, "measure") for _, part in self._parts()]
        under = self._under(self.desk.point)
        if under is None:
            return tuple(found)
        answer, part = under
        label = next(each.label for each in self.listed if each.answer is answer)
        left, bottom, right, top = part.box
        return (*found, Region(part.outline, "lit"), Note(((left + right) / 2, (bottom + top) / 2), label, "lit"))

    def fires_at(self, ident: str) -> bool:
        """False: a click chooses a part of the table."""
        return False

    def click(self, point: Point, ident: str) -> bool:
        """Choose the part of the table that was clicked."""
        under = self._under(point)
        if under is not None:
            self.given(under[0])
        return under is not None


def _away(part: Rect, point: Point) -> float:
    """How far a point is from a part of the table, its square; 0 inside."""
    left, bottom, right, top = part.box
    dx, dy = max(left - point[0], 0.0, point[0] - right), max(bottom - point[1], 0.0, point[1] - top)
    return dx * dx + dy * dy
