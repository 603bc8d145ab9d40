"""Aim, armor, dodging, flight and guards as older editions have them."""

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
from jovian.rules.shots.evasion import Boosting, Evading, Evasive, can_swerve
from jovian.rules.shots.formula import BOMBING_BONUS, guards, own_aid, rerolls_defense
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

# --- aim ---
# Stealth, Snub and Sniper as older texts have them (v1.2.2, v1.2.3 Traits).


class DullingStealth(Stealth):
    """Dulls the Sensors of whoever attacks."""

    __slots__ = ()
    place = "v1.2.2 Traits > Stealth"
    summary = "Whoever attacks it has so much worse Sensors; missiles reach it as they reach anybody."

    def stealth(self, state: State, model: Model) -> int:
        """0: missiles measure no more."""
        return 0

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors of others, lowered by its level to 0 at the least."""
        return max(0, sensors - (self.level or 1))

    def hides(self) -> bool:
        """True, but for its commander."""
        return True


class HeavySnub(Snub):
    """A macro die at Short Range, nothing in close fights."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Snub"
    summary = "A macro die more at Short Range."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """One macro die at Short Range, unless the fight is a close one."""
        near = shot.band == SHORT and shot.window not in CLOSE
        return (Contribution(self.name, 1, self.place, MACRO),) if near else ()


class FarSniper(Sniper):
    """At its best from afar."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Sniper"
    summary = "A flex die more beyond Short Range; no bonus for Short Range or in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A flex die beyond Short Range; where the table has a bonus for being near, what takes it away again."""
        if shot.window == BOMBING:
            return () if shot.attacker.capital else (Contribution(self.name, -BOMBING_BONUS, self.place),)
        if shot.window in CLOSE:
            return ()
        near = shot.band == SHORT
        return (Contribution(self.name, -1, self.place) if near else Contribution(self.name, 1, self.place, FLEX),)


class PreciseSniper(Effect):
    """Well aimed, if there is time."""

    __slots__ = ()
    name = Sniper.name
    place = "v1.2.2 Weapon Traits > Sniper"
    summary = "In the ship's own activation a flex die more, and Precise; it reaches no farther than others."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A flex die in its own activation."""
        return (Contribution(self.name, 1, self.place, FLEX),) if shot.window == ACTIVATION else ()

    def precise(self, shot: ShotFacts) -> bool:
        """True in its own activation."""
        return shot.window == ACTIVATION


# --- armor ---
# Energy Armor and Reactive Armor as older texts have them (v1.2.2, v1.2.3 Traits).


class BluntingArmor(Effect):
    """Takes a step from sets of odd value."""

    __slots__ = ()
    stops: ClassVar[str] = ""
    """The nature of the weapons against which it helps."""

    def blunts(self, nature: str) -> bool:
        """True for weapons that strike with what it stops."""
        return nature == self.stops

    def target_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """A word of it beside the shot; what it takes, the damage tables take."""
        if weapon_type(shot.state, shot.weapon).strikes_with(shot.weapon) != self.stops:
            return ()
        return (Contribution(f"{self.name} (sets of 1, 3 and 5)", 0, self.place, DIMINISH),)


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


# --- dodging ---
# Evasive as older texts have it, and Overthrust (v1.2.2, v1.2.3 Traits).
#
# Nobody rolls against the shot: its base dice beyond a number of the target's become macro dice. What those texts
# call Long Range is whatever is beyond Short Range.

PLACE = "v1.2.2 Traits > Evasive"
SQUADRONS = 2
"""Base dice that a shot at a squadron keeps."""


def _moved(shot: ShotFacts, pool: Pool, kept: int, label: str, place: str) -> Iterable[Contribution]:
    """The base dice beyond so many, which become macro dice, where the target can dodge the shot."""
    more = pool.base - kept
    if more <= 0 or shot.band == SHORT or shot.window not in (ACTIVATION, AUTOFIRE):
        return ()
    if not weapon_type(shot.state, shot.weapon).ranged or not can_swerve(shot.state, shot.target):
        return ()
    return Contribution(label, -more, place, BASE), Contribution(label, more, place, MACRO)


def _own(model: Model) -> int:
    """Base dice that a shot keeps: the Structure with which a ship began."""
    return model.card.printed("structure") if model.capital else SQUADRONS


class ScatteringEvasive(Evasive):
    """Scatters shots from afar."""

    __slots__ = ()
    place = PLACE
    summary = "Beyond Short Range base dice of guns beyond its first Structure (squadrons: 2) become macro dice."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Base dice that become macro dice."""
        return _moved(shot, pool, _own(shot.target), self.name, self.place)


