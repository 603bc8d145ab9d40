"""Answers: a small frozen class for each verb and its arguments, and their form in JSON.

Each class annotates its arguments with their kinds. Reading, writing, and the documentation follow from them:

    @frozen
    class Move(Answer):
        verb: ClassVar[str] = "move"
        inches: Inches

is `["move", 2.5]` in JSON. An argument with a default can be omitted at the end. Values are normalized before they are
checked, recorded, and hashed: lengths are floats rounded to 0.001", and headings are integers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

from jovian.frozen import frozen
from jovian.table import Pose

# --- Weapons of a Formation ---

MEMBER_SUFFIX = "+"


class MountRef(str):
    """A mount of a model or of its Formation, as answers, events, and saves name it.

    The text is the mount's id on the card, such as `a1`, with one `+` for each step from the leader of the Formation
    to the member: `a1+` belongs to the second member.
    """

    __slots__ = ()

    @classmethod
    def of(cls, mount_id: str, member: int = 0) -> MountRef:
        """Return the reference to a mount of a member. The leader is member 0."""
        return cls(mount_id + MEMBER_SUFFIX * member)

    @property
    def ident(self) -> str:
        """The id of the mount on the card."""
        return self.rstrip(MEMBER_SUFFIX)

    @property
    def member(self) -> int:
        """The number of the member: 0 for the leader, 1 for the second of its Formation."""
        return len(self) - len(self.ident)

    @property
    def line(self) -> str:
        """The line of the weapon table: the first letter of the id."""
        return self[:1]

    def without(self, place: int) -> MountRef | None:
        """Return the reference after a member has left the Formation, None if the weapon left with it."""
        if self.member == place:
            return None
        return MountRef.of(self.ident, self.member - (self.member > place))


# --- Kinds of arguments ---
Choice = list[Any]
"""An answer as a JSON list, with the verb first."""
Point = tuple[float, float]
"""Inches from the left and the lower edge of the table."""


class MalformedAnswerError(ValueError):
    """The JSON or the object is no answer that the decision takes."""


def number(value: Any) -> float:
    """Return a finite number as a float. True and False aren't numbers."""
    if type(value) not in (int, float) or not -1e6 < value < 1e6:
        raise MalformedAnswerError("a number is required")
    return float(value)


def length(value: Any) -> float:
    """Return inches, rounded to 0.001"."""
    return round(number(value), 3) + 0.0


def degrees(value: Any) -> int:
    value = number(value)
    if value != round(value):
        raise MalformedAnswerError("headings must be whole degrees")
    return int(value)


def heading(value: Any) -> int:
    """Return a heading from 0 to 359."""
    return degrees(value) % 360


def count(value: Any) -> int:
    """Return a whole number from 0."""
    whole = degrees(value)
    if whole < 0:
        raise MalformedAnswerError("a count can't be negative")
    return whole


def word(value: Any) -> str:
    """Return an id or a name."""
    if not isinstance(value, str):
        raise MalformedAnswerError("a name is required")
    name = value if type(value) is str else str.__getitem__(value, slice(None))  # a subclass can override methods
    if len(name) > 80:
        raise MalformedAnswerError("a name can't have more than 80 characters")
    return name


def words(value: Any) -> tuple[str, ...]:
    """Return a list of ids."""
    return tuple(word(item) for item in _items(value, 40))


def refs(value: Any) -> tuple[MountRef, ...]:
    """Return a list of weapons of a model or its Formation."""
    return tuple(map(MountRef, words(value)))


def refs_or_none(value: Any) -> tuple[MountRef, ...]:
    """Return a list of weapons of a model or its Formation, which can be empty."""
    return () if value in ([], ()) else refs(value)


def partners(value: Any) -> tuple[str, ...]:
    """Return up to 2 ids of other models."""
    return () if value in ([], ()) else tuple(word(item) for item in _items(value, 2))


def die(value: Any) -> int:
    """Return the face of one die."""
    face = degrees(value)
    if not 1 <= face <= 6:
        raise MalformedAnswerError("a die must show 1 to 6")
    return face


def dice(value: Any) -> tuple[int, ...]:
    """Return the faces of several dice, or of none."""
    if value in ([], ()):
        return ()
    if not value:
        raise MalformedAnswerError("faces must be a list")
    return tuple(die(item) for item in _items(value, 60))


def counts(value: Any) -> tuple[int, ...]:
    """Return several whole numbers from 0."""
    return tuple(count(item) for item in _items(value, 40))


def points(value: Any) -> tuple[Point, ...]:
    """Return a path of up to 16 points, in inches."""
    return tuple((length(x), length(y)) for x, y in map(_pair, _items(value, 16)))


