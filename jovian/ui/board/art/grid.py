"""The table itself on its backdrop: inch grid in three strengths, rulers, corner brackets, deployment zones."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from jovian.ui.board.art.backdrop import backdrop, is_kept, paint_backdrop
from jovian.ui.board.art.ink import dashed, fill, line
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT_FAINT, TEXT_SOFT, Color, mix, px

_LINES: tuple[tuple[int, Color], ...] = ((1, (6, 8, 13)), (6, (11, 15, 27)), (12, (18, 25, 46)))
"""Inches between lines, and how much light they add."""
_TURN = 12
"""Inches after which the lines come again as they were."""
_BAND = 48
"""Rows of pixels that are worked on together."""
_WASH: Color = (2, 4, 9)
"""The light of the table itself."""
CORNERS = 64
"""A zone with more is round: of its many short sides every third is left out, which dashes it."""
FRAME: Color = (58, 84, 150)


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a side may deploy."""

    points: tuple[Point, ...]
    side: int
    label: str = ""
    """Written inside, along its lower or upper edge."""


def draw_table(surface: pygame.Surface, camera: Camera) -> None:
    """The backdrop, with a faint wash over the table; then grid, frame and brackets."""
    left, top = camera.to_screen((0, camera.table[1]))
    right, bottom = camera.to_screen((camera.table[0], 0))
    area = pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1)
    whole = surface.get_rect()
    seen = area.clip(whole)
    if is_kept(whole.size):
        for part in _around(seen, whole):
            surface.blit(backdrop(whole.size), part, part)
    else:
        paint_backdrop(surface)
        surface.fill(_WASH, seen, pygame.BLEND_RGB_ADD)
    _grid(surface, camera, seen)
    pygame.draw.rect(surface, FRAME, area, 1)
    _brackets(surface, area)


def _around(inner: pygame.Rect, outer: pygame.Rect) -> list[pygame.Rect]:
    """What lies around one box in another: above and below it, then beside it."""
    if not inner.width or not inner.height:
        return [outer]
    return [
        pygame.Rect(outer.left, outer.top, outer.width, inner.top - outer.top),
        pygame.Rect(outer.left, inner.bottom, outer.width, outer.bottom - inner.bottom),
        pygame.Rect(outer.left, inner.top, inner.left - outer.left, inner.height),
        pygame.Rect(inner.right, inner.top, outer.right - inner.right, inner.height),
    ]


def _grid(surface: pygame.Surface, camera: Camera, seen: pygame.Rect) -> None:
    """The washed backdrop, and lines at every inch that has one at this zoom; where several fall together, all light.

    Upright lines are added a band of the table at a time, with the backdrop: each alone would fetch every row again.
    """
    drawn = [(step, light) for step, light in _LINES if step * camera.ppi >= 7]
    lights = [_together([light for step, light in drawn if inch % step == 0]) for inch in range(_TURN)]
    size, upright = surface.get_size(), _upright(camera, seen, lights)
    wash = backdrop(size, _WASH) if is_kept(size) else None
    for top in range(seen.top, seen.bottom, _BAND):
        band = pygame.Rect(seen.left, top, seen.width, min(_BAND, seen.bottom - top))
        if wash is not None:
            surface.blit(wash, band, band)
        surface.blit(upright, band, (0, 0, *band.size), pygame.BLEND_RGB_ADD)
    for inch in range(1, int(camera.table[1] + 0.999)):
        y = round(camera.to_screen((0, inch))[1])
        if seen.top <= y < seen.bottom:
            surface.fill(lights[inch % _TURN], (seen.left, y, seen.width, 1), pygame.BLEND_RGB_ADD)


def _upright(camera: Camera, seen: pygame.Rect, lights: list[Color]) -> pygame.Surface:
    """The light of all upright lines in sight, as high as a band."""
    image = pygame.Surface((seen.width, _BAND), 0, 32)
    for inch in range(1, int(camera.table[0] + 0.999)):
        x = round(camera.to_screen((inch, 0))[0]) - seen.left
        image.fill(lights[inch % _TURN], (x, 0, 1, _BAND))
    return image


def _together(lights: list[Color]) -> Color:
    """All the light of lines that fall together."""
    return sum(r for r, _, _ in lights), sum(g for _, g, _ in lights), sum(b for _, _, b in lights)


def _brackets(surface: pygame.Surface, area: pygame.Rect) -> None:
    arm, off, thick = px(18), 4, 2
    for x, sx in ((area.left - off, 1), (area.right - 1 + off, -1)):
        for y, sy in ((area.top - off, 1), (area.bottom - 1 + off, -1)):
            surface.fill(ACCENT, (min(x, x + sx * arm), y - (thick if sy < 0 else 0), arm, thick))
            surface.fill(ACCENT, (x - (thick if sx < 0 else 0), min(y, y + sy * arm), thick, arm))


def draw_rulers(surface: pygame.Surface, camera: Camera) -> None:
    """Numbers every six inches (every inch when near), kept in sight while the table's edge is not."""
    step = next((step for step in (1, 2, 3, 6, 12) if step * camera.ppi >= 52), 12)
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
    """A tinted area with a dashed border; hatched for the side that is hatched everywhere."""
    look = SIDES[zone.side]
    points = camera.polygon(zone.points)
    fill(surface, points, look.main, 16, hatch=14 if look.hatched else 0)
    limits, short = (camera.table[0], camera.table[1]), len(points) > CORNERS
    for index, (p, q) in enumerate(zip(zone.points, zone.points[1:] + zone.points[:1], strict=True)):
        on_edge = any(p[axis] == q[axis] and p[axis] in (0.0, limits[axis]) for axis in (0, 1))
        a, b = points[index], points[(index + 1) % len(points)]
        if on_edge:
            line(surface, a, b, mix(look.main, (10, 12, 24), 0.45))
        elif not short or index % 3:
            dashed(surface, [a, b], mix(look.main, (10, 12, 24), 0.2), 2, 11, 7)
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    if zone.label and measure(zone.label.upper(), "label")[0] + px(24) <= wide:
        _zone_label(surface, points, zone.label, mix(look.main, (12, 14, 26), 0.42))


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
        draw_text(surface, middle, label.upper(), "label", color, anchor="midbottom")
        return
    draw_text(surface, (x, y), label.upper(), "label", color, anchor="topright" if upper else "bottomright")
