"""Posed shapes for property tests, and slow, simple measurements to compare with the fast ones."""

from hypothesis import strategies as st

from jovian.table import Pose, Shape
from jovian.table.polygons import point_to_segment
from tests.table.bases import HEX, LARGE, MEDIUM, SMALL

Spot = tuple[float, float]

TRIANGLE = Shape.polygon([(-1.0, -1.0), (2.0, -0.5), (0.5, 1.5)])
SHAPES = (SMALL, MEDIUM, LARGE, HEX, Shape.circle(1.5), Shape.circle(0.5), TRIANGLE)

shapes = st.sampled_from(SHAPES)
headings = st.integers(0, 359)
coordinates = st.integers(-80_000, 80_000).map(lambda n: n / 10_000)
poses = st.builds(Pose, coordinates, coordinates, headings)
steps = st.integers(-120, 120).map(lambda n: n / 10)


def quarter_turn(pose: Pose) -> Pose:
    """Return the pose after a turn of the whole table by 90 degrees clockwise about the origin."""
    return Pose(pose.y, -pose.x, (pose.heading + 90) % 360)


def edges(shape: Shape, pose: Pose) -> list[tuple[Spot, Spot]]:
    """Return the edges of the core polygon on the table. A circle has one edge of length 0."""
    corners = [(pose.x + x, pose.y + y) for x, y in shape.turned(pose.heading)]
    return [(corners[i - 1], corners[i]) for i in range(len(corners))]


def inside(point: Spot, shape: Shape, pose: Pose) -> bool:
    """Return whether a point is in the core polygon."""
    if len(shape.points) == 1:
        return False
    return all(side(a, b, point) >= 0 for a, b in edges(shape, pose))


def side(p: Spot, q: Spot, r: Spot) -> float:
    """Return a positive number if r is to the left of the line from p to q."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def segments_cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Return whether two segments properly cross."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def slow_distance(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Return the distance, by comparing every corner with every edge."""
    ours, theirs = edges(a, pa), edges(b, pb)
    if any(inside(q, a, pa) for q, _ in theirs) or any(inside(p, b, pb) for p, _ in ours):
        return 0.0
    if any(segments_cross(*one, *two) for one in ours for two in theirs):
        return 0.0
    gaps = [point_to_segment(p, *two) for one in ours for two in theirs for p in one]
    gaps += [point_to_segment(q, *one) for one in ours for two in theirs for q in two]
    return max(0.0, min(gaps) - a.radius - b.radius)
