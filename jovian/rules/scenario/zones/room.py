"""Room on the table for points that must lie so far apart: places to offer first, and any that is left at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from jovian.game.choice import Point

STEP = 2.0
"""Inches between the places that are tried."""
ROW = 10.0
"""Inches from a side's edge of the places that are offered first."""


def free_points(taken: Sequence[Point], apart: float, table: Point, south: bool) -> Iterator[Point]:
    """Places to try for one more: in a row before an edge, then all over the table, then where alone one may be left.

    `south` says before which edge. Wherever there is any place so far from all that are taken, one of them is it.
    """
    width, height = table
    row = ROW if south else height - ROW
    yield from ((x, row) for x in _from_middle(apart / 2, width, apart))
    across = list(_from_middle(0.0, width, STEP))
    for up in range(int(height / STEP) + 1):
        yield from ((x, up * STEP if south else height - up * STEP) for x in across)
    yield from _corners_of_room(taken, apart, table)


def _from_middle(start: float, width: float, step: float) -> Iterator[float]:
    """Numbers from a start on, so far apart, those in the middle first."""
    numbers = [start + step * count for count in range(int((width - start) / step) + 1)]
    return iter(sorted(numbers, key=lambda each: abs(each - width / 2)))


def _corners_of_room(taken: Sequence[Point], apart: float, table: Point) -> Iterator[Point]:
    """Where the room that circles about the taken ones leave has its corners; it has some, if there is any."""
    width, height = table
    yield from ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height))
    for x, y in taken:
        for edge in (0.0, width):
            yield from ((edge, y + side) for side in _legs(apart, edge - x))
        for edge in (0.0, height):
            yield from ((x + side, edge) for side in _legs(apart, edge - y))
    for number, one in enumerate(taken):
        for other in taken[:number]:
            yield from _meetings(one, other, apart)


def _legs(apart: float, across: float) -> tuple[float, ...]:
    """How far to both sides a circle reaches along a line so far from its middle."""
    square = apart * apart - across * across
    return (-sqrt(square), sqrt(square)) if square >= 0 else ()


def _meetings(one: Point, other: Point, apart: float) -> Iterator[Point]:
    """The points that are as far from both."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    if 0 < square <= 4 * apart * apart:
        share = sqrt(apart * apart / square - 0.25)
        for turn in (share, -share):
            yield one[0] + dx / 2 - dy * turn, one[1] + dy / 2 + dx * turn