def _pair(value: Any) -> tuple[Any, Any]:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise MalformedAnswerError("a point must have an x and a y")
    return value[0], value[1]


def _items(value: Any, max_items: int) -> list[Any]:
    if not isinstance(value, list | tuple) or not 0 < len(value) <= max_items:
        raise MalformedAnswerError(f"a list of 1 to {max_items} is required")
    return list(value)


# --- Answers and their arguments ---


@frozen
class ArgumentKind:
    """A kind of argument, such as a length in inches."""

    read: Callable[[Any], Any]
    """Returns the value of any JSON. Raises MalformedAnswerError."""
    words: str
    """The kind in words, for `docs/decisions.md`."""
    max_repeats: int = 0
    """The maximum number of values at the end of the answer, each an argument of its own. 0 for a single argument."""


Inches = Annotated[float, ArgumentKind(length, "inches")]
Degrees = Annotated[int, ArgumentKind(degrees, "whole degrees, clockwise")]
Heading = Annotated[int, ArgumentKind(heading, "heading, 0 to 359")]
Count = Annotated[int, ArgumentKind(count, "a whole number from 0")]
ModelIds = Annotated[tuple[str, ...], ArgumentKind(words, "ids of models")]
Counts = Annotated[tuple[int, ...], ArgumentKind(counts, "whole numbers from 0")]
Word = Annotated[str, ArgumentKind(word, "a word")]
ModelId = Annotated[str, ArgumentKind(word, "id of a model")]
PieceId = Annotated[str, ArgumentKind(word, "id of a piece of terrain")]
MountId = Annotated[str, ArgumentKind(word, "id of a weapon")]
Mounts = Annotated[tuple[str, ...], ArgumentKind(words, "ids of weapons")]
MountRefs = Annotated[tuple[MountRef, ...], ArgumentKind(refs, "ids of weapons")]
MountRefsOrNone = Annotated[tuple[MountRef, ...], ArgumentKind(refs_or_none, "ids of weapons, or none")]
Path = Annotated[tuple[Point, ...], ArgumentKind(points, "points `[x, y]` in inches")]
DiceFaces = Annotated[tuple[int, ...], ArgumentKind(dice, "faces of dice")]
Partners = Annotated[tuple[str, ...], ArgumentKind(partners, "id of another model of its Formation", max_repeats=2)]


@frozen
class Argument:
    """One argument of an answer class."""

    name: str
    kind: ArgumentKind
    optional: bool
    """Whether it can be omitted."""

    def normal(self, value: Any) -> Any:
        """Return any JSON as a normalized value of this argument. Raises MalformedAnswerError."""
        return value if value is None and self.optional and not self.kind.max_repeats else self.kind.read(value)


@frozen
class AnswerForm:
    """The arguments of an answer class, and how many values can follow the verb."""

    arguments: tuple[Argument, ...]
    min_values: int
    max_values: int


@frozen
class Answer:
    """One answer. Subclasses are frozen dataclasses. Answers of different classes are never equal."""

    verb: ClassVar[str] = ""

    def to_json(self) -> Choice:
        """Return a new JSON list, which the caller may change."""
        choice: Choice = [self.verb]
        for argument in form_of(type(self)).arguments:
            value = getattr(self, argument.name)
            if isinstance(value, tuple):
                values = [*map(_plain, value)]
                choice += values if argument.kind.max_repeats else [values]
            elif value is not None or not argument.optional:
                choice.append(value)
        return choice

    @classmethod
    def read(cls, values: list[Any]) -> Self:
        """Return the answer of this verb with these values. Raises MalformedAnswerError."""
        form = form_of(cls)
        if not form.min_values <= len(values) <= form.max_values:
            raise MalformedAnswerError(f"'{cls.verb}' requires {form.min_values} arguments")
        if form.max_values > len(form.arguments):
            last = len(form.arguments) - 1
            values = [*values[:last], values[last:]]
        pairs = zip(form.arguments, values, strict=False)
        return cls(*[argument.kind.read(value) for argument, value in pairs])

    def normal(self) -> Self:
        """Return the same answer with normalized arguments. Raises MalformedAnswerError."""
        known = form_of(type(self)).arguments
        return type(self)(*[argument.normal(getattr(self, argument.name)) for argument in known])


class Posed(Answer):
    """An answer with a pose for a model."""

    x: float
    y: float
    heading: int
    __slots__ = ()

    @property
    def pose(self) -> Pose:
        """The pose: inches and whole degrees."""
        return Pose(self.x, self.y, self.heading)


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


