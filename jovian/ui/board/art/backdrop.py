"""The backdrop: a quiet nebula of value noise and small dim stars. Made once for a size, always the same."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pygame

from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.theme import VOID, Color

_backdrops = SurfaceCache(4, 16_000_000)
LARGEST_KEPT = 9_000_000
"""Pixels of the largest backdrop that is kept: more than any window has, less than a large picture."""
BAND = 64
"""Rows of noise that are enlarged at once for a larger picture."""
_TINTS: tuple[tuple[Color, int], ...] = (((10, 9, 28), 5), ((27, 7, 27), 7), ((2, 17, 26), 6))
"""Color at full strength, and cells of the coarsest noise across the width."""


def backdrop(size: tuple[int, int], light: Color = (0, 0, 0)) -> pygame.Surface:
    """The backdrop of a viewport, with so much light over it."""
    return _backdrops.get((size, light), lambda: _lit(backdrop(size), light) if any(light) else _build(size))


def _lit(dark: pygame.Surface, light: Color) -> pygame.Surface:
    surface = dark.copy()
    surface.fill(light, special_flags=pygame.BLEND_RGB_ADD)
    return surface


def is_kept(size: tuple[int, int]) -> bool:
    """Return whether `backdrop` keeps a backdrop of that size. A larger one is painted where it is needed."""
    return size[0] * size[1] <= LARGEST_KEPT


def paint_backdrop(surface: pygame.Surface) -> None:
    """Paint the backdrop over all of a surface."""
    surface.fill(VOID)
    rng, size = Random(1977), surface.get_size()
    for tint, cells in _TINTS:
        small = _noise(rng, size, cells, tint)
        for source, area in _bands(small.get_size(), size):
            band = pygame.transform.smoothscale(small.subsurface(source), area.size)
            surface.blit(band, area, special_flags=pygame.BLEND_RGB_ADD)
    _stars(surface, rng)


def _build(size: tuple[int, int]) -> pygame.Surface:
    surface = pygame.Surface(size, 0, 32)
    paint_backdrop(surface)
    return surface


def _bands(small: tuple[int, int], size: tuple[int, int]) -> list[tuple[pygame.Rect, pygame.Rect]]:
    """Divide a small picture and its enlargement into bands. An enlargement of a size that is kept is one band."""
    count = 1 if is_kept(size) else max(1, small[1] // BAND)
    edges = [(small[1] * n // count, size[1] * n // count) for n in range(count + 1)]
    return [
        (pygame.Rect(0, source, small[0], source_end - source), pygame.Rect(0, top, size[0], end - top))
        for (source, top), (source_end, end) in pairwise(edges)
    ]


def _noise(rng: Random, size: tuple[int, int], cells: int, tint: Color) -> pygame.Surface:
    """Return three octaves of value noise at a quarter of the size: tiny random surfaces, enlarged and added."""
    small = (max(8, size[0] // 4), max(8, size[1] // 4))
    total = pygame.Surface(small, 0, 32)
    for octave, weight in ((1, 0.62), (2, 0.26), (4, 0.12)):
        columns = cells * octave
        rows = max(2, columns * small[1] // small[0])
        tiny = pygame.Surface((columns, rows), 0, 32)
        for x in range(columns):
            for y in range(rows):
                level = rng.random() ** 2.2 * weight
                tiny.set_at((x, y), tuple(min(255, round(channel * level * 1.4)) for channel in tint))
        total.blit(pygame.transform.smoothscale(tiny, small), (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return total


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
