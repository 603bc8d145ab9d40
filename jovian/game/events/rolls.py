"""Events of dice: a roll with all that it is made of, and what an opposing roll leaves of it."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from jovian.dice import Faces, Pool, Result
from jovian.frozen import frozen
from jovian.game.events.event import UNWRITTEN, Event
from jovian.game.parts import Part


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
    parts: tuple[Part, ...]
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
