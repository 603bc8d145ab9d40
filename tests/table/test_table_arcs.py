"""Tests of arcs (R15, R16) and of the share of a base inside them (R17)."""

import pytest
from hypothesis import given, settings

from jovian.table import MAIN_ARCS, Pose, Shape, arc_shares, arcs_of, covers, in_spinal, main_arcs
from tests.table.bases import HEX, LARGE, MEDIUM, SMALL
from tests.table.posed import poses, quarter_turn, shapes

HERE = Pose(20, 20, 0)


def test_straight_ahead_and_around() -> None:
    assert arcs_of(SMALL, HERE, SMALL, Pose(20, 30, 0)) == ("fore", "spinal")
    assert arcs_of(SMALL, HERE, SMALL, Pose(30, 20, 0)) == ("starboard",)
    assert arcs_of(SMALL, HERE, SMALL, Pose(20, 10, 0)) == ("aft",)
    assert arcs_of(SMALL, HERE, SMALL, Pose(10, 20, 0)) == ("port",)
    assert arcs_of(SMALL, Pose(20, 20, 90), SMALL, Pose(30, 20, 0)) == ("fore", "spinal")


def test_a_base_on_the_line_lies_in_both_arcs() -> None:
    assert arcs_of(SMALL, HERE, SMALL, Pose(30, 30, 0)) == ("fore", "starboard")
    assert arcs_of(SMALL, HERE, SMALL, Pose(10, 30, 0)) == ("fore", "port")
    assert arcs_of(SMALL, HERE, SMALL, Pose(10, 10, 0)) == ("aft", "port")


def test_an_edge_that_just_reaches_the_line_counts() -> None:
    """The corner of a 2 x 2 square at (30, 32) is at (31, 31), on the line."""
    square = Shape.rect(2, 2)
    assert arcs_of(SMALL, HERE, square, Pose(30, 32, 0)) == ("fore", "starboard")
    assert arcs_of(SMALL, HERE, square, Pose(30, 32.01, 0)) == ("fore",)
    circle = Shape.circle(1)
    assert arcs_of(SMALL, HERE, circle, Pose(30, 31.414, 0)) == ("fore", "starboard")
    assert arcs_of(SMALL, HERE, circle, Pose(30, 31.417, 0)) == ("fore",)


def test_wide_things_lie_in_several_arcs_at_once() -> None:
    wall = Shape.rect(60, 1)
    assert arcs_of(SMALL, HERE, wall, Pose(20, 25, 0)) == ("fore", "starboard", "port", "spinal")
    assert arcs_of(SMALL, HERE, MEDIUM, Pose(20, 20, 45)) == ("fore", "starboard", "aft", "port", "spinal")
    assert arcs_of(SMALL, HERE, wall, Pose(22, 18, 135)) == ("starboard", "aft")
    assert arcs_of(SMALL, HERE, wall, Pose(22, 18, 125)) == ("fore", "starboard", "aft")


def test_spinal_is_the_strip_ahead_of_the_front_edge() -> None:
    assert in_spinal(SMALL, HERE, HEX, Pose(20, 40, 0))
    assert in_spinal(SMALL, HERE, SMALL, Pose(21.5, 30, 0))  # The edges coincide.
    assert not in_spinal(SMALL, HERE, SMALL, Pose(21.51, 30, 0))
    assert not in_spinal(SMALL, HERE, SMALL, Pose(20, 19.9, 0))
    assert in_spinal(SMALL, HERE, SMALL, Pose(20, 20.5, 0))
    assert in_spinal(SMALL, HERE, Shape.circle(1), Pose(21.75, 30, 0))
    assert not in_spinal(SMALL, HERE, Shape.circle(1), Pose(21.76, 30, 0))
    assert in_spinal(SMALL, HERE, Shape.rect(60, 0.5), Pose(20, 35, 10)), "crosses without a corner inside"


def test_shares_by_hand() -> None:
    square = Shape.rect(2, 2)
    assert arc_shares(SMALL, HERE, square, Pose(30, 30, 0)) == pytest.approx(
        {"fore": 0.5, "starboard": 0.5, "aft": 0, "port": 0}
    )
    assert arc_shares(SMALL, HERE, square, Pose(30, 31, 0)) == pytest.approx(
        {"fore": 0.875, "starboard": 0.125, "aft": 0, "port": 0}
    )
    assert arc_shares(SMALL, HERE, square, Pose(20, 20, 30)) == pytest.approx(dict.fromkeys(MAIN_ARCS, 0.25))


def test_ties_are_told_as_ties() -> None:
    for heading in (0, 45, 90, 135):
        for other in (SMALL if heading % 90 else HEX.grown(0), Shape.circle(1.5), Shape.rect(2, 2)):
            if other.round or other.width == other.length or heading % 90:
                assert main_arcs(LARGE, HERE, other, Pose(25, 25, heading)) == ("fore", "starboard")
                assert main_arcs(LARGE, HERE, other, Pose(15, 15, heading)) == ("aft", "port")
    assert main_arcs(SMALL, HERE, SMALL, Pose(30, 30.001, 45)) == ("fore",)


@settings(max_examples=150)
@given(base=shapes, pose=poses, other=shapes, there=poses)
def test_shares_add_up_and_lie_in_the_arcs(base: Shape, pose: Pose, other: Shape, there: Pose) -> None:
    shares = arc_shares(base, pose, other, there)
    assert list(shares) == list(MAIN_ARCS)
    total = 0.0
    for share in shares.values():
        assert share >= -1e-12
        total += share
    assert total == pytest.approx(1)
    arcs = arcs_of(base, pose, other, there)
    assert {name for name, share in shares.items() if share > 1e-9} <= set(arcs)
    most = main_arcs(base, pose, other, there)
    assert most and set(most) <= set(arcs)
    assert most == tuple(name for name in MAIN_ARCS if shares[name] >= max(shares.values()) - 1e-9)


@settings(max_examples=100)
@given(base=shapes, pose=poses, other=shapes, there=poses)
def test_a_quarter_turn_of_the_table_changes_no_bit(base: Shape, pose: Pose, other: Shape, there: Pose) -> None:
    turned = quarter_turn(pose), quarter_turn(there)
    assert arc_shares(base, turned[0], other, turned[1]) == arc_shares(base, pose, other, there)
    assert arcs_of(base, turned[0], other, turned[1]) == arcs_of(base, pose, other, there)


@settings(max_examples=100)
@given(base=shapes, pose=poses, other=shapes, there=poses)
def test_turning_the_base_turns_the_arcs(base: Shape, pose: Pose, other: Shape, there: Pose) -> None:
    shares = list(arc_shares(base, pose, other, there).values())
    turned = list(arc_shares(base, pose.turned(90), other, there).values())
    assert turned == pytest.approx([*shares[1:], shares[0]], abs=1e-9)


@settings(max_examples=100)
@given(pose=poses, other=shapes, there=poses)
def test_arcs_agree_with_sampled_points(pose: Pose, other: Shape, there: Pose) -> None:
    """If a point of the other base is clearly inside an arc, the base is in that arc."""
    expected: set[str] = set()
    for i in range(-12, 13):
        for j in range(-12, 13):
            point = there.to_table(i / 6, j / 6)
            if covers(point, other, there):
                x, y = pose.from_table(*point)
                sideways = "starboard" if x > 0 else "port"
                expected.add("fore" if y >= abs(x) else "aft" if -y >= abs(x) else sideways)
    assert expected <= set(arcs_of(SMALL, pose, other, there))
