"""What the edges of the table are worth to a model: where it may be lost over them, what a planet and its air do."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.damage.casualties import refuse_leaving
from jovian.rules.placement.move_limits import leaves, pull, set_off
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.shot import touches_piece
from jovian.table import Pose, extends_off_table

FASTER = 0.15
"""TV that an inch of Speed more, for the next move, is reckoned to be worth."""
BLURRED = 0.01
"""Share of its own TV that a rating of ECM by the air about it is worth."""


def stopped_at(state: State, model: Model) -> Model:
    """A model where it would really end: a ship with a pose beyond a planet's edge stops at that edge."""
    return set_off(state, model) if model.capital else model


def lost_at(state: State, model: Model) -> bool:
    """Would a model leave the table at the pose that it has here?"""
    return extends_off_table(model.base, model.pose, state.width, state.height) and leaves(state, model)


def may_leave_at(state: State, model: Model) -> bool:
    """May a model leave the battle at the pose that it has here?"""
    return refuse_leaving(state, model) is None


def drifted(state: State, ship: Model, after: Pose, escapes: bool = False) -> Pose | None:
    """Where a ship ends that would drift to a pose, None if that takes it off the table where it had better stay."""
    if not extends_off_table(ship.base, after, state.width, state.height):
        return after
    there = ship.at(after)
    if leaves(state, there):
        return after if escapes and may_leave_at(state, there) else None
    return set_off(state, there).pose


def at_edge(state: State, model: Model) -> float:
    """What planets ahead or astern, and air about it, are worth to a model where it stands, in TV."""
    book = rulebook(state)
    if not book.edges:
        return 0.0
    worth = FASTER * pull(state, model) if model.capital else 0.0
    air = [piece for piece in state.terrain.values() if book.terrain[piece.kind].blurs]
    if any(touches_piece(model, piece) for piece in air):
        worth += BLURRED * model.card.tv
    return worth
