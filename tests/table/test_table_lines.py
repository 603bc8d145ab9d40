"""Tests of lines of sight and of lines with a width (R18, R19)."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from jovian.table import POINT, Pose, Shape, nearest_segment, segment_touches, separation, strip
from tests.table.bases import SMALL
from tests.table.posed import coordinates, poses, shapes

points = st.tuples(coordinates, coordinates)


def test_by_hand() -> None:
    here = Pose(10, 10, 0)
    assert segment_touches((5, 10), (15, 10), 0, SMALL, here)
    assert segment_touches((5, 11), (15, 11), 0, SMALL, here), "along the edge"
    assert not segment_touches((5, 11.01), (15, 11.01), 0, SMALL, here)
    assert segment_touches((5, 11.5), (15, 11.5), 1, SMALL, here)
    assert not segment_touches((5, 11.51), (15, 11.51), 1, SMALL, here)
    assert not segment_touches((11, 10), (15, 10), 1, SMALL, here), "square ends reach no further back"
    assert segment_touches((10, 10), (10.1, 10), 0, SMALL, here), "inside altogether"
    assert segment_touches((10, 10), (10, 10), 0, SMALL, here)
    assert not segment_touches((11, 10), (11, 10), 1, SMALL, here), "no line, just a point"
    assert segment_touches((0, 0), (20, 0), 1, Shape.circle(2), Pose(10, 2.5, 0))
    assert not segment_touches((0, 0), (20, 0), 1, Shape.circle(2), Pose(10, 2.51, 0))
    assert not segment_touches((0, 0), (20, 0), 1, Shape.circle(2), Pose(21.9, 1.9, 0)), "past the corner"


def test_the_strip_to_draw() -> None:
    assert strip((0, 0), (0, 10), 1) == ((0.5, 0), (0.5, 10), (-0.5, 10), (-0.5, 0))


@settings(max_examples=150)
@given(p=points, q=points, width=st.sampled_from([0.0, 1.0]), shape=shapes, pose=poses)
def test_agrees_with_the_strip_as_a_shape(
    p: tuple[float, float], q: tuple[float, float], width: float, shape: Shape, pose: Pose
) -> None:
    assume((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 > 0.01)
    line = Shape.polygon(strip(p, q, max(width, 1e-6)))
    gap = separation(line, Pose(0, 0, 0), shape, pose)
    assume(abs(gap - 0.001) > 1e-5)
    assert segment_touches(p, q, width, shape, pose) == (gap <= 0.001)


@settings(max_examples=60)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_the_shortest_line_touches_both_ends_only_just(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    line = nearest_segment(a, pa, b, pb)
    if line is not None:
        assert segment_touches(*line, 0, a, pa) and segment_touches(*line, 0, b, pb)
        middle = Pose((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2, 0)
        assert separation(a, pa, POINT, middle) > 0 and separation(b, pb, POINT, middle) > 0
