"""The sides of a thing where its label may stand, worked out once for a size: offsets from its upper left corner."""

from __future__ import annotations

from functools import lru_cache

import pygame

Leader = tuple[tuple[int, int], tuple[int, int]]
"""A line from what is named to its label."""
Offset = tuple[int, int, int, Leader | None]
"""Across, down, cost, and the line from the thing."""
RINGS = (0, 14, 34, 60)
"""Pixels between what is named and its label, by ring; from the second ring on a leader line is drawn."""
_BESIDE: tuple[tuple[float, float, int], ...] = (
    (0, 1, 0), (0, -1, 1), (-0.5, 1, 2), (0.5, 1, 2), (1, 0, 3), (-1, 0, 3), (-0.5, -1, 4), (0.5, -1, 4),
    (1, 1, 5), (-1, 1, 5), (1, -1, 5), (-1, -1, 5),
)  # fmt: skip
"""Sides of a thing: across, down, and what the spot costs."""
_AWAY: tuple[tuple[float, float], ...] = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1))


@lru_cache(maxsize=2000)
def offsets(own: tuple[int, int], size: tuple[int, int], leaders: bool) -> tuple[Offset, ...]:
    """Where a label of a size may stand about a thing of a size, the close spots first."""
    thing, (width, height), found = pygame.Rect((0, 0), own), size, []
    for sx, sy, cost in _BESIDE:
        rect = pygame.Rect(0, 0, width, height)
        level = sy == 0 or abs(sx) == 1
        rect.centerx = thing.centerx + round(sx * ((thing.width + width) / 2 + 2 if level else width / 2))
        rect.centery = thing.centery + round(sy * ((thing.height + height) / 2 + (1 if abs(sx) == 1 else 2)))
        found.append((rect.left, rect.top, cost, None))
    far: list[Offset] = []
    for ring, away in enumerate(RINGS[1:], 1) if leaders else ():
        for sx, sy in _AWAY:
            rect = pygame.Rect(0, 0, width, height)
            rect.centerx = thing.centerx + round(sx * (thing.width / 2 + width / 2 + away * (0.6 if sy else 1)))
            rect.centery = thing.centery + round(sy * (thing.height / 2 + height / 2 + away * (0.6 if sx else 1)))
            far.append((rect.left, rect.top, 5 * ring + 1, _leader(thing, rect)))
    return (*found, *far)


def room(own: pygame.Rect, size: tuple[int, int]) -> pygame.Rect:
    """An area that holds every spot of a label about a thing."""
    width, height = size
    return own.inflate(2 * (width + RINGS[-1] + 2), 2 * (height + RINGS[-1] + 2))


def _leader(own: pygame.Rect, rect: pygame.Rect) -> Leader:
    x = max(rect.left, min(rect.right, own.centerx))
    y = max(rect.top, min(rect.bottom, own.centery))
    ax = max(own.left, min(own.right, x))
    ay = max(own.top, min(own.bottom, y))
    return ((ax + own.centerx) // 2, (ay + own.centery) // 2), (x, y)
