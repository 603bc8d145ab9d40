"""Coming into base contact: poses at which a base touches another without sharing space (R24, R45, R71).

The centers at which two bases just touch lie on the rim of their sum. The nearest of them that is free is the
foot of a perpendicular on a side of that rim, or the point where an obstacle or the table edge cuts the rim; so
contact is found if there is room for it, and the free move into contact is as short as it can be.
"""

from collections.abc import Iterator, Sequence
from math import sqrt

from jovian.frozen import frozen
from jovian.table.measure import TOLERANCE, separation, within
from jovian.table.paths import entry
from jovian.table.rects import exits
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE
from jovian.table.shapes.minkowski import Sum, sum_of
from jovian.table.shapes.polygon import FLAT, Point, Points, hull
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Placed, Shape

AROUND = 15
"""Degrees between the further places that are tried about the target."""

APART = 0.01
"""Places that differ by less than these inches count as one."""

GAP = 0.003
"""Inches kept from an obstacle beside the rim, so that a rounded place does not touch it."""

MARGIN = 1e-6
"""Inches by which a test is stricter than the tolerance, so that every order of its arguments agrees."""

ROUND_STEP = 5
"""Degrees between the corners that stand for a round rim."""

NUDGES = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Rounded points tried about a spot, in units of the last decimal place."""


def approaches(
    shape: Shape,
    pose: Pose,
    target: Shape,
    target_pose: Pose,
    obstacles: Sequence[Placed],
    width: float,
    height: float,
    *,
    decimals: int = 3,
) -> Iterator[Pose]:
    """Poses of the same heading in contact with the target, nearest first, centers rounded to so many decimals.

    Each touches the target without overlapping it, touches none of the obstacles (the target is not one of them)
    and is wholly on the table. The first is where it stands if that will do, else the nearest of all; the
    further ones, about the target, come in order of (rounded distance from the start, x, y).
    """
    near = reachable((target, target_pose), shape, obstacles)
    rim = _Rim(shape, pose.heading, target, target_pose)
    given: list[Pose] = []
    for x, y in _spots(rim, pose, near, (width, height)):
        if any(abs(x - old.x) < APART and abs(y - old.y) < APART for old in given):
            continue
        found = _snapped(rim, (x, y), near, (width, height), decimals)
        if found is not None:
            given.append(found)
            yield found


def reachable(target: Placed, shape: Shape, obstacles: Sequence[Placed]) -> list[Placed]:
    """Those obstacles that a base in contact with the target could touch."""
    return [placed for placed in obstacles if within(*target, *placed, 2 * shape.reach + GAP)]


def is_clear(shape: Shape, pose: Pose, obstacles: Sequence[Placed], width: float, height: float) -> bool:
    """Whether the base is wholly on the table and touches none of the obstacles."""
    if exits(shape, pose, width, height):
        return False
    return not any(within(shape, pose, other, stands, MARGIN) for other, stands in obstacles)


def blocked_part(
    shape: Shape, heading: int, a: Point, b: Point, obstacle: Placed, gap: float
) -> tuple[float, float] | None:
    """The part of the line from a to b (shares 0..1) on which a center comes so near (inches) to the obstacle."""
    other, stands = obstacle
    total = sum_of(other, shape, 0 if shape.round else (heading - stands.heading) % FULL_TURN)
    grow = shape.radius + other.radius + gap
    (px, py), (qx, qy) = stands.from_table(*a), stands.from_table(*b)
    ends = [within(shape, Pose(x, y, heading), other, stands, gap - TOLERANCE) for x, y in (a, b)]
    ahead = 0.0 if ends[0] else entry(total, (px, py), (qx - px, qy - py), grow)
    back = 0.0 if ends[1] else entry(total, (qx, qy), (px - qx, py - qy), grow)
    if ahead is None and back is None:
        return None
    first = 1.0 if ahead is None else ahead
    return first, max(first, 0.0 if back is None else 1.0 - back)


def part_on_table(
    shape: Shape, heading: int, a: Point, b: Point, width: float, height: float
) -> tuple[float, float] | None:
    """The part of the line from a to b (shares 0..1) on which a center leaves the base wholly on the table."""
    x0, x1, y0, y1 = shape.extents(heading)
    first, last = 0.0, 1.0
    for p, q, low, high in ((a[0], b[0], -x0, width - x1), (a[1], b[1], -y0, height - y1)):
        if low > high + TOLERANCE:
            return None
        if abs(q - p) > FLAT:
            shares = (low - p) / (q - p), (high - p) / (q - p)
            first, last = max(first, min(shares)), min(last, max(shares))
        elif not low - TOLERANCE <= p <= high + TOLERANCE:
            return None
    return (first, last) if first <= last else None


@frozen
class _Rim:
    """Where the center of a shape may be so that it just touches the target."""

    shape: Shape
    heading: int
    target: Shape
    stands: Pose
    """The target's pose."""

    @property
    def total(self) -> Sum:
        turn = 0 if self.shape.round else (self.heading - self.stands.heading) % FULL_TURN
        return sum_of(self.target, self.shape, turn)

    @property
    def grow(self) -> float:
        return self.shape.radius + self.target.radius

    def foot(self, point: Point) -> Point:
        """The point of the rim that is nearest to a point of the table."""
        total, (px, py) = self.total, self.stands.from_table(*point)
        corner = 0
        if total.edges:
            depths = [nx * px + ny * py - c for nx, ny, c in total.edges]
            depth = max(depths)
            k = depths.index(depth)
            start, end = total.spans[k]
            along = total.along(k, px, py)
            if depth <= 0 or start <= along <= end:
                nx, ny, _ = total.edges[k]
                out = self.grow - depth
                return self.stands.to_table(px + nx * out, py + ny * out)
            corner = k if along < start else (k + 1) % len(total.corners)
        return self._beside(total.corners[corner], px, py)

    def _beside(self, corner: Point, px: float, py: float) -> Point:
        """The point of the rounding about a corner that is nearest to a point outside."""
        dx, dy = px - corner[0], py - corner[1]
        far = sqrt(dx * dx + dy * dy)
        ux, uy = (dx / far, dy / far) if far > FLAT else (0.0, 1.0)
        return self.stands.to_table(corner[0] + ux * self.grow, corner[1] + uy * self.grow)

    def side_feet(self, point: Point) -> Iterator[Point]:
        """The nearest point of each straight side."""
        total, (px, py) = self.total, self.stands.from_table(*point)
        for k, ((nx, ny, c), (start, end)) in enumerate(zip(total.edges, total.spans, strict=True)):
            along, out = min(max(total.along(k, px, py), start), end), c + self.grow
            yield self.stands.to_table(nx * out - ny * along, ny * out + nx * along)

    def toward(self, ux: float, uy: float) -> Point | None:
        """Where one who comes straight toward the target's center from that side (in its frame) makes contact."""
        far = self.target.reach + self.shape.reach + 1.0
        share = entry(self.total, (ux * far, uy * far), (-ux * far, -uy * far), self.grow)
        return None if share is None else self.stands.to_table(ux * far * (1 - share), uy * far * (1 - share))

    def corners(self) -> Points:
        """A polygon on the table for the rim; roundings are cut by short edges."""
        corners, grow = self.total.corners, self.grow
        if grow:
            degrees = range(0, FULL_TURN, ROUND_STEP)
            corners = hull((x + grow * SINE[a], y + grow * COSINE[a]) for x, y in corners for a in degrees)
        return tuple(self.stands.to_table(x, y) for x, y in corners)


