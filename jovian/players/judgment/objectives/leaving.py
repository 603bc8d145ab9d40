"""What it is worth by the objectives to take a model out of the battle, and over which edge."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.objectives.prospects import counting, point_worth, prospect, turns_left, victory
from jovian.players.judgment.objectives.searching import searching
from jovian.players.judgment.objectives.supposing import gain, gone, lost, supposing
from jovian.rules.harm.casualties import refuse_leaving
from jovian.rules.harm.expect import worth
from jovian.rules.places.edges import EAST, NORTH, SOUTH, WEST, planets
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, edge_distances

STAYING = 0.02
"""Share of its TV that a model is reckoned to gain on the enemy in each turn that it stays and fights."""
FINDING = 0.3
"""Share of what a search is worth now that one in each of these turns is reckoned to bring."""
RISK = 0.15
"""How likely a model is reckoned to be lost in each turn that it stays."""
EDGES = (WEST, EAST, SOUTH, NORTH)
"""As their distances are told."""
MOVES = 2
"""Moves from the edge within which leaving is thought of before fighting."""
BEYOND = 1.0
"""Inches beyond the edge that a model makes for."""
ABOUT = 3.0
"""Inches ahead from which a ship looks for the nearest edge."""


def leaving(view: State, model: Model) -> float:
    """TV that it would be worth to be Withdrawn now, less what it would yet do; 0 or less if it had better stay."""
    if not counting(rulebook(view)):
        return 0.0
    worth = left_at_last(view, model)
    at_risk = max(0.0, worth) - gain(view, model.side, lost(view, model))
    return worth + RISK * turns_left(view) * at_risk - staying(view, model)


def escape(view: State, model: Model) -> float:
    """TV of leaving, to a model that is near enough to an edge for it; 0 if it had better stay, or fight its way."""
    worth = leaving(view, model)
    if worth <= 0:
        return 0.0
    out = way_out(view, model)
    return worth if out is not None and model.pose.distance_to(out) <= MOVES * model.card.speed else 0.0


def left_at_last(view: State, model: Model) -> float:
    """The same if there were nothing left to do."""
    after, side = supposing(view, gone(view, model)), model.side
    points = prospect(after, side) - prospect(view, side) + victory(after, side) - victory(view, side)
    return point_worth(view, side) * points


def staying(view: State, model: Model) -> float:
    """TV that it may earn in the turns to come; nothing for a Crippled ship."""
    return 0.0 if model.crippled else (STAYING * worth(model) + FINDING * searching(view, model)) * turns_left(view)


def way_out(view: State, model: Model) -> Pose | None:
    """Where it would leave the table by the nearest edge that lets it in the end, None without any."""
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
    return min(found)[-1] if found else None
