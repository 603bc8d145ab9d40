"""Events: what happened, told to logs, animation, statistics. A frozen value each; docs/events.md has all of them.

A frozen value each; docs/events.md has all of them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import field, fields, replace
from typing import Any, ClassVar, Self, TypeVar

from jovian.dice import Faces, Pool, Result
from jovian.frozen import frozen
from jovian.game.state import Note
from jovian.table import Pose

# --- parts ---
# The labelled parts of a number: why a pool is what it is, each with its place in the book.

MODIFIER = "modifier"
BASE = "base"
FLEX = "flex"
MACRO = "macro"
ESCALATE = "escalate"
DIMINISH = "diminish"


@frozen
class Contribution:
    """One reason, and what it adds."""

    label: str
    """What it is, such as `Short Range`."""
    value: int
    place: str
    """Where the book says so."""
    kind: str = MODIFIER
    """`modifier` counts toward the net Attack Modifier; the others add dice or change the result directly."""


def sum_parts(parts: Iterable[Contribution], kind: str) -> int:
    """What all parts of one kind add up to."""
    value = 0
    for part in parts:
        if part.kind == kind:
            value += part.value
    return value


# --- event ---
# What an event is: a frozen value that says what happened, and its written form, a dict for JSON.

PLAIN = (str, int, float, bool, type(None))
KEY = "key"
"""In the metadata of a field: what it is called in the written form, where Python keeps the word for itself."""
UNWRITTEN = {"unwritten": True}
"""The metadata of a field that the written form leaves out: what only programs that reckon with dice ask for."""


@frozen(kw_only=True)
class JsonValue:
    """A value with a written form. A field that has a default is left out of it while it has that."""

    def to_json(self) -> dict[str, Any]:
        """Its fields in their order, as JSON knows values."""
        found = ((key, getattr(self, name), default) for name, key, default in written_fields(type(self)))
        return {key: plain(value) for key, value, default in found if value != default}


class Event(JsonValue):
    """Base of all events: one class a type."""

    __slots__ = ()
    type: ClassVar[str]
    """What the written form calls it."""

    def to_players(self) -> Self:
        """The event as whoever plays may know it."""
        return self


def written_fields(of: type[JsonValue]) -> tuple[tuple[str, str, object], ...]:
    """Of each field of the written form its name, its key there, and its default (`MISSING` for none)."""
    if of not in _FIELDS:
        told = (each for each in fields(of) if each.metadata != UNWRITTEN)
        _FIELDS[of] = tuple((each.name, each.metadata.get(KEY, each.name), each.default) for each in told)
    return _FIELDS[of]


_FIELDS: dict[type[JsonValue], tuple[tuple[str, str, object], ...]] = {}
"""Found once for each class."""


def plain(value: object) -> Any:
    """A value as JSON knows it: poses, tuples and parts are lists, pools and faces dicts, a result is its code.

    Raises TypeError for a value that events do not hold.
    """
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple):
        return [plain(each) for each in value]
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
    raise TypeError(f"an event cannot tell {value!r}")


# --- rolls ---
# Events of dice: a roll with all that it is made of, and what an opposing roll leaves of it.


@frozen(kw_only=True)
class Rolled(Event):
    """Dice fall."""

    type: ClassVar[str] = "rolled"
    side: int
    """Who rolls."""
    purpose: str
    """What for, in words."""
    pool: Pool
    """The dice; of the macro dice with their sign."""
    parts: tuple[Contribution, ...]
    """All that the pool is made of."""
    faces: Faces
    """What fell, in the order rolled."""
    kept: tuple[int, ...]
    """The base and flex faces that stay, lowest first."""
    result: str
    """The code of a result, such as `D2,T4` or `N`, or in digits a number that was rolled."""
    rerolled: bool
    """Is it the second try?"""
    may_reroll: bool = field(default=False, metadata=UNWRITTEN)
    """May it be rolled again?"""
    good: tuple[int, ...] = field(default=(), metadata=UNWRITTEN)
    """Of a single die the faces that are good for who rolls it; none where no face is better than another."""


@frozen(kw_only=True)
class Opposed(Event):
    """A result is opposed by the roll of a Secondary Player."""

    type: ClassVar[str] = "opposed"
    side: int
    """The Secondary Player."""
    purpose: str
    """What for, in words."""
    primary: Result
    """The code of the result before."""
    secondary: Result
    """The code of the opposing result."""
    left: Result
    """The code of what is left of the result."""


# --- moves ---
# Events of what stands where: placed, moved, come to light, gone, aboard.

TURN = "turn"
OWN_MOVES = ("advance", TURN, "squadron")
"""The causes of the moves that a model makes by its own orders in its activation."""


@frozen(kw_only=True)
class Placed(Event):
    """A model, a template or a wreck is set down on the table."""

    type: ClassVar[str] = "placed"
    model: str
    """Its id."""
    start: None = field(metadata={KEY: "from"})
    """Always null: it comes from off the table."""
    to: Pose
    """Where it stands: x and y in inches from the lower left corner, heading in degrees (0 up the table, clockwise)."""
    path: tuple[Pose, ...]
    """The same one pose."""
    cause: str
    """Why, such as `deployment`, `launch`, `wreckage` or `layout`."""
    inches: float
    """Always 0."""
    kind: str | None = None
    """The kind of a template, wreck or other piece of terrain; not there for a model."""
    side: int | None = None
    """Who lays out the piece of terrain before the game; not there otherwise."""


@frozen(kw_only=True)
class Moved(Event):
    """A leg, a turn or a push of a model, or of a comet and its tail."""

    type: ClassVar[str] = "moved"
    model: str
    """Its id."""
    start: Pose = field(metadata={KEY: "from"})
    """Where it stood: x and y in inches from the lower left corner, heading in degrees (0 up the table, clockwise)."""
    to: Pose
    """Where it stands now."""
    path: tuple[Pose, ...]
    """Every pose on the way, with both ends."""
    cause: str
    """Why, such as `advance`, `turn`, `squadron`, `overlap`, `escort` or `comet`."""
    inches: float
    """The length of the way in inches, 0 for a turn on the spot, what a planet sets it off for one at its edge."""

    @property
    def degrees(self) -> int:
        """By how much it has turned, -180 to 179, clockwise if positive."""
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
    """What that card is called, such as `Fury`."""
    tv: int
    """Its Threat Value."""
    side: int | None
    """Who controls it, null for what is nobody's."""
    kind: str
    """`capital`, `squadron`, `drone` or `object` (an unidentified one)."""
    name: str
    """What players call it."""


