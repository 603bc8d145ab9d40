"""The one formula: tooltip, computer player and roll all take their numbers from `assess`.

v1.2.4 Attack > Attack Modifier, in the order of R10: the net modifier, its conversion to dice, all other dice, the
conversion of a Mass Driver, and last the rule of small pools.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.dice import Pool, net_to_dice
from jovian.game import Model, Refusal, State
from jovian.game.parts import BASE, DIMINISH, ESCALATE, FLEX, MACRO, Part, total
from jovian.game.pointing import PointRing, pointed_arcs
from jovian.rules.facts.formation import members
from jovian.rules.facts.skill_test import SkillTest
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import effects_of_weapon, effects_on, in_play, weapon_type
from jovian.rules.rulebook.shot_facts import BOMBING, CLOSE, DOGFIGHT, LONG, SHORT
from jovian.rules.shooting.aid import backing, fire_aid, shielded
from jovian.rules.shooting.assessment import Assessment, Impact, Range, Throw
from jovian.rules.shooting.guidance import jammed_by
from jovian.rules.shooting.origin import origins
from jovian.rules.shooting.shot import Shot, weapon_of
from jovian.rules.shooting.sight import OBSCURED

MODIFIERS = "v1.2.4 Attack > Attack Modifier"
BOMBING_BONUS = 2
"""Of squadrons in a Bombing Run."""
ARC_BONUS = {"fore": 0, "port": 1, "starboard": 1, "aft": 2}


class Company(Enum):
    """Who counts in the numbers of a shot besides attacker and target, by where they stand."""

    NOBODY = 0
    TARGET = 1
    """Those about the target: its friends defend it, others guide the shot or jam it."""
    ATTACKER = 2
    """Those about the attacker too, which help it; or its very distance counts."""


def company(state: State, weapon: WeaponCard) -> Company:
    """Who counts in the numbers of the shots of a weapon.

    Range band, arcs and cover apart, where the attacker stands tells only where those about it count.
    """
    aided = any(effect.aided for effect in effects_of_weapon(state, weapon, Effect.weapon_parts))
    if aided or crowded(state):
        return Company.ATTACKER
    return Company.TARGET if weapon_type(state, weapon).parried else Company.NOBODY


def crowded(state: State) -> bool:
    """Is there anything in this game by which friends help any shot, or shield anybody from it?"""
    return any(in_play(state, hook) for hook in (Effect.aids_fire, Effect.shields, Effect.seeking))


def assess(
    state: State, attacker: Model, mounts: tuple[str, ...], target: Model, window: str, *, secondary: bool = False
) -> Assessment | Refusal:
    """Every number of a shot with those mounts (the first one's ratings, the others linked), or why it cannot be."""
    if attacker.formation and not secondary:
        found = assess_origins(state, attacker, mounts, target, window)
        if found:
            return found[0]
    return assess_from(state, attacker, mounts, target, window, secondary=secondary)


def assess_from(
    state: State, origin: Model, mounts: tuple[str, ...], target: Model, window: str, *, secondary: bool = False
) -> Assessment | Refusal:
    """Return the numbers of the shot from this model of a formation, or why one of its weapons cannot fire.

    Each linked weapon must reach the target by itself, whichever is named first (R59).
    """
    weapon = weapon_of(origin, mounts[0])
    if weapon is None:
        return Refusal("There is no such weapon on the card.", "v1.2.4 Components > Unit Cards")
    found = assess_shot(Shot(state, origin, mounts, weapon, target, window, secondary))
    for mount in mounts[1:] if isinstance(found, Assessment) and not secondary else ():
        alone = assess_from(state, origin, (mount,), target, window)
        if isinstance(alone, Refusal):
            return alone
    return found


def assess_origins(
    state: State, attacker: Model, mounts: tuple[str, ...], target: Model, window: str
) -> list[Assessment]:
    """The shot from each of a formation between whom there is something to choose, the best first."""
    shots = [assess_from(state, each, mounts, target, window) for each in members(state, attacker)]
    return origins(state, attacker, target, [each for each in shots if isinstance(each, Assessment)])


def assess_shot(shot: Shot) -> Assessment | Refusal:
    """Every number of a shot that is already put together, or why it cannot be."""
    return refuse(shot) or numbers(shot)


def assess_close(shot: Shot) -> Assessment:
    """The numbers of a shot in a Dogfight or Bombing Run, whose rules have settled that it may be made."""
    return numbers(shot)


def met_by(shot: Assessment, dice: int) -> Assessment:
    """A shot of a split pool that meets so many dice of its target's; nothing else in it hangs on them."""
    return replace(shot, opposition=_split_defense(dice))


def refuse(shot: Shot) -> Refusal | None:
    """Why a shot cannot be made: rating, arc, range, or a rule of its weapon."""
    if not shot.printed:
        what = "capital ships" if shot.target.capital else "squadrons"
        return Refusal(f"{shot.weapon.name} has no rating against {what}.", "v1.2.4 Weapons > Weapon Attributes")
    for guarded in effects_on(shot.state, shot.target, Effect.target_refuses):
        refusal = guarded.target_refuses(shot)
        if refusal is not None:
            return refusal
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.weapon_refuses):
        refusal = effect.weapon_refuses(shot)
        if refusal is not None:
            return refusal
    if not shot.bears and not shot.secondary:
        arcs = ", ".join(shot.weapon.arcs)
        return Refusal(
            f"{shot.target.name} is outside the {arcs} arc of {shot.weapon.name}.", "v1.2.4 Attack > Model Arcs",
            pointed_arcs(shot.attacker.id, shot.weapon.arcs),
        )  # fmt: skip
    return _out_of_range(shot)


