"""The story of a game as plain lines for the terminal: the narrator's text, indented by its importance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from jovian.game import LogEntry, State
from jovian.game.events import BASE, FLEX
from jovian.narrator import DETAIL, HEADLINE, PLAIN, TITLE, Die, LogLine, Narrator
from jovian.rules.rulebook.rulebook import Rulebook

INDENTS = {HEADLINE: "", PLAIN: "  ", DETAIL: "    "}
SIGNS = str.maketrans({"→": "->", "—": "-", "°": " degrees"})
"""Replacements for characters that some terminals can't show."""


def game_story(entries: Iterable[LogEntry], book: Rulebook, state: State | None = None) -> Iterator[str]:
    """Yield the lines for events of a game under a rulebook. A state tells the ratings of undamaged models."""
    yield from Account(book, state).tell(entries)


class Account:
    """Yields lines for events. It remembers the names of models between calls."""

    def __init__(self, book: Rulebook, state: State | None = None) -> None:
        self._narrator = Narrator(book)
        if state is not None:
            self._narrator.names.learn_boxes(state)

    def tell(self, entries: Iterable[LogEntry]) -> Iterator[str]:
        """Yield the lines for more events, with an empty line before each phase."""
        for story in self._narrator.tell_stories(entries):
            yield from lines_to_text((*story.lines, *(replace(line, level=DETAIL) for line in story.details)))


def lines_to_text(lines: Iterable[LogLine]) -> Iterator[str]:
    """Yield lines of the narrator as plain text, with an empty line before each phase."""
    for line in lines:
        if line.level == HEADLINE and line.spans[0].kind == TITLE:
            yield ""
        yield to_plain_text(line)


def to_plain_text(line: LogLine) -> str:
    """Return a line of the narrator as plain text with its dice."""
    dice = f"{_dice(line.dice)} -> " if line.dice else ""
    return f"{INDENTS[line.level]}{dice}{line.text}".translate(SIGNS)


def _dice(dice: tuple[Die, ...]) -> str:
    """Return the faces of each kind, and the dice kept if some were removed."""
    faces: dict[str, list[int]] = {}
    for die in dice:
        faces.setdefault(die.kind, []).append(die.face)
    texts = [f"{'' if kind == BASE else f'{kind} '}{_join_faces(values)}" for kind, values in faces.items()]
    if not all(die.kept for die in dice):
        texts.append(f"kept {_join_faces(die.face for die in dice if die.kept and die.kind in (BASE, FLEX))}")
    return ", ".join(texts)


def _join_faces(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))
