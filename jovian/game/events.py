"""Events: what happened in a game, for the log, the animation, and statistics.

Each event is a frozen value with a JSON form. `docs/events.md` lists all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import field, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from jovian.cards.plain_json import KEY, MAX_NUMBER, READERS, read_text
from jovian.dice import Faces, Pool, Result
from jovian.frozen import frozen
from jovian.game.state import Note
from jovian.table import Pose

# --- Contributions to a number ---
MODIFIER = "modifier"
BASE = "base"
FLEX = "flex"
MACRO = "macro"
ESCALATE = "escalate"
DIMINISH = "diminish"


@frozen
class Contribution:
    """A reason and the number that it adds, such as a modifier of an attack or the dice of a pool."""

    label: str
    """The reason, such as `Short Range`."""
    value: int
    place: str
    """The rule that says so."""
    kind: str = MODIFIER
    """`modifier` counts toward the net Attack Modifier. The other kinds add dice or change the result."""


def sum_parts(parts: Iterable[Contribution], kind: str) -> int:
    """Return the sum of all contributions of one kind."""
    value = 0
    for part in parts:
        if part.kind == kind:
            value += part.value
    return value


# --- Events and their JSON form ---
PLAIN = (str, int, float, bool, type(None))
UNWRITTEN = {"unwritten": True}
"""The metadata of a field that isn't in the JSON form. Only programs that compute odds need it."""


@frozen(kw_only=True)
class JsonValue:
    """A value with a JSON form. The JSON form omits a field that has its default value."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields in order as JSON values."""
        values = ((key, getattr(self, name), default) for name, key, default in written_fields(type(self)))
        return {key: plain(value) for key, value, default in values if value != default}


class Event(JsonValue):
    """An event. Each type has its own class."""

    __slots__ = ()
    type: ClassVar[str]
    """The type in the JSON form."""

    def to_players(self) -> Self:
        """Return the event with everything that players may know."""
        return self


def written_fields(of: type[JsonValue]) -> tuple[tuple[str, str, object], ...]:
    """Return the name, the JSON key, and the default (`MISSING` for none) of each field of the JSON form."""
    if of not in _FIELDS:
        written = (item for item in fields(of) if item.metadata != UNWRITTEN)
        _FIELDS[of] = tuple((item.name, item.metadata.get(KEY, item.name), item.default) for item in written)
    return _FIELDS[of]


_FIELDS: dict[type[JsonValue], tuple[tuple[str, str, object], ...]] = {}
"""The fields of each class, computed once."""


def plain(value: object) -> Any:
    """Return a value as JSON: poses, tuples, and contributions as lists, pools and faces as objects, results as codes.

    Raises TypeError for a value that no event has.
    """
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, JsonValue):
        return value.to_json()
    if isinstance(value, Contribution):
        return [value.label, value.value, value.place, value.kind]
    if isinstance(value, Pool):
        return {"base": value.base, "flex": value.flex, "macro": value.macro}
    if isinstance(value, Faces):
        return {"base": list(value.base), "flex": list(value.flex), "macro": list(value.macro)}
    if isinstance(value, Result):
        return str(value)
    raise TypeError(f"an event can't have the value {value!r}")


def _read_contribution(data: Any) -> Contribution:
    match data:
        case [label, int(value), rule, kind] if type(value) is int and abs(value) <= MAX_NUMBER:
            return Contribution(read_text(label), value, read_text(rule), read_text(kind))
    raise ValueError("must be a reason, a number, a rule, and a kind")


def _read_result(data: Any) -> Result:
    return Result.parse(read_text(data))


READERS |= {Contribution: _read_contribution, Result: _read_result}

# --- Dice ---