def may_reach_long(state: State, model: Model, weapon: WeaponCard) -> bool:
    """Does the model or the weapon have anything by which it might fire at Long Range?"""
    return bool(effects_of_weapon(state, weapon, Effect.reaches_long) or effects_on(state, model, Effect.reaches_long))


def _out_of_range(shot: Shot) -> Refusal | None:
    if shot.band != LONG or shot.secondary:
        return None
    if any(effect.reaches_long(shot) for effect in effects_of_weapon(shot.state, shot.weapon, Effect.reaches_long)):
        return None
    if any(effect.reaches_long(shot) for effect in effects_on(shot.state, shot.attacker, Effect.reaches_long)):
        return None
    reach = shot.sensed
    beyond = f'(beyond {reach:.0f}")' if reach >= 0 else "(cloaked)"
    return Refusal(
        f'{shot.target.name} is {shot.distance:.1f}" away, at Long Range {beyond}: '
        "only Sniper weapons or a Long Shot reach it.",
        "v1.2.4 Attack > Sensor Range",
        (PointRing(shot.attacker.pose[:2], max(0.0, reach)),),
    )


def numbers(shot: Shot) -> Assessment:
    """Every number of a shot that may be made."""
    facing = _facing(shot)
    parts = _parts(shot, facing)
    net = total(parts, "modifier")
    base, flex, macro = net_to_dice(net)
    dice = shot.share if shot.share is not None else shot.printed or 0
    pool = Pool(
        dice + base + total(parts, BASE), flex + total(parts, FLEX),
        macro + shot.weapon.macro + total(parts, MACRO),
    )  # fmt: skip
    if in_play(shot.state, Effect.pool_parts):
        pool = _changed(shot, pool, parts)
    kind = weapon_type(shot.state, shot.weapon)
    turned = kind.finish(pool)
    roll = Throw(
        turned.normal(), net, tuple(parts), _rating(shot, dice), shot.weapon.macro,
        None if turned is pool else Part(kind.name, 0, kind.place),
        reroll=kind.rerolls, shift=total(parts, ESCALATE) - total(parts, DIMINISH), autohit=_autohit(shot),
        swarm=any(effect.swarms(shot) for effect in effects_of_weapon(shot.state, shot.weapon, Effect.swarms)),
    )  # fmt: skip
    precise = any(effect.precise(shot) for effect in effects_of_weapon(shot.state, shot.weapon, Effect.precise))
    return Assessment(
        shot.attacker.id, shot.mounts, shot.weapon.name, shot.target.id, shot.window,
        Range(shot.distance, shot.band, shot.against, facing.arc, _cover(shot)), roll, opposition(shot),
        Impact(
            kind.table, kind.redundant, precise, kind.kinetic and shot.window not in CLOSE,
            kind.strikes_with(shot.weapon),
        ),
        jammed(shot), _seeking(shot) if in_play(shot.state, Effect.seeking) else None,
    )  # fmt: skip


def _changed(shot: Shot, pool: Pool, parts: list[Part]) -> Pool:
    """The pool as the target's effects change it, one after the other; their parts are added to the others."""
    for effect in effects_on(shot.state, shot.target, Effect.pool_parts):
        own = list(effect.pool_parts(shot, pool))
        pool = pool.plus(total(own, BASE), total(own, FLEX), total(own, MACRO))
        parts += own
    return pool


def _rating(shot: Shot, dice: int) -> Part:
    """The dice that the pool starts from."""
    if shot.share is not None:
        return Part("Attack pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
    return Part(f"{shot.against} rating", dice, "v1.2.4 Weapons > Weapon Attributes", BASE)


def _autohit(shot: Shot) -> str:
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.hits_surely):
        return effect.hits_surely(shot)
    return ""


