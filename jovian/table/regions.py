"""Regions of the table: rectangles, discs, vicinities, and patches that say whether they hold a base."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from jovian.frozen import frozen
from jovian.table.measure import TOLERANCE, covers, wholly_inside_rect, wholly_within, within
from jovian.table.polygons import COSINE, FULL_TURN, SINE, Point, Points, Pose, point_to_segment
from jovian.table.shapes import POINT, Placed, Shape, convex_parts

ROUND_STEP = 5
"""Degrees between the drawn points of a circle."""
ORIGIN = Pose(0.0, 0.0, 0)


@frozen
class Rect:
    """An upright rectangle in inches. It holds a base if the whole base is inside."""

    wholly: ClassVar[bool] = True
    """Whether the whole base must be inside."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top."""
        return self.left, self.bottom, self.right, self.top

    @property
    def outline(self) -> Points:
        left, bottom, right, top = self.box
        return (left, bottom), (right, bottom), (right, top), (left, top)

    @property
    def parts(self) -> tuple[Placed, ...]:
        """Convex shapes that cover it."""
        left, bottom, right, top = self.box
        return ((Shape.rect(right - left, top - bottom), Pose((left + right) / 2, (bottom + top) / 2)),)

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Return whether the whole base is inside or on the rim."""
        return wholly_inside_rect(base, pose, *self.box)


@frozen
class Disc:
    """A circle. It holds a base if the whole base is inside."""

    wholly: ClassVar[bool] = True
    """Whether the whole base must be inside."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The bounding rectangle: left, bottom, right, top."""
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
        """Return whether the whole base is inside or on the rim."""
        return wholly_within(base, pose, POINT, Pose(self.x, self.y, 0), self.radius)


@frozen
class Vicinity(Disc):
    """The vicinity of a point. It holds a base if any part of the base is inside (R81)."""

    wholly: ClassVar[bool] = False

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Return whether any part of the base is inside or on the rim."""
        return within(base, pose, POINT, Pose(self.x, self.y, 0), self.radius)


@frozen
class Patch:
    """A simple polygon, convex or not. It holds a base if the whole base is inside."""

    wholly: ClassVar[bool] = True
    """Whether the whole base must be inside."""

    points: Points
    """Its corners in inches."""

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The bounding rectangle: left, bottom, right, top."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def outline(self) -> Points:
        return self.points

    @property
    def parts(self) -> tuple[Placed, ...]:
        """Convex shapes that cover it."""
        return tuple((shape, ORIGIN) for shape in convex_parts(self.points))

    def holds(self, base: Shape, pose: Pose) -> bool:
        """Return whether the whole base is inside or on the rim: its center is, and no edge of the polygon cuts it."""
        if not any(covers((pose.x, pose.y), part, at) for part, at in self.parts):
            return False
        return not any(_cuts(base, pose, start, end) for start, end in self._edges())

    def _edges(self) -> Iterator[tuple[Point, Point]]:
        return ((self.points[i - 1], self.points[i]) for i in range(len(self.points)))


Region = Rect | Disc | Vicinity | Patch


def _cuts(base: Shape, pose: Pose, start: Point, end: Point) -> bool:
    """Return whether a line cuts a base deeper than the tolerance: part of it is inside every edge."""
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
