"""The attack formula. Tooltip, computer players, and rolls all take their numbers from `assess`.

The parts are in the order of v1.2.4 Attack > Attack Modifier and R10: whether the shot is allowed, the net Attack
Modifier and the dice it becomes, all other dice, the conversion of a Mass Driver, the rule of small pools, and what
opposes the shot. Help by friends and the choice among the members of a formation follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.dice import NO_RESULT, Odds, Pool, autohit, net_to_dice, odds, opposed_odds
from jovian.frozen import frozen
from jovian.game import Model, Refusal, State
from jovian.game.decision import PointRing, pointed_arcs
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, MODIFIER, Contribution, sum_parts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import system_left
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import SkillTest, pool_contributions
from jovian.rules.rulebook.active_effects import (
    effects_of_mounts,
    effects_of_weapon,
    effects_on,
    find_effect,
    find_weapon_effect,
    is_in_play,
    weapon_type,
)
from jovian.rules.rulebook.effect import (
    ACTIVATION,
    AUTOFIRE,
    BOMBING,
    CLOSE,
    DOGFIGHT,
    LONG,
    SHORT,
    Effect,
    Opposition,
    ShotFacts,
)
from jovian.rules.rulebook.rulebook import SOLID, rulebook
from jovian.rules.shots.shot import OBSCURED, Shot, along_line, jammed_by, sensor_reach, weapon_of
from jovian.rules.traits.model_traits import Barrier
from jovian.rules.traits.older_traits import (
    Countermeasures,
    FeedingTender,
    LendingBarrier,
    ShieldingBarrier,
    SoughtTarget,
    WorkDrones,
)
from jovian.rules.traits.weapon_traits import Autohit, Link, SupportWeapon, Swarm
from jovian.table import TOLERANCE, distance

NOTHING = Odds.of({0: 1})
"""The odds of an attack that can't succeed."""


@dataclass(frozen=True, slots=True)
class Range:
    """Distance, range band, and arc of a shot."""

    distance: float
    """Inches."""
    band: str
    against: str
    """`ships` or `squadrons`."""
    arc: str
    """The attacked arc, "" for squadrons."""
    obscured: str
    """What obscures the target, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of an attack, and what changes their result."""

    pool: Pool
    net: int
    """The net Attack Modifier."""
    contributions: tuple[Contribution, ...]
    """All contributions to the pool besides the rating."""
    rating: Contribution
    """The dice that the pool starts from: the rating, or a share of a split pool."""
    macro: int
    """Macro dice of the weapon."""
    turns: Contribution | None
    """What converts dice of the pool last, such as a Mass Driver."""
    reroll: bool
    """Whether the attacker may re-roll."""
    shift: int
    """Escalations minus diminishments."""
    autohit: str
    """The magnitude of a hit without a roll, "" if the attack rolls (R11)."""
    swarm: bool
    """Whether triples and better lose a step of Magnitude, last of all (R7)."""

    def all_contributions(self) -> tuple[Contribution, ...]:
        """Return all contributions to the pool: rating, macro dice, parts, dice of the net modifier, conversion."""
        start = [self.rating]
        if self.macro:
            start.append(Contribution(f"Macro {self.macro}", self.macro, "v1.2.4 Weapons > Weapon Attributes", MACRO))
        return pool_contributions((*start, *self.contributions), self.pool, self.turns)