@frozen(kw_only=True)
class Rolled(Event):
    """Dice are rolled."""

    type: ClassVar[str] = "rolled"
    side: int
    """The side that rolls."""
    purpose: str
    """The purpose in words."""
    pool: Pool
    """The dice. A negative number of macro dice diminishes."""
    parts: tuple[Contribution, ...]
    """The contributions to the pool."""
    faces: Faces
    """The faces in the order rolled."""
    kept: tuple[int, ...]
    """The remaining base and flex faces, lowest first."""
    result: str
    """The code of a result, such as `D2,T4` or `N`, or the number rolled."""
    rerolled: bool
    """Whether this is the re-roll."""
    may_reroll: bool = field(default=False, metadata=UNWRITTEN)
    """Whether it may be re-rolled."""
    good: tuple[int, ...] = field(default=(), metadata=UNWRITTEN)
    """For a single die: the faces that are good for the side that rolls. Empty if no face is better than another."""
    model: str = field(default="", metadata=UNWRITTEN)
    """The id of the model that the roll is about. Empty for an attack, and for a roll about no model."""
    of_attack: bool = field(default=False, metadata=UNWRITTEN)
    """Whether it is part of an attack, which an `attacked` event completes."""
    is_against: bool = field(default=False, metadata=UNWRITTEN)
    """Whether it is compared with the roll before it: dice that oppose, or the other side of a firefight."""


@frozen(kw_only=True)
class Opposed(Event):
    """A Secondary Player opposes a result."""

    type: ClassVar[str] = "opposed"
    side: int
    """The Secondary Player."""
    purpose: str
    """The purpose in words."""
    primary: Result
    """The code of the result before it was opposed."""
    secondary: Result
    """The code of the opposing result."""
    left: Result
    """The code of the remaining result."""
    of_attack: bool = field(default=False, metadata=UNWRITTEN)
    """Whether it is part of an attack, which an `attacked` event completes."""


# --- Positions and moves ---

TURN = "turn"
OWN_MOVES = ("advance", TURN, "squadron")
"""The causes of moves that a model makes by its own orders in its activation."""


@frozen(kw_only=True)
class Placed(Event):
    """A model, a template, or wreckage is placed on the table."""

    type: ClassVar[str] = "placed"
    model: str
    """The id of the model or the piece."""
    start: None = field(metadata={KEY: "from"})
    """Always null, because it comes from off the table."""
    to: Pose
    """The pose: x and y in inches from the lower left corner, heading in degrees (0 is up the table, clockwise)."""
    path: tuple[Pose, ...]
    """This pose alone."""
    cause: str
    """The cause, such as `deployment`, `launch`, `wreckage`, or `layout`."""
    inches: float
    """Always 0."""
    kind: str | None = None
    """The kind of a template or a piece of terrain. Missing for a model."""
    side: int | None = None
    """The side that places the piece of terrain before the game. Missing otherwise."""


@frozen(kw_only=True)
class Moved(Event):
    """A model, or a comet with its tail, moves straight, turns, or is pushed."""

    type: ClassVar[str] = "moved"
    model: str
    """The id of the model or the piece."""
    start: Pose = field(metadata={KEY: "from"})
    """The old pose: x and y in inches from the lower left corner, heading in degrees (0 is up the table, clockwise)."""
    to: Pose
    """The new pose."""
    path: tuple[Pose, ...]
    """All poses of the move, including both ends."""
    cause: str
    """The cause, such as `advance`, `turn`, `squadron`, `overlap`, `escort`, or `comet`."""
    inches: float
    """The length of the move in inches: 0 for a turn on the spot, and the shift for a turn at the edge of a planet."""

    @property
    def degrees(self) -> int:
        """The turn in degrees, -180 to 179, positive clockwise."""
        return (self.to.heading - self.start.heading + 180) % 360 - 180


@frozen(kw_only=True)
class Revealed(Event):
    """A card becomes public."""

    type: ClassVar[str] = "revealed"
    model: str
    """The id of the model."""
    card: str
    """The key of its unit card, such as `cega/fury`."""
    unit: str
    """The name of the card, such as `Fury`."""
    tv: int
    """The Threat Value."""
    side: int | None
    """The side that controls it, null for a neutral model."""
    kind: str
    """`capital`, `squadron`, `drone`, or `object` (an unidentified object)."""
    name: str
    """The name of the model."""


@frozen(kw_only=True)
class HardpointsShown(Event):
    """The hardpoints of a ship become public."""

    type: ClassVar[str] = "hardpoints"
    model: str
    """The id of the ship."""
    weapons: tuple[str, ...]
    """The names of the weapons in its hardpoints, one per weapon. Empty hardpoints have none."""
    tv: int
    """The Threat Value including these weapons."""


