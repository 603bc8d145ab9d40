"""Where a recorded game turned, found out beside the window: `rehearse --turning-points`, heard while it plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from jovian.match import Match
from jovian.ui.playing.rehearsing import Rehearsing, position_of

ARGUMENTS = ("--turning-points", "--games", "20")


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
    """None where the change was not split."""
    dice: float | None


@dataclass(frozen=True, slots=True)
class Found:
    """What is known so far."""

    curve: tuple[Chance, ...] = ()
    points: tuple[TurningPoint, ...] = ()
    """Those that moved it most first."""
    complete: bool = False


class Turned:
    """One search, kept with its game; it is called off at any time and keeps what it has found."""

    def __init__(self, match: Match, arguments: Sequence[str] = ARGUMENTS) -> None:
        self.run = Rehearsing(position_of(match), arguments)
        self.found = Found()
        self._heard = 0

    def listen(self) -> bool:
        """Take in what is new; True if anything is."""
        heard, answer = self.run.heard, self.run.poll()
        if heard == self._heard:
            return False
        self._heard = heard
        if answer is not None:
            self.found = read(answer)
        return True

    @property
    def said(self) -> str:
        """How it stands, in a line."""
        if self.run.running:
            return f"{len(self.found.curve)} moments so far"
        if self.run.notice:
            return self.run.notice
        return "" if self.found.complete else "Called off: this is what was found"


def read(answer: dict[str, Any]) -> Found:
    """What the JSON of an answer says."""
    known = [each for each in answer["curve"] if each["chance"] is not None]
    curve = (Chance(each["answers"], **each["chance"]) for each in known)
    points = (_point(answer["parts"][number]) for number in answer["points"])
    return Found(tuple(curve), tuple(points), answer["complete"])


def _point(part: dict[str, Any]) -> TurningPoint:
    return TurningPoint(
        part["begin"], part["end"], part["turn"], part["side"], part["name"], part["told"], part["change"]["value"],
        _value(part["decision"]), _value(part["dice"]),
    )  # fmt: skip


def _value(found: dict[str, float] | None) -> float | None:
    return None if found is None else found["value"]
