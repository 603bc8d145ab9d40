"""The formula of an attack, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from jovian.cards import WeaponCard
from jovian.dice import NO_RESULT, Odds, Pool, autohit, net_to_dice, odds, opposed_odds
from jovian.game import Model, Refusal, State
from jovian.game.decision import PointRing, pointed_arcs
from jovian.game.events import BASE, DIMINISH, ESCALATE, FLEX, MACRO, MODIFIER, Contribution, sum_parts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import models_maybe_within
from jovian.rules.basics.rolls import SkillTest, completed
from jovian.rules.rulebook.active_effects import (
    Hook,
    effects_of_mounts,
    effects_of_weapon,
    effects_on,
    in_play,
    weapon_type,
)
from jovian.rules.rulebook.effect import BOMBING, CLOSE, DOGFIGHT, LONG, SHORT, Effect, Opposition, ShotFacts
from jovian.rules.shots.shot import OBSCURED, Shot, along_line, jammed_by, weapon_of
from jovian.table import TOLERANCE, distance

# --- assessment ---
# What the formula answers: every number of one shot, with its reasons.

NOTHING = Odds.of({0: 1})
"""The odds of an attack that cannot succeed."""


@dataclass(frozen=True, slots=True)
class Range:
    """How the target lies."""

    distance: float
    """Inches."""
    band: str
    against: str
    """`AC` or `AS`."""
    arc: str
    """The attacked arc, "" for squadrons."""
    obscured: str
    """What obscures the target, "" for nothing."""


@dataclass(frozen=True, slots=True)
class Throw:
    """The dice of an attack, and what is done to their result."""

    pool: Pool
    net: int
    """The net Attack Modifier."""
    parts: tuple[Contribution, ...]
    """The reasons: all that is added to the rating."""
    rating: Contribution
    """The dice that it starts from: the rating, or a share of a split pool."""
    macro: int
    """Macro dice of the weapon itself."""
    turns: Contribution | None
    """What exchanges dice of the pool in the end, such as a Mass Driver."""
    reroll: bool
    """May the attacker re-roll?"""
    shift: int
    """Escalates minus diminishes."""
    autohit: str
    """The magnitude with which it hits without a roll, "" if it rolls (R11)."""
    swarm: bool
    """Do triples and better shrink a step, last of all (R7)?"""

    def makeup(self) -> tuple[Contribution, ...]:
        """All that the pool is made of: rating, macro dice, reasons, the dice of the net, what changes them last."""
        own = [self.rating]
        if self.macro:
            own.append(Contribution(f"Macro {self.macro}", self.macro, "v1.2.4 Weapons > Weapon Attributes", MACRO))
        return completed((*own, *self.parts), self.pool, self.turns)


@dataclass(frozen=True, slots=True)
class Impact:
    """What a hit does."""

    table: str
    """The damage table: `standard` or `mass`."""
    redundant: bool
    """Does it mark whole rows of redundant boxes, as a particle cannon does?"""
    precise: bool
    """May the attacker choose what a double damages?"""
    kinetic: bool
    """Does it strike along a line?"""
    nature: str = ""
    """What it strikes with, by which some armor tells."""


@dataclass(frozen=True, slots=True)
class Assessment:
    """One legal shot, as it would be rolled."""

    attacker: str
    mounts: tuple[str, ...]
    weapon: str
    """The weapon's name on the card."""
    target: str
    window: str
    range: Range
    roll: Throw
    opposition: Opposition | None
    """What resists it, None for an unopposed roll."""
    impact: Impact
    jammed: str
    """The model whose Jammer makes the missile fail, "" for none (R63)."""
    seeking: SkillTest | None = None
    """The test by which the target must be found before the attack is made, None if it is seen."""

    @property
    def rolls(self) -> bool:
        """Are dice of its pool rolled at all?"""
        return not (self.jammed or self.roll.autohit)

    def resisting(self) -> tuple[Contribution, ...]:
        """All that the pool is made of that resists it, () if none does."""
        return self.opposition.makeup() if self.opposition is not None else ()

    def odds(self) -> Odds:
        """The exact distribution of the result, opposed or not, a test to find the target included."""
        found = self._once_found()
        return found if self.seeking is None else _if_found(found, self.seeking.odds())

    def _once_found(self) -> Odds:
        own, against = self.roll, self.opposition
        if self.jammed:
            return NOTHING
        if own.autohit:
            hit = autohit("NDTQ".index(own.autohit[0]), own.shift)
            if against is None:
                return hit
            return opposed_odds(hit, odds(against.pool, reroll=against.reroll), swarm=own.swarm)
        if against is None:
            return odds(own.pool, reroll=own.reroll, shift=own.shift, swarm=own.swarm)
        attack = odds(own.pool, reroll=own.reroll, shift=own.shift)
        return opposed_odds(attack, odds(against.pool, reroll=against.reroll), swarm=own.swarm)


