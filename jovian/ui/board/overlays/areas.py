"""Translucent areas with an outline, kept as pictures that lie fast on the table.

A table that is panned by whole pixels shows them again, also those that reach beyond what is in sight: of an area the
part is kept that lies in a piece of the table which ends at whole steps from its corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

import pygame

from jovian.ui.board.art.ink import HAIR, Point, bounds, clipped, filled, polyline
from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.theme import Color

areas = SurfaceCache(80, 9_000_000)
"""The pictures."""
_STEP = 64
"""Pixels."""
_FINE = 32
"""Parts of a pixel by which two outlines differ."""


class Paint(NamedTuple):
    """How an area looks."""

    color: Color
    alpha: int
    hatch: int
    """Pixels between diagonal lines over it, 0 for none."""
    edge: Color
    width: int
    """Of its outline, in pixels."""


def draw_area(surface: pygame.Surface, points: Sequence[Point], corner: Point, paint: Paint) -> None:
    """Draw a polygon of pixels; `corner` is the pixel of one and the same point of the table each time."""
    part = _part(surface.get_clip(), corner)
    seen = clipped(points, part.inflate(4, 4))
    box = bounds(seen).clip(part) if len(seen) > 2 else pygame.Rect(0, 0, 0, 0)
    if not box.width or not box.height:
        return
    left, top = box.left - HAIR, box.top - HAIR
    outline = tuple([(round((x - left) * _FINE), round((y - top) * _FINE)) for x, y in seen])
    start = int(points[0][0] + points[0][1] - left - top) % paint.hatch if paint.hatch else 0

    def picture() -> pygame.Surface:
        local = [(int(x - left), int(y - top)) for x, y in seen]
        image = filled(local, box.size, paint.color, paint.alpha, paint.hatch, start)
        polyline(image, [(x - box.left, y - box.top) for x, y in points], paint.edge, paint.width, closed=True)
        return image

    image = areas.get((outline, box.size, paint, start), picture)
    surface.blit(image, box, special_flags=pygame.BLEND_PREMULTIPLIED)


def _part(clip: pygame.Rect, corner: Point) -> pygame.Rect:
    """The least piece of the table about all that is in sight."""
    x, y = floor(corner[0] + HAIR), floor(corner[1] + HAIR)
    left, top = clip.left - (clip.left - x) % _STEP, clip.top - (clip.top - y) % _STEP
    right, bottom = clip.right + (x - clip.right) % _STEP, clip.bottom + (y - clip.bottom) % _STEP
    return pygame.Rect(left, top, right - left, bottom - top)