@frozen(kw_only=True)
class LeftPlay(Event):
    """A model, a comet, or a template leaves the table."""

    type: ClassVar[str] = "left_play"
    model: str
    """The id of the model or the piece."""
    how: str
    """`destroyed`, `withdrawn`, or `embarked`."""
    host: str | None = None
    """The id of the ship that it embarked on. Missing otherwise."""


@frozen(kw_only=True)
class HangerCount(Event):
    """The number of models aboard a ship, after one embarked in secret."""

    type: ClassVar[str] = "hangers"
    ship: str
    """The id of the ship."""
    aboard: int
    """The number of models aboard."""


@frozen(kw_only=True)
class TerrainAvoided(Event):
    """A model flies around terrain."""

    type: ClassVar[str] = "avoided"
    model: str
    """The id of the model."""
    terrain: str
    """The id of the piece of terrain."""
    kind: str
    """The kind of the piece of terrain."""


# --- Attacks and close combat ---


@frozen(kw_only=True)
class Attacked(Event):
    """An attack: its modifiers, its dice, and its result."""

    type: ClassVar[str] = "attacked"
    attacker: str
    """The id of the model or the piece of terrain that attacks."""
    weapon: str
    """The name of the weapon, or of the terrain or template."""
    target: str
    """The id of the target."""
    window: str
    """The occasion: `activation`, `autofire`, `dogfight`, `bombing`, `ram`, `terrain`, `explosion`, and others."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire. Empty without a weapon."""
    distance: float
    """The distance in inches, 0 in contact."""
    band: str
    """The range band. Empty if it doesn't count."""
    arc: str
    """The arc of the target that is hit. Empty if it doesn't count."""
    modifiers: tuple[Contribution, ...]
    """The contributions to the Attack Modifier."""
    net: int
    """The sum of the modifiers."""
    pool: Pool | None
    """The attack dice, null if none are rolled."""
    dice: tuple[Contribution, ...]
    """The contributions to the pool."""
    shift: int
    """Escalations minus diminishes, in steps of Magnitude."""
    autohit: str
    """The result of a hit without a roll. Empty if there is none."""
    jammed: str
    """The id of the model that jams the attack. Empty if none does."""
    defense: Pool | None
    """The dice that oppose the attack, null if none do."""
    defense_dice: tuple[Contribution, ...]
    """The contributions to the opposing pool."""
    result: Result
    """The code of the final result."""
    fire_control_left: int
    """The Fire Control that the attacker has left in this activation."""
    swarm: bool = field(default=False, metadata=UNWRITTEN)
    """Whether triples and better lose a step at the end (Swarm)."""
    defense_reroll: bool = field(default=False, metadata=UNWRITTEN)
    """Whether the opposing dice may be re-rolled."""


@frozen(kw_only=True)
class Expended(Event):
    """Weapons are used without an attack: a CMM missile in defense, or weapons that suppress."""

    type: ClassVar[str] = "expended"
    model: str
    """The id of their model."""
    mounts: tuple[str, ...]
    """The ids of the mounts."""
    weapon: str
    """The name of the weapon."""
    cause: str
    """The purpose."""
    fire_control_left: int
    """The Fire Control that the model has left in this activation."""


@frozen(kw_only=True)
class NukeBurst(Event):
    """A Nuke detonates at a point."""

    type: ClassVar[str] = "burst"
    model: str
    """The id of the model that fired it."""
    weapon: str
    """The id of its mount."""
    at: tuple[float, float]
    """The point: x and y in inches from the lower left corner of the table."""


@frozen(kw_only=True)
class Intercepted(Event):
    """A model intercepts another model."""

    type: ClassVar[str] = "intercepts"
    model: str
    """The id of the interceptor."""
    target: str
    """The id of the intercepted model."""
    active: bool
    """Whether the interceptor uses its own action. Otherwise it reacts."""


@frozen(kw_only=True)
class MissileDeclared(Event):
    """A missile is declared in close combat, before the plans."""

    type: ClassVar[str] = "missile"
    model: str
    """The id of the model that fires it."""
    target: str
    """The id of the target."""
    mounts: tuple[str, ...]
    """The ids of the mounts."""
    weapon: str
    """The name of the weapon."""


