"""Parts of the table in which a base must stand: rectangles, circles, polygons, and what lies near a point."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from jovian.frozen import frozen
from jovian.table.measure import TOLERANCE, covers, wholly_within, within
from jovian.table.rects import wholly_inside_rect
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE
from jovian.table.shapes.convex import convex_parts
from jovian.table.shapes.polygon import Point, Points, point_to_segment
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import POINT, Placed, Shape

ROUND_STEP = 5
"""Degrees between the points by which a circle is drawn."""
ORIGIN = Pose(0.0, 0.0, 0)


@frozen
class Rect:
    """An upright rectangle, its edges in inches; a base must lie in it wholly."""

    wholly: ClassVar[bool] = True
    """Must the whole of a base lie in it?"""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle about it: left, bottom, right, top."""
        return self.left, self.bottom, self.right, self.top

    @property
    def outline(self) -> Points:
        """Its corners, counter-clockwise."""
        left, bottom, right, top = self.box
        return (left, bottom), (right, bottom), (right, top), (left, top)

    @property
    def parts(self) -> tuple[Placed, ...]:
        """Convex shapes that cover it."""
        left, bottom, right, top = self.box
        return ((Shape.rect(right - left, top - bottom), Pose((left + right) / 2, (bottom + top) / 2)),)

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Does the whole base lie in it, its rim included?"""
        return wholly_inside_rect(base, pose, *self.box)


@frozen
class Disc:
    """A circle; a base must lie in it wholly."""

    wholly: ClassVar[bool] = True
    """Must the whole of a base lie in it?"""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle about it: left, bottom, right, top."""
        return self.x - self.radius, self.y - self.radius, self.x + self.radius, self.y + self.radius

    @property
    def outline(self) -> Points:
        """Points of its rim, counter-clockwise."""
        turns = range(0, FULL_TURN, ROUND_STEP)
        return tuple((self.x + self.radius * COSINE[a], self.y + self.radius * SINE[a]) for a in turns)

    @property
    def parts(self) -> tuple[Placed, ...]:
        """Convex shapes that cover it."""
        return ((Shape.circle(self.radius), Pose(self.x, self.y, 0)),)

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Does the whole base lie in it, its rim included?"""
        return wholly_within(base, pose, POINT, Pose(self.x, self.y, 0), self.radius)


class Vicinity(Disc):
    """What is so near to a point; any part of a base is enough (R81)."""

    __slots__ = ()
    wholly: ClassVar[bool] = False

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Does any part of the base lie in it or touch its rim?"""
        return within(base, pose, POINT, Pose(self.x, self.y, 0), self.radius)


@frozen
class Patch:
    """A simple polygon, convex or not; a base must lie in it wholly."""

    wholly: ClassVar[bool] = True
    """Must the whole of a base lie in it?"""

    points: Points
    """Its corners, in inches of the table."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle about it: left, bottom, right, top."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def outline(self) -> Points:
        """Its corners."""
        return self.points

    @property
    def parts(self) -> tuple[Placed, ...]:
        """Convex shapes that cover it."""
        return tuple((each, ORIGIN) for each in convex_parts(self.points))

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Does the whole base lie in it, its rim included: its center does, and no edge of the polygon cuts into it?"""
        if not any(covers((pose.x, pose.y), part, at) for part, at in self.parts):
            return False
        return not any(_cuts(base, pose, start, end) for start, end in self._edges())

    def _edges(self) -> Iterator[tuple[Point, Point]]:
        return ((self.points[i - 1], self.points[i]) for i in range(len(self.points)))


Region = Rect | Disc | Vicinity | Patch


def _cuts(base: Shape, pose: Pose, start: Point, end: Point) -> bool:
    """Does a line run through a base, deeper than the tolerance: is a part of it on the inner side of every edge?"""
    if not base.axes:
        return point_to_segment((pose.x, pose.y), start, end) < base.radius - TOLERANCE
    (px, py), (qx, qy) = pose.from_table(*start), pose.from_table(*end)
    first, last = 0.0, 1.0
    for (nx, ny), (x, y) in zip(base.axes, base.points, strict=True):
        rim = nx * x + ny * y + base.radius - TOLERANCE
        one, two = rim - nx * px - ny * py, rim - nx * qx - ny * qy
        if one <= 0 and two <= 0:
            return False
        if one < 0:
            first = max(first, one / (one - two))
        elif two < 0:
            last = min(last, one / (one - two))
    return first < last
