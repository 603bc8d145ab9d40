"""Texts fit where they must, drawings differ by more than color, and caches stay bounded."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.dice.looks import LOOKS
from jovian.ui.kit import fonts
from jovian.ui.kit.draw import (
    _boxes,
    draw_arc_rosette,
    draw_box,
    draw_die,
    draw_side_badge,
    draw_track,
)
from jovian.ui.kit.fonts import SurfaceCache, cut_text, draw_text, render_text, text_size, wrap
from jovian.ui.kit.theme import SCALE, SIDES, TYPE

texts = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=60)


@given(texts, st.integers(30, 300), st.sampled_from(sorted(TYPE)))
@settings(max_examples=80)
def test_ellipsis_and_wrap_fit(text: str, width: int, role: str) -> None:
    assert text_size(cut_text(text, role, width), role)[0] <= max(width, text_size("…", role)[0])
    for line in wrap(text, role, width):
        assert text_size(line, role)[0] <= max(width, text_size("…", role)[0])


def test_wrap_keeps_every_word() -> None:
    text = "The target lies outside the fore arc of this weapon."
    assert " ".join(wrap(text, "body", 120)) == text


def test_text_is_cached_scaled_and_shadowed() -> None:
    assert render_text("Valiant", "label") is render_text("Valiant", "label")
    small = text_size("Valiant", "body")[0]
    SCALE.set(2.0)
    try:
        assert text_size("Valiant", "body")[0] > 1.7 * small
    finally:
        SCALE.set(1.0)
    plain, shaded = render_text("Valiant", shadow=False), render_text("Valiant", shadow=True)
    assert pygame.mask.from_surface(shaded, 20).count() > pygame.mask.from_surface(plain, 20).count()


def test_text_stands_at_whole_pixels_where_it_is_anchored() -> None:
    rect = draw_text(pygame.Surface((300, 100), 0, 32), (150.4, 50.6), "Valiant", anchor="center")
    assert abs(rect.centerx - 150) <= 1 and abs(rect.centery - 51) <= 1


def test_a_font_is_found_even_without_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "_package_file", lambda package, inner: None)
    fonts.font_file.cache_clear()
    try:
        assert fonts.font_file("bold") is None
        assert pygame.freetype.Font(None).get_rect("Valiant", size=14).width > 10
    finally:
        fonts.font_file.cache_clear()


def test_a_letter_that_our_face_lacks_is_taken_from_a_face_that_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    manrope = fonts.font_file("medium")
    assert manrope is not None
    monkeypatch.setattr(fonts, "font_file", lambda weight: None)  # Pygame's own font has no arrow.
    monkeypatch.setattr(fonts, "system_files", lambda: ("/no/such.ttf", manrope))
    for cached in (fonts.face, fonts._face_of):
        cached.cache_clear()
    try:
        own, other = fonts.face("medium"), fonts._system_face(manrope)
        assert list(fonts.font_runs("medium", "a→→b")) == [(own, "a"), (other, "→→"), (own, "b")]
        assert list(fonts.font_runs("medium", "\u05d0")) == [(own, "\u05d0")], "a box, where no font has it"
    finally:
        for cached in (fonts.face, fonts._face_of):
            cached.cache_clear()


def test_fonts_of_the_system_are_looked_into_the_likeliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["arial", "courier", "notosanscjkjp", "webdings"]
    monkeypatch.setattr(pygame.font, "get_fonts", lambda: names)
    monkeypatch.setattr(pygame.font, "match_font", lambda name: f"/fonts/{name}.ttf")
    fonts.system_files.cache_clear()
    try:
        assert fonts.system_files() == ("/fonts/notosanscjkjp.ttf", "/fonts/arial.ttf")
    finally:
        fonts.system_files.cache_clear()


def drawn_gray(look: str, value: int) -> bytes:
    surface = pygame.Surface((24, 24), 0, 32)
    draw_die(surface, (0, 0), value, look, 24)
    return pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB")


def test_dice_differ_in_gray_by_look_and_value() -> None:
    assert len({drawn_gray(look, value) for look in LOOKS for value in range(1, 7)}) == 30


def test_rosettes_and_badges_differ_by_shape() -> None:
    seen = set()
    for arcs in (("fore",), ("port", "starboard"), ("turret",), ("spinal",), ("aft",)):
        surface = pygame.Surface((30, 30), 0, 32)
        draw_arc_rosette(surface, (15, 15), arcs)
        seen.add(pygame.image.tobytes(surface, "RGB"))
    assert len(seen) == 5
    shapes = []
    for look in SIDES:
        surface = pygame.Surface((30, 30), pygame.SRCALPHA)
        draw_side_badge(surface, (15, 15), look.main, look.hatched, 9)
        shapes.append(pygame.mask.from_surface(surface).count())
    assert abs(shapes[0] - shapes[1]) > 40


def test_boxes_fill_their_row() -> None:
    surface = pygame.Surface((600, 60), 0, 32)
    row = pygame.Rect(10, 10, 301, 20)
    placed = draw_track(surface, row, ["4", "3", "2", "1"], 1, (90, 220, 140))
    assert placed[0].left == row.left and placed[-1].right == row.right


def test_boxes_have_clean_corners() -> None:
    surface = pygame.Surface((60, 40), 0, 32)
    draw_box(surface, surface.get_rect(), (200, 200, 200), radius=10)
    assert surface.get_at((0, 0))[:3] == (0, 0, 0) and surface.get_at((30, 20))[:3] == (200, 200, 200)
    edge = {surface.get_at((x, 3))[0] for x in range(12)}
    assert any(0 < level < 200 for level in edge)


def test_caches_are_bounded_by_count_and_by_pixels() -> None:
    cache = SurfaceCache(5, 10_000)
    for n in range(40):
        cache.get(n, lambda: pygame.Surface((50, 50)))
        assert len(cache) <= 5 and cache.pixels <= 10_000
    assert cache.get(39, lambda: pygame.Surface((1, 1))).get_size() == (50, 50)
    surface = pygame.Surface((700, 700), 0, 32)
    for n in range(2, 700):
        draw_box(surface, pygame.Rect(0, 0, n, n), (20, 30, 40))
    assert len(_boxes) <= _boxes.most and _boxes.pixels <= _boxes.limit
