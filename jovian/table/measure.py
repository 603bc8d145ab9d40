"""How far apart two shapes are, whether they touch, and the shortest line between them (R13, R18).

All questions about a pair are asked of one point and the pair's cached sum (see minkowski.py).
"""

from functools import lru_cache
from math import sqrt

from jovian.table.shapes.angles import COSINE, SINE
from jovian.table.shapes.minkowski import SUMS, Sum, sum_of
from jovian.table.shapes.polygon import Point
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import POINT, Shape

TOLERANCE = 0.001
"""Inches by which a measured distance may fail and still count (R13)."""

KEPT = 1 << 12
"""How many answers about pairs are kept: while one model moves the others stand, and the same is asked again."""


@lru_cache(maxsize=KEPT)
def separation(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Inches between two shapes; if they share space, minus the shortest way to part them."""
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
        best = _beside(total, k, best, px, py)
    return best - a.radius - b.radius


def _beside(total: Sum, k: int, depth: float, px: float, py: float) -> float:
    """The distance of a point outside whose nearest side is the k-th or one of that side's ends."""
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
    """Shortest distance between two shapes in inches, 0 if they touch or overlap (R13)."""
    apart = separation(a, pa, b, pb)
    return apart if apart > 0 else 0.0


def within(a: Shape, pa: Pose, b: Shape, pb: Pose, inches: float) -> bool:
    """Whether two shapes are so many inches apart or less, the tolerance granted (R13)."""
    dx, dy = pb[0] - pa[0], pb[1] - pa[1]
    limit = a.reach + b.reach + inches + TOLERANCE
    if dx * dx + dy * dy > limit * limit:
        return False
    return separation(a, pa, b, pb) <= inches + TOLERANCE


def touches(a: Shape, pa: Pose, b: Shape, pb: Pose) -> bool:
    """Whether two shapes touch or overlap."""
    return within(a, pa, b, pb, 0.0)


def overlaps(a: Shape, pa: Pose, b: Shape, pb: Pose, slack: float = TOLERANCE) -> bool:
    """Whether two shapes share space: it would take more than the slack to part them. Touching does not."""
    dx, dy = pb[0] - pa[0], pb[1] - pa[1]
    limit = a.reach + b.reach
    if dx * dx + dy * dy > limit * limit:
        return False
    return separation(a, pa, b, pb) < -slack


def covers(point: Point, shape: Shape, pose: Pose) -> bool:
    """Whether a point of the table lies in a shape or on its rim."""
    return within(shape, pose, POINT, Pose(point[0], point[1], 0), 0.0)


def farthest(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """The distance from b of that part of a which is farthest from it; 0 or less if a lies inside b."""
    ax, ay, ah = pa
    points = a.turned(ah)
    return max(separation(b, pb, POINT, Pose(ax + x, ay + y, 0)) for x, y in points) + a.radius


def wholly_within(a: Shape, pa: Pose, b: Shape, pb: Pose, inches: float) -> bool:
    """Whether the whole of a lies within so many inches of b (R13)."""
    return farthest(a, pa, b, pb) <= inches + TOLERANCE


@lru_cache(maxsize=KEPT)
def nearest_segment(a: Shape, pa: Pose, b: Shape, pb: Pose) -> tuple[Point, Point] | None:
    """The shortest line from a to b, the middle one of equals; None if they touch or overlap (R18)."""
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
    """The points of a and b (about its own center) that lie nearest, in the frame of a, without roundings."""
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
    """Points of two edges whose difference lies so far along their sum; the middle ones if free to choose."""
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
