"""Lines with a width: lines of sight (width 0) and the 1" wide lines of kinetic weapons (R18).

A line is a strip with square ends from one point to the other. The question is asked in the strip's own
frame, where the strip is an upright box.
"""

from math import sqrt

from jovian.table.measure import TOLERANCE, covers
from jovian.table.shapes.polygon import Point, Points, point_to_segment
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Shape

Box = tuple[float, float, float]
"""Length along, half width, and how far outside still counts."""


def strip(p: Point, q: Point, width: float) -> Points:
    """The four corners of the line, for drawing, counter-clockwise from the right of its start."""
    ux, uy, _ = _direction(p, q)
    sx, sy = uy * width / 2, -ux * width / 2
    return ((p[0] + sx, p[1] + sy), (q[0] + sx, q[1] + sy), (q[0] - sx, q[1] - sy), (p[0] - sx, p[1] - sy))


def _direction(p: Point, q: Point) -> tuple[float, float, float]:
    dx, dy = q[0] - p[0], q[1] - p[1]
    size = sqrt(dx * dx + dy * dy)
    return (dx / size, dy / size, size) if size else (0.0, 1.0, 0.0)


def segment_touches(p: Point, q: Point, width: float, shape: Shape, pose: Pose) -> bool:
    """Whether the line from p to q, so many inches wide, touches the shape, the tolerance granted.

    A line of no length is just a point, whatever its width.
    """
    if p == q:
        return covers(p, shape, pose)
    ux, uy, size = _direction(p, q)
    dx, dy = pose.x - p[0], pose.y - p[1]
    along, aside = dx * ux + dy * uy, dx * uy - dy * ux
    far = shape.reach + TOLERANCE
    if along < -far or along > size + far or abs(aside) > width / 2 + far:
        return False
    corners = [
        (along + x * ux + y * uy, aside + x * uy - y * ux) for x, y in reversed(shape.turned(pose.heading))
    ]
    return _meets_box(corners, (size, width / 2, shape.radius + TOLERANCE))


def _meets_box(corners: list[Point], box: Box) -> bool:
    """Whether a convex polygon comes within reach of the box."""
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
    """Whether part of the segment lies inside the box: cut to the four sides, something must remain."""
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