def _spots(rim: _Rim, pose: Pose, near: list[Placed], table: tuple[float, float]) -> Iterator[Point]:
    """Where contact may be made, nearest first: the start, its foot on the rim, then the others."""
    start = (pose.x, pose.y)
    if abs(separation(rim.target, rim.stands, rim.shape, pose)) <= TOLERANCE:
        yield start
    yield rim.foot(start)
    others: dict[tuple[float, float, float], Point] = {}
    for x, y in [*_around(rim, start), *rim.side_feet(start), *_cuts(rim, near, table)]:
        dx, dy = x - start[0], y - start[1]
        others.setdefault((round(sqrt(dx * dx + dy * dy), 3), round(x, 3), round(y, 3)), (x, y))
    for key in sorted(others):
        yield others[key]


def _around(rim: _Rim, start: Point) -> Iterator[Point]:
    """Straight toward the target's center from the start, and from every side of the target."""
    x, y = rim.stands.from_table(*start)
    far = sqrt(x * x + y * y)
    ways = [(x / far, y / far)] if far > FLAT else []
    for ux, uy in [*ways, *((SINE[degree], COSINE[degree]) for degree in range(0, FULL_TURN, AROUND))]:
        spot = rim.toward(ux, uy)
        if spot is not None:
            yield spot


def _cuts(rim: _Rim, near: list[Placed], table: tuple[float, float]) -> Iterator[Point]:
    """Where the free parts of the rim end at an obstacle or at the table edge."""
    corners, gap = rim.corners(), GAP + 0.001 * rim.grow  # what a short edge cuts off a rounding
    for i, b in enumerate(corners):
        a = corners[i - 1]
        parts = [blocked_part(rim.shape, rim.heading, a, b, placed, gap) for placed in near]
        parts.append(part_on_table(rim.shape, rim.heading, a, b, *table))
        for share in (share for part in parts if part is not None for share in part):
            if 0 < share < 1:
                spot = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
                yield rim.foot(spot) if rim.grow else spot


def _snapped(
    rim: _Rim, spot: Point, near: list[Placed], table: tuple[float, float], decimals: int
) -> Pose | None:
    """The rounded pose at or beside a spot of the rim that is in contact and free; None if there is none."""
    unit = 1 / 10**decimals
    exact = Pose(*spot, rim.heading)
    if any(within(rim.shape, exact, *placed, -3 * unit - TOLERANCE) for placed in near):
        return None
    for i, j in NUDGES:
        x, y = round(spot[0] + i * unit, decimals) + 0.0, round(spot[1] + j * unit, decimals) + 0.0
        pose = Pose(x, y, rim.heading)
        apart = separation(rim.target, rim.stands, rim.shape, pose)
        if abs(apart) <= TOLERANCE - MARGIN and is_clear(rim.shape, pose, near, *table):
            return pose
    return None
