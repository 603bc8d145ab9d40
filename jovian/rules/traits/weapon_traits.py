"""Traits of weapons, in the order of the rulebook (v1.2.4 Traits > Weapon Traits).

Some do nothing by themselves: a procedure asks for them by class with `find_weapon_effect`. CMM is beside the missiles
in `weapons.py`, and Bomb is in `close_combat/dogfight.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.cards import WeaponCard
from jovian.game.events import BASE, Contribution
from jovian.rules.rulebook.effect import BOMBING, CLOSE, DOGFIGHT, SHORT, Effect, ShotFacts


class ArmorPiercing(Effect, trait="AP"):
    """AP: a weapon that ignores printed Armor."""

    __slots__ = ()

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """Return how many ratings of printed Armor the attack ignores (R64)."""
        return min(2, armor)


class Autofire(Effect, trait="Autofire"):
    """A weapon that fires at active enemies as they come into range."""

    __slots__ = ()
    waits: ClassVar[bool] = False
    """Whether it waits until a squadron has ended its move, attacks, or acts."""


class Autohit(Effect, trait="Autohit", tests="rules/test_damage_traits"):
    """A weapon that hits without a roll."""

    __slots__ = ()

    def magnitude(self, weapon: WeaponCard) -> str:
        """Return the magnitude that the card prints, "" if it prints none."""
        printed = weapon.trait(self.name)
        return printed.note if printed else ""


class Limited(Effect, trait="Limited"):
    """A weapon for one attack per game."""

    __slots__ = ()


class Link(Effect, trait="Link"):
    """Weapons that may fire as one."""

    __slots__ = ()


class Precise(Effect, trait="Precise", tests="rules/test_damage_traits"):
    """A weapon whose attacker chooses what a double damages."""

    __slots__ = ()

    def precise(self, shot: ShotFacts) -> bool:
        return True


class Sniper(Effect, trait="Sniper"):
    """A weapon that may fire at Long Range."""

    __slots__ = ()

    def reaches_long(self, shot: ShotFacts) -> bool:
        return True


class Snub(Effect, trait="Snub", tests="rules/test_dogfight"):
    """A weapon that is better at short distances."""

    __slots__ = ()

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        near = shot.window in CLOSE or shot.band == SHORT
        return (Contribution(self.name, 1, self.place),) if near else ()


class SupportWeapon(Effect):
    """Base class of CMM. The weapon may replace Defense, help nearby friends, and fire all around in close combat."""

    __slots__ = ()
    reach: ClassVar[float] = 6.0
    """Inches within which it helps friends in close combat, and with and against missiles."""

    def defense(self, weapon: WeaponCard) -> int:
        """Return the dice with which the weapon may replace Defense."""
        return weapon.as_ or 0


class Swarm(Effect, trait="Swarm", tests="rules/test_dogfight"):
    """Missiles with many small warheads."""

    __slots__ = ()
    reach: ClassVar[float] = 9.0
    """The range in inches."""

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """Return 2 dice for ship missiles in a Bombing Run, and for squadron missiles in a Dogfight."""
        window = {"AC": BOMBING, "AS": DOGFIGHT}.get(shot.weapon.missile or "")
        return [Contribution(self.name, 2, self.place, BASE)] if shot.window == window else []

    def missile_range(self, reach: float) -> float:
        return self.reach
