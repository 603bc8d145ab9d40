"""The paths of moving shapes, and free places for them."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import sqrt

from jovian.table.measure import TOLERANCE, extends_off_table, overlaps, separation, touches, within
from jovian.table.measure import within as near
from jovian.table.minkowski import Sum, sum_of
from jovian.table.polygons import COSINE, FULL_TURN, SINE, Point, Points, Pose, hull
from jovian.table.shapes import Outline, Placed, Shape

# --- Paths ---
# A shape that moves past another is a point that moves past their cached sum. So the first touch is where a ray meets a
# polygon with rounded corners.


def entry(total: Sum, p: Point, v: Point, grow: float) -> float | None:
    """Return the share of v (0..1) after which a ray from outside meets the sum grown by a radius, or None."""
    t_in, t_out, k = -1e300, 1e300, -1
    for i, (nx, ny, c) in enumerate(total.edges):
        room = c + grow - (nx * p[0] + ny * p[1])
        pace = nx * v[0] + ny * v[1]
        if pace < 0:
            if room / pace > t_in:
                t_in, k = room / pace, i
        elif pace > 0:
            t_out = min(t_out, room / pace)
        elif room < 0:
            return None
    if t_in > t_out or t_in > 1 or t_out < 0:
        return None
    if k >= 0 and t_in >= 0:
        start, end = total.spans[k]
        along = total.along(k, p[0] + t_in * v[0], p[1] + t_in * v[1])
        if grow == 0 or start <= along <= end:
            return t_in
    return _round_corner(total.corners, p, v, grow)


def _round_corner(corners: Points, p: Point, v: Point, radius: float) -> float | None:
    """Return where the ray first meets a circle around one of the corners, or None."""
    vx, vy = v
    a = vx * vx + vy * vy
    best: float | None = None
    for x, y in corners:
        mx, my = p[0] - x, p[1] - y
        b, c = mx * vx + my * vy, mx * mx + my * my - radius * radius
        square = b * b - a * c
        if b >= 0 or square < 0:
            continue
        t = max(0.0, (-b - sqrt(square)) / a)
        if t <= 1 and (best is None or t < best):
            best = t
    return best


def first_touch(
    moving: Shape, pose: Pose, dx: float, dy: float, other: Shape, other_pose: Pose, within: float = 0.0
) -> float | None:
    """Return the inches along the straight leg until the shape comes within that distance of the other, or None.

    None means never, or that it starts within the distance. The tolerance counts at both ends (R13).
    """
    length = sqrt(dx * dx + dy * dy)
    if length == 0 or _passes_clear(moving, pose, (dx, dy, length), other, other_pose, within):
        return None
    if separation(moving, pose, other, other_pose) <= within + TOLERANCE:
        return None
    turn = 0 if other.round else (other_pose.heading - pose.heading) % 360
    total = sum_of(moving, other, turn)
    p = pose.from_table(other_pose.x, other_pose.y)
    v = Pose(0.0, 0.0, pose.heading).from_table(-dx, -dy)
    near = moving.radius + other.radius + within
    for grow in (near, near + TOLERANCE / 2):
        share = entry(total, p, v, grow)
        if share is not None:
            return share * length
    ends_near = separation(moving, pose.moved(dx, dy), other, other_pose) <= within + TOLERANCE
    return length if ends_near else None


def _passes_clear(
    moving: Shape, pose: Pose, leg: tuple[float, float, float], other: Shape, other_pose: Pose, within: float
) -> bool:
    """Return whether even circles around both shapes stay too far apart. This quick check comes first."""
    dx, dy, length = leg
    px, py = other_pose.x - pose.x, other_pose.y - pose.y
    reach = moving.reach + other.reach + within + TOLERANCE
    aside = (px * dy - py * dx) / length
    along = (px * dx + py * dy) / length
    return aside > reach or aside < -reach or along < -reach or along > length + reach


def first_touch_outline(
    moving: Shape, pose: Pose, dx: float, dy: float, outline: Outline, other_pose: Pose, within: float = 0.0
) -> float | None:
    """Return `first_touch` for an outline of several parts, or None if it starts within the distance of any part."""
    if any(near(moving, pose, part, other_pose, within) for part in outline):
        return None
    touches = [first_touch(moving, pose, dx, dy, part, other_pose, within) for part in outline]
    return min((touch for touch in touches if touch is not None), default=None)


def turn_touches(base: Shape, pose: Pose, angle: int, other: Shape, other_pose: Pose) -> bool:
    """Return whether the base touches the other at any degree of a pivot, including both ends."""
    return any(near(base, step, other, other_pose, 0.0) for step in pivot(pose, angle))


def pivot(pose: Pose, angle: int) -> list[Pose]:
    """Return the poses of a pivot, one for each degree, including both ends."""
    sign = 1 if angle > 0 else -1
    return [pose.turned(sign * degrees) for degrees in range(abs(angle) + 1)]


def sweep_hull(shape: Shape, pose: Pose, dx: float, dy: float) -> Points:
    """Return the area that a straight move covers, as the corners of a convex polygon (roundings by short edges)."""
    x, y, heading = pose
    corners = [(x + px, y + py) for px, py in shape.filled(heading)]
    return hull([*corners, *((px + dx, py + dy) for px, py in corners)])


# --- Free places ---
# Each obstacle forbids the base's center a convex region, their sum. The nearest allowed point is the start, the foot
# of a perpendicular on a region's rim, or a crossing of two rims. So it is the first free one of finitely many
# candidates, nearest first.

CLEARANCE = 0.0015
"""Inches between the base and obstacles: slightly more than the tolerance."""

FIRST_HORIZON = 2.0
"""The first search radius in inches. It is doubled until there is a free place."""

Segment = tuple[Point, Point]
About = Callable[[float], Sequence[Placed]]
"""Returns the obstacles that may be within a number of inches of a base, and perhaps some more."""


def nearest_free(
    shape: Shape,
    pose: Pose,
    obstacles: Sequence[Placed],
    width: float,
    height: float,
    within: float | None = None,
) -> Pose | None:
    """Return the nearest pose with the same heading that is wholly on the table and touches no obstacle, or None.

    `within` limits the distance of the center. Of equally near poses the one with the lowest x, then y, is returned.
    """
    return nearest_free_about(shape, pose, lambda inches: obstacles, width, height, within)


def nearest_free_about(
    shape: Shape, pose: Pose, about: About, width: float, height: float, within: float | None = None
) -> Pose | None:
    """Return `nearest_free` for many obstacles: `about` returns those within the inches that are searched."""
    limit = width + height + abs(pose.x) + abs(pose.y) if within is None else within
    horizon = FIRST_HORIZON
    while True:
        free = _search(shape, pose, about, (width, height), min(horizon, limit))
        if free is not None or horizon >= limit:
            return free
        horizon *= 2


def _is_free(shape: Shape, pose: Pose, obstacles: Sequence[Placed], table: tuple[float, float]) -> bool:
    return not extends_off_table(shape, pose, *table) and not any(touches(shape, pose, *placed) for placed in obstacles)


def _search(shape: Shape, pose: Pose, about: About, table: tuple[float, float], limit: float) -> Pose | None:
    """Return the nearest free pose within the limit, or None. Obstacles out of reach are skipped."""
    reach = limit + CLEARANCE
    near = [placed for placed in about(reach) if within(shape, pose, *placed, reach)]
    box = _center_box(shape, pose.heading, table)
    if box is None:
        return None
    rims = [_rim(box), *(_rim(_forbidden(shape, pose.heading, *placed)) for placed in near)]
    for x, y in _candidates((pose.x, pose.y), box, rims, limit):
        free = Pose(x, y, pose.heading).rounded()
        if _is_free(shape, free, near, table):
            return free
    return None


def _center_box(shape: Shape, heading: int, table: tuple[float, float]) -> Points | None:
    """Return the rectangle of center positions for which the base is on the table, or None."""
    x0, x1, y0, y1 = shape.extents(heading)
    left, right, bottom, top = -x0, table[0] - x1, -y0, table[1] - y1
    if left > right or bottom > top:
        return None
    return (left, bottom), (right, bottom), (right, top), (left, top)


@lru_cache(maxsize=256)
def _forbidden(shape: Shape, heading: int, other: Shape, other_pose: Pose) -> Points:
    """Return a convex polygon around all center positions at which the base would touch the other."""
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
    """Return every point that can be the nearest allowed one, nearest first."""
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
    """Return the nearest point of a segment."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    share = ((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey)
    share = min(1.0, max(0.0, share))
    return a[0] + share * ex, a[1] + share * ey


