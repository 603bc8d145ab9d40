"""Guns (v1.2.4 Weapons), as effects on the weapon that is one: they reach as far as Sensors do."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.dice import Pool
from jovian.game import Model, State
from jovian.rules.facts.unprinted import KINETIC_CANNON, PARTICLE_CANNON
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.rulebook.weapon_type import ENERGY, SOLID, WeaponType
from jovian.rules.shooting.shot import band_within, sensor_reach


class Sensed(WeaponType):
    """A weapon type that reaches as far as the Sensors of whoever fires it."""

    __slots__ = ()

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Short and Optimum Range (v1.2.4 Attack > Sensor Range)."""
        return sensor_reach(state, attacker, target)

    def band(self, shot: ShotFacts) -> str:
        """By the Sensors of whoever fires it."""
        return band_within(shot.sensed, shot.target, shot.distance)


class BeamProjector(Sensed):
    """Quick and accurate: the attack may be re-rolled."""

    __slots__ = ()
    name = "Beam Projector"
    place = "v1.2.4 Weapons > Beam Projector"
    summary = "Its attack roll may be made again once."
    initiative = 1
    rerolls = True
    nature = ENERGY


class KineticCannon(Sensed):
    """Strikes everything along a line."""

    __slots__ = ()
    name = KINETIC_CANNON
    place = "v1.2.4 Weapons > Kinetic Cannon"
    summary = 'After its target it attacks everything else on a 1" wide line to it, friend or foe, with one die less.'
    initiative = 3
    kinetic = True
    suppresses = True
    nature = SOLID


class MassDriver(Sensed):
    """Precise rather than massive: macro dice become flex dice, and damage follows a table of its own."""

    __slots__ = ()
    name = "Mass Driver"
    place = "v1.2.4 Weapons > Mass Driver"
    summary = "Macro dice left after armor become flex dice; it damages ratings and systems rather than Structure."
    initiative = 4
    table = "mass"
    nature = SOLID

    def finish(self, pool: Pool) -> Pool:
        """Turn positive macro dice into flex dice."""
        return Pool(pool.base, pool.flex + pool.macro, 0) if pool.macro > 0 else pool


class ParticleCannon(Sensed):
    """Marks off all redundant boxes of what it strikes."""

    __slots__ = ()
    name = PARTICLE_CANNON
    place = "v1.2.4 Weapons > Particle Cannon"
    summary = "Marks off all redundant boxes of what it strikes; triples and better strike a rating besides."
    initiative = 2
    redundant = True
    nature = ENERGY
