"""A game told in plain lines: what the narrator says, for the terminal, where there is no board to look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jovian.game import LogEntry
from jovian.game.events import BASE, FLEX
from jovian.narrator import DETAIL, HEADLINE, PLAIN, TITLE, Die, Line, Narrator
from jovian.rules.rulebook.rulebook import Rulebook

INDENTS = {HEADLINE: "", PLAIN: "  ", DETAIL: "    "}
SIGNS = str.maketrans({"→": "->", "—": "-", "°": " degrees"})
"""What every terminal can show, in place of what some cannot."""


def game_story(entries: Iterable[LogEntry], book: Rulebook) -> Iterator[str]:
    """The story of events of a game under a rulebook."""
    yield from Account(book).tell(entries)


class Account:
    """Tells events as they come; it remembers what models are called."""

    def __init__(self, book: Rulebook) -> None:
        self._narrator = Narrator(book)

    def tell(self, entries: Iterable[LogEntry]) -> Iterator[str]:
        """The lines for some more events; a phase begins after an empty one."""
        for line in self._narrator.tell(entries):
            if line.level == HEADLINE and line.spans[0].kind == TITLE:
                yield ""
            yield printed(line)


def printed(line: Line) -> str:
    """A line of the narrator as plain text."""
    dice = f"{_dice(line.dice)} -> " if line.dice else ""
    return f"{INDENTS[line.level]}{dice}{line.text}".translate(SIGNS)


def _dice(dice: tuple[Die, ...]) -> str:
    """The faces of each kind, and what was kept where some were taken out."""
    faces: dict[str, list[int]] = {}
    for die in dice:
        faces.setdefault(die.kind, []).append(die.face)
    told = [f"{'' if kind == BASE else f'{kind} '}{_joined(found)}" for kind, found in faces.items()]
    if not all(die.kept for die in dice):
        told.append(f"kept {_joined(die.face for die in dice if die.kept and die.kind in (BASE, FLEX))}")
    return ", ".join(told)


def _joined(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))
