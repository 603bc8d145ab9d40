"""Placed labels are visible, do not overlap, and are nearest to what they name."""

from __future__ import annotations

import pygame
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import Pose, Shape
from jovian.ui.board.camera import Camera, strips
from jovian.ui.board.labels import LabelRequest, place, spots_around
from tests.ui.board.gaps import gap

VIEW = pygame.Rect(0, 0, 900, 700)
boxes = st.tuples(st.integers(-50, 900), st.integers(-50, 700), st.integers(6, 60), st.integers(6, 80))
Raw = list[tuple[int, int, int, int]]


def request_of(index: int, raw: Raw, rank: int = 0) -> LabelRequest:
    own, others = pygame.Rect(raw[index]), [pygame.Rect(each) for n, each in enumerate(raw) if n != index]
    return LabelRequest(f"m{index}", spots_around(own, (40 + 7 * (index % 6), 18)), [own], others, rank=rank)


def requests_of(raw: Raw) -> list[LabelRequest]:
    return [request_of(index, raw, index % 3 - 1) for index in range(len(raw))]


@given(st.lists(boxes, max_size=60))
@settings(max_examples=60)
def test_labels_never_overlap_and_cover_no_base(raw: Raw) -> None:
    bases = [pygame.Rect(each) for each in raw]
    placed = list(place(requests_of(raw), bases, VIEW).values())
    for index, one in enumerate(placed):
        assert VIEW.contains(one.rect)
        assert one.rect.collidelist([other.rect for other in placed[:index]]) < 0
        assert one.rect.collidelist(bases) < 0


@given(st.lists(boxes, min_size=1, max_size=30))
@settings(max_examples=60)
def test_each_is_nearest_to_its_own(raw: Raw) -> None:
    bases = {f"m{index}": pygame.Rect(each) for index, each in enumerate(raw)}
    for key, at in place(requests_of(raw), list(bases.values()), VIEW).items():
        others = [base for ident, base in bases.items() if ident != key]
        middle = pygame.Rect(at.rect.center, (1, 1))
        assert not others or gap(middle, [bases[key]]) < gap(middle, others)


@given(st.lists(boxes, min_size=1, max_size=30))
@settings(max_examples=20)
def test_places_are_a_function_of_what_is_in_sight(raw: Raw) -> None:
    first, again = (place(requests_of(raw), [], VIEW) for _ in range(2))
    assert first == again


def test_one_alone_stands_below_without_a_leader() -> None:
    anchor = pygame.Rect(400, 300, 20, 30)
    placed = place([request_of(0, [tuple(anchor)])], [anchor], VIEW)["m0"]
    assert placed.rect.top >= anchor.bottom and placed.rect.centerx == anchor.centerx
    assert placed.leader is None


def test_a_row_has_all_its_names_some_of_them_led() -> None:
    row = [(300 + 26 * n, 300, 24, 24) for n in range(6)]
    placed = place([request_of(n, row) for n in range(6)], [pygame.Rect(each) for each in row], VIEW)
    assert len(placed) == 6
    assert any(each.leader for each in placed.values())


def test_in_a_crowd_the_first_is_served_first() -> None:
    crowd = [(400 + 26 * (n % 4), 300 + 26 * (n // 4), 24, 24) for n in range(16)]
    bases = [pygame.Rect(each) for each in crowd]
    requests = [request_of(n, crowd, -2 if n == 13 else 0) for n in range(16)]
    placed = place(requests, bases, VIEW)
    assert "m13" in placed and placed["m13"].leader is None
    assert len(placed) < len(crowd), "those in the middle have no place of their own"


def test_strips_cover_a_turned_base_and_little_else() -> None:
    camera, base = Camera.fit((0, 0, 900, 900), (48, 48)).zoomed((450, 450), 3), Shape.rect(2, 3)
    for heading in (0, 20, 45, 90, 133):
        pose = Pose(24, 24, heading)
        found = strips(camera, base, pose)
        for x, y in ((0, 0), (0.95, 1.45), (-0.95, 1.45), (0.95, -1.45), (0, 1.4), (0.9, 0)):
            pixel = camera.to_screen(pose.to_table(x, y))
            assert any(rect.inflate(2, 2).collidepoint(pixel) for rect in found)
        assert sum(rect.width * rect.height for rect in found) < 1.45 * base.area * camera.pixels_per_inch**2
