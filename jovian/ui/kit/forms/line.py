"""A line of text that is being edited, as a value: the text, the cursor, and the other end of what is selected."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Far(Enum):
    """How far a key moves the cursor."""

    LETTER = "letter"
    WORD = "word"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class Line:
    """Every edit is another line; positions count letters from 0, before the first, to the length of the text."""

    text: str = ""
    cursor: int = 0
    anchor: int = 0
    """Where the selection began; where the cursor is if nothing is selected."""

    @classmethod
    def of(cls, text: str) -> Line:
        """A text with the cursor at its end."""
        return cls(text, len(text), len(text))

    @property
    def span(self) -> tuple[int, int]:
        """From where to where it is selected."""
        return min(self.cursor, self.anchor), max(self.cursor, self.anchor)

    @property
    def selected(self) -> str:
        """The selected text, "" if none is."""
        low, high = self.span
        return self.text[low:high]

    def put(self, typed: str) -> Line:
        """A text in place of the selection, or at the cursor."""
        low, high = self.span
        return Line(self.text[:low] + typed + self.text[high:], low + len(typed), low + len(typed))

    def erased(self, way: int, far: Far) -> Line:
        """Without the selection, or without what lies between the cursor and where a key leads."""
        return (self if self.selected else self.moved(self.reach(way, far), keep=True)).put("")

    def moved(self, to: int, *, keep: bool = False) -> Line:
        """With the cursor elsewhere; with `keep` all on the way is selected."""
        to = min(len(self.text), max(0, to))
        return Line(self.text, to, self.anchor if keep else to)

    def stepped(self, way: int, far: Far, *, keep: bool = False) -> Line:
        """With the cursor moved by a key; a step that keeps no selection leads to its end on that side."""
        if self.selected and not keep and far is Far.LETTER:
            return self.moved(self.span[way > 0])
        return self.moved(self.reach(way, far), keep=keep)

    def all(self) -> Line:
        """All of it selected."""
        return Line(self.text, len(self.text), 0)

    def reach(self, way: int, far: Far) -> int:
        """Where a step to the left (-1) or to the right (1) leads: the next word begins or ends there."""
        if far is Far.LINE:
            return len(self.text) if way > 0 else 0
        if far is Far.LETTER:
            return min(len(self.text), max(0, self.cursor + way))
        at = self.cursor
        for wanted in (False, True):  # first past what is between words, then past the word
            while 0 <= at + min(0, way) < len(self.text) and _of_word(self.text[at + min(0, way)]) == wanted:
                at += way
        return at


def _of_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
