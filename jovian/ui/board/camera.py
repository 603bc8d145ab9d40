"""The camera, which converts between inches on the table and pixels on the screen.

Cameras are values: panning and zooming return a new one. On the table y points up, on the screen down. The file also
returns the outline of a shape as a few boxes on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, floor

import pygame

from jovian.frozen import frozen
from jovian.table import Pose, Shape

# --- Camera ---

Point = tuple[float, float]
Area = tuple[int, int, int, int]
"""Left, top, width, and height in pixels."""

MIN_ZOOM, MAX_ZOOM = 4.0, 96.0
"""Limits of the zoom in pixels per inch."""
MARGIN = 2.0
"""Inches around the table when it is fitted, for rulers and models at the edge."""
TINY = 1e-6
"""Inches and pixels that rounding may cost."""


@frozen
class Camera:
    """The part of the table that a viewport shows."""

    view: Area
    """The viewport on the screen."""
    table: tuple[float, float]
    """Width and height of the table in inches."""
    x: float
    """The table point in the center of the viewport."""
    y: float
    pixels_per_inch: float
    margin: float = MARGIN
    """Inches around the table when it is fitted."""

    @staticmethod
    def fit(view: Area, table: tuple[float, float], margin: float = MARGIN) -> Camera:
        """Return a camera that shows the whole table."""
        across, along = view[2] / (table[0] + 2 * margin), view[3] / (table[1] + 2 * margin)
        zoom = min(MAX_ZOOM, max(MIN_ZOOM, min(across, along)))
        return Camera(view, table, table[0] / 2, table[1] / 2, zoom, margin)

    @property
    def center(self) -> Point:
        """The center of the viewport on the screen."""
        left, top, width, height = self.view
        return left + width / 2, top + height / 2

    def to_screen(self, point: Point) -> Point:
        """Return the pixel of a table point."""
        left, top, width, height = self.view
        return left + width / 2 + (point[0] - self.x) * self.pixels_per_inch, top + height / 2 - (
            point[1] - self.y
        ) * self.pixels_per_inch

    def to_table(self, pixel: Point) -> Point:
        """Return the table point of a pixel."""
        left, top, width, height = self.view
        return self.x + (pixel[0] - left - width / 2) / self.pixels_per_inch, self.y - (
            pixel[1] - top - height / 2
        ) / self.pixels_per_inch

    def polygon(self, points: Sequence[Point]) -> list[Point]:
        """Return the pixels of many table points."""
        left, top, width, height = self.view
        x0, y0, k = (
            left + width / 2 - self.x * self.pixels_per_inch,
            top + height / 2 + self.y * self.pixels_per_inch,
            self.pixels_per_inch,
        )
        return [(x0 + x * k, y0 - y * k) for x, y in points]

    def zoomed(self, pixel: Point, factor: float) -> Camera:
        """Return a camera scaled by a factor. The table point at a pixel stays there if the limits allow it."""
        zoom = min(MAX_ZOOM, max(self.min_zoom, self.pixels_per_inch * factor))
        x, y = self.to_table(pixel)
        moved = replace(self, pixels_per_inch=zoom)
        now_x, now_y = moved.to_table(pixel)
        return replace(moved, x=self.x + x - now_x, y=self.y + y - now_y).clamped()

    def panned(self, dx: float, dy: float) -> Camera:
        """Return a camera dragged by a number of pixels."""
        return replace(self, x=self.x - dx / self.pixels_per_inch, y=self.y + dy / self.pixels_per_inch).clamped()

    def focused(self, point: Point) -> Camera:
        """Return a camera with a table point in the center."""
        return replace(self, x=point[0], y=point[1]).clamped()

    def shown_in(self, view: Area) -> Camera:
        """Return a camera that shows the same part of the table in another viewport."""
        ratio = min(view[2] / self.view[2], view[3] / self.view[3])
        moved = replace(self, view=view, pixels_per_inch=self.pixels_per_inch * ratio)
        return replace(moved, pixels_per_inch=min(MAX_ZOOM, max(moved.min_zoom, moved.pixels_per_inch))).clamped()

    def clamped(self) -> Camera:
        """Return a camera with its center on the table."""
        return replace(self, x=min(self.table[0], max(0.0, self.x)), y=min(self.table[1], max(0.0, self.y)))

    def toward(self, goal: Camera, share: float) -> Camera:
        """Return the camera at a share of the way to another one: the edges of what is visible move evenly."""
        inches = (1 - share) / self.pixels_per_inch + share / goal.pixels_per_inch
        x, y = self.x + (goal.x - self.x) * share, self.y + (goal.y - self.y) * share
        return replace(goal, x=x, y=y, pixels_per_inch=1 / inches) if share < 1 else goal

    @property
    def min_zoom(self) -> float:
        """The smallest zoom, a little below that of the whole table."""
        return max(MIN_ZOOM, Camera.fit(self.view, self.table, self.margin).pixels_per_inch * 0.8)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The visible part of the table in inches: x0, y0, x1, y1."""
        half_x, half_y = self.view[2] / 2 / self.pixels_per_inch, self.view[3] / 2 / self.pixels_per_inch
        return self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y

    def sees(self, pose: Pose, reach: float) -> bool:
        """Return whether anything within `reach` inches of a pose may be visible."""
        x0, y0, x1, y1 = self.extent
        return x0 - reach <= pose.x <= x1 + reach and y0 - reach <= pose.y <= y1 + reach


