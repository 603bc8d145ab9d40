"""Posed shapes for property tests, and slow, obvious measuring to hold the quick one against."""

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
    """The pose after the whole table is turned clockwise by 90 degrees about the origin."""
    return Pose(pose.y, -pose.x, (pose.heading + 90) % 360)


def edges(shape: Shape, pose: Pose) -> list[tuple[Spot, Spot]]:
    """The edges of the core polygon on the table; one of no length for a circle."""
    corners = [(pose.x + x, pose.y + y) for x, y in shape.turned(pose.heading)]
    return [(corners[i - 1], corners[i]) for i in range(len(corners))]


def inside(point: Spot, shape: Shape, pose: Pose) -> bool:
    """Whether a point lies in the core polygon."""
    if len(shape.points) == 1:
        return False
    return all(side(a, b, point) >= 0 for a, b in edges(shape, pose))


def side(p: Spot, q: Spot, r: Spot) -> float:
    """Positive if r lies to the left of the line from p to q."""
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def segments_cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two segments properly cross."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def slow_distance(a: Shape, pa: Pose, b: Shape, pb: Pose) -> float:
    """Distance by trying every corner against every edge."""
    ours, theirs = edges(a, pa), edges(b, pb)
    if any(inside(q, a, pa) for q, _ in theirs) or any(inside(p, b, pb) for p, _ in ours):
        return 0.0
    if any(segments_cross(*one, *two) for one in ours for two in theirs):
        return 0.0
    gaps = [point_to_segment(p, *two) for one in ours for two in theirs for p in one]
    gaps += [point_to_segment(q, *one) for one in ours for two in theirs for q in two]
    return max(0.0, min(gaps) - a.radius - b.radius)
