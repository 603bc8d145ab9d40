"""Plain arithmetic on lists of points: area, convexity, hulls and cuts. Knows no shapes and no poses."""

from collections.abc import Iterable, Sequence
from math import sqrt

Point = tuple[float, float]
Points = tuple[Point, ...]

FLAT = 1e-9
"""Sines of angles below this count as straight on."""


def cross(origin: Point, a: Point, b: Point) -> float:
    """Twice the signed area of the triangle: positive if the turn from a to b is counter-clockwise."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def length(dx: float, dy: float) -> float:
    """The length of a vector."""
    return sqrt(dx * dx + dy * dy)


def signed_area(points: Sequence[Point]) -> float:
    """The area inside a closed line of points, positive if they run counter-clockwise."""
    if len(points) < 3:
        return 0.0
    total = 0.0
    x0, y0 = points[-1]
    for x1, y1 in points:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total / 2


def bends(points: Sequence[Point]) -> list[float]:
    """The sine of the bend at each corner, positive to the left."""
    found = []
    for i, here in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        ex, ey = here[0] - before[0], here[1] - before[1]
        fx, fy = after[0] - here[0], after[1] - here[1]
        size = length(ex, ey) * length(fx, fy)
        found.append((ex * fy - ey * fx) / size if size else 0.0)
    return found


def tidied(points: Iterable[Point]) -> Points:
    """The corners counter-clockwise, without repeated points and points in the middle of an edge."""
    corners: list[Point] = []
    for x, y in points:
        corner = (float(x) + 0.0, float(y) + 0.0)
        if not corners or corner != corners[-1]:
            corners.append(corner)
    while len(corners) > 1 and corners[0] == corners[-1]:
        corners.pop()
    if signed_area(corners) < 0:
        corners.reverse()
    if len(corners) < 3:
        return tuple(corners)
    return tuple(corner for corner, bend in zip(corners, bends(corners), strict=True) if abs(bend) > FLAT)


def is_convex(points: Sequence[Point]) -> bool:
    """Whether tidied points bend left at each corner and go round once."""
    if len(points) < 3 or any(bend <= 0 for bend in bends(points)):
        return False
    first = points[0]
    return all(cross(first, points[i], points[i + 1]) > 0 for i in range(1, len(points) - 1))


def hull(points: Iterable[Point]) -> Points:
    """The convex hull, counter-clockwise."""
    ordered = sorted(dict.fromkeys(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return (*lower[:-1], *upper[:-1])


def _chain(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        x, y = point
        while len(chain) > 1:
            (ox, oy), (ax, ay) = chain[-2], chain[-1]
            if (ax - ox) * (y - oy) - (ay - oy) * (x - ox) > 0:  # `cross`, which would be called for every point
                break
            chain.pop()
        chain.append(point)
    return chain


def split(points: Sequence[Point], axis: int) -> tuple[list[Point], list[Point]]:
    """Cut a convex polygon along x = 0 (axis 0) or y = 0 (axis 1): the positive part, the negative part."""
    above: list[Point] = []
    below: list[Point] = []
    last = points[-1]
    for point in points:
        here, there = point[axis], last[axis]
        if (here > 0 > there) or (here < 0 < there):
            share = there / (there - here)
            other = last[1 - axis] + (point[1 - axis] - last[1 - axis]) * share
            crossing = (other, 0.0) if axis else (0.0, other)
            above.append(crossing)
            below.append(crossing)
        if here >= 0:
            above.append(point)
        if here <= 0:
            below.append(point)
        last = point
    return above, below


def point_to_segment(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    size = ex * ex + ey * ey
    along = min(1.0, max(0.0, (px * ex + py * ey) / size)) if size else 0.0
    return length(px - along * ex, py - along * ey)
