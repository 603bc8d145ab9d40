"""Where a moving base first comes near something: straight legs exactly, pivots degree by degree.

A shape moving past another is a point moving past their cached sum, so the first touch is where a ray
meets a polygon with rounded corners.
"""

from math import sqrt

from jovian.table.measure import TOLERANCE, separation
from jovian.table.measure import within as near
from jovian.table.shapes.minkowski import Sum, sum_of
from jovian.table.shapes.polygon import Point, Points, hull
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Outline, Shape


def entry(total: Sum, p: Point, v: Point, grow: float) -> float | None:
    """Where a ray from outside meets the sum grown by a radius: the share of v gone (0..1), or None."""
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
    """Where the ray first meets a circle about one of the corners."""
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
    """Inches along the straight leg at which the moving shape first comes within that distance from outside.

    None if it never does, or starts within it already. The tolerance counts at both ends (R13).
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
    """Whether even circles around both shapes stay too far apart: the cheap test in front."""
    dx, dy, length = leg
    px, py = other_pose.x - pose.x, other_pose.y - pose.y
    reach = moving.reach + other.reach + within + TOLERANCE
    aside = (px * dy - py * dx) / length
    along = (px * dx + py * dy) / length
    return aside > reach or aside < -reach or along < -reach or along > length + reach


def first_touch_outline(
    moving: Shape, pose: Pose, dx: float, dy: float, outline: Outline, other_pose: Pose, within: float = 0.0
) -> float | None:
    """`first_touch` for a terrain outline of several parts; None if it starts within the distance of any part."""
    if any(near(moving, pose, part, other_pose, within) for part in outline):
        return None
    touches = [first_touch(moving, pose, dx, dy, part, other_pose, within) for part in outline]
    return min((touch for touch in touches if touch is not None), default=None)


def turn_touches(base: Shape, pose: Pose, angle: int, other: Shape, other_pose: Pose) -> bool:
    """Whether a pivot of so many degrees makes the base touch, at its start, on its way or at its end."""
    return any(near(base, step, other, other_pose, 0.0) for step in pivot(pose, angle))


def pivot(pose: Pose, angle: int) -> list[Pose]:
    """The poses of a pivot, one a degree, both ends included."""
    sign = 1 if angle > 0 else -1
    return [pose.turned(sign * degrees) for degrees in range(abs(angle) + 1)]


def sweep_hull(shape: Shape, pose: Pose, dx: float, dy: float) -> Points:
    """The area that a straight move covers, as the corners of a convex polygon (roundings by short edges)."""
    x, y, heading = pose
    corners = [(x + px, y + py) for px, py in shape.filled(heading)]
    return hull([*corners, *((px + dx, py + dy) for px, py in corners)])