_FORMS: dict[type[Answer], AnswerForm] = {}


def form_of(answer: type[Answer]) -> AnswerForm:
    """Return the form of an answer class, computed once."""
    if answer not in _FORMS:
        hints = get_type_hints(answer, include_extras=True)
        known = tuple(
            Argument(field.name, _kind(hints[field.name]), field.default is not MISSING) for field in fields(answer)
        )
        min_values = sum(not argument.optional for argument in known)
        max_values = sum(argument.kind.max_repeats or 1 for argument in known)
        _FORMS[answer] = AnswerForm(known, min_values, max_values)
    return _FORMS[answer]


def arguments(answer: type[Answer]) -> tuple[Argument, ...]:
    """Return the arguments of an answer class in the order of the JSON list."""
    return form_of(answer).arguments


def _kind(hint: Any) -> ArgumentKind:
    """Return the kind that a type hint is annotated with. The hint can be a union with None."""
    if get_origin(hint) is not Annotated:
        hint = next(part for part in get_args(hint) if get_origin(part) is Annotated)
    kind: ArgumentKind = hint.__metadata__[0]
    return kind


@lru_cache(maxsize=256)
def by_verb(answers: tuple[type[Answer], ...]) -> Mapping[str, type[Answer]]:
    """Return answer classes by their verbs."""
    return {answer.verb: answer for answer in answers}


def parse_answer(value: Any, answers: tuple[type[Answer], ...]) -> Answer:
    """Return the answer of one of these classes that any JSON, or another answer, stands for.

    Raises:
        MalformedAnswerError: The value is no such answer.

    """
    if isinstance(value, Answer):
        if type(value) in answers:
            return value.normal()
        value = value.to_json()
    if not isinstance(value, list | tuple) or not value or not isinstance(value[0], str):
        raise MalformedAnswerError("an answer must be a list that starts with a verb")
    known = by_verb(answers)
    if value[0] not in known:
        raise MalformedAnswerError(f"the verb must be one of {', '.join(known)}")
    return known[value[0]].read(list(value[1:]))


# --- Answers of several decisions ---


class Decline(Answer):
    """Choose none of the offered options."""

    __slots__ = ()
    verb: ClassVar[str] = "decline"


class Keep(Answer):
    """Leave it as it is: keep the fuel, or keep the Formation together."""

    __slots__ = ()
    verb: ClassVar[str] = "keep"


class Enough(Answer):
    """Choose no more models."""

    __slots__ = ()
    verb: ClassVar[str] = "enough"


class Stay(Answer):
    """Don't move."""

    __slots__ = ()
    verb: ClassVar[str] = "stay"


@frozen
class Fly(Answer):
    """Fly with a squadron over these points. The last one is the destination."""

    verb: ClassVar[str] = "fly"
    path: Path


@frozen
class PlaceAt(Posed):
    """Place the model that the decision is about at this pose."""

    verb: ClassVar[str] = "place"
    x: Inches
    y: Inches
    heading: Heading


# --- Deployment ---


@frozen
class Place(Posed):
    """Place a model in the deployment zone, with other models as its Formation."""

    verb: ClassVar[str] = "place"
    model: ModelId
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Lay(Posed):
    """Place a piece of terrain from the pool."""

    verb: ClassVar[str] = "lay"
    piece: PieceId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class SetBeacon(Answer):
    """Place a beacon."""

    verb: ClassVar[str] = "beacon"
    x: Inches
    y: Inches


@frozen
class ChooseCorner(Answer):
    """Deploy in a quarter of the table, such as `south-west`."""

    verb: ClassVar[str] = "corner"
    corner: Word


@frozen
class ChooseEdge(Answer):
    """Choose an edge of the table, such as `north`."""

    verb: ClassVar[str] = "edge"
    edge: Word


@frozen
class Embark(Answer):
    """Send a model aboard a ship in secret."""

    verb: ClassVar[str] = "embark"
    model: ModelId
    ship: ModelId


@frozen
class PlaceEscort(Posed):
    """Place a squadron in contact with a ship, as its escort."""

    verb: ClassVar[str] = "escort"
    model: ModelId
    ship: ModelId
    x: Inches
    y: Inches
    heading: Heading


@frozen
class Issue(Answer):
    """Give scenario tokens to models in secret: the number of tokens for each model."""

    verb: ClassVar[str] = "issue"
    models: ModelIds
    counts: Counts


# --- Activation: the model, the declaration, and the orders of its menu ---


