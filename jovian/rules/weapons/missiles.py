"""Missiles (v1.2.4 Weapons > Missile): a range of their own, and a defense against them."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.dice import Pool, net_to_dice
from jovian.game import Model, Refusal, State
from jovian.game.parts import BASE, ESCALATE, FLEX, MODIFIER, Part, total
from jovian.game.pointing import PointRing
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import effects_of_weapon, in_play
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import BOMBING, CLOSE, DOGFIGHT, OPTIMUM, SHORT, ShotFacts
from jovian.rules.rulebook.weapon_type import SOLID, WeaponType
from jovian.rules.shooting import ratings
from jovian.rules.shooting.aid import defense_of, lent_in_defense, missile_support, own_aid, rerolls_defense
from jovian.rules.shooting.guidance import designated
from jovian.rules.shooting.shot import Line
from jovian.table import TOLERANCE

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

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """At close quarters it escalates, as where a friend designates the target."""
        parts = []
        if shot.window in CLOSE:
            parts.append(Part("Missile at close quarters", 1, "v1.2.4 Dogfight > Missiles", ESCALATE))
        guided = designated(shot.state, shot.attacker.side, shot.target)
        return [*parts, guided] if guided is not None else parts

    def resisted(self, shot: ShotFacts) -> Opposition:
        """Defense for ships with a flex die for each friendly ship close by, Skill for squadrons."""
        target = shot.target
        if not target.capital:
            skill = ratings.skill(shot.state, target)
            return Opposition(Pool(skill).normal(), (Part("Skill", skill, self.place, BASE),))
        own, loan = defense_of(shot.state, target, self.place, BASE), None
        if in_play(shot.state, Effect.lends_in_defense):
            loan = lent_in_defense(shot.state, target, own.value)
        if loan is not None:
            own = Part(f"Defense of {loan.lender.name}", loan.lender.rating("defense"), loan.place, BASE)
        parts = [own, *missile_support(shot.state, target, loan), *own_aid(shot.state, target)]
        base, flex, macro = net_to_dice(total(parts, MODIFIER))
        pool = Pool(parts[0].value + base, flex + total(parts, FLEX), macro)
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

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """Two dice: AC missiles in a Bombing Run, AS missiles in a Dogfight."""
        window = {"AC": BOMBING, "AS": DOGFIGHT}.get(shot.weapon.missile or "")
        return [Part(self.name, 2, self.place, BASE)] if shot.window == window else []

    def missile_range(self, reach: float) -> float:
        """How far it flies: 9"."""
        return SWARM_RANGE

    def swarms(self, shot: ShotFacts) -> bool:
        """True: triples and better shrink a step at the end."""
        return True