def _if_found(result: Odds, test: Odds) -> Odds:
    """The odds of a result that comes to nothing unless a test succeeds."""
    lost = test.probability(NO_RESULT)
    weights = {code: weight * (lost.denominator - lost.numerator) for code, weight in result.weights}
    weights[0] = weights.get(0, 0) + result.total * lost.numerator
    return Odds.of(weights)


# --- origin ---
# From whom of a formation an attack goes out (v1.2.4 Traits > Formation).


class Origin(NamedTuple):
    """One way to make an attack: from whom, and whom it would strike besides its target."""

    shot: Assessment
    own: frozenset[str]
    """The models of its own side that a line strikes."""
    others: frozenset[str]
    """The other models that it strikes."""
    foes: int
    """How many of these are the enemy's."""

    @property
    def rank(self) -> tuple[int, int, int]:
        """The best first: what strikes fewest friends, has the best roll, strikes most enemies besides."""
        return len(self.own), -self.shot.roll.net, -self.foes

    def serves(self, other: Origin) -> bool:
        """Does nobody lose anything by it: no worse a roll, no friend more, all else the same?"""
        alike = self.others == other.others and _resisted(self.shot) == _resisted(other.shot)
        return alike and self.shot.roll.net >= other.shot.roll.net and self.own <= other.own


def _resisted(shot: Assessment) -> tuple[object, ...]:
    """All that tells in a shot apart from its net Attack Modifier."""
    dice = tuple((part.label, part.value) for part in shot.roll.parts if part.kind != MODIFIER)
    return dice, shot.roll.reroll, shot.roll.swarm, shot.opposition, shot.jammed, shot.seeking


def origins(state: State, attacker: Model, target: Model, shots: Iterable[Assessment]) -> list[Assessment]:
    """Of one attack from several of a formation those between whom there is a choice, the best first."""
    found: list[Origin] = []
    for shot in shots:
        struck = along_shot(state, origin_of(state, attacker, shot), shot, target)
        own = frozenset(each.id for each in struck if each.side == attacker.side)
        foes = sum(each.side == 1 - attacker.side for each in struck)
        found.append(Origin(shot, own, frozenset(each.id for each in struck) - own, foes))
    kept: list[Origin] = []
    for each in sorted(found, key=lambda way: way.rank):
        if not any(way.serves(each) for way in kept):
            kept.append(each)
    return [each.shot for each in kept]


def origin_of(state: State, attacker: Model, shot: Assessment) -> Model:
    """Who of the attacker's formation the shot goes out from, where it stands or is thought to stand."""
    return next((each for each in formation_members(state, attacker) if each.id == shot.attacker), attacker)


def along_shot(state: State, origin: Model, shot: Assessment, target: Model) -> list[Model]:
    """Whom a shot strikes along its line besides its target, the farthest first; nobody but by a kinetic line."""
    return along_line(state, origin, target) if shot.impact.kinetic else []


# --- aid ---
# Friends that help with point defense (v1.2.4 Weapons > Missile, Point Defense; R55, R64).
#
# Every ship with Defense left helps those close by; what helps farther away, or otherwise, says so by its effects.

AID_RANGE = 3.0
MISSILE = "v1.2.4 Weapons > Missile"
POINT_DEFENSE = "v1.2.4 Weapons > Point Defense"


class Loan(NamedTuple):
    """The Defense of a friend, which a ship may use in place of its own."""

    lender: Model
    place: str


def _friends(state: State, model: Model) -> Iterator[Model]:
    return (other for other in state.on_table() if other.side == model.side and other.id != model.id)


def _apart(one: Model, other: Model) -> float:
    return distance(one.base, one.pose, other.base, other.pose)


def fire_aid(shot: ShotFacts) -> list[Contribution]:
    """What a shot gains by friends of the attacker, each kind of help once."""
    found: dict[str, Contribution] = {}
    for other in _friends(shot.state, shot.attacker):
        for effect in effects_on(shot.state, other, Effect.aids_fire):
            part = effect.aids_fire(other, _apart(other, shot.attacker), shot)
            if part is not None:
                found.setdefault(effect.name, part)
    return list(found.values())