@frozen
class Activate(Answer):
    """Activate a model."""

    verb: ClassVar[str] = "activate"
    model: ModelId


@frozen
class Declaration(Answer):
    """Declare an action by its name, or "none", with the fuel to boost with, and a target if the action has one.

    The target is the id of a model, or a rating for Overdrive.
    """

    verb: ClassVar[str] = "declare"
    action: Word
    boost: Count
    target: Word | None = None


@frozen
class Move(Answer):
    """Move a ship straight ahead. Negative inches move it in reverse."""

    verb: ClassVar[str] = "move"
    inches: Inches


@frozen
class Turn(Answer):
    """Turn a ship by up to 45 degrees. Negative degrees turn to port."""

    verb: ClassVar[str] = "turn"
    degrees: Degrees


@frozen
class Pivot(Answer):
    """Turn a ship to any heading with the free turn of Reorient."""

    verb: ClassVar[str] = "pivot"
    degrees: Degrees


@frozen
class Attack(Answer):
    """Fire a weapon, or several linked weapons, at an enemy."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts
    target: ModelId


@frozen
class Defend(Answer):
    """Use Point Defense on all enemy squadrons in range, with the ship's weapons or with a CMM missile."""

    verb: ClassVar[str] = "defend"
    mount: MountId | None = None


@frozen
class Resolve(Answer):
    """Carry out the declared action, on a target if there are several."""

    verb: ClassVar[str] = "resolve"
    target: ModelId | None = None


@frozen
class Launch(Posed):
    """Launch the model from the ship that carries it, with other models as its Formation."""

    verb: ClassVar[str] = "launch"
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Land(Answer):
    """Land on a ship in contact."""

    verb: ClassVar[str] = "land"
    ship: ModelId


@frozen
class TakeUpEscort(Answer):
    """Become the escort of a ship in contact."""

    verb: ClassVar[str] = "escort"
    ship: ModelId


@frozen
class LaunchDrone(Posed):
    """Launch a drone squadron from a Drone Bay, by the key of its card."""

    verb: ClassVar[str] = "drone"
    mount: MountId
    card: Word
    x: Inches
    y: Inches
    heading: Heading


@frozen
class FireNuke(Answer):
    """Detonate a Nuke at a point."""

    verb: ClassVar[str] = "nuke"
    mount: MountId
    x: Inches
    y: Inches


class End(Answer):
    """End the activation."""

    __slots__ = ()
    verb: ClassVar[str] = "end"


# --- Actions: marines, squadrons, supplies, and templates ---


@frozen
class Commit(Answer):
    """Send this number of marines across."""

    verb: ClassVar[str] = "commit"
    marines: Count


class Engage(Answer):
    """Fight the enemy aboard with marines or boarders."""

    __slots__ = ()
    verb: ClassVar[str] = "engage"


class HoldSystems(Answer):
    """Hold the vital systems with the marines."""

    __slots__ = ()
    verb: ClassVar[str] = "defend"


class Sabotage(Answer):
    """Sabotage a system of the ship with the boarders."""

    __slots__ = ()
    verb: ClassVar[str] = "sabotage"


class HoldOn(Answer):
    """Keep a squadron on the hull of a ship that activates."""

    __slots__ = ()
    verb: ClassVar[str] = "hold"


class Disengage(Answer):
    """Let a squadron leave the hull of a ship that activates."""

    __slots__ = ()
    verb: ClassVar[str] = "disengage"


@frozen
class Assault(Posed):
    """Assault the ship that the squadron has bombed, and stay on its hull."""

    verb: ClassVar[str] = "assault"
    x: Inches
    y: Inches
    heading: Heading


@frozen
class Send(Answer):
    """Make a free move with a squadron."""

    verb: ClassVar[str] = "send"
    model: ModelId


@frozen
class Supply(Answer):
    """Supply a model."""

    verb: ClassVar[str] = "supply"
    model: ModelId


@frozen
class TakeAlong(Answer):
    """Give a launched squadron this number of its ship's tokens."""

    verb: ClassVar[str] = "along"
    count: Count


@frozen
class CutOut(Answer):
    """Mine with these lances of a squadron, "linked" or "singly", and with this amount of fuel."""

    verb: ClassVar[str] = "mine"
    mounts: MountRefs
    manner: Word
    fuel: Count


class Refine(Answer):
    """Turn a mined unit into Fuel Pods."""

    __slots__ = ()
    verb: ClassVar[str] = "refine"


@frozen
class CommandDrone(Answer):
    """Activate a drone squadron."""

    verb: ClassVar[str] = "command"
    model: ModelId