@frozen(kw_only=True)
class FighterPlan(JsonValue):
    """The plan of a model in a Dogfight or a Bombing Run."""

    model: str
    """The id of the model."""
    weapon: str
    """The name of its weapon. Empty for none."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire, with one `+` for each step from the leader of the Formation to the member."""
    linked: bool
    """Whether the weapons are linked."""
    fuel: int
    """The fuel bid."""
    attack: int
    """The number of attack dice."""
    defense: int
    """The number of defense dice."""
    missile: tuple[str, ...]
    """The ids of the mounts of declared missiles."""

    @property
    def weapon_words(self) -> str:
        """The weapons in words. Empty for none."""
        count = len(self.mounts)
        return f"{self.weapon}{f' x{count}' if count > 1 else ''}{' linked' if self.linked else ''}"


@frozen(kw_only=True)
class MarineOrder(JsonValue):
    """The order of one side in a boarding action."""

    model: str
    """The id of the ship."""
    side: int
    """The side that the marines belong to."""
    order: str
    """`engage`, `defend`, or `sabotage`."""
    dice: int
    """The number of marines. Each rolls 1 die."""


@frozen(kw_only=True)
class PlansRevealed(Event):
    """The secret plans of both sides are revealed."""

    type: ClassVar[str] = "plans"
    window: str
    """`dogfight`, `bombing`, or `boarding`."""
    plans: tuple[FighterPlan | MarineOrder, ...]
    """Both plans: of models in a Dogfight or a Bombing Run, of marines in a boarding action."""


# --- Damage, states, marines, and tokens ---

FUEL, LAUNCH = "fuel", "launch"


@frozen(kw_only=True)
class Damaged(Event):
    """Boxes of a track, a system trait, or a weapon are marked or repaired."""

    type: ClassVar[str] = "damaged"
    model: str
    """The id of the model."""
    track: str | None = None
    """The track, such as `structure` or `fuel`. Missing for traits and weapons."""
    trait: str | None = None
    """The system trait. Missing for tracks and weapons."""
    weapon: str | None = None
    """The id of the mount. Missing for tracks and traits."""
    called: str | None = None
    """The name of the weapon, such as `Beam Projector (turret)`. Missing for tracks and traits."""
    amount: int
    """The number of boxes marked. Negative if they are repaired."""
    left: int
    """The remaining value: the rating, the level, 0 or 1 for a weapon, the drones of that class for a Drone Bay."""
    boxes_left: int | None = None
    """The unmarked boxes of the track. Missing for traits and weapons."""
    cause: str
    """The cause. `launch` if a Drone Bay launches from its stock."""

    @property
    def what(self) -> str:
        """The track or trait, or `weapon`."""
        return self.track or self.trait or "weapon"

    @property
    def remaining(self) -> int:
        """The rest: the unmarked boxes of a track or trait, 0 or 1 for a weapon, or the drones of that class."""
        return self.left if self.boxes_left is None else self.boxes_left

    @property
    def repaired(self) -> bool:
        """Whether boxes are repaired."""
        return self.amount < 0

    @property
    def spent(self) -> bool:
        """Whether this is spent fuel and not damage."""
        return self.track == FUEL

    @property
    def launched(self) -> bool:
        """Whether a drone squadron was launched from its bay."""
        return self.cause == LAUNCH


@frozen(kw_only=True)
class StateChanged(Event):
    """A model enters or leaves a state, or a template shrinks."""

    type: ClassVar[str] = "state"
    model: str
    """The id of the model."""
    state: str
    """The name of the state."""
    value: int
    """The level of the state, 0 if the model leaves it. The rule of the state says what it means."""
    entered: bool
    """Whether the model enters the state. Otherwise it leaves the state."""
    on_reveal: bool | None = None
    """True if it happened in secret and the enemy sees it only now, when the model is revealed."""


@frozen(kw_only=True)
class MarinesBoarded(Event):
    """Marines board a ship."""

    type: ClassVar[str] = "boarded"
    model: str
    """The id of the ship."""
    by: str
    """The id of the model that they came from."""
    marines: int
    """The number of marines that boarded."""
    boarders: int
    """The number of boarders now."""


@frozen(kw_only=True)
class ShipCaptured(Event):
    """A ship is captured."""

    type: ClassVar[str] = "captured"
    model: str
    """The id of the ship."""
    side: int
    """The side that controls it now."""
    marines: int
    """The marines that it has now."""


