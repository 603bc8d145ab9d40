"""An outline as a few boxes, one above the other: close to its edge, so that they tell what is near it."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor

import pygame

from jovian.table import Pose, Shape
from jovian.ui.board.sight.camera import Camera, Point

_HIGH = 12
"""Pixels of a strip, about."""
_MOST = 8


def strips(camera: Camera, shape: Shape, pose: Pose) -> list[pygame.Rect]:
    """The boxes of a shape at a pose, in pixels of the screen, from top to bottom."""
    x, y = camera.to_screen((pose.x, pose.y))
    found = _relative(shape, pose.heading % 360, round(camera.ppi, 3))
    left, top = round(x), round(y)
    return [pygame.Rect(left + a, top + b, wide, high) for a, b, wide, high in found]


@lru_cache(maxsize=2000)
def _relative(shape: Shape, heading: int, ppi: float) -> tuple[tuple[int, int, int, int], ...]:
    points = [(x * ppi, -y * ppi) for x, y in shape.outline(Pose(0.0, 0.0, heading), 32)]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    count = max(1, min(_MOST, round((bottom - top) / _HIGH)))
    found = []
    for n in range(count):
        low, high = top + (bottom - top) * n / count, top + (bottom - top) * (n + 1) / count
        xs = _across(points, low, high)
        left, upper = floor(min(xs)), floor(low)
        found.append((left, upper, ceil(max(xs)) - left, max(1, ceil(high) - upper)))
    return tuple(found)


def _across(points: list[Point], low: float, high: float) -> list[float]:
    """How far the outline goes left and right between two heights: its corners there, and where it comes and goes."""
    xs = [x for x, y in points if low <= y <= high]
    for index, (x, y) in enumerate(points):
        x0, y0 = points[index - 1]
        xs += [x0 + (x - x0) * (level - y0) / (y - y0) for level in (low, high) if (y0 - level) * (y - level) < 0]
    return xs or [x for x, _ in points]