@frozen(kw_only=True)
class HardpointsShown(Event):
    """What the hardpoints of a ship hold becomes public."""

    type: ClassVar[str] = "hardpoints"
    model: str
    """Its id."""
    weapons: tuple[str, ...]
    """The names of the weapons in them, one for each instance; none for what is empty."""
    tv: int
    """Its Threat Value with all of them."""


@frozen(kw_only=True)
class LeftPlay(Event):
    """A model, a comet or a template is gone from the table."""

    type: ClassVar[str] = "left_play"
    model: str
    """Its id."""
    how: str
    """`destroyed`, `withdrawn` or `embarked`."""
    host: str | None = None
    """The id of the ship that it has embarked on; not there otherwise."""


@frozen(kw_only=True)
class HangerCount(Event):
    """How many models are aboard a ship, after one was sent there in secret."""

    type: ClassVar[str] = "hangers"
    ship: str
    """The id of the ship."""
    aboard: int
    """How many models are aboard."""


@frozen(kw_only=True)
class TerrainAvoided(Event):
    """A model flies around terrain."""

    type: ClassVar[str] = "avoided"
    model: str
    """Its id."""
    terrain: str
    """The id of the piece of terrain."""
    kind: str
    """The kind of the piece of terrain."""


# --- fights ---
# Events of attacks and close fights: shots, spent weapons, secret plans, missiles, interceptions.


