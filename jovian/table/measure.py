"""Distances between shapes, rectangles, and lines of sight."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from jovian.table.minkowski import SUMS, Sum, sum_of
from jovian.table.polygons import COSINE, SINE, Point, Points, Pose, point_to_segment
from jovian.table.shapes import POINT, Shape

# --- Distances ---
# All distances of a pair are those of one point from the pair's cached sum (see minkowski.py).

TOLERANCE: Final = 0.001
"""Inches by which a measured distance may exceed a limit and still count (R13)."""

KEPT = 1 << 12
"""The size of the caches of pairs. While one model moves, the same distances of others are needed again."""


@lru_cache(maxsize=KEPT)
def separation(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Return the inches between two shapes. If they overlap, return minus the shortest distance that parts them."""
    ax, ay, ah = pa
    bx, by, bh = pb
    key = (a, b, 0 if b.round else (bh - ah) % 360)
    total = SUMS.get(key) or sum_of(*key)
    dx, dy, sine, cosine = bx - ax, by - ay, SINE[ah], COSINE[ah]
    px, py = dx * cosine - dy * sine, dx * sine + dy * cosine
    k, best = -1, -1e300
    for i, (nx, ny, c) in enumerate(total.edges):
        depth = nx * px + ny * py - c
        if depth > best:
            k, best = i, depth
    if best > 0 or k < 0:
        best = _corner_or_side_distance(total, k, best, px, py)
    return best - a.radius - b.radius


def _corner_or_side_distance(total: Sum, k: int, depth: float, px: float, py: float) -> float:
    """Return the distance of a point outside. Its nearest side is the k-th, or one of that side's ends is nearest."""
    if k < 0:
        cx, cy = total.corners[0]
    else:
        nx, ny, _ = total.edges[k]
        start, end = total.spans[k]
        along = py * nx - px * ny
        if start <= along <= end:
            return depth
        cx, cy = total.corners[k if along < start else (k + 1) % len(total.corners)]
    dx, dy = px - cx, py - cy
    return sqrt(dx * dx + dy * dy)


