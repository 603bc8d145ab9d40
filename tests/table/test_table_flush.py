"""Tests of places flush with a host's base (R14, R24; v1.2.4 Action > Assaulting)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import (
    Placed,
    Pose,
    Shape,
    extends_off_table,
    free_flush,
    is_flush,
    overlaps,
    pack,
    touches,
)
from tests.table.bases import BASES, HEX, LARGE, MEDIUM, SMALL
from tests.table.posed import headings, shapes

TABLE = 24.0
HOSTS = (*(BASES[name] for name in ("small", "medium", "large")), HEX, Shape.circle(1.5), Shape.circle(3.0))
ROOM = {SMALL: 6, MEDIUM: 10, LARGE: 10}
"""The number of hexes around a base: as many on each side as fit with whole edges at 1.1547" intervals."""

MIDDLE = st.integers(40_000, 200_000).map(lambda n: n / 10_000)
hosts = st.sampled_from(HOSTS)
on_table = st.builds(Pose, MIDDLE, MIDDLE, headings)
anywhere = st.builds(Pose, st.integers(0, 240_000).map(lambda n: n / 10_000), MIDDLE, headings)
placed = st.lists(st.tuples(shapes, on_table), max_size=5)


def rounded(pose: Pose) -> Pose:
    return Pose(round(pose.x, 3), round(pose.y, 3), pose.heading)


def assert_flush(host: Shape, here: Pose, place: Pose) -> None:
    assert is_flush(host, here, HEX, place)
    assert touches(host, here, HEX, place) and not overlaps(host, here, HEX, place)


def test_one_whole_edge_on_the_edge() -> None:
    here = Pose(10, 10, 0)
    assert is_flush(SMALL, here, HEX, Pose(10, 11.5, 0))
    assert is_flush(SMALL, here, HEX, Pose(10, 11.5, 60)), "any edge of the hex will do"
    assert is_flush(SMALL, here, HEX, Pose(10.46, 11.5, 0))
    assert not is_flush(SMALL, here, HEX, Pose(10.48, 11.5, 0)), "the edge sticks out"
    assert not is_flush(SMALL, here, HEX, Pose(10, 11.5, 1)), "only a corner touches"
    assert not is_flush(SMALL, here, HEX, Pose(10, 11.502, 0)), "not in contact"
    assert not is_flush(SMALL, here, HEX, Pose(10, 11.577, 90)), "a corner in front"
    assert not is_flush(SMALL, here, HEX, Pose(10, 10.5, 0)), "inside, on its edge"


def test_the_middle_of_an_edge_at_a_round_host() -> None:
    station, here = Shape.circle(2.5), Pose(10, 10, 33)
    assert is_flush(station, here, HEX, Pose(10, 13, 0))
    assert is_flush(station, here, HEX, Pose(7, 10, 30))
    assert not is_flush(station, here, HEX, Pose(10.1, 12.998, 0))
    assert not is_flush(station, here, HEX, Pose(10, 13.077, 30))


def test_finer_places_after_the_flush_ones() -> None:
    here = Pose(10, 10, 0)
    places = free_flush(SMALL, here, HEX, [], TABLE, TABLE)
    assert places[:4] == [(11.25, 10, 90), (10, 11.5, 0), (8.75, 10, 270), (10, 8.5, 180)]
    assert [place.x for place in places if place.heading == 0] == [10, 9.75, 10.25]
    assert [place.y for place in places if place.heading == 90] == [10, 10.25, 9.75, 10.5, 9.5]
    assert len(free_flush(Shape.circle(3), here, HEX, [], TABLE, TABLE)) == 72


def test_places_leave_out_what_is_taken_or_off_the_table() -> None:
    here = Pose(0.75, 10, 0)
    places = free_flush(SMALL, here, HEX, [(HEX, Pose(2, 10, 90))], TABLE, TABLE)
    assert {place.heading for place in places} == {0, 180}
    assert free_flush(HEX, Pose(10, 10, 0), HEX, [(Shape.circle(4), Pose(10, 10, 0))], TABLE, TABLE) == []


