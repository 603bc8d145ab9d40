"""The state of one game: everything that the rules read and change. It is cheap to copy and easy to digest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from operator import attrgetter
from typing import Any, ForwardRef, NamedTuple, TypeVar

from jovian.cards import ScenarioCard, TerrainCard, UnitCard
from jovian.cards.plain_json import MAX_ITEMS, READERS, read_text
from jovian.frozen import frozen
from jovian.game.activation import Activation
from jovian.game.model import TABLE, Model
from jovian.table import Pose, Shape

# --- Terrain ---
# A piece of terrain is immutable. A piece that moves is replaced.


@frozen
class Terrain:
    """A piece of terrain: a pose, and an outline of convex parts."""

    id: str
    kind: str
    """A kind of terrain. A comet is 2 pieces, `comet` and `comet-tail`."""
    pose: Pose
    outline: tuple[Shape, ...]
    group: str = ""
    """Pieces of the same group move together."""
    still: bool = False
    """Whether it stays in place although others of its kind move."""

    def at(self, pose: Pose) -> Terrain:
        """Return the same piece at another pose."""
        return replace(self, pose=pose)

    def digested(self) -> tuple[object, ...]:
        x, y, heading = self.pose
        return (self.id, self.kind, self.group, round(x * 10000), round(y * 10000), heading)


# --- The state ---

T = TypeVar("T")
Sums = tuple[int, ...]
"""What models add up to."""
Step = list[Any]
"""A step of the agenda, or an explosion of the queue: its name and its arguments as JSON values."""
Note = int | str | tuple["Note", ...]
"""A plain value that a rule of the scenario stores."""
MAX_NESTING = 8
"""The deepest nesting of lists in a note."""


def read_note(data: Any, depth: int = 0) -> Note:
    """Return the note of any JSON. Raises ValueError."""
    if isinstance(data, list) and len(data) <= MAX_ITEMS and depth < MAX_NESTING:
        return tuple([read_note(item, depth + 1) for item in data])
    if type(data) is int:
        return data
    if type(data) is not str:
        raise ValueError("must be whole numbers, texts, and lists of them")
    return read_text(data)


READERS[ForwardRef("Note")] = read_note


@frozen(eq=False)
class CacheKey:
    """The key of one game in the caches of this process. No 2 keys are equal.

    Views have their own keys, so that a player who changes its view can't corrupt the cache of the real game. The key
    of a view doesn't lead to the others.
    """

    of_views: tuple[CacheKey, ...] = ()
    """The keys of the views: of side 0, of side 1, and of what both sides know. A view has none."""

    def of_view(self, side: int) -> CacheKey:
        """Return the key for a side's view of this state. A view of a view keeps its key."""
        return self.of_views[side] if self.of_views else self


def _new_key() -> CacheKey:
    return CacheKey((CacheKey(), CacheKey(), CacheKey()))


class Score(NamedTuple):
    """The points of one side at the last count, in the End Phase."""

    objective: float
    victory: float


