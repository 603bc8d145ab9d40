"""Answers about dice."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, DiceFaces, Word


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
