"""Tests of the first contact along legs and pivots."""

from math import sqrt

import pytest
from hypothesis import given, settings

from jovian.table import (
    Pose,
    Shape,
    convex_parts,
    distance,
    first_touch,
    first_touch_outline,
    overlaps,
    pivot,
    sweep_hull,
    touches,
    turn_touches,
)
from jovian.table.polygons import signed_area
from tests.table.bases import HEX, SMALL
from tests.table.posed import poses, quarter_turn, shapes, steps


def test_first_touch_by_hand() -> None:
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(0, 6, 0)) == 4
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 3.9, SMALL, Pose(0, 6, 0)) is None
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(0, 6, 0), within=3) == 1
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(1.6, 6, 0)) is None
    assert first_touch(SMALL, Pose(0, 0, 0), 0, -10, SMALL, Pose(0, 6, 0)) is None
    assert first_touch(HEX, Pose(0, 0, 0), 0, -9, Shape.circle(1), Pose(0, -8, 0)) == 6.5
    assert first_touch(Shape.circle(1), Pose(0, 0, 0), 6, 8, Shape.circle(1), Pose(6, 8, 0)) == pytest.approx(8)


def test_a_rounded_corner_is_met_later_than_a_square_one() -> None:
    """If the range of 5 passes a corner at 3 to the side, it touches the corner 4 before it."""
    touch = first_touch(SMALL, Pose(0, 0, 0), 0, 30, SMALL, Pose(4.5, 20, 0), within=5)
    assert touch == pytest.approx(20 - 2 - 4)


def test_starting_within_is_not_coming_from_outside() -> None:
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(0, 6, 0), within=4) is None
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(0, 6, 0), within=3.9995) is None
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 10, SMALL, Pose(0, 2, 0)) is None
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 0, SMALL, Pose(0, 6, 0)) is None


def test_the_tolerance_counts_at_the_end_and_aside() -> None:
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 3.9992, SMALL, Pose(0, 6, 0)) == 3.9992
    assert first_touch(SMALL, Pose(0, 0, 0), 0, 8, SMALL, Pose(1.5004, 6, 0)) == pytest.approx(4, abs=0.001)


def test_outlines_count_as_one_thing() -> None:
    parts = convex_parts([(0, 0), (4, 0), (4, 4), (3, 4), (3, 1), (1, 1), (1, 4), (0, 4)])
    there = Pose(10, 10, 0)
    tiny = Shape.rect(0.5, 0.5)
    assert first_touch_outline(tiny, Pose(12, 20, 0), 0, -20, parts, there) == pytest.approx(20 - 11 - 0.25)
    assert first_touch_outline(tiny, Pose(10.5, 20, 0), 0, -20, parts, there) == pytest.approx(20 - 14 - 0.25)
    assert first_touch_outline(tiny, Pose(10.5, 12, 0), 20, 0, parts, there) is None, "starts in one arm"
    assert first_touch_outline(tiny, Pose(30, 30, 0), 5, 0, parts, there) is None


def test_pivots() -> None:
    other = Pose(1.85, 0, 0)  # 1.1 from edge to center: 0.75 cos 25 + 1 sin 25 = 1.102.
    assert not touches(SMALL, Pose(0, 0, 0), SMALL, other)
    assert turn_touches(SMALL, Pose(0, 0, 0), 45, SMALL, other)
    assert turn_touches(SMALL, Pose(0, 0, 0), -45, SMALL, other)
    assert not turn_touches(SMALL, Pose(0, 0, 0), 24, SMALL, other)
    assert turn_touches(SMALL, Pose(0, 0, 0), 25, SMALL, other)
    assert turn_touches(SMALL, Pose(0, 0, 0), -25, SMALL, other)
    assert not turn_touches(SMALL, Pose(0, 0, 0), -45, SMALL, Pose(3, 0, 0))
    assert [pose.heading for pose in pivot(Pose(0, 0, 1), -3)] == [1, 0, 359, 358]


def test_a_pivot_touches_in_passing() -> None:
    """The thin needle is between the start and the end of the corners, so it is hit only on the way."""
    needle, there = Shape.circle(0.01), Pose(1.24, 0, 0)
    start = Pose(0, 0, 31)
    assert not touches(SMALL, start, needle, there) and not touches(SMALL, start.turned(45), needle, there)
    assert turn_touches(SMALL, start, 45, needle, there)


def test_sweeps() -> None:
    assert abs(signed_area(sweep_hull(SMALL, Pose(0, 0, 0), 0, 5))) == 1.5 * 7
    assert abs(signed_area(sweep_hull(SMALL, Pose(0, 0, 0), 3, 0))) == 2 * 4.5


@settings(max_examples=150)
@given(a=shapes, pose=poses, dx=steps, dy=steps, b=shapes, there=poses)
def test_first_touch_agrees_with_small_steps(a: Shape, pose: Pose, dx: float, dy: float, b: Shape, there: Pose) -> None:
    inches = 1.0
    touch = first_touch(a, pose, dx, dy, b, there, inches)
    length = sqrt(dx * dx + dy * dy)
    count = 200
    gaps = [distance(a, pose.moved(dx * i / count, dy * i / count), b, there) for i in range(count + 1)]
    if touch is None:
        assert gaps[0] <= inches + 0.002 or min(gaps) > inches
        return
    assert gaps[0] > inches
    share = touch / length
    at = distance(a, pose.moved(dx * share, dy * share), b, there)
    assert at == pytest.approx(inches, abs=0.0011)
    before = [gap for i, gap in enumerate(gaps) if i / count < share - 1e-9]
    assert all(gap > inches - 1e-9 for gap in before)


@settings(max_examples=60)
@given(a=shapes, pose=poses, dx=steps, dy=steps, b=shapes, there=poses)
def test_a_quarter_turn_of_the_table_changes_no_bit(
    a: Shape, pose: Pose, dx: float, dy: float, b: Shape, there: Pose
) -> None:
    turned = first_touch(a, quarter_turn(pose), dy, -dx, b, quarter_turn(there), 0.5)
    assert turned == first_touch(a, pose, dx, dy, b, there, 0.5)


@settings(max_examples=60)
@given(a=shapes, pose=poses, b=shapes, there=poses)
def test_a_pivot_that_ends_in_contact_touches(a: Shape, pose: Pose, b: Shape, there: Pose) -> None:
    if overlaps(a, pose.turned(30), b, there):
        assert turn_touches(a, pose, 30, b, there)
