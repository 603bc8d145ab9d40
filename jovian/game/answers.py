"""What an answer is, how one is written, and the classes of all answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

from jovian.frozen import frozen
from jovian.table import Pose

# --- mount ref ---
# A weapon of a formation: which member's, and which of its mounts. The only place that knows how that is written.

FURTHER = "+"


class MountRef(str):
    """A mount of a model or of its formation, as answers, events and saves write it.

    That is the id of the mount on the card, such as `a1`; with one `+` if it is that of the second member of the
    formation, and one more for each member behind it. Whatever is no text of this kind names no weapon.
    """

    __slots__ = ()

    @classmethod
    def of(cls, ident: str, member: int = 0) -> MountRef:
        """The mount of that id on the card of a member, the one that the others follow being 0."""
        return cls(ident + FURTHER * member)

    @property
    def ident(self) -> str:
        """The id of the mount on the card."""
        return self.rstrip(FURTHER)

    @property
    def member(self) -> int:
        """Whose it is: 0 for the model that is named, 1 for the second of its formation."""
        return len(self) - len(self.ident)

    @property
    def line(self) -> str:
        """The line of the weapon table: the letter of the id."""
        return self[:1]

    def without(self, place: int) -> MountRef | None:
        """What it is called once the member at that place of the formation is gone, None if it went with it."""
        if self.member == place:
            return None
        return MountRef.of(self.ident, self.member - (self.member > place))


# --- choice ---
# How the arguments of an answer are read from JSON: each kind gives its normal form, or raises `Malformed`.
#
# The normal form is what is checked, recorded and hashed: lengths are floats rounded to 0.001", headings ints.

Choice = list[Any]
"""An answer as it is written: a JSON list, the verb first."""
Point = tuple[float, float]
"""Inches from the table's left and lower edge."""


class MalformedAnswerError(ValueError):
    """An answer that is not of any form the decision knows."""


def number(value: Any) -> float:
    """A finite number; a truth value is none."""
    if type(value) not in (int, float) or not -1e6 < value < 1e6:
        raise MalformedAnswerError("a number is needed")
    return float(value)


def length(value: Any) -> float:
    """Inches, rounded to 0.001"."""
    return round(number(value), 3) + 0.0


def degrees(value: Any) -> int:
    """Whole degrees."""
    value = number(value)
    if value != round(value):
        raise MalformedAnswerError("headings are whole degrees")
    return int(value)


def heading(value: Any) -> int:
    """A heading, brought into 0 to 359."""
    return degrees(value) % 360


def count(value: Any) -> int:
    """A whole number from 0 up."""
    whole = degrees(value)
    if whole < 0:
        raise MalformedAnswerError("a count cannot be negative")
    return whole


def word(value: Any) -> str:
    """An id or a name."""
    if not isinstance(value, str):
        raise MalformedAnswerError("a name is needed")
    name = value if type(value) is str else str.__getitem__(value, slice(None))  # without methods of a subclass
    if len(name) > 80:
        raise MalformedAnswerError("a name is needed")
    return name


def words(value: Any) -> tuple[str, ...]:
    """A list of ids."""
    return tuple(word(each) for each in _listed(value, 40))


def refs(value: Any) -> tuple[MountRef, ...]:
    """A list of weapons of a model or of its formation."""
    return tuple(map(MountRef, words(value)))


def refs_or_none(value: Any) -> tuple[MountRef, ...]:
    """A list of weapons of a model or of its formation, empty for none."""
    return () if value in ([], ()) else refs(value)


def partners(value: Any) -> tuple[str, ...]:
    """Up to two more ids, or none."""
    return () if value in ([], ()) else tuple(word(each) for each in _listed(value, 2))


def die(value: Any) -> int:
    """The face of one die."""
    face = degrees(value)
    if not 1 <= face <= 6:
        raise MalformedAnswerError("a die shows 1 to 6")
    return face


def dice(value: Any) -> tuple[int, ...]:
    """The faces of several dice, empty for none."""
    if value in ([], ()):
        return ()
    if not value:
        raise MalformedAnswerError("faces are a list")
    return tuple(die(each) for each in _listed(value, 60))