@frozen(kw_only=True)
class Supplied(Event):
    """A Resupply supplies a model."""

    type: ClassVar[str] = "supplied"
    model: str
    """The id of the model that is supplied."""
    by: str
    """The id of the model that supplies it."""
    what: str
    """The name of the supplies."""


@frozen(kw_only=True)
class ObjectSearched(Event):
    """The marines of a side search an unidentified object."""

    type: ClassVar[str] = "object_searched"
    model: str
    """The id of the object."""
    side: int
    """The side that searches it."""
    tokens: int
    """The number of search tokens gained."""
    held: int
    """The number of search tokens now."""
    needed: int
    """The number of search tokens required."""
    done: bool
    """Whether the search is complete."""


@frozen(kw_only=True)
class TokensCarried(Event):
    """The number of scenario tokens on a model changes."""

    type: ClassVar[str] = "carried"
    model: str
    """The id of the model."""
    token: str
    """The name of the token."""
    amount: int
    """The number of tokens gained. Negative if it loses tokens."""
    left: int
    """The number of tokens that it carries now."""
    cause: str
    """The cause."""


# --- Activations ---


@frozen(kw_only=True)
class Activated(Event):
    """The activation of a model starts."""

    type: ClassVar[str] = "activated"
    model: str
    """The id of the model."""
    side: int
    """The side that controls it."""
    on_reveal: bool | None = None
    """True if it happened in secret and the enemy sees it only now, when the model is revealed."""


@frozen(kw_only=True)
class Deactivated(Event):
    """The activation of a model ends."""

    type: ClassVar[str] = "deactivated"
    model: str
    """The id of the model."""
    side: int
    """The side that controls it."""


@frozen(kw_only=True)
class Declared(Event):
    """A model declares an action. The enemy sees it immediately, or when the model is revealed."""

    type: ClassVar[str] = "declared"
    model: str
    """The id of the model."""
    side: int
    """The side that controls it."""
    action: str
    """The name of the action, or `none`."""
    target: str
    """The id of a model, or another word that the action requires. Empty if it requires none."""
    boost: int
    """The fuel spent to boost."""
    on_reveal: bool | None = None
    """True if it happened in secret and the enemy sees it only now, when the model is revealed."""


@frozen(kw_only=True)
class Resolved(Event):
    """A model resolves the action that it has declared."""

    type: ClassVar[str] = "resolved"
    model: str
    """The id of the model."""
    side: int
    """The side that controls it."""
    action: str
    """The name of the action."""
    target: str
    """The id of a model, or another word that the action requires. Empty if it requires none."""


@frozen(kw_only=True)
class SuppressionAnswered(Event):
    """A ship obeys or defies Suppressing Fire."""

    type: ClassVar[str] = "suppression"
    model: str
    """The id of the ship."""
    heeds: bool
    """Whether it obeys. Otherwise it is attacked."""


# --- The game ---


@frozen(kw_only=True)
class StartingSide(JsonValue):
    """A side at the start of the game."""

    name: str
    """The name of the side."""
    faction: str
    """The faction on its cards. Empty if it has no models."""
    tv: int
    """The Threat Value of its fleet."""


@frozen(kw_only=True)
class StartingModel(JsonValue):
    """A model with a public card, or a piece of terrain, at the start of the game."""

    id: str
    """The id that other events use."""
    card: str
    """The key of its unit card, such as `cega/fury`, or the kind of a piece of terrain."""
    side: int | None
    """The side that controls it, null for terrain and neutral models."""
    tv: int
    """The Threat Value, 0 for terrain."""
    kind: str
    """`capital`, `squadron`, `object` (an unidentified object), or `terrain`."""
    name: str | None = None
    """The name of the model. Missing for terrain."""


@frozen(kw_only=True)
class Started(Event):
    """The game starts."""

    type: ClassVar[str] = "started"
    scenario: str
    """The key of the scenario."""
    seed: int | str | None = None
    """The seed of all dice: a number if it is short, otherwise its text. Players can't see it."""
    sides: tuple[StartingSide, StartingSide]
    """Side 0 and side 1."""
    models: tuple[StartingModel, ...]
    """The public models and the terrain."""

    def to_players(self) -> Self:
        """Return the event without the seed."""
        return replace(self, seed=None)


