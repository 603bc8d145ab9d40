"""Tests of regions that contain a base: wholly, with its rim, or any part of it (R13, R81)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.table import Disc, Patch, Pose, Rect, Region, Shape, Vicinity, distance, overlaps
from jovian.table.shapes import POINT
from tests.table.bases import HEX, SMALL
from tests.table.posed import shapes

NOTCHED = Patch(((0, 0), (20, 0), (20, 20), (12, 20), (10, 5), (8, 20), (0, 20)))
"""A square with a narrow notch from above, down to (10, 5)."""
ROUND = Shape.circle(1.0)


@pytest.mark.parametrize(
    ("region", "pose", "held"),
    [
        (Rect(0, 0, 48, 12), Pose(1, 11, 0), True),
        (Rect(0, 0, 48, 12), Pose(1, 11.01, 0), False),
        (Disc(24, 24, 6), Pose(29, 24, 0), True),
        (Disc(24, 24, 6), Pose(29.01, 24, 0), False),
        (Vicinity(24, 24, 3), Pose(28, 24, 0), True),
        (Vicinity(24, 24, 3), Pose(28.01, 24, 0), False),
        (NOTCHED, Pose(1, 1, 0), True),
        (NOTCHED, Pose(0.9, 1, 0), False),
        (NOTCHED, Pose(10, 4, 0), True),
        (NOTCHED, Pose(10, 4.1, 0), False),
        (NOTCHED, Pose(10, 10, 0), False),
        (NOTCHED, Pose(25, 10, 0), False),
    ],
)
def test_a_round_base_is_held(region: Region, pose: Pose, held: bool) -> None:
    assert region.holds(ROUND, pose) is held


def test_a_notch_that_runs_through_a_base_cuts_it() -> None:
    """All corners of the base and its center are in the polygon."""
    base, gap = Shape.rect(8, 2), Patch(((0, 0), (20, 0), (20, 10), (13, 10), (12.5, 4), (12, 10), (0, 10)))
    assert gap.holds(base, Pose(10, 3, 0)) and not gap.holds(base, Pose(10, 4, 0))


@given(shapes, st.floats(0, 20), st.floats(0, 20), st.integers(0, 359))
def test_a_square_patch_is_a_rectangle(shape: Shape, x: float, y: float, heading: int) -> None:
    """Except very near the rim."""
    pose, side = Pose(x, y, heading), ((0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0))
    as_patch, hair = Patch(side).holds(shape, pose), 0.002
    if Rect(hair, hair, 20 - hair, 20 - hair).holds(shape, pose):
        assert as_patch
    elif not Rect(-hair, -hair, 20 + hair, 20 + hair).holds(shape, pose):
        assert not as_patch


@given(shapes, st.floats(0, 20), st.floats(0, 20), st.integers(0, 359))
def test_a_vicinity_is_measured_from_the_nearest_part(shape: Shape, x: float, y: float, heading: int) -> None:
    pose = Pose(x, y, heading)
    inches = distance(shape, pose, POINT, Pose(10, 10, 0))
    if abs(inches - 3) > 0.002:
        assert Vicinity(10, 10, 3).holds(shape, pose) is (inches < 3)


@pytest.mark.parametrize("region", [Rect(2, 3, 20, 12), Disc(9, 9, 6), Vicinity(9, 9, 3), NOTCHED])
def test_its_parts_and_its_outline_are_where_it_is(region: Region) -> None:
    left, bottom, right, top = region.box
    xs, ys = [x for x, _ in region.outline], [y for _, y in region.outline]
    assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((left, bottom, right, top))
    middle = Pose((left + right) / 2, bottom + 1.7, 0)
    assert any(overlaps(SMALL, middle, part, at) for part, at in region.parts)
    assert not any(overlaps(HEX, Pose(right + 5, top + 5, 0), part, at) for part, at in region.parts)