def _crossing(one: Segment, two: Segment) -> Point | None:
    """Return where two segments cross, or None if they don't or are parallel."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = two
    rx, ry, sx, sy = bx - ax, by - ay, dx - cx, dy - cy
    size = rx * sy - ry * sx
    if size == 0:
        return None
    t = ((cx - ax) * sy - (cy - ay) * sx) / size
    u = ((cx - ax) * ry - (cy - ay) * rx) / size
    return (ax + t * rx, ay + t * ry) if 0 <= t <= 1 and 0 <= u <= 1 else None


# --- Overlapping ships ---


def clear_after(moving: Shape, pose: Pose, other: Shape, other_pose: Pose, back: bool = False) -> float:
    """Return the inches straight ahead (or back) until the moving shape is past the other and just touches it.

    Return 0 if the other isn't in its way.
    """
    total = sum_of(moving, other, 0 if other.round else (other_pose.heading - pose.heading) % 360)
    x, y = pose.from_table(other_pose.x, other_pose.y)
    if back:
        y = -y
    far = sqrt(x * x + y * y) + moving.reach + other.reach + 1.0
    sign = -1.0 if back else 1.0
    share = entry(total, (x, sign * (y - far)), (0.0, sign * far), moving.radius + other.radius)
    return 0.0 if share is None else far * (1.0 - share)


def slide_clear(moving: Shape, pose: Pose, other: Placed, further: Sequence[Placed] = (), back: bool = False) -> Pose:
    """Return the pose after it slides along its heading until its rear edge touches the other (R25).

    With `back` it slides in reverse until its front edge touches. It also slides past any of `further` that it would
    overlap then.
    """
    sign = -1.0 if back else 1.0
    passed = clear_after(moving, pose, other[0], other[1], back)
    ends = [clear_after(moving, pose, shape, stands, back) for shape, stands in further]
    for end, i in sorted(zip(ends, range(len(ends)), strict=True)):
        if end > passed and overlaps(moving, pose.advanced(sign * passed), *further[i]):
            passed = end
    return pose.advanced(sign * passed).rounded()


def reposition(
    moving: Shape, pose: Pose, other: Placed, further: Sequence[Placed], width: float, height: float
) -> Pose | None:
    """Return where an overlapping ship goes: ahead, else back, else to the nearest free place (R25, R26), or None.

    None means that the table has no free place.
    """
    for back in (False, True):
        slid = slide_clear(moving, pose, other, further, back)
        if not extends_off_table(moving, slid, width, height):
            return slid
    return nearest_free(moving, pose, [other, *further], width, height)