def distance(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Return the shortest distance between two shapes in inches, 0 if they touch or overlap (R13)."""
    apart = separation(a, pa, b, pb)
    return apart if apart > 0 else 0.0


def within(a: Shape, pa: Pose, b: Shape, pb: Pose, inches: float) -> bool:
    """Return whether two shapes are at most this many inches apart, with the tolerance (R13)."""
    dx, dy = pb[0] - pa[0], pb[1] - pa[1]
    limit = a.reach + b.reach + inches + TOLERANCE
    if dx * dx + dy * dy > limit * limit:
        return False
    return separation(a, pa, b, pb) <= inches + TOLERANCE


def touches(a: Shape, pa: Pose, b: Shape, pb: Pose) -> bool:
    """Return whether two shapes touch or overlap."""
    return within(a, pa, b, pb, 0.0)


def overlaps(a: Shape, pa: Pose, b: Shape, pb: Pose, slack: float = TOLERANCE) -> bool:
    """Return whether two shapes overlap by more than the slack. Touching isn't overlapping."""
    dx, dy = pb[0] - pa[0], pb[1] - pa[1]
    limit = a.reach + b.reach
    if dx * dx + dy * dy > limit * limit:
        return False
    return separation(a, pa, b, pb) < -slack


def covers(point: Point, shape: Shape, pose: Pose) -> bool:
    """Return whether a point is in a shape or on its rim."""
    return within(shape, pose, POINT, Pose(point[0], point[1], 0), 0.0)


def farthest(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Return the distance of the part of a that is farthest from b; 0 or less if a is inside b."""
    ax, ay, ah = pa
    points = a.turned(ah)
    return max(separation(b, pb, POINT, Pose(ax + x, ay + y, 0)) for x, y in points) + a.radius


def wholly_within(a: Shape, pa: Pose, b: Shape, pb: Pose, inches: float) -> bool:
    """Return whether all of a is within this many inches of b (R13)."""
    return farthest(a, pa, b, pb) <= inches + TOLERANCE


@lru_cache(maxsize=KEPT)
def nearest_segment(a: Shape, pa: Pose, b: Shape, pb: Pose) -> tuple[Point, Point] | None:
    """Return the shortest line from a to b, the middle one of several; None if they touch or overlap (R18)."""
    turn = 0 if b.round else (pb.heading - pa.heading) % 360
    total = sum_of(a, b, turn)
    px, py = pa.from_table(pb.x, pb.y)
    (x0, y0), (x1, y1) = _nearest_points(a, total, px, py)
    x1, y1 = x1 + px, y1 + py
    dx, dy = x1 - x0, y1 - y0
    apart = sqrt(dx * dx + dy * dy)
    if apart - a.radius - b.radius <= TOLERANCE or separation(a, pa, b, pb) <= TOLERANCE:
        return None
    ux, uy = dx / apart, dy / apart
    start = pa.to_table(x0 + ux * a.radius, y0 + uy * a.radius)
    return start, pa.to_table(x1 - ux * b.radius, y1 - uy * b.radius)


def _nearest_points(a: Shape, total: Sum, px: float, py: float) -> tuple[Point, Point]:
    """Return the nearest points of a and b, in the frame of a and without roundings; b is around its own center."""
    if not total.edges:
        return a.points[0], total.points_b[0]
    depths = [nx * px + ny * py - c for nx, ny, c in total.edges]
    k = depths.index(max(depths))
    start, end = total.spans[k]
    along = total.along(k, px, py)
    after = (k + 1) % len(total.corners)
    if along <= start or along >= end:
        i, j = total.origins[k if along <= start else after]
        return a.points[i], total.points_b[j]
    (i0, j0), (i1, j1) = total.origins[k], total.origins[after]
    return _on_side(along - start, a.points[i0], a.points[i1], total.points_b[j0], total.points_b[j1])


def _on_side(along: float, a0: Point, a1: Point, b0: Point, b1: Point) -> tuple[Point, Point]:
    """Return points of two edges with a given position along their sum, the middle ones if several are possible."""
    length_a, length_b = _gap(a0, a1), _gap(b0, b1)
    on_a = (max(0.0, along - length_b) + min(length_a, along)) / 2
    return _part_way(a0, a1, on_a, length_a), _part_way(b0, b1, along - on_a, length_b)


def _gap(p: Point, q: Point) -> float:
    dx, dy = q[0] - p[0], q[1] - p[1]
    return sqrt(dx * dx + dy * dy)


def _part_way(p: Point, q: Point, inches: float, whole: float) -> Point:
    if whole == 0:
        return p
    share = min(1.0, max(0.0, inches / whole))
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


# --- Rectangles ---


def bounds(shape: Shape, pose: Pose) -> tuple[float, float, float, float]:
    """Return the upright rectangle around a shape: left, right, bottom, top."""
    x, y, heading = pose
    x0, x1, y0, y1 = shape.extents(heading)
    return x + x0, x + x1, y + y0, y + y1


def wholly_inside_rect(shape: Shape, pose: Pose, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Return whether the whole shape is in the rectangle or on its rim."""
    left, right, bottom, top = bounds(shape, pose)
    return left >= x0 - TOLERANCE and right <= x1 + TOLERANCE and bottom >= y0 - TOLERANCE and top <= y1 + TOLERANCE


def extends_off_table(shape: Shape, pose: Pose, width: float, height: float) -> bool:
    """Return whether any part of the shape is off a table of that size."""
    return not wholly_inside_rect(shape, pose, 0.0, 0.0, width, height)


def wholly_outside(shape: Shape, pose: Pose, width: float, height: float) -> bool:
    """Return whether the bounding rectangle of the shape is completely off a table of that size."""
    left, right, bottom, top = bounds(shape, pose)
    return right < TOLERANCE or top < TOLERANCE or left > width - TOLERANCE or bottom > height - TOLERANCE


def edge_distances(shape: Shape, pose: Pose, width: float, height: float) -> tuple[float, float, float, float]:
    """Return the inches from the shape to the left, right, bottom, and top table edge; negative beyond an edge."""
    left, right, bottom, top = bounds(shape, pose)
    return left, width - right, bottom, height - top


# --- Lines ---
# Lines with a width: lines of sight (width 0) and the 1" wide lines of kinetic weapons (R18). A line is a strip with
# square ends. In the strip's own frame it is an upright box.

Box = tuple[float, float, float]
"""Length, half width, and the distance outside that still counts."""


def strip(p: Point, q: Point, width: float) -> Points:
    """Return the four corners of the line for drawing, counter-clockwise from the right of its start."""
    ux, uy, _ = _direction(p, q)
    sx, sy = uy * width / 2, -ux * width / 2
    return ((p[0] + sx, p[1] + sy), (q[0] + sx, q[1] + sy), (q[0] - sx, q[1] - sy), (p[0] - sx, p[1] - sy))


def _direction(p: Point, q: Point) -> tuple[float, float, float]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = sqrt(dx * dx + dy * dy)
    return (dx / size, dy / size, size) if size else (0.0, 1.0, 0.0)


def segment_touches(p: Point, q: Point, width: float, shape: Shape, pose: Pose) -> bool:
    """Return whether the line from p to q with this width touches the shape, with the tolerance.

    A line without length is a point, whatever its width.
    """
    if p == q:
        return covers(p, shape, pose)
    ux, uy, size = _direction(p, q)
    dx, dy = pose.x - p[0], pose.y - p[1]
    along, aside = dx * ux + dy * uy, dx * uy - dy * ux
    far = shape.reach + TOLERANCE
    if along < -far or along > size + far or abs(aside) > width / 2 + far:
        return False
    corners = [(along + x * ux + y * uy, aside + x * uy - y * ux) for x, y in reversed(shape.turned(pose.heading))]
    return _meets_box(corners, (size, width / 2, shape.radius + TOLERANCE))


def _meets_box(corners: list[Point], box: Box) -> bool:
    """Return whether a convex polygon comes within the box's distance."""
    if any(_near_box(point, box) for point in corners):
        return True
    if len(corners) == 1:
        return False
    size, half, grow = box
    rim = ((0.0, -half), (size, -half), (size, half), (0.0, half))
    edges = [(corners[i - 1], corners[i]) for i in range(len(corners))]
    if any(_cuts_box(a, b, box) for a, b in edges):
        return True
    if any(point_to_segment(point, a, b) <= grow for point in rim for a, b in edges):
        return True
    return all((b[0] - a[0]) * (0.0 - a[1]) - (b[1] - a[1]) * (0.0 - a[0]) >= 0 for a, b in edges)


def _near_box(point: Point, box: Box) -> bool:
    x, y = point
    size, half, grow = box
    out_x = -x if x < 0 else max(0.0, x - size)
    out_y = max(0.0, abs(y) - half)
    return out_x * out_x + out_y * out_y <= grow * grow


def _cuts_box(a: Point, b: Point, box: Box) -> bool:
    """Return whether part of the segment is inside the box: what remains after cutting it at the four sides."""
    size, half, _ = box
    dx, dy = b[0] - a[0], b[1] - a[1]
    first, last = 0.0, 1.0
    for pace, room in ((-dx, a[0]), (dx, size - a[0]), (-dy, a[1] + half), (dy, half - a[1])):
        if pace == 0:
            if room < 0:
                return False
        elif pace < 0:
            first = max(first, room / pace)
        else:
            last = min(last, room / pace)
    return first <= last
