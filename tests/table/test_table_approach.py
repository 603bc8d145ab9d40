"""Tests of moves into base contact (R24, R45, R71)."""

from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import (
    Placed,
    Pose,
    Shape,
    approaches,
    distance,
    extends_off_table,
    overlaps,
    pack,
    separation,
    touches,
)
from tests.table.bases import HEX, LARGE, SMALL
from tests.table.posed import headings, poses, shapes

TABLE = 24.0
MIDDLE = st.integers(40_000, 200_000).map(lambda n: n / 10_000)
on_table = st.builds(Pose, MIDDLE, MIDDLE, headings)
placed = st.lists(st.tuples(shapes, on_table), max_size=6)


def first(
    shape: Shape, pose: Pose, target: Shape, there: Pose, obstacles: list[Placed], size: float = 48
) -> Pose | None:
    return next(approaches(shape, pose, target, there, obstacles, size, size), None)


def gap_at(pose: Pose, place: Pose) -> float:
    return sqrt((place.x - pose.x) ** 2 + (place.y - pose.y) ** 2)


def rim_place(shape: Shape, heading: int, target: Shape, there: Pose, degree: int) -> Pose:
    """Return the place of contact from one direction, found by bisection."""
    near, out = 0.0, target.reach + shape.reach + 0.1
    for _ in range(40):
        middle = (near + out) / 2
        x, y, _ = Pose(there.x, there.y, degree).advanced(middle)
        if separation(shape, Pose(x, y, heading), target, there) > 0:
            out = middle
        else:
            near = middle
    x, y, _ = Pose(there.x, there.y, degree).advanced(out)
    return Pose(x, y, heading)


def test_straight_ahead() -> None:
    assert first(HEX, Pose(10, 10, 0), HEX, Pose(10, 15, 0), []) == (10, 14, 0)
    assert first(HEX, Pose(10, 10, 90), SMALL, Pose(15, 10, 0), []) == (13.75, 10, 90)
    assert first(Shape.circle(1), Pose(4, 3, 5), Shape.circle(4), Pose(12, 9, 0), []) == (8, 6, 5)


def test_the_nearest_side_and_not_the_way_to_the_center() -> None:
    assert first(HEX, Pose(10, 16.5, 0), LARGE, Pose(15, 15, 0), []) == (pytest.approx(13.173, abs=0.001), 16.5, 0)


def test_contact_that_is_there_stays() -> None:
    there = Pose(10, 11, 0)
    assert first(HEX, Pose(10, 10, 0), HEX, there, []) == (10, 10, 0)
    places = list(approaches(HEX, Pose(10, 10, 0), HEX, there, [(SMALL, Pose(10, 9, 0))], 48, 48))
    assert places and (10, 10, 0) not in places


def test_out_of_an_overlap() -> None:
    assert first(HEX, Pose(10.1, 10.6, 0), SMALL, Pose(10, 10, 0), []) == (10.1, 11.5, 0)
    circle = first(Shape.circle(0.5), Pose(10, 10, 0), Shape.circle(1.5), Pose(10, 10, 7), [])
    assert circle is not None and gap_at(Pose(10, 10), circle) == pytest.approx(2, abs=0.001)


def test_the_way_leads_around_what_stands_in_it() -> None:
    there, guard = Pose(10, 15, 0), (HEX, Pose(10, 14, 0))
    place = first(HEX, Pose(10, 10, 0), HEX, there, [guard])
    assert place is not None and touches(HEX, place, HEX, there) and not touches(HEX, place, *guard)
    assert place == (pytest.approx(10.868, abs=0.01), pytest.approx(14.5, abs=0.01), 0) or place == (
        pytest.approx(9.132, abs=0.01),
        pytest.approx(14.5, abs=0.01),
        0,
    )


def test_a_narrow_gap_is_found() -> None:
    there = Pose(10, 15, 0)
    walls = [(LARGE, Pose(10 - 1.835, 13.5, 0)), (LARGE, Pose(10 + 1.835, 13.5, 0))]
    below = [(SMALL, Pose(10, 17.51, 90))]
    places = list(approaches(HEX, Pose(10, 10, 0), HEX, there, [*walls, *below], 48, 48))
    assert places[0] == (10, 14, 0)
    assert all(not touches(HEX, place, *wall) for place in places for wall in walls)


