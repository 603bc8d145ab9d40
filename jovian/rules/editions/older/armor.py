"""Energy Armor and Reactive Armor as older texts have them (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.game.parts import DIMINISH, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.rulebook.weapon_type import ENERGY, SOLID
from jovian.rules.traits.armor import EnergyArmor, ReactiveArmor


class BluntingArmor(Effect):
    """Takes a step from sets of odd value."""

    __slots__ = ()
    stops: ClassVar[str] = ""
    """The nature of the weapons against which it helps."""

    def blunts(self, nature: str) -> bool:
        """True for weapons that strike with what it stops."""
        return nature == self.stops

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A word of it beside the shot; what it takes, the damage tables take."""
        if weapon_type(shot.state, shot.weapon).strikes_with(shot.weapon) != self.stops:
            return ()
        return (Part(f"{self.name} (sets of 1, 3 and 5)", 0, self.place, DIMINISH),)


class BluntingEnergyArmor(BluntingArmor):
    """Disperses some beams."""

    __slots__ = ()
    name = EnergyArmor.name
    place = "v1.2.2 Traits > Energy Armor"
    summary = "Sets of 1, 3 and 5 by Beam Projectors and Particle Cannons lose a step."
    stops = ENERGY


class BluntingReactiveArmor(BluntingArmor):
    """Bursts some shells."""

    __slots__ = ()
    name = ReactiveArmor.name
    place = "v1.2.2 Traits > Reactive Armor"
    summary = "Sets of 1, 3 and 5 by Mass Drivers, Kinetic Cannons and Missiles lose a step."
    stops = SOLID


class ThinEnergyArmor(EnergyArmor):
    """One point of armor, whatever the card prints."""

    __slots__ = ()
    place = "v1.2.3 Traits > Energy Armor"
    summary = "1 more Armor in all arcs against Beam Projectors and Particle Cannons, whatever its number."

    def extra_armor(self, shot: ShotFacts) -> int:
        """1 against the weapon types that it stops."""
        return min(1, EnergyArmor.extra_armor(self, shot))


class ThinReactiveArmor(ReactiveArmor):
    """One point of armor, whatever the card prints."""

    __slots__ = ()
    place = "v1.2.3 Traits > Reactive Armor"
    summary = "1 more Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles, whatever its number."

    def extra_armor(self, shot: ShotFacts) -> int:
        """1 against the weapon types that it stops."""
        return min(1, ReactiveArmor.extra_armor(self, shot))
