"""The types of weapons, and their traits."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.cards import WeaponCard
from jovian.dice import Pool, net_to_dice
from jovian.game import Game, Model, Refusal, State
from jovian.game.decision import PointRing
from jovian.game.events import BASE, ESCALATE, FLEX, MACRO, MODIFIER, Contribution, sum_parts
from jovian.rules.basics.model import KINETIC_CANNON, PARTICLE_CANNON, POINT_DEFENSE_GUNS, break_weapon
from jovian.rules.rulebook.active_effects import effects_of_weapon, effects_on, in_play
from jovian.rules.rulebook.effect import BOMBING, CLOSE, DOGFIGHT, LONG, OPTIMUM, SHORT, Effect, Opposition, ShotFacts
from jovian.rules.rulebook.rulebook import ENERGY, SOLID, WeaponType, rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.formula import (
    backing,
    defense_of,
    lent_defense,
    lent_in_defense,
    missile_support,
    own_aid,
    point_defense_support,
    rerolls_defense,
)
from jovian.rules.shots.shot import Line, band_within, designated, sensor_reach
from jovian.table import TOLERANCE

# --- guns ---
# Guns (v1.2.4 Weapons), as effects on the weapon that is one: they reach as far as Sensors do.


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


# --- close quarters ---
# Weapons that make no ordinary attacks (v1.2.4 Weapons > Lance, Drone Bay).


class CloseQuarters(Sensed):
    """A weapon that makes no ordinary attacks."""

    __slots__ = ()

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Always a refusal: it is never fired in an ordinary attack."""
        return Refusal(f"A {self.name} makes no ordinary attack.", self.place)


class Lance(CloseQuarters):
    """Only for dogfights and bombing runs."""

    __slots__ = ()
    name = "Lance"
    place = "v1.2.4 Weapons > Lance"
    summary = "Used in dogfights and bombing runs only; some armor does nothing against it."

    def bombing_rating(self, state: State, model: Model, weapon: WeaponCard) -> int:
        """Its pilot's Skill, in place of a rating of the weapon (R51)."""
        return ratings.skill(state, model)


class DroneBay(CloseQuarters):
    """Launches drone squadrons."""

    __slots__ = ()
    name = "Drone Bay"
    place = "v1.2.4 Weapons > Drone Bay"
    summary = "Launches drone squadrons from its stock."
    launches_drones = True
    gives_away = False


# --- cluster ---
# Cluster munitions: missiles that help with point defense (v1.2.4 Traits > Weapon Traits > CMM, R64).

FARTHEST = 12.0
"""Inches that it flies, whatever missile it is."""
BACKED = 6.0


class ClusterMunition(Effect):
    """Missiles that burst into many."""

    __slots__ = ()
    name = "CMM"
    place = "v1.2.4 Traits > Weapon Traits > CMM"
    summary = 'May stand in for Defense against missiles, squadrons and bombers, and helps friends within 6".'
    aided = True

    def missile_range(self, reach: float) -> float:
        """How far a missile flies: no farther than 12"."""
        return min(reach, FARTHEST)

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """A macro die from each friend near that has such missiles too."""
        return backing(shot.state, shot.attacker, MACRO)

    def stands_in(self, weapon: WeaponCard) -> int | None:
        """Its AS rating, as dice in place of Defense."""
        return weapon.as_ or 0

    def backs(self) -> float:
        """Inches within which it helps friends: 6."""
        return BACKED

    def fires_all_around(self) -> bool:
        """True: in a close fight its arc does not matter."""
        return True


# --- hardpoints ---
# A hardpoint of a secret ship without a weapon, or without one that is known (v1.2.4 Fleet > Hardpoints).


class Hardpoint(WeaponType):
    """What stands in the weapon table in place of a weapon: it can be struck, and do nothing."""

    __slots__ = ()
    name = "Hardpoint"
    place = "v1.2.4 Fleet > Hardpoints > Unarmed"
    summary = "Room for a weapon of its class, bought with the fleet; what a Q-Ship has there may be secret."
    gives_away = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """No distance is in range of a secret weapon: -1."""
        return -1.0

    def band(self, shot: ShotFacts) -> str:
        """A band in which it never fires."""
        return LONG


# --- missiles ---
# Missiles (v1.2.4 Weapons > Missile): a range of their own, and a defense against them.

NUKE = "Nuke"
MISSILE_RANGE = {"AC": 18.0, "AS": 12.0, NUKE: 18.0, "Torpedo": 24.0}
"""Inches; some traits shorten it (v1.2.4 Weapons > Missile)."""
SWARM_RANGE = 9.0


