"""Bases and terrain outlines: a convex polygon about its center, grown by a radius.

A circle is one point and a radius. Shapes are interned: equal shapes are one object, which makes identity
a cheap and exact key for the caches of the layer.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from math import pi, sqrt
from weakref import WeakValueDictionary

from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE, turned_point
from jovian.table.shapes.polygon import Point, Points, is_convex, length, signed_area, tidied
from jovian.table.shapes.pose import Pose

CIRCLE_STEPS = 72
"""Corners of the polygon that stands for a circle when areas are compared."""


Extents = tuple[float, float, float, float]
"""How far a shape reaches to the left, right, bottom and top (x0, x1, y0, y1)."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Shape:
    """A convex outline at heading 0. Make one with `rect`, `hexagon`, `circle`, `polygon` or `grown`."""

    points: Points
    """Corners counter-clockwise, relative to the center, at heading 0."""
    radius: float
    """How far the outline reaches beyond the corners and edges."""
    area: float
    """Square inches."""
    reach: float
    """Greatest distance of any part from the center."""
    inner: float
    """Radius of the greatest circle about the center that fits inside; 0 if the center lies outside."""
    width: float
    """Greatest extent across the heading."""
    length: float
    """Greatest extent along the heading."""
    axes: Points
    """Outward unit normals of the edges at heading 0."""
    round: bool
    """Whether turning it changes nothing."""
    symmetric: bool
    """Whether half a turn changes nothing: any line through the center halves it."""
    turned: Callable[[int], Points] = field(repr=False)
    """Return the corners at a heading, about the center. Cached: players hold shapes, and cannot change a cache."""
    extents: Callable[[int], Extents] = field(repr=False)
    """Return how far it reaches from the center at a heading. Cached."""
    filled: Callable[[int], Points] = field(repr=False)
    """Return a polygon about the center for the whole shape at a heading, with short edges for roundings. Cached."""

    @staticmethod
    def rect(width: float, length: float) -> "Shape":
        """A rectangle so wide across the heading and so long along it. Raises ValueError unless both are above 0."""
        if not (width > 0 and length > 0):
            raise ValueError(f"a rectangle needs a positive width and length, not {width} x {length}")
        w, h = width / 2, length / 2
        return _interned(((w, -h), (w, h), (-w, h), (-w, -h)), 0.0)

    @staticmethod
    def hexagon(across_flats: float) -> "Shape":
        """A regular hexagon with a flat side to the front and rear. Raises ValueError unless it is wider than 0."""
        if not across_flats > 0:
            raise ValueError(f"a hexagon needs a positive width, not {across_flats}")
        flat, corner = across_flats / 2, across_flats / sqrt(3.0)
        half = corner / 2
        corners = ((half, -flat), (corner, 0.0), (half, flat), (-half, flat), (-corner, 0.0), (-half, -flat))
        return _interned(corners, 0.0)

    @staticmethod
    def circle(radius: float) -> "Shape":
        """A circle; of radius 0, a point. Raises ValueError for less."""
        if not radius >= 0:
            raise ValueError(f"a circle needs a radius of 0 or more, not {radius}")
        return _interned(((0.0, 0.0),), float(radius))

    @staticmethod
    def polygon(points: Iterable[Point]) -> "Shape":
        """A convex polygon; its corners may be given in either sense. Raises ValueError if not convex."""
        corners = tidied(points)
        if not is_convex(corners):
            raise ValueError("the corners do not make a convex polygon; see convex_parts")
        return _interned(corners, 0.0)

    def grown(self, inches: float) -> "Shape":
        """Everything within so many inches of this shape."""
        return _interned(self.points, self.radius + inches)

    def __reduce__(self) -> tuple[object, ...]:
        return _interned, (self.points, self.radius)

    def outline(self, pose: Pose, circle_steps: int = 48) -> list[Point]:
        """Its points on the table for drawing, roundings with so many steps to the full circle."""
        x, y, heading = pose
        points = self.turned(heading)
        if self.radius:
            points = _rounded_corners(points, _turned_corners(self.axes, heading), self.radius, circle_steps)
        return [(x + dx, y + dy) for dx, dy in points]


