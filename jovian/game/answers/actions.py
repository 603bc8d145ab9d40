"""Answers of actions as they are carried out: marines, squadrons that are sent, commanded or supplied, templates."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Count, Heading, Inches, ModelId, MountRefs, Posed, Word


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