ONCE_IDLED = (False, False)
"""What a digest held about Embarked models that idled. It stays, so that the digests of older saves remain valid."""
_SLOTS = (
    "activation",
    "agenda",
    "cache_key",
    "chain",
    "common",
    "declined",
    "drone_cards",
    "height",
    "initiative",
    "kept",
    "manual",
    "models",
    "notes",
    "options",
    "origin",
    "over",
    "paused",
    "phase",
    "pool",
    "queue",
    "rolled_faces",
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

    `agenda` lists the remaining steps, the next one last. `queue` holds explosions to resolve. `viewer` is None for the
    real state, and the side for a side's view.
    """

    __slots__ = _SLOTS

    def __new__(cls, *_: object, **__: object) -> State:
        """Make an instance as any class does. The compiled class would ask for the arguments even when copying."""
        return super().__new__(cls)

    def __init__(self, scenario: ScenarioCard, options: dict[str, str], rulebook: Any, manual: bool = False) -> None:
        self.scenario = scenario
        self.options = options
        """The options of the rules by name, such as `ecm`."""
        self.rulebook = rulebook
        """The rules of the game (`rules/rulebook/rulebook.py`). They don't change during a game."""
        self.manual = manual
        """Whether the players roll real dice and enter the faces."""
        self.width = float(scenario.width)
        self.height = float(scenario.height)
        self.models: dict[str, Model] = {}
        self.cache_key = _new_key()
        """The key of this game, shared with its copies. Not part of the digest."""
        self.terrain: dict[str, Terrain] = {}
        self.pool: tuple[TerrainCard, ...] = ()
        """Pieces of terrain that the players have yet to place before the game."""
        self.turn = 0
        self.phase = ""
        """`deployment`, `activation`, or `end`. Empty before the first turn."""
        self.stage = ""
        """The part of the Deployment Phase: `capitals` or `squadrons`."""
        self.initiative = 0
        self.side_to_go = 0
        """The side that is next to deploy or activate."""
        self.declined: tuple[bool, bool] = (False, False)
        """Whether each side has declined to deploy more models, or to place more terrain before the game."""
        self.agenda: list[Step] = []
        self.queue: list[Step] = []
        self.activation: Activation | None = None
        self.paused: list[Activation] = []
        """Activations that wait while a commanded drone activates, the innermost last."""
        self.drone_cards: tuple[UnitCard, ...] = ()
        """The drone squadrons that Drone Bays can launch."""
        self.unseen: dict[str, int] = {}
        """On a view: the number of unknown models aboard each enemy ship."""
        self.chain = b""
        """The key of the dice, which every answer changes. Empty on a view."""
        self.rolls = 0
        """The number of rolls since the last answer."""
        self.common: dict[str, int] | None = None
        """The number of rolls for each purpose, if dice depend on the purpose and not on the answers. Players can't
        change it. None in a real game."""
        self.rolled_faces: tuple[tuple[int, ...], ...] = ()
        """The faces of all rolls since the last anchor. Faces that players entered are in the answers."""
        self.script: tuple[tuple[int, ...], ...] = ()
        """The faces of the next rolls: in a look ahead those already rolled, otherwise faces set by hand."""
        self.serial = 0
        """The number of terrain pieces that the game has made."""
        self.notes: dict[str, Note] = {}
        """The values that rules of the scenario store, by name. Both sides know them."""
        self.scores = Score(0.0, 0.0), Score(0.0, 0.0)
        """The points of each side at the last count."""
        self.over = False
        self.winner: int | None = None
        """The winner. None for a draw, and before the end."""
        self.viewer: int | None = None
        self.trial: Callable[..., Any] | None = None
        """On a view: makes a private game to look ahead in, `trial(key)` or `trial(key, dice)`."""
        self.kept: dict[Any, Any] | None = None
        """What has been computed about a view, or a state supposed from one. None on states that may change."""
        self.origin: tuple[State, dict[str, Model]] | None = None
        """On a supposed state: the state that it comes from, and its changed models by id."""

    def clone(self) -> State:
        """Return a copy that shares only immutable values."""
        new = State.__new__(State)
        for slot, value in zip(_SHARED, _shared_by(self), strict=True):
            setattr(new, slot, value)
        new.models = {model_id: model.copy() for model_id, model in self.models.items()}
        new.terrain = self.terrain.copy()
        new.agenda = [step.copy() for step in self.agenda]
        new.notes = self.notes.copy()
        new.queue = [step.copy() for step in self.queue]
        new.activation = self.activation.copy() if self.activation else None
        new.paused = [activation.copy() for activation in self.paused]
        new.kept = new.origin = None
        return new

    def supposed(self, changed: Iterable[Model] = ()) -> State:
        """Return the state as if models with these ids had changed.

        All else is shared with this state. Fields of the result may be set before it is used, except `models`, but no
        value in them may be changed.
        """
        new = State.__new__(State)
        for slot, value in zip(_SLOTS, _all_of(self), strict=True):
            setattr(new, slot, value)
        changes = {model.id: model for model in changed}
        new.models = self.models | changes
        new.kept, new.origin = None if self.kept is None else {}, (self, changes)
        return new

    def keep(self, what: Hashable, compute: Callable[[], T]) -> T:
        """Return what `compute` returns. A view, or a state supposed from one, keeps it by the name `what`."""
        if self.kept is None:
            return compute()
        if what not in self.kept:
            self.kept[what] = compute()
        result: T = self.kept[what]
        return result

    def totals(self, add: Callable[[State, Iterable[Model]], tuple[Sums, ...]]) -> tuple[Sums, ...]:
        """Return what `add` returns for all models: groups of sums. A view keeps them.

        They may depend only on each model, the scenario, and the rules: a supposed state only corrects the sums of its
        origin.
        """
        return self.keep(add, lambda: self._new_totals(add))

    def _new_totals(self, add: Callable[[State, Iterable[Model]], tuple[Sums, ...]]) -> tuple[Sums, ...]:
        if self.kept is None or self.origin is None:
            return add(self, self.models.values())
        origin, changes = self.origin
        before = [origin.models[model_id] for model_id in changes if model_id in origin.models]
        groups = zip(origin.totals(add), add(origin, before), add(self, changes.values()), strict=True)
        return tuple([tuple([total - old + new for total, old, new in zip(*group, strict=True)]) for group in groups])

    def apart(self) -> None:
        """Give the state a cache key of its own, apart from the game it was copied from."""
        self.cache_key = _new_key()

    def on_table(self) -> list[Model]:
        """Return the models on the table, in the order of the fleets."""
        return [model for model in self.models.values() if model.place == TABLE]

    def side_models(self, side: int) -> list[Model]:
        """Return the models that a side controls, in play or not."""
        return [model for model in self.models.values() if model.side == side]

    @property
    def active(self) -> Model | None:
        """The model that is activated now, None if there is none."""
        return self.models.get(self.activation.model) if self.activation else None

    def digest(self) -> str:
        """Return a hash of everything that can change, the same on every computer."""
        facts = (
            self.turn, self.phase, self.stage, self.initiative, self.side_to_go, self.declined, self.agenda, self.queue,
            self.chain.hex(), self.rolls, self.serial, self.over, self.winner,
            [[round(value * 1000) for value in score] for score in self.scores],
            [model.digested() for model in self.models.values()],
            [piece.digested() for piece in self.terrain.values()],
            self.activation.digested() if self.activation else None, ONCE_IDLED,
            [activation.digested() for activation in self.paused],
            *([sorted(self.notes.items())] if self.notes else ()),
            *(["pool", *(card.id for card in self.pool)] if self.pool else ()),
            *([sorted(self.common.items())] if self.common is not None else ()),
        )  # fmt: skip
        return hashlib.blake2b(repr(facts).encode(), digest_size=16).hexdigest()

    def __repr__(self) -> str:
        known = "" if self.viewer is None else f", as side {self.viewer} knows it"
        return f"<turn {self.turn}, {self.phase}: {len(self.on_table())} models on the table{known}>"


_COPIED = ("models", "terrain", "agenda", "queue", "activation", "paused", "notes", "kept", "origin")
_SHARED = tuple(slot for slot in _SLOTS if slot not in _COPIED)
_shared_by = attrgetter(*_SHARED)
_all_of = attrgetter(*_SLOTS)