def counts(value: Any) -> tuple[int, ...]:
    """Several whole numbers from 0 up."""
    return tuple(count(each) for each in _listed(value, 40))


def points(value: Any) -> tuple[Point, ...]:
    """A path of up to 16 points, inches."""
    return tuple((length(x), length(y)) for x, y in map(_pair, _listed(value, 16)))


def _pair(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise MalformedAnswerError("a point has an x and a y")
    return value[0], value[1]


def _listed(value: Any, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= most:
        raise MalformedAnswerError(f"a list of 1 to {most} is needed")
    return list(value)


# --- answer ---
# Answers as values: one small frozen class for each verb and its arguments, with the JSON list as its written form.
#
# A class says of each argument what kind it is (`Annotated`), so that reading, writing and documenting need no more:
#
#     @frozen
#     class Move(Answer):
#         verb: ClassVar[str] = "move"
#         inches: Inches
#
# is written `["move", 2.5]`. An argument with a default may be left out at the end.


@frozen
class Kind:
    """A kind of argument."""

    read: Callable[[Any], Any]
    """Its value from any JSON; raises Malformed."""
    words: str
    """What it is, as `docs/decisions.md` says it."""
    further: int = 0
    """How many of it may follow at the end, each written as an argument of its own; 0 where it is one argument."""


Inches = Annotated[float, Kind(length, "inches")]
Degrees = Annotated[int, Kind(degrees, "whole degrees, clockwise")]
Heading = Annotated[int, Kind(heading, "heading, 0 to 359")]
Count = Annotated[int, Kind(count, "a whole number from 0")]
ModelIds = Annotated[tuple[str, ...], Kind(words, "ids of models")]
Counts = Annotated[tuple[int, ...], Kind(counts, "whole numbers from 0")]
Word = Annotated[str, Kind(word, "a word")]
ModelId = Annotated[str, Kind(word, "id of a model")]
PieceId = Annotated[str, Kind(word, "id of a piece of terrain")]
MountId = Annotated[str, Kind(word, "id of a weapon")]
Mounts = Annotated[tuple[str, ...], Kind(words, "ids of weapons")]
MountRefs = Annotated[tuple[MountRef, ...], Kind(refs, "ids of weapons")]
MountRefsOrNone = Annotated[tuple[MountRef, ...], Kind(refs_or_none, "ids of weapons, or none")]
Path = Annotated[tuple[Point, ...], Kind(points, "points `[x, y]` in inches")]
DiceFaces = Annotated[tuple[int, ...], Kind(dice, "faces of dice")]
Partners = Annotated[tuple[str, ...], Kind(partners, "id of another of its formation", further=2)]


@frozen
class Argument:
    """One argument of an answer."""

    name: str
    kind: Kind
    optional: bool
    """May it be left out?"""

    def normal(self, value: Any) -> Any:
        """Any JSON as a value of this argument, in normal form; raises `Malformed`."""
        return value if value is None and self.optional and not self.kind.further else self.kind.read(value)


@frozen
class Form:
    """How the answers of a class are written after the verb."""

    arguments: tuple[Argument, ...]
    least: int
    """How many there are at least, and at most."""
    most: int


@frozen
class Answer:
    """One answer. Subclasses are frozen dataclasses; answers of different classes are never equal."""

    verb: ClassVar[str] = ""

    def to_json(self) -> Choice:
        """The JSON list, which whoever is given it may do with as it likes."""
        found: Choice = [self.verb]
        for each in form_of(type(self)).arguments:
            value = getattr(self, each.name)
            if isinstance(value, tuple):
                written = [*map(_plain, value)]
                found += written if each.kind.further else [written]
            elif value is not None or not each.optional:
                found.append(value)
        return found

    @classmethod
    def read(cls, given: list[Any]) -> Self:
        """The answer of this verb with these arguments; raises `Malformed`."""
        form = form_of(cls)
        if not form.least <= len(given) <= form.most:
            raise MalformedAnswerError(f"'{cls.verb}' takes {form.least} arguments")
        if form.most > len(form.arguments):
            last = len(form.arguments) - 1
            given = [*given[:last], given[last:]]
        return cls(*[each.kind.read(value) for each, value in zip(form.arguments, given, strict=False)])

    def normal(self) -> Self:
        """The same answer with every argument in normal form, as it is read; raises `Malformed`."""
        return type(self)(*[each.normal(getattr(self, each.name)) for each in form_of(type(self)).arguments])


class Posed(Answer):
    """An answer that says where a model is to stand."""

    x: float
    y: float
    heading: int
    __slots__ = ()

    @property
    def pose(self) -> Pose:
        """Where that is: inches, whole degrees."""
        return Pose(self.x, self.y, self.heading)


def _plain(value: Any) -> Any:
    return [_plain(each) for each in value] if isinstance(value, tuple | list) else value


_FORMS: dict[type[Answer], Form] = {}


def form_of(answer: type[Answer]) -> Form:
    """How the answers of a class are written; worked out once."""
    if answer not in _FORMS:
        hints = get_type_hints(answer, include_extras=True)
        known = tuple(
            Argument(each.name, _kind(hints[each.name]), each.default is not MISSING) for each in fields(answer)
        )
        least, most = sum(not each.optional for each in known), sum(each.kind.further or 1 for each in known)
        _FORMS[answer] = Form(known, least, most)
    return _FORMS[answer]


def arguments(answer: type[Answer]) -> tuple[Argument, ...]:
    """The arguments of a class of answers, in the order in which they are written."""
    return form_of(answer).arguments


def _kind(hint: Any) -> Kind:
    """The kind that a hint is annotated with; one that may be None is a union of it and None."""
    if get_origin(hint) is not Annotated:
        hint = next(each for each in get_args(hint) if get_origin(each) is Annotated)
    kind: Kind = hint.__metadata__[0]
    return kind


@lru_cache(maxsize=256)
def by_verb(answers: tuple[type[Answer], ...]) -> Mapping[str, type[Answer]]:
    """Classes of answers by their verbs."""
    return {each.verb: each for each in answers}


def parse_answer(given: Any, answers: tuple[type[Answer], ...]) -> Answer:
    """The answer of one of these classes that any JSON, or another answer, means; raises `Malformed`."""
    if isinstance(given, Answer):
        if type(given) in answers:
            return given.normal()
        given = given.to_json()
    if not isinstance(given, list | tuple) or not given or not isinstance(given[0], str):
        raise MalformedAnswerError("an answer is a list that begins with a verb")
    known = by_verb(answers)
    if given[0] not in known:
        raise MalformedAnswerError(f"the verb must be one of {', '.join(known)}")
    return known[given[0]].read(list(given[1:]))


# --- common ---
# Answers that several questions take: declining, keeping, staying, flying a path, going to a place.


class Decline(Answer):
    """None of what is offered."""

    __slots__ = ()
    verb: ClassVar[str] = "decline"


class Keep(Answer):
    """Leave it as it is: keep the fuel, or the formation together."""

    __slots__ = ()
    verb: ClassVar[str] = "keep"


class Enough(Answer):
    """Nobody else."""

    __slots__ = ()
    verb: ClassVar[str] = "enough"


class Stay(Answer):
    """Stay where it is."""

    __slots__ = ()
    verb: ClassVar[str] = "stay"


@frozen
class Fly(Answer):
    """A squadron flies over these points, the last of which is where it ends."""

    verb: ClassVar[str] = "fly"
    path: Path


@frozen
class PlaceAt(Posed):
    """The model that is asked about goes to this pose."""

    verb: ClassVar[str] = "place"
    x: Inches
    y: Inches
    heading: Heading


# --- deploying ---
# Answers of the Deployment Phase.


@frozen
class Place(Posed):
    """Set a model down in the zone, with others as its formation."""

    verb: ClassVar[str] = "place"
    model: ModelId
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Lay(Posed):
    """Lay a piece of terrain out of the pool."""

    verb: ClassVar[str] = "lay"
    piece: PieceId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class SetBeacon(Answer):
    """Set up a beacon."""

    verb: ClassVar[str] = "beacon"
    x: Inches
    y: Inches


@frozen
class ChooseCorner(Answer):
    """Deploy in a quarter of the table, `south-west` for one."""

    verb: ClassVar[str] = "corner"
    corner: Word


@frozen
class ChooseEdge(Answer):
    """Name an edge of the table, `north` for one."""

    verb: ClassVar[str] = "edge"
    edge: Word


@frozen
class Embark(Answer):
    """Send a model aboard a ship, in secret."""

    verb: ClassVar[str] = "embark"
    model: ModelId
    ship: ModelId


@frozen
class PlaceEscort(Posed):
    """Set a squadron down in contact with a ship, as its escort."""

    verb: ClassVar[str] = "escort"
    model: ModelId
    ship: ModelId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class Issue(Answer):
    """These models are issued so many tokens of the scenario, each its number, in secret."""

    verb: ClassVar[str] = "issue"
    models: ModelIds
    counts: Counts


# --- activation ---
# Answers of an activation: whose it is, the declaration, and the orders of its menu.


@frozen
class Activate(Answer):
    """A model activates."""

    verb: ClassVar[str] = "activate"
    model: ModelId


@frozen
class Declaration(Answer):
    """An action by its name, or "none", and the fuel to boost with; the target where the action names one.

    A target is the id of a model or, for Overdrive, a rating.
    """

    verb: ClassVar[str] = "declare"
    action: Word
    boost: Count
    target: Word | None = None


@frozen
class Move(Answer):
    """A ship moves straight ahead; with less than 0 inches astern."""

    verb: ClassVar[str] = "move"
    inches: Inches


@frozen
class Turn(Answer):
    """A ship turns, by 45 degrees at most; less than 0 is to port."""

    verb: ClassVar[str] = "turn"
    degrees: Degrees


@frozen
class Pivot(Answer):
    """A ship makes the free turn of Reorient, to any heading."""

    verb: ClassVar[str] = "pivot"
    degrees: Degrees


@frozen
class Attack(Answer):
    """Fire a weapon, or several that link as one, at an enemy."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts
    target: ModelId


@frozen
class Defend(Answer):
    """Point Defense at every enemy squadron in range, with the ship's guns or with a CMM missile."""

    verb: ClassVar[str] = "defend"
    mount: MountId | None = None


@frozen
class Resolve(Answer):
    """Carry out the declared action, on a target where it has several."""

    verb: ClassVar[str] = "resolve"
    target: ModelId | None = None


@frozen
class Launch(Posed):
    """Leave the ship that carries the model, with others as its formation."""

    verb: ClassVar[str] = "launch"
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Land(Answer):
    """Go aboard a ship in contact."""

    verb: ClassVar[str] = "land"
    ship: ModelId


@frozen
class TakeUpEscort(Answer):
    """Become the escort of a ship in contact."""

    verb: ClassVar[str] = "escort"
    ship: ModelId


@frozen
class LaunchDrone(Posed):
    """Launch a drone squadron, by the key of its card, from a Drone Bay."""

    verb: ClassVar[str] = "drone"
    mount: MountId
    card: Word
    x: Inches
    y: Inches
    heading: Heading


@frozen
class FireNuke(Answer):
    """Let a Nuke burst at a point."""

    verb: ClassVar[str] = "nuke"
    mount: MountId
    x: Inches
    y: Inches


class End(Answer):
    """End the activation."""

    __slots__ = ()
    verb: ClassVar[str] = "end"


# --- actions ---
# Answers of actions as they are carried out: marines, squadrons that are sent, commanded or supplied, templates.


@frozen
class Commit(Answer):
    """So many marines cross."""

    verb: ClassVar[str] = "commit"
    marines: Count


class Engage(Answer):
    """Marines or boarders fight the enemy aboard."""

    __slots__ = ()
    verb: ClassVar[str] = "engage"


class HoldSystems(Answer):
    """The marines hold the vital systems."""

    __slots__ = ()
    verb: ClassVar[str] = "defend"


class Sabotage(Answer):
    """The boarders go for a system of the ship."""

    __slots__ = ()
    verb: ClassVar[str] = "sabotage"


class HoldOn(Answer):
    """A squadron stays on the hull of a ship that activates."""

    __slots__ = ()
    verb: ClassVar[str] = "hold"


class Disengage(Answer):
    """A squadron leaves the hull of a ship that activates."""

    __slots__ = ()
    verb: ClassVar[str] = "disengage"


@frozen
class Assault(Posed):
    """A squadron clings to the hull of the ship that it has bombed."""

    verb: ClassVar[str] = "assault"
    x: Inches
    y: Inches
    heading: Heading


@frozen
class Send(Answer):
    """A squadron makes a free move."""

    verb: ClassVar[str] = "send"
    model: ModelId


@frozen
class Supply(Answer):
    """A model is supplied."""

    verb: ClassVar[str] = "supply"
    model: ModelId


@frozen
class TakeAlong(Answer):
    """A squadron that has launched takes so many tokens of its ship with it."""

    verb: ClassVar[str] = "along"
    count: Count


@frozen
class CutOut(Answer):
    """A squadron mines with these lances, "linked" or "singly", and so much fuel."""

    verb: ClassVar[str] = "mine"
    mounts: MountRefs
    manner: Word
    fuel: Count


class Refine(Answer):
    """A unit that was mined becomes Fuel Pods."""

    __slots__ = ()
    verb: ClassVar[str] = "refine"


@frozen
class CommandDrone(Answer):
    """A drone squadron activates."""

    verb: ClassVar[str] = "command"
    model: ModelId


@frozen
class At(Answer):
    """The center of a template."""

    verb: ClassVar[str] = "at"
    x: Inches
    y: Inches


# --- reactions ---
# Answers of who is shot at, met or flown past, and of who reacts to that.


@frozen
class OpenFire(Answer):
    """A model fires a weapon at who comes into its range."""

    verb: ClassVar[str] = "fire"
    model: ModelId
    mount: MountId


@frozen
class FireFrom(Answer):
    """The one of a formation from whom an attack goes out."""

    verb: ClassVar[str] = "from"
    model: ModelId


@frozen
class Intercept(Answer):
    """A squadron intercepts who comes near."""

    verb: ClassVar[str] = "intercept"
    model: ModelId


class LetPass(Answer):
    """Nobody reacts for the rest of this move."""

    __slots__ = ()
    verb: ClassVar[str] = "pass"


class Avoid(Answer):
    """Fly around terrain, which the move may not end on then."""

    __slots__ = ()
    verb: ClassVar[str] = "avoid"


class Enter(Answer):
    """Fly through terrain, which strikes."""

    __slots__ = ()
    verb: ClassVar[str] = "enter"


class SpendFuel(Answer):
    """A fuel for one more flex die to evade with."""

    __slots__ = ()
    verb: ClassVar[str] = "spend"


@frozen
class Tap(Answer):
    """Draw on spare fuel, by the state that holds it."""

    verb: ClassVar[str] = "tap"
    state: Word


class Heed(Answer):
    """A Suppressed ship keeps its head down."""

    __slots__ = ()
    verb: ClassVar[str] = "heed"


class Defy(Answer):
    """A Suppressed ship presses on and is attacked."""

    __slots__ = ()
    verb: ClassVar[str] = "defy"


@frozen
class LookOut(Answer):
    """The arc in which a Sensor Drone looks out."""

    verb: ClassVar[str] = "lookout"
    arc: Word


# --- close combat ---
# Answers of close fights: plans, missiles, who fights alone, who rams.


@frozen
class SecretPlan(Answer):
    """Weapons, "linked" or "singly", the fuel bid, and how many dice attack; the others defend."""

    verb: ClassVar[str] = "plan"
    mounts: MountRefsOrNone
    manner: Word
    fuel: Count
    attack: Count


@frozen
class DeclareMissile(Answer):
    """Missiles that strike at the end of the fight."""

    verb: ClassVar[str] = "missile"
    mounts: MountRefs


@frozen
class BreakFormation(Answer):
    """One of a formation fights alone, and the formation is broken."""

    verb: ClassVar[str] = "break"
    model: ModelId


@frozen
class Ram(Answer):
    """A squadron throws itself at the ship; named if it is not the first that could."""

    verb: ClassVar[str] = "ram"
    model: ModelId | None = None


# --- damage ---
# Answers about damage and its repair.


@frozen
class Damage(Answer):
    """A rating that is damaged; of a Mass Driver "rating" or "critical"."""

    verb: ClassVar[str] = "damage"
    rating: Word


@frozen
class DamageSystem(Answer):
    """A system trait that is damaged."""

    verb: ClassVar[str] = "system"
    trait: Word


@frozen
class DamageWeapon(Answer):
    """A weapon that may be damaged."""

    verb: ClassVar[str] = "weapon"
    mount: MountId


@frozen
class Allocate(Answer):
    """How many boxes each of a formation marks, its leader first."""

    verb: ClassVar[str] = "allocate"
    boxes: Counts


@frozen
class ChooseRepair(Answer):
    """A row of the repair table, nothing after it; then with what of that row is repaired.

    Rows are "damage", "system", "weapon", "spinal"; the row "squadron" is followed by the id of one aboard.
    """

    verb: ClassVar[str] = "repair"
    row: Word
    repaired: Word


@frozen
class FireWeapons(Answer):
    """Weapons with which an action attacks."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts


# --- rolls ---
# Answers about dice.


@frozen
class KeepDice(Answer):
    """These dice stay of those that fell."""

    verb: ClassVar[str] = "keep"
    faces: DiceFaces


class Reroll(Answer):
    """Roll all dice again."""

    __slots__ = ()
    verb: ClassVar[str] = "reroll"


class Stand(Answer):
    """Keep the result as it fell."""

    __slots__ = ()
    verb: ClassVar[str] = "stand"


@frozen
class Reduce(Answer):
    """What is left of the result that is opposed, such as "D2,T4"; "N" for nothing."""

    verb: ClassVar[str] = "reduce"
    left: Word


@frozen
class RealDice(Answer):
    """The faces of real dice, by their kinds."""

    verb: ClassVar[str] = "faces"
    base: DiceFaces
    flex: DiceFaces
    macro: DiceFaces


__all__ = [
    "Activate",
    "Allocate",
    "Assault",
    "At",
    "Attack",
    "Avoid",
    "BreakFormation",
    "ChooseCorner",
    "ChooseEdge",
    "ChooseRepair",
    "CommandDrone",
    "Commit",
    "CutOut",
    "Damage",
    "DamageSystem",
    "DamageWeapon",
    "Declaration",
    "DeclareMissile",
    "Decline",
    "Defend",
    "Defy",
    "Disengage",
    "Embark",
    "End",
    "Engage",
    "Enough",
    "Enter",
    "FireFrom",
    "FireNuke",
    "FireWeapons",
    "Fly",
    "Heed",
    "HoldOn",
    "HoldSystems",
    "Intercept",
    "Issue",
    "Keep",
    "KeepDice",
    "Land",
    "Launch",
    "LaunchDrone",
    "Lay",
    "LetPass",
    "LookOut",
    "Move",
    "OpenFire",
    "Pivot",
    "Place",
    "PlaceAt",
    "PlaceEscort",
    "Ram",
    "RealDice",
    "Reduce",
    "Refine",
    "Reroll",
    "Resolve",
    "Sabotage",
    "SecretPlan",
    "Send",
    "SetBeacon",
    "SpendFuel",
    "Stand",
    "Stay",
    "Supply",
    "TakeAlong",
    "TakeUpEscort",
    "Tap",
    "Turn",
]  # fmt: skip