@frozen(kw_only=True)
class Attacked(Event):
    """An attack, with why it rolled what it rolled and what came of it."""

    type: ClassVar[str] = "attacked"
    attacker: str
    """The id of the model, or of the piece of terrain, that attacks."""
    weapon: str
    """The name of the weapon, or of what strikes."""
    target: str
    """The id of the target."""
    window: str
    """When: `activation`, `autofire`, `dogfight`, `bombing`, `ram`, `terrain`, `explosion` and the like."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire; none where no weapon does."""
    distance: float
    """Inches, 0 at close quarters."""
    band: str
    """The range band, empty where none counts."""
    arc: str
    """The arc of the target that is hit, empty where none counts."""
    modifiers: tuple[Contribution, ...]
    """The reasons of the Attack Modifier."""
    net: int
    """The sum of the reasons."""
    pool: Pool | None
    """The dice, null if nothing was rolled."""
    dice: tuple[Contribution, ...]
    """All that the pool is made of."""
    shift: int
    """Escalates less diminishes, in steps of magnitude."""
    autohit: str
    """The result of what hits without a roll, empty if it does not."""
    jammed: str
    """The id of the model that jams it, empty if none does."""
    defense: Pool | None
    """The dice that oppose it, null if none do."""
    defense_dice: tuple[Contribution, ...]
    """All that the opposing pool is made of."""
    result: Result
    """The code of what is left of the result."""
    fire_control_left: int
    """Fire Control that the attacker has left in this activation."""
    swarm: bool = field(default=False, metadata=UNWRITTEN)
    """Do triples and better shrink a step, last of all?"""
    defense_reroll: bool = field(default=False, metadata=UNWRITTEN)
    """May the dice that oppose it be rolled again?"""


@frozen(kw_only=True)
class Expended(Event):
    """Weapons are spent without an attack: a CMM missile that defends, guns that suppress."""

    type: ClassVar[str] = "expended"
    model: str
    """The id of their model."""
    mounts: tuple[str, ...]
    """The ids of the mounts."""
    weapon: str
    """The name of the weapon."""
    cause: str
    """What for."""
    fire_control_left: int
    """Fire Control that the model has left in this activation."""


@frozen(kw_only=True)
class NukeBurst(Event):
    """A Nuke goes off at a point."""

    type: ClassVar[str] = "burst"
    model: str
    """The id of the model that fired it."""
    weapon: str
    """The id of its mount."""
    at: tuple[float, float]
    """The point: x and y in inches from the lower left corner."""


@frozen(kw_only=True)
class Intercepted(Event):
    """A model intercepts another one."""

    type: ClassVar[str] = "intercepts"
    model: str
    """The id of the interceptor."""
    target: str
    """The id of the model that is intercepted."""
    active: bool
    """Is it the interceptor's own action? Otherwise it reacts."""


@frozen(kw_only=True)
class MissileDeclared(Event):
    """A missile is declared in a close fight, before the plans."""

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
    """What a model does in a Dogfight or a Bombing Run."""

    model: str
    """Its id."""
    weapon: str
    """The name of its weapon, empty for none."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire; `+` behind one for each place in the formation behind the leader."""
    linked: bool
    """Do they fire linked?"""
    fuel: int
    """Fuel that is bid."""
    attack: int
    """Dice of the split that attack."""
    defense: int
    """Dice of the split that defend."""
    missile: tuple[str, ...]
    """The ids of the mounts of a declared missile."""

    @property
    def weapon_words(self) -> str:
        """Its weapons in words, empty for none."""
        count = len(self.mounts)
        return f"{self.weapon}{f' x{count}' if count > 1 else ''}{' linked' if self.linked else ''}"


@frozen(kw_only=True)
class MarineOrder(JsonValue):
    """What one side does in a firefight aboard a ship."""

    model: str
    """The id of the ship."""
    side: int
    """Whose marines they are."""
    order: str
    """`engage`, `defend` or `sabotage`."""
    dice: int
    """Marines, a die each."""


@frozen(kw_only=True)
class PlansRevealed(Event):
    """Secret plans are shown, both at once."""

    type: ClassVar[str] = "plans"
    window: str
    """`dogfight`, `bombing` or `boarding`."""
    plans: tuple[FighterPlan | MarineOrder, ...]
    """Both plans: of models in a Dogfight or Bombing Run, of marines in a boarding."""


# --- harm ---
# Events of what becomes of models: damage and repairs, states, marines aboard, capture, supplies.

FUEL, LAUNCH = "fuel", "launch"


