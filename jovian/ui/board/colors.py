"""Lines, translucent fills, and the colors of terrain and hulls.

Pygame has no single call for antialiased clipped lines, dashes, and translucent or hatched polygons.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from math import hypot

import pygame

from jovian.ui.board.camera import Point
from jovian.ui.kit.fonts import SurfaceCache
from jovian.ui.kit.theme import SIDES, Color, mix_colors

# --- Lines and fills ---
#
# A translucent fill is a surface of the size of its visible part. Fills are cached, so they are not redrawn when the
# table is panned.

HAIR = 1e-6
"""Rounding error in pixels of numbers that should be whole."""
_fills = SurfaceCache(80, 6_000_000)


def bounds(points: Sequence[Point], margin: int = 2) -> pygame.Rect:
    """Return the rectangle of whole pixels around some points."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    left, top = int(min(xs)) - margin, int(min(ys)) - margin
    return pygame.Rect(left, top, int(max(xs)) + margin - left + 1, int(max(ys)) + margin - top + 1)


def clip_polygon(points: Sequence[Point], rect: pygame.Rect) -> list[Point]:
    """Return the part of a polygon inside a rectangle (Sutherland-Hodgman)."""
    out, xs, ys = list(points), [p[0] for p in points], [p[1] for p in points]
    if min(xs) < rect.left:
        out = _cut(out, 0, rect.left, 1)
    if max(xs) > rect.right:
        out = _cut(out, 0, rect.right, -1)
    if min(ys) < rect.top:
        out = _cut(out, 1, rect.top, 1)
    return _cut(out, 1, rect.bottom, -1) if max(ys) > rect.bottom else out


def _cut(points: list[Point], axis: int, limit: float, sign: int) -> list[Point]:
    """Return the part of a polygon on one side of a limit."""
    out: list[Point] = []
    for index, point in enumerate(points):
        before = points[index - 1]
        inside, was_inside = (point[axis] - limit) * sign >= 0, (before[axis] - limit) * sign >= 0
        if inside != was_inside:
            share = (limit - before[axis]) / (point[axis] - before[axis])
            out.append((before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share))
        if inside:
            out.append(point)
    return out


def fill_polygon(surface: pygame.Surface, points: Sequence[Point], color: Color, alpha: int, hatch: int = 0) -> None:
    """Fill a polygon translucently. `hatch` adds diagonal lines at that distance in pixels."""
    visible = clip_polygon(points, surface.get_clip().inflate(4, 4))
    if len(visible) < 3:
        return
    area = bounds(visible).clip(surface.get_clip())
    if not area.width or not area.height:
        return
    left, top = area.left - HAIR, area.top - HAIR
    local = tuple([(int(x - left), int(y - top)) for x, y in visible])
    start = int(points[0][0] + points[0][1] - left - top) % hatch if hatch else 0
    image = _fills.get(
        (local, area.size, color, alpha, hatch, start),
        lambda: polygon_image(local, area.size, color, alpha, hatch, start),
    )
    surface.blit(image, area, special_flags=pygame.BLEND_PREMULTIPLIED)


