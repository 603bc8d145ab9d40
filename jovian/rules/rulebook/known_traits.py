"""Traits that a procedure asks for by class, with `find_effect` or `find_weapon_effect`.

They are here, and not in `rules/traits` or `rules/weapons.py`, so that all procedures can import them. A class holds
the numbers of its trait, which a variant of an older edition may change. The procedure applies them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.game.events import BASE, DIMINISH, FLEX, Contribution
from jovian.rules.rulebook.effect import BOMBING, DOGFIGHT, Effect, LaunchReach, ShotFacts

# --- Traits of models (v1.2.4 Traits) ---


class Barrier(Effect):
    """Point Defense that covers nearby friends."""

    __slots__ = ()
    name = "Barrier"
    place = "v1.2.4 Traits > Barrier"
    summary = 'Its Point Defense reaches 6". Friends within 6" get a flex die from it, or use its Defense.'
    reach: ClassVar[float] = 6.0
    """Inches that its Point Defense reaches, and within which it helps friends."""
    guards: ClassVar[bool] = False
    """Whether it lends Defense against missiles and boarders, instead of helping Point Defense."""

    def aid(self, helper: Model) -> Contribution:
        """Return the flex die for the Point Defense of a friend, instead of the +1 that every ship gives."""
        return Contribution(f"{self.name} of {helper.name}", 1, self.place, FLEX)


class Deck(Effect):
    """Base class of systems that launch models farther away while undamaged."""

    __slots__ = ()
    reach: ClassVar[LaunchReach] = LaunchReach()


class Catapult(Deck):
    """A launch system with a long reach ahead."""

    __slots__ = ()
    name = "Catapult"
    place = "v1.2.4 Traits > Catapult"
    summary = 'It may launch squadrons into its fore arc, up to 6" away.'
    reach = LaunchReach(fore=6.0)


class Launchers(Deck):
    """A launch system with a longer reach."""

    __slots__ = ()
    name = "Launchers"
    place = "v1.2.4 Traits > Launchers"
    summary = 'It may launch squadrons up to 3" away instead of 1".'
    reach = LaunchReach(around=3.0)


class Command(Effect):
    """A leader whose Skill nearby friends may use."""

    __slots__ = ()
    name = "Command"
    place = "v1.2.4 Traits > Command"
    summary = "Friends within their own Signature of it may use its Skill for skill tests, except for repairs."


class Comms(Effect):
    """A squadron that may give some orders of capital ships."""

    __slots__ = ()
    name = "Comms"
    place = "v1.2.4 Traits > Comms"
    summary = "A squadron with it may do Drone Command and Vector Attack."
    commands_drones: ClassVar[bool] = True
    """Whether it allows Drone Command too."""


class Escort(Effect):
    """The trait of models that accompany capital ships."""

    __slots__ = ()
    name = "Escort"
    place = "v1.2.4 Traits > Escort"
    summary = (
        "A ship deploys when squadrons deploy. A squadron may start or end an escort in any of its activations, "
        "even without CAP."
    )
    at_will: ClassVar[bool] = True
    """Whether a squadron may start and end an escort in any of its activations."""


class Fast(Effect):
    """A squadron that boosts farther, dodges better, and is hard to catch."""

    __slots__ = ()
    name = "Fast"
    place = "v1.2.4 Traits > Fast"
    summary = "To catch it, others pass a test or lose 1 fuel. It dodges with 1 more flex die, and boosts with 3 fuel."
    max_boost: ClassVar[int] = 3
    """The maximum fuel of a Boost."""
    dodges_better: ClassVar[bool] = True
    """Whether it has a flex die when it evades."""


class Grappler(Effect):
    """A squadron that is better in Dogfights."""

    __slots__ = ()
    name = "Grappler"
    place = "v1.2.4 Traits > Grappler"
    summary = "+1 Skill in interceptions and dogfights."


class Interceptor(Effect):
    """A squadron that intercepts from farther away."""

    __slots__ = ()
    name = "Interceptor"
    place = "v1.2.4 Traits > Interceptor"
    summary = 'For 1 fuel, it intercepts within its Speed in inches instead of 3".'


class Jammer(Effect):
    """A device that stops missiles near it."""

    __slots__ = ()
    name = "Jammer"
    place = "v1.2.4 Traits > Jammer"
    summary = "Missiles at models within 6\" of it fail, for both sides. Nukes don't."
    reach: ClassVar[float] = 6.0
    """Inches within which missiles fail."""


class Renowned(Effect):
    """A famous ship with a better crew, worth more to its enemy."""

    __slots__ = ()
    name = "Renowned"
    place = "v1.2.4 Traits > Renowned"
    summary = "+1 Skill. It is worth more to the side that destroys or captures it."

    @property
    def fame(self) -> int:
        """The levels that add to Skill, and to the points for its loss or capture."""
        return self.level or 1

    def skill(self, state: State, model: Model, value: int) -> int:
        return value + self.fame


class Shield(Effect):
    """A shield that reduces the damage of sets of 1 and 2 (R65)."""

    __slots__ = ()
    name = "Shield"
    place = "v1.2.4 Traits > Shield"
    summary = "Sets of value 1 and 2 do 1 less damage."

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Return a note next to the shot. The damage tables apply the reduction."""
        return (Contribution(f"{self.name} (sets of 1 and 2)", 0, self.place, DIMINISH),)


