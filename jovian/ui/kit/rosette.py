"""The arc rosette of a weapon: a small compass whose lit sectors are the arcs it fires into."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin

import pygame

from jovian.ui.kit.draw import Point, stamp, supersampled
from jovian.ui.kit.theme import ACCENT, EDGE, WELL, Color, mix

_MIDDLES = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}


def _sector(center: float, radius: float, start: float, end: float) -> list[Point]:
    points: list[Point] = [(center, center)]
    steps = 14
    for step in range(steps + 1):
        angle = radians(start + (end - start) * step / steps)
        points.append((center + radius * sin(angle), center - radius * cos(angle)))
    return points


def rosette(
    surface: pygame.Surface, center: Point, arcs: Iterable[str], radius: int = 11, color: Color = ACCENT
) -> None:
    """Draw the compass; `turret` lights everything, `spinal` a narrow strip ahead."""
    lit = tuple(sorted(arcs))
    extent = 2 * radius + 2

    def draw(big: pygame.Surface, k: int) -> None:
        middle, r = extent * k / 2, radius * k
        pygame.draw.circle(big, mix(WELL, EDGE, 0.7), (middle, middle), r)
        for name, angle in _MIDDLES.items():
            if name in lit or "turret" in lit:
                pygame.draw.polygon(big, color, _sector(middle, r, angle - 45, angle + 45))
        for angle in (45, 135, 225, 315):
            tip = (middle + r * sin(radians(angle)), middle - r * cos(radians(angle)))
            pygame.draw.line(big, WELL, (middle, middle), tip, k + k // 2)
        if "spinal" in lit:
            strip = pygame.Rect(0, 0, r * 0.5, r)
            strip.midbottom = (round(middle), round(middle))
            pygame.draw.rect(big, color, strip)
        pygame.draw.circle(big, WELL, (middle, middle), r * 0.36)
        pygame.draw.circle(big, mix(WELL, color, 0.6), (middle, middle), r * 0.18)

    image = supersampled(("rosette", lit, radius, color), (extent, extent), draw)
    stamp(surface, image, (center[0] - extent / 2, center[1] - extent / 2))
