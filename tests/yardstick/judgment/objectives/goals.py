"""Where the objectives draw a model: out of the battle, home with what it carries, to those who carry most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from jovian.game import Model, State
from jovian.rules.actions.generic import boarding_range as board_reach
from jovian.rules.squadrons import refuse_aboard
from tests.yardstick.judgment.nearby import enemies
from tests.yardstick.judgment.objectives.exits import pace, way_out, way_to
from tests.yardstick.judgment.objectives.leaving import leaving, left_at_last
from tests.yardstick.judgment.objectives.mining import mining, seams
from tests.yardstick.judgment.objectives.objects import boarding, harbors, objects
from tests.yardstick.judgment.objectives.prospects import turns_left
from tests.yardstick.judgment.objectives.supposing import gain, handed_over, in_time, lost

FAR = 24.0
"""Inches over which all that a goal is worth is gone."""
LITTLE = 0.5
"""TV below which nothing is gone for."""
IN_RANGE = 7.0
"""Inches from an enemy at which it is hunted well enough."""


class Goal(NamedTuple):
    """A place worth going to."""

    x: float
    y: float
    near: float
    """Inches from it that will do."""
    worth: float
    """TV of being there."""
    beside: str = ""
    """The id of the model that it is to come near to without touching it, "" for none."""


def drawn(goals: tuple[Goal, ...], model: Model) -> float:
    """TV that the pose that it has here is worth to a model: the nearer to a goal, the more."""
    return max((goal.worth * _near(goal, model) for goal in goals), default=0.0)


def _near(goal: Goal, model: Model) -> float:
    return 1.0 - max(0.0, way_to(model, goal.x, goal.y) - goal.near) / FAR


def hunted(view: State, side: int) -> dict[str, float]:
    """TV beyond their own that it is worth to destroy enemies on the table, by id."""
    foes = (model for model in view.on_table() if model.side == 1 - side)
    found = {model.id: gain(view, side, lost(view, model)) for model in foes}
    return {ident: value for ident, value in found.items() if value > LITTLE}


def goals(view: State, model: Model, prey: Mapping[str, float]) -> Iterator[Goal]:
    """All goals that draw a model, in no order of worth."""
    yield from _exits(view, model)
    if not model.capital:
        yield from (Goal(ship.pose.x, ship.pose.y, 0.0, value) for ship, value in havens(view, model))
    if (value := mining(view, model)) > LITTLE:
        yield from (Goal(piece.pose.x, piece.pose.y, 0.0, value) for _, piece in seams(view, model))
    for each in objects(view):
        if (value := boarding(view, model, each)) > LITTLE:
            near = each.base.inner + model.base.inner + board_reach(model)
            yield Goal(each.pose.x, each.pose.y, near, value, each.id)
    for other in enemies(view, model):
        if other.id in prey:
            yield Goal(other.pose.x, other.pose.y, IN_RANGE, prey[other.id])


def havens(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Where a squadron had better land, to hand over what it carries or to fetch something, the best first."""
    return homes(view, squadron) or harbors(view, squadron)


def homes(view: State, squadron: Model) -> list[tuple[Model, float]]:
    """Ships that what a squadron carries had better be aboard of, each with the TV of it, the best first."""
    if not squadron.loads:
        return []
    ships = [each for each in view.on_table() if each.capital and refuse_aboard(view, squadron, each) is None]
    found = [(ship, in_time(view, ship, handed_over(squadron, ship))) for ship in ships]
    return sorted((each for each in found if each[1] > LITTLE), key=lambda each: -each[1])


def _exits(view: State, model: Model) -> Iterator[Goal]:
    """The way out, once it is time to go."""
    last, now, out = left_at_last(view, model), leaving(view, model), way_out(view, model)
    if out is None or max(last, now) <= LITTLE:
        return
    if now > LITTLE or way_to(model, out.x, out.y) >= pace(view, model) * turns_left(view):
        yield Goal(out.x, out.y, 0.0, max(last, now))
