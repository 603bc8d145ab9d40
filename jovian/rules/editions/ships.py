"""Traits of models as older editions have them: aim, armor, and dodging."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.dice import Pool
from jovian.game import Model, State
from jovian.game.events import BASE, FLEX, MACRO, Contribution
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, BOMBING, CLOSE, SHORT, Effect, Opposition, ShotFacts
from jovian.rules.rulebook.rulebook import ENERGY, SOLID
from jovian.rules.shots.evasion import Boosting, Evading, Evasive, can_evade
from jovian.rules.shots.formula import BOMBING_BONUS
from jovian.rules.traits.model_traits import EnergyArmor, ReactiveArmor, Stealth
from jovian.rules.traits.older_traits import BluntingArmor
from jovian.rules.traits.weapon_traits import Sniper, Snub

# --- Aim ---


class DullingStealth(Stealth):
    """Stealth that reduces the Sensors of the attacker (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Stealth"
    summary = "Reduces the Sensors of attackers by its level. Missiles reach it as any target."
    hides = True

    def stealth(self, state: State, model: Model) -> int:
        return 0

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        return max(0, sensors - (self.level or 1))


class HeavySnub(Snub):
    """Snub with a macro die at Short Range, and nothing in close fights (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Snub"
    summary = "A macro die more at Short Range."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        near = shot.band == SHORT and shot.window not in CLOSE
        return (Contribution(self.name, 1, self.place, MACRO),) if near else ()


class FarSniper(Sniper):
    """Sniper for long distances (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Sniper"
    summary = "An extra flex die beyond Short Range; no bonus for Short Range or in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Yield a flex die beyond Short Range, and at Short Range a part that cancels the bonus of the table."""
        if shot.window == BOMBING:
            return () if shot.attacker.is_capital else (Contribution(self.name, -BOMBING_BONUS, self.place),)
        if shot.window in CLOSE:
            return ()
        near = shot.band == SHORT
        return (Contribution(self.name, -1, self.place) if near else Contribution(self.name, 1, self.place, FLEX),)


class PreciseSniper(Effect):
    """Sniper that is Precise in its own activation (v1.2.2)."""

    __slots__ = ()
    name = Sniper.name
    place = "v1.2.2 Weapon Traits > Sniper"
    summary = "In the ship's own activation an extra flex die, and Precise. Its range isn't longer."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        return (Contribution(self.name, 1, self.place, FLEX),) if shot.window == ACTIVATION else ()

    def precise(self, shot: ShotFacts) -> bool:
        return shot.window == ACTIVATION


# --- Armor ---


class BluntingEnergyArmor(BluntingArmor):
    """Energy Armor of v1.2.2."""

    __slots__ = ()
    name = EnergyArmor.name
    place = "v1.2.2 Traits > Energy Armor"
    summary = "Sets of 1, 3 and 5 by Beam Projectors and Particle Cannons lose a step."
    stops = ENERGY


class BluntingReactiveArmor(BluntingArmor):
    """Reactive Armor of v1.2.2."""

    __slots__ = ()
    name = ReactiveArmor.name
    place = "v1.2.2 Traits > Reactive Armor"
    summary = "Sets of 1, 3 and 5 by Mass Drivers, Kinetic Cannons and Missiles lose a step."
    stops = SOLID


class ThinEnergyArmor(EnergyArmor):
    """Energy Armor that is always 1 (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Energy Armor"
    summary = "1 more Armor in all arcs against Beam Projectors and Particle Cannons, whatever its number."

    def extra_armor(self, shot: ShotFacts) -> int:
        return min(1, EnergyArmor.extra_armor(self, shot))


class ThinReactiveArmor(ReactiveArmor):
    """Reactive Armor that is always 1 (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Reactive Armor"
    summary = "1 more Armor in all arcs against Mass Drivers, Kinetic Cannons and Missiles, whatever its number."

    def extra_armor(self, shot: ShotFacts) -> int:
        return min(1, ReactiveArmor.extra_armor(self, shot))


# --- Dodging ---

# In the older editions no dice oppose the shot: its base dice above a number of the target become macro dice. What
# they call Long Range is everything beyond Short Range.

EVASIVE = "v1.2.2 Traits > Evasive"
SQUADRON_DICE = 2
"""Base dice that a shot at a squadron keeps."""


def _base_to_macro(shot: ShotFacts, pool: Pool, limit: int, label: str, place: str) -> Iterable[Contribution]:
    """Return the change of the base dice above a limit into macro dice, if the target can dodge the shot."""
    extra = pool.base - limit
    if extra <= 0 or shot.band == SHORT or shot.window not in (ACTIVATION, AUTOFIRE):
        return ()
    if not weapon_type(shot.state, shot.weapon).ranged or not can_evade(shot.state, shot.target):
        return ()
    return Contribution(label, -extra, place, BASE), Contribution(label, extra, place, MACRO)


def _base_limit(model: Model) -> int:
    """Return how many base dice a shot keeps: the original Structure of a ship, or 2 for a squadron."""
    return model.card.printed("structure") if model.is_capital else SQUADRON_DICE


class ScatteringEvasive(Evasive):
    """Evasive that turns base dice into macro dice beyond Short Range (v1.2.2)."""

    __slots__ = ()
    place = EVASIVE
    summary = "Beyond Short Range base dice of guns beyond its first Structure (squadrons: 2) become macro dice."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        return _base_to_macro(shot, pool, _base_limit(shot.target), self.name, self.place)


class ScatteringEvading(Evading):
    """Evading with Fire Control 1 (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = "Counts as Evasive, in the older version, and has Fire Control 1."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Return base dice that become macro dice; with Overthrust, its own number of them."""
        if shot.target.card.trait(Overthrust.name) is not None:
            return Overthrust(shot.target.card.level(Overthrust.name)).pool_parts(shot, pool)
        return _base_to_macro(shot, pool, _base_limit(shot.target), "Evading", self.place)


class ScatteringBoost(Boosting):
    """Boosting that counts as Evasive of v1.2.2."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = '3" of Speed for each Fuel burned; counts as Evasive, in the older version, for this activation.'

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        return _base_to_macro(shot, pool, _base_limit(shot.target), "Boosting", self.place)


class Overthrust(Effect):
    """A drive that makes Evading better (v1.2.2)."""

    __slots__ = ()
    name = "Overthrust"
    place = "v1.2.2 Traits > Overthrust"
    summary = "While Evading, base dice of guns beyond Short Range above its level become macro dice."

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        if not Evading.holds(shot.target):
            return ()
        return _base_to_macro(shot, pool, self.level, f"{self.name} {self.level}", self.place)