class Missile(WeaponType):
    """Has a range of its own, and is opposed by point defense or by flying skill."""

    __slots__ = ()
    name = "Missile"
    place = "v1.2.4 Weapons > Missile"
    summary = "Ignores sensor range and cover, flies up to its own range, and is opposed by Defense or Skill."
    needs_sight = False
    ranged = False
    gives_away = False
    shares_pool = False
    parried = True
    nature = SOLID

    def bursts(self, weapon: WeaponCard) -> bool:
        """Does it burst at a point, as a Nuke does?"""
        return weapon.missile == NUKE

    def strikes_last(self, weapon: WeaponCard) -> bool:
        """Any but a Nuke, which is only fired at a point."""
        return weapon.missile != NUKE

    def jammable(self, weapon: WeaponCard) -> bool:
        """Any but a Nuke (R63)."""
        return weapon.missile != NUKE

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """Its own range, less what Stealth adds to the measured one."""
        return missile_range(state, weapon) - 6.0 * Line(state, attacker, target).hidden.levels

    def band(self, shot: ShotFacts) -> str:
        """By the missile's own ranges, Stealth measured in; never Long (R54)."""
        measured = shot.distance + 6.0 * shot.hidden[0]
        return SHORT if measured <= missile_short(shot.state, shot.weapon, shot.target) + TOLERANCE else OPTIMUM

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """By the missile's own range, Stealth measured in."""
        if self.bursts(shot.weapon):
            return Refusal("A Nuke is fired at a point of the table.", "v1.2.4 Weapons > Missile > Nuke")
        reach = missile_range(shot.state, shot.weapon)
        levels, why = shot.hidden
        if shot.distance + 6.0 * levels <= reach + TOLERANCE:
            return None
        hidden = f' and {6 * levels}" for Stealth ({why})' if levels else ""
        return Refusal(
            f'{shot.target.name} is {shot.distance:.1f}" away{hidden}: beyond the missile\'s {reach:.0f}".',
            "v1.2.4 Weapons > Missile", (PointRing(shot.attacker.pose[:2], reach),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """At close quarters it escalates, as where a friend designates the target."""
        parts = []
        if shot.window in CLOSE:
            parts.append(Contribution("Missile at close quarters", 1, "v1.2.4 Dogfight > Missiles", ESCALATE))
        guided = designated(shot.state, shot.attacker.side, shot.target)
        return [*parts, guided] if guided is not None else parts

    def resisted(self, shot: ShotFacts) -> Opposition:
        """Defense for ships with a flex die for each friendly ship close by, Skill for squadrons."""
        target = shot.target
        if not target.capital:
            skill = ratings.skill(shot.state, target)
            return Opposition(Pool(skill).normal(), (Contribution("Skill", skill, self.place, BASE),))
        own, loan = defense_of(shot.state, target, self.place, BASE), None
        if in_play(shot.state, Effect.lends_in_defense):
            loan = lent_in_defense(shot.state, target, own.value)
        if loan is not None:
            own = Contribution(f"Defense of {loan.lender.name}", loan.lender.rating("defense"), loan.place, BASE)
        parts = [own, *missile_support(shot.state, target, loan), *own_aid(shot.state, target)]
        base, flex, macro = net_to_dice(sum_parts(parts, MODIFIER))
        pool = Pool(parts[0].value + base, flex + sum_parts(parts, FLEX), macro)
        return Opposition(pool.normal(), tuple(parts), reroll=rerolls_defense(shot.state, target))


def missile_range(state: State, weapon: WeaponCard) -> float:
    """How far a missile of that kind flies, inches."""
    reach = MISSILE_RANGE[weapon.missile or "AC"]
    for effect in effects_of_weapon(state, weapon, Effect.missile_range):
        reach = effect.missile_range(reach)
    return reach


def missile_short(state: State, weapon: WeaponCard, target: Model) -> float:
    """Within how many inches of its target a missile is at Short Range: its Signature, a torpedo 6" more."""
    more = rulebook(state).figures.torpedo_short if weapon.missile == "Torpedo" else 0
    return float(target.card.signature + more)


class Swarm(Effect):
    """Many small warheads: more dice at close quarters, weaker large sets."""

    __slots__ = ()
    name = "Swarm"
    place = "v1.2.4 Weapon Traits > Swarm"
    summary = 'Flies 9"; two dice more at close quarters; triples and better shrink a step, doubles do not.'

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """Two dice: AC missiles in a Bombing Run, AS missiles in a Dogfight."""
        window = {"AC": BOMBING, "AS": DOGFIGHT}.get(shot.weapon.missile or "")
        return [Contribution(self.name, 2, self.place, BASE)] if shot.window == window else []

    def missile_range(self, reach: float) -> float:
        """How far it flies: 9"."""
        return SWARM_RANGE

    def swarms(self, shot: ShotFacts) -> bool:
        """True: triples and better shrink a step at the end."""
        return True


# --- point defense ---
# Point Defense, every ship's own guns against squadrons (v1.2.4 Weapons > Point Defense, R55, R64).


class PointDefense(WeaponType):
    """The implicit weapon of every capital ship, at Short Range only."""

    __slots__ = ()
    name = POINT_DEFENSE_GUNS
    place = "v1.2.4 Weapons > Point Defense"
    summary = "Every ship's own guns against squadrons: dice by Defense, Short Range only, Autofire, aided by friends."
    ranged = False
    aided = True

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """The target's Signature, or farther by a trait; nothing that is cloaked."""
        if sensor_reach(state, attacker, target) < 0:
            return -1.0
        reach = max(target.card.signature, 0.0)
        for effect in effects_on(state, attacker, Effect.point_defense_reach):
            reach = effect.point_defense_reach(reach)
        return reach

    def band(self, shot: ShotFacts) -> str:
        """Short Range, the only one that it has."""
        return SHORT

    def weapon_refuses(self, shot: ShotFacts) -> Refusal | None:
        """It reaches no farther than the target's Signature (R55), but for traits."""
        reach = self.reach(shot.state, shot.attacker, shot.weapon, shot.target)
        if shot.distance <= reach + TOLERANCE:
            return None
        return Refusal(
            f'Point Defense reaches {max(0.0, reach):.0f}", the target is {shot.distance:.1f}" away.',
            self.place, (PointRing(shot.attacker.pose[:2], max(0.0, reach)),),
        )  # fmt: skip

    def weapon_parts(self, shot: ShotFacts) -> list[Contribution]:
        """One for each friend that helps; one whose Defense is stronger may lend it instead."""
        own = shot.weapon.as_ or 0
        loan = lent_defense(shot.state, shot.attacker, own)
        parts = [*point_defense_support(shot.state, shot.attacker, loan), *own_aid(shot.state, shot.attacker)]
        if loan is not None:
            more = loan.lender.rating("defense") - own
            parts.append(Contribution(f"Defense of {loan.lender.name}", more, loan.place, BASE))
        return parts


# --- weapon traits ---
# Weapon traits (v1.2.4 Weapon Traits), as effects on the weapon that has them.


class ArmorPiercing(Effect):
    """Ignores printed armor."""

    __slots__ = ()
    name = "AP"
    place = "v1.2.4 Weapon Traits > AP"
    summary = "Ignores up to two ratings of printed Armor."

    def pierces(self, shot: ShotFacts, armor: int) -> int:
        """Up to two ratings of printed Armor (R64)."""
        return min(2, armor)


class Autofire(Effect):
    """Fires by itself at an enemy that comes into range."""

    __slots__ = ()
    name = "Autofire"
    place = "v1.2.4 Weapon Traits > Autofire"
    summary = "May fire, free of Fire Control, at an active enemy at the point where it comes into range."

    def fires_by_itself(self) -> bool:
        """True: free of Fire Control, at an enemy that comes into range."""
        return True


class Link(Effect):
    """Several weapons fire as one."""

    __slots__ = ()
    name = "Link"
    place = "v1.2.4 Weapon Traits > Link"
    summary = "Weapons of one type and a shared arc fire together for one Fire Control, +1 for each further one."

    def links(self) -> bool:
        """True: weapons of one type fire together."""
        return True


class Limited(Effect):
    """Good for one attack in a game."""

    __slots__ = ()
    name = "Limited"
    place = "v1.2.4 Weapon Traits > Limited"
    summary = "It is spent after its first attack and cannot be repaired."

    def after_firing(self, game: Game, model: Model, mount: str) -> None:
        """Mark the mount as used up."""
        break_weapon(game, model, mount, self.name)

    def beyond_repair(self) -> bool:
        """True: no repair brings it back."""
        return True


class Sniper(Effect):
    """May fire at Long Range."""

    __slots__ = ()
    name = "Sniper"
    place = "v1.2.4 Weapon Traits > Sniper"
    summary = "May fire at Long Range with the -3 of the table."

    def reaches_long(self, shot: ShotFacts) -> bool:
        """True, whatever its weapon type says."""
        return True


class Snub(Effect):
    """Better at short distances."""

    __slots__ = ()
    name = "Snub"
    place = "v1.2.4 Weapon Traits > Snub"
    summary = "+1 at Short Range, in a Dogfight and in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Contribution]:
        """+1 where the target is near."""
        near = shot.window in CLOSE or shot.band == SHORT
        return (Contribution(self.name, 1, self.place),) if near else ()


class Autohit(Effect):
    """Hits without a roll."""

    __slots__ = ()
    name = "Autohit"
    place = "v1.2.4 Traits > Weapon Traits > Autohit"
    summary = "Hits without a roll, with its magnitude and a random value."

    def hits_surely(self, shot: ShotFacts) -> str:
        """The magnitude that the card prints."""
        printed = shot.weapon.trait(self.name)
        return printed.note if printed else ""


class Precise(Effect):
    """The attacker chooses what a double damages."""

    __slots__ = ()
    name = "Precise"
    place = "v1.2.4 Traits > Weapon Traits > Precise"
    summary = "The attacker chooses what a double damages, a system trait too; weapons break on a 4+ (spinal 5+)."

    def precise(self, shot: ShotFacts) -> bool:
        """True; the damage procedures read it."""
        return True