def test_none_for_a_ringed_target() -> None:
    for degrees in (0, 17, 200):
        there = Pose(20, 20, degrees)
        ring = [(HEX, place) for place in pack(HEX, there, HEX, 6, [], 48, 48) or ()]
        assert len(ring) == 6
        assert list(approaches(HEX, Pose(20, 10, 30), HEX, there, ring, 48, 48)) == []
        assert first(HEX, Pose(20, 10, 30), HEX, there, ring[1:]) is None
        wide = [(SMALL, Pose(there.x, there.y, degree).advanced(1.9)) for degree in range(0, 360, 45)]
        assert first(HEX, Pose(5, 20, 0), HEX, there, wide) is None
    assert first(LARGE, Pose(2, 2, 0), HEX, Pose(1, 1, 0), [], 2) is None


def test_the_target_in_the_corner_of_the_table() -> None:
    there = Pose(0.577, 0.5, 0)
    places = list(approaches(HEX, Pose(0.6, 0.4, 0), HEX, there, [], 48, 48))
    assert places and not any(extends_off_table(HEX, place, 48, 48) for place in places)


@settings(max_examples=120)
@given(shape=shapes, pose=poses, target=shapes, there=on_table, obstacles=placed)
def test_every_place_touches_and_is_free(
    shape: Shape, pose: Pose, target: Shape, there: Pose, obstacles: list[Placed]
) -> None:
    places = list(approaches(shape, pose, target, there, obstacles, TABLE, TABLE))
    for place in places:
        assert place.heading == pose.heading and place == (round(place.x, 3), round(place.y, 3), place.heading)
        assert touches(shape, place, target, there) and touches(target, there, shape, place)
        assert not overlaps(shape, place, target, there) and not overlaps(target, there, shape, place)
        assert not any(touches(shape, place, *other) for other in obstacles)
        assert not extends_off_table(shape, place, TABLE, TABLE)
    assert len(set(places)) == len(places)
    ways = [gap_at(pose, place) for place in places]
    assert all(one <= two + 0.004 for one, two in pairwise(ways))


def is_open(shape: Shape, place: Pose, obstacles: list[Placed]) -> bool:
    """Return whether a place is on the table and clear of the obstacles."""
    return not extends_off_table(shape, place, TABLE, TABLE) and all(
        distance(shape, place, *other) > 0.01 for other in obstacles
    )


@settings(max_examples=120)
@given(shape=shapes, pose=on_table, target=shapes, there=on_table, obstacles=placed)
def test_none_is_nearer_than_the_first(
    shape: Shape, pose: Pose, target: Shape, there: Pose, obstacles: list[Placed]
) -> None:
    found = first(shape, pose, target, there, obstacles, TABLE)
    around = [rim_place(shape, pose.heading, target, there, degree) for degree in range(0, 360, 2)]
    nearest_first = sorted((gap_at(pose, place), degree) for degree, place in enumerate(around))
    nearest_open = next((gap for gap, degree in nearest_first if is_open(shape, around[degree], obstacles)), None)
    if nearest_open is not None:
        assert found is not None
        assert gap_at(pose, found) <= nearest_open + 0.01
    if found is not None and not obstacles:
        assert nearest_open is not None
        assert abs(gap_at(pose, found) - nearest_open) <= 0.1


@settings(max_examples=60)
@given(pose=on_table, there=on_table, obstacles=placed, decimals=st.sampled_from([3, 4]))
def test_asked_for_decimals(pose: Pose, there: Pose, obstacles: list[Placed], decimals: int) -> None:
    for place in approaches(HEX, pose, HEX, there, obstacles, TABLE, TABLE, decimals=decimals):
        assert place.x == round(place.x, decimals) and place.y == round(place.y, decimals)
        assert touches(HEX, place, HEX, there) and not overlaps(HEX, place, HEX, there)
