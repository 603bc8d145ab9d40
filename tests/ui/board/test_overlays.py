"""Arc overlays follow the rules of arcs and ranges, and lines, hatching, and notes are in place."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.table import POINT, Pose, Shape, distance
from jovian.table.overlays import MIDDLES, ArcOverlay, BoardLine, PointLabel, Ring, arc_area
from jovian.ui.board.camera import Camera
from jovian.ui.board.colors import clip_polygon, dashes, hatch_lines
from jovian.ui.board.labels import PlacedLabel, Tag
from jovian.ui.board.overlays import (
    STYLES,
    Pill,
    areas,
    draw_overlays,
    draw_pills,
    pill_box,
    place_pills,
)

MEDIUM = Shape.rect(2, 3)
VIEW = pygame.Rect(0, 0, 400, 400)


@given(st.integers(0, 359), st.sampled_from(sorted(MIDDLES)), st.floats(0.5, 18))
@settings(max_examples=80)
def test_a_fan_reaches_as_far_as_its_range_and_no_farther(heading: int, arc: str, inches: float) -> None:
    pose = Pose(20, 20, heading)
    area = arc_area(MEDIUM, pose, arc, inches)
    gaps = [distance(POINT, Pose(x, y), MEDIUM, pose) for x, y in area]
    assert max(gaps) == pytest.approx(inches, abs=0.02)
    for x, y in area:
        right, ahead = pose.turned(MIDDLES[arc]).from_table(x, y)
        assert ahead >= abs(right) - 1e-6


def test_a_spinal_strip_is_as_wide_as_the_base() -> None:
    area = arc_area(MEDIUM, Pose(0, 0, 0), "spinal", 12)
    assert {x for x, _ in area} == {-1.0, 1.0} and {y for _, y in area} == {1.5, 13.5}


@given(st.lists(st.tuples(st.floats(-50, 150), st.floats(-50, 150)), min_size=3, max_size=8))
@settings(max_examples=80)
def test_clipping_stays_inside(points: list[tuple[float, float]]) -> None:
    rect = pygame.Rect(0, 0, 100, 80)
    for x, y in clip_polygon(points, rect):
        assert -1e-6 <= x <= 100 + 1e-6 and -1e-6 <= y <= 80 + 1e-6


def test_dashes_run_on_round_corners_and_hatching_stays_inside() -> None:
    drawn = list(dashes([(0, 0), (15, 0), (15, 15)], 10, 5))
    assert drawn == [((0.0, 0.0), (10.0, 0.0)), ((15.0, 0.0), (15.0, 10.0))]
    square = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0), (0.0, 30.0)]
    lines = list(hatch_lines(square, 10))
    assert len(lines) >= 5
    assert all(0 <= value <= 30 for line in lines for point in line for value in point)


def test_overlays_out_of_sight_draw_nothing() -> None:
    camera = Camera.fit((0, 0, 400, 400), (48, 48)).focused((6, 6)).zoomed((200, 200), 6)
    surface = pygame.Surface((400, 400), 0, 32)
    overlays = (BoardLine((40, 40), (46, 44), 1.0, "attack", "far"), Ring((44, 44), 2, "attack", '2"'))
    texts = draw_overlays(surface, camera, overlays)
    draw_pills(surface, VIEW, place_pills(texts.pills, VIEW, [], [])[0])
    assert pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255)).count() == 400 * 400


def test_notes_at_one_place_do_not_cover_each_other_and_say_everything() -> None:
    surface, camera = pygame.Surface((400, 400), 0, 32), Camera.fit((0, 0, 400, 400), (48, 48))
    long = "a reason that is much too long for a single line of a pill beside a model on a table " * 2
    notes = tuple(PointLabel((24, 24), f'{n}" short', style) for n, style in enumerate(STYLES))
    placed, _ = place_pills(draw_overlays(surface, camera, notes).pills, VIEW, [], [])
    rects = [at.rect for _, at in placed]
    assert len(placed) == len(notes)
    assert all(rect.collidelist(rects[:index]) < 0 and VIEW.contains(rect) for index, rect in enumerate(rects))
    for point in ((2, 2), (24, 24), (46, 40)):
        assert len(place_pills(draw_overlays(surface, camera, (PointLabel(point, long),)).pills, VIEW, [], [])[0]) == 1
    lines, size = pill_box(long, VIEW)
    assert " ".join(lines).split() == long.split() and size[0] <= VIEW.width


def test_a_range_is_written_once_for_all_arcs_that_share_it() -> None:
    surface, camera = pygame.Surface((400, 400), 0, 32), Camera.fit((0, 0, 400, 400), (48, 48))
    pose = Pose(24, 24, 30)
    fans = (ArcOverlay(pose, MEDIUM, ("fore", "port"), 6, 12), ArcOverlay(pose, MEDIUM, ("aft", "fore"), 3, 12))
    texts = draw_overlays(surface, camera, fans)
    assert sorted(pill.text for pill in texts.pills) == ['12"', 'short range 3"', 'short range 6"']
    for pill in texts.pills:
        for pixel in pill.ring:
            gap = distance(POINT, Pose(*camera.to_table(pixel)), MEDIUM, pose)
            assert gap == pytest.approx(float(pill.text.split()[-1][:-1]), abs=0.02)


def test_names_give_way_where_a_pill_has_no_other_room() -> None:
    tag = Tag("Resolute", (255, 255, 255), 0, 0, (), False)
    tight = pygame.Rect(100, 100, 60, 24)
    name = (PlacedLabel("m", tight.copy(), None), tag)
    pill = Pill('6"', "arc", ring=((130.0, 112.0),))
    placed, left = place_pills([pill], VIEW, [], [name])
    assert [at.rect.center for _, at in placed] == [(130, 112)] and left == []
    roomy = Pill('6"', "arc", ring=((130.0, 112.0), (300.0, 300.0)))
    placed, left = place_pills([roomy], VIEW, [], [name])
    assert [at.rect.center for _, at in placed] == [(300, 300)] and left == [name]


def fanned(camera: Camera, *fans: ArcOverlay) -> bytes:
    surface = pygame.Surface(VIEW.size, 0, 32)
    draw_overlays(surface, camera, fans)
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("focus", [(20.0, 20.0), (31.3, 8.7)], ids=["whole in sight", "partly"])
def test_a_fan_that_is_panned_is_not_drawn_anew_and_looks_as_if_it_were(focus: tuple[float, float]) -> None:
    fan = ArcOverlay(Pose(20.3, 20.1, 40), MEDIUM, ("fore", "port", "turret"), 6, 12, "threat")
    camera = Camera.fit((0, 0, 400, 400), (48, 48)).focused(focus).zoomed((200, 200), 1.7)
    areas.clear()
    fanned(camera, fan)
    made, drawn = areas.built, []
    for step in range(40):
        drawn.append((camera.panned(step, -step), fanned(camera.panned(step, -step), fan)))
    assert areas.built - made <= 12, "once for each of its areas, and again where a step of the table comes in sight"
    for panned, picture in drawn:
        areas.clear()
        assert fanned(panned, fan) == picture


def test_what_several_weapons_reach_is_drawn_once() -> None:
    camera = Camera.fit((0, 0, 400, 400), (48, 48))
    fan = ArcOverlay(Pose(20, 20, 0), MEDIUM, ("fore",), 6, 12)
    assert fanned(camera, fan, fan) == fanned(camera, fan) != fanned(camera)
    assert fanned(camera, fan, replace(fan, arcs=("fore", "aft"))) == fanned(camera, replace(fan, arcs=("fore", "aft")))
