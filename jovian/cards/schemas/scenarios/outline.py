"""Whether the corners of a terrain outline make a simple polygon. Exact enough for a file, needs no table."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Corner = tuple[float, float]


def signed_area(points: Sequence[Corner]) -> float:
    """The area in square inches, positive if the corners go counterclockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        total += ax * by - bx * ay
    return total / 2


def across(points: Sequence[Corner]) -> float:
    """The greatest distance between two corners."""
    return max(sqrt((ax - bx) ** 2 + (ay - by) ** 2) for ax, ay in points for bx, by in points)


def outline_fault(points: Sequence[Corner]) -> str:
    """What is wrong with the outline, empty if it is a simple polygon of some size."""
    if not abs(signed_area(points)) >= 0.1:
        return "the outline has no area"
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    for first in range(len(sides)):
        if sides[first][0] == sides[first][1]:
            return "two corners in a row are the same"
        for second in range(first + 1, len(sides)):
            next_to = second == first + 1 or (first == 0 and second == len(sides) - 1)
            if not next_to and _touch(*sides[first], *sides[second]):
                return "the outline crosses itself"
    return ""


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Corner, b: Corner, c: Corner) -> bool:
    """Whether c, known to be on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _touch(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether the segments ab and cd share a point."""
    one, two, three, four = _turn(c, d, a), _turn(c, d, b), _turn(a, b, c), _turn(a, b, d)
    if one * two < 0 and three * four < 0:
        return True
    return (
        (one == 0 and _between(c, d, a))
        or (two == 0 and _between(c, d, b))
        or (three == 0 and _between(a, b, c))
        or (four == 0 and _between(a, b, d))
    )
