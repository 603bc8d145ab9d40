"""Tests of moves from one pose to another: the distance, and straight moves toward it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from jovian.table import Pose

POSES = st.builds(Pose, st.floats(0, 48, allow_nan=False), st.floats(0, 48, allow_nan=False), st.integers(0, 359))


@given(POSES, POSES)
def test_it_is_as_far_there_as_back(one: Pose, other: Pose) -> None:
    assert one.distance_to(other) == other.distance_to(one) >= 0


@given(POSES, POSES, st.floats(0.01, 5))
def test_toward_and_away(one: Pose, other: Pose, inches: float) -> None:
    apart = one.distance_to(other)
    if apart > 0.001:
        assert abs(one.distance_to(one.toward(other, inches)) - inches) < 1e-6
        assert abs(one.toward(other, -inches).distance_to(other) - (apart + inches)) < 1e-6
        assert abs(one.toward(other, apart).distance_to(other)) < 1e-6
    assert one.toward(other, inches).heading == one.heading


def test_no_way_is_no_error() -> None:
    at = Pose(3, 4, 90)
    assert at.toward(at, 2) == at
    assert Pose(0, 0).distance_to(Pose(3, 4, 180)) == 5