@dataclass(frozen=True, slots=True)
class Impact:
    """The damage that a hit does."""

    table: str
    """The damage table: `standard` or `mass`."""
    redundant: bool
    """Whether it marks whole rows of redundant boxes, as a Particle Cannon does."""
    precise: bool
    """Whether the attacker chooses what a double damages."""
    kinetic: bool
    """Whether it strikes all models along a line."""
    nature: str = ""
    """The kind of weapon, which some armor reacts to."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One legal shot with all its numbers."""

    attacker: str
    mounts: tuple[str, ...]
    weapon: str
    """The weapon's name on the card."""
    target: str
    window: str
    range: Range
    roll: Throw
    opposition: Opposition | None
    """The dice that oppose the shot, None if it is unopposed."""
    impact: Impact
    jammed: str
    """The name of the model whose Jammer makes the missile fail, "" if none does (R63)."""
    seeking: SkillTest | None = None
    """The skill test that must find the target before the attack, None if it is visible."""

    @property
    def rolls(self) -> bool:
        """Whether the attacker rolls any dice."""
        return not (self.jammed or self.roll.autohit)

    def resisting(self) -> tuple[Contribution, ...]:
        """Return the contributions to the opposing pool, () if unopposed."""
        return self.opposition.all_contributions() if self.opposition is not None else ()

    def odds(self) -> Odds:
        """Return the exact odds of the result, opposed or not. Includes the test that finds the target."""
        return self.odds_against(self.opposition)

    def odds_against(self, opposition: Opposition | None) -> Odds:
        """Return the odds if these dice oppose the shot."""
        result = self._odds_if_found(opposition)
        return result if self.seeking is None else _with_test(result, self.seeking.odds())

    def _odds_if_found(self, opposition: Opposition | None) -> Odds:
        dice = self.roll
        if self.jammed:
            return NOTHING
        if dice.autohit:
            hit = autohit("NDTQ".index(dice.autohit[0]), dice.shift)
            if opposition is None:
                return hit
            return opposed_odds(hit, odds(opposition.pool, reroll=opposition.reroll), swarm=dice.swarm)
        if opposition is None:
            return odds(dice.pool, reroll=dice.reroll, shift=dice.shift, swarm=dice.swarm)
        attack = odds(dice.pool, reroll=dice.reroll, shift=dice.shift)
        return opposed_odds(attack, odds(opposition.pool, reroll=opposition.reroll), swarm=dice.swarm)


def _with_test(result: Odds, test: Odds) -> Odds:
    """Return the odds of a result that needs a successful test first."""
    failure = test.probability(NO_RESULT)
    weights = {code: weight * (failure.denominator - failure.numerator) for code, weight in result.weights}
    weights[0] = weights.get(0, 0) + result.total * failure.numerator
    return Odds.of(weights)


# --- The shot ---

MODIFIERS = "v1.2.4 Attack > Attack Modifier"
BOMBING_BONUS = 2
"""Attack Modifier of squadrons in a Bombing Run."""
ARC_BONUS = {"fore": 0, "port": 1, "starboard": 1, "aft": 2}


def assess(
    state: State, attacker: Model, mounts: tuple[str, ...], target: Model, window: str, *, secondary: bool = False
) -> Assessment | Refusal:
    """Return all numbers of a shot with linked mounts (by the ratings of the first), or why it can't be made."""
    if attacker.formation and not secondary:
        shots = assess_origins(state, attacker, mounts, target, window)
        if shots:
            return shots[0]
    return assess_from(state, attacker, mounts, target, window, secondary=secondary)


def assess_from(
    state: State, origin: Model, mounts: tuple[str, ...], target: Model, window: str, *, secondary: bool = False
) -> Assessment | Refusal:
    """Return all numbers of a shot by this model of a formation, or why one of its weapons can't fire.

    Every linked weapon must reach the target by itself, whichever is named first (R59).
    """
    weapon = weapon_of(origin, mounts[0])
    if weapon is None:
        return Refusal(f"{origin.name} has no weapon {mounts[0]}.", "v1.2.4 Components > Unit Cards")
    assessment = assess_shot(Shot(state, origin, mounts, weapon, target, window, secondary))
    for mount in mounts[1:] if isinstance(assessment, Assessment) and not secondary else ():
        linked = assess_from(state, origin, (mount,), target, window)
        if isinstance(linked, Refusal):
            return linked
    return assessment


def assess_shot(shot: Shot) -> Assessment | Refusal:
    """Return all numbers of a given shot, or why it can't be made."""
    return refuse(shot) or assess_allowed(shot)


def assess_close(shot: Shot) -> Assessment:
    """Return the numbers of a shot in a Dogfight or Bombing Run, whose rules have already allowed it."""
    return assess_allowed(shot)


# --- Is it allowed? ---


def refuse(shot: Shot) -> Refusal | None:
    """Return why a shot can't be made: rating, weapon rule, arc, or range. None if it can."""
    if not shot.printed:
        reason = f"{shot.weapon.name} has no rating against {shot.against}."
        return Refusal(reason, "v1.2.4 Weapons > Weapon Attributes")
    for guard in effects_on(shot.state, shot.target, Effect.target_refuses):
        refusal = guard.target_refuses(shot)
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