def shielded(shot: ShotFacts, own: Opposition | None) -> Opposition | None:
    """What resists a shot best: its target by itself, or a friend (the target too) that defends it."""
    best, strength = own, _strength(own)
    for other in shot.state.on_table():
        if other.side == shot.target.side:
            for effect in effects_on(shot.state, other, Effect.shields):
                found = effect.shields(other, shot)
                if found is not None and _strength(found) > strength:
                    best, strength = found, _strength(found)
    return best


def _strength(against: Opposition | None) -> float:
    return float(odds(against.pool, reroll=against.reroll).expected_steps) if against is not None else 0.0


def guards(model: Model) -> bool:
    """Is it a ship with Defense left?"""
    return model.capital and model.rating("defense") > 0


def defense_of(state: State, ship: Model, place: str, kind: str) -> Contribution:
    """What a ship defends with, as a part: its Defense, or a weapon that is better and may stand in for it."""
    best = Contribution("Defense", ship.rating("defense"), place, kind)
    for mount, effect in effects_of_mounts(state, ship, Effect.stands_in):
        if (dice := effect.stands_in(mount.weapon) or 0) > best.value:
            best = Contribution(effect.name, dice, effect.place, kind)
    return best


def _backs(state: State, other: Model, model: Model) -> Effect | None:
    """The weapon by which a friend backs a model, wherever close fights or missiles involve it."""
    for _, effect in effects_of_mounts(state, other, Effect.backs):
        if _apart(model, other) <= effect.backs() + TOLERANCE:
            return effect
    return None


def backing(state: State, model: Model, kind: str = MODIFIER, *, but: tuple[str, ...] = ()) -> list[Contribution]:
    """A part of 1 of that kind from each friend that backs a model with a weapon; `but` are the ids left out."""
    return [
        Contribution(f"{effect.name} of {other.name}", 1, effect.place, kind)
        for other in _friends(state, model)
        if other.id not in but and (effect := _backs(state, other, model)) is not None
    ]


def own_aid(state: State, ship: Model) -> list[Contribution]:
    """What effects of its own add to a roll of a ship's Defense."""
    found = (effect.aids_defense(ship) for effect in effects_on(state, ship, Effect.aids_defense))
    return [part for part in found if part is not None]


def rerolls_defense(state: State, ship: Model) -> bool:
    """May a ship roll its Defense again against a missile?"""
    return any(each.rerolls_defense(ship) for each in effects_on(state, ship, Effect.rerolls_defense))


def missile_support(state: State, target: Model, loan: Loan | None = None) -> list[Contribution]:
    """For a ship that missiles attack: a flex die from each ship within 3", +1 from each other that backs it.

    Who lends its Defense gives nothing besides.
    """
    close = [
        o
        for o in models_maybe_within(state, target.base, target.pose, AID_RANGE)
        if o.side == target.side and o.id != target.id
    ]
    ships = [other for other in close if guards(other) and _apart(target, other) <= AID_RANGE + TOLERANCE]
    parts = [
        Contribution(f"{each.name} near", 1, MISSILE, FLEX) for each in ships if loan is None or each is not loan.lender
    ]
    return parts + backing(state, target, but=tuple(other.id for other in ships))


def point_defense_support(state: State, ship: Model, loan: Loan | None = None) -> list[Contribution]:
    """+1 from each ship within 3" or weapon that backs it, or what an effect gives instead. One a model."""
    parts, ships = [], []
    close = {other.id for other in models_maybe_within(state, ship.base, ship.pose, AID_RANGE)}
    for other in _friends(state, ship):
        if loan is not None and other is loan.lender:
            continue
        if other.id not in close and not _aids_from_afar(state, other):
            continue
        apart = _apart(ship, other)
        special = _special_aid(state, other, apart)
        if special is not None:
            parts.append(special)
        elif (apart <= AID_RANGE + TOLERANCE and guards(other)) or _backs(state, other, ship) is not None:
            ships.append(Contribution(f"{other.name} near", 1, POINT_DEFENSE))
    return ships + parts


def _aids_from_afar(state: State, helper: Model) -> bool:
    """Might it help a ship that is not close by?"""
    return bool(effects_on(state, helper, Effect.aids_point_defense) or effects_of_mounts(state, helper, Effect.backs))


