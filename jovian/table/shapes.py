"""Shapes of bases and terrain: convex outlines, and concave outlines cut into convex parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from functools import cache, partial
from math import pi, sqrt
from weakref import WeakValueDictionary

from jovian.frozen import frozen
from jovian.table.polygons import (
    COSINE,
    FLAT,
    FULL_TURN,
    SINE,
    Point,
    Points,
    Pose,
    bends,
    cross,
    is_convex,
    length,
    signed_area,
    tidied,
    turned_point,
)

# --- Shapes ---
# Bases and terrain outlines are convex polygons around a center, grown by a radius. A circle is one point and a radius.
# Equal shapes are the same object, so that identity is a fast and exact key for caches.

CIRCLE_STEPS = 72
"""Corners of the polygon that approximates a circle when areas are compared."""


Extents = tuple[float, float, float, float]
"""How far a shape reaches left, right, down, and up (x0, x1, y0, y1)."""


@frozen(eq=False, weakref_slot=True)
class Shape:
    """A convex outline at heading 0. Make one with `rect`, `hexagon`, `circle`, `polygon` or `grown`."""

    points: Points
    """Corners counter-clockwise, relative to the center, at heading 0."""
    radius: float
    """How far the outline extends beyond the corners and edges."""
    area: float
    """In square inches."""
    reach: float
    """The greatest distance of any part from the center."""
    inner: float
    """The radius of the greatest circle around the center that fits inside, or 0 if the center is outside."""
    width: float
    """The greatest extent across the heading."""
    length: float
    """The greatest extent along the heading."""
    axes: Points
    """The outward unit normals of the edges at heading 0."""
    round: bool
    """Whether a turn changes nothing."""
    symmetric: bool
    """Whether half a turn changes nothing. Then any line through the center halves the area."""
    turned: Callable[[int], Points] = field(repr=False)
    """Return the corners at a heading, relative to the center. Cached; the result is immutable."""
    extents: Callable[[int], Extents] = field(repr=False)
    """Return how far it extends from the center at a heading. Cached."""
    filled: Callable[[int], Points] = field(repr=False)
    """Return a polygon for the whole shape at a heading, with short edges for roundings. Cached."""

    @staticmethod
    def rect(width: float, length: float) -> Shape:
        """Return a rectangle. The length is along the heading. Raises ValueError unless both are above 0."""
        if not (width > 0 and length > 0):
            raise ValueError(f"a rectangle needs a positive width and length, not {width} x {length}")
        w, h = width / 2, length / 2
        return _interned(((w, -h), (w, h), (-w, h), (-w, -h)), 0.0)

    @staticmethod
    def hexagon(across_flats: float) -> Shape:
        """Return a regular hexagon with a flat front and rear. Raises ValueError unless the width is above 0."""
        if not across_flats > 0:
            raise ValueError(f"a hexagon needs a positive width, not {across_flats}")
        flat, corner = across_flats / 2, across_flats / sqrt(3.0)
        half = corner / 2
        corners = ((half, -flat), (corner, 0.0), (half, flat), (-half, flat), (-corner, 0.0), (-half, -flat))
        return _interned(corners, 0.0)

    @staticmethod
    def circle(radius: float) -> Shape:
        """Return a circle, or a point if the radius is 0. Raises ValueError if it is negative."""
        if not radius >= 0:
            raise ValueError(f"a circle needs a radius of 0 or more, not {radius}")
        return _interned(((0.0, 0.0),), float(radius))

    @staticmethod
    def polygon(points: Iterable[Point]) -> Shape:
        """Return a convex polygon with corners in either direction. Raises ValueError if it isn't convex."""
        corners = tidied(points)
        if not is_convex(corners):
            raise ValueError("the corners do not make a convex polygon; see convex_parts")
        return _interned(corners, 0.0)

    def grown(self, inches: float) -> Shape:
        """Return the shape grown by this many inches."""
        return _interned(self.points, self.radius + inches)

    def __reduce__(self) -> tuple[object, ...]:
        return _interned, (self.points, self.radius)

    def outline(self, pose: Pose, circle_steps: int = 48) -> list[Point]:
        """Return its points on the table for drawing. Roundings have this many steps per circle."""
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
    """Return the polygon with each corner replaced by the points of a circle around it that are outside the edges."""
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
    """Return the directions strictly counter-clockwise of the first and clockwise of the last, in order."""
    inside = [
        d for d in directions if first[0] * d[1] - first[1] * d[0] > 1e-9 and d[0] * last[1] - d[1] * last[0] > 1e-9
    ]
    return sorted(inside, key=lambda d: -(first[0] * d[0] + first[1] * d[1]))