def hidden_by(state: State, attacker: Model, target: Model) -> str:
    """Return what alone keeps a target out of range of a weapon that bears, "" if nothing (R32, R65)."""
    for mount in attacker.card.mounts:
        shot = Shot(state, attacker, (mount.id,), mount.weapon, target, ACTIVATION)
        kind = weapon_type(state, mount.weapon)
        if not shot.printed or mount.id in attacker.damaged or not shot.bears:
            continue
        if kind.reach(state, attacker, mount.weapon, target) + TOLERANCE >= shot.distance:
            continue
        if shot.distance <= kind.max_reach(state, attacker, mount.weapon, target) + TOLERANCE:
            names = {terrain.name for terrain in rulebook(state).terrain.values()}
            parts = [part.removeprefix("near ") for part in shot.hidden.why.split(", ")]
            return " and ".join(f"the {part.lower()}" if part in names else part for part in parts)
        if not mount.weapon.missile and shot.distance <= sensor_reach(state, attacker, target, commanded=True):
            return next(effect.name for effect in effects_on(state, target, Effect.sensors_against) if effect.hides)
    return ""


def may_reach_long(state: State, model: Model, weapon: WeaponCard) -> bool:
    """Return whether the model or the weapon has an effect that may allow Long Range."""
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
        "only Sniper weapons or a Long Shot can reach it.",
        "v1.2.4 Attack > Sensor Range",
        (PointRing(shot.attacker.pose[:2], max(0.0, reach)),),
    )


# --- The pool ---


def assess_allowed(shot: Shot) -> Assessment:
    """Return all numbers of a shot that is allowed."""
    facing = _facing(shot)
    parts = _shot_parts(shot, facing)
    net = sum_parts(parts, "modifier")
    base, flex, macro = net_to_dice(net)
    dice = shot.share if shot.share is not None else shot.printed or 0
    pool = Pool(
        dice + base + sum_parts(parts, BASE), flex + sum_parts(parts, FLEX),
        macro + shot.weapon.macro + sum_parts(parts, MACRO),
    )  # fmt: skip
    if is_in_play(shot.state, Effect.pool_parts):
        pool = _pool_with_target_parts(shot, pool, parts)
    kind = weapon_type(shot.state, shot.weapon)
    converted = kind.finish(pool)
    roll = Throw(
        converted.normal(), net, tuple(parts), _rating(shot, dice), shot.weapon.macro,
        None if converted is pool else Contribution(kind.name, 0, kind.place),
        reroll=kind.rerolls, shift=sum_parts(parts, ESCALATE) - sum_parts(parts, DIMINISH), autohit=_autohit(shot),
        swarm=find_weapon_effect(shot.state, shot.weapon, Swarm) is not None,
    )  # fmt: skip
    precise = any(effect.precise(shot) for effect in effects_of_weapon(shot.state, shot.weapon, Effect.precise))
    return Assessment(
        shot.attacker.id, shot.mounts, shot.weapon.name, shot.target.id, shot.window,
        Range(shot.distance, shot.band, shot.against, facing.arc, _cover(shot)), roll, opposition(shot),
        Impact(
            kind.table, kind.redundant, precise, kind.kinetic and shot.window not in CLOSE,
            kind.strikes_with(shot.weapon),
        ),
        _jammer_name(shot), _seeking_test(shot),
    )  # fmt: skip


def _rating(shot: Shot, dice: int) -> Contribution:
    """Return the dice that the pool starts from."""
    if shot.share is not None:
        return Contribution("Attack pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
    return Contribution(f"Rating against {shot.against}", dice, "v1.2.4 Weapons > Weapon Attributes", BASE)


class Facing(NamedTuple):
    """The attacked side of a target."""

    arc: str
    """Its arc, "" for squadrons."""
    armor: int
    """The Armor that the weapon doesn't ignore."""


def _facing(shot: Shot) -> Facing:
    """Return the attacked arc and its Armor. If several arcs are equally attacked, the worst for the attacker."""
    if not shot.sides:
        return Facing("", _armor(shot, "fore"))
    bonus = {} if shot.window in CLOSE else ARC_BONUS
    worst = min((bonus.get(arc, 0) - _armor(shot, arc), arc) for arc in shot.sides)
    return Facing(worst[1], _armor(shot, worst[1]))


def _armor(shot: Shot, arc: str) -> int:
    """Return the Armor of an arc, less what the weapon pierces, plus extra Armor against this shot."""
    value = shot.target.card.armor[arc]
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.pierces):
        value -= effect.pierces(shot, value)
    for effect in effects_on(shot.state, shot.target, Effect.extra_armor):
        value += effect.extra_armor(shot)
    return value


