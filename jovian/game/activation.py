"""What an activation knows: every menu of it is built from here, never from a local variable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

EXTRA_TURN, FREE_TURN, TWO_TURNS, DEBRIS_FIELD = "turn", "pivot", "two turns", "debris"
"""What an action may grant: a turn more, one to any heading, two in all, a field of debris where it was declared."""


class Limits(NamedTuple):
    """How far and how often a model may move in an activation. Inches."""

    least: float
    """What a ship must move at least; below 0, what it may move in reverse."""
    most: float
    turns: int


class Gun(NamedTuple):
    """A weapon of a model that fires by itself."""

    model: str
    mount: str


class Meeting(NamedTuple):
    """A model that has met a piece of terrain."""

    model: str
    piece: str


class Activation:
    """The running activation of one model. Lengths in inches."""

    __slots__ = (
        "action",
        "avoided",
        "bays",
        "declared",
        "entered",
        "fights",
        "fired_on",
        "granted",
        "intercepted",
        "landed",
        "launched",
        "let_pass",
        "limits",
        "model",
        "ran",
        "reacted",
        "resolved",
        "reversed",
        "spent",
        "start",
        "stopped",
        "struck",
        "target",
        "thrusters_test",
        "turned",
        "used",
    )

    def __init__(self, model: str) -> None:
        self.model = model
        """The id of the active model; of a formation, of the one that leads it."""
        self.declared = False
        """Has the action (or none) been declared?"""
        self.action = ""
        """The name of the declared action, "" for none."""
        self.granted: tuple[str, ...] = ()
        """What the action has granted: EXTRA_TURN and the like."""
        self.target = ""
        """The squadron that an Active Interception named when it was declared (R45)."""
        self.start = (0.0, 0.0)
        """Where the model stood when it declared; once it is launched, where the ship stands aboard which it did."""
        self.resolved = False
        self.limits: Limits | None = None
        """Fixed when the model first moves or turns (R20); None before."""
        self.ran = 0.0
        """Inches moved ahead, or flown."""
        self.reversed = 0.0
        """Inches moved astern."""
        self.turned = 0
        """How many turns it has made."""
        self.thrusters_test: bool | None = None
        """Was the test to turn at Thrusters 0 passed? None if it was not made (R22)."""
        self.spent: tuple[str, ...] = ()
        """The id of a model for each Fire Control that it has spent in this activation (R40)."""
        self.used: tuple[str, ...] = ()
        """The mount of each attack, once for each time that it fired."""
        self.fired_on: tuple[Gun, ...] = ()
        """Every enemy weapon that was offered its autofire (R56)."""
        self.launched = False
        """Has it left the ship that carried it?"""
        self.landed = False
        """Has it gone aboard a ship?"""
        self.bays: tuple[str, ...] = ()
        """The mount of a Drone Bay for each drone squadron that its use may still launch."""
        self.reacted: tuple[str, ...] = ()
        """The enemy squadrons that were offered their Reactive Interception (R71)."""
        self.intercepted = False
        """Has who is active now fought an interceptor? It may not twice; who flies on without the fighter may (R76)."""
        self.fights = 0
        """How many Reactive Interceptions were fought in this activation: each ends the flight that it interrupts."""
        self.let_pass = False
        """Has the other side said that nobody reacts to the rest of this move?"""
        self.struck: tuple[Meeting, ...] = ()
        """Terrain that has already attacked a model in this activation (R29)."""
        self.avoided: tuple[Meeting, ...] = ()
        """Terrain that a model avoids (R30)."""
        self.entered: tuple[Meeting, ...] = ()
        """Terrain that a ship doesn't avoid, decided when its escort came to the piece before the ship did (R30)."""
        self.stopped = False
        """Has it attacked or acted while standing on something it could not get clear of? Then its move is over."""

    def copy(self) -> Activation:
        """A copy; every field is a plain value."""
        new = Activation.__new__(Activation)
        for slot in Activation.__slots__:
            setattr(new, slot, getattr(self, slot))
        return new

    @property
    def moved(self) -> bool:
        """Has the model moved or turned at all?"""
        return self.limits is not None

    def digested(self) -> tuple[object, ...]:
        """What the digest reads: lengths as integers, pairs as texts, a test as 1 passed, -1 failed, 0 not made.

        `entered` counts only if it holds something, so that the digests in older saves stay the same.
        """
        fields = (_PLAIN.get(slot, _same)(getattr(self, slot)) for slot in _TOLD)
        return (*fields, _lengths(self.limits or ()), *([_joined(self.entered)] if self.entered else []))


def _same(value: object) -> object:
    return value


def _length(inches: float) -> int:
    """Ten-thousandths of an inch."""
    return round(inches * 10000)


def _lengths(several: Iterable[float]) -> tuple[int, ...]:
    return tuple(map(_length, several))


def _joined(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(map("/".join, pairs))


_PLAIN: dict[str, Callable[[Any], object]] = {
    "ran": _length, "reversed": _length, "start": _lengths, "thrusters_test": {None: 0, True: 1, False: -1}.__getitem__,
    "fired_on": _joined, "struck": _joined, "avoided": _joined,
}  # fmt: skip
"""What the digest reads in place of a field's value."""
_TOLD = tuple(slot for slot in Activation.__slots__ if slot not in ("limits", "entered"))
