"""Shapes and poses: angles, polygons, poses, bases, terrain outlines, and the sums of two shapes."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from math import pi, sqrt
from typing import NamedTuple
from weakref import WeakValueDictionary

# --- Angles ---
# The tables of sine and cosine are the only trigonometry of the engine. Values are rounded to 12 places and mirrored
# from one eighth of the circle. So they are the same on every machine, and quarter turns have no error. Headings are
# whole degrees: 0 is up the table (+y), clockwise is positive.

FULL_TURN = 360


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

SINE: tuple[float, ...] = tuple(sine for sine, _ in _PAIRS)
"""Sine of 0..359 degrees."""

COSINE: tuple[float, ...] = tuple(cosine for _, cosine in _PAIRS)
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

    def advanced(self, inches: float) -> "Pose":
        """Return the pose this far straight along the heading; a negative length is in reverse."""
        x, y, heading = self
        return Pose(x + SINE[heading] * inches, y + COSINE[heading] * inches, heading)

    def turned(self, degrees: int) -> "Pose":
        """Return the pose turned around the center, clockwise if positive."""
        return Pose(self.x, self.y, (self.heading + degrees) % FULL_TURN)

    def moved(self, dx: float, dy: float) -> "Pose":
        """Return the pose shifted, with the same heading."""
        return Pose(self.x + dx, self.y + dy, self.heading)

    def distance_to(self, other: "Pose") -> float:
        """Return the inches from center to center."""
        dx, dy = other.x - self.x, other.y - self.y
        return sqrt(dx * dx + dy * dy)

    def toward(self, other: "Pose", inches: float) -> "Pose":
        """Return the pose this far toward the center of another (away if negative), with the same heading."""
        dx, dy = other.x - self.x, other.y - self.y
        size = sqrt(dx * dx + dy * dy) or 1.0
        return self.moved(dx / size * inches, dy / size * inches)

    def rounded(self) -> "Pose":
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


# --- Shapes ---
# Bases and terrain outlines are convex polygons around a center, grown by a radius. A circle is one point and a radius.
# Equal shapes are the same object, so that identity is a fast and exact key for caches.

CIRCLE_STEPS = 72
"""Corners of the polygon that approximates a circle when areas are compared."""


Extents = tuple[float, float, float, float]
"""How far a shape reaches left, right, down, and up (x0, x1, y0, y1)."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
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
    def rect(width: float, length: float) -> "Shape":
        """Return a rectangle. The length is along the heading. Raises ValueError unless both are above 0."""
        if not (width > 0 and length > 0):
            raise ValueError(f"a rectangle needs a positive width and length, not {width} x {length}")
        w, h = width / 2, length / 2
        return _interned(((w, -h), (w, h), (-w, h), (-w, -h)), 0.0)

    @staticmethod
    def hexagon(across_flats: float) -> "Shape":
        """Return a regular hexagon with a flat front and rear. Raises ValueError unless the width is above 0."""
        if not across_flats > 0:
            raise ValueError(f"a hexagon needs a positive width, not {across_flats}")
        flat, corner = across_flats / 2, across_flats / sqrt(3.0)
        half = corner / 2
        corners = ((half, -flat), (corner, 0.0), (half, flat), (-half, flat), (-corner, 0.0), (-half, -flat))
        return _interned(corners, 0.0)

    @staticmethod
    def circle(radius: float) -> "Shape":
        """Return a circle, or a point if the radius is 0. Raises ValueError if it is negative."""
        if not radius >= 0:
            raise ValueError(f"a circle needs a radius of 0 or more, not {radius}")
        return _interned(((0.0, 0.0),), float(radius))

    @staticmethod
    def polygon(points: Iterable[Point]) -> "Shape":
        """Return a convex polygon with corners in either direction. Raises ValueError if it isn't convex."""
        corners = tidied(points)
        if not is_convex(corners):
            raise ValueError("the corners do not make a convex polygon; see convex_parts")
        return _interned(corners, 0.0)

    def grown(self, inches: float) -> "Shape":
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


_SHAPES: "WeakValueDictionary[tuple[Points, float], Shape]" = WeakValueDictionary()


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


# --- Minkowski sums ---
# Two convex shapes are as far apart as the center of the second is from the sum of the first and the mirrored second.
# The sum only depends on the two shapes and on their relative heading. So it is cached in the frame of the first one,
# one entry for each pair and whole degree.

