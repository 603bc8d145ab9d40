"""Ramming: squadrons that throw themselves at a ship, and ships that run into one another (v1.2.4 Action > Ram)."""

from __future__ import annotations

from functools import lru_cache

from jovian.dice import Pool, Result
from jovian.game import Game, Model, Procedure, State
from jovian.game.answers import Ram
from jovian.game.parts import BASE, ESCALATE, MODIFIER, Part, total
from jovian.rules.facts.formation import leave_formation
from jovian.rules.facts.makeup import Bare, completed, tell_bare
from jovian.rules.facts.rolls import roll
from jovian.rules.facts.skill_test import SkillTest, take
from jovian.rules.firing.resolve import resolve
from jovian.rules.harm.casualties import destroy
from jovian.rules.harm.catastrophe import lose_structure, perish
from jovian.rules.harm.critical import critical_hit
from jovian.rules.harm.damage import DamageManner, chooser_against, strike
from jovian.rules.harm.meaning import Stake
from jovian.rules.rulebook.figures import Hit
from jovian.rules.rulebook.in_force import attacked
from jovian.rules.rulebook.shot_facts import AUTOFIRE
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import ARC_BONUS, MODIFIERS, assess
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.rules.shooting.skill import skill_test
from jovian.table import Shape, main_arcs, touches

COLLISION = Ram.verb
"""What ships do to each other then, and what is asked and answered about it."""
RAM = "v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship"
TRIPLE = 2


def ram_ship(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """The ship's Point Defense first; whoever comes through it strikes. A formation breaks: one rams."""
    attacked(game, squadron, ship, COLLISION)
    if squadron.formation:
        leave_formation(game, squadron)
    shot = assess(game.state, ship, (POINT_DEFENSE,), squadron, AUTOFIRE)
    if isinstance(shot, Assessment):
        yield from resolve(game, shot)
    if squadron.on_table and ship.on_table:
        yield from impact(game, squadron, ship)


def ram_capital(game: Game, rammer: Model, ship: Model) -> Procedure[None]:
    """Two ships collide: both roll their starting Structure, sets escalate, and a Crippled rammer is gone (R50)."""
    attacked(game, rammer, ship, COLLISION)
    was_crippled, cause = rammer.crippled, f"{rammer.name} rams {ship.name}"
    test = yield from take(game, rammer, ramming_test(game.state, rammer, ship))
    given = yield from _collide(game, rammer, ship, 1 if test else 0)
    taken = yield from _collide(game, ship, rammer, 1)
    for target, attacker, result in ((ship, rammer, given), (rammer, ship, taken)):
        if result and target.alive:
            chooser = chooser_against(game.state, attacker.side, target)
            yield from strike(game, target, result, DamageManner(chooser, cause))
    if was_crippled and rammer.alive:
        yield from perish(game, rammer)


def _collide(game: Game, striker: Model, struck: Model, shift: int) -> Procedure[Result]:
    """One side's roll in a collision."""
    bare = collision(striker, struck, shift)
    purpose = f"{striker.name} strikes {struck.name}"
    stake = Stake(struck.id)
    result = yield from roll(game, striker.side, purpose, bare.pool, shift=shift, parts=bare.makeup, stake=stake)
    tell_bare(game, striker.id, "Ram", struck.id, COLLISION, bare, result)
    return result


def collision(striker: Model, struck: Model, shift: int) -> Bare:
    """One side's dice in a collision."""
    parts = collision_parts(striker, struck)
    if shift:
        parts.append(Part("The collision", shift, RAM, ESCALATE))
    rating = Part("Structure", striker.card.printed("structure"), RAM, BASE)
    pool = Pool(rating.value + total(parts, BASE)).modified(total(parts, MODIFIER)).normal()
    return Bare(pool, completed((rating, *parts), pool), tuple(parts), shift)


def ramming_test(state: State, rammer: Model, ship: Model | None) -> SkillTest:
    """The skill test of a Ram, on a ship if it is known yet."""
    return skill_test(state, rammer, f"ramming {ship.name}" if ship is not None else "ramming")


def collision_parts(striker: Model, struck: Model) -> list[Part]:
    """What adds to a collision roll: the arc that is struck, and bow against bow; a station has neither (R33)."""
    if striker.card.station or struck.card.station:
        return []
    arc = max(main_arcs(struck.base, struck.pose, striker.base, striker.pose), key=lambda each: -ARC_BONUS[each])
    parts = [Part(f"{arc.capitalize()} arc", ARC_BONUS[arc], MODIFIERS)] if ARC_BONUS[arc] else []
    if bows_meet(striker, struck):
        parts.append(Part("Bow against bow", 1, RAM, BASE))
    return parts


def bow_on(ship: Model, other: Model) -> bool:
    """Is the part of a ship's base in its front arc in contact with another that lies mostly ahead?"""
    ahead = "fore" in main_arcs(ship.base, ship.pose, other.base, other.pose)
    return ahead and touches(bow(ship.base), ship.pose, other.base, other.pose)


def bows_meet(one: Model, other: Model) -> bool:
    """Are the front arcs of two ships in contact, each mostly ahead of the other?"""
    both = bow_on(one, other) and bow_on(other, one)
    return both and touches(bow(one.base), one.pose, bow(other.base), other.pose)


@lru_cache(maxsize=64)
def bow(base: Shape) -> Shape:
    """The part of a ship's base that lies in its front arc (R15)."""
    half, front = base.width / 2, base.length / 2
    side = min(half, front)
    return Shape.polygon(((0.0, 0.0), (side, side), (half, front), (-half, front), (-side, side)))


def impact(game: Game, squadron: Model, ship: Model) -> Procedure[None]:
    """A skill test: a critical hit, with triples a point of Structure too; the squadron is lost."""
    cause, chooser = f"{squadron.name} rams {ship.name}", chooser_against(game.state, squadron.side, ship)
    test = ramming_test(game.state, squadron, ship)
    result = yield from take(game, squadron, test)
    tell_bare(game, squadron.id, "Ram", ship.id, COLLISION, Bare(test.pool, test.parts), result)
    if result:
        value = next(value for value, steps in result.sets if steps == result.best)
        yield from critical_hit(game, ship, Hit(value, chooser, cause))
    if result.best >= TRIPLE and ship.on_table:
        yield from lose_structure(game, ship, cause)
    if squadron.alive:
        destroy(game, squadron)
