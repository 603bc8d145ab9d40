"""The rule that shares the height of a column among its panels. There is no other one.

Each panel gets its least height. Then, by rank, each grows by whole lines as far as there is space. Then panels that
could show more take what they can use, and one panel gets the rest.
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
    rank: int
    """Panels with a lower number get their height first."""
    spare: tuple[int, ...] = ()
    """The heights beyond the best one that the panel takes if the other panels have theirs."""
    gets_rest: bool = False
    """Whether the panel gets the height that the others leave."""


def share_height(space: int, needs: Sequence[Need], gap: int = 0) -> list[int]:
    """Return the height of each panel.

    A panel without height has no gap before it. If there isn't enough space for all least heights, the panels with
    the greatest rank get less.
    """
    left, heights = space + gap, [0] * len(needs)
    ranked = sorted(enumerate(needs), key=lambda numbered: numbered[1].rank)
    for number, need in ranked:
        heights[number] = height = min(need.least, max(0, left - gap))
        left -= height + gap if height else 0
    for number, need in ranked:
        cost = 0 if heights[number] else gap
        lines = need.lines if need.least else need.lines[-1:]
        best = max((line for line in lines if heights[number] < line <= heights[number] + left - cost), default=0)
        if best:
            left -= best - heights[number] + cost
            heights[number] = best
    for number, need in ranked:
        best = max((line for line in need.spare if heights[number] < line <= heights[number] + left), default=0)
        if best and heights[number]:
            left -= best - heights[number]
            heights[number] = best
    return [
        height + max(0, left) if height and need.gets_rest else height
        for height, need in zip(heights, needs, strict=True)
    ]
