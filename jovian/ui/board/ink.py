"""Clean lines and translucent fills: what pygame's own drawing does not give in one call.

Translucent fills go to a scratch surface no larger than the part of them in sight, so cost follows what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

import pygame

from jovian.ui.kit.theme import Color

Point = tuple[float, float]


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
        start = points[0][0] + points[0][1] - area.left - area.top
        for p, q in hatching(local, hatch, start):
            pygame.draw.line(scratch, _premultiplied(color, min(255, round(alpha * 1.9))), p, q)
    surface.blit(scratch, area, special_flags=pygame.BLEND_PREMULTIPLIED)


def _premultiplied(color: Color, alpha: int) -> tuple[int, int, int, int]:
    return (color[0] * alpha // 255, color[1] * alpha // 255, color[2] * alpha // 255, alpha)


def hatching(points: Sequence[Point], step: int, start: float = 0.0) -> Iterator[tuple[Point, Point]]:
    """Lines rising to the right inside a polygon, `step` pixels apart along x; one of them has x + y = `start`."""
    sums = [x + y for x, y in points]
    level = min(sums) + (start - min(sums)) % step
    while level < max(sums):
        crossings: list[Point] = []
        for index, q in enumerate(points):
            p, a, b = points[index - 1], sums[index - 1] - level, sums[index] - level
            if (a >= 0) != (b >= 0):
                share = a / (a - b)
                crossings.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        crossings.sort()
        yield from zip(crossings[::2], crossings[1::2], strict=False)
        level += step


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


def polyline(
    surface: pygame.Surface, points: Sequence[Point], color: Color, width: int = 1, closed: bool = False
) -> None:
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
