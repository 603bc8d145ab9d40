"""Tests of poses and the sine table."""

import math

import pytest
from hypothesis import given, settings

from jovian.table import Pose
from jovian.table.polygons import COSINE, SINE, turned_point
from tests.table.posed import headings, poses


def test_table_is_the_rounded_sine() -> None:
    for degree in range(360):
        assert SINE[degree] == pytest.approx(math.sin(math.radians(degree)), abs=6e-13)
        assert COSINE[degree] == pytest.approx(math.cos(math.radians(degree)), abs=6e-13)


def test_exact_where_it_can_be() -> None:
    assert [SINE[d] for d in (0, 30, 90, 150, 180, 210, 270, 330)] == [0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5]
    assert [COSINE[d] for d in (0, 60, 90, 120, 180, 240, 270, 300)] == [1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5]
    assert SINE[45] == COSINE[45] == -SINE[225]
    assert not any(math.copysign(1, v) < 0 for v in (*SINE, *COSINE) if v == 0)


def test_a_quarter_turn_is_exact() -> None:
    assert turned_point(1.2345, -6.789, 90) == (-6.789, -1.2345)


def test_headings_run_clockwise_from_up_the_table() -> None:
    assert Pose(5, 5, 0).advanced(2) == (5, 7, 0)
    assert Pose(5, 5, 90).advanced(2) == (7, 5, 90)
    assert Pose(5, 5, 180).advanced(2) == (5, 3, 180)
    assert Pose(5, 5, 270).advanced(-2) == (7, 5, 270)
    assert Pose(5, 5, 30).advanced(2).x == 6


def test_turning_keeps_the_heading_in_range() -> None:
    assert Pose(1, 2, 10).turned(-45) == (1, 2, 325)
    assert Pose(1, 2, 330).turned(45) == (1, 2, 15)


def test_rounding_and_negative_zero() -> None:
    rounded = Pose(-0.00001, 1.23456, 360).rounded()
    assert rounded == (0.0, 1.2346, 0)
    assert math.copysign(1, rounded.x) == 1


@settings(max_examples=50)
@given(pose=poses, heading=headings)
def test_to_and_from_the_table(pose: Pose, heading: int) -> None:
    x, y = pose.to_table(1.5, -2.5)
    assert pose.from_table(x, y) == pytest.approx((1.5, -2.5), abs=1e-9)
    there_and_back = pose.advanced(3).advanced(-3)
    assert there_and_back[:2] == pytest.approx(pose[:2], abs=1e-9)
    assert pose.turned(heading).turned(-heading) == pose
