"""Answers as values: one small frozen class for each verb and its arguments, with the JSON list as its written form.

A class says of each argument what kind it is (`Annotated`), so that reading, writing and documenting need no more:

    @frozen
    class Move(Answer):
        verb: ClassVar[str] = "move"
        inches: Inches

is written `["move", 2.5]`. An argument with a default may be left out at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

from jovian.frozen import frozen
from jovian.game import choice
from jovian.game.choice import Choice, Malformed, Point
from jovian.game.mount_ref import MountRef
from jovian.table import Pose


@frozen
class Kind:
    """A kind of argument."""

    read: Callable[[Any], Any]
    """Its value from any JSON; raises Malformed."""
    words: str
    """What it is, as `docs/decisions.md` says it."""
    further: int = 0
    """How many of it may follow at the end, each written as an argument of its own; 0 where it is one argument."""


Inches = Annotated[float, Kind(choice.length, "inches")]
Degrees = Annotated[int, Kind(choice.degrees, "whole degrees, clockwise")]
Heading = Annotated[int, Kind(choice.heading, "heading, 0 to 359")]
Count = Annotated[int, Kind(choice.count, "a whole number from 0")]
ModelIds = Annotated[tuple[str, ...], Kind(choice.words, "ids of models")]
Counts = Annotated[tuple[int, ...], Kind(choice.counts, "whole numbers from 0")]
Word = Annotated[str, Kind(choice.word, "a word")]
ModelId = Annotated[str, Kind(choice.word, "id of a model")]
PieceId = Annotated[str, Kind(choice.word, "id of a piece of terrain")]
MountId = Annotated[str, Kind(choice.word, "id of a weapon")]
Mounts = Annotated[tuple[str, ...], Kind(choice.words, "ids of weapons")]
MountRefs = Annotated[tuple[MountRef, ...], Kind(choice.refs, "ids of weapons")]
MountRefsOrNone = Annotated[tuple[MountRef, ...], Kind(choice.refs_or_none, "ids of weapons, or none")]
Path = Annotated[tuple[Point, ...], Kind(choice.points, "points `[x, y]` in inches")]
DiceFaces = Annotated[tuple[int, ...], Kind(choice.dice, "faces of dice")]
Partners = Annotated[tuple[str, ...], Kind(choice.partners, "id of another of its formation", further=2)]


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

    def written(self) -> Choice:
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
            raise Malformed(f"'{cls.verb}' takes {form.least} arguments")
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


def read(given: Any, answers: tuple[type[Answer], ...]) -> Answer:
    """The answer of one of these classes that any JSON, or another answer, means; raises `Malformed`."""
    if isinstance(given, Answer):
        if type(given) in answers:
            return given.normal()
        given = given.written()
    if not isinstance(given, list | tuple) or not given or not isinstance(given[0], str):
        raise Malformed("an answer is a list that begins with a verb")
    known = by_verb(answers)
    if given[0] not in known:
        raise Malformed(f"the verb must be one of {', '.join(known)}")
    return known[given[0]].read(list(given[1:]))