@frozen(kw_only=True)
class Damaged(Event):
    """Boxes are marked, or a mark is taken back: of a track, of a system trait, or of a weapon."""

    type: ClassVar[str] = "damaged"
    model: str
    """The id of the model."""
    track: str | None = None
    """The track, such as `structure` or `fuel`; not there for traits and weapons."""
    trait: str | None = None
    """The system trait; not there for tracks and weapons."""
    weapon: str | None = None
    """The id of the mount; not there for tracks and traits."""
    called: str | None = None
    """What the weapon is called among its like, such as `Beam Projector (turret)`; not there for tracks and traits."""
    amount: int
    """How many boxes; less than 0 is repaired."""
    left: int
    """What is left: the rating, the level, 0 or 1 for a weapon, drones of that class for a Drone Bay."""
    cause: str
    """Why; `launch` of a Drone Bay's stock."""

    @property
    def what(self) -> str:
        """The track or trait, or `weapon`."""
        return self.track or self.trait or "weapon"

    @property
    def repaired(self) -> bool:
        """Is a mark taken back?"""
        return self.amount < 0

    @property
    def spent(self) -> bool:
        """Is it fuel that was burned, which hurts nobody?"""
        return self.track == FUEL

    @property
    def launched(self) -> bool:
        """Is it a drone squadron that has left its bay?"""
        return self.cause == LAUNCH


@frozen(kw_only=True)
class StateChanged(Event):
    """A model enters a state or leaves it; templates shrink."""

    type: ClassVar[str] = "state"
    model: str
    """The id of the model."""
    state: str
    """The name of the state."""
    value: int
    """Its level; what that counts is the state's own. 0 when it is left."""
    entered: bool
    """Does it enter the state? Otherwise it leaves it."""
    on_reveal: bool | None = None
    """True if it happened in secret, and only the other side is told now that the model is revealed."""


@frozen(kw_only=True)
class MarinesBoarded(Event):
    """Marines go aboard a ship."""

    type: ClassVar[str] = "boarded"
    model: str
    """The id of the ship."""
    by: str
    """The id of the model that they come from."""
    marines: int
    """How many got there."""
    boarders: int
    """How many are there now."""


@frozen(kw_only=True)
class ShipCaptured(Event):
    """A ship changes hands."""

    type: ClassVar[str] = "captured"
    model: str
    """The id of the ship."""
    side: int
    """Who controls it now."""
    marines: int
    """The marines that it has now."""


@frozen(kw_only=True)
class Supplied(Event):
    """A Resupply brings something."""

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
    """The object."""
    side: int
    """Whose marines search it."""
    tokens: int
    """How many search tokens they gain."""
    held: int
    """How many they have now."""
    needed: int
    """How many it takes."""
    done: bool
    """Have they searched it?"""


@frozen(kw_only=True)
class TokensCarried(Event):
    """A model carries more or fewer tokens of the scenario than before."""

    type: ClassVar[str] = "carried"
    model: str
    """The model."""
    token: str
    """What the token is called."""
    amount: int
    """How many more, fewer if it is negative."""
    left: int
    """How many it carries now."""
    cause: str
    """What made it so."""


# --- activations ---
# Events of an activation: it begins and ends, an action is declared and carried out, shells are heeded.


@frozen(kw_only=True)
class Activated(Event):
    """The activation of a model begins."""

    type: ClassVar[str] = "activated"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    on_reveal: bool | None = None
    """True if it happened in secret, and only the other side is told now that the model is revealed."""


@frozen(kw_only=True)
class Deactivated(Event):
    """The activation of a model ends."""

    type: ClassVar[str] = "deactivated"
    model: str
    """Its id."""
    side: int
    """Who controls it."""


@frozen(kw_only=True)
class Declared(Event):
    """A model declares an action. The other side is told at once, or when the model is revealed."""

    type: ClassVar[str] = "declared"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    action: str
    """The name of the action, or `none`."""
    target: str
    """The id of a model, or another word that the action names; empty if it names nothing."""
    boost: int
    """Fuel spent to boost."""
    on_reveal: bool | None = None
    """True if it happened in secret, and only the other side is told now that the model is revealed."""


@frozen(kw_only=True)
class Resolved(Event):
    """A model carries out the action that it has declared."""

    type: ClassVar[str] = "resolved"
    model: str
    """Its id."""
    side: int
    """Who controls it."""
    action: str
    """The name of the action."""
    target: str
    """The id of a model, or another word that the action names; empty if it names nothing."""


@frozen(kw_only=True)
class SuppressionAnswered(Event):
    """A ship heeds Suppressing Fire, or defies it."""

    type: ClassVar[str] = "suppression"
    model: str
    """Its id."""
    heeds: bool
    """Does it keep its head down? Otherwise it presses on under fire."""


# --- course ---
# Events of the course of a game: how it starts, its phases, what was declined, the points, the end.


