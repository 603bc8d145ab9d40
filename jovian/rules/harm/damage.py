"""Damage: what a result does to its target (v1.2.4 Damage).

`strike` is the way in. The one who chooses is the attacker's side, or the opponent's where R29 and R60 say so.
"""

from __future__ import annotations

from jovian.dice import Result
from jovian.game import Game, Model, Option, Pick, Procedure, State, ask
from jovian.game.answers import Allocate, Damage, DamageSystem
from jovian.rules.facts.formation import members
from jovian.rules.facts.marking import mark, mark_system
from jovian.rules.facts.rolls import deciding_side, random_pick
from jovian.rules.harm.casualties import destroy
from jovian.rules.harm.catastrophe import lose_structure
from jovian.rules.harm.critical import Broken, critical_hit
from jovian.rules.harm.critical import options as critical_options
from jovian.rules.harm.toll import MASS, Toll, table_for
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.figures import Hit
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.rulebook import rulebook

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
    group = members(game.state, target)
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
        for each in members(game.state, target):
            if not state.holds(each):
                state.enter(game, each)


def _finish_off(game: Game, target: Model) -> Procedure[None]:
    """A squadron is lost at one blow; of a formation the one that its owner gives."""
    group = [each for each in members(game.state, target) if each.alive]
    if len(group) > 1:
        weakest = sorted(range(len(group)), key=lambda n: group[n].unmarked("structure"))
        listed = [Option(Allocate(_only(n, len(group))), group[n].name) for n in weakest]
        title = f"One of the formation of {target.name} is destroyed: which?"
        answer = yield from ask(Pick("allocate", target.side, title, FORMATION, listed, subject=target.id))
        group = [group[answer.boxes.index(1)]]
    destroy(game, group[0])


def _only(number: int, count: int) -> tuple[int, ...]:
    """One box for one of so many, none for the others."""
    return tuple(int(each == number) for each in range(count))


def hurt_squadron(game: Game, target: Model, boxes: int, manner: DamageManner) -> Procedure[None]:
    """Mark a box of Structure for each step (R2); the owner of a formation splits them among its members."""
    group = [each for each in members(game.state, target) if each.alive]
    if len(group) < 2:
        _mark_structure(game, target, boxes, manner)
        return
    splits = sorted(_splits(boxes, len(group)), key=lambda split: _spared(group, split), reverse=True)
    listed = [Option(Allocate(split), _shares(group, split)) for split in splits]
    title = f"{boxes} damage to the formation of {target.name}: who takes it?"
    answer = yield from ask(Pick("allocate", target.side, title, FORMATION, listed, subject=target.id))
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


def _standard(game: Game, target: Model, value: int, toll: Toll, manner: DamageManner) -> Procedure[None]:
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


def _mass_driver(game: Game, target: Model, value: int, toll: Toll, manner: DamageManner) -> Procedure[None]:
    """Its own table: a rating or a critical; both; two of each (v1.2.4 Weapons > Mass Driver)."""
    ratings, criticals = toll.ratings, toll.criticals
    if toll.either:
        listed = [
            Option(Damage("rating"), "1 Rating Damage", f"by the value {value}" + _or_marines(game)),
            Option(Damage("critical"), "1 Critical Hit"),
        ]
        title = f"{target.name}: Rating Damage or a Critical Hit?"
        pick = Pick("mass", manner.chooser, title, "v1.2.4 Weapons > Mass Driver", listed, subject=target.id)
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
    match (yield from ask(Pick("critical", manner.chooser, title, PRECISE, listed, subject=target.id))):
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
    answer = yield from ask(Pick("rating", manner.chooser, title, PLACE, listed, subject=target.id))
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

