"""The ways out of the battle: over which edge a model would leave, and how far it is from there."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.damage.casualties import refuse_leaving
from jovian.rules.placement.move_limits import EAST, NORTH, SOUTH, WEST, fixed_limits, planets
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import DEFENDER, has_role
from jovian.rules.scenario.special import Ambush, escape_edge
from jovian.table import Pose, edge_distances
from tests.yardstick.judgment.objectives.supposing import supposing

EDGES = (WEST, EAST, SOUTH, NORTH)
"""As their distances are told."""
BEYOND = 1.0
"""Inches beyond the edge that a model makes for."""
ABOUT = 3.0
"""Inches ahead from which a ship looks for the nearest edge."""
TURNING = 5.0
"""Inches that a ship is reckoned to lose by turning a quarter of a circle."""


def way_out(view: State, model: Model) -> Pose | None:
    """Where it would leave the table in the end, None without any edge that lets it.

    The nearest; as long as the enemy is yet to choose the edge, the farthest.
    """
    later = supposing(view, ())
    later.turn = view.scenario.turns
    held = {planet.pose.heading for planet in planets(view)}
    ahead = model.at(model.pose.advanced(ABOUT)) if model.capital else model
    gaps = edge_distances(ahead.base, ahead.pose, view.width, view.height)
    found = []
    for gap, way in zip(gaps, EDGES, strict=True):
        step = Pose(ahead.pose.x, ahead.pose.y, way).advanced(gap + BEYOND)
        if way not in held and refuse_leaving(later, model.at(step)) is None:
            found.append((gap, way, step))
    if not found:
        return None
    return (max if blind(view, model.side) else min)(found)[-1]


def blind(view: State, side: int) -> bool:
    """Is the edge by which a side may leave yet to be chosen by the enemy?"""
    choosing = any(isinstance(each, Ambush) for each in rulebook(view).clauses)
    return choosing and not escape_edge(view) and has_role(view, side, DEFENDER)


def way_to(model: Model, x: float, y: float) -> float:
    """Inches to a point, and for a ship what it loses by turning there."""
    apart = model.pose.distance_to(Pose(x, y, 0))
    if not model.capital or apart <= BEYOND:
        return apart
    _, ahead = model.pose.from_table(x, y)
    return apart + TURNING * (1.0 - ahead / apart)


def pace(view: State, model: Model) -> float:
    """Inches that it makes in a turn."""
    return fixed_limits(view, model).most
