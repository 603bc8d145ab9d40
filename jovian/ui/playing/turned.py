"""Where a recorded game turned, found out beside the window: `rehearse --turning-points`, heard while it plays."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from jovian.cards.reading.files import Unreadable, read_json
from jovian.match import Match
from jovian.match.saves.writing import write_whole
from jovian.ui.files.paths import home
from jovian.ui.playing.rehearsing import Rehearsing, position_of

ARGUMENTS = ("--turning-points", "--games", "20")
MOST_BYTES = 4 << 20
"""Bytes of a kept answer."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of side 0 at a moment, with its interval, 0 to 1."""

    answers: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A part of the game that moved the chance."""

    begin: int
    """After how many answers it begins."""
    end: int
    turn: int
    side: int | None
    name: str
    """Who activated."""
    told: str
    """What happened."""
    change: float
    decision: float | None
    """What whoever activated chose was worth; None where the change was not split."""
    answered: float | None
    """What the other side chose was worth, None where it chose nothing."""
    dice: float | None
    """What is left of the change."""


@dataclass(frozen=True, slots=True)
class Found:
    """What is known so far."""

    curve: tuple[Chance, ...] = ()
    points: tuple[TurningPoint, ...] = ()
    """Those that moved it most first."""
    complete: bool = False


class Turned:
    """One search, or what an earlier one has found; it is called off at any time, and a whole answer is kept."""

    def __init__(self, run: Rehearsing | None, place: Path, found: Found | None = None) -> None:
        self.run = run
        """The process, None for what was found before."""
        self.found = found or Found()
        self._place = place
        self._heard = 0

    @classmethod
    def begun(cls, match: Match, arguments: Sequence[str] = ARGUMENTS) -> Self:
        """Begin to search a game."""
        return cls(Rehearsing(position_of(match), arguments), _place(match))

    @classmethod
    def kept(cls, match: Match) -> Self | None:
        """What was found of a game before, None if nothing was, or nothing that can be read."""
        place = _place(match)
        try:
            found = read(read_json(place, MOST_BYTES))
        except (Unreadable, KeyError, IndexError, TypeError):
            return None
        return cls(None, place, found)

    @property
    def running(self) -> bool:
        """Is it still being found out?"""
        return self.run is not None and self.run.running

    def cancel(self) -> None:
        """Call it off; what was found stays."""
        if self.run is not None:
            self.run.cancel()

    def listen(self) -> bool:
        """Take in what is new, and keep what is whole; True if anything is."""
        if self.run is None or self.run.heard == self._heard:
            return False
        self._heard, answer = self.run.heard, self.run.poll()
        if answer is not None:
            self.found = read(answer)
            if self.found.complete:
                with suppress(OSError):  # it is shown all the same
                    write_whole(self._place, json.dumps(answer) + "\n")
        return True

    @property
    def said(self) -> str:
        """How it stands, in a line."""
        if self.running:
            return f"{len(self.found.curve)} moments so far"
        if self.run is not None and self.run.notice:
            return self.run.notice
        return "" if self.found.complete else "Called off: this is what was found"


def _place(match: Match) -> Path:
    """Where the answer about a game is kept, by its last state."""
    return home() / "turning points" / f"{match.state.digest()}.json"


def read(answer: dict[str, Any]) -> Found:
    """What the JSON of an answer says."""
    known = [each for each in answer["curve"] if each["chance"] is not None]
    curve = (Chance(each["answers"], **each["chance"]) for each in known)
    points = (_point(answer["parts"][number]) for number in answer["points"])
    return Found(tuple(curve), tuple(points), answer["complete"])


def _point(part: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        part["begin"], part["end"], part["turn"], part["side"], part["name"], part["told"], part["change"]["value"],
        _value(part["decision"]), _value(part.get("answered")), _value(part.get("fell", part["dice"])),
    )  # fmt: skip


def _value(found: dict[str, float] | None) -> float | None:
    return None if found is None else found["value"]
