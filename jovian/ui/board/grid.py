"""The empty table: a nebula as backdrop, the inch grid, rulers, and deployment zones."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.ui.board.camera import Camera, Point
from jovian.ui.board.colors import draw_dashed_line, draw_line, fill_polygon
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size
from jovian.ui.kit.theme import ACCENT, HIGH_CONTRAST, SIDES, TEXT_FAINT, TEXT_SOFT, VOID, Color, mix_colors, px

# --- Backdrop ---
#
# A nebula of value noise with dim stars. Its seed is fixed, so it always looks the same.

_backdrops = SurfaceCache(8, 16_000_000)
LARGEST_KEPT = 9_000_000
"""Pixels of the largest cached backdrop: larger than any window, smaller than a large picture."""
BAND = 64
"""Rows of noise that are enlarged at once for a larger picture."""
_TINTS: tuple[tuple[Color, int], ...] = (((10, 9, 28), 5), ((27, 7, 27), 7), ((2, 17, 26), 6))
"""Color at full strength, and cells of the coarsest noise across the width."""
_OCTAVES = ((1, 0.62), (2, 0.26), (4, 0.12))
"""How much finer each octave of noise is, and its weight."""
_GRAINS = [(cells * octave, weight, tint) for tint, cells in _TINTS for octave, weight in _OCTAVES]
"""The columns, the weight, and the color of each layer of noise."""


def backdrop(size: tuple[int, int], light: Color = (0, 0, 0)) -> pygame.Surface:
    """Return the backdrop of a viewport, brightened by a color."""
    return _backdrops.get((size, light), lambda: _lit(backdrop(size), light) if any(light) else _build(size))


def make_backdrop(size: tuple[int, int]) -> bool:
    """Make the backdrop of a viewport if it is cached, and return whether it was missing."""
    before = _backdrops.built
    if is_cached(size):
        backdrop(size, _WASH)
    return _backdrops.built != before


def backdrops_made() -> int:
    """Return how many backdrops were made so far."""
    return _backdrops.built


def _lit(dark: pygame.Surface, light: Color) -> pygame.Surface:
    surface = dark.copy()
    surface.fill(light, special_flags=pygame.BLEND_RGB_ADD)
    return surface


def is_cached(size: tuple[int, int]) -> bool:
    """Return whether `backdrop` caches a backdrop of that size. A larger one is painted where it is needed."""
    return size[0] * size[1] <= LARGEST_KEPT


def paint_backdrop(surface: pygame.Surface) -> None:
    """Paint the backdrop over a surface."""
    surface.fill(VOID)
    if HIGH_CONTRAST:
        return
    size = surface.get_size()
    small = (max(8, size[0] // 4), max(8, size[1] // 4))
    grains, state = _grains(tuple(max(2, columns * small[1] // small[0]) for columns, _, _ in _GRAINS))
    for start in range(0, len(grains), len(_OCTAVES)):
        noise = pygame.Surface(small, 0, 32)
        for grain in grains[start : start + len(_OCTAVES)]:
            noise.blit(pygame.transform.smoothscale(grain, small), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        for source, area in _bands(small, size):
            band = pygame.transform.smoothscale(noise.subsurface(source), area.size)
            surface.blit(band, area, special_flags=pygame.BLEND_RGB_ADD)
    rng = Random()
    rng.setstate(state)
    _stars(surface, rng)


def _build(size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface(size, 0, 32)
    paint_backdrop(surface)
    return surface


def _bands(small: tuple[int, int], size: tuple[int, int]) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """Divide a small picture and its enlargement into bands. A cached size has one band."""
    count = 1 if is_cached(size) else max(1, small[1] // BAND)
    edges = [(small[1] * n // count, size[1] * n // count) for n in range(count + 1)]
    return [
        (pygame.Rect(0, source, small[0], source_end - source), pygame.Rect(0, top, size[0], end - top))
        for (source, top), (source_end, end) in pairwise(edges)
    ]


@lru_cache(maxsize=8)
def _grains(rows: tuple[int, ...]) -> tuple[list[pygame.Surface], tuple[Any, ...]]:
    """Return tiny random surfaces with these rows, which are enlarged and added, and the state of the generator.

    They are the same for all pictures of a shape.
    """
    rng, grains = Random(1977), []
    for (columns, weight, tint), count in zip(_GRAINS, rows, strict=True):
        tiny = pygame.Surface((columns, count), 0, 32)
        for x in range(columns):
            for y in range(count):
                level = rng.random() ** 2.2 * weight
                tiny.set_at((x, y), tuple(min(255, round(channel * level * 1.4)) for channel in tint))
        grains.append(tiny)
    return grains, rng.getstate()


def _stars(surface: pygame.Surface, rng: Random) -> None:
    width, height = surface.get_size()
    for _ in range(width * height // 4200):
        level = round(34 + 120 * rng.random() ** 4)
        cool = round(level * (0.86 + 0.3 * rng.random()))
        pos = (int(rng.random() * width), int(rng.random() * height))
        surface.fill((level // 2, level // 2, min(255, cool) // 2), (*pos, 1, 1), pygame.BLEND_RGB_ADD)
    for _ in range(width * height // 90_000):
        pos = (int(rng.random() * width), int(rng.random() * height))
        halo = pygame.Surface((9, 9), 0, 32)
        pygame.draw.circle(halo, (14, 22, 44), (4, 4), 3)
        pygame.draw.circle(halo, (70, 92, 140), (4, 4), 1)
        surface.blit(pygame.transform.box_blur(halo, 1), (pos[0] - 4, pos[1] - 4), special_flags=pygame.BLEND_RGB_ADD)


# --- Table ---

_LINES: tuple[tuple[int, Color], ...] = ((1, (6, 8, 13)), (6, (11, 15, 27)), (12, (18, 25, 46)))
"""Inches between grid lines, and the light they add."""
_PERIOD = 12
"""Inches after which the pattern of lines repeats."""
_BAND = 48
"""Rows of pixels that are drawn together."""
_WASH: Color = (2, 4, 9)
"""The light of the table itself."""
CORNERS = 64
"""A zone with more corners is round. Every third of its short sides is left out, which dashes it."""
FRAME: Color = (58, 84, 150)


@frozen
class Zone:
    """A deployment zone."""

    points: tuple[Point, ...]
    side: int
    label: str = ""
    """A text inside the zone along its lower or upper edge."""


def draw_table(surface: pygame.Surface, camera: Camera) -> None:
    """Draw the backdrop with a faint wash over the table, then grid, frame, and corner brackets."""
    left, top = camera.to_screen((0, camera.table[1]))
    right, bottom = camera.to_screen((camera.table[0], 0))
    area = pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1)
    whole = surface.get_rect()
    visible = area.clip(whole)
    if is_cached(whole.size):
        for part in _around(visible, whole):
            surface.blit(backdrop(whole.size), part, part)
    else:
        paint_backdrop(surface)
        surface.fill(_WASH, visible, pygame.BLEND_RGB_ADD)
    _grid(surface, camera, visible)
    pygame.draw.rect(surface, FRAME, area, 1)
    _brackets(surface, area)


def _around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """Return the boxes that fill the space between an inner and an outer one."""
    if not inner.width or not inner.height:
        return [outer]
    return [
        pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    ]


def _grid(surface: pygame.Surface, camera: Camera, visible: pygame.Rect) -> None:
    """Draw the washed backdrop and the grid lines of this zoom. Where lines coincide, their light adds up.

    Vertical lines are added in bands together with the backdrop, because a line drawn alone touches every row again.
    """
    drawn = [(step, light) for step, light in _LINES if step * camera.pixels_per_inch >= 7]
    lights = [_together([light for step, light in drawn if inch % step == 0]) for inch in range(_PERIOD)]
    size, vertical = surface.get_size(), _vertical_lines(camera, visible, lights)
    wash = backdrop(size, _WASH) if is_cached(size) else None
    for top in range(visible.top, visible.bottom, _BAND):
        band = pygame.Rect(visible.left, top, visible.width, min(_BAND, visible.bottom - top))
        if wash is not None:
            surface.blit(wash, band, band)
        surface.blit(vertical, band, (0, 0, *band.size), pygame.BLEND_RGB_ADD)
    for inch in range(1, int(camera.table[1] + 0.999)):
        y = round(camera.to_screen((0, inch))[1])
        if visible.top <= y < visible.bottom:
            surface.fill(lights[inch % _PERIOD], (visible.left, y, visible.width, 1), pygame.BLEND_RGB_ADD)


def _vertical_lines(camera: Camera, visible: pygame.Rect, lights: list[Color]) -> pygame.Surface:
    """Return the light of all visible vertical lines in one band."""
    image = pygame.Surface((visible.width, _BAND), 0, 32)
    for inch in range(1, int(camera.table[0] + 0.999)):
        x = round(camera.to_screen((inch, 0))[0]) - visible.left
        image.fill(lights[inch % _PERIOD], (x, 0, 1, _BAND))
    return image


def _together(lights: list[Color]) -> Color:
    """Return the sum of the light of lines that coincide."""
    return sum(r for r, _, _ in lights), sum(g for _, g, _ in lights), sum(b for _, _, b in lights)


def _brackets(surface: pygame.Surface, area: pygame.Rect) -> None:
    arm, off, thick = px(18), 4, 2
    for x, sx in ((area.left - off, 1), (area.right - 1 + off, -1)):
        for y, sy in ((area.top - off, 1), (area.bottom - 1 + off, -1)):
            surface.fill(ACCENT, (min(x, x + sx * arm), y - (thick if sy < 0 else 0), arm, thick))
            surface.fill(ACCENT, (x - (thick if sx < 0 else 0), min(y, y + sy * arm), thick, arm))


def draw_rulers(surface: pygame.Surface, camera: Camera) -> None:
    """Draw a number every 6 inches, more often when zoomed in. The numbers stay visible without the table's edge."""
    step = next((step for step in (1, 2, 3, 6, 12) if step * camera.pixels_per_inch >= 52), 12)
    clip = surface.get_clip()
    origin = camera.to_screen((0, 0))
    y = min(origin[1] + px(5), clip.bottom - px(17))
    x = max(origin[0] - px(7), clip.left + px(20))
    for inch in range(0, int(camera.table[0]) + 1, step):
        at = camera.to_screen((inch, 0))[0]
        if clip.left + px(26) < at < clip.right - px(8):
            color = TEXT_SOFT if inch % 12 == 0 else TEXT_FAINT
            draw_text(surface, (at, y), str(inch), "caps", color, anchor="midtop")
    for inch in range(0, int(camera.table[1]) + 1, step):
        at = camera.to_screen((0, inch))[1]
        if clip.top + px(8) < at < clip.bottom - px(22):
            color = TEXT_SOFT if inch % 12 == 0 else TEXT_FAINT
            draw_text(surface, (x, at), str(inch), "caps", color, anchor="midright")


