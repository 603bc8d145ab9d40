"""Events of what becomes of models: damage and repairs, states, marines aboard, capture, supplies."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.events.event import Event

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
