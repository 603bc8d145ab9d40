"""The weapon types of the book (v1.2.4 Weapons), as effects on the weapon that has them."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.cards import WeaponCard
from jovian.dice import Pool, net_to_dice
from jovian.game import Model, Refusal, State
from jovian.rules.facts.parts import BASE, ESCALATE, FLEX, MODIFIER, Part, total
from jovian.rules.rulebook.effect import Resistance, WeaponType
from jovian.rules.rulebook.shot_facts import CLOSE, OPTIMUM, SHORT, ShotFacts
from jovian.rules.shooting import ratings
from jovian.rules.shooting.aid import (
    BARRIER_RANGE,
    CMM,
    barrier_lent,
    cmm_defense,
    cmm_swarming,
    missile_support,
    point_defense_support,
)
from jovian.rules.shooting.guidance import designators
from jovian.rules.shooting.shot import sensor_reach
from jovian.rules.shooting.stealth import stealth_levels

MISSILE_RANGE = {"AC": 18.0, "AS": 12.0, "Nuke": 18.0, "Torpedo": 24.0}
"""Inches; CMM and Swarm shorten it (v1.2.4 Weapons > Missile)."""
TORPEDO_SHORT = 6.0
"""Inches by which a torpedo's Short Range is longer, as the older page of traits has it."""


