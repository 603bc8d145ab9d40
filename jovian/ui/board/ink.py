"""Clean lines and translucent fills: what pygame's own drawing does not give in one call.

Translucent fills go to a scratch surface no larger than the part of them in sight, so cost follows what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import pygame

from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.theme import Color

Point = tuple[float, float]
_tiles = SurfaceCache(24, 3_000_000)


def bounds(points: Sequence[Point], margin: int = 2) -> pygame.Rect:
    """The whole pixels around some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    left, top = int(min(xs)) - margin, int(min(ys)) - margin
    return pygame.Rect(left, top, int(max(xs)) + margin - left + 1, int(max(ys)) + margin - top + 1)


def clipped(points: Sequence[Point], rect: pygame.Rect) -> list[Point]:
    """The part of a polygon inside a rectangle (Sutherland and Hodgman)."""
    out = list(points)
    limits = ((0, rect.left, 1), (0, rect.right, -1), (1, rect.top, 1), (1, rect.bottom, -1))
    for axis, limit, sign in limits:
        source, out = out, []
        for index, point in enumerate(source):
            before = source[index - 1]
            inside, was_inside = (point[axis] - limit) * sign >= 0, (before[axis] - limit) * sign >= 0
            if inside != was_inside:
                share = (limit - before[axis]) / (point[axis] - before[axis])
                out.append((before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share))
            if inside:
                out.append(point)
    return out


def fill(surface: pygame.Surface, points: Sequence[Point], color: Color, alpha: int, hatch: int = 0) -> None:
    """Fill a polygon translucently; with `hatch` draw diagonal lines that many pixels apart over it."""
    seen = clipped(points, surface.get_clip().inflate(4, 4))
    if len(seen) < 3:
        return
    area = bounds(seen).clip(surface.get_clip())
    if not area.width or not area.height:
        return
    scratch = pygame.Surface(area.size, pygame.SRCALPHA)
    local = [(x - area.left, y - area.top) for x, y in seen]
    pygame.draw.polygon(scratch, _premultiplied(color, alpha), local)
    if hatch:
        lines = _tiles.get(("hatch", color, alpha, hatch), lambda: _hatch_tile(color, alpha, hatch))
        _tiled(scratch, lines, area.topleft)
    surface.blit(scratch, area, special_flags=pygame.BLEND_PREMULTIPLIED)


def _premultiplied(color: Color, alpha: int) -> tuple[int, int, int, int]:
    return (color[0] * alpha // 255, color[1] * alpha // 255, color[2] * alpha // 255, alpha)


def _hatch_tile(color: Color, alpha: int, step: int) -> pygame.Surface:
    """A tile of white (keep) on which diagonal lines are brighter than the fill by half."""
    side = max(1, 256 // step) * step
    tile = pygame.Surface((side, side), pygame.SRCALPHA)
    ink = _premultiplied(color, min(255, alpha))
    for offset in range(-side, side, step):
        pygame.draw.aaline(tile, ink, (offset, side), (offset + side, 0))
    return tile


def _tiled(scratch: pygame.Surface, tile: pygame.Surface, origin: tuple[int, int]) -> None:
    """Brighten what is already drawn by a tile, wherever it is not empty."""
    side = tile.get_width()
    shade = pygame.Surface(scratch.get_size(), pygame.SRCALPHA)
    for x in range(-(origin[0] % side), shade.get_width(), side):
        for y in range(-(origin[1] % side), shade.get_height(), side):
            shade.blit(tile, (x, y))
    mask = pygame.mask.from_surface(scratch, 0)
    cut = mask.to_surface(setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 0))
    shade.blit(cut, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    scratch.blit(shade, (0, 0), special_flags=pygame.BLEND_RGBA_ADD)


def clip_line(surface: pygame.Surface, p: Point, q: Point) -> tuple[Point, Point] | None:
    """The part of a line in sight."""
    found = surface.get_clip().inflate(8, 8).clipline(p, q)
    if not found:
        return None
    inside = surface.get_clip().inflate(8, 8)
    if inside.collidepoint(p) and inside.collidepoint(q):
        return p, q
    return found[0], found[1]


def line(surface: pygame.Surface, p: Point, q: Point, color: Color, width: int = 1) -> None:
    """A clean straight line."""
    seen = clip_line(surface, p, q)
    if seen:
        pygame.draw.aaline(surface, color, seen[0], seen[1], width)


def polyline(surface: pygame.Surface, points: Sequence[Point], color: Color, width: int = 1, closed: bool = False) -> None:
    """Clean connected lines."""
    for index in range(0 if closed else 1, len(points)):
        line(surface, points[index - 1], points[index], color, width)


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[tuple[Point, Point]]:
    """The dashes along connected lines, the pattern running on around corners."""
    left, drawing = on, True
    for index in range(1, len(points)):
        (x, y), (x1, y1) = points[index - 1], points[index]
        length = hypot(x1 - x, y1 - y)
        done = 0.0
        while length - done > 1e-6:
            step = min(left, length - done)
            a, b = done / length, (done + step) / length
            if drawing:
                yield (x + (x1 - x) * a, y + (y1 - y) * a), (x + (x1 - x) * b, y + (y1 - y) * b)
            done += step
            left -= step
            if left <= 1e-6:
                drawing = not drawing
                left = on if drawing else off


def dashed(
    surface: pygame.Surface, points: Sequence[Point], color: Color, width: int = 2, on: float = 9, off: float = 6
) -> None:
    """A dashed line through points; parts out of sight cost nothing."""
    for index in range(1, len(points)):
        seen = clip_line(surface, points[index - 1], points[index])
        if seen:
            for p, q in dashes(seen, on, off):
                pygame.draw.aaline(surface, color, p, q, width)
