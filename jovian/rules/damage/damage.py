"""Damage, and what it means in words."""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Odds, Pool, Result
from jovian.frozen import frozen
from jovian.game import Game, ListDecision, Model, Option, Procedure, State, ask
from jovian.game.answers import Allocate, Damage, DamageSystem
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import mark, mark_system
from jovian.rules.basics.rolls import deciding_side, join_words, pluralize, random_pick
from jovian.rules.damage.casualties import Broken, critical_hit, critical_words, destroy, lose_structure
from jovian.rules.damage.casualties import options as critical_options
from jovian.rules.damage.expected_damage import ALL, MASS, DamageTotal, Table, structure_hits, table_for
from jovian.rules.rulebook.active_effects import effects_on
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import Hit, rulebook
from jovian.rules.shots.formula import Assessment

# --- damage ---
# Damage: what a result does to its target (v1.2.4 Damage).
#
# `strike` is the way in. The one who chooses is the attacker's side, or the opponent's where R29 and R60 say so.

PLACE = "v1.2.4 Damage > Rating Damage"
FORMATION = "v1.2.4 Traits > Formation"
PRECISE = "v1.2.4 Traits > Weapon Traits > Precise"
BY_VALUE = ("", "defense", "defense", "sensors", "sensors", "thrusters", "thrusters")
TRACKS = ("defense", "sensors", "thrusters")


class DamageManner:
    """How an attack harms: who chooses, by which table, and whether it burns redundant boxes."""

    __slots__ = ("cause", "chooser", "nature", "precise", "redundant", "table")

    def __init__(
        self, chooser: int, cause: str, table: str = "standard", redundant: bool = False, precise: bool = False,
        nature: str = "",
    ) -> None:  # fmt: skip
        self.chooser = chooser
        self.cause = cause
        self.table = table
        self.redundant = redundant
        self.precise = precise
        """Does the attacker choose what a double damages?"""
        self.nature = nature
        """What it strikes with, by which some armor tells."""


def strike(game: Game, target: Model, result: Result, manner: DamageManner) -> Procedure[None]:
    """Apply a result: lowest magnitude first, then lowest value (v1.2.4 Damage > Capital Ship Damage).

    A formation takes what is left of it as long as any of it stands, whoever was attacked.
    """
    group = formation_members(game.state, target)
    if manner.redundant and not target.capital:
        _scorch(game, target)
    for value, steps in sorted(result.sets, key=lambda each: (each[1], each[0])):
        standing = [each for each in group if each.alive]
        if not standing:
            return
        target = standing[0]
        toll = table_for(game.state, target, manner.table, manner.redundant, manner.nature).toll(value, steps)
        if toll.destroys:
            yield from _finish_off(game, target)
        elif not target.capital:
            yield from hurt_squadron(game, target, toll.structure, manner)
        elif manner.table == MASS:
            yield from _mass_driver(game, target, value, toll, manner)
        else:
            yield from _standard(game, target, value, toll, manner)
    for each in group:
        for effect in effects_on(game.state, each, Effect.after_harm):
            effect.after_harm(game, each)


def _scorch(game: Game, target: Model) -> None:
    """What a hit by a Particle Cannon does to a squadron besides damage, in texts that have that."""
    state = rulebook(game.state).figures.scorched
    if state is not None:
        for each in formation_members(game.state, target):
            if not state.holds(each):
                state.enter(game, each)


def _finish_off(game: Game, target: Model) -> Procedure[None]:
    """A squadron is lost at one blow; of a formation the one that its owner gives."""
    group = [each for each in formation_members(game.state, target) if each.alive]
    if len(group) > 1:
        weakest = sorted(range(len(group)), key=lambda n: group[n].unmarked("structure"))
        listed = [Option(Allocate(_only(n, len(group))), group[n].name) for n in weakest]
        title = f"One of the formation of {target.name} is destroyed: which?"
        answer = yield from ask(ListDecision("allocate", target.side, title, FORMATION, listed, subject=target.id))
        group = [group[answer.boxes.index(1)]]
    destroy(game, group[0])


def _only(number: int, count: int) -> tuple[int, ...]:
    """One box for one of so many, none for the others."""
    return tuple(int(each == number) for each in range(count))


def hurt_squadron(game: Game, target: Model, boxes: int, manner: DamageManner) -> Procedure[None]:
    """Mark a box of Structure for each step (R2); the owner of a formation splits them among its members."""
    group = [each for each in formation_members(game.state, target) if each.alive]
    if len(group) < 2:
        _mark_structure(game, target, boxes, manner)
        return
    splits = sorted(_splits(boxes, len(group)), key=lambda split: _spared(group, split), reverse=True)
    listed = [Option(Allocate(split), _shares(group, split)) for split in splits]
    title = f"{boxes} damage to the formation of {target.name}: who takes it?"
    answer = yield from ask(ListDecision("allocate", target.side, title, FORMATION, listed, subject=target.id))
    for each, share in zip(group, answer.boxes, strict=True):
        _mark_structure(game, each, share, manner)


