"""All that is so in a game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, NamedTuple

from jovian.cards import ScenarioCard, TerrainCard, UnitCard
from jovian.frozen import frozen
from jovian.game.model import TABLE, Model
from jovian.table import Pose, Shape

# --- activation ---
# What an activation knows: every menu of it is built from here, never from a local variable.

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


# --- terrain ---
# Terrain pieces: what lies on the table besides models. They are values; a piece that moves is replaced.


@frozen
class Terrain:
    """One piece: an outline of convex parts, standing at a pose."""

    id: str
    kind: str
    """One of the closed list of terrain kinds; a comet is two pieces, `comet` and `comet-tail`."""
    pose: Pose
    outline: tuple[Shape, ...]
    group: str = ""
    """Pieces that move together share it."""
    still: bool = False
    """Does it stay where it is, though others of its kind move?"""

    def at(self, pose: Pose) -> Terrain:
        """The same piece elsewhere."""
        return replace(self, pose=pose)

    def digested(self) -> tuple[object, ...]:
        """What the digest reads."""
        x, y, heading = self.pose
        return (self.id, self.kind, self.group, round(x * 10000), round(y * 10000), heading)


# --- state ---
# The state of one game: all that the rules read and change, cheap to clone, plain enough to digest.

Step = list[Any]
"""A step of the agenda or an explosion of the queue: its name, then its arguments, as JSON knows values."""
Note = int | str | tuple["Note", ...]
"""A plain value that a scenario remembers."""


@dataclass(frozen=True, slots=True, eq=False)
class CacheKey:
    """The key of one game in the caches of this process: no two are equal.

    Views have keys of their own, so that a player who changes its view can't spoil a cache of the real game. The key
    of a view doesn't lead to the others.
    """

    of_views: tuple[CacheKey, ...] = ()
    """The keys for views: of side 0, of side 1, and of what both sides know. A view has none."""

    def of_view(self, side: int) -> CacheKey:
        """Return the key for a side's view of this state. A view of a view keeps its key."""
        return self.of_views[side] if self.of_views else self


def _new_key() -> CacheKey:
    return CacheKey((CacheKey(), CacheKey(), CacheKey()))


class Score(NamedTuple):
    """The points of one side at the last count, which the End Phase of a turn makes."""

    objective: float
    victory: float


_PARTS = (
    "activation",
    "agenda",
    "cache_key",
    "chain",
    "common",
    "declined",
    "drone_cards",
    "fell",
    "height",
    "idled",
    "initiative",
    "manual",
    "models",
    "notes",
    "options",
    "over",
    "paused",
    "phase",
    "pool",
    "queue",
    "rolls",
    "rulebook",
    "scenario",
    "scores",
    "script",
    "serial",
    "side_to_go",
    "stage",
    "terrain",
    "trial",
    "turn",
    "unseen",
    "viewer",
    "width",
    "winner",
)


