"""Where each side deploys (v1.2.4 Scenarios > Deployment Zone)."""

from __future__ import annotations

from jovian.game import State

DEPTH = 12.0
"""Inches of the strip from a table edge (v1.2.4 Deployment Zone > Standard Deployment Zone)."""

Rect = tuple[float, float, float, float]
"""Left, bottom, right, top."""


def zones(state: State, side: int) -> tuple[Rect, ...]:
    """The rectangles in which a side may place models wholly."""
    if side == 0:
        return ((0.0, 0.0, state.width, DEPTH),)
    return ((0.0, state.height - DEPTH, state.width, state.height),)


def facing(side: int) -> int:
    """The heading from a side's table edge toward the enemy."""
    return 0 if side == 0 else 180
