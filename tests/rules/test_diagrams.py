"""The diagrams on the pages of the rules: each belongs to a page, fits its frame, and shows what the rules say."""

from __future__ import annotations

from math import dist

import pytest

from tests.rules_api import AREA, BASE, DIAGRAMS, LABEL, OURS, QUIET, THEIRS, Point, rule_pages


def middles(key: str, kind: str, color: str) -> list[Point]:
    """Return the middles of the shapes of a kind and color in a diagram."""
    found = [set(shape.points) for shape in DIAGRAMS[key].shapes if (shape.kind, shape.color) == (kind, color)]
    return [(sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)) for points in found]


@pytest.mark.parametrize("key", DIAGRAMS)
def test_a_diagram_belongs_to_a_page_and_fits_its_frame(key: str) -> None:
    diagram = DIAGRAMS[key]
    assert rule_pages()[key].diagram is diagram
    assert diagram.caption.endswith(".")
    for shape in diagram.shapes:
        assert bool(shape.text) == (shape.kind == LABEL) and shape.points
        assert all(0 <= x <= diagram.width and 0 <= y <= diagram.height for x, y in shape.points), shape


def test_the_attacker_is_in_the_starboard_arc() -> None:
    """v1.2.4 Attack > Model Arcs: the arcs are quarters between the diagonals."""
    ((x, y),), ((other_x, other_y),) = (middles("Attack > Armor", BASE, color) for color in (THEIRS, OURS))
    assert other_x - x > abs(other_y - y)


def test_the_cover_is_near_the_target() -> None:
    """v1.2.4 Attack > Obscured: within 3" of the target, and in the line."""
    key = "Attack > Obscured"
    (cover,), (target,), (attacker,) = (middles(key, BASE, color) for color in (QUIET, THEIRS, OURS))
    assert dist(cover, target) < 3 and abs(cover[1] - target[1]) < 0.9 and attacker[0] < cover[0] < target[0]


def test_the_move_is_between_minimum_and_maximum() -> None:
    """v1.2.4 Movement > Minimum Move Distance, Maximum Move Distance: Speed less and plus Thrusters."""
    key = "Movement > Minimum Move Distance"
    ((start, _),), ends = middles(key, BASE, OURS), [x for x, _ in middles(key, AREA, OURS)]
    assert [round(x - start, 6) for x in ends] == [4 - 1, 4 + 1]