@frozen(kw_only=True)
class StationRated(Event):
    """The ratings of a space station or an unidentified object are set before the game."""

    type: ClassVar[str] = "station"
    model: str
    """The id of the station or the object."""
    card: str
    """The key of its card from now on."""
    structure: int
    """The undamaged Structure."""
    marines: int
    """The Marines, 0 for an unidentified object."""
    defense: int
    """The Defense, 0 for an unidentified object."""
    sensors: int
    """The Sensors, 0 for an unidentified object."""
    hangers: int
    """The number of squadrons that it can carry."""
    signature: int
    """The Signature in inches."""
    weapons: tuple[str, ...]
    """The names of its weapons, one per weapon."""


@frozen(kw_only=True)
class InitiativeWon(Event):
    """A side wins the initiative for the whole game."""

    type: ClassVar[str] = "initiative"
    side: int
    """The side."""
    attacker: bool | None = None
    """True if the scenario has roles. This side is then the attacker."""


@frozen(kw_only=True)
class PhaseBegan(Event):
    """A phase starts."""

    type: ClassVar[str] = "phase"
    name: str
    """`deployment`, `activation`, or `end`."""


@frozen(kw_only=True)
class Noted(Event):
    """A rule of the scenario stores a value that both sides know."""

    type: ClassVar[str] = "noted"
    clause: str
    """The name of the rule."""
    note: Note
    """The new value."""
    said: str
    """The value in words. Empty if it isn't shown."""
    side: int | None = None
    """The side that caused it. Missing if neither did."""


@frozen(kw_only=True)
class Declined(Event):
    """A side declines all that it was offered."""

    type: ClassVar[str] = "declined"
    side: int
    """The side."""
    what: str
    """The offer that it declined."""


@frozen(kw_only=True)
class Remarked(Event):
    """A computer player gives the reason for its last answer."""

    type: ClassVar[str] = "remarked"
    side: int
    """The side of the player."""
    text: str
    """The reason, one short sentence."""


@frozen(kw_only=True)
class ObjectiveScored(JsonValue):
    """The result of an objective for one side."""

    objective: str
    """The name of the objective."""
    points: int
    """The points for this side."""
    amount: float | None = None
    """The amount counted for this side. Missing if nothing was counted."""
    other: float | None = None
    """The amount counted for the other side. Missing if nothing was counted."""
    turn: int | None = None
    """The turn in whose End Phase it was counted. Missing for the end of the game."""


@frozen(kw_only=True)
class Scored(Event):
    """The points of one side at the end of the game."""

    type: ClassVar[str] = "scored"
    side: int
    """The side."""
    objective: float
    """The Objective Points."""
    victory: float
    """The Victory Points."""
    parts: tuple[str, ...]
    """The reasons for the Objective Points of both sides."""
    objectives: tuple[ObjectiveScored, ...] | None = None
    """The result of each objective that doesn't depend on Victory Points. Missing if there are none."""


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    type: ClassVar[str] = "ended"
    winner: int | None
    """The side that won, null for a draw."""
    turns: int
    """The Game Turn in which the game ended."""


# --- The event log ---

BOTH = "both"
E = TypeVar("E", bound=Event)