def polygon_image(
    local: Sequence[tuple[int, int]], size: tuple[int, int], color: Color, alpha: int, hatch: int, start: int
) -> pygame.Surface:
    """Return an image of a translucent polygon, to be blitted premultiplied."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.polygon(image, _premultiplied(color, alpha), local)
    if hatch:
        for p, q in hatch_lines(local, hatch, start):
            pygame.draw.line(image, _premultiplied(color, min(255, round(alpha * 1.9))), p, q)
    return image


def _premultiplied(color: Color, alpha: int) -> tuple[int, int, int, int]:
    return (color[0] * alpha // 255, color[1] * alpha // 255, color[2] * alpha // 255, alpha)


def hatch_lines(points: Sequence[Point], step: int, start: float = 0.0) -> Iterator[tuple[Point, Point]]:
    """Yield lines rising to the right inside a polygon, `step` pixels apart along x.

    One of the lines has x + y = `start`.
    """
    sums = [x + y for x, y in points]
    first, last = min(sums), max(sums)
    levels = [first + (start - first) % step]
    while levels[-1] + step < last:
        levels.append(levels[-1] + step)
    crossings: list[list[Point]] = [[] for _ in levels]
    for index, q in enumerate(points):
        p, before, now = points[index - 1], sums[index - 1], sums[index]
        for n in range(bisect_right(levels, min(before, now)), bisect_right(levels, max(before, now))):
            share = (before - levels[n]) / (before - now)
            crossings[n].append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    for points_on_line in crossings:
        points_on_line.sort()
        yield from zip(points_on_line[::2], points_on_line[1::2], strict=False)


def blit_enlarged(surface: pygame.Surface, image: pygame.Surface, factor: float, corner: Point) -> None:
    """Blit the visible part of a premultiplied picture, enlarged, with its upper left corner at a point."""
    visible = surface.get_clip().move(-corner[0], -corner[1])
    left, top = (max(0, int(edge / factor) - 1) for edge in visible.topleft)
    right, bottom = int(visible.right / factor) + 2, int(visible.bottom / factor) + 2
    source = pygame.Rect(left, top, right - left, bottom - top).clip(image.get_rect())
    if source.width > 0 and source.height > 0:
        size = (round(source.width * factor), round(source.height * factor))
        pos = (round(corner[0] + source.left * factor), round(corner[1] + source.top * factor))
        part = pygame.transform.smoothscale(image.subsurface(source), size)
        surface.blit(part, pos, special_flags=pygame.BLEND_PREMULTIPLIED)


def clip_line(surface: pygame.Surface, p: Point, q: Point) -> tuple[Point, Point] | None:
    """Return the visible part of a line, or None."""
    return _part_in(surface.get_clip().inflate(8, 8), p, q)


def _part_in(area: pygame.Rect, p: Point, q: Point) -> tuple[Point, Point] | None:
    """Return the part of a line in an area, or None."""
    if area.collidepoint(p) and area.collidepoint(q):
        return p, q
    ends = area.clipline(p, q)
    return (ends[0], ends[1]) if ends else None


def _in_sight(surface: pygame.Surface, points: Sequence[Point]) -> bool:
    """Return whether all points are visible, so that no line has to be clipped."""
    return surface.get_clip().inflate(8, 8).contains(bounds(points))


def draw_line(surface: pygame.Surface, p: Point, q: Point, color: Color, width: int = 1) -> None:
    """Draw an antialiased line."""
    ends = clip_line(surface, p, q)
    if ends:
        pygame.draw.aaline(surface, color, ends[0], ends[1], width)


def draw_polyline(
    surface: pygame.Surface, points: Sequence[Point], color: Color, width: int = 1, closed: bool = False
) -> None:
    """Draw connected antialiased lines."""
    pairs = zip([points[-1], *points] if closed else points, points if closed else points[1:], strict=False)
    if points and _in_sight(surface, points):
        for p, q in pairs:
            pygame.draw.aaline(surface, color, p, q, width)
        return
    area = surface.get_clip().inflate(8, 8)
    for p, q in pairs:
        ends = _part_in(area, p, q)
        if ends is not None:
            pygame.draw.aaline(surface, color, ends[0], ends[1], width)


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[tuple[Point, Point]]:
    """Yield the dashes along connected lines. The pattern continues around corners."""
    remaining, drawing = on, True
    for index in range(1, len(points)):
        (x, y), (x1, y1) = points[index - 1], points[index]
        length = hypot(x1 - x, y1 - y)
        done = 0.0
        while length - done > 1e-6:
            step = min(remaining, length - done)
            a, b = done / length, (done + step) / length
            if drawing:
                yield (x + (x1 - x) * a, y + (y1 - y) * a), (x + (x1 - x) * b, y + (y1 - y) * b)
            done += step
            remaining -= step
            if remaining <= 1e-6:
                drawing = not drawing
                remaining = on if drawing else off


def draw_dashed_line(
    surface: pygame.Surface, points: Sequence[Point], color: Color, width: int = 2, on: float = 9, off: float = 6
) -> None:
    """Draw a dashed line through points. Invisible parts are skipped."""
    for index in range(1, len(points)):
        ends = clip_line(surface, points[index - 1], points[index])
        if ends:
            for p, q in dashes(ends, on, off):
                pygame.draw.aaline(surface, color, p, q, width)


# --- Colors of terrain and hulls ---
#
# Each part of a hull has a lit and a shaded tone by side. The tones fade when the model has been activated.

AMBER: Color = (214, 170, 104)
MIST: Color = (122, 150, 232)
STEEL: Color = (160, 172, 190)
ICE: Color = (150, 214, 255)
VEIL: Color = (190, 120, 230)
TINTS: dict[str, Color] = {
    "asteroid-field": AMBER, "large-asteroid": AMBER, "small-moon": STEEL, "particle-cloud": MIST,
    "debris-field": STEEL, "wreck": STEEL, "unidentified-object": STEEL, "comet": ICE, "comet-tail": ICE,
    "decoy-swarm": VEIL, "atmosphere": (236, 160, 110), "planet": (236, 160, 110), "space-station": STEEL,
}  # fmt: skip
"""The color of a kind of terrain, for its outline and its name."""
_COOL: dict[str, tuple[Color, Color]] = {
    "hull": ((238, 245, 253), (138, 162, 196)),
    "plate": ((150, 170, 200), (98, 116, 148)),
    "deep": ((70, 86, 116), (44, 55, 80)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_WARM: dict[str, tuple[Color, Color]] = {
    "hull": ((254, 240, 231), (205, 152, 136)),
    "plate": ((202, 156, 142), (142, 98, 90)),
    "deep": ((112, 70, 66), (74, 44, 44)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_GRAY: dict[str, tuple[Color, Color]] = {
    "hull": ((240, 240, 228), (172, 174, 152)),
    "plate": ((176, 178, 156), (120, 122, 102)),
    "deep": ((86, 88, 74), (56, 58, 48)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_PAINTS = (_COOL, _WARM, _GRAY)
_FADED: Color = (24, 28, 40)


@cache
def facet_color(tone: str, lit: bool, side: int, dim: bool) -> Color:
    """Return the color of one facet of a hull."""
    look = SIDES[side]
    if tone == "accent":
        color = mix_colors(look.main, (255, 255, 255), 0.12) if lit else mix_colors(look.main, (0, 0, 0), 0.28)
    else:
        color = _PAINTS[side][tone][0 if lit else 1]
    return mix_colors(color, _FADED, 0.58) if dim else color


@cache
def outline_color(side: int) -> Color:
    """Return the color of the dark line around a hull."""
    return mix_colors(SIDES[side].deep, (0, 0, 0), 0.72)


@cache
def frame_color(side: int, dim: bool) -> Color:
    """Return the color of the frame of a base."""
    look = SIDES[side]
    return look.dim if dim else look.main


@cache
def plate_color(side: int, dim: bool) -> tuple[int, int, int, int]:
    """Return the fill of a base with its alpha."""
    deep = mix_colors(SIDES[side].deep, (4, 6, 12), 0.62 if dim else 0.4)
    return (*deep, 225)


def tint(kind: str) -> Color:
    """Return the color of a kind of terrain."""
    return TINTS.get(kind, STEEL)
