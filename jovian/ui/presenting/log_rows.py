"""The rows of the log: what the narrator says, in colors and typefaces, wrapped to a width, and kept."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import LogEntry
from jovian.game.parts import MACRO
from jovian.narrator import HEADLINE, Die, Line, Names, Span, narrate
from jovian.narrator import line as said
from jovian.narrator.names import Name
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.dice import DROPPED, MACRO_MINUS, MACRO_PLUS, PLAIN, SET
from jovian.ui.kit.fonts import measure
from jovian.ui.kit.theme import BLADE, DANGER, GOOD, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, WARN, Color

_STYLES: dict[str, tuple[Color, str]] = {
    said.WORDS: (TEXT_SOFT, "small"), said.QUIET: (TEXT_FAINT, "small"), said.WARNING: (WARN, "small"),
    said.HARM: (DANGER, "label"), said.REPAIR: (GOOD, "label"), said.MODEL: (WARN, "label"),
    said.SIDE: (TEXT, "label"), said.THING: (TEXT, "label"), said.NUMBER: (BLADE, "label"),
    said.RESULT: (BLADE, "label"), said.ROLLED: (GOOD, "strong"), said.OPPOSED: (TEXT, "label"),
    said.REASONS: (TEXT_FAINT, "small"), said.TITLE: (TEXT_FAINT, "caps"), said.VICTORY: (BLADE, "heading"),
    said.CARD: (TEXT_FAINT, "small"),
}  # fmt: skip
"""The color and the typeface of each kind of span; what belongs to a side has its color."""
SHOWN_ELSEWHERE = (said.PLACE,)
"""Kinds of spans that the board shows."""
NOTHING = "N"
"""The code of no result, which is faint."""


class Piece(NamedTuple):
    """A run of text in one look."""

    text: str
    color: Color
    role: str
    words: str = ""
    """What the text says, where it is a code."""


class Row(NamedTuple):
    """One row of the log."""

    pieces: tuple[Piece, ...]
    dice: tuple[tuple[int, str], ...] = ()
    """Faces with their looks."""
    number: int = 0
    """Of the event."""
    headline: bool = False
    about: str = said.STORY
    """What the tabs sort by."""


def rows_of(line: Line, width: int) -> list[Row]:
    """A line in as many rows as it needs; one with dice stays whole."""
    pieces = tuple(_piece(span) for span in line.spans if span.kind not in SHOWN_ELSEWHERE)
    whole = Row(pieces, _looks(line.dice), line.number, line.level == HEADLINE, line.about)
    if line.dice:
        return [whole]
    return [whole._replace(pieces=row) for row in _wrapped(pieces, width)]


def _piece(span: Span) -> Piece:
    color, role = _STYLES[span.kind]
    if span.side is not None:
        color = SIDES[span.side].main
    elif span.text == NOTHING and span.spelled:
        color = TEXT_FAINT
    text = span.text.upper() if span.kind in (said.TITLE, said.VICTORY) else span.text
    return Piece(f"  {text}" if span.kind == said.REASONS else text, color, role, span.spelled)


def _looks(dice: tuple[Die, ...]) -> tuple[tuple[int, str], ...]:
    """Base and flex dice by their faces, those taken out behind their like; then the macro dice."""
    rolled = sorted((die for die in dice if die.kind != MACRO), key=lambda die: (die.face, not die.kept))
    return tuple((die.face, _look(die)) for die in (*rolled, *(die for die in dice if die.kind == MACRO)))


def _look(die: Die) -> str:
    if die.kind == MACRO:
        return MACRO_PLUS if die.sign > 0 else MACRO_MINUS
    return DROPPED if not die.kept else SET if die.counts else PLAIN


def _wrapped(pieces: tuple[Piece, ...], width: int) -> list[tuple[Piece, ...]]:
    """Pieces in rows, broken between words."""
    rows: list[list[Piece]] = [[]]
    x = 0
    for piece in pieces:
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
    return [tuple(row) for row in rows]


class _Kept(NamedTuple):
    """What an event became, and the names that it was told by."""

    entry: LogEntry
    sides: tuple[str, ...]
    names: tuple[tuple[str, Name | None], ...]
    """By id, None where nobody knew it."""
    lines: list[Line]


class Told:
    """The lines of the events of one game as long as their names are the same, and their rows for one width.

    So a replay that goes back and forth tells and wraps nothing twice.
    """

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._kept: dict[int, _Kept] = {}
        self._rows: dict[int, tuple[Line, list[Row]]] = {}
        """By the identity of a line, which is held so that it stays its own."""
        self._width = 0

    def lines(self, entry: LogEntry, names: Names) -> list[Line]:
        """The lines of an event by what is known of names now."""
        if self.stands(entry, names):
            return self._kept[entry.n].lines
        names.asked.clear()
        lines = narrate(entry, names, self._book)
        asked = tuple((ident, names.called(ident)) for ident in sorted(names.asked))
        self._kept[entry.n] = _Kept(entry, names.sides, asked, lines)
        return lines

    def stands(self, entry: LogEntry, names: Names) -> bool:
        """Would an event be told now as it was told last?"""
        kept = self._kept.get(entry.n)
        return kept is not None and kept.entry is entry and kept.sides == names.sides and names.hold(kept.names)

    def rows(self, line: Line, width: int) -> list[Row]:
        """A line wrapped to a width."""
        if width != self._width:
            self._rows, self._width = {}, width
        found = self._rows.get(id(line))
        if found is None:
            found = self._rows[id(line)] = line, rows_of(line, width)
        return found[1]