@frozen
class LogEntry:
    """An event in the log, with its number, its time, and who may see it."""

    n: int
    """The number from 0, in the whole game or in the log of one side. The numbers have no gaps."""
    turn: int
    """The Game Turn, 0 before the first."""
    phase: str
    """`deployment`, `activation`, or `end`. Empty before the first turn."""
    seen_by: str | int
    """`both`, or the only side that may see it."""
    event: Event
    """The event."""

    def known_to(self, side: int | None) -> bool:
        """Return whether a side may see it. None is a viewer who may see everything."""
        return side is None or self.seen_by in (BOTH, side)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON: its own fields and the type, then the fields of the event."""
        return {
            "n": self.n, "turn": self.turn, "phase": self.phase, "type": self.event.type, "seen_by": self.seen_by,
            **self.event.to_json(),
        }  # fmt: skip


class _SideLog:
    """The part of a log that one side may see. Its numbers have no gaps, which would reveal hidden events."""

    __slots__ = ("entries", "numbers", "read")

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.numbers: list[int] = []
        """The number of each entry in the whole log."""
        self.read = 0
        """The number of entries of the whole log read so far."""

    def follow(self, entries: list[LogEntry], side: int) -> None:
        """Read the new entries of the whole log."""
        for entry in entries[self.read :]:
            if entry.known_to(side):
                self.numbers.append(entry.n)
                self.entries.append(replace(entry, n=len(self.entries), event=entry.event.to_players()))
        self.read = len(entries)

    def up_to(self, count: int) -> _SideLog:
        """Return the part within the first `count` entries of the whole log."""
        part = _SideLog()
        part.read = min(count, self.read)
        known = bisect_left(self.numbers, part.read)
        part.entries, part.numbers = self.entries[:known], self.numbers[:known]
        return part


class EventLog:
    """The events of one game in order. They follow from the journal: an undo removes them and can repeat them."""

    __slots__ = ("_of_sides", "entries")

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self.entries = list(entries)
        """All entries. Entries are only added."""
        self._of_sides: dict[int, _SideLog] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def add(self, event: Event, turn: int, phase: str, seen_by: str | int) -> None:
        self.entries.append(LogEntry(len(self.entries), turn, phase, seen_by, event))

    def up_to(self, count: int) -> EventLog:
        """Return a log of the first `count` entries."""
        part = EventLog(self.entries[:count])
        part._of_sides = {side: known.up_to(count) for side, known in self._of_sides.items()}
        return part

    def seen_by(self, side: int | None, since: int = 0) -> list[LogEntry]:
        """Return what a side may see, with its own numbers, or everything for None.

        `since` skips the first entries of the whole log.
        """
        if side is None:
            return self.entries[since:]
        known = self._side_log(side)
        return known.entries[bisect_left(known.numbers, since) :]

    def known_to(self, side: int | None, count: int) -> int:
        """Return the number of entries among the first `count` that a side may see."""
        return min(count, len(self)) if side is None else bisect_left(self._side_log(side).numbers, count)

    def _side_log(self, side: int) -> _SideLog:
        known = self._of_sides.setdefault(side, _SideLog())
        known.follow(self.entries, side)
        return known

    def of(self, kind: type[E]) -> Iterator[E]:
        """Yield the events of one class."""
        return (entry.event for entry in self.entries if isinstance(entry.event, kind))

    def to_json(self, since: int = 0) -> list[dict[str, Any]]:
        """Return the entries from a number on as JSON."""
        return [entry.to_json() for entry in self.entries[since:]]


TYPES: dict[str, type[Event]] = {
    event.type: event for event in (
        Started, StationRated, InitiativeWon, PhaseBegan, Activated, Deactivated, Declared, Resolved, Placed, Moved,
        Revealed, HardpointsShown,
        LeftPlay, HangerCount, StateChanged, Rolled, Opposed, Attacked, Expended, Damaged, NukeBurst, Intercepted,
        MissileDeclared, PlansRevealed, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched,
        TerrainAvoided, SuppressionAnswered, Noted, Declined, Remarked, Scored,
        Ended,
    )
}  # fmt: skip
"""All events by type, in the order of docs/events.md."""

__all__ = [
    "BOTH",
    "OWN_MOVES",
    "TURN",
    "TYPES",
    "Activated",
    "Attacked",
    "Damaged",
    "Deactivated",
    "Declared",
    "Declined",
    "Ended",
    "Event",
    "EventLog",
    "Expended",
    "FighterPlan",
    "HangerCount",
    "HardpointsShown",
    "InitiativeWon",
    "Intercepted",
    "JsonValue",
    "LeftPlay",
    "LogEntry",
    "MarineOrder",
    "MarinesBoarded",
    "MissileDeclared",
    "Moved",
    "Noted",
    "NukeBurst",
    "ObjectSearched",
    "ObjectiveScored",
    "Opposed",
    "PhaseBegan",
    "Placed",
    "PlansRevealed",
    "Remarked",
    "Resolved",
    "Revealed",
    "Rolled",
    "Scored",
    "ShipCaptured",
    "Started",
    "StartingModel",
    "StartingSide",
    "StateChanged",
    "StationRated",
    "Supplied",
    "SuppressionAnswered",
    "TerrainAvoided",
    "TokensCarried",
]  # fmt: skip
