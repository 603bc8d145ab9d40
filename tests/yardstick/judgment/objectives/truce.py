"""What it costs to attack before anybody else has, where a scenario takes points for that."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.scenario.objectives import has_role
from tests.yardstick.judgment.objectives.prospects import point_worth, truces

PATIENCE = 0.5
"""Share of the points that is reckoned: whoever waits is shot at first."""


def truce(view: State, side: int) -> float:
    """TV that attacking now would cost a side, 0 once somebody has."""
    standing = [each for each in truces(rulebook(view)) if each.recall(view) == () and has_role(view, side, each.role)]
    points = sum(-each.points for each in standing)
    return max(0.0, PATIENCE * points * point_worth(view, side)) if points else 0.0