@frozen
class At(Answer):
    """Choose the center of a template."""

    verb: ClassVar[str] = "at"
    x: Inches
    y: Inches


# --- Reactions and responses during a move or an attack ---


@frozen
class OpenFire(Answer):
    """Fire a weapon of a model at the enemy that comes into range."""

    verb: ClassVar[str] = "fire"
    model: ModelId
    mount: MountId


@frozen
class FireFrom(Answer):
    """Choose the model of a Formation that makes the attack."""

    verb: ClassVar[str] = "from"
    model: ModelId


@frozen
class Intercept(Answer):
    """Intercept the approaching enemy with a squadron."""

    verb: ClassVar[str] = "intercept"
    model: ModelId


class LetPass(Answer):
    """Decline all reactions to the rest of this move."""

    __slots__ = ()
    verb: ClassVar[str] = "pass"


class Avoid(Answer):
    """Fly around terrain. The move can't end on it then."""

    __slots__ = ()
    verb: ClassVar[str] = "avoid"


class Enter(Answer):
    """Fly through terrain, which then attacks."""

    __slots__ = ()
    verb: ClassVar[str] = "enter"


class SpendFuel(Answer):
    """Spend 1 fuel for 1 more flex die to evade with."""

    __slots__ = ()
    verb: ClassVar[str] = "spend"


@frozen
class Tap(Answer):
    """Use spare fuel, by the state that holds it."""

    verb: ClassVar[str] = "tap"
    state: Word


class Heed(Answer):
    """Obey the suppression."""

    __slots__ = ()
    verb: ClassVar[str] = "heed"


class Defy(Answer):
    """Defy the suppression, and be attacked."""

    __slots__ = ()
    verb: ClassVar[str] = "defy"


@frozen
class LookOut(Answer):
    """Choose the arc that a Sensor Drone watches."""

    verb: ClassVar[str] = "lookout"
    arc: Word


# --- Close combat ---


@frozen
class SecretPlan(Answer):
    """Plan in secret: the weapons, "linked" or "singly", the fuel bid, and the attack dice. The other dice defend."""

    verb: ClassVar[str] = "plan"
    mounts: MountRefsOrNone
    manner: Word
    fuel: Count
    attack: Count


@frozen
class DeclareMissile(Answer):
    """Declare missiles, which attack at the end of the fight."""

    verb: ClassVar[str] = "missile"
    mounts: MountRefs


@frozen
class BreakFormation(Answer):
    """Fight with one model of a Formation alone. The Formation breaks up."""

    verb: ClassVar[str] = "break"
    model: ModelId


@frozen
class Ram(Answer):
    """Ram the ship with a squadron, named unless it is the first that can."""

    verb: ClassVar[str] = "ram"
    model: ModelId | None = None


# --- Damage and repair ---


@frozen
class Damage(Answer):
    """Choose the rating to damage. For a Mass Driver: "rating" or "critical"."""

    verb: ClassVar[str] = "damage"
    rating: Word


@frozen
class DamageSystem(Answer):
    """Choose the system trait to damage."""

    verb: ClassVar[str] = "system"
    trait: Word


@frozen
class DamageWeapon(Answer):
    """Choose the weapon to damage."""

    verb: ClassVar[str] = "weapon"
    mount: MountId


@frozen
class Allocate(Answer):
    """Choose how many boxes each model of a Formation marks, leader first."""

    verb: ClassVar[str] = "allocate"
    boxes: Counts


@frozen
class ChooseRepair(Answer):
    """Choose a row of the repair table, and what to repair.

    Rows are "damage", "system", "weapon", "spinal", and "squadron". Name no repair to choose only the row. The row
    "squadron" requires the id of a squadron aboard.
    """

    verb: ClassVar[str] = "repair"
    row: Word
    repaired: Word


@frozen
class FireWeapons(Answer):
    """Choose the weapons of an action's attack."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts


# --- Dice ---


@frozen
class KeepDice(Answer):
    """Keep these dice of the roll."""

    verb: ClassVar[str] = "keep"
    faces: DiceFaces


class Reroll(Answer):
    """Roll all dice again."""

    __slots__ = ()
    verb: ClassVar[str] = "reroll"


class Stand(Answer):
    """Keep the result of the roll."""

    __slots__ = ()
    verb: ClassVar[str] = "stand"


@frozen
class Reduce(Answer):
    """Choose the remaining part of the opposed result, such as "D2,T4", or "N" for no result."""

    verb: ClassVar[str] = "reduce"
    left: Word


@frozen
class RealDice(Answer):
    """Enter the faces of real dice: base, flex, and macro dice."""

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
