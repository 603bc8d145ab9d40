"""Events of what stands where: placed, moved, come to light, gone, aboard."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.events.event import KEY, Event
from jovian.table import Pose

TURN = "turn"
OWN_MOVES = ("advance", TURN, "squadron")
"""The causes of the moves that a model makes by its own orders in its activation."""


@frozen(kw_only=True)
class Placed(Event):
    """A model, a template or a wreck is set down on the table."""

    type: ClassVar[str] = "placed"
    model: str
    """Its id."""
    start: None = field(metadata={KEY: "from"})
    """Always null: it comes from off the table."""
    to: Pose
    """Where it stands: x and y in inches from the lower left corner, heading in degrees (0 up the table, clockwise)."""
    path: tuple[Pose, ...]
    """The same one pose."""
    cause: str
    """Why, such as `deployment`, `launch`, `wreckage` or `layout`."""
    inches: float
    """Always 0."""
    kind: str | None = None
    """The kind of a template, wreck or other piece of terrain; not there for a model."""
    side: int | None = None
    """Who lays out the piece of terrain before the game; not there otherwise."""


@frozen(kw_only=True)
class Moved(Event):
    """A leg, a turn or a push of a model, or of a comet and its tail."""

    type: ClassVar[str] = "moved"
    model: str
    """Its id."""
    start: Pose = field(metadata={KEY: "from"})
    """Where it stood: x and y in inches from the lower left corner, heading in degrees (0 up the table, clockwise)."""
    to: Pose
    """Where it stands now."""
    path: tuple[Pose, ...]
    """Every pose on the way, with both ends."""
    cause: str
    """Why, such as `advance`, `turn`, `squadron`, `overlap`, `escort` or `comet`."""
    inches: float
    """The length of the way in inches, 0 for a turn on the spot, what a planet sets it off for one at its edge."""

    @property
    def degrees(self) -> int:
        """By how much it has turned, -180 to 179, clockwise if positive."""
        return (self.to.heading - self.start.heading + 180) % 360 - 180


@frozen(kw_only=True)
class Revealed(Event):
    """A card becomes public."""

    type: ClassVar[str] = "revealed"
    model: str
    """The id of the model."""
    card: str
    """The key of its unit card, such as `cega/fury`."""
    unit: str
    """What that card is called, such as `Fury`."""
    tv: int
    """Its Threat Value."""
    side: int | None
    """Who controls it, null for what is nobody's."""
    kind: str
    """`capital`, `squadron`, `drone` or `object` (an unidentified one)."""
    name: str
    """What players call it."""


@frozen(kw_only=True)
class HardpointsShown(Event):
    """What the hardpoints of a ship hold becomes public."""

    type: ClassVar[str] = "hardpoints"
    model: str
    """Its id."""
    weapons: tuple[str, ...]
    """The names of the weapons in them, one for each instance; none for what is empty."""
    tv: int
    """Its Threat Value with all of them."""


@frozen(kw_only=True)
class LeftPlay(Event):
    """A model, a comet or a template is gone from the table."""

    type: ClassVar[str] = "left_play"
    model: str
    """Its id."""
    how: str
    """`destroyed`, `withdrawn` or `embarked`."""
    host: str | None = None
    """The id of the ship that it has embarked on; not there otherwise."""


@frozen(kw_only=True)
class HangerCount(Event):
    """How many models are aboard a ship, after one was sent there in secret."""

    type: ClassVar[str] = "hangers"
    ship: str
    """The id of the ship."""
    aboard: int
    """How many models are aboard."""


@frozen(kw_only=True)
class TerrainAvoided(Event):
    """A model flies around terrain."""

    type: ClassVar[str] = "avoided"
    model: str
    """Its id."""
    terrain: str
    """The id of the piece of terrain."""
    kind: str
    """The kind of the piece of terrain."""
