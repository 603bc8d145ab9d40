"""Traits that blunt hits (v1.2.4 Traits > Energy Armor, Reactive Armor, Shield)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game.parts import DIMINISH, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.rulebook.weapon_type import ENERGY, SOLID


class EnergyArmor(Effect):
    """More armor against beams and particles."""

    __slots__ = ()
    name = "Energy Armor"
    place = "v1.2.4 Traits > Energy Armor"
    summary = "Adds to Armor in all arcs against Beam Projectors and Particle Cannons."

    def extra_armor(self, shot: ShotFacts) -> int:
        """The level of the trait against the weapon types that it stops, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == ENERGY else 0


class ReactiveArmor(Effect):
    """More armor against solid shot."""

    __slots__ = ()
    name = "Reactive Armor"
    place = "v1.2.4 Traits > Reactive Armor"
    summary = "Adds to Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles."

    def extra_armor(self, shot: ShotFacts) -> int:
        """The level of the trait against the weapon types that it stops, else 0."""
        return self.level if weapon_type(shot.state, shot.weapon).nature == SOLID else 0


class Shield(Effect):
    """Softens small hits."""

    __slots__ = ()
    name = "Shield"
    place = "v1.2.4 Traits > Shield"
    summary = "Sets of value 1 and 2 do one less damage."

    def softens(self) -> bool:
        """True; the damage procedures read it (R65)."""
        return True

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A word of it beside the shot; what it takes, the damage tables take."""
        return (Part(f"{self.name} (sets of 1 and 2)", 0, self.place, DIMINISH),)
