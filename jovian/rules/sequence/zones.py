"""Where a side deploys, by the clauses of its game."""

from __future__ import annotations

from jovian.game import State
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Rect
from jovian.rules.rulebook.in_force import clauses_with


def zones(state: State, side: int) -> tuple[Rect, ...]:
    """The rectangles in which a side may place models wholly."""
    return tuple(rect for clause in clauses_with(state, Clause.zones) for rect in clause.zones(state, side))


def facing(side: int) -> int:
    """The heading from a side's table edge toward the enemy."""
    return 0 if side == 0 else 180
