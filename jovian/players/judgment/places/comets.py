"""What a comet is reckoned to cost whoever stands in its way when it flies on."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.places.hazards import strike_cost
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Pose, first_touch_outline

FARTHEST = 12
"""Inches that a comet flies at most: two dice."""
THROWS = 36


def comet_risk(view: State, model: Model) -> float:
    """TV that a model, where it stands here, is expected to lose to tails that sweep it in the next turn."""
    kinds, cost = rulebook(view).terrain, 0.0
    for body in view.terrain.values():
        if not kinds[body.kind].tail or not kinds[body.kind].travels or body.still:
            continue
        ahead = Pose(0.0, 0.0, body.pose.heading).advanced(FARTHEST)
        for tail in view.terrain.values():
            if tail.group == body.group and tail.kind == kinds[body.kind].tail:
                met = first_touch_outline(model.base, model.pose, -ahead.x, -ahead.y, tail.outline, tail.pose)
                if met is not None:
                    cost += flies_so_far(met) * strike_cost(view, model, tail)
    return cost


def flies_so_far(inches: float) -> float:
    """How likely two dice are to reach so many inches."""
    good = sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= inches)
    return good / THROWS
