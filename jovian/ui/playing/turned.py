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
    flat: tuple[tuple[int, int], ...] = ()
    """After how many answers the parts begin and end whose change was not split into decision and dice."""
    complete: bool = False

    def unsplit(self, answers: int) -> bool:
        """Is a part on after so many answers that was not split so far?"""
        return self.complete and any(begin <= answers < end for begin, end in self.flat)


class Turned:
    """One search, or what an earlier one has found; it is called off at any time, and a whole answer is kept."""

    def __init__(self, run: Rehearsing | None, place: Path, answer: dict[str, Any] | None = None) -> None:
        self.run = run
        """The process, None for what was found before."""
        self.found = read(answer) if answer is not None else Found()
        self._answer = answer
        """The JSON of the whole, None before it is."""
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
            return cls(None, place, read_json(place, MOST_BYTES))
        except (Unreadable, KeyError, IndexError, TypeError):
            return None

    def split(self, match: Match, answers: int, arguments: Sequence[str] = ARGUMENTS) -> None:
        """Begin to split the part that is on after so many answers; the whole is found already."""
        self.run, self._heard = Rehearsing(position_of(match), (*arguments, "--part", str(answers))), 0

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
        if answer is None or (self._answer is not None and not answer["complete"]):
            return True
        whole = answer if self._answer is None else joined(self._answer, answer)
        self.found = read(whole)
        if self.found.complete:
            self._answer = whole
            with suppress(OSError):  # it is shown all the same
                write_whole(self._place, json.dumps(whole) + "\n", files_only=True)
        return True

    @property
    def said(self) -> str:
        """How it stands, in a line."""
        if self.running and self._answer is not None:
            return "This part is being split"
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
    flat = ((each["begin"], each["end"]) for each in answer["parts"] if not each["close"])
    return Found(tuple(curve), tuple(points), tuple(flat), answer["complete"])


def joined(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """The answer about a game with one part of it split besides, whose answer has that part alone."""
    moments = zip(whole["curve"], part["curve"], strict=True)
    curve = [new if new["chance"] is not None and new["games"] > old["games"] else old for old, new in moments]
    close = [number for number, each in enumerate(part["parts"]) if each["close"]]
    parts = [part["parts"][number] if number in close else each for number, each in enumerate(whole["parts"])]
    points = [*whole["points"], *(number for number in close if number not in whole["points"])]
    return {**whole, "curve": curve, "parts": parts, "points": points}


def _point(part: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        part["begin"], part["end"], part["turn"], part["side"], part["name"], part["told"], part["change"]["value"],
        _value(part["decision"]), _value(part.get("answered")), _value(part.get("fell", part["dice"])),
    )  # fmt: skip


def _value(found: dict[str, float] | None) -> float | None:
    return None if found is None else found["value"]