def _shot_parts(shot: Shot, facing: Facing) -> list[Contribution]:
    """Return the contributions to a shot, in the order of the rulebook."""
    parts: list[Contribution] = []
    if shot.band == SHORT:
        parts.append(Contribution("Short Range", 1, MODIFIERS))
    elif shot.band == LONG:
        parts.append(Contribution("Long Range", -3, MODIFIERS))
    arc, armor = facing
    if arc and ARC_BONUS[arc] and shot.window not in CLOSE:
        parts.append(Contribution(f"{arc.capitalize()} arc", ARC_BONUS[arc], MODIFIERS))
    if _cover(shot):
        parts.append(Contribution(f"Obscured by {_cover(shot)}", OBSCURED, "v1.2.4 Attack > Obscured"))
    if armor and shot.window != DOGFIGHT:
        parts.append(Contribution(f"Armor {armor}{_armor_names(shot)}", -armor, "v1.2.4 Attack > Armor"))
    if shot.linked:
        parts.append(Contribution(f"Link, {shot.linked} more", shot.linked, Link.place))
    if shot.window == BOMBING and not shot.attacker.is_capital:
        parts.append(Contribution("Bombing", BOMBING_BONUS, "v1.2.4 Bombing Run"))
    elif shot.window == BOMBING:
        parts += weapon_support(shot.state, shot.attacker)
    if shot.secondary:
        kind = weapon_type(shot.state, shot.weapon).along
        parts.append(Contribution("Secondary Target", -1, "v1.2.4 Weapons > Kinetic Cannon", kind))
    return parts + _effect_parts(shot)


def _cover(shot: Shot) -> str:
    """Return what obscures the target from this weapon, "" if nothing does. In contact nothing does."""
    return shot.obscured if weapon_type(shot.state, shot.weapon).needs_sight and shot.window not in CLOSE else ""


def _armor_names(shot: Shot) -> str:
    """Return the names of effects that add Armor against this shot, as a suffix."""
    effects = effects_on(shot.state, shot.target, Effect.extra_armor)
    return "".join(f", {effect.name}" for effect in effects if effect.extra_armor(shot))


def _effect_parts(shot: Shot) -> list[Contribution]:
    """Return the contributions of traits, states, weapons, and friends."""
    state = shot.state
    parts: list[Contribution] = []
    for effect in effects_on(state, shot.attacker, Effect.attacker_parts):
        parts += effect.attacker_parts(shot)
    for effect in effects_of_weapon(shot.state, shot.weapon, Effect.weapon_parts):
        parts += effect.weapon_parts(shot)
    for effect in effects_on(state, shot.target, Effect.target_parts):
        parts += effect.target_parts(shot)
    return parts + _fire_aid(shot) if is_in_play(state, FeedingTender) else parts


def _pool_with_target_parts(shot: Shot, pool: Pool, parts: list[Contribution]) -> Pool:
    """Return the pool changed by the target's effects, one after the other. Add their parts to `parts`."""
    for effect in effects_on(shot.state, shot.target, Effect.pool_parts):
        effect_parts = list(effect.pool_parts(shot, pool))
        pool = pool.plus(sum_parts(effect_parts, BASE), sum_parts(effect_parts, FLEX), sum_parts(effect_parts, MACRO))
        parts += effect_parts
    return pool


def _autohit(shot: Shot) -> str:
    effect = find_weapon_effect(shot.state, shot.weapon, Autohit)
    return effect.magnitude(shot.weapon) if effect is not None else ""


def _seeking_test(shot: Shot) -> SkillTest | None:
    """Return the test that must find the target first, None if it needs none."""
    effect = find_effect(shot.state, shot.target, SoughtTarget) if is_in_play(shot.state, SoughtTarget) else None
    return effect.search_test(shot) if effect is not None else None


def _jammer_name(shot: Shot) -> str:
    """Return the name of the model that makes a missile fail, "" if none does (R63)."""
    if not weapon_type(shot.state, shot.weapon).jammable(shot.weapon):
        return ""
    jammer = jammed_by(shot.state, shot.target)
    return jammer.name if jammer is not None else ""


