"""The camera: table inches to screen pixels and back. Keeping things in sight while the part of the screen that the
board has changes: nothing moves unless it must. An outline as a few boxes, one above the other: close to its edge,
so that they tell what is near it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor

import pygame

from jovian.table import Pose, Shape

# --- camera ---
# The camera: table inches to screen pixels and back. Pure values; panning and zooming return a new camera.
#
# On the table y runs up, on the screen down. Nothing here rotates.

Point = tuple[float, float]
Area = tuple[int, int, int, int]
"""Left, top, width, height in pixels."""

LEAST, MOST = 4.0, 96.0
"""Limits of zoom, pixels an inch."""
MARGIN = 3.0
"""Inches of dark kept around the table when it is fitted: room for rulers and what stands at the edge."""


@dataclass(frozen=True, slots=True)
class Camera:
    """What part of the table a viewport shows."""

    view: Area
    """The viewport on the screen."""
    table: tuple[float, float]
    """Width and height of the table in inches."""
    x: float
    """The table point in the middle of the viewport."""
    y: float
    pixels_per_inch: float
    """Pixels an inch."""

    @staticmethod
    def fit(view: Area, table: tuple[float, float], margin: float = MARGIN) -> Camera:
        """The whole table in a viewport."""
        across, along = view[2] / (table[0] + 2 * margin), view[3] / (table[1] + 2 * margin)
        ppi = min(MOST, max(LEAST, min(across, along)))
        return Camera(view, table, table[0] / 2, table[1] / 2, ppi)

    @property
    def center(self) -> Point:
        """The middle of the viewport on the screen."""
        left, top, width, height = self.view
        return left + width / 2, top + height / 2

    def to_screen(self, point: Point) -> Point:
        """The pixel of a table point."""
        left, top, width, height = self.view
        return left + width / 2 + (point[0] - self.x) * self.pixels_per_inch, top + height / 2 - (
            point[1] - self.y
        ) * self.pixels_per_inch

    def to_table(self, pixel: Point) -> Point:
        """The table point of a pixel."""
        left, top, width, height = self.view
        return self.x + (pixel[0] - left - width / 2) / self.pixels_per_inch, self.y - (
            pixel[1] - top - height / 2
        ) / self.pixels_per_inch

    def polygon(self, points: Sequence[Point]) -> list[Point]:
        """The pixels of many table points."""
        left, top, width, height = self.view
        x0, y0, k = (
            left + width / 2 - self.x * self.pixels_per_inch,
            top + height / 2 + self.y * self.pixels_per_inch,
            self.pixels_per_inch,
        )
        return [(x0 + x * k, y0 - y * k) for x, y in points]

    def zoomed(self, pixel: Point, factor: float) -> Camera:
        """Closer by a factor, with the table point under a pixel staying there as far as the limits allow."""
        ppi = min(MOST, max(self.least, self.pixels_per_inch * factor))
        x, y = self.to_table(pixel)
        moved = replace(self, pixels_per_inch=ppi)
        now_x, now_y = moved.to_table(pixel)
        return replace(moved, x=self.x + x - now_x, y=self.y + y - now_y).held()

    def panned(self, dx: float, dy: float) -> Camera:
        """Dragged by so many pixels."""
        return replace(self, x=self.x - dx / self.pixels_per_inch, y=self.y + dy / self.pixels_per_inch).held()

    def focused(self, point: Point) -> Camera:
        """With a table point in the middle."""
        return replace(self, x=point[0], y=point[1]).held()

    def shown_in(self, view: Area) -> Camera:
        """The same look at the table in another viewport."""
        ratio = min(view[2] / self.view[2], view[3] / self.view[3])
        moved = replace(self, view=view, pixels_per_inch=self.pixels_per_inch * ratio)
        return replace(moved, pixels_per_inch=min(MOST, max(moved.least, moved.pixels_per_inch))).held()

    def held(self) -> Camera:
        """With its middle kept on the table."""
        return replace(self, x=min(self.table[0], max(0.0, self.x)), y=min(self.table[1], max(0.0, self.y)))

    @property
    def least(self) -> float:
        """The farthest zoom: a little beyond the whole table."""
        return max(LEAST, Camera.fit(self.view, self.table).pixels_per_inch * 0.8)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """What the viewport shows, in inches: x0, y0, x1, y1."""
        half_x, half_y = self.view[2] / 2 / self.pixels_per_inch, self.view[3] / 2 / self.pixels_per_inch
        return self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y

    def sees(self, pose: Pose, reach: float) -> bool:
        """Whether anything within `reach` inches of a pose may be in the viewport."""
        x0, y0, x1, y1 = self.extent
        return x0 - reach <= pose.x <= x1 + reach and y0 - reach <= pose.y <= y1 + reach


# --- keeping ---
# Keeping things in sight while the part of the screen that the board has changes: nothing moves unless it must.

KEEPING_MARGIN = 26
"""Pixels that are kept free around what is to be in sight."""
Disk = tuple[Point, float]
"""A place on the table and the inches around it that belong to it."""


def cropped(camera: Camera, view: Area) -> Camera:
    """The camera for another viewport in which every table point stays at its pixel."""
    x, y = camera.to_table((view[0] + view[2] / 2, view[1] + view[3] / 2))
    return replace(camera, view=view, x=x, y=y)


def seeing(camera: Camera, disks: Sequence[Disk]) -> Camera:
    """The camera, moved as little as brings all the disks in sight, and drawn back only if they are too far apart."""
    if not disks:
        return camera
    left, right = min(x - r for (x, _), r in disks), max(x + r for (x, _), r in disks)
    low, high = min(y - r for (_, y), r in disks), max(y + r for (_, y), r in disks)
    wide, tall = max(1, camera.view[2] - 2 * KEEPING_MARGIN), max(1, camera.view[3] - 2 * KEEPING_MARGIN)
    ppi = min(camera.pixels_per_inch, wide / max(0.1, right - left), tall / max(0.1, high - low))
    camera = replace(camera, pixels_per_inch=max(LEAST, ppi))
    half_x, half_y = wide / 2 / camera.pixels_per_inch, tall / 2 / camera.pixels_per_inch
    return replace(
        camera, x=_between(camera.x, right - half_x, left + half_x), y=_between(camera.y, high - half_y, low + half_y)
    )


def _between(value: float, least: float, most: float) -> float:
    """The value, or the nearer bound; the middle of the bounds if they have crossed by a hair."""
    return min(max(value, least), most) if least <= most else (least + most) / 2


# --- strips ---
# An outline as a few boxes, one above the other: close to its edge, so that they tell what is near it.

_HIGH = 12
"""Pixels of a strip, about."""
_MOST = 8


def strips(camera: Camera, shape: Shape, pose: Pose) -> list[pygame.Rect]:
    """The boxes of a shape at a pose, in pixels of the screen, from top to bottom."""
    x, y = camera.to_screen((pose.x, pose.y))
    found = _relative(shape, pose.heading % 360, round(camera.pixels_per_inch, 3))
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
