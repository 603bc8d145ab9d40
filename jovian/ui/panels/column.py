"""The rule that shares the height of a column among its panels. There is no other one.

Each panel gets its least height. Then, by rank, each grows by whole lines as far as there is space. One panel, the
context, gets the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from jovian.frozen import frozen


@frozen
class Need:
    """How much height a panel of a column needs, in pixels."""

    least: int
    """A panel with 0 comes whole or not at all."""
    lines: tuple[int, ...]
    """The greater heights at which the panel ends with a whole line, in rising order. The last one is the best."""


def share_height(space: int, needs: Sequence[Need], rest: int, gap: int = 0) -> list[int]:
    """Return the height of each panel. `needs` are by rank, and the panel at `rest` gets what the others leave.

    A panel without height has no gap before it. If there isn't enough space for all least heights, the panels with
    the lowest rank get less.
    """
    left, heights = space + gap, list[int]()
    for need in needs:
        height = min(need.least, max(0, left - gap))
        heights.append(height)
        left -= height + gap if height else 0
    for number, need in enumerate(needs):
        cost = 0 if heights[number] else gap
        lines = need.lines if need.least else need.lines[-1:]
        best = max((line for line in lines if heights[number] < line <= heights[number] + left - cost), default=0)
        if best:
            left -= best - heights[number] + cost
            heights[number] = best
    if heights[rest]:
        heights[rest] += max(0, left)
    return heights