class ScatteringEvading(Evading):
    """Jinking at the price of aim."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = "Counts as Evasive, in the older way, and has Fire Control 1."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Base dice that become macro dice; those of Overthrust in their stead."""
        if shot.target.card.trait(Overthrust.name) is not None:
            return Overthrust(shot.target.card.level(Overthrust.name)).pool_parts(shot, pool)
        return _moved(shot, pool, _own(shot.target), "Evading", self.place)


class ScatteringBoost(Boosting):
    """Burning fuel for speed."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = '3" of Speed for each fuel burnt; counts as Evasive, in the older way, for this activation.'

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Base dice that become macro dice."""
        return _moved(shot, pool, _own(shot.target), "Boosting", self.place)


class Overthrust(Effect):
    """Engines that make Evading tell."""

    __slots__ = ()
    name = "Overthrust"
    place = "v1.2.2 Traits > Overthrust"
    summary = "While Evading, base dice of guns beyond Short Range that are more than its level become macro dice."

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Contribution]:
        """Base dice that become macro dice while it evades."""
        if not Evading.holds(shot.target):
            return ()
        return _moved(shot, pool, self.level, f"{self.name} {self.level}", self.place)


# --- flying ---
# Comms, Escort, Fast, Grapplers and Interceptor as older texts have them (v1.2.2, v1.2.3 Traits).


class PlainComms(Comms):
    """A squadron that sends others on their way."""

    __slots__ = ()
    place = "v1.2.2 Traits > Comms"
    summary = "As a squadron it may order Vector Attack, but not Drone Command."

    def directs_drones(self) -> bool:
        """False: it may not order Drone Command."""
        return False


class PlainEscort(Escort):
    """One that comes with the squadrons."""

    __slots__ = ()
    place = "v1.2.2 Traits > Escort"
    summary = "A ship deploys when the squadrons do; a squadron escorts like any other."

    def escorts_at_will(self) -> bool:
        """False: it takes up an escort when others may."""
        return False


