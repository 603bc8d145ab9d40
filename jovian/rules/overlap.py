"""Settling a move that ended on something: who is put where (v1.2.4 Movement > Overlapping, R25, R26)."""

from __future__ import annotations

from math import sqrt

from jovian.game import Game, Model
from jovian.rules.attached import carry, detach
from jovian.rules.casualties import withdraw
from jovian.rules.contact import contacts, off_table, others, solid_parts
from jovian.rules.formation import disband, mates
from jovian.table import Pose, Shape, nearest_free, reposition


def leave_table(game: Game, model: Model) -> bool:
    """Withdraw a model that is partly off the table at the end of a move or a declaration (R27)."""
    if not model.on_table or not off_table(game.state, model, model.pose):
        return not model.on_table
    withdraw(game, model)
    return True


def settle(game: Game, mover: Model) -> None:
    """Put apart what the mover stands on at the end of its move."""
    state = game.state
    touched = contacts(state, mover, mover.pose)
    for ident in touched:
        other = state.models.get(ident)
        if other is None or (other.capital and mover.capital and other.base.area >= mover.base.area):
            _slide(game, mover, ident)
        elif other.capital and mover.capital:
            _slide(game, other, mover.id)
    for ident in touched:
        other = state.models.get(ident)
        if other is not None and not other.capital and other.on_table and not other.attached:
            push(game, other)
    if not mover.capital and touched:
        for each in [mover, *mates(state, mover)]:
            push(game, each)


def _slide(game: Game, ship: Model, other: str) -> None:
    """Slide a ship forward past another, else back, else to the nearest free place."""
    state = game.state
    placed = _placed(game, ship, other)
    if placed is None or not contacts(state, ship, ship.pose):
        return
    further = _obstacles(game, ship, without=other)
    goal = reposition(ship.base, ship.pose, placed, further, state.width, state.height)
    _put(game, ship, goal)


def push(game: Game, squadron: Model) -> None:
    """Move a squadron the shortest way clear of everything (R25); torn from its formation or ship, it flies alone."""
    state = game.state
    if contacts(state, squadron, squadron.pose):
        if squadron.attached:
            detach(game, squadron)
            squadron.activated = True
        in_the_way = _obstacles(game, squadron, without="")
        at = squadron.pose
        _put(game, squadron, nearest_free(squadron.base, at, in_the_way, state.width, state.height))
        if squadron.pose != at and squadron.formation:
            disband(game, squadron)


def _placed(game: Game, ship: Model, other: str) -> tuple[Shape, Pose] | None:
    model = game.state.models.get(other)
    if model is not None:
        return model.base, model.pose
    return next(((part, pose) for ident, part, pose in solid_parts(game.state, ship) if ident == other), None)


def _obstacles(game: Game, model: Model, without: str) -> list[tuple[Shape, Pose]]:
    state = game.state
    found = [(other.base, other.pose) for other in others(state, model) if other.id != without]
    return found + [(part, pose) for ident, part, pose in solid_parts(state, model) if ident != without]


def _put(game: Game, model: Model, goal: Pose | None) -> None:
    if goal is None or goal == model.pose:
        return
    before, model.pose = model.pose, goal
    dx, dy = goal.x - before.x, goal.y - before.y
    game.tell_move(model, [before, goal], "overlap", sqrt(dx * dx + dy * dy))
    carry(game, model, before)