@pytest.mark.parametrize("host", [SMALL, MEDIUM, LARGE])
def test_packed_full(host: Shape) -> None:
    here = Pose(12, 12, 0)
    full = pack(host, here, HEX, ROOM[host], [], TABLE, TABLE)
    assert full is not None and len(full) == ROOM[host]
    assert pack(host, here, HEX, ROOM[host] + 1, [], TABLE, TABLE) is None
    assert pack(host, here, HEX, 0, [], TABLE, TABLE) == []


def test_a_few_stand_in_the_middle_of_the_edges() -> None:
    assert pack(SMALL, Pose(12, 12, 0), HEX, 3, [], TABLE, TABLE) == [(13.25, 12, 90), (12, 13.5, 0), (10.75, 12, 270)]


def test_packed_about_a_station() -> None:
    station, here = Shape.circle(3), Pose(12, 12, 0)
    full = pack(station, here, HEX, 18, [], TABLE, TABLE)
    assert full is not None and all(is_flush(station, here, HEX, place) for place in full)
    assert pack(station, here, HEX, 20, [], TABLE, TABLE) is None
    assert pack(station, here, HEX, 1, [(Shape.circle(5), here)], TABLE, TABLE) is None


def test_packed_beside_an_obstacle() -> None:
    here, wall = Pose(12, 12, 0), (Shape.rect(2, 2), Pose(12, 15.5, 0))
    free = pack(LARGE, here, HEX, 8, [wall], TABLE, TABLE)
    assert free is not None and len(free) == 8
    assert not any(touches(HEX, place, *wall) for place in free)
    assert pack(LARGE, here, HEX, 9, [wall], TABLE, TABLE) is None


@settings(max_examples=100)
@given(host=hosts, here=on_table)
def test_every_flush_place_is_flush_also_when_rounded(host: Shape, here: Pose) -> None:
    places = free_flush(host, here, HEX, [], TABLE, TABLE)
    assert len(places) >= 4
    for place in places:
        assert_flush(host, here, place)
        assert_flush(host, here, rounded(place))


@settings(max_examples=100)
@given(host=hosts, here=anywhere, obstacles=placed)
def test_every_free_place_is_flush_and_free(host: Shape, here: Pose, obstacles: list[Placed]) -> None:
    for place in free_flush(host, here, HEX, obstacles, TABLE, TABLE):
        assert place == rounded(place)
        assert_flush(host, here, place)
        assert not extends_off_table(HEX, place, TABLE, TABLE)
        assert not any(touches(HEX, place, *other) for other in obstacles)


@settings(max_examples=100)
@given(host=hosts, here=anywhere, obstacles=placed, count=st.integers(1, 12))
def test_packed_guests_share_no_space(host: Shape, here: Pose, obstacles: list[Placed], count: int) -> None:
    packed = pack(host, here, HEX, count, obstacles, TABLE, TABLE)
    if packed is None:
        assert len(free_flush(host, here, HEX, obstacles, TABLE, TABLE)) == 0 or count > 1
        return
    assert len(packed) == count
    for i, place in enumerate(packed):
        assert place == rounded(place)
        assert_flush(host, here, place)
        assert not extends_off_table(HEX, place, TABLE, TABLE)
        assert not any(touches(HEX, place, *other) for other in obstacles)
        assert not any(overlaps(HEX, place, HEX, other) for other in packed[:i])


@settings(max_examples=60)
@given(host=st.sampled_from([SMALL, MEDIUM, LARGE]), here=on_table)
def test_a_base_in_the_open_has_its_full_room_at_any_heading(host: Shape, here: Pose) -> None:
    assert pack(host, here, HEX, ROOM[host], [], TABLE, TABLE) is not None