def _splits(boxes: int, count: int) -> list[tuple[int, ...]]:
    if count == 1:
        return [(boxes,)]
    return [(first, *rest) for first in range(boxes, -1, -1) for rest in _splits(boxes - first, count - 1)]


def _spared(group: list[Model], split: tuple[int, ...]) -> tuple[int, int]:
    """How many members live through a split, and the most boxes that one of them keeps."""
    left = [each.unmarked("structure") - share for each, share in zip(group, split, strict=True)]
    return sum(boxes > 0 for boxes in left), max(left)


def _shares(group: list[Model], split: tuple[int, ...]) -> str:
    return ", ".join(f"{each.name} {share}" for each, share in zip(group, split, strict=True))


def _mark_structure(game: Game, target: Model, boxes: int, manner: DamageManner) -> None:
    """Mark boxes one by one; a particle cannon takes all of the current value each time."""
    for _ in range(boxes):
        if target.alive:
            mark(game, target, "structure", manner.cause, whole=manner.redundant)
            if not target.unmarked("structure"):
                destroy(game, target)
    note_wear(game, target)


def note_wear(game: Game, squadron: Model) -> None:
    """Damage or repairs have changed what is left of it, and with that its state in texts that have one for it."""
    worn = rulebook(game.state).figures.worn
    if worn is None or squadron.capital or not squadron.alive or worn.low(squadron) == worn.holds(squadron):
        return
    if worn.holds(squadron):
        worn.leave(game, squadron)
    else:
        worn.enter(game, squadron)


def _standard(game: Game, target: Model, value: int, toll: DamageTotal, manner: DamageManner) -> Procedure[None]:
    """A double strikes a rating; more take Structure, then break what the attacker chooses (R69)."""
    if not toll.structure and not toll.criticals:
        for _ in range(toll.ratings):
            yield from (precise_damage if manner.precise else rating_damage)(game, target, value, manner)
        return
    if toll.criticals > 1 and rulebook(game.state).figures.triples_apart:
        for part in toll.apart():
            if target.alive:
                yield from _standard(game, target, value, part, manner)
        return
    for _ in range(toll.structure):
        yield from lose_structure(game, target, manner.cause, manner.redundant)
        if not target.alive:
            return
    for _ in range(toll.ratings):
        yield from hit_rating(game, target, BY_VALUE[value], DamageManner(manner.chooser, manner.cause))
    yield from _criticals(game, target, value, toll.criticals, manner)


def _criticals(game: Game, target: Model, value: int, count: int, manner: DamageManner) -> Procedure[None]:
    """So many Critical Hits of one value."""
    for _ in range(count):
        if target.alive:
            yield from critical_hit(game, target, Hit(value, manner.chooser, manner.cause, manner.precise))


def _mass_driver(game: Game, target: Model, value: int, toll: DamageTotal, manner: DamageManner) -> Procedure[None]:
    """Its own table: a rating or a critical; both; two of each (v1.2.4 Weapons > Mass Driver)."""
    ratings, criticals = toll.ratings, toll.criticals
    if toll.either:
        listed = [
            Option(Damage("rating"), "1 Rating Damage", f"by the value {value}" + _or_marines(game)),
            Option(Damage("critical"), "1 Critical Hit"),
        ]
        title = f"{target.name}: Rating Damage or a Critical Hit?"
        pick = ListDecision("mass", manner.chooser, title, "v1.2.4 Weapons > Mass Driver", listed, subject=target.id)
        chosen = (yield from ask(pick)).rating
        ratings, criticals = int(chosen == "rating"), int(chosen == "critical")
    for _ in range(ratings):
        if target.alive:
            yield from rating_damage(game, target, value, manner)
    yield from _criticals(game, target, value, criticals, manner)


def _or_marines(game: Game) -> str:
    return ", or Marines" if rulebook(game.state).figures.marines_struck else ""


