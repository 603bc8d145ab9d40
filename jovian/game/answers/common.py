"""Answers that several questions take: declining, keeping, staying, flying a path, going to a place."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Heading, Inches, Path, Posed


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