def draw_zone(surface: pygame.Surface, camera: Camera, zone: Zone) -> None:
    """Draw a tinted zone with a dashed border. The zones of one side are hatched."""
    look = SIDES[zone.side]
    points = camera.polygon(zone.points)
    fill_polygon(surface, points, look.main, 16, hatch=14 if look.hatched else 0)
    limits, short = (camera.table[0], camera.table[1]), len(points) > CORNERS
    for index, (p, q) in enumerate(zip(zone.points, zone.points[1:] + zone.points[:1], strict=True)):
        on_edge = any(p[axis] == q[axis] and p[axis] in (0.0, limits[axis]) for axis in (0, 1))
        a, b = points[index], points[(index + 1) % len(points)]
        if on_edge:
            draw_line(surface, a, b, mix_colors(look.main, (10, 12, 24), 0.45))
        elif not short or index % 3:
            draw_dashed_line(surface, [a, b], mix_colors(look.main, (10, 12, 24), 0.2), 2, 11, 7)
    width = max(x for x, _ in points) - min(x for x, _ in points)
    if zone.label and text_size(zone.label, "label")[0] + px(24) <= width:
        _zone_label(surface, points, zone.label, mix_colors(look.main, (12, 14, 26), 0.42))


def _zone_label(surface: pygame.Surface, points: list[Point], label: str, color: Color) -> None:
    right, bottom = max(x for x, _ in points), max(y for _, y in points)
    top = min(y for _, y in points)
    clip = surface.get_clip()
    x = min(right, clip.right) - px(12)
    if min(bottom, clip.bottom) - max(top, clip.top) < px(24):
        return
    upper = (top + bottom) / 2 < clip.centery
    y = max(top, clip.top) + px(8) if upper else min(bottom, clip.bottom) - px(8)
    if len(points) > CORNERS:
        middle = (right + min(x for x, _ in points)) / 2, bottom - px(14)
        draw_text(surface, middle, label, "label", color, anchor="midbottom")
        return
    draw_text(surface, (x, y), label, "label", color, anchor="topright" if upper else "bottomright")
