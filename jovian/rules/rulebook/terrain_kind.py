"""The facts by which kinds of terrain differ (v1.2.4 Terrain)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.frozen import frozen


class Lot(NamedTuple):
    """How a kind comes to a table that is laid out by lot, or to the pieces that players lay."""

    weight: int
    """How likely it is, beside the others."""
    least: float
    greatest: float
    """The radius that a piece may have, inches; an outline with corners reaches about so far."""
    uneven: bool = False
    """Has a piece of it corners rather than a radius?"""
    most: int = 3
    """How many of it there may be."""
    tail: tuple[float, float] = (0.0, 0.0)
    """Of one that draws a tail: how long and wide that is, inches."""


@frozen
class TerrainKind:
    """One kind of terrain, as facts that the core asks for."""

    name: str
    place: str
    summary: str
    ac: int = 0
    """Base dice against a capital ship that moves through, 0 for none."""
    as_: int = 0
    """Base dice against a squadron that moves through."""
    veils: bool = False
    """Are models that overlap it Obscured?"""
    solid: bool = False
    """Is it forbidden to end on it?"""
    shelters: bool = False
    """Does it give Stealth to models within 3"?"""
    signature: float = 0
    """As a blocker of lines; 0 never blocks."""
    cloaks: bool = False
    """Does it give Stealth to what overlaps it?"""
    blinds: bool = False
    """Has what overlaps it Sensors 0?"""
    hastens: int = 0
    """How much higher the Speed is of what starts its movement on it, inches."""
    travels: bool = False
    """Does it move at the end of each Deployment Phase?"""
    tail: str = ""
    """The kind of the tail that it draws after it, "" for none."""
    bars: bool = False
    """Can nothing pass it: is it a planet, at the edge of the table?"""
    pulls: int = 0
    """How much higher the Speed of a ship is that begins its movement with all of it in its Fore arc, inches."""
    holds: int = 0
    """How much lower it is with all of it in its Aft arc."""
    slows: int = 0
    """How much lower the Speed is of what moves in it, from the touch on, inches."""
    blurs: int = 0
    """How many ratings of ECM what overlaps it gains."""
    shrinks: bool = False
    """Does it shrink in the End Phase, and is gone in the next?"""

    lot: Lot | None = None
    """How it comes by lot, None if it never does."""

    def rating(self, capital: bool) -> int:
        """Base dice of its attack on a mover."""
        return self.ac if capital else self.as_
