"""What a place in a deployment zone is worth."""

from __future__ import annotations

from jovian.game import Model, State

SPREAD, CROWD = 6.0, 2.5
"""Inches between ships deployed side by side, and between others, as far as there is room."""
CROWDED = 2.0
"""What each inch too near to a friend costs."""
OPPOSITE = 0.5
"""What each enemy straight ahead is worth."""


def berth(view: State, model: Model) -> float:
    """How good the place of a model is to deploy in: near the middle and somebody to fight, but not crowded."""
    pose = model.pose
    worth = -abs(pose.x - view.width / 2) / 4
    for other in view.on_table():
        if other.side == model.side:
            apart = abs(other.pose.x - pose.x)
            room = SPREAD if other.capital and model.capital else CROWD
            if apart < room:
                worth -= CROWDED * (room - apart)
    for other in view.on_table():
        if other.side == 1 - model.side and abs(other.pose.x - pose.x) < SPREAD:
            worth += OPPOSITE
    return worth