def _turned_corners(points: Points, heading: int) -> Points:
    return tuple(turned_point(x, y, heading) for x, y in points)


def _extents_of(turned: Callable[[int], Points], radius: float, heading: int) -> Extents:
    points = turned(heading)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - radius, max(xs) + radius, min(ys) - radius, max(ys) + radius


def _rounded_corners(corners: Points, normals: Points, radius: float, steps: int) -> Points:
    """Return the corners, each replaced by those points of a circle about it that no edge's side hides."""
    rim = [(FULL_TURN * i) // steps for i in range(steps)]
    directions = [(COSINE[angle], SINE[angle]) for angle in rim]
    if len(corners) == 1:
        x, y = corners[0]
        return tuple((x + radius * dx, y + radius * dy) for dx, dy in directions)
    points: list[Point] = []
    for i, (x, y) in enumerate(corners):
        arc = [normals[i - 1], *_between(normals[i - 1], normals[i], directions), normals[i]]
        points.extend((x + radius * dx, y + radius * dy) for dx, dy in arc)
    return tuple(points)


def _filled_corners(turned: Callable[[int], Points], axes: Points, radius: float, heading: int) -> Points:
    return _rounded_corners(turned(heading), _turned_corners(axes, heading), radius, CIRCLE_STEPS)


def _between(first: Point, last: Point, directions: list[Point]) -> list[Point]:
    """Those directions strictly counter-clockwise of the first and clockwise of the last, in order."""
    inside = [
        d
        for d in directions
        if first[0] * d[1] - first[1] * d[0] > 1e-9 and d[0] * last[1] - d[1] * last[0] > 1e-9
    ]
    return sorted(inside, key=lambda d: -(first[0] * d[0] + first[1] * d[1]))


def _normals(points: Points) -> Points:
    found = []
    for i, (x0, y0) in enumerate(points):
        x1, y1 = points[(i + 1) % len(points)]
        size = length(x1 - x0, y1 - y0)
        found.append(((y1 - y0) / size, (x0 - x1) / size))
    return tuple(found)


_SHAPES: "WeakValueDictionary[tuple[Points, float], Shape]" = WeakValueDictionary()


def _interned(points: Points, radius: float) -> Shape:
    """The one shape with these corners and this radius."""
    shape = _SHAPES.get((points, radius))
    if shape is None:
        shape = _SHAPES[points, radius] = _made(points, radius)
    return shape


def _made(points: Points, radius: float) -> Shape:
    axes = _normals(points) if len(points) > 1 else ()
    depths = [x * nx + y * ny for (x, y), (nx, ny) in zip(points, axes, strict=False)]
    rim = 0.0
    for i, (x, y) in enumerate(points):
        rim += length(x - points[i - 1][0], y - points[i - 1][1])
    xs, ys = [x for x, _ in points], [y for _, y in points]
    turned = cache(partial(_turned_corners, points))
    return Shape(
        points=points,
        radius=radius,
        area=abs(signed_area(points)) + rim * radius + pi * radius * radius,
        reach=max(length(x, y) for x, y in points) + radius,
        inner=max(0.0, min(depths, default=0.0) + radius),
        width=max(xs) - min(xs) + 2 * radius,
        length=max(ys) - min(ys) + 2 * radius,
        axes=axes,
        round=points == ((0.0, 0.0),),
        symmetric=sorted(points) == sorted((-x + 0.0, -y + 0.0) for x, y in points),
        turned=turned,
        extents=cache(partial(_extents_of, turned, radius)),
        filled=cache(partial(_filled_corners, turned, axes, radius)) if radius else turned,
    )


Outline = tuple[Shape, ...]
"""A terrain outline: convex shapes about one common center that together cover it."""

Placed = tuple[Shape, Pose]
"""A shape and where it stands."""

POINT = Shape.circle(0.0)
"""A single point."""
