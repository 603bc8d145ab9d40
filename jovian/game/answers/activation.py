"""Answers of an activation: whose it is, the declaration, and the orders of its menu."""

from __future__ import annotations

from typing import ClassVar

from jovian.frozen import frozen
from jovian.game.answer import Answer, Count, Degrees, Heading, Inches, ModelId, MountId, Mounts, Partners, Posed, Word


@frozen
class Activate(Answer):
    """A model activates."""

    verb: ClassVar[str] = "activate"
    model: ModelId


@frozen
class Declaration(Answer):
    """An action by its name, or "none", and the fuel to boost with; the target where the action names one.

    A target is the id of a model or, for Overdrive, a rating.
    """

    verb: ClassVar[str] = "declare"
    action: Word
    boost: Count
    target: Word | None = None


@frozen
class Move(Answer):
    """A ship moves straight ahead; with less than 0 inches astern."""

    verb: ClassVar[str] = "move"
    inches: Inches


@frozen
class Turn(Answer):
    """A ship turns, by 45 degrees at most; less than 0 is to port."""

    verb: ClassVar[str] = "turn"
    degrees: Degrees


@frozen
class Pivot(Answer):
    """A ship makes the free turn of Reorient, to any heading."""

    verb: ClassVar[str] = "pivot"
    degrees: Degrees


@frozen
class Attack(Answer):
    """Fire a weapon, or several that link as one, at an enemy."""

    verb: ClassVar[str] = "attack"
    mounts: Mounts
    target: ModelId


@frozen
class Defend(Answer):
    """Point Defense at every enemy squadron in range, with the ship's guns or with a CMM missile."""

    verb: ClassVar[str] = "defend"
    mount: MountId | None = None


@frozen
class Resolve(Answer):
    """Carry out the declared action, on a target where it has several."""

    verb: ClassVar[str] = "resolve"
    target: ModelId | None = None


@frozen
class Launch(Posed):
    """Leave the ship that carries the model, with others as its formation."""

    verb: ClassVar[str] = "launch"
    x: Inches
    y: Inches
    heading: Heading
    partners: Partners = ()


@frozen
class Land(Answer):
    """Go aboard a ship in contact."""

    verb: ClassVar[str] = "land"
    ship: ModelId


@frozen
class TakeUpEscort(Answer):
    """Become the escort of a ship in contact."""

    verb: ClassVar[str] = "escort"
    ship: ModelId


@frozen
class LaunchDrone(Posed):
    """Launch a drone squadron, by the key of its card, from a Drone Bay."""

    verb: ClassVar[str] = "drone"
    mount: MountId
    card: Word
    x: Inches
    y: Inches
    heading: Heading


@frozen
class FireNuke(Answer):
    """Let a Nuke burst at a point."""

    verb: ClassVar[str] = "nuke"
    mount: MountId
    x: Inches
    y: Inches


class End(Answer):
    """End the activation."""

    __slots__ = ()
    verb: ClassVar[str] = "end"
