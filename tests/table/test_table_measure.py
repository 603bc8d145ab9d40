"""Tests of distances, contact, and shortest lines (R13, R18)."""

from math import sqrt

import pytest
from hypothesis import assume, given, settings

from jovian.table import (
    POINT,
    Pose,
    Shape,
    covers,
    distance,
    edge_distances,
    extends_off_table,
    farthest,
    nearest_segment,
    overlaps,
    separation,
    touches,
    wholly_inside_rect,
    wholly_outside,
    wholly_within,
    within,
)
from tests.table.bases import HEX, MEDIUM, SMALL
from tests.table.posed import poses, quarter_turn, shapes, slow_distance


def test_by_hand() -> None:
    here = Pose(10, 10, 0)
    assert distance(SMALL, here, SMALL, Pose(10, 15, 0)) == 3
    assert distance(SMALL, here, SMALL, Pose(15, 10, 90)) == 5 - 0.75 - 1
    assert distance(SMALL, here, SMALL, Pose(14.5, 16, 180)) == 5  # 3 to the side, 4 ahead.
    assert distance(Shape.circle(1), here, Shape.circle(2), Pose(13, 14, 77)) == 2
    assert distance(SMALL, here, Shape.circle(1), Pose(13.75, 15, 0)) == 4  # Corner to circle: 3, 4, 5.
    assert distance(HEX, here, HEX, Pose(10, 12, 0)) == 1
    assert distance(MEDIUM, here, POINT, Pose(10, 10.2, 0)) == 0


def test_separation_tells_how_deep_they_overlap() -> None:
    assert separation(SMALL, Pose(0, 0, 0), SMALL, Pose(0.2, 1.5, 0)) == -0.5
    assert separation(Shape.circle(1), Pose(0, 0, 0), Shape.circle(1), Pose(0, 0.5, 0)) == -1.5


def test_touching_is_not_overlapping() -> None:
    here, flush, inside = Pose(0, 0, 0), Pose(0, 2, 0), Pose(0, 1.99, 0)
    assert touches(SMALL, here, SMALL, flush) and not overlaps(SMALL, here, SMALL, flush)
    assert touches(SMALL, here, SMALL, inside) and overlaps(SMALL, here, SMALL, inside)
    assert not touches(SMALL, here, SMALL, Pose(0, 2.0011, 0))


def test_within_grants_a_thousandth() -> None:
    here = Pose(0, 0, 0)
    assert within(SMALL, here, SMALL, Pose(0, 8.0009, 0), 6)
    assert not within(SMALL, here, SMALL, Pose(0, 8.0011, 0), 6)


def test_wholly_within_asks_for_the_farthest_part() -> None:
    station, there = Shape.circle(1), Pose(0, 0, 0)
    hexagon = Pose(0, 6.5, 0)
    assert farthest(HEX, hexagon, station, there) == pytest.approx(sqrt(7 * 7 + HEX.width**2 / 16) - 1)
    assert not wholly_within(HEX, hexagon, station, there, 6)
    assert wholly_within(HEX, Pose(0, 6.45, 0), station, there, 6)
    assert farthest(HEX, there, SMALL, there) < 0


def test_a_point_in_a_shape() -> None:
    assert covers((10.75, 11), SMALL, Pose(10, 10, 0))
    assert not covers((10.75, 11.01), SMALL, Pose(10, 10, 0))
    assert covers((11, 10.75), SMALL, Pose(10, 10, 90))


def test_parallel_edges_have_the_middle_line() -> None:
    assert nearest_segment(SMALL, Pose(0, 0, 0), SMALL, Pose(0.5, 6, 180)) == ((0.25, 1), (0.25, 5))
    small_in_front_of_wide = nearest_segment(SMALL, Pose(0, 0, 0), MEDIUM, Pose(0.5, 6, 90))
    assert small_in_front_of_wide == ((0, 1), (0, 5))


def test_corners_and_circles_have_their_one_line() -> None:
    assert nearest_segment(SMALL, Pose(0, 0, 0), SMALL, Pose(4.5, 6, 0)) == ((0.75, 1), (3.75, 5))
    assert nearest_segment(Shape.circle(1), Pose(0, 0, 0), Shape.circle(2), Pose(0, 9, 33)) == (
        (0, 1),
        (0, 7),
    )
    assert nearest_segment(Shape.circle(1), Pose(0, 0, 0), SMALL, Pose(6, 0.5, 0)) == ((1, 0), (5.25, 0))


def test_no_line_between_bases_that_touch() -> None:
    assert nearest_segment(SMALL, Pose(0, 0, 0), SMALL, Pose(0, 2, 0)) is None
    assert nearest_segment(SMALL, Pose(0, 0, 0), SMALL, Pose(0, 1, 30)) is None


def test_rectangles() -> None:
    assert wholly_inside_rect(SMALL, Pose(0.75, 1, 0), 0, 0, 48, 6)
    assert not wholly_inside_rect(SMALL, Pose(0.75, 1, 90), 0, 0, 48, 6)
    assert extends_off_table(SMALL, Pose(47.5, 20, 0), 48, 48)
    assert not extends_off_table(SMALL, Pose(47.25, 20, 0), 48, 48)
    assert wholly_outside(SMALL, Pose(-0.75, 20, 0), 48, 48)
    assert not wholly_outside(SMALL, Pose(-0.5, 20, 0), 48, 48)
    assert edge_distances(SMALL, Pose(10, 20, 90), 48, 36) == (9, 37, 19.25, 15.25)


@settings(max_examples=150)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_agrees_with_every_corner_against_every_edge(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    apart = distance(a, pa, b, pb)
    assert apart == pytest.approx(slow_distance(a, pa, b, pb), abs=1e-6)
    assert apart == pytest.approx(distance(b, pb, a, pa), abs=1e-9)
    assert separation(a, pa, b, pb) == pytest.approx(separation(b, pb, a, pa), abs=1e-9)


@settings(max_examples=100)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_a_quarter_turn_of_the_table_changes_no_bit(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    assert separation(a, quarter_turn(pa), b, quarter_turn(pb)) == separation(a, pa, b, pb)


@settings(max_examples=100)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_bounds_and_triangle(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    centers = distance(POINT, pa, POINT, pb)
    apart = distance(a, pa, b, pb)
    assert apart >= centers - a.reach - b.reach - 1e-9
    assert apart <= max(0.0, centers - a.inner - b.inner) + 1e-9
    step = Pose(pa.x + 0.3, pa.y - 0.4, pa.heading)
    assert abs(distance(a, step, b, pb) - apart) <= 0.5 + 1e-9
    assert farthest(a, pa, b, pb) >= separation(a, pa, b, pb) - 1e-9


@settings(max_examples=150)
@given(a=shapes, pa=poses, b=shapes, pb=poses)
def test_the_shortest_line_is_as_long_as_the_distance(a: Shape, pa: Pose, b: Shape, pb: Pose) -> None:
    line = nearest_segment(a, pa, b, pb)
    apart = distance(a, pa, b, pb)
    assume(apart > 0.01 or line is None)
    if line is None:
        assert touches(a, pa, b, pb)
        return
    (x0, y0), (x1, y1) = line
    assert sqrt((x1 - x0) ** 2 + (y1 - y0) ** 2) == pytest.approx(apart, abs=1e-8)
    assert covers((x0, y0), a, pa) and covers((x1, y1), b, pb)
    back = nearest_segment(b, pb, a, pa)
    assert back is not None
    assert back[0] == pytest.approx((x1, y1), abs=1e-6) and back[1] == pytest.approx((x0, y0), abs=1e-6)
