"""What came of one rehearsed game, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from jovian.game.model import TABLE
from jovian.match.faults import Fault

DESTROYED, CAPTURED, WITHDRAWN, CRIPPLED, DAMAGED, UNHURT = FATES = (
    "destroyed", "captured", "withdrawn", "crippled", "damaged", "unhurt",
)  # fmt: skip
"""What may become of a model, worst first; of several the worst is told."""
LOST = (DESTROYED, CAPTURED)


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one model."""

    who: str
    """The same for the same model in every game from one start: its number in the fleets, or the key of its card."""
    name: str
    """What players call it."""
    side: int
    """Who controlled it first."""
    capital: bool
    """Is it a capital ship?"""
    how: str
    """One of `FATES`."""
    by: str
    """What brought it about, such as `Beam Projector of Anvil 1`; "" where nothing in particular did."""
    turn: int
    """In which Game Turn, the last for one that is still there."""
    x: float
    """Inches from the left edge, where it or the ship that it was aboard stood last."""
    y: float
    """Inches from the lower edge."""
    value: int
    """Its Threat Value."""
    place: str = TABLE
    """Where it is at the end: `table`, `reserve`, `embarked`, `destroyed` or `withdrawn`."""

    @property
    def lost(self) -> bool:
        """Is it lost to the side that had it?"""
        return self.how in LOST


class Award(NamedTuple):
    """What an objective gave both sides."""

    title: str
    """What its points are for."""
    points: tuple[int, int]
    """Those of side 0 and of side 1."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one game."""

    number: int
    """Which of the games it is, from 0."""
    winner: int | None
    """Which side won, None for a draw."""
    turns: int
    """The Game Turn in which it ended."""
    objective: tuple[float, float]
    """The Objective Points of both sides."""
    victory: tuple[float, float]
    """Their Victory Points."""
    fates: tuple[Fate, ...]
    """What became of each model, in the order of the fleets."""
    decisions: int
    """How many questions were answered."""
    digest: str
    """The fingerprint of the last state."""
    seconds: float = field(compare=False)
    """How long its playing took the processor; no part of the answer."""
    broken: bool = False
    """Was a plan given up before its end?"""
    awards: tuple[Award, ...] = ()
    """What each objective gave, in the order of the scenario."""
    decided: str = ""
    """What decided it, see `deciding.py`."""
    faults: tuple[Fault, ...] = ()
    """What its players did wrong, whose choices the default took."""

    @property
    def margin(self) -> float:
        """By how many Victory Points side 0 is ahead."""
        return self.victory[0] - self.victory[1]