def precise_damage(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """A double of a Precise weapon: any of three ratings or a system trait, as the attacker chooses."""
    listed = precise_options(game.state, target)
    if not listed:
        yield from rating_damage(game, target, value, manner)
        return
    title = f"Precise hit on {target.name}"
    match (yield from ask(ListDecision("critical", manner.chooser, title, PRECISE, listed, subject=target.id))):
        case Damage("structure"):
            yield from _strike_hull(game, target, value, manner)
        case Damage(track):
            mark(game, target, track, manner.cause, whole=manner.redundant)
        case DamageSystem(trait):
            mark_system(game, target, trait, 1, manner.cause)


def precise_options(state: State, target: Model) -> list[Option[Broken]]:
    """What a double of a Precise weapon may damage, [] where it can only do as any other.

    To do as any other, which strikes the hull once all three ratings are spent, is one of the choices then.
    """
    named = (*TRACKS, "marines") if rulebook(state).figures.marines_struck else TRACKS
    listed = [each for each in critical_options(target) if _precise(each.answer, named)]
    if listed and spent(target):
        listed.insert(0, Option(Damage("structure"), "Structure", f"{target.rating('structure')} now"))
    return listed


def _precise(broken: Broken, named: tuple[str, ...]) -> bool:
    """May a double of a Precise weapon damage it?"""
    return isinstance(broken, DamageSystem) or (isinstance(broken, Damage) and broken.rating in named)


def spent(ship: Model) -> bool:
    """Has it no box left of any of the three ratings?"""
    return not any(ship.unmarked(each) for each in TRACKS)


def _strike_hull(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """A hit on ratings that are all spent: a point of Structure; in texts in which it escalates, as a triple."""
    yield from lose_structure(game, target, manner.cause, manner.redundant)
    if rulebook(game.state).figures.spent_escalates:
        yield from _criticals(game, target, value, 1, manner)


def rating_damage(game: Game, target: Model, value: int, manner: DamageManner) -> Procedure[None]:
    """One Rating Damage: the rating of the value, or Marines while there are any (R68)."""
    track, figures = BY_VALUE[value], rulebook(game.state).figures
    if figures.spent_escalates and spent(target):
        yield from _strike_hull(game, target, value, manner)
        return
    able = [track, "marines"] if figures.marines_struck and target.rating("marines") > 0 else [track]
    listed = [Option(Damage(each), each.capitalize(), f"{target.rating(each)} now") for each in able]
    title = f"{target.name} takes Rating Damage"
    answer = yield from ask(ListDecision("rating", manner.chooser, title, PLACE, listed, subject=target.id))
    if answer.rating == "marines":
        mark(game, target, "marines", manner.cause, whole=manner.redundant)
    else:
        yield from hit_rating(game, target, track, manner)


def hit_rating(game: Game, target: Model, track: str, manner: DamageManner) -> Procedure[None]:
    """Damage a rating; an exhausted one passes the hit on at random, or to Structure (R68)."""
    if not target.unmarked(track):
        rest = [each for each in TRACKS if target.unmarked(each)]
        if not rest:
            yield from lose_structure(game, target, manner.cause, manner.redundant)
            return
        track = rest[0]
        if len(rest) > 1:
            purpose = f"which rating of {target.name} is hit"
            track = rest[(yield from random_pick(game, manner.chooser, purpose, len(rest)))]
    mark(game, target, track, manner.cause, whole=manner.redundant)


def chooser_against(state: State, attacker_side: int, target: Model) -> int:
    """Who makes the attacker's choices: the attacker, unless it is the target's own side (R60)."""
    side = deciding_side(state, attacker_side)
    return 1 - side if side == target.side else side


# --- meaning ---
# What a result means on the target at hand, in words: the damage rules read out (v1.2.4 Damage, Result).


@frozen
class DamageContext:
    """What a result is rolled for: whom it harms and how. Plain data, that a question may carry."""

    target: str
    table: str = "standard"
    redundant: bool = False
    precise: bool = False
    swarm: bool = False
    opposed: bool = False
    """May the target still reduce it?"""
    nature: str = ""
    """What it strikes with, by which some armor tells."""


@frozen
class Dodge:
    """A result about to be opposed, without and with one more flex die."""

    stake: DamageContext
    primary: Result
    pools: tuple[Pool, Pool]


@frozen
class Entry:
    """Terrain that strikes whoever flies into it."""

    stake: DamageContext
    pool: Pool


def stake_of(shot: Assessment, *, opposed: bool = False) -> DamageContext:
    """What the result of a shot is rolled for."""
    impact = shot.impact
    return DamageContext(
        shot.target, impact.table, impact.redundant, impact.precise, shot.roll.swarm, opposed, impact.nature
    )


def harm_words(state: State, stake: DamageContext, result: Result) -> str:
    """What a result does to the target of a stake: `1 Structure and a Critical Hit: Crippled`."""
    target = state.models[stake.target]
    final = result.swarmed() if stake.swarm else result
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    left = structure_hits(target, stake.redundant)
    structure, besides = table.structure(final), rulebook(state).figures
    if structure >= ALL:
        return (
            "one of the formation is destroyed"
            if len(formation_members(state, target)) > 1
            else "destroyed at one blow"
        )
    found = _ship_words(state, target, stake, table, final) if target.capital else []
    if structure:
        found.insert(0, f"{structure} Structure" + (f" of {left}" if structure < left else ""))
    if besides.scorched is not None and stake.redundant and not target.capital and final:
        found.append(besides.scorched.name.capitalize())
    return (join_words(found) or "no damage") + _end(state, target, structure, left)


def _end(state: State, target: Model, structure: int, left: int) -> str:
    """What so much Structure lost leads to, "" for nothing further."""
    if not structure or structure < left:
        return _wear(state, target, structure)
    if not left:
        return ", each Structure a roll on the Catastrophic Damage Table"
    if target.capital:
        return ": Crippled"
    return " to share among the formation" if len(formation_members(state, target)) > 1 else ": destroyed"


def _wear(state: State, target: Model, structure: int) -> str:
    """What is said of a squadron that so much damage leaves little of, "" where nothing is."""
    worn = rulebook(state).figures.worn
    if (
        not structure
        or worn is None
        or target.capital
        or worn.holds(target)
        or len(formation_members(state, target)) > 1
    ):
        return ""
    return worn.says if worn.low(target, structure) else ""


def _ship_words(state: State, ship: Model, stake: DamageContext, table: Table, result: Result) -> list[str]:
    """Ratings and critical hits of a result on a ship."""
    found: list[str] = []
    criticals: dict[str, int] = {}
    figures = rulebook(state).figures
    bare = spent(ship)
    for value, steps in result.sets:
        toll = table.toll(value, steps)
        lone = not toll.structure and not toll.criticals
        critical = critical_words(state, value)
        marines = figures.marines_struck and ship.rating("marines") > 0 and lone
        track = BY_VALUE[value].capitalize() + (" or Marines" if marines else "")
        hull = f"1 Structure and {critical}" if figures.spent_escalates else "1 Structure"
        if bare and figures.spent_escalates and lone:
            track = hull
        if stake.precise and lone and not toll.either:
            track = _choices(state, ship, hull) if bare else "a rating or system of choice"
        found += [f"{toll.ratings} {track}" if toll.ratings > 1 else track] * bool(toll.ratings)
        found += [f"{track} or a {critical}"] * toll.either
        if toll.criticals:
            criticals[critical] = criticals.get(critical, 0) + toll.criticals
    return found + [pluralize(count, called) for called, count in criticals.items()]


def _choices(state: State, ship: Model, hull: str) -> str:
    """What a Precise double may do to a ship whose three ratings are spent, where it does so much to the hull."""
    able = precise_options(state, ship)
    marines = [each.label for each in able if each.answer == Damage("marines")]
    systems = ["a system of choice"] if any(isinstance(each.answer, DamageSystem) for each in able) else []
    return " or ".join([hull, *marines, *systems])


@frozen
class Outlook:
    """What a roll does to its target, all chances taken together."""

    structure: float
    """Points of Structure expected, none beyond what is left."""
    others: float
    """Rating Damage and Critical Hits expected."""
    likely: tuple[int, int]
    """The most likely damage: Structure, and ratings and criticals."""
    chance: float
    """How likely that is."""
    lost: float
    """How likely a squadron is destroyed, or a ship Crippled."""
    capital: bool


def forecast_damage(state: State, stake: DamageContext, odds: Odds) -> Outlook:
    """The expected and most likely damage of some odds; those of a shot have its Swarm in them already."""
    target = state.models[stake.target]
    table = table_for(state, target, stake.table, stake.redundant, stake.nature)
    return _outlook(odds, table, structure_hits(target, stake.redundant))


@lru_cache(maxsize=256)
def _outlook(odds: Odds, table: Table, left: int) -> Outlook:
    chances: dict[tuple[int, int], float] = {}
    for result, chance in odds.items():
        structure = table.structure(result)
        done = (min(structure, left) if left else structure), table.others(result)
        chances[done] = chances.get(done, 0.0) + float(chance)
    expected, others, lost = 0.0, 0.0, 0.0
    for (boxes, more), share in chances.items():
        expected += boxes * share
        others += more * share
        lost += share if left and boxes >= left else 0.0
    likely = max(chances, key=lambda each: (chances[each], each))
    return Outlook(expected, others, likely, chances[likely], lost, table.capital)


def outlook_words(found: Outlook) -> str:
    """An outlook in a line: `expected 1.2 Structure; most likely none (44 %); destroys it 12 %`."""
    expected = f"expected {found.structure:.1f} Structure"
    if found.capital:
        expected += f", {found.others:.1f} ratings and systems"
    words = [f"{found.likely[0]} Structure"] if found.likely[0] else []
    if found.likely[1]:
        words.append(pluralize(found.likely[1], "rating or system", "ratings and systems"))
    said = f"{expected}; most likely {join_words(words) or 'no damage'} ({found.chance:.0%})"
    end = "cripples" if found.capital else "destroys"
    return f"{said}; {end} it {found.lost:.0%}" if found.lost >= 0.005 else said