class State:
    """One game at one moment.

    `agenda` is the list of steps still to run, last one next. `queue` holds explosions to resolve. `viewer` is None
    for the real state and a side for that side's view of it.
    """

    __slots__ = _PARTS

    def __new__(cls, *_: object, **__: object) -> State:
        """As any class does; compiled it would ask of a copy what is asked of a new game."""
        return super().__new__(cls)

    def __init__(self, scenario: ScenarioCard, options: dict[str, str], rulebook: Any, manual: bool = False) -> None:
        self.scenario = scenario
        self.options = options
        """Edition options by name, such as `ecm`."""
        self.rulebook = rulebook
        """What the game is played under (`rules/rulebook/rulebook.py`): the same from its start to its end."""
        self.manual = manual
        """Do the players roll real dice and type them in?"""
        self.width = float(scenario.width)
        self.height = float(scenario.height)
        self.models: dict[str, Model] = {}
        self.cache_key = _new_key()
        """Which game of this process it belongs to, with all its copies; in no digest."""
        self.terrain: dict[str, Terrain] = {}
        self.pool: tuple[TerrainCard, ...] = ()
        """Pieces that the players have yet to lay out before the game."""
        self.turn = 0
        self.phase = ""
        """`deployment`, `activation` or `end`; "" before the first turn."""
        self.stage = ""
        """The part of the Deployment Phase: `capitals` or `squadrons`."""
        self.initiative = 0
        self.side_to_go = 0
        """The side whose go it is to deploy or activate."""
        self.declined: tuple[bool, bool] = (False, False)
        """Does a side bring no more in this part of the Deployment Phase, or lay no more before the game?"""
        self.agenda: list[Step] = []
        self.queue: list[Step] = []
        self.activation: Activation | None = None
        self.paused: list[Activation] = []
        """Activations that wait while a commanded drone takes its own, the innermost last."""
        self.idled: tuple[bool, bool] = (False, False)
        """Did the side's latest activation let an embarked model idle (R35)?"""
        self.drone_cards: tuple[UnitCard, ...] = ()
        """The drone squadrons that Drone Bays may launch."""
        self.unseen: dict[str, int] = {}
        """On a view: how many models that its side does not know are aboard each enemy ship."""
        self.chain = b""
        """The key of the dice, which every answer moves on; empty in a view."""
        self.rolls = 0
        """How often dice have fallen since the last answer."""
        self.common: dict[str, int] | None = None
        """How often dice have fallen for what, in a game where they depend on that and not on the answers; nobody
        changes it. None in any real game."""
        self.fell: tuple[tuple[int, ...], ...] = ()
        """The faces of every roll since the last anchor was answered; typed ones stand in the answers."""
        self.script: tuple[tuple[int, ...], ...] = ()
        """Faces that fall before any of its own: in a look ahead those that have fallen, else some set by hand."""
        self.serial = 0
        """Counts the terrain pieces that the game has made."""
        self.notes: dict[str, Note] = {}
        """What clauses of the game remember, by their names; both sides know it."""
        self.scores = Score(0.0, 0.0), Score(0.0, 0.0)
        """The points of each side at the last count."""
        self.over = False
        self.winner: int | None = None
        """The side that has won; None for a draw, and before the end."""
        self.viewer: int | None = None
        self.trial: Callable[..., Any] | None = None
        """On a view, what gives its player a private game to look ahead in: `trial(key)`, or `trial(key, dice)`."""

    def clone(self) -> State:
        """A copy that shares only what never changes."""
        new = State.__new__(State)
        for slot, value in zip(_SHARED, _shared_by(self), strict=True):
            setattr(new, slot, value)
        new.models = {ident: model.copy() for ident, model in self.models.items()}
        new.terrain = self.terrain.copy()
        new.agenda = [step.copy() for step in self.agenda]
        new.notes = self.notes.copy()
        new.queue = [step.copy() for step in self.queue]
        new.activation = self.activation.copy() if self.activation else None
        new.paused = [activation.copy() for activation in self.paused]
        return new

    def apart(self) -> None:
        """Make it a game of its own, which shares nothing with that which it was copied from."""
        self.cache_key = _new_key()

    def on_table(self) -> list[Model]:
        """The models on the table, in the order of the fleets."""
        return [model for model in self.models.values() if model.place == TABLE]

    def side_models(self, side: int) -> list[Model]:
        """The models that a side controls, in play or not."""
        return [model for model in self.models.values() if model.side == side]

    @property
    def active(self) -> Model | None:
        """The model whose activation runs."""
        return self.models.get(self.activation.model) if self.activation else None

    def digest(self) -> str:
        """A fingerprint of everything that can change, the same on every machine."""
        facts = (
            self.turn, self.phase, self.stage, self.initiative, self.side_to_go, self.declined, self.agenda, self.queue,
            self.chain.hex(), self.rolls, self.serial, self.over, self.winner,
            [[round(value * 1000) for value in score] for score in self.scores],
            [model.digested() for model in self.models.values()],
            [piece.digested() for piece in self.terrain.values()],
            self.activation.digested() if self.activation else None, self.idled,
            [activation.digested() for activation in self.paused],
            *([sorted(self.notes.items())] if self.notes else ()),
            *(["pool", *(card.id for card in self.pool)] if self.pool else ()),
            *([sorted(self.common.items())] if self.common is not None else ()),
        )  # fmt: skip
        return hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest()

    def __repr__(self) -> str:
        known = "" if self.viewer is None else f", as side {self.viewer} knows it"
        return f"<turn {self.turn}, {self.phase}: {len(self.on_table())} models on the table{known}>"


_COPIED = ("models", "terrain", "agenda", "queue", "activation", "paused", "notes")
_SHARED = tuple(slot for slot in _PARTS if slot not in _COPIED)
_shared_by = attrgetter(*_SHARED)
