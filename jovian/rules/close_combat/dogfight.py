"""Dogfight: two squadrons at close quarters (v1.2.4 Dogfight, R72, R73)."""

from __future__ import annotations

from jovian.game import Game, Model, Procedure
from jovian.rules.close_combat.fighters import (
    Fighter,
    after_fight,
    missiles_strike,
    prepare,
    strike_in_turn,
    strike_together,
    volley,
    weapon_initiative,
)
from jovian.rules.facts.formation import disband, in_contact, members
from jovian.rules.moving.movement import fly_path, freely
from jovian.rules.places.attached import cast_off, move_to, nearest_flush
from jovian.rules.places.contact import contacts, off_table
from jovian.rules.places.obstacles import free_place
from jovian.rules.rulebook.shot_facts import DOGFIGHT
from jovian.rules.squadrons.free_move import free_move
from jovian.table import Pose, exits

BREAK_OFF = 1.0
FREE_MOVE = 4.0


def dogfight(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """Missiles, plans, guns by weapon initiative, missiles, and the moves that follow."""
    active = game.state.active
    leads = active is not None and active.side == interceptor.side
    ship = game.state.models.get(interceptor.host) if interceptor.escorting else None
    if leads:
        hunter, prey = yield from prepare(game, interceptor, target, DOGFIGHT)
    else:
        prey, hunter = yield from prepare(game, target, interceptor, DOGFIGHT)
    one, two = (hunter, prey) if leads else (prey, hunter)
    yield from _guns(game, one, two)
    yield from missiles_strike(game, one, two, DOGFIGHT)
    yield from after_fight(game, one, two, DOGFIGHT)
    if ship is not None and hunter.alive and ship.on_table:
        _return(game, hunter.model, ship)
    else:
        yield from _part(game, hunter, prey)


def _guns(game: Game, one: Fighter, two: Fighter) -> Procedure[None]:
    """Lower weapon initiative first; equal ones, and a Lance with any, together."""
    state = game.state
    first, second = weapon_initiative(state, one), weapon_initiative(state, two)
    if first == second or not first or not second:
        yield from strike_together(game, volley(state, one, two, DOGFIGHT), volley(state, two, one, DOGFIGHT))
        return
    quick, slow = (one, two) if first < second else (two, one)
    yield from strike_in_turn(game, quick, slow, DOGFIGHT)
    if slow.alive:
        yield from strike_in_turn(game, slow, quick, DOGFIGHT)


def _part(game: Game, hunter: Fighter, prey: Fighter) -> Procedure[None]:
    """A lone survivor has a free move; otherwise the interceptor breaks off by an inch."""
    if hunter.alive and prey.alive:
        yield from _break_off(game, hunter.model, prey.model)
    elif hunter.alive:
        yield from free_move(game, hunter.model, FREE_MOVE)
    elif prey.alive:
        yield from free_move(game, prey.model, FREE_MOVE)


def _break_off(game: Game, interceptor: Model, target: Model) -> Procedure[None]:
    """One inch directly away with its formation, through terrain as by any move (R29).

    Where there is no room each is placed at the nearest free spot, broken up; placements suffer no terrain (R26, R28).
    """
    state, at = game.state, interceptor.pose
    group = members(state, interceptor)
    one, other = in_contact(group, members(state, target))
    parted = one.pose.toward(other.pose, -BREAK_OFF)
    goal = at.moved(parted.x - one.pose.x, parted.y - one.pose.y).rounded()
    away = interceptor.at(goal)
    if contacts(state, away) or off_table(state, away):
        if len(group) > 1:
            disband(game, interceptor)
        for each in group:
            _squeeze(game, each, each.pose.moved(goal.x - at.x, goal.y - at.y).rounded())
        return
    yield from fly_path(game, interceptor, ((goal.x, goal.y),), freely(state, interceptor))


def _squeeze(game: Game, squadron: Model, spot: Pose) -> None:
    """To a spot, or the nearest free place on the table about it."""
    state, there = game.state, squadron.at(spot)
    if contacts(state, there) or exits(squadron.base, spot, state.width, state.height):
        spot = free_place(state, there) or squadron.pose
    move_to(game, squadron, spot, "free")


def _return(game: Game, escort: Model, ship: Model) -> None:
    """An escort goes back to its ship at once and stays its escort."""
    spot = nearest_flush(game.state, escort, ship)
    if spot is None:
        cast_off(game, escort)
    else:
        move_to(game, escort, spot, "escort")