# --- What opposes it ---


def opposition(shot: Shot) -> Opposition | None:
    """Return the dice that oppose the shot, None if it is unopposed."""
    if shot.resist is not None:
        return split_defense(shot.resist)
    own = _own_opposition(shot)
    return _best_opposition(shot, own) if is_in_play(shot.state, ShieldingBarrier) else own


def _own_opposition(shot: Shot) -> Opposition | None:
    """Return the opposition of the target itself: to the weapon, or by an effect such as Evasive."""
    kind = weapon_type(shot.state, shot.weapon)
    if kind.parried:
        return kind.opposition(shot)
    for effect in effects_on(shot.state, shot.target, Effect.evades):
        evasion = effect.evades(shot)
        if evasion is not None:
            return evasion
    return None


def _best_opposition(shot: ShotFacts, own: Opposition | None) -> Opposition | None:
    """Return the best opposition: the target's own, or that of a friend with an older Barrier."""
    best, strength = own, _strength(own)
    for other in shot.state.on_table():
        barrier = find_effect(shot.state, other, ShieldingBarrier) if other.side == shot.target.side else None
        candidate = _shielding(other, barrier, shot) if barrier is not None else None
        if candidate is not None and _strength(candidate) > strength:
            best, strength = candidate, _strength(candidate)
    return best


def _shielding(guard: Model, barrier: ShieldingBarrier, shot: ShotFacts) -> Opposition | None:
    """Return the guard's Defense against a shell, slug, or missile if the target is near, else None."""
    if shot.window not in (ACTIVATION, AUTOFIRE) or not can_defend(guard):
        return None
    is_near = _inches_between(guard, shot.target) <= barrier.reach + TOLERANCE
    if weapon_type(shot.state, shot.weapon).nature != SOLID or not is_near:
        return None
    dice = guard.rating("defense")
    parts = [Contribution(f"{barrier.name} of {guard.name}", dice, barrier.place, BASE), *own_aid(shot.state, guard)]
    reroll = bool(shot.weapon.missile) and rerolls_defense(shot.state, guard)
    return Opposition(Pool(dice, sum_parts(parts, FLEX)).normal(), tuple(parts), reroll=reroll)


def _strength(opposition: Opposition | None) -> float:
    return float(odds(opposition.pool, reroll=opposition.reroll).expected_steps) if opposition is not None else 0.0


