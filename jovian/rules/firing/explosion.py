"""Explosions of dead ships, resolved one after the other (v1.2.4 Damage > Explosion, R70)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure, State
from jovian.rules.facts.nearby import near
from jovian.rules.facts.rolls import one_die
from jovian.rules.facts.unprinted import explosion_weapon
from jovian.rules.firing.resolve import resolve
from jovian.rules.harm.boarded import Boarded, check_capture
from jovian.rules.rulebook.figures import PRINTED
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.rulebook.shot_facts import EXPLOSION
from jovian.rules.shooting.assessment import Assessment
from jovian.rules.shooting.formula import assess_shot
from jovian.rules.shooting.shot import Shot
from jovian.table import TOLERANCE, distance

REACH, NEAR, NEAR_MACRO = PRINTED.blast.reach, PRINTED.blast.near, PRINTED.blast.near_macro
"""Of v1.2.4, and of Nukes."""


HELD = "held"
"""The first step of the queue while what has caused the explosions is still being resolved."""


def hold_explosions(game: Game) -> None:
    """Let all explosions wait until `release_explosions`, whatever is resolved in between (R70)."""
    game.state.queue.insert(0, [HELD])


def release_explosions(game: Game) -> Procedure[None]:
    """Resolve the explosions that were held, in the order in which the ships died."""
    game.state.queue.remove([HELD])
    yield from empty_queue(game)


def pending(state: State) -> list[Model]:
    """Return the dead ships whose explosions are yet to be resolved, first to last."""
    return [state.models[step[1]] for step in state.queue if step != [HELD]]


def empty_queue(game: Game) -> Procedure[None]:
    """Resolve what is queued, and what that causes in turn; nothing while explosions are held."""
    yield from hand_over_ships(game)
    queue = game.state.queue
    while queue and queue[0] != [HELD]:
        _, ident, *escorts = queue.pop(0)
        yield from explosion(game, game.state.models[ident], escorts)
        yield from hand_over_ships(game)


def hand_over_ships(game: Game) -> Procedure[None]:
    """Boarded ships that have lost their last Marines change hands (R46)."""
    for ship in [each for each in game.state.on_table() if each.states and (each.neutral or Boarded.holds(each))]:
        yield from check_capture(game, ship)


def explosion(game: Game, ship: Model, escorts: list[str]) -> Procedure[None]:
    """A Particle Cannon attack on every model within 6", its escort first (R74), then the nearest, friend or foe."""
    rule = rulebook(game.state).figures.blast
    reach = rule.reach
    if rule.rolled:
        reach = rule.near + (yield from one_die(game, ship.side, f"reach of the explosion of {ship.name}"))
    for target in victims(game, ship, escorts, reach):
        if target.on_table:
            shot = blast(game, ship, target)
            if isinstance(shot, Assessment):
                yield from resolve(game, shot)


def victims(game: Game, ship: Model, escorts: list[str], reach: float) -> list[Model]:
    """The models so near to where the ship stood: those that escorted it, then the others, nearest first."""
    found = [
        (other.id not in escorts, round(distance(ship.base, ship.pose, other.base, other.pose), 4), other.id, other)
        for other in near(game.state, ship.base, ship.pose, reach)
    ]
    return [other for _, apart, _, other in sorted(found, key=lambda each: each[:3]) if apart <= reach + TOLERANCE]


def blast(game: Game, ship: Model, target: Model) -> object:
    """The assessed attack of an explosion on one model: Short Range or none, never Long."""
    rule, apart = rulebook(game.state).figures.blast, distance(ship.base, ship.pose, target.base, target.pose)
    weapon = explosion_weapon(*rule.dice(ship.card.printed("structure"), apart - TOLERANCE), rule.weapon)
    return assess_shot(Shot(game.state, ship, ("explosion",), weapon, target, EXPLOSION))
