"""A ship turns, or makes the free turn of Reorient (v1.2.4 Movement > Capital Ship Movement, Action > Reorient)."""

from __future__ import annotations

from random import Random

from jovian.game import Game, Model, Procedure, Refusal, State
from jovian.game.answers import Pivot, Turn
from jovian.rules.moving.movement import turn
from jovian.rules.places.limits import SLACK, envelope
from jovian.rules.places.move_ends import refuse_turn
from jovian.rules.rulebook.order import Order
from jovian.table import Pose

PLACE = "v1.2.4 Movement > Capital Ship Movement"
SLUGGISH = "v1.2.4 Traits > Sluggish"
FLY = "v1.2.4 Movement > Squadron Movement"
REORIENT = "v1.2.4 Action > Reorient"
MOST_TURN, MOST_PIVOT = 45, 180
"""Degrees."""


class TurnOrder(Order[Turn]):
    """The order to turn to port or starboard."""

    __slots__ = ()

    answer = Turn
    label = "Turn"
    summary = "Turns a ship by up to 45 degrees."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Turn) -> Refusal | None:
        """A ship that has a turn left, not onto what it may not touch."""
        act = state.activation
        assert act is not None
        limits = envelope(state, model, act)
        if not limits.capital:
            return Refusal("Squadrons have no facing.", FLY)
        if not 0 < abs(answer.degrees) <= MOST_TURN:
            return Refusal("A turn is 1 to 45 degrees.", PLACE)
        if not limits.turns:
            return Refusal("It has no turn left.", PLACE)
        if limits.turns_end_move and limits.least > SLACK:
            return Refusal(f'A Sluggish ship turns after its move: {limits.least:.2f}" are to go.', SLUGGISH)
        return refuse_turn(state, model, answer.degrees, limits=limits)

    def perform(self, game: Game, model: Model, answer: Turn) -> Procedure[None]:
        """Turn it, with whatever interrupts that."""
        yield from turn(game, model, answer.degrees)

    def way(self, model: Model, answer: Turn) -> tuple[Pose, ...]:
        """Where it stands, turned."""
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Turn:
        """Toward the goal, or to either side."""
        return Turn(_angle(model, rng, goal))


class PivotOrder(Order[Pivot]):
    """The order to turn to any heading, once Reorient has succeeded."""

    __slots__ = ()

    answer = Pivot
    label = "Turn freely"
    summary = "Turns a ship to any heading, once Reorient has succeeded."
    usual = True
    moves = True

    def refuse(self, state: State, model: Model, answer: Pivot) -> Refusal | None:
        """Once Reorient has succeeded, not onto what it may not touch."""
        act = state.activation
        assert act is not None
        limits = envelope(state, model, act)
        if not limits.pivot:
            return Refusal("Only a successful Reorient gives a free turn.", REORIENT)
        if not 0 < abs(answer.degrees) <= MOST_PIVOT:
            return Refusal("The free turn is 1 to 180 degrees.", REORIENT)
        return refuse_turn(state, model, answer.degrees, free=True, limits=limits)

    def perform(self, game: Game, model: Model, answer: Pivot) -> Procedure[None]:
        """Turn it, with whatever interrupts that."""
        yield from turn(game, model, answer.degrees, free=True)

    def way(self, model: Model, answer: Pivot) -> tuple[Pose, ...]:
        """Where it stands, turned."""
        return model.pose, model.pose.turned(answer.degrees)

    def sample(self, state: State, model: Model, rng: Random, goal: Pose | None = None) -> Pivot:
        """Toward the goal, or to either side."""
        return Pivot(4 * _angle(model, rng, goal))


def _angle(model: Model, rng: Random, goal: Pose | None) -> int:
    """Degrees toward a goal, or to either side."""
    angle = 1 + int(rng.random() * MOST_TURN)
    side = to_starboard(model, goal) if goal is not None else rng.random() - 0.5
    return angle if side > 0 else -angle


def to_starboard(model: Model, goal: Pose) -> float:
    """How far a point lies to starboard of the model's heading, inches; negative to port."""
    ahead = model.pose.advanced(1.0)
    fx, fy = ahead.x - model.pose.x, ahead.y - model.pose.y
    dx, dy = goal.x - model.pose.x, goal.y - model.pose.y
    return dx * fy - dy * fx
