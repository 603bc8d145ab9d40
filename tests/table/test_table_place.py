"""Tests of free places (R26, R28), of sliding clear (R25), and of flush places (R14)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import (
    TOLERANCE,
    Pose,
    Shape,
    clear_after,
    distance,
    extends_off_table,
    free_flush,
    nearest_free,
    overlaps,
    reposition,
    slide_clear,
    touches,
)
from tests.table.bases import HEX, LARGE, MEDIUM, SMALL
from tests.table.posed import poses, shapes

TABLE = 24.0


def test_a_free_place_stays() -> None:
    assert nearest_free(SMALL, Pose(10, 10, 30), [(SMALL, Pose(14, 10, 0))], 48, 48) == (10, 10, 30)
    assert nearest_free(SMALL, Pose(10, 10, 30), [], 48, 48) == (10, 10, 30)


def test_the_shortest_way_out() -> None:
    place = nearest_free(HEX, Pose(10.9, 10, 0), [(SMALL, Pose(10, 10, 0))], 48, 48)
    assert place is not None
    assert place.x == pytest.approx(10.75 + HEX.width / 2, abs=0.002) and place.y == pytest.approx(10, abs=0.01)
    assert place.heading == 0
    round_way = nearest_free(Shape.circle(1), Pose(3, 14, 0), [(Shape.circle(5), Pose(0, 10, 0))], 48, 48)
    assert round_way is not None
    assert round_way[:2] == pytest.approx((3.6, 14.8), abs=0.2)
    assert distance(Shape.circle(1), round_way, Shape.circle(5), Pose(0, 10, 0)) < 0.02


def test_onto_the_table() -> None:
    assert nearest_free(SMALL, Pose(-3, 47.9, 90), [], 48, 48) == (1, 47.25, 90)
    blocked = nearest_free(SMALL, Pose(0, 10, 0), [(SMALL, Pose(0.75, 10, 0))], 48, 48)
    assert blocked is not None and not extends_off_table(SMALL, blocked, 48, 48)
    assert not touches(SMALL, blocked, SMALL, Pose(0.75, 10, 0))


def test_a_gap_between_two_is_found() -> None:
    walls = [(MEDIUM, Pose(10, 10, 0)), (MEDIUM, Pose(13.6, 10, 0))]
    place = nearest_free(SMALL, Pose(11.2, 10, 0), walls, 48, 48)
    assert place is not None
    assert place.x == pytest.approx(11.7515, abs=0.001) and place.y == 10


def test_no_room() -> None:
    assert nearest_free(SMALL, Pose(1, 1, 0), [(Shape.rect(10, 10), Pose(2, 2, 0))], 4, 4) is None
    assert nearest_free(LARGE, Pose(1, 1, 0), [], 2, 2) is None
    assert nearest_free(SMALL, Pose(10, 10, 0), [(MEDIUM, Pose(10, 10, 0))], 48, 48, within=1) is None


def test_sliding_ahead_and_back() -> None:
    other = (MEDIUM, Pose(5, 6, 0))
    assert slide_clear(SMALL, Pose(5, 5, 0), other) == (5, 8.5, 0)
    assert slide_clear(SMALL, Pose(5, 5, 0), other, back=True) == (5, 3.5, 0)
    assert slide_clear(SMALL, Pose(5, 5, 180), other) == (5, 3.5, 180)
    assert slide_clear(SMALL, Pose(5, 5, 0), other, [(LARGE, Pose(5, 9, 90)), (HEX, Pose(5, 14, 0))]) == (
        5,
        11.25,
        0,
    )
    assert slide_clear(SMALL, Pose(5, 5, 0), other, [(SMALL, Pose(5, 10.5, 0))]) == (5, 8.5, 0)


def test_what_is_not_in_the_way_needs_no_slide() -> None:
    assert clear_after(SMALL, Pose(5, 5, 0), SMALL, Pose(9, 5, 0)) == 0
    assert clear_after(SMALL, Pose(5, 5, 0), SMALL, Pose(5, 2, 0)) == 0
    assert clear_after(SMALL, Pose(5, 5, 0), SMALL, Pose(5, 12, 0)) == pytest.approx(9)


def test_repositioned_back_at_the_table_edge_and_free_when_boxed_in() -> None:
    assert reposition(SMALL, Pose(5, 45, 0), (MEDIUM, Pose(5, 45.5, 0)), [], 48, 48) == (5, 43, 0)
    wall = Shape.rect(2, 48)
    place = reposition(SMALL, Pose(5, 24, 0), (wall, Pose(5.5, 24, 0)), [], 48, 48)
    assert place == pytest.approx((3.7485, 24, 0), abs=0.0003)


def test_places_along_a_base_touch_without_overlapping() -> None:
    here = Pose(20, 20, 30)
    for host in (SMALL, MEDIUM, LARGE, Shape.circle(3)):
        places = free_flush(host, here, HEX, [], 48, 48)
        assert len(places) >= 4
        for place in places:
            assert distance(host, here, HEX, place) <= TOLERANCE
            assert not overlaps(host, here, HEX, place)


placed = st.lists(st.tuples(shapes, poses), max_size=6)


@settings(max_examples=80)
@given(shape=shapes, pose=poses, obstacles=placed)
def test_the_nearest_free_pose_is_free_and_none_nearer(
    shape: Shape, pose: Pose, obstacles: list[tuple[Shape, Pose]]
) -> None:
    place = nearest_free(shape, pose, obstacles, TABLE, TABLE)
    assert place is not None and place.heading == pose.heading
    assert not extends_off_table(shape, place, TABLE, TABLE)
    assert not any(touches(shape, place, *other) for other in obstacles)
    assert place == nearest_free(shape, pose, obstacles, TABLE, TABLE)
    far = ((place.x - pose.x) ** 2 + (place.y - pose.y) ** 2) ** 0.5
    for degree in range(0, 360, 15):
        for share in (0.2, 0.5, 0.8, 0.95):
            nearer = Pose(pose.x, pose.y, degree).advanced(share * far)
            nearer = Pose(nearer.x, nearer.y, pose.heading)
            free = not extends_off_table(shape, nearer, TABLE, TABLE) and not any(
                distance(shape, nearer, *other) <= 0.02 for other in obstacles
            )
            assert not free or far * (1 - share) < 0.02


@settings(max_examples=80)
@given(shape=shapes, pose=poses, other=shapes, there=poses, back=st.booleans())
def test_a_slide_ends_in_contact(shape: Shape, pose: Pose, other: Shape, there: Pose, back: bool) -> None:
    inches = clear_after(shape, pose, other, there, back)
    end = slide_clear(shape, pose, (other, there), back=back)
    assert not overlaps(shape, end, other, there)
    if inches:
        assert distance(shape, end, other, there) == pytest.approx(0, abs=0.0005)
        sign = -1 if back else 1
        assert pose.from_table(end.x, end.y)[1] == pytest.approx(sign * inches, abs=0.0002)
