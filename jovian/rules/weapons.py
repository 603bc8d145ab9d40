"""Weapon types, in the order of the rulebook (v1.2.4 Weapons), and CMM.

Each is a class with its name, its summary, and the hooks that it overrides. `setup/catalogs.py` lists those in play.
The other weapon traits are in `traits/weapon_traits.py`.
"""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.dice import Pool, net_to_dice
from jovian.game import Model, Refusal, State
from jovian.game.decision import PointRing
from jovian.game.events import BASE, ESCALATE, FLEX, MACRO, MODIFIER, Contribution, sum_parts
from jovian.rules.basics.model import KINETIC_CANNON, PARTICLE_CANNON, POINT_DEFENSE_GUNS
from jovian.rules.rulebook.active_effects import effects_of_weapon, find_effect
from jovian.rules.rulebook.effect import CLOSE, LONG, OPTIMUM, SHORT, Effect, Opposition, ShotFacts
from jovian.rules.rulebook.rulebook import ENERGY, SOLID, WeaponType, rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import (
    defense_of,
    lent_defense,
    lent_in_defense,
    missile_support,
    own_aid,
    point_defense_support,
    rerolls_defense,
    weapon_support,
)
from jovian.rules.shots.shot import LineOfFire, band_within, sensor_reach, target_designation
from jovian.rules.traits.model_traits import Barrier
from jovian.rules.traits.weapon_traits import SupportWeapon
from jovian.table import TOLERANCE

# --- Base classes ---


class Sensed(WeaponType):
    """A weapon type with the reach of its attacker's Sensors (v1.2.4 Attack > Sensor Range)."""

    __slots__ = ()

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        return sensor_reach(state, attacker, target)

    def band(self, shot: ShotFacts) -> str:
        return band_within(shot.sensed, shot.target, shot.distance)


class CloseQuarters(Sensed):
    """A weapon type that makes no ordinary attacks."""

    __slots__ = ()

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        return Refusal(f"A {self.name} makes no ordinary attack.", self.place)


# --- Weapon types (v1.2.4 Weapons) ---


class BeamProjector(Sensed):
    """A beam whose attack may be rerolled."""

    __slots__ = ()
    name = "Beam Projector"
    place = "v1.2.4 Weapons > Beam Projector"
    summary = "Its attack may be rerolled once."
    initiative = 1
    rerolls = True
    nature = ENERGY


class DroneBay(CloseQuarters):
    """A bay that launches drone squadrons."""

    __slots__ = ()
    name = "Drone Bay"
    place = "v1.2.4 Weapons > Drone Bay"
    tests = "rules/test_drones"
    summary = "Launches drone squadrons from its stock."
    launches_drones = True
    gives_away = False


class KineticCannon(Sensed):
    """A cannon that attacks everything along a line."""

    __slots__ = ()
    name = KINETIC_CANNON
    place = "v1.2.4 Weapons > Kinetic Cannon"
    summary = 'It also attacks all other models on a 1" wide line to its target, friend or enemy, with 1 die less.'
    initiative = 3
    kinetic = True
    suppresses = True
    nature = SOLID


class Lance(CloseQuarters):
    """A weapon for Dogfights and Bombing Runs only."""

    __slots__ = ()
    name = "Lance"
    place = "v1.2.4 Weapons > Lance"
    tests = "rules/test_bombing"
    summary = "Used in Dogfights and Bombing Runs only. Energy Armor and Reactive Armor don't stop it."

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """Return the Skill of the model, in place of a rating of the weapon (R51)."""
        return ratings.skill(state, model)


class MassDriver(Sensed):
    """A weapon with flex dice instead of macro dice, and its own damage table."""

    __slots__ = ()
    name = "Mass Driver"
    place = "v1.2.4 Weapons > Mass Driver"
    summary = "Macro dice left after Armor become flex dice. It damages ratings and systems instead of Structure."
    initiative = 4
    table = "mass"
    nature = SOLID

    def finish(self, pool: Pool) -> Pool:
        """Turn positive macro dice into flex dice."""
        return Pool(pool.base, pool.flex + pool.macro, 0) if pool.macro > 0 else pool


