"""Dogfight: two squadrons at close quarters (v1.2.4 Dogfight, R72, R73)."""

from __future__ import annotations

from math import sqrt

from jovian.game import Game, Model, Procedure
from jovian.rules.attached import cast_off, flush_spots, move_to
from jovian.rules.close_combat import (
    Fighter,
    missiles_strike,
    prepare,
    rank,
    strike_in_turn,
    strike_together,
    volley,
)
from jovian.rules.contact import contacts
from jovian.rules.formation import mates
from jovian.rules.free_move import free_move
from jovian.rules.shot import DOGFIGHT
from jovian.table import Pose, nearest_free

BREAK_OFF = 1.0
FREE_MOVE = 4.0


def dogfight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Missiles, plans, guns by weapon initiative, missiles, and the moves that follow."""
    active = game.state.active
    leads = active is not None and active.side == interceptor.side
    first, second = (interceptor, target) if leads else (target, interceptor)
    ship = game.state.models.get(interceptor.host) if interceptor.escorting else None
    one, two = yield from prepare(game, first, second, DOGFIGHT)
    yield from _guns(game, one, two)
    yield from missiles_strike(game, one, two, DOGFIGHT)
    if ship is not None and interceptor.on_table and ship.on_table:
        _return(game, interceptor, ship)
    else:
        yield from _part(game, interceptor, target)


def _guns(game: Game, one: Fighter, two: Fighter) -> Procedure[None]:
    """Lower weapon initiative first; equal ones, and a Lance with any, together."""
    state = game.state
    first, second = rank(state, one), rank(state, two)
    if first == second or not first or not second:
        yield from strike_together(game, volley(state, one, two, DOGFIGHT), volley(state, two, one, DOGFIGHT))
        return
    quick, slow = (one, two) if first < second else (two, one)
    yield from strike_in_turn(game, volley(state, quick, slow, DOGFIGHT))
    if slow.model.alive:
        yield from strike_in_turn(game, volley(state, slow, quick, DOGFIGHT))


def _part(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """A lone survivor has a free move; otherwise the interceptor breaks off by an inch."""
    if interceptor.on_table and target.on_table:
        _break_off(game, interceptor, target)
    elif interceptor.on_table:
        yield from free_move(game, interceptor, FREE_MOVE)
    elif target.on_table:
        yield from free_move(game, target, FREE_MOVE)


def _break_off(game: Game, interceptor: Model, target: Model) -> None:
    """One inch directly away with its formation, or to the nearest free place."""
    state, at = game.state, interceptor.pose
    dx, dy = at.x - target.pose.x, at.y - target.pose.y
    size = sqrt(dx * dx + dy * dy) or 1.0
    goal = Pose(at.x + BREAK_OFF * dx / size, at.y + BREAK_OFF * dy / size, at.heading).rounded()
    group = [interceptor, *mates(state, interceptor)]
    own = {each.id for each in group}
    for each in group:
        own.discard(each.id)
        spot = each.pose.moved(goal.x - at.x, goal.y - at.y).rounded()
        others = [(other.base, other.pose) for other in state.on_table() if other.id not in own and other is not each]
        if contacts(state, each, spot):
            spot = nearest_free(each.base, spot, others, state.width, state.height) or spot
        move_to(game, each, spot, "free")


def _return(game: Game, escort: Model, ship: Model) -> None:
    """An escort goes back to its ship at once and stays its escort."""
    spots = flush_spots(game.state, escort, ship)
    if not spots:
        cast_off(game, escort)
        return
    at = escort.pose
    spot = min(spots, key=lambda s: (round((s.x - at.x) * (s.x - at.x) + (s.y - at.y) * (s.y - at.y), 6), s))
    move_to(game, escort, spot, "escort")
