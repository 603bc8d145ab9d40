"""A line of the log: its pieces and dice, who and whose it names, and wrapping it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from jovian.game import Event
from jovian.rules.facts.telling import result_words
from jovian.ui.kit.fonts import measure
from jovian.ui.kit.theme import SIDES, TEXT_FAINT, TEXT_SOFT, WARN, Color

Names = Mapping[str, tuple[str, int | None]]
"""Id to name and side."""
UNSEEN = "an unseen model"
"""What a model is called that the reader does not know, such as one that burns fuel aboard an enemy ship."""


class Piece(NamedTuple):
    """A run of text in one look."""

    text: str
    color: Color = TEXT_SOFT
    role: str = "small"
    words: str = ""
    """What the text says, where it is a code."""


class Line(NamedTuple):
    """One row of the log."""

    pieces: tuple[Piece, ...]
    dice: tuple[tuple[int, str], ...] = ()
    number: int = 0
    """Of the event."""
    kind: str = "text"
    """`head`, `dice`, `damage`, `reason` (of the line before) or `text`: what the tabs sort by."""

    def in_words(self) -> Line:
        """The line without codes, for where no tooltip explains them."""
        return self._replace(pieces=tuple(piece._replace(text=piece.words or piece.text) for piece in self.pieces))


Maker = Callable[[Event, Names, Sequence[str]], list[Line]]
"""What makes the lines of an event, of its names and what the sides are called."""


def who_of(ident: str, names: Names) -> Piece:
    """The name of a model, in the color of its side."""
    name, side = names.get(ident, (UNSEEN, None))
    return Piece(name, SIDES[side].main if side is not None else WARN, "label")


def result_of(code: str, hit: Color, role: str = "label") -> Piece:
    """A result as its code, which the log explains under the pointer."""
    return Piece(code, TEXT_FAINT if code == "N" else hit, role, result_words(code))


def side_of(side: int, sides: Sequence[str]) -> Piece:
    """What a side is called, in its color."""
    return Piece(sides[side], SIDES[side].main, "label")


def wrapped(line: Line, width: int) -> list[Line]:
    """The line in as many rows as it needs; dice rows stay whole."""
    if line.dice:
        return [line]
    rows: list[list[Piece]] = [[]]
    x = 0
    for piece in line.pieces:
        for word in piece.text.split(" "):
            size = measure(word, piece.role)[0] + 5
            if x and x + size > width:
                rows.append([])
                x = 0
            last = rows[-1][-1] if rows[-1] else None
            if last is not None and last[1:] == piece[1:]:
                rows[-1][-1] = last._replace(text=f"{last.text} {word}")
            else:
                rows[-1].append(piece._replace(text=word))
            x += size
    return [Line(tuple(row), (), line.number, line.kind) for row in rows]