NUKE = "Nuke"
MISSILE_RANGE = {"AC": 18.0, "AS": 12.0, NUKE: 18.0, "Torpedo": 24.0}
"""The range of each kind of missile in inches. Some traits shorten it (v1.2.4 Weapons > Missile)."""


class Missile(WeaponType):
    """A weapon with its own range, opposed by Point Defense or by Skill."""

    __slots__ = ()
    name = "Missile"
    place = "v1.2.4 Weapons > Missile"
    summary = "It ignores Sensor Range and Obscured, has its own range, and is opposed by Defense or Skill."
    needs_sight = False
    ranged = False
    gives_away = False
    shares_pool = False
    parried = True
    nature = SOLID

    def bursts(self, weapon: WeaponCard) -> bool:
        """Return whether it bursts at a point, like a Nuke."""
        return weapon.missile == NUKE

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Return whether it is a missile of a close fight: any but a Nuke."""
        return weapon.missile != NUKE

    def jammable(self, weapon: WeaponCard) -> bool:
        """Return whether a Jammer stops it: any but a Nuke (R63)."""
        return weapon.missile != NUKE

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return the missile's range, less 6" for each level of Stealth of the target."""
        return _missile_range(state, weapon) - 6.0 * LineOfFire(state, attacker, target).hidden.levels

    def max_reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return the missile's range, whatever hides the target."""
        return _missile_range(state, weapon)

    def band(self, shot: ShotFacts) -> str:
        """Return Short or Optimum Range by the missile's own ranges and the target's Stealth, but never Long (R54)."""
        inches = shot.distance + 6.0 * shot.hidden.levels
        return SHORT if inches <= missile_short(shot.state, shot.weapon, shot.target) + TOLERANCE else OPTIMUM

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        if self.bursts(shot.weapon):
            return Refusal("A Nuke is fired at a point of the table.", "v1.2.4 Weapons > Missile > Nuke")
        reach = _missile_range(shot.state, shot.weapon)
        hidden = shot.hidden
        if shot.distance + 6.0 * hidden.levels <= reach + TOLERANCE:
            return None
        stealth = f' and {6 * hidden.levels}" for Stealth ({hidden.why})' if hidden.levels else ""
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away{stealth}: beyond the missile\'s {reach:.0f}".',
            "v1.2.4 Weapons > Missile", (PointRing(shot.attacker.pose[:2], reach),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """Return an escalation at close quarters, and one if a friend designates the target."""
        parts = []
        if shot.window in CLOSE:
            parts.append(Contribution("Missile at close quarters", 1, "v1.2.4 Dogfight > Missiles", ESCALATE))
        designation = target_designation(shot.state, shot.attacker.side, shot.target)
        return [*parts, designation] if designation is not None else parts

    def opposition(self, shot: ShotFacts) -> Opposition:
        """Return the opposition: Defense for ships with flex dice for nearby friends, Skill for squadrons."""
        target = shot.target
        if not target.is_capital:
            skill = ratings.skill(shot.state, target)
            return Opposition(Pool(skill).normal(), (Contribution("Skill", skill, self.place, BASE),))
        own = defense_of(shot.state, target, self.place, BASE)
        loan = lent_in_defense(shot.state, target, own.value)
        if loan is not None:
            own = Contribution(f"Defense of {loan.lender.name}", loan.lender.rating("defense"), loan.place, BASE)
        parts = [own, *missile_support(shot.state, target, loan), *own_aid(shot.state, target)]
        base, flex, macro = net_to_dice(sum_parts(parts, MODIFIER))
        pool = Pool(parts[0].value + base, flex + sum_parts(parts, FLEX), macro)
        return Opposition(pool.normal(), tuple(parts), reroll=rerolls_defense(shot.state, target))


def _missile_range(state: State, weapon: WeaponCard) -> float:
    """Return the range of a missile in inches, with its traits."""
    reach = MISSILE_RANGE[weapon.missile or "AC"]
    for effect in effects_of_weapon(state, weapon, Effect.missile_range):
        reach = effect.missile_range(reach)
    return reach


def missile_short(state: State, weapon: WeaponCard, target: Model) -> float:
    """Return the Short Range of a missile at a target: the target's Signature, and 6" more for a torpedo."""
    extra = rulebook(state).figures.torpedo_short if weapon.missile == "Torpedo" else 0
    return float(target.card.signature + extra)


class ParticleCannon(Sensed):
    """A weapon that marks all redundant boxes of what it damages."""

    __slots__ = ()
    name = PARTICLE_CANNON
    place = "v1.2.4 Weapons > Particle Cannon"
    summary = "Marks all redundant boxes of what it damages. Triples and better also damage a rating."
    initiative = 2
    redundant = True
    nature = ENERGY


class PointDefense(WeaponType):
    """The built-in weapon of each capital ship against squadrons (R55, R64)."""

    __slots__ = ()
    name = POINT_DEFENSE_GUNS
    place = "v1.2.4 Weapons > Point Defense"
    tests = "rules/test_point_defense"
    summary = "Each ship's guns against squadrons: dice by Defense, Short Range only, Autofire, helped by friends."
    ranged = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return the target's Signature, or more by a Barrier, or -1 for a cloaked target."""
        if sensor_reach(state, attacker, target) < 0:
            return -1.0
        barrier = find_effect(state, attacker, Barrier)
        return max(target.card.signature, barrier.reach if barrier is not None else 0.0)

    def band(self, shot: ShotFacts) -> str:
        return SHORT

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        reach = self.reach(shot.state, shot.attacker, shot.weapon, shot.target)
        if shot.distance <= reach + TOLERANCE:
            return None
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away: beyond Point Defense\'s {max(0.0, reach):.0f}".',
            self.place, (PointRing(shot.attacker.pose[:2], max(0.0, reach)),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        return self.weapon_aid(shot.state, shot.attacker, shot.weapon)

    def weapon_aid(self, state: State, attacker: Model, weapon: WeaponCard) -> list[Contribution]:
        """Return a die for each friend that helps. A friend with a better Defense may lend that instead."""
        own = weapon.as_ or 0
        loan = lent_defense(state, attacker, own)
        parts = [*point_defense_support(state, attacker, loan), *own_aid(state, attacker)]
        if loan is not None:
            extra = loan.lender.rating("defense") - own
            parts.append(Contribution(f"Defense of {loan.lender.name}", extra, loan.place, BASE))
        return parts


class Hardpoint(WeaponType):
    """A hardpoint without a weapon, or with a secret one: it can be damaged but does nothing."""

    __slots__ = ()
    name = "Hardpoint"
    place = "v1.2.4 Fleet > Hardpoints > Unarmed"
    tests = "rules/test_q_ship"
    summary = "A mount for a weapon of its class, bought with the fleet. The weapons of a Q-Ship may be secret."
    gives_away = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Return -1: no target is in range of a secret weapon."""
        return -1.0

    def band(self, shot: ShotFacts) -> str:
        """Return Long Range, at which it never fires."""
        return LONG


# --- Weapon traits (v1.2.4 Traits > Weapon Traits) ---


FARTHEST = 12.0
"""The maximum range of any missile with this trait, in inches."""


class ClusterMunition(SupportWeapon, trait="CMM", tests="rules/test_cluster_munitions"):
    """CMM: missiles that help with Point Defense (R64)."""

    __slots__ = ()

    def missile_range(self, reach: float) -> float:
        """Return the range, at most 12"."""
        return min(reach, FARTHEST)

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        return self.weapon_aid(shot.state, shot.attacker, shot.weapon)

    def weapon_aid(self, state: State, attacker: Model, weapon: WeaponCard) -> list[Contribution]:
        """Return a macro die from each nearby friend that has CMM too."""
        return weapon_support(state, attacker, MACRO)
