"""The current activation: everything that later decisions of it need, so that a game can be resumed at any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

EXTRA_TURN, FREE_TURN, TWO_TURNS, DEBRIS_FIELD = "turn", "pivot", "two turns", "debris"
"""The grants of actions: one more turn, a turn to any heading, 2 turns in all, or a debris field."""


class MoveLimits(NamedTuple):
    """The limits of a model's moves and turns in an activation, in inches."""

    min_move: float
    """The minimum move of a ship. If negative, how far it may move in reverse."""
    max_move: float
    turns: int


class WeaponRef(NamedTuple):
    """A weapon of a model that fires by itself (Autofire)."""

    model: str
    mount: str


class TerrainEncounter(NamedTuple):
    """An encounter of a model with a piece of terrain."""

    model: str
    piece: str


class Activation:
    """The current activation of one model. Lengths are in inches."""

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
        """The id of the active model, or of the leader of the active Formation."""
        self.declared = False
        """Whether the action, or none, has been declared."""
        self.action = ""
        """The name of the declared action, "" for none."""
        self.granted: tuple[str, ...] = ()
        """The grants of the action, such as EXTRA_TURN."""
        self.target = ""
        """The squadron or rating that the declaration named (R45), or the ship that has been boarded. "" for none."""
        self.start = (0.0, 0.0)
        """The position of the model when it declared, or of its ship if it was launched since."""
        self.resolved = False
        self.limits: MoveLimits | None = None
        """Set when the model first moves or turns (R20), None before."""
        self.ran = 0.0
        """The inches moved ahead, or flown."""
        self.reversed = 0.0
        """The inches moved in reverse."""
        self.turned = 0
        """The number of turns made."""
        self.thrusters_test: bool | None = None
        """Whether the test to turn with Thrusters 0 was passed, None if there was none (R22)."""
        self.spent: tuple[str, ...] = ()
        """The id of a model for each Fire Control spent in this activation (R40)."""
        self.used: tuple[str, ...] = ()
        """The mount of each attack, once for each time that it fired."""
        self.fired_on: tuple[WeaponRef, ...] = ()
        """The enemy weapons that had their chance for Autofire (R56)."""
        self.launched = False
        """Whether it has left the ship that carried it."""
        self.landed: tuple[str, ...] = ()
        """The ids of the models that have gone aboard a ship: the model, and the rest of its Formation in order."""
        self.bays: tuple[str, ...] = ()
        """The mount of a Drone Bay for each drone squadron that may still be launched."""
        self.reacted: tuple[str, ...] = ()
        """The enemy squadrons that had their chance for a Reactive Interception (R71)."""
        self.intercepted = False
        """Whether the active model has fought an interceptor. It can't again, but others of its Formation can (R76)."""
        self.fights = 0
        """The number of Reactive Interceptions fought in this activation. Each ends the flight that it interrupts."""
        self.let_pass = False
        """Whether the enemy has declined all reactions to the rest of this move."""
        self.struck: tuple[TerrainEncounter, ...] = ()
        """Terrain that has already attacked a model in this activation (R29)."""
        self.avoided: tuple[TerrainEncounter, ...] = ()
        """Terrain that a model avoids (R30)."""
        self.entered: tuple[TerrainEncounter, ...] = ()
        """Terrain that a ship doesn't avoid, decided when its escort reached the piece before the ship did (R30)."""
        self.stopped = False
        """Whether it attacked or acted on top of something that it couldn't avoid. Its move is then over."""

    def copy(self) -> Activation:
        """Return a copy. Every field is an immutable value."""
        new = Activation.__new__(Activation)
        for slot in Activation.__slots__:
            setattr(new, slot, getattr(self, slot))
        return new

    @property
    def moved(self) -> bool:
        """Whether the model has moved or turned at all."""
        return self.limits is not None

    def digested(self) -> tuple[object, ...]:
        """Return the fields for the digest: lengths as integers, pairs as texts, a test as 1 passed, -1 failed, 0 none.

        `entered` counts only if it isn't empty, and a landing of one model without its id, so that the digests of older
        saves remain valid.
        """
        fields = (_CONVERSIONS.get(slot, _same)(getattr(self, slot)) for slot in _DIGESTED)
        return (*fields, _lengths(self.limits or ()), *([_join_pairs(self.entered)] if self.entered else []))


def _same(value: object) -> object:
    return value


def _length(inches: float) -> int:
    """Return a length in ten-thousandths of an inch."""
    return round(inches * 10000)


def _lengths(lengths: Iterable[float]) -> tuple[int, ...]:
    return tuple(map(_length, lengths))


def _join_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    return tuple(map("/".join, pairs))


def _landings(ids: tuple[str, ...]) -> object:
    return ids if len(ids) > 1 else bool(ids)


_CONVERSIONS: dict[str, Callable[[Any], object]] = {
    "ran": _length, "reversed": _length, "start": _lengths, "thrusters_test": {None: 0, True: 1, False: -1}.__getitem__,
    "fired_on": _join_pairs, "struck": _join_pairs, "avoided": _join_pairs, "landed": _landings,
}  # fmt: skip
"""The conversions of field values for the digest."""
_DIGESTED = tuple(slot for slot in Activation.__slots__ if slot not in ("limits", "entered"))