MAX_SUMS = 8_000
"""The number of cached sums after which all are dropped. Each takes about 4 KB."""


class Sum:
    """The sum of shape `a` and the mirrored shape `b`, in the frame of `a`."""

    __slots__ = ("corners", "edges", "origins", "points_b", "spans")

    def __init__(self, a: Points, b: Points) -> None:
        self.points_b = b
        """The corners of the second shape in the frame of the first (not mirrored)."""
        self.origins = _merge_edges(a, b)
        """For each corner of the sum: its corner of a and its corner of b."""
        self.corners: Points = tuple((a[i][0] - b[j][0], a[i][1] - b[j][1]) for i, j in self.origins)
        """Corners counter-clockwise. There is only one if neither shape has edges."""
        self.edges: tuple[tuple[float, float, float], ...] = ()
        """Its sides as (nx, ny, c), the k-th from the k-th corner: outside means nx * x + ny * y > c."""
        self.spans: tuple[tuple[float, float], ...] = ()
        """Start and end of each side along its unit tangent (-ny, nx)."""
        if len(self.corners) > 1:
            self._build_sides()

    def _build_sides(self) -> None:
        edges, spans = [], []
        for k, (x0, y0) in enumerate(self.corners):
            x1, y1 = self.corners[(k + 1) % len(self.corners)]
            size = length(x1 - x0, y1 - y0)
            tx, ty = (x1 - x0) / size, (y1 - y0) / size
            edges.append((ty, -tx, x0 * ty - y0 * tx))
            spans.append((x0 * tx + y0 * ty, x1 * tx + y1 * ty))
        self.edges, self.spans = tuple(edges), tuple(spans)

    def along(self, k: int, x: float, y: float) -> float:
        """Return the position of a point along the k-th side, on the scale of its span."""
        nx, ny, _ = self.edges[k]
        return y * nx - x * ny


def _lowest(points: Points) -> int:
    """Return the corner where the merge starts. Nearly level edges count as level."""
    return min(range(len(points)), key=lambda i: (round(points[i][1], 9), points[i][0]))


def _edges_from(points: Points, start: int) -> list[Point]:
    if len(points) == 1:
        return []
    count = len(points)
    return [
        (
            points[(start + i + 1) % count][0] - points[(start + i) % count][0],
            points[(start + i + 1) % count][1] - points[(start + i) % count][1],
        )
        for i in range(count)
    ]


def _merge_edges(a: Points, b: Points) -> tuple[tuple[int, int], ...]:
    """Go around both shapes in order of direction, parallel edges together. Return the corners of each step."""
    mirrored = tuple((-x, -y) for x, y in b)
    first_a, first_b = _lowest(a), _lowest(mirrored)
    edges_a, edges_b = _edges_from(a, first_a), _edges_from(mirrored, first_b)
    i = j = 0
    corners = [(first_a, first_b)]
    while i < len(edges_a) or j < len(edges_b):
        bend = _bend(edges_a, i, edges_b, j)
        i += bend > -FLAT
        j += bend < FLAT
        corners.append(((first_a + i) % len(a), (first_b + j) % len(b)))
    return tuple(corners[:-1]) if len(corners) > 1 else tuple(corners)


def _bend(edges_a: list[Point], i: int, edges_b: list[Point], j: int) -> float:
    """Return the sine of the turn from the next edge of a to that of b, or -1 or 1 if one of them is finished."""
    if i == len(edges_a):
        return -1.0
    if j == len(edges_b):
        return 1.0
    (ax, ay), (bx, by) = edges_a[i], edges_b[j]
    return (ax * by - ay * bx) / (length(ax, ay) * length(bx, by))


SUMS: dict[tuple[Shape, Shape, int], Sum] = {}
"""Cached sums. Keys hold the heading of the second shape relative to the first (0 for circles)."""


def sum_of(a: Shape, b: Shape, turn: int) -> Sum:
    """Return the sum for the second shape turned by this many degrees (0..359) against the first."""
    total = SUMS.get((a, b, turn))
    if total is None:
        if len(SUMS) >= MAX_SUMS:
            SUMS.clear()
        total = SUMS[a, b, turn] = Sum(a.points, b.turned(turn))
    return total