@dataclass(frozen=True, slots=True)
class Sensed(WeaponType):
    """A weapon type that reaches as far as the Sensors of whoever fires it."""

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Short and Optimum Range (v1.2.4 Attack > Sensor Range)."""
        return sensor_reach(state, attacker, target)


@dataclass(frozen=True, slots=True)
class BeamProjector(Sensed):
    """Quick and accurate: the attack may be re-rolled."""

    name = "Beam Projector"
    place = "v1.2.4 Weapons > Beam Projector"
    summary = "Its attack roll may be made again once."
    initiative = 1
    rerolls = True


@dataclass(frozen=True, slots=True)
class KineticCannon(Sensed):
    """Strikes everything along a line."""

    name = "Kinetic Cannon"
    place = "v1.2.4 Weapons > Kinetic Cannon"
    summary = 'After its target it attacks everything else on a 1" wide line to it, friend or foe, with one die less.'
    initiative = 3
    kinetic = True


@dataclass(frozen=True, slots=True)
class MassDriver(Sensed):
    """Precise rather than massive: macro dice become flex dice, and damage follows a table of its own."""

    name = "Mass Driver"
    place = "v1.2.4 Weapons > Mass Driver"
    summary = "Macro dice left after armor become flex dice; it damages ratings and systems rather than Structure."
    initiative = 4
    table = "mass"

    def finish(self, pool: Pool) -> Pool:
        """Turn positive macro dice into flex dice."""
        return Pool(pool.base, pool.flex + pool.macro, 0) if pool.macro > 0 else pool


@dataclass(frozen=True, slots=True)
class Missile(WeaponType):
    """Has a range of its own, and is opposed by point defense or by flying skill."""

    name = "Missile"
    place = "v1.2.4 Weapons > Missile"
    summary = "Ignores sensor range and cover, flies up to its own range, and is opposed by Defense or Skill."
    needs_sight = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Its own range, less what Stealth adds to the measured one."""
        levels = 0 if designators(state, attacker.side, target)[1] else stealth_levels(state, target)[0]
        return missile_range(weapon) - 6.0 * levels

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Measure the missile's own range, with Stealth, and set the band by it (R54)."""
        if shot.weapon.missile == "Nuke":
            return Refusal("A Nuke is fired at a point of the table.", "v1.2.4 Weapons > Missile > Nuke")
        reach = missile_range(shot.weapon)
        levels, why = stealth_levels(shot.state, shot.target)
        if designators(shot.state, shot.attacker.side, shot.target)[1]:
            levels = 0
        measured = shot.distance + 6.0 * levels
        shot.band = SHORT if measured <= missile_short(shot.weapon, shot.target) + 0.001 else OPTIMUM
        if measured <= reach + 0.001:
            return None
        hidden = f' and {6 * levels}" for Stealth ({why})' if levels else ""
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away{hidden}: beyond the missile\'s {reach:.0f}".',
            "v1.2.4 Weapons > Missile", (("ring", tuple(shot.attacker.pose[:2]), reach),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """At close quarters it escalates, as where a friend designates the target; CMMs help one another."""
        parts = []
        if shot.window in CLOSE:
            parts.append(Part("Missile at close quarters", 1, "v1.2.4 Dogfight > Missiles", ESCALATE))
        if designators(shot.state, shot.attacker.side, shot.target)[0]:
            parts.append(Part("Target Designator", 1, "v1.2.4 Traits > TD", ESCALATE))
        return parts + (cmm_swarming(shot.state, shot.attacker) if shot.weapon.trait("CMM") else [])

    def resisted(self, shot: ShotFacts) -> Resistance:
        """Defense for ships with a flex die for each friendly ship close by, Skill for squadrons."""
        target = shot.target
        if not target.capital:
            skill = ratings.skill(shot.state, target)
            return Pool(skill).normal(), (Part("Skill", skill, self.place, BASE),), False
        defense, cluster = target.rating("defense"), cmm_defense(shot.state, target)
        parts = [Part("CMM", cluster, CMM, BASE) if cluster > defense else Part("Defense", defense, self.place, BASE)]
        parts += missile_support(shot.state, target)
        base, flex, macro = net_to_dice(total(parts, MODIFIER))
        return Pool(parts[0].value + base, flex + total(parts, FLEX), macro).normal(), tuple(parts), False


def missile_range(weapon: WeaponCard) -> float:
    """How far a missile of that kind flies, inches."""
    reach = MISSILE_RANGE[weapon.missile or "AC"]
    if weapon.trait("CMM"):
        reach = min(reach, 12.0)
    return 9.0 if weapon.trait("Swarm") else reach


def missile_short(weapon: WeaponCard, target: Model) -> float:
    """Within how many inches of its target a missile is at Short Range: its Signature, a torpedo 6" more."""
    return target.card.signature + (TORPEDO_SHORT if weapon.missile == "Torpedo" else 0.0)


@dataclass(frozen=True, slots=True)
class ParticleCannon(Sensed):
    """Burns through redundancy."""

    name = "Particle Cannon"
    place = "v1.2.4 Weapons > Particle Cannon"
    summary = "Marks off all redundant boxes of what it strikes; triples and better strike a rating besides."
    initiative = 2
    redundant = True


@dataclass(frozen=True, slots=True)
class PointDefense(WeaponType):
    """The implicit weapon of every capital ship, at Short Range only."""

    name = "Point Defense"
    place = "v1.2.4 Weapons > Point Defense"
    summary = "Every ship's own guns against squadrons: dice by Defense, Short Range only, Autofire, aided by friends."

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """The target's Signature; 6" for a ship with Barrier; nothing that is cloaked."""
        if sensor_reach(state, attacker, target) < 0:
            return -1.0
        return max(target.card.signature, BARRIER_RANGE if attacker.card.trait("Barrier") else 0.0)

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """It reaches no farther than the target's Signature (R55), or the Barrier's 6"."""
        reach = self.reach(shot.state, shot.attacker, shot.weapon, shot.target)
        if shot.distance <= reach + 0.001:
            shot.band = SHORT
            return None
        return Refusal(
            f'Point Defense reaches {max(0.0, reach):.0f}", the target is {shot.distance:.1f}" away.',
            self.place, (("ring", tuple(shot.attacker.pose[:2]), max(0.0, reach)),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """One for each friend that helps; a stronger Barrier lends its Defense instead."""
        own = shot.weapon.as_ or 0
        lender = barrier_lent(shot.state, shot.attacker, own)
        parts = point_defense_support(shot.state, shot.attacker, lender)
        if lender is not None:
            more = lender.rating("defense") - own
            parts.append(Part(f"Defense of {lender.name}", more, "v1.2.4 Traits > Barrier", BASE))
        return parts


@dataclass(frozen=True, slots=True)
class CloseQuarters(Sensed):
    """A weapon that makes no ordinary attacks."""

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """It is never fired in an ordinary attack."""
        return Refusal(f"A {self.name} makes no ordinary attack.", self.place)


@dataclass(frozen=True, slots=True)
class Lance(CloseQuarters):
    """Only for dogfights and bombing runs."""

    name = "Lance"
    place = "v1.2.4 Weapons > Lance"
    summary = "Used in dogfights and bombing runs only; some armor does nothing against it."


@dataclass(frozen=True, slots=True)
class DroneBay(CloseQuarters):
    """Launches drone squadrons."""

    name = "Drone Bay"
    place = "v1.2.4 Weapons > Drone Bay"
    summary = "Launches drone squadrons from its stock."


