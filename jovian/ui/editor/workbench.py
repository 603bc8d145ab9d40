"""The workbench: what the parts of the editor share. The draft and its past, what is chosen, what is in hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from jovian.cards import unit_cards
from jovian.editing.commands import add_piece, copied, delete_piece
from jovian.editing.draft import Data, Draft, History, Piece, model_line, terrain_line, zone_line
from jovian.editing.problems import Problem, Sketch, find_problems, sketch

Point = tuple[float, float]
GIVES_WAY = {
    "fleets": "Models on the table replace the two fleets: nothing is deployed, and no deployment zone is drawn.",
    "layout": "The table is no longer laid out at random.",
}
"""What is said where a part of the scenario gives way to a piece, by the key of that part."""


class Tool(NamedTuple):
    """What is in hand, to be set down by a click."""

    section: str
    """The list that it is for."""
    name: str
    """The kind of terrain or zone, or the key of a unit card."""
    side: int = 0
    heading: int = 0

    def line(self, x: float, y: float) -> Data:
        """The line of a piece of it at a place."""
        if self.section == "zones":
            return zone_line(self.side, x, y, self.name == "corners")
        if self.section == "models":
            return {**model_line(unit_cards()[self.name], self.side, x, y), "heading": self.heading}
        line = terrain_line(self.name, x, y)
        return {**line, "heading": self.heading} if self.heading and "x" in line else line


@dataclass
class Workbench:
    """What the parts of the editor share. Every change of the draft goes through `do`."""

    history: History
    path: Path | None = None
    """The file of the draft, None before it is saved."""
    chosen: Piece | None = None
    """The piece whose form is shown, None for that of the scenario."""
    corner: int | None = None
    """The corner of its outline that was touched last."""
    tool: Tool | None = None
    point: Point | None = None
    """The table point under the pointer, None off the board."""
    shift: bool = False
    notice: str = ""
    """What the last change took out of the scenario besides, until the page has said so; "" for nothing."""
    doing: str = ""
    """What the last change was part of: further changes of the same are one step of undoing."""
    _before: History | None = field(default=None, repr=False)
    """The history before what is being done."""
    _sketched: tuple[Draft, Sketch] | None = field(default=None, repr=False)
    _judged: tuple[Draft, list[Problem]] | None = field(default=None, repr=False)

    @property
    def draft(self) -> Draft:
        """The draft as it is now."""
        return self.history.now

    @property
    def sketch(self) -> Sketch:
        """What of it can be drawn."""
        if self._sketched is None or self._sketched[0] is not self.draft:
            self._sketched = self.draft, sketch(self.draft)
        return self._sketched[1]

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with it."""
        if self._judged is None or self._judged[0] is not self.draft:
            self._judged = self.draft, find_problems(self.draft)
        return self._judged[1]

    # --- changes ---
    def do(self, draft: Draft, doing: str = "") -> None:
        """Go on with another draft; while the same thing is being done, in place of the one before."""
        if not doing or doing != self.doing or self._before is None:
            self._before = self.history
        self.doing = doing
        self.history = self._before.then(draft)
        self._held()

    def undo(self) -> None:
        """Take the last change back."""
        self.history, self.doing = self.history.undone(), ""
        self._held()

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        self.history, self.doing = self.history.redone(), ""
        self._held()

    def _held(self) -> None:
        """What is chosen no longer is, if it is not there any more."""
        if self.chosen is not None and self.draft.at(self.chosen.path) is None:
            self.choose(None)

    def choose(self, piece: Piece | None) -> None:
        """Show the form of a piece, or that of the scenario."""
        if piece != self.chosen:
            self.chosen, self.corner, self.doing = piece, None, ""

    def set_down(self, x: float, y: float) -> None:
        """Put what is in hand on the table, and choose it."""
        if self.tool is not None:
            draft, piece = add_piece(self.draft, self.tool.section, self.tool.line(x, y))
            self.add(draft, piece)

    def add(self, draft: Draft, piece: Piece, doing: str = "") -> None:
        """Continue with a draft that has another piece, choose that, and note what gave way to it."""
        before = self.draft
        self.do(draft, doing)
        self.choose(piece)
        gone = [words for key, words in GIVES_WAY.items() if key in before.data and key not in draft.data]
        self.notice = f"{' '.join(gone)} Undo takes this back." if gone else ""

    def copy(self) -> None:
        """Lay a copy of the chosen piece beside it, and choose that."""
        if self.chosen is not None and self.draft.line(self.chosen):
            draft, piece = copied(self.draft, self.chosen)
            self.do(draft)
            self.choose(piece)

    def delete(self) -> None:
        """Take the chosen piece away."""
        if self.chosen is not None:
            draft, gone = delete_piece(self.draft, self.chosen), self.chosen
            self.choose(None)
            self.do(draft, f"delete {gone}")
            self.doing = ""