@cache
def split_defense(dice: int) -> Opposition | None:
    """Return the opposition of a split pool, None without dice."""
    if not dice:
        return None
    part = Contribution("Defense pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
    return Opposition(Pool(dice).normal(), (part,))


# --- Help by friends ---

AID_RANGE = 3.0


MISSILE_CITATION = "v1.2.4 Weapons > Missile"


POINT_DEFENSE_CITATION = "v1.2.4 Weapons > Point Defense"


@frozen
class Loan:
    """The Defense of a friend that a ship may use instead of its own."""

    lender: Model
    place: str


class Company(Enum):
    """Which models near attacker and target affect the numbers of a shot."""

    NOBODY = 0
    TARGET = 1
    """Models near the target: its friends defend it, others guide the shot or jam it."""
    ATTACKER = 2
    """Models near the attacker too, in other ways than by `attacker_aid`, or the distance itself."""


def company(state: State, weapon: WeaponCard) -> Company:
    """Return which models near attacker and target affect the shots of a weapon.

    If it isn't `ATTACKER`, the attacker's position only changes range band, arcs, cover, and `attacker_aid`.
    """
    if may_friends_matter(state):
        return Company.ATTACKER
    return Company.TARGET if weapon_type(state, weapon).parried else Company.NOBODY


def attacker_aid(state: State, attacker: Model, weapon: WeaponCard) -> tuple[Contribution, ...]:
    """Return what models near the attacker add to the shots of a weapon."""
    effects = effects_of_weapon(state, weapon, Effect.weapon_aid)
    return tuple(part for effect in effects for part in effect.weapon_aid(state, attacker, weapon)) if effects else ()


def may_friends_matter(state: State) -> bool:
    """Return whether any effect in this game lets friends help a shot or oppose it for its target."""
    return any(is_in_play(state, kind) for kind in (FeedingTender, ShieldingBarrier, SoughtTarget))


def _fire_aid(shot: ShotFacts) -> list[Contribution]:
    """Return what friends of the attacker add to a shot, every kind of aid once."""
    parts: dict[str, Contribution] = {}
    for other in _friends(shot.state, shot.attacker):
        tender = find_effect(shot.state, other, FeedingTender)
        part = tender.aid(other, _inches_between(other, shot.attacker), shot) if tender is not None else None
        if part is not None:
            parts.setdefault(FeedingTender.name, part)
    return list(parts.values())


def can_defend(model: Model) -> bool:
    """Return whether the model is a ship with Defense left."""
    return model.is_capital and model.rating("defense") > 0


def defense_of(state: State, ship: Model, place: str, kind: str) -> Contribution:
    """Return the dice a ship defends with: its Defense, or a better weapon that may replace it."""
    best = Contribution("Defense", ship.rating("defense"), place, kind)
    for mount, effect in effects_of_mounts(state, ship, SupportWeapon):
        if (dice := effect.defense(mount.weapon)) > best.value:
            best = Contribution(effect.name, dice, effect.place, kind)
    return best


def _backing_weapon(state: State, other: Model, model: Model) -> Effect | None:
    """Return the weapon by which a friend supports a model in close combat or against missiles."""
    for _, effect in effects_of_mounts(state, other, SupportWeapon):
        if _inches_between(model, other) <= effect.reach + TOLERANCE:
            return effect
    return None


def weapon_support(
    state: State, model: Model, kind: str = MODIFIER, *, but: tuple[str, ...] = ()
) -> list[Contribution]:
    """Return a part of 1 from every friend that supports a model with a weapon, except the ids in `but`."""
    return [
        Contribution(f"{effect.name} of {other.name}", 1, effect.place, kind)
        for other in _friends(state, model)
        if other.id not in but and (effect := _backing_weapon(state, other, model)) is not None
    ]


def own_aid(state: State, ship: Model) -> list[Contribution]:
    """Return what a ship's own Drones add to its Defense roll, in older editions."""
    drones = find_effect(state, ship, WorkDrones)
    return drones.aid(ship) if drones is not None else []


def rerolls_defense(state: State, ship: Model) -> bool:
    """Return whether a ship may re-roll its Defense against a missile, by the Countermeasures of older editions."""
    return find_effect(state, ship, Countermeasures) is not None and system_left(ship, Countermeasures.name) > 0


def missile_support(state: State, target: Model, loan: Loan | None = None) -> list[Contribution]:
    """Return the support of a ship that missiles attack: a flex die per ship within 3", +1 per other supporting weapon.

    A friend that lends its Defense adds nothing more.
    """
    nearby = [
        other
        for other in models_maybe_within(state, target.base, target.pose, AID_RANGE)
        if other.side == target.side and other.id != target.id
    ]
    ships = [other for other in nearby if can_defend(other) and _inches_between(target, other) <= AID_RANGE + TOLERANCE]
    parts = [
        Contribution(f"{friend.name} near", 1, MISSILE_CITATION, FLEX)
        for friend in ships
        if loan is None or friend is not loan.lender
    ]
    return parts + weapon_support(state, target, but=tuple(other.id for other in ships))


def point_defense_support(state: State, ship: Model, loan: Loan | None = None) -> list[Contribution]:
    """Return +1 per ship within 3" or supporting weapon, or the flex die of a Barrier instead. One part per model."""
    parts, ships = [], []
    nearby_ids = {other.id for other in models_maybe_within(state, ship.base, ship.pose, AID_RANGE)}
    for other in _friends(state, ship):
        if loan is not None and other is loan.lender:
            continue
        if other.id not in nearby_ids and not _may_aid_far(state, other):
            continue
        inches, barrier = _inches_between(ship, other), _helping_barrier(state, other)
        if barrier is not None and inches <= barrier.reach + TOLERANCE and can_defend(other):
            parts.append(barrier.aid(other))
        elif (inches <= AID_RANGE + TOLERANCE and can_defend(other)) or _backing_weapon(state, other, ship) is not None:
            ships.append(Contribution(f"{other.name} near", 1, POINT_DEFENSE_CITATION))
    return ships + parts


def _may_aid_far(state: State, helper: Model) -> bool:
    """Return whether a friend may support a ship that isn't nearby."""
    return _helping_barrier(state, helper) is not None or bool(effects_of_mounts(state, helper, SupportWeapon))


def _helping_barrier(state: State, helper: Model) -> Barrier | None:
    """Return the Barrier with which a model helps the Point Defense of friends, None if it has none."""
    barrier = find_effect(state, helper, Barrier)
    return barrier if barrier is not None and not barrier.guards else None


def lent_defense(state: State, ship: Model, own: int) -> Loan | None:
    """Return the best Defense that a friend lends, None if the ship's own dice are as good (R64)."""
    return _best_loan(state, ship, own, guards=False)


def lent_in_defense(state: State, ship: Model, own: int) -> Loan | None:
    """Return the best Defense lent against missiles and boarders, None if the ship's own dice are as good."""
    return _best_loan(state, ship, own, guards=True) if is_in_play(state, LendingBarrier) else None


def _best_loan(state: State, ship: Model, own: int, guards: bool) -> Loan | None:
    loans = [
        Loan(other, barrier.place)
        for other in _friends(state, ship)
        for barrier in effects_on(state, other, Barrier)
        if barrier.guards == guards and can_defend(other)
        and _inches_between(ship, other) <= barrier.reach + TOLERANCE
    ]  # fmt: skip
    best = max(loans, key=lambda loan: loan.lender.rating("defense"), default=None)
    return best if best is not None and best.lender.rating("defense") > own else None


def _friends(state: State, model: Model) -> Iterator[Model]:
    return (other for other in state.on_table() if other.side == model.side and other.id != model.id)


def _inches_between(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


# --- Formations ---


def assess_origins(
    state: State, attacker: Model, mounts: tuple[str, ...], target: Model, window: str
) -> list[Assessment]:
    """Return the shots of the formation members among which there is a choice, the best first."""
    shots = [assess_from(state, member, mounts, target, window) for member in formation_members(state, attacker)]
    return _distinct_origins(state, attacker, target, [shot for shot in shots if isinstance(shot, Assessment)])


@frozen
class Origin:
    """A shot by one member of a formation, and what its line of fire strikes besides the target."""

    shot: Assessment
    own: frozenset[str]
    """Models of its own side that the line strikes."""
    others: frozenset[str]
    """Other models that the line strikes."""
    enemies: int
    """The number of enemies among `others`."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """Sort key: fewest friends struck, then the best roll, then most enemies struck."""
        return len(self.own), -self.shot.roll.net, -self.enemies

    def serves(self, other: Origin) -> bool:
        """Return whether this origin is as good as the other: no worse roll, no more friends struck, all else equal."""
        is_alike = self.others == other.others and _compared_values(self.shot) == _compared_values(other.shot)
        return is_alike and self.shot.roll.net >= other.shot.roll.net and self.own <= other.own


def _compared_values(shot: Assessment) -> tuple[object, ...]:
    """Return all values of a shot except its net Attack Modifier."""
    dice = tuple((part.label, part.value) for part in shot.roll.contributions if part.kind != MODIFIER)
    return dice, shot.roll.reroll, shot.roll.swarm, shot.opposition, shot.jammed, shot.seeking


def _distinct_origins(state: State, attacker: Model, target: Model, shots: Iterable[Assessment]) -> list[Assessment]:
    """Return the shots among which there is a choice, the best first."""
    candidates: list[Origin] = []
    for shot in shots:
        models = along_shot(state, origin_of(state, attacker, shot), shot, target)
        own = frozenset(model.id for model in models if model.side == attacker.side)
        enemies = sum(model.side == 1 - attacker.side for model in models)
        candidates.append(Origin(shot, own, frozenset(model.id for model in models) - own, enemies))
    chosen: list[Origin] = []
    for candidate in sorted(candidates, key=lambda origin: origin.rank):
        if not any(origin.serves(candidate) for origin in chosen):
            chosen.append(candidate)
    return [origin.shot for origin in chosen]


def origin_of(state: State, attacker: Model, shot: Assessment) -> Model:
    """Return the formation member that fires the shot, with its pose in that formation."""
    return next((member for member in formation_members(state, attacker) if member.id == shot.attacker), attacker)


def along_shot(state: State, origin: Model, shot: Assessment, target: Model) -> list[Model]:
    """Return the models along the shot's line besides its target, farthest first. [] if it isn't kinetic."""
    return along_line(state, origin, target) if shot.impact.kinetic else []
