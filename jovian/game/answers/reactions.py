"""Answers of who is shot at, met or flown past, and of who reacts to that."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, ModelId, MountId, Word


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
