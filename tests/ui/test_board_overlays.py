"""Fans follow the rules of arcs and ranges; lines, hatching and notes stay where they belong."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import POINT, Pose, Shape, distance
from jovian.ui.board.camera import Camera
from jovian.ui.board.fans import MIDDLES, band
from jovian.ui.board.ink import clipped, dashes, hatching
from jovian.ui.board.overlay import STYLES, Line, Ring
from jovian.ui.board.overlays import draw_overlays, write_notes
from jovian.ui.kit.draw import pill_size

MEDIUM = Shape.rect(2, 3)


@given(st.integers(0, 359), st.sampled_from(sorted(MIDDLES)), st.floats(0.5, 18))
@settings(max_examples=80, deadline=None)
def test_a_fan_reaches_as_far_as_its_range_and_no_farther(heading: int, arc: str, inches: float) -> None:
    pose = Pose(20, 20, heading)
    area = band(MEDIUM, pose, arc, inches)
    gaps = [distance(POINT, Pose(x, y), MEDIUM, pose) for x, y in area]
    assert max(gaps) == pytest.approx(inches, abs=0.02)
    for x, y in area:
        right, ahead = pose.turned(MIDDLES[arc]).from_table(x, y)
        assert ahead >= abs(right) - 1e-6


def test_a_spinal_strip_is_as_wide_as_the_base() -> None:
    area = band(MEDIUM, Pose(0, 0, 0), "spinal", 12)
    assert {x for x, _ in area} == {-1.0, 1.0} and {y for _, y in area} == {1.5, 13.5}


@given(st.lists(st.tuples(st.floats(-50, 150), st.floats(-50, 150)), min_size=3, max_size=8))
@settings(max_examples=80, deadline=None)
def test_clipping_stays_inside(points: list[tuple[float, float]]) -> None:
    rect = pygame.Rect(0, 0, 100, 80)
    for x, y in clipped(points, rect):
        assert -1e-6 <= x <= 100 + 1e-6 and -1e-6 <= y <= 80 + 1e-6


def test_dashes_run_on_round_corners_and_hatching_stays_inside() -> None:
    drawn = list(dashes([(0, 0), (15, 0), (15, 15)], 10, 5))
    assert drawn == [((0.0, 0.0), (10.0, 0.0)), ((15.0, 0.0), (15.0, 10.0))]
    square = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]
    lines = list(hatching(square, 10))
    assert len(lines) >= 5
    assert all(0 <= value <= 30 for line in lines for point in line for value in point)


def test_overlays_out_of_sight_draw_nothing() -> None:
    camera = Camera.fit((0, 0, 400, 400), (48, 48)).focused((6, 6)).zoomed((200, 200), 6)
    surface = pygame.Surface((400, 400), 0, 32)
    notes = draw_overlays(surface, camera, (Line((40, 40), (46, 44), 1.0, "attack"), Ring((44, 44), 2)))
    write_notes(surface, notes)
    assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() == 400 * 400


def test_notes_at_one_place_do_not_cover_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[pygame.Rect] = []

    def record(surface: pygame.Surface, pos: tuple[float, float], text: str, color: object) -> None:
        rect = pygame.Rect((0, 0), pill_size(text))
        rect.center = (round(pos[0]), round(pos[1]))
        drawn.append(rect)

    monkeypatch.setattr("jovian.ui.board.overlays.pill", record)
    surface = pygame.Surface((500, 500), 0, 32)
    write_notes(surface, [((250.0, 250.0), f'{n}" short', style) for n, style in enumerate(STYLES)])
    assert len(drawn) >= 5
    assert all(rect.collidelist(drawn[:index]) < 0 for index, rect in enumerate(drawn))
