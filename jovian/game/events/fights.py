"""Events of attacks and close fights: shots, spent weapons, secret plans, missiles, interceptions."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from jovian.dice import Pool, Result
from jovian.frozen import frozen
from jovian.game.events.event import UNWRITTEN, Event, Written
from jovian.game.parts import Part


@frozen(kw_only=True)
class Attacked(Event):
    """An attack, with why it rolled what it rolled and what came of it."""

    type: ClassVar[str] = "attacked"
    attacker: str
    """The id of the model, or of the piece of terrain, that attacks."""
    weapon: str
    """The name of the weapon, or of what strikes."""
    target: str
    """The id of the target."""
    window: str
    """When: `activation`, `autofire`, `dogfight`, `bombing`, `ram`, `terrain`, `explosion` and the like."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire; none where no weapon does."""
    distance: float
    """Inches, 0 at close quarters."""
    band: str
    """The range band, empty where none counts."""
    arc: str
    """The arc of the target that is hit, empty where none counts."""
    modifiers: tuple[Part, ...]
    """The reasons of the Attack Modifier."""
    net: int
    """The sum of the reasons."""
    pool: Pool | None
    """The dice, null if nothing was rolled."""
    dice: tuple[Part, ...]
    """All that the pool is made of."""
    shift: int
    """Escalates less diminishes, in steps of magnitude."""
    autohit: str
    """The result of what hits without a roll, empty if it does not."""
    jammed: str
    """The id of the model that jams it, empty if none does."""
    defense: Pool | None
    """The dice that oppose it, null if none do."""
    defense_dice: tuple[Part, ...]
    """All that the opposing pool is made of."""
    result: Result
    """The code of what is left of the result."""
    fire_control_left: int
    """Fire Control that the attacker has left in this activation."""
    swarm: bool = field(default=False, metadata=UNWRITTEN)
    """Do triples and better shrink a step, last of all?"""
    defense_reroll: bool = field(default=False, metadata=UNWRITTEN)
    """May the dice that oppose it be rolled again?"""


@frozen(kw_only=True)
class Expended(Event):
    """Weapons are spent without an attack: a CMM missile that defends, guns that suppress."""

    type: ClassVar[str] = "expended"
    model: str
    """The id of their model."""
    mounts: tuple[str, ...]
    """The ids of the mounts."""
    weapon: str
    """The name of the weapon."""
    cause: str
    """What for."""
    fire_control_left: int
    """Fire Control that the model has left in this activation."""


@frozen(kw_only=True)
class NukeBurst(Event):
    """A Nuke goes off at a point."""

    type: ClassVar[str] = "burst"
    model: str
    """The id of the model that fired it."""
    weapon: str
    """The id of its mount."""
    at: tuple[float, float]
    """The point: x and y in inches from the lower left corner."""


@frozen(kw_only=True)
class Intercepted(Event):
    """A model intercepts another one."""

    type: ClassVar[str] = "intercepts"
    model: str
    """The id of the interceptor."""
    target: str
    """The id of the model that is intercepted."""
    active: bool
    """Is it the interceptor's own action? Otherwise it reacts."""


@frozen(kw_only=True)
class MissileDeclared(Event):
    """A missile is declared in a close fight, before the plans."""

    type: ClassVar[str] = "missile"
    model: str
    """The id of the model that fires it."""
    target: str
    """The id of the target."""
    mounts: tuple[str, ...]
    """The ids of the mounts."""
    weapon: str
    """The name of the weapon."""


@frozen(kw_only=True)
class FighterPlan(Written):
    """What a model does in a Dogfight or a Bombing Run."""

    model: str
    """Its id."""
    weapon: str
    """The name of its weapon, empty for none."""
    mounts: tuple[str, ...]
    """The ids of the mounts that fire; `+` behind one for each place in the formation behind the leader."""
    linked: bool
    """Do they fire linked?"""
    fuel: int
    """Fuel that is bid."""
    attack: int
    """Dice of the split that attack."""
    defense: int
    """Dice of the split that defend."""
    missile: tuple[str, ...]
    """The ids of the mounts of a declared missile."""

    @property
    def weapon_words(self) -> str:
        """Its weapons in words, empty for none."""
        count = len(self.mounts)
        return f"{self.weapon}{f' x{count}' if count > 1 else ''}{' linked' if self.linked else ''}"


@frozen(kw_only=True)
class MarineOrder(Written):
    """What one side does in a firefight aboard a ship."""

    model: str
    """The id of the ship."""
    side: int
    """Whose marines they are."""
    order: str
    """`engage`, `defend` or `sabotage`."""
    dice: int
    """Marines, a die each."""


@frozen(kw_only=True)
class PlansRevealed(Event):
    """Secret plans are shown, both at once."""

    type: ClassVar[str] = "plans"
    window: str
    """`dogfight`, `bombing` or `boarding`."""
    plans: tuple[FighterPlan | MarineOrder, ...]
    """Both plans: of models in a Dogfight or Bombing Run, of marines in a boarding."""
