"""Traits of models as older editions have them: aim, armor, dodging, flight, and protection."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from jovian.dice import Pool
from jovian.game import Game, Model, State
from jovian.game.events import BASE, DIMINISH, FLEX, MACRO, Contribution, sum_parts
from jovian.rules.basics.model import mark_system, system_left
from jovian.rules.escort import Escort
from jovian.rules.rulebook.active_effects import weapon_type
from jovian.rules.rulebook.effect import ACTIVATION, AUTOFIRE, BOMBING, CLOSE, SHORT, Effect, Opposition, ShotFacts
from jovian.rules.rulebook.rulebook import ENERGY, SOLID
from jovian.rules.shots.evasion import Boosting, Evading, Evasive, can_evade
from jovian.rules.shots.formula import BOMBING_BONUS, can_defend, own_aid, rerolls_defense
from jovian.rules.traits.traits import (
    BARRIER,
    Barrier,
    Comms,
    EnergyArmor,
    Fast,
    Grappler,
    Interceptor,
    ReactiveArmor,
    Stealth,
)
from jovian.rules.weapons import Sniper, Snub
from jovian.table import TOLERANCE, distance

# --- Aim ---


class DullingStealth(Stealth):
    """Stealth that reduces the Sensors of the attacker (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Stealth"
    summary = "Reduces the Sensors of attackers by its level. Missiles reach it as any target."

    def stealth(self, state: State, model: Model) -> int:
        return 0

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        return max(0, sensors - (self.level or 1))

    def hides(self) -> bool:
        return True


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
            return () if shot.attacker.capital else (Contribution(self.name, -BOMBING_BONUS, self.place),)
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


class BluntingArmor(Effect):
    """Armor that takes a step from sets of odd value (v1.2.2)."""

    __slots__ = ()
    stops: ClassVar[str] = ""
    """The nature of the weapons that it helps against."""

    def blunts(self, nature: str) -> bool:
        return nature == self.stops

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """Yield a part that names the armor. The damage tables take the step."""
        if weapon_type(shot.state, shot.weapon).strikes_with(shot.weapon) != self.stops:
            return ()
        return (Contribution(f"{self.name} (sets of 1, 3 and 5)", 0, self.place, DIMINISH),)


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
    return model.card.printed("structure") if model.capital else SQUADRON_DICE


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


# --- Flight ---


class PlainComms(Comms):
    """Comms that may order Vector Attack only (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Comms"
    summary = "As a squadron it may order Vector Attack, but not Drone Command."

    def directs_drones(self) -> bool:
        return False


class PlainEscort(Escort):
    """Escort that deploys with the squadrons (v1.2.2)."""

    __slots__ = ()
    place = "v1.2.2 Traits > Escort"
    summary = "A ship deploys when the squadrons do. A squadron escorts like any other."

    def escorts_at_will(self) -> bool:
        return False


class FleeingFast(Effect):
    """Fast that helps to Withdraw (v1.2.2)."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.2 Traits > Fast"
    summary = "An extra flex die in its test to Withdraw."

    def aids_withdrawal(self) -> Contribution | None:
        return Contribution(self.name, 1, self.place, FLEX)


class PlainFast(Effect):
    """Fast that is hard to catch (v1.2.3)."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.3 Traits > Fast"
    summary = "A squadron that isn't Fast must pass a test to catch it, or loses 1 Fuel."

    def outruns(self, model: Model) -> bool:
        return True


class Grapplers(Effect):
    """Grapplers against Point Defense at the marines (v1.2.2)."""

    __slots__ = ()
    name = Grappler.name
    place = "v1.2.2 Traits > Grapplers"
    summary = "Diminishes Point Defense at its marines when it boards."

    def hampers_crossing_fire(self) -> Contribution | None:
        return Contribution("Grapplers", 1, self.place, DIMINISH)


class FirstInterceptor(Effect):
    """Interceptor that strikes first in a Dogfight (v1.2.2)."""

    __slots__ = ()
    name = Interceptor.name
    place = "v1.2.2 Traits > Interceptor"
    summary = "Strikes first in a Dogfight, unless the enemy does too. Intercepts no farther than others."

    def strikes_first(self) -> bool:
        return True


# --- Protection ---

BARRIER_RANGE = 3.0
RING_MARINES = 2
"""Marines that a Ring Module needs."""


class ShieldingBarrier(Effect):
    """Barrier that also opposes shells and slugs (v1.2.2)."""

    __slots__ = ()
    name = Barrier.name
    place = "v1.2.2 Traits > Barrier"
    summary = 'Its Defense opposes shells, slugs and missiles at itself and at friends within 3", unaided.'

    def shields(self, guard: Model, shot: ShotFacts) -> Opposition | None:
        """Return its Defense if the target is near. It has no effect on energy, explosions, or close fights."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or not can_defend(guard):
            return None
        if weapon_type(shot.state, shot.weapon).nature != SOLID:
            return None
        if distance(guard.base, guard.pose, target.base, target.pose) > BARRIER_RANGE + TOLERANCE:
            return None
        dice = guard.rating("defense")
        parts = [Contribution(f"{self.name} of {guard.name}", dice, self.place, BASE), *own_aid(shot.state, guard)]
        reroll = bool(shot.weapon.missile) and rerolls_defense(shot.state, guard)
        return Opposition(Pool(dice, sum_parts(parts, FLEX)).normal(), tuple(parts), reroll=reroll)


class LendingBarrier(Barrier):
    """Barrier that lends Defense to friends nearby (v1.2.3)."""

    __slots__ = ()
    place = "v1.2.3 Traits > Barrier"
    summary = 'Its Point Defense reaches 6". Friends within 6" may use its Defense against missiles and boarders.'

    def aids_point_defense(self, helper: Model, inches: float) -> Contribution | None:
        return None

    def lends_defense(self) -> float:
        return -1.0

    def lends_in_defense(self) -> float:
        return BARRIER


class Countermeasures(Effect):
    """A system that rerolls Defense (v1.2.2)."""

    __slots__ = ()
    name = "Countermeasures"
    place = "v1.2.2 Traits > Countermeasures"
    summary = "Its Defense against missiles may be rolled again. It is damaged when Defense is 0."

    def rerolls_defense(self, model: Model) -> bool:
        return system_left(model, self.name) > 0

    def after_harm(self, game: Game, model: Model) -> None:
        """Damage the system at Defense 0. It must be repaired by itself."""
        remaining = system_left(model, self.name)
        if model.capital and remaining > 0 and model.rating("defense") == 0:
            mark_system(game, model, self.name, remaining, "Defense 0")


class WorkDrones(Effect):
    """The trait Drones: repairs and Defense are easier (v1.2.2)."""

    __slots__ = ()
    name = "Drones"
    place = "v1.2.2 Traits > Drones"
    summary = "An extra flex die in tests of repair and in rolls of its own Defense."

    def aids_defense(self, model: Model) -> Contribution | None:
        return Contribution(self.name, 1, self.place, FLEX) if system_left(model, self.name) > 0 else None

    def aids_repair(self, model: Model) -> Contribution | None:
        return self.aids_defense(model)


class RingModule(Effect):
    """A trait that helps marines to defend a ship (v1.2.2)."""

    __slots__ = ()
    name = "Ring Module"
    place = "v1.2.2 Traits > Ring Module"
    summary = "Two or more marines who defend the ship roll an extra die."

    def marine_parts(self, model: Model) -> Iterable[Contribution]:
        return (Contribution(self.name, 1, self.place, BASE),) if model.rating("marines") >= RING_MARINES else ()
