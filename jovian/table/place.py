"""Finding room: the nearest pose on the table at which a base touches nothing (R25, R26, R28).

Every obstacle forbids the base's center a convex region, their sum. The nearest allowed point is the start
itself, the foot of a perpendicular on a region's rim, or a crossing of two rims; so it is found among
finitely many candidates, nearest first.
"""

from collections.abc import Callable, Iterator, Sequence

from jovian.table.measure import touches, within
from jovian.table.rects import exits
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE
from jovian.table.shapes.minkowski import sum_of
from jovian.table.shapes.polygon import Point, Points, hull
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Placed, Shape

CLEARANCE = 0.0015
"""Inches left between the base and what it must not touch: a little over the tolerance."""

FIRST_HORIZON = 2.0
"""Inches within which room is looked for first; doubled until some is found."""

Segment = tuple[Point, Point]
About = Callable[[float], Sequence[Placed]]
"""Names the obstacles that may be within a number of inches of a base, and perhaps a few more."""


def nearest_free(
    shape: Shape,
    pose: Pose,
    obstacles: Sequence[Placed],
    width: float,
    height: float,
    within: float | None = None,
) -> Pose | None:
    """The nearest pose of the same heading wholly on the table that touches no obstacle.

    `within` limits how far the center may go. None if there is no such pose. Equally near ones: the lowest
    x, then y.
    """
    return nearest_free_about(shape, pose, lambda inches: obstacles, width, height, within)


def nearest_free_about(
    shape: Shape, pose: Pose, about: About, width: float, height: float, within: float | None = None
) -> Pose | None:
    """`nearest_free` where there are many obstacles: `about` is asked for those within the inches that are searched."""
    limit = width + height + abs(pose.x) + abs(pose.y) if within is None else within
    horizon = FIRST_HORIZON
    while True:
        found = _search(shape, pose, about, (width, height), min(horizon, limit))
        if found is not None or horizon >= limit:
            return found
        horizon *= 2


def _is_free(shape: Shape, pose: Pose, obstacles: Sequence[Placed], table: tuple[float, float]) -> bool:
    return not exits(shape, pose, *table) and not any(touches(shape, pose, *placed) for placed in obstacles)


def _search(
    shape: Shape, pose: Pose, about: About, table: tuple[float, float], limit: float
) -> Pose | None:
    """The nearest free pose no farther than the limit; obstacles out of reach of it are left out."""
    reach = limit + CLEARANCE
    near = [placed for placed in about(reach) if within(shape, pose, *placed, reach)]
    box = _room(shape, pose.heading, table)
    if box is None:
        return None
    rims = [_rim(box), *(_rim(_forbidden(shape, pose.heading, *placed)) for placed in near)]
    for x, y in _candidates((pose.x, pose.y), box, rims, limit):
        free = Pose(x, y, pose.heading).rounded()
        if _is_free(shape, free, near, table):
            return free
    return None


def _room(shape: Shape, heading: int, table: tuple[float, float]) -> Points | None:
    """The rectangle in which the center may be so that the base is on the table."""
    x0, x1, y0, y1 = shape.extents(heading)
    left, right, bottom, top = -x0, table[0] - x1, -y0, table[1] - y1
    if left > right or bottom > top:
        return None
    return (left, bottom), (right, bottom), (right, top), (left, top)


def _forbidden(shape: Shape, heading: int, other: Shape, other_pose: Pose) -> Points:
    """A convex polygon around all places of the center at which the base would touch the other."""
    total = sum_of(other, shape, 0 if shape.round else (heading - other_pose.heading) % FULL_TURN)
    grow = shape.radius + other.radius
    steps, stretch = (72, 1.001) if grow else (8, 1.0824)  # just around the circle, not inside it
    radius = (grow + CLEARANCE) * stretch
    corners = [other_pose.to_table(x, y) for x, y in total.corners]
    rim = [(radius * SINE[angle], radius * COSINE[angle]) for angle in range(0, FULL_TURN, FULL_TURN // steps)]
    return hull([(x + dx, y + dy) for x, y in corners for dx, dy in rim])


def _rim(corners: Points) -> list[Segment]:
    return [(corners[i - 1], corners[i]) for i in range(len(corners))]


def _candidates(start: Point, box: Points, rims: list[list[Segment]], limit: float) -> Iterator[Point]:
    """Every point that can be the nearest allowed one, nearest first."""
    (left, bottom), _, (right, top), _ = box
    inside = (min(max(start[0], left), right), min(max(start[1], bottom), top))
    feet: list[tuple[float, Point]] = [(_square(start, inside), inside)]
    segments: list[tuple[int, Segment]] = []
    for owner, rim in enumerate(rims):
        for segment in rim:
            foot = _foot(start, *segment)
            square = _square(start, foot)
            if square <= limit * limit:
                feet.append((square, foot))
                segments.append((owner, segment))
    crossings = [
        (_square(start, point), point)
        for i, (owner, one) in enumerate(segments)
        for other_owner, two in segments[i + 1 :]
        if owner != other_owner and (point := _crossing(one, two)) is not None
    ]
    ordered = sorted(feet + crossings)
    return (point for square, point in ordered if square <= limit * limit)


def _square(p: Point, q: Point) -> float:
    dx, dy = p[0] - q[0], p[1] - q[1]
    return dx * dx + dy * dy


def _foot(point: Point, a: Point, b: Point) -> Point:
    """The nearest point of a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey)
    share = min(1.0, max(0.0, share))
    return a[0] + share * ex, a[1] + share * ey


def _crossing(one: Segment, two: Segment) -> Point | None:
    """Where two segments cross; None if they do not or run parallel."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = two
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    size = rx * sy - ry * sx
    if size == 0:
        return None
    t = ((cx - ax) * sy - (cy - ay) * sx) / size
    u = ((cx - ax) * ry - (cy - ay) * rx) / size
    return (ax + t * rx, ay + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None
