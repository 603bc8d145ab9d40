"""Tests of shapes: sizes, interning, outlines, and convex parts."""

import copy
import pickle
from math import pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import POINT, Pose, Shape, convex_parts, covers
from jovian.table.polygons import is_convex, signed_area
from tests.table.bases import HEX, LARGE, MEDIUM, SMALL
from tests.table.posed import headings


def test_base_sizes_of_the_game() -> None:
    assert [(s.width, s.length) for s in (SMALL, MEDIUM, LARGE)] == [(1.5, 2), (2, 3), (2.5, 4)]
    assert [s.area for s in (SMALL, MEDIUM, LARGE)] == [3, 6, 10]
    assert SMALL.reach == 1.25 and SMALL.inner == 0.75


def test_hexagon_measures_one_inch_across_its_flats() -> None:
    assert HEX.length == 1
    assert HEX.width == pytest.approx(2 / sqrt(3))
    assert HEX.area == pytest.approx(sqrt(3) / 2)
    assert HEX.inner == pytest.approx(0.5)


def test_circle_and_grown_shapes() -> None:
    circle = Shape.circle(2)
    assert (circle.width, circle.reach, circle.inner, circle.round) == (4, 2, 2, True)
    assert circle.area == pytest.approx(4 * pi)
    grown = SMALL.grown(6)
    assert (grown.width, grown.length, grown.reach) == (13.5, 14, 7.25)
    assert grown.area == pytest.approx(3 + 7 * 6 + 36 * pi)
    assert POINT.area == 0


def test_equal_shapes_are_one_object() -> None:
    assert Shape.rect(1.5, 2) is SMALL
    assert Shape.polygon([(-0.75, 1), (0.75, 1), (0.75, -1), (-0.75, -1)]).area == 3
    assert copy.deepcopy(MEDIUM) is MEDIUM
    assert pickle.loads(pickle.dumps(HEX)) is HEX


def test_polygons_must_be_convex_and_run_counter_clockwise() -> None:
    clockwise = Shape.polygon([(0, 0), (0, 2), (1, 2), (2, 2), (2, 0)])
    assert signed_area(clockwise.points) == 4
    assert len(clockwise.points) == 4
    for points in ([(0, 0), (4, 0), (1, 1), (0, 4)], [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)]):
        with pytest.raises(ValueError, match="convex"):
            Shape.polygon(points)


@pytest.mark.parametrize("size", [0, -1, float("nan")])
def test_sizes_must_be_positive(size: float) -> None:
    with pytest.raises(ValueError):
        Shape.rect(size, 2)
    with pytest.raises(ValueError):
        Shape.hexagon(size)
    with pytest.raises(ValueError):
        Shape.circle(-1 if size == 0 else size)


def test_outline_on_the_table() -> None:
    corners = SMALL.outline(Pose(10, 20, 90))
    assert sorted(corners) == [(9, 19.25), (9, 20.75), (11, 19.25), (11, 20.75)]
    ring = Shape.circle(2).outline(Pose(1, 1, 17), circle_steps=36)
    assert len(ring) == 36
    assert all((x - 1) ** 2 + (y - 1) ** 2 == pytest.approx(4) for x, y in ring)


@given(heading=headings)
@settings(max_examples=40)
def test_rounded_outline_is_convex_and_nearly_fills(heading: int) -> None:
    shape = MEDIUM.grown(3)
    outline = shape.outline(Pose(0, 0, heading), circle_steps=72)
    assert is_convex(outline)
    assert signed_area(outline) == pytest.approx(shape.area, rel=0.002)


U_SHAPE = [(0, 0), (4, 0), (4, 4), (3, 4), (3, 1), (1, 1), (1, 4), (0, 4)]


def test_concave_outlines_are_cut_into_convex_parts() -> None:
    parts = convex_parts(U_SHAPE)
    assert len(parts) <= 3
    assert sum(part.area for part in parts) == pytest.approx(10)
    here = Pose(10, 10, 0)
    assert any(covers((10.5, 13.5), part, here) for part in parts)
    assert not any(covers((12, 13), part, here) for part in parts)


def test_convex_outlines_stay_whole_and_crossed_ones_are_refused() -> None:
    assert convex_parts([(0, 0), (2, 0), (2, 2), (0, 2)]) == (Shape.polygon([(0, 0), (2, 0), (2, 2), (0, 2)]),)
    for points in ([(0, 0), (2, 2), (2, 0), (0, 2.5)], [(0, 0), (1, 0)]):
        with pytest.raises(ValueError, match="simple"):
            convex_parts(points)


@settings(max_examples=60)
@given(radii=st.lists(st.integers(5, 40), min_size=5, max_size=18))
def test_parts_of_a_star_cover_it_exactly(radii: list[int]) -> None:
    """Points at whole degrees around a center always make a simple polygon, at any distances."""
    corners = [Pose(0.0, 0.0, 360 * i // len(radii)).advanced(radius / 10)[:2] for i, radius in enumerate(radii)]
    parts = convex_parts(corners)
    whole = abs(signed_area(corners))
    assert sum(part.area for part in parts) == pytest.approx(whole, abs=1e-6)
    assert all(is_convex(part.points) for part in parts)
