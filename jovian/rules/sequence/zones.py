"""Where a side deploys, by the clauses of its game."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.rulebook.bearing import heeding
from jovian.rules.rulebook.hooks.games import Rect


def zones(state: State, side: int) -> tuple[Rect, ...]:
    """The rectangles in which a side may place models wholly."""
    return tuple(rect for clause in heeding(state, "zones") for rect in clause.zones(state, side))


def facing(side: int) -> int:
    """The heading from a side's table edge toward the enemy."""
    return 0 if side == 0 else 180