class FleeingFast(Effect):
    """Withdraws more easily."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.2 Traits > Fast"
    summary = "A flex die more in its test to Withdraw."

    def aids_withdrawal(self) -> Contribution | None:
        """A flex die in its test to withdraw."""
        return Contribution(self.name, 1, self.place, FLEX)


class PlainFast(Effect):
    """Hard to catch."""

    __slots__ = ()
    name = Fast.name
    place = "v1.2.3 Traits > Fast"
    summary = "Who is not Fast tests to catch it or loses a fuel."

    def outruns(self, model: Model) -> bool:
        """True: to catch it without losing fuel takes a skill test."""
        return True


class Grapplers(Effect):
    """Brings marines across quickly."""

    __slots__ = ()
    name = Grappler.name
    place = "v1.2.2 Traits > Grapplers"
    summary = "Point Defense at its marines diminishes when it boards."

    def hampers_crossing_fire(self) -> Contribution | None:
        """A diminish of the shot at its marines."""
        return Contribution("Grapplers", 1, self.place, DIMINISH)


class FirstInterceptor(Effect):
    """Strikes first."""

    __slots__ = ()
    name = Interceptor.name
    place = "v1.2.2 Traits > Interceptor"
    summary = "Strikes first in a Dogfight, unless the enemy is one too; intercepts no farther than others."

    def strikes_first(self) -> bool:
        """True: before who does not, in a Dogfight."""
        return True


# --- guarding ---
# What older texts have for defense: Barrier, Countermeasures, Drones, Ring Module (v1.2.2, v1.2.3 Traits).

COVERED = 3.0
ENOUGH = 2
"""Marines that a Ring Module needs."""


class ShieldingBarrier(Effect):
    """Point defense that stops shells and slugs too."""

    __slots__ = ()
    name = Barrier.name
    place = "v1.2.2 Traits > Barrier"
    summary = 'Its Defense opposes shells, slugs and missiles at itself and at friends within 3", unaided.'

    def shields(self, guard: Model, shot: ShotFacts) -> Opposition | None:
        """Its Defense, where its target is near enough; nothing against energy, explosions and in close fights."""
        target = shot.target
        if shot.window not in (ACTIVATION, AUTOFIRE) or not guards(guard):
            return None
        if weapon_type(shot.state, shot.weapon).nature != SOLID:
            return None
        if distance(guard.base, guard.pose, target.base, target.pose) > COVERED + TOLERANCE:
            return None
        dice = guard.rating("defense")
        parts = [Contribution(f"{self.name} of {guard.name}", dice, self.place, BASE), *own_aid(shot.state, guard)]
        again = bool(shot.weapon.missile) and rerolls_defense(shot.state, guard)
        return Opposition(Pool(dice, sum_parts(parts, FLEX)).normal(), tuple(parts), reroll=again)


class LendingBarrier(Barrier):
    """Point defense that reaches far enough to cover its neighbors against missiles."""

    __slots__ = ()
    place = "v1.2.3 Traits > Barrier"
    summary = 'Its Point Defense reaches 6"; friends within 6" may use its Defense against missiles and boarders.'

    def aids_point_defense(self, helper: Model, inches: float) -> Contribution | None:
        """None: it gives what every ship close by gives."""
        return None

    def lends_defense(self) -> float:
        """0": it lends none for attacks with Point Defense."""
        return -1.0

    def lends_in_defense(self) -> float:
        """6": friends so near may use its Defense against missiles and boarders."""
        return BARRIER


class Countermeasures(Effect):
    """Decoys and jammers that give point defense a second try."""

    __slots__ = ()
    name = "Countermeasures"
    place = "v1.2.2 Traits > Countermeasures"
    summary = "Its Defense against missiles may be rolled again; it is damaged as soon as Defense is 0."

    def rerolls_defense(self, model: Model) -> bool:
        """True while the system works."""
        return system_left(model, self.name) > 0

    def after_harm(self, game: Game, model: Model) -> None:
        """At Defense 0 they are damaged, and must be repaired by themselves."""
        left = system_left(model, self.name)
        if model.capital and left > 0 and model.rating("defense") == 0:
            mark_system(game, model, self.name, left, "Defense 0")


class WorkDrones(Effect):
    """Drones about the hull, that mend and guard it."""

    __slots__ = ()
    name = "Drones"
    place = "v1.2.2 Traits > Drones"
    summary = "A flex die more in tests of repair and in rolls of its own Defense."

    def aids_defense(self, model: Model) -> Contribution | None:
        """A flex die while they work."""
        return Contribution(self.name, 1, self.place, FLEX) if system_left(model, self.name) > 0 else None

    def aids_repair(self, model: Model) -> Contribution | None:
        """A flex die while they work."""
        return self.aids_defense(model)


class RingModule(Effect):
    """A turning hull, easy to hold."""

    __slots__ = ()
    name = "Ring Module"
    place = "v1.2.2 Traits > Ring Module"
    summary = "Two marines or more who defend the ship roll a die more."

    def marine_parts(self, model: Model) -> Iterable[Contribution]:
        """A base die while there are two marines."""
        return (Contribution(self.name, 1, self.place, BASE),) if model.rating("marines") >= ENOUGH else ()
