"""Angles, polygons, and poses: the arithmetic of points on the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final, NamedTuple

# --- Angles ---
# The tables of sine and cosine are the only trigonometry of the engine. Values are rounded to 12 places and mirrored
# from one eighth of the circle. So they are the same on every machine, and quarter turns have no error. Headings are
# whole degrees: 0 is up the table (+y), clockwise is positive.

FULL_TURN: Final = 360


def _eighth(degree: int) -> tuple[float, float]:
    """Return sine and cosine of 0..45 degrees, rounded so that platforms don't differ in the last bit."""
    if degree == 45:
        return round(math.sqrt(0.5), 12), round(math.sqrt(0.5), 12)
    angle = math.radians(degree)
    sine = 0.5 if degree == 30 else round(math.sin(angle), 12)
    return sine, round(math.cos(angle), 12)


def _quarter(degree: int) -> tuple[float, float]:
    """Return sine and cosine of 0..89 degrees."""
    if degree <= 45:
        return _eighth(degree)
    cosine, sine = _eighth(90 - degree)
    return sine, cosine


def _sine_cosine(degree: int) -> tuple[float, float]:
    """Return sine and cosine of 0..359 degrees."""
    quadrant, rest = divmod(degree, 90)
    sine, cosine = _quarter(rest)
    for _ in range(quadrant):
        sine, cosine = cosine, -sine
    return sine + 0.0, cosine + 0.0


_PAIRS = tuple(_sine_cosine(degree) for degree in range(FULL_TURN))

SINE: Final[tuple[float, ...]] = tuple(sine for sine, _ in _PAIRS)
"""Sine of 0..359 degrees."""

COSINE: Final[tuple[float, ...]] = tuple(cosine for _, cosine in _PAIRS)
"""Cosine of 0..359 degrees."""


def turned_point(x: float, y: float, heading: int) -> tuple[float, float]:
    """Turn a point clockwise about the origin by whole degrees (0..359)."""
    sine, cosine = SINE[heading], COSINE[heading]
    return x * cosine + y * sine, y * cosine - x * sine


# --- Polygons ---

Point = tuple[float, float]
Points = tuple[Point, ...]

FLAT = 1e-9
"""Sines of angles below this count as straight."""


def cross(origin: Point, a: Point, b: Point) -> float:
    """Return twice the signed area of the triangle. It is positive if the turn from a to b is counter-clockwise."""
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def length(dx: float, dy: float) -> float:
    """Return the length of a vector."""
    return sqrt(dx * dx + dy * dy)


def signed_area(points: Sequence[Point]) -> float:
    """Return the area of a closed line of points. It is positive if they run counter-clockwise."""
    if len(points) < 3:
        return 0.0
    total = 0.0
    x0, y0 = points[-1]
    for x1, y1 in points:
        total += x0 * y1 - x1 * y0
        x0, y0 = x1, y1
    return total / 2


def bends(points: Sequence[Point]) -> list[float]:
    """Return the sine of the bend at each corner, positive to the left."""
    sines = []
    for i, here in enumerate(points):
        before, after = points[i - 1], points[(i + 1) % len(points)]
        ex, ey = here[0] - before[0], here[1] - before[1]
        fx, fy = after[0] - here[0], after[1] - here[1]
        size = length(ex, ey) * length(fx, fy)
        sines.append((ex * fy - ey * fx) / size if size else 0.0)
    return sines


def tidied(points: Iterable[Point]) -> Points:
    """Return the corners counter-clockwise, without repeated points and without points in the middle of an edge."""
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
    """Return whether tidied points bend left at each corner and go around once."""
    if len(points) < 3 or any(bend <= 0 for bend in bends(points)):
        return False
    first = points[0]
    return all(cross(first, points[i], points[i + 1]) > 0 for i in range(1, len(points) - 1))


def hull(points: Iterable[Point]) -> Points:
    """Return the convex hull, counter-clockwise."""
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
            if (ax - ox) * (y - oy) - (ay - oy) * (x - ox) > 0:  # inlined `cross`, for speed
                break
            chain.pop()
        chain.append(point)
    return chain


def split(points: Sequence[Point], axis: int) -> tuple[list[Point], list[Point]]:
    """Cut a convex polygon along x = 0 (axis 0) or y = 0 (axis 1). Return the positive and the negative part."""
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
    """Return the distance of a point from a segment."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    px, py = point[0] - start[0], point[1] - start[1]
    size = ex * ex + ey * ey
    along = min(1.0, max(0.0, (px * ex + py * ey) / size)) if size else 0.0
    return length(px - along * ex, py - along * ey)


# --- Poses ---

PLACES = 4
"""Decimal places of stored coordinates in inches."""


class Pose(NamedTuple):
    """A point (inches, origin lower left, y up) and a heading (0..359, 0 = +y, clockwise positive)."""

    x: float
    y: float
    heading: int = 0

    def advanced(self, inches: float) -> Pose:
        """Return the pose this far straight along the heading; a negative length is in reverse.

        >>> Pose(24.0, 12.0, 90).advanced(3.0)
        Pose(x=27.0, y=12.0, heading=90)
        """
        x, y, heading = self
        return Pose(x + SINE[heading] * inches, y + COSINE[heading] * inches, heading)

    def turned(self, degrees: int) -> Pose:
        """Return the pose turned around the center, clockwise if positive."""
        return Pose(self.x, self.y, (self.heading + degrees) % FULL_TURN)

    def moved(self, dx: float, dy: float) -> Pose:
        """Return the pose shifted, with the same heading."""
        return Pose(self.x + dx, self.y + dy, self.heading)

    def distance_to(self, other: Pose) -> float:
        """Return the inches from center to center."""
        dx, dy = other.x - self.x, other.y - self.y
        return sqrt(dx * dx + dy * dy)

    def toward(self, other: Pose, inches: float) -> Pose:
        """Return the pose this far toward the center of another (away if negative), with the same heading."""
        dx, dy = other.x - self.x, other.y - self.y
        size = sqrt(dx * dx + dy * dy) or 1.0
        return self.moved(dx / size * inches, dy / size * inches)

    def rounded(self) -> Pose:
        """Return the pose as stored: coordinates to 0.0001", no negative zero, heading in 0..359."""
        return Pose(round(self.x, PLACES) + 0.0, round(self.y, PLACES) + 0.0, self.heading % FULL_TURN)

    def direction(self) -> tuple[float, float]:
        """Return the unit vector along the heading."""
        return SINE[self.heading], COSINE[self.heading]

    def to_table(self, right: float, ahead: float) -> tuple[float, float]:
        """Return the table point that is this far to the right and ahead of this pose."""
        sine, cosine = SINE[self.heading], COSINE[self.heading]
        return self.x + right * cosine + ahead * sine, self.y - right * sine + ahead * cosine

    def from_table(self, x: float, y: float) -> tuple[float, float]:
        """Return how far to the right and ahead of this pose a table point is."""
        sine, cosine = SINE[self.heading], COSINE[self.heading]
        dx, dy = x - self.x, y - self.y
        return dx * cosine - dy * sine, dx * sine + dy * cosine