def _seeking(shot: Shot) -> SkillTest | None:
    """The test by which the target must first be found."""
    tests = (effect.seeking(shot) for effect in effects_on(shot.state, shot.target, Effect.seeking))
    return next((test for test in tests if test is not None), None)


def jammed(shot: Shot) -> str:
    """The name of the model that makes a missile fail, "" for none (R63)."""
    if not weapon_type(shot.state, shot.weapon).jammable(shot.weapon):
        return ""
    found = jammed_by(shot.state, shot.target)
    return found.name if found is not None else ""


class Facing(NamedTuple):
    """The side of a target that is attacked."""

    arc: str
    """Its arc, "" for squadrons."""
    armor: int
    """What of its Armor the weapon does not ignore."""


def _parts(shot: Shot, facing: Facing) -> list[Part]:
    """What changes the pool of a shot, by its place in the book."""
    parts: list[Part] = []
    if shot.band == SHORT:
        parts.append(Part("Short Range", 1, MODIFIERS))
    elif shot.band == LONG:
        parts.append(Part("Long Range", -3, MODIFIERS))
    arc, armor = facing
    if arc and ARC_BONUS[arc] and shot.window not in CLOSE:
        parts.append(Part(f"{arc.capitalize()} arc", ARC_BONUS[arc], MODIFIERS))
    if _cover(shot):
        parts.append(Part(f"Obscured by {_cover(shot)}", OBSCURED, "v1.2.4 Attack > Obscured"))
    if armor and shot.window != DOGFIGHT:
        parts.append(Part(f"Armor {armor}{_thickened(shot)}", -armor, "v1.2.4 Attack > Armor"))
    if shot.linked:
        parts.append(Part(f"Link, {shot.linked} more", shot.linked, "v1.2.4 Weapon Traits > Link"))
    if shot.window == BOMBING and not shot.attacker.capital:
        parts.append(Part("Bombing", BOMBING_BONUS, "v1.2.4 Bombing Run"))
    elif shot.window == BOMBING:
        parts += backing(shot.state, shot.attacker)
    if shot.secondary:
        kind = weapon_type(shot.state, shot.weapon).along
        parts.append(Part("Secondary Target", -1, "v1.2.4 Weapons > Kinetic Cannon", kind))
    return parts + _effect_parts(shot)


def _cover(shot: Shot) -> str:
    """What obscures the target from this weapon, "" for nothing; in contact nothing does."""
    return shot.obscured if weapon_type(shot.state, shot.weapon).needs_sight and shot.window not in CLOSE else ""


def _facing(shot: Shot) -> Facing:
    """The attacked arc and its Armor, less what the weapon ignores; on equal shares the least good for the attacker."""
    if not shot.sides:
        return Facing("", _armor(shot, "fore"))
    bonus = {} if shot.window in CLOSE else ARC_BONUS
    best = min((bonus.get(arc, 0) - _armor(shot, arc), arc) for arc in shot.sides)
    return Facing(best[1], _armor(shot, best[1]))


def _armor(shot: Shot, arc: str) -> int:
    value = shot.target.card.armor[arc]
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.pierces):
        value -= effect.pierces(shot, value)
    for effect in effects_on(shot.state, shot.target, Effect.extra_armor):
        value += effect.extra_armor(shot)
    return value


def _thickened(shot: Shot) -> str:
    """What makes the target's armor thicker against this shot, in words after the armor."""
    effects = effects_on(shot.state, shot.target, Effect.extra_armor)
    return "".join(f", {effect.name}" for effect in effects if effect.extra_armor(shot))


def _effect_parts(shot: Shot) -> list[Part]:
    state = shot.state
    found: list[Part] = []
    for effect in effects_on(state, shot.attacker, Effect.attacker_parts):
        found += effect.attacker_parts(shot)
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.weapon_parts):
        found += effect.weapon_parts(shot)
    for effect in effects_on(state, shot.target, Effect.target_parts):
        found += effect.target_parts(shot)
    return found + fire_aid(shot) if in_play(state, Effect.aids_fire) else found


def _split_defense(dice: int) -> Opposition | None:
    if not dice:
        return None
    own = Part("Defense pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
    return Opposition(Pool(dice).normal(), (own,))


def opposition(shot: Shot) -> Opposition | None:
    """What resists the shot, None if nothing does."""
    if shot.resist is not None:
        return _split_defense(shot.resist)
    own = _own_opposition(shot)
    return shielded(shot, own) if in_play(shot.state, Effect.shields) else own


def _own_opposition(shot: Shot) -> Opposition | None:
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.resisted):
        return effect.resisted(shot)
    for effect in effects_on(shot.state, shot.target, Effect.evades):
        answer = effect.evades(shot)
        if answer is not None:
            return answer
    return None