def _special_aid(state: State, helper: Model, inches: float) -> Contribution | None:
    found = (each.aids_point_defense(helper, inches) for each in effects_on(state, helper, Effect.aids_point_defense))
    return next((part for part in found if part is not None), None)


def lent_defense(state: State, ship: Model, own: int) -> Loan | None:
    """The best Defense that a friend lends, if it beats the ship's own dice, which may use it (R64)."""
    return _best_loan(state, ship, own, Effect.lends_defense, lambda effect: effect.lends_defense())


def lent_in_defense(state: State, ship: Model, own: int) -> Loan | None:
    """The best Defense that a friend lends against missiles and boarders, if it beats the ship's own dice."""
    return _best_loan(state, ship, own, Effect.lends_in_defense, lambda effect: effect.lends_in_defense())


def _best_loan(state: State, ship: Model, own: int, hook: Hook, within: Callable[[Effect], float]) -> Loan | None:
    loans = [
        Loan(other, effect.place)
        for other in _friends(state, ship)
        for effect in effects_on(state, other, hook)
        if guards(other) and _apart(ship, other) <= within(effect) + TOLERANCE
    ]
    best = max(loans, key=lambda loan: loan.lender.rating("defense"), default=None)
    return best if best is not None and best.lender.rating("defense") > own else None


# --- formula ---
# The one formula: tooltip, computer player and roll all take their numbers from `assess`.
#
# v1.2.4 Attack > Attack Modifier, in the order of R10: the net modifier, its conversion to dice, all other dice, the
# conversion of a Mass Driver, and last the rule of small pools.

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
    shots = [assess_from(state, each, mounts, target, window) for each in formation_members(state, attacker)]
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
    net = sum_parts(parts, "modifier")
    base, flex, macro = net_to_dice(net)
    dice = shot.share if shot.share is not None else shot.printed or 0
    pool = Pool(
        dice + base + sum_parts(parts, BASE), flex + sum_parts(parts, FLEX),
        macro + shot.weapon.macro + sum_parts(parts, MACRO),
    )  # fmt: skip
    if in_play(shot.state, Effect.pool_parts):
        pool = _changed(shot, pool, parts)
    kind = weapon_type(shot.state, shot.weapon)
    turned = kind.finish(pool)
    roll = Throw(
        turned.normal(), net, tuple(parts), _rating(shot, dice), shot.weapon.macro,
        None if turned is pool else Contribution(kind.name, 0, kind.place),
        reroll=kind.rerolls, shift=sum_parts(parts, ESCALATE) - sum_parts(parts, DIMINISH), autohit=_autohit(shot),
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


def _changed(shot: Shot, pool: Pool, parts: list[Contribution]) -> Pool:
    """The pool as the target's effects change it, one after the other; their parts are added to the others."""
    for effect in effects_on(shot.state, shot.target, Effect.pool_parts):
        own = list(effect.pool_parts(shot, pool))
        pool = pool.plus(sum_parts(own, BASE), sum_parts(own, FLEX), sum_parts(own, MACRO))
        parts += own
    return pool


def _rating(shot: Shot, dice: int) -> Contribution:
    """The dice that the pool starts from."""
    if shot.share is not None:
        return Contribution("Attack pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
    return Contribution(f"{shot.against} rating", dice, "v1.2.4 Weapons > Weapon Attributes", BASE)


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


def _parts(shot: Shot, facing: Facing) -> list[Contribution]:
    """What changes the pool of a shot, by its place in the book."""
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
        parts.append(Contribution(f"Armor {armor}{_thickened(shot)}", -armor, "v1.2.4 Attack > Armor"))
    if shot.linked:
        parts.append(Contribution(f"Link, {shot.linked} more", shot.linked, "v1.2.4 Weapon Traits > Link"))
    if shot.window == BOMBING and not shot.attacker.capital:
        parts.append(Contribution("Bombing", BOMBING_BONUS, "v1.2.4 Bombing Run"))
    elif shot.window == BOMBING:
        parts += backing(shot.state, shot.attacker)
    if shot.secondary:
        kind = weapon_type(shot.state, shot.weapon).along
        parts.append(Contribution("Secondary Target", -1, "v1.2.4 Weapons > Kinetic Cannon", kind))
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


def _effect_parts(shot: Shot) -> list[Contribution]:
    state = shot.state
    found: list[Contribution] = []
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
    own = Contribution("Defense pool", dice, "v1.2.4 Dogfight > Attack and Defense Pools", BASE)
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
