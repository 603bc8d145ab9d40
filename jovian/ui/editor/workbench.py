"""What the parts of the editor share: the draft with its history, the chosen piece, and the tool."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from jovian.cards import unit_cards
from jovian.editing.commands import add_piece, copy_piece, delete_piece
from jovian.editing.draft import Bench, Data, Draft, Piece, model_line, terrain_line, zone_line
from jovian.editing.problems import Problem, Sketch, find_problems, sketch
from jovian.frozen import frozen

Point = tuple[float, float]
REPLACED_TEXTS = {
    "fleets": "Models on the table replace the two fleets. Nothing is deployed, and deployment zones are off.",
    "layout": "The table is no longer laid out at random.",
}
"""Shown if a piece replaces a part of the scenario, by the key of that part."""


@frozen
class Tool:
    """What a click places."""

    section: str
    """The section of the draft: `terrain`, `models`, or `zones`."""
    name: str
    """The kind of terrain or zone, or the key of a unit card."""
    side: int = 0
    heading: int = 0

    def line(self, x: float, y: float) -> Data:
        """Return the line of such a piece at a place."""
        if self.section == "zones":
            return zone_line(self.side, x, y, self.name == "corners")
        if self.section == "models":
            return {**model_line(unit_cards()[self.name], self.side, x, y), "heading": self.heading}
        line = terrain_line(self.name, x, y)
        return {**line, "heading": self.heading} if self.heading and "x" in line else line


@dataclass(slots=True)
class Workbench(Bench[Draft]):
    """The shared state of the editor. Every change of the draft goes through `apply`."""

    path: Path | None = None
    """The file of the draft, None before it is saved."""
    chosen: Piece | None = None
    """The piece whose form is shown, None for the form of the scenario."""
    corner: int | None = None
    """The index of the corner that was touched last."""
    tool: Tool | None = None
    point: Point | None = None
    """The table point under the pointer, None off the board."""
    shift: bool = False
    notice: str = ""
    """What the last change removed from the scenario, until the screen has shown it; "" for nothing."""
    _cached_sketch: tuple[Draft, Sketch] | None = field(default=None, repr=False)
    _checked: tuple[Draft, list[Problem]] | None = field(default=None, repr=False)

    @property
    def sketch(self) -> Sketch:
        """The part of the draft that can be drawn."""
        if self._cached_sketch is None or self._cached_sketch[0] is not self.draft:
            self._cached_sketch = self.draft, sketch(self.draft)
        return self._cached_sketch[1]

    @property
    def problems(self) -> list[Problem]:
        """The problems of the draft."""
        if self._checked is None or self._checked[0] is not self.draft:
            self._checked = self.draft, find_problems(self.draft)
        return self._checked[1]

    # --- Changes ---
    def keep_choice(self) -> None:
        """Choose nothing if the chosen piece no longer exists."""
        if self.chosen is not None and self.draft.at(self.chosen.path) is None:
            self.choose(None)

    def choose(self, piece: Piece | None) -> None:
        """Show the form of a piece, or of the scenario (None)."""
        if piece != self.chosen:
            self.chosen, self.corner, self.change_key = piece, None, ""

    def place_tool(self, x: float, y: float) -> None:
        """Place a piece of the tool on the table, and choose it."""
        if self.tool is not None:
            draft, piece = add_piece(self.draft, self.tool.section, self.tool.line(x, y))
            self.add(draft, piece)

    def add(self, draft: Draft, piece: Piece, change_key: str = "") -> None:
        """Continue with a draft that has another piece, choose the piece, and note what it replaced."""
        before = self.draft
        self.apply(draft, change_key)
        self.choose(piece)
        notes = [words for key, words in REPLACED_TEXTS.items() if key in before.data and key not in draft.data]
        self.notice = f"{' '.join(notes)} Undo restores it." if notes else ""

    def copy(self) -> None:
        """Place a copy of the chosen piece next to it, and choose the copy."""
        if self.chosen is not None and self.draft.line(self.chosen):
            draft, piece = copy_piece(self.draft, self.chosen)
            self.apply(draft)
            self.choose(piece)

    def delete(self) -> None:
        """Delete the chosen piece."""
        if self.chosen is not None:
            draft, piece = delete_piece(self.draft, self.chosen), self.chosen
            self.choose(None)
            self.apply(draft, f"delete {piece}")
            self.change_key = ""