def _normals(points: Points) -> Points:
    normals = []
    for i, (x0, y0) in enumerate(points):
        x1, y1 = points[(i + 1) % len(points)]
        size = length(x1 - x0, y1 - y0)
        normals.append(((y1 - y0) / size, (x0 - x1) / size))
    return tuple(normals)


_SHAPES: WeakValueDictionary[tuple[Points, float], Shape] = WeakValueDictionary()


def _interned(points: Points, radius: float) -> Shape:
    """Return the only shape with these corners and this radius."""
    shape = _SHAPES.get((points, radius))
    if shape is None:
        shape = _SHAPES[points, radius] = _build_shape(points, radius)
    return shape


def _build_shape(points: Points, radius: float) -> Shape:
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
"""A terrain outline: convex shapes with a common center that together cover it."""

Placed = tuple[Shape, Pose]
"""A shape and its pose."""

POINT = Shape.circle(0.0)
"""A single point."""


# --- Convex parts ---
# A concave outline is cut into triangles ("ear clipping"). Then neighbors are joined as long as they stay convex.

Corners = tuple[Point, ...]


def convex_parts(points: Iterable[Point]) -> Outline:
    """Return convex shapes with the same center that cover a simple polygon and don't overlap.

    Raises ValueError if the line of points crosses or touches itself, or encloses no area.
    """
    corners = tidied(points)
    if len(corners) < 3 or _crosses_itself(corners):
        raise ValueError("the corners do not make a simple polygon")
    if is_convex(corners):
        return (Shape.polygon(corners),)
    return tuple(Shape.polygon(part) for part in _join_convex(_triangles(corners)))


def _crosses_itself(corners: Corners) -> bool:
    count = len(corners)
    for i in range(count):
        for j in range(i + 2, count):
            after = (j + 1) % count
            if after != i and _meet(corners[i], corners[i + 1], corners[j], corners[after]):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether two segments share a point."""
    abc, abd, cda, cdb = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if abc * abd < 0 and cda * cdb < 0:
        return True
    return any(
        turn == 0 and _lies_between(p, q, point)
        for turn, p, q, point in ((abc, a, b, c), (abd, a, b, d), (cda, c, d, a), (cdb, c, d, b))
    )


def _lies_between(p: Point, q: Point, point: Point) -> bool:
    """Return whether a point in line with p and q is between them."""
    return min(p[0], q[0]) <= point[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= point[1] <= max(p[1], q[1])


def _triangles(corners: Corners) -> list[Corners]:
    rest = list(corners)
    triangles: list[Corners] = []
    while len(rest) > 3:
        ear = _ear(rest)
        triangles.append((rest[ear - 1], rest[ear], rest[(ear + 1) % len(rest)]))
        del rest[ear]
        rest = list(tidied(rest))
    if len(rest) == 3:
        triangles.append((rest[0], rest[1], rest[2]))
    return triangles


def _ear(corners: Sequence[Point]) -> int:
    """Return the index of the widest corner whose triangle contains no other corner."""
    best, widest = 0, -1.0
    for i, bend in enumerate(bends(corners)):
        before, here, after = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
        if bend <= FLAT or bend <= widest:
            continue
        others = [p for p in corners if p not in (before, here, after)]
        if not any(_inside(before, here, after, p) for p in others):
            best, widest = i, bend
    return best


def _inside(a: Point, b: Point, c: Point, p: Point) -> bool:
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _join_convex(parts: list[Corners]) -> list[Corners]:
    """Join neighbors as long as any two make a convex polygon."""
    i = 0
    while i < len(parts):
        for j in range(i + 1, len(parts)):
            union = _union(parts[i], parts[j])
            if union is not None:
                parts[i] = union
                del parts[j]
                break
        else:
            i += 1
    return parts


def _union(one: Corners, two: Corners) -> Corners | None:
    """Return two polygons joined along their common edge, or None if they have none or it isn't convex."""
    for i, start in enumerate(one):
        end = one[(i + 1) % len(one)]
        for j, other in enumerate(two):
            if other == end and two[(j + 1) % len(two)] == start:
                around = (*one[i + 1 :], *one[: i + 1])
                rest = (*two[j + 2 :], *two[:j]) if j + 1 < len(two) else two[1:j]
                corners = tidied((*around, *rest))
                return corners if is_convex(corners) else None
    return None