class Sluggish(Effect):
    """A ship that turns only at the end of its move."""

    __slots__ = ()
    name = "Sluggish"
    place = "v1.2.4 Traits > Sluggish"
    summary = "It turns only at the end of its move, and can't Evade."


class Static(Effect):
    """A model that doesn't move by itself."""

    __slots__ = ()
    name = "Static"
    place = "v1.2.4 Traits > Static"
    summary = "It doesn't move by itself. A Tug may drag it."

    def limits(self, state: State, model: Model, minimum: float, maximum: float) -> tuple[float, float]:
        return 0.0, 0.0

    def speed(self, state: State, model: Model, value: int) -> int:
        return 0

    def turns(self, state: State, model: Model, value: int) -> int:
        return 0


class Stealth(Effect):
    """A hull that is harder to reach with missiles."""

    __slots__ = ()
    name = "Stealth"
    place = "v1.2.4 Traits > Stealth"
    summary = 'It counts as 6" farther away for missiles, for each level.'

    def stealth(self, state: State, model: Model) -> int:
        """Return its level, or 1 if none is printed."""
        return self.level or 1


class TargetDesignator(Effect):
    """TD: a guide for friendly missiles at targets that it sees. Cloaked targets aren't seen."""

    __slots__ = ()
    name = "TD"
    place = "v1.2.4 Traits > TD"
    summary = (
        "Friendly missiles escalate against targets in its Optimum Range. At Short Range, their Stealth doesn't count."
    )


class Tender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = "Tender"
    place = "v1.2.4 Traits > Tender"
    summary = 'Resupplies better, and from up to 12" away.'
    reach: ClassVar[float] = 12.0
    """Inches within which it resupplies others, if that is farther than without it."""
    dice: ClassVar[int] = 1
    """Flex dice for the test of Resupply."""
    decoy_reach: ClassVar[float] = 0.0
    """Inches within which it places Decoy Drones without such cargo, 0 if it can't."""


# --- Weapon traits (v1.2.4 Weapon Traits) ---


class Autofire(Effect):
    """A weapon that fires at active enemies as they come into range."""

    __slots__ = ()
    name = "Autofire"
    place = "v1.2.4 Weapon Traits > Autofire"
    summary = "It may fire without Fire Control at an active enemy as the enemy comes into range."
    waits: ClassVar[bool] = False
    """Whether it waits until a squadron has ended its move, attacks, or acts."""


class Autohit(Effect):
    """A weapon that hits without a roll."""

    __slots__ = ()
    name = "Autohit"
    place = "v1.2.4 Traits > Weapon Traits > Autohit"
    summary = "Hits without a roll, with its printed Magnitude and a random value."

    def magnitude(self, weapon: WeaponCard) -> str:
        """Return the magnitude that the card prints, "" if it prints none."""
        printed = weapon.trait(self.name)
        return printed.note if printed else ""


class Limited(Effect):
    """A weapon for one attack per game."""

    __slots__ = ()
    name = "Limited"
    place = "v1.2.4 Weapon Traits > Limited"
    summary = "It is used up after its first attack and can't be repaired."


class Link(Effect):
    """Weapons that may fire as one."""

    __slots__ = ()
    name = "Link"
    place = "v1.2.4 Weapon Traits > Link"
    summary = "Weapons of one type with a shared arc fire together for 1 Fire Control, with +1 for each further weapon."


class SupportWeapon(Effect):
    """Base class of CMM. The weapon may replace Defense, help nearby friends, and fire all around in close combat."""

    __slots__ = ()
    reach: ClassVar[float] = 6.0
    """Inches within which it helps friends in close combat, and with and against missiles."""

    def defense(self, weapon: WeaponCard) -> int:
        """Return the dice with which the weapon may replace Defense."""
        return weapon.as_ or 0


class Swarm(Effect):
    """Missiles with many small warheads."""

    __slots__ = ()
    name = "Swarm"
    place = "v1.2.4 Weapon Traits > Swarm"
    summary = "Range 9\", 2 more dice at close quarters. Triples and better lose 1 Magnitude, doubles don't."
    reach: ClassVar[float] = 9.0
    """The range in inches."""

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """Return 2 dice for AC missiles in a Bombing Run, and for AS missiles in a Dogfight."""
        window = {"AC": BOMBING, "AS": DOGFIGHT}.get(shot.weapon.missile or "")
        return [Contribution(self.name, 2, self.place, BASE)] if shot.window == window else []

    def missile_range(self, reach: float) -> float:
        return self.reach