# --- Frames ---

FRAME_MARGIN = 2.0
"""Inches around what a frame shows."""
CLOSEST = 48.0
"""The most pixels per inch to which a frame comes closer."""
LEAST_ZOOM, MOST_INCHES = 30.0, 24.0
"""The pixels per inch at which a small ship is 60 pixels long, and the inches along the shorter side of a near view."""
NEAREST = 3
"""The number of other disks that a frame always shows."""
Disk = tuple[Point, float]
"""A table point and the inches around it."""


def acting_zoom(view: Area) -> float:
    """Return the pixels per inch to which the camera comes when a model acts."""
    return min(CLOSEST, max(LEAST_ZOOM, min(view[2:]) / MOST_INCHES))


def framed(camera: Camera, needed: Sequence[Disk], others: Sequence[Disk] = (), near: float = 0.0) -> Camera:
    """Return a camera moved as little as possible to show all disks, with a margin around them.

    If `near` isn't 0, models must not be too small: from afar, the camera comes as near as that many pixels per inch,
    and of the others it shows the first ones, as many as fit.
    """
    if not needed:
        return camera
    least = min(LEAST_ZOOM, near)
    disks = [*needed, *others[:NEAREST]]
    for disk in others[NEAREST:]:
        if _fitting_zoom(camera, [*disks, disk]) < least:
            break
        disks.append(disk)
    left, bottom, right, top = _box(camera, disks)
    fitting, zoom, (x0, y0, x1, y1) = _fitting_zoom(camera, disks), camera.pixels_per_inch, camera.extent
    is_visible = x0 <= left + TINY and y0 <= bottom + TINY and right <= x1 + TINY and top <= y1 + TINY
    if is_visible and zoom >= min(least, fitting) - TINY:
        return camera
    zoom = max(MIN_ZOOM, min(zoom if zoom >= least else near, fitting, CLOSEST))
    half_x, half_y = camera.view[2] / 2 / zoom, camera.view[3] / 2 / zoom
    return replace(
        camera, pixels_per_inch=zoom, x=_between(camera.x, right - half_x, left + half_x),
        y=_between(camera.y, top - half_y, bottom + half_y),
    )  # fmt: skip


def _box(camera: Camera, disks: Sequence[Disk]) -> tuple[float, float, float, float]:
    """Return the box around disks and their margin in inches, as far as it is on the table: x0, y0, x1, y1."""
    (width, height), edge = camera.table, camera.margin
    return (
        max(-edge, min(x - r for (x, _), r in disks) - FRAME_MARGIN),
        max(-edge, min(y - r for (_, y), r in disks) - FRAME_MARGIN),
        min(width + edge, max(x + r for (x, _), r in disks) + FRAME_MARGIN),
        min(height + edge, max(y + r for (_, y), r in disks) + FRAME_MARGIN),
    )


def _fitting_zoom(camera: Camera, disks: Sequence[Disk]) -> float:
    left, bottom, right, top = _box(camera, disks)
    return min(camera.view[2] / max(0.1, right - left), camera.view[3] / max(0.1, top - bottom))


def _between(value: float, low: float, high: float) -> float:
    """Return the value or the nearer bound. If rounding has swapped the bounds, return their middle."""
    return min(max(value, low), high) if low <= high else (low + high) / 2


# --- Outlines as boxes ---
#
# A few boxes, one above the other, follow an outline more closely than one box.

_STRIP_HEIGHT = 12
"""Approximate pixels."""
_MAX_STRIPS = 8


def strips(camera: Camera, shape: Shape, pose: Pose) -> list[pygame.Rect]:
    """Return the boxes of a shape at a pose on the screen, from top to bottom."""
    x, y = camera.to_screen((pose.x, pose.y))
    boxes = _relative(shape, pose.heading % 360, round(camera.pixels_per_inch, 3))
    left, top = round(x), round(y)
    return [pygame.Rect(left + a, top + b, width, height) for a, b, width, height in boxes]


@lru_cache(maxsize=2000)
def _relative(shape: Shape, heading: int, zoom: float) -> tuple[tuple[int, int, int, int], ...]:
    """Return the boxes relative to the pose."""
    points = [(x * zoom, -y * zoom) for x, y in shape.outline(Pose(0.0, 0.0, heading), 32)]
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    count = max(1, min(_MAX_STRIPS, round((bottom - top) / _STRIP_HEIGHT)))
    boxes = []
    for n in range(count):
        low, high = top + (bottom - top) * n / count, top + (bottom - top) * (n + 1) / count
        xs = _across(points, low, high)
        left, upper = floor(min(xs)), floor(low)
        boxes.append((left, upper, ceil(max(xs)) - left, max(1, ceil(high) - upper)))
    return tuple(boxes)


def _across(points: list[Point], low: float, high: float) -> list[float]:
    """Return the x coordinates of an outline between two heights: of its corners there and of its crossings."""
    xs = [x for x, y in points if low <= y <= high]
    for index, (x, y) in enumerate(points):
        x0, y0 = points[index - 1]
        xs += [x0 + (x - x0) * (level - y0) / (y - y0) for level in (low, high) if (y0 - level) * (y - level) < 0]
    return xs or [x for x, _ in points]