@frozen(kw_only=True)
class StartingSide(JsonValue):
    """A side as the game starts."""

    name: str
    """What it is called."""
    faction: str
    """Its faction as on its cards, empty if it has no models."""
    tv: int
    """The Threat Value of its fleet."""


@frozen(kw_only=True)
class StartingModel(JsonValue):
    """A model with a public card, or a piece of terrain, as the game starts."""

    id: str
    """What all other events call it."""
    card: str
    """The key of its unit card, such as `cega/fury`; the kind of a piece of terrain."""
    side: int | None
    """Who controls it, null for terrain and for what is nobody's."""
    tv: int
    """Its Threat Value, 0 for terrain."""
    kind: str
    """`capital`, `squadron`, `object` (an unidentified one) or `terrain`."""
    name: str | None = None
    """What players call it; not there for terrain."""


@frozen(kw_only=True)
class Started(Event):
    """The game starts."""

    type: ClassVar[str] = "started"
    scenario: str
    """The key of the scenario."""
    seed: int | str | None = None
    """The seed, from which all dice follow: a number if it is short, else its text. Told to nobody who plays."""
    sides: tuple[StartingSide, ...]
    """Side 0 and side 1."""
    models: tuple[StartingModel, ...]
    """The public models and the terrain."""

    def to_players(self) -> Self:
        """Without the seed."""
        return replace(self, seed=None)


@frozen(kw_only=True)
class StationRated(Event):
    """The ratings of a space station or an unidentified object are settled before the game."""

    type: ClassVar[str] = "station"
    model: str
    """Its id."""
    card: str
    """The key of its card from now on."""
    structure: int
    """Its undamaged Structure."""
    marines: int
    """Its Marines, 0 for an unidentified object."""
    defense: int
    """Its Defense, 0 for an unidentified object."""
    sensors: int
    """Its Sensors, 0 for an unidentified object."""
    hangers: int
    """How many squadrons it holds."""
    signature: int
    """Its Signature in inches."""
    weapons: tuple[str, ...]
    """Its weapons, one by one."""


@frozen(kw_only=True)
class InitiativeWon(Event):
    """A side has the initiative for the whole game."""

    type: ClassVar[str] = "initiative"
    side: int
    """Which side."""
    attacker: bool | None = None
    """Yes where the scenario has roles: it is the attacker then."""


@frozen(kw_only=True)
class PhaseBegan(Event):
    """A phase begins."""

    type: ClassVar[str] = "phase"
    name: str
    """`deployment`, `activation` or `end`."""


@frozen(kw_only=True)
class Noted(Event):
    """A clause of the game remembers something that both sides know."""

    type: ClassVar[str] = "noted"
    clause: str
    """The name of the clause."""
    note: Note
    """What it remembers in place of the former."""
    said: str
    """The same in words, empty if it is nothing to tell."""
    side: int | None = None
    """Whose doing it is, not there for nobody's."""


@frozen(kw_only=True)
class Declined(Event):
    """A side does none of what was offered."""

    type: ClassVar[str] = "declined"
    side: int
    """Which side."""
    what: str
    """What was offered."""


@frozen(kw_only=True)
class Remarked(Event):
    """A computer player says why it answered as it just did."""

    type: ClassVar[str] = "remarked"
    side: int
    """Which side it plays."""
    text: str
    """What it says, one short sentence."""


@frozen(kw_only=True)
class ObjectiveScored(JsonValue):
    """What an objective came to for one side."""

    objective: str
    """What its points are for."""
    points: int
    """The points that the side got."""
    amount: float | None = None
    """What was counted for the side; not there where nothing was."""
    other: float | None = None
    """What was counted for the other side; not there where nothing was."""
    turn: int | None = None
    """In whose End Phase it was counted; not there for the last."""


@frozen(kw_only=True)
class Scored(Event):
    """The points of one side at the end."""

    type: ClassVar[str] = "scored"
    side: int
    """Which side."""
    objective: float
    """Its Objective Points."""
    victory: float
    """Its Victory Points."""
    parts: tuple[str, ...]
    """What the Objective Points of both sides are for."""
    objectives: tuple[ObjectiveScored, ...] | None = None
    """How each objective came out that Victory Points do not decide; not there without any."""


@frozen(kw_only=True)
class Ended(Event):
    """The game is over."""

    type: ClassVar[str] = "ended"
    winner: int | None
    """Which side has won, null for a draw."""
    turns: int
    """The Game Turn in which it ended."""


# --- log ---
# The events of one game in order, each with when it happened and who may know of it.

BOTH = "both"
E = TypeVar("E", bound=Event)


@frozen
class LogEntry:
    """One event of a log, with its circumstances."""

    n: int
    """Its number, from 0: in the game, or in the log of one side, which skips no number."""
    turn: int
    """The Game Turn, 0 before the first."""
    phase: str
    """`deployment`, `activation` or `end`; empty before the first."""
    seen_by: str | int
    """`both`, or the one side that knows of it."""
    event: Event
    """What happened."""

    def known_to(self, side: int | None) -> bool:
        """May a side know of it? None stands for eyes from which nothing is hidden."""
        return side is None or self.seen_by in (BOTH, side)

    def to_json(self) -> dict[str, Any]:
        """The entry as JSON knows it: its own fields and the type, then the fields of the event."""
        return {
            "n": self.n, "turn": self.turn, "phase": self.phase, "type": self.event.type, "seen_by": self.seen_by,
            **self.event.to_json(),
        }  # fmt: skip


class _SideLog:
    """What one side may know of a log, with numbers of its own, so that no gap counts what it doesn't know."""

    __slots__ = ("entries", "numbers", "read")

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.numbers: list[int] = []
        """The number of each in the whole log."""
        self.read = 0
        """How many entries of the whole log were read."""

    def follow(self, entries: list[LogEntry], side: int) -> None:
        """Read what the whole log has told since."""
        for entry in entries[self.read :]:
            if entry.known_to(side):
                self.numbers.append(entry.n)
                self.entries.append(replace(entry, n=len(self.entries), event=entry.event.to_players()))
        self.read = len(entries)

    def up_to(self, count: int) -> _SideLog:
        """Return the part that lies in so many entries of the whole log."""
        part = _SideLog()
        part.read = min(count, self.read)
        known = bisect_left(self.numbers, part.read)
        part.entries, part.numbers = self.entries[:known], self.numbers[:known]
        return part


class EventLog:
    """The events of one game in order. Derived from the journal: cut back by undo and told again."""

    __slots__ = ("_of_sides", "entries")

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self.entries = list(entries)
        """What happened, only added to."""
        self._of_sides: dict[int, _SideLog] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def add(self, event: Event, turn: int, phase: str, seen_by: str | int) -> None:
        """Number an event and keep it."""
        self.entries.append(LogEntry(len(self.entries), turn, phase, seen_by, event))

    def up_to(self, count: int) -> EventLog:
        """Return a log of the first entries."""
        part = EventLog(self.entries[:count])
        part._of_sides = {side: known.up_to(count) for side, known in self._of_sides.items()}
        return part

    def seen_by(self, side: int | None, since: int = 0) -> list[LogEntry]:
        """Return what a side may know, in numbers of its own, or all that happened for None.

        `since` leaves out what lies in so many entries of the whole log.
        """
        if side is None:
            return self.entries[since:]
        known = self._side_log(side)
        return known.entries[bisect_left(known.numbers, since) :]

    def known_to(self, side: int | None, count: int) -> int:
        """Return of how many of the first `count` entries a side may know."""
        return min(count, len(self)) if side is None else bisect_left(self._side_log(side).numbers, count)

    def _side_log(self, side: int) -> _SideLog:
        known = self._of_sides.setdefault(side, _SideLog())
        known.follow(self.entries, side)
        return known

    def of(self, kind: type[E]) -> Iterator[E]:
        """Its events of one class."""
        return (entry.event for entry in self.entries if isinstance(entry.event, kind))

    def to_json(self, since: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on, as JSON knows them."""
        return [entry.to_json() for entry in self.entries[since:]]


TYPES: dict[str, type[Event]] = {
    each.type: each for each in (
        Started, StationRated, InitiativeWon, PhaseBegan, Activated, Deactivated, Declared, Resolved, Placed, Moved,
        Revealed, HardpointsShown,
        LeftPlay, HangerCount, StateChanged, Rolled, Opposed, Attacked, Expended, Damaged, NukeBurst, Intercepted,
        MissileDeclared, PlansRevealed, MarinesBoarded, ShipCaptured, Supplied, TokensCarried, ObjectSearched,
        TerrainAvoided, SuppressionAnswered, Noted, Declined, Remarked, Scored,
        Ended,
    )
}  # fmt: skip
"""Every event by its type, in the order of docs/events.md."""

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
