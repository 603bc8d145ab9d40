"""The camera: table inches to screen pixels and back. Pure values; panning and zooming return a new camera.

On the table y runs up, on the screen down. Nothing here rotates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from jovian.table import Pose

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
    ppi: float
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
        return left + width / 2 + (point[0] - self.x) * self.ppi, top + height / 2 - (point[1] - self.y) * self.ppi

    def to_table(self, pixel: Point) -> Point:
        """The table point of a pixel."""
        left, top, width, height = self.view
        return self.x + (pixel[0] - left - width / 2) / self.ppi, self.y - (pixel[1] - top - height / 2) / self.ppi

    def polygon(self, points: Sequence[Point]) -> list[Point]:
        """The pixels of many table points."""
        left, top, width, height = self.view
        x0, y0, k = left + width / 2 - self.x * self.ppi, top + height / 2 + self.y * self.ppi, self.ppi
        return [(x0 + x * k, y0 - y * k) for x, y in points]

    def zoomed(self, pixel: Point, factor: float) -> Camera:
        """Closer by a factor, with the table point under a pixel staying there as far as the limits allow."""
        ppi = min(MOST, max(self.least, self.ppi * factor))
        x, y = self.to_table(pixel)
        moved = replace(self, ppi=ppi)
        now_x, now_y = moved.to_table(pixel)
        return replace(moved, x=self.x + x - now_x, y=self.y + y - now_y).held()

    def panned(self, dx: float, dy: float) -> Camera:
        """Dragged by so many pixels."""
        return replace(self, x=self.x - dx / self.ppi, y=self.y + dy / self.ppi).held()

    def focused(self, point: Point) -> Camera:
        """With a table point in the middle."""
        return replace(self, x=point[0], y=point[1]).held()

    def shown_in(self, view: Area) -> Camera:
        """The same look at the table in another viewport."""
        ratio = min(view[2] / self.view[2], view[3] / self.view[3])
        moved = replace(self, view=view, ppi=self.ppi * ratio)
        return replace(moved, ppi=min(MOST, max(moved.least, moved.ppi))).held()

    def held(self) -> Camera:
        """With its middle kept on the table."""
        return replace(self, x=min(self.table[0], max(0.0, self.x)), y=min(self.table[1], max(0.0, self.y)))

    @property
    def least(self) -> float:
        """The farthest zoom: a little beyond the whole table."""
        return max(LEAST, Camera.fit(self.view, self.table).ppi * 0.8)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """What the viewport shows, in inches: x0, y0, x1, y1."""
        half_x, half_y = self.view[2] / 2 / self.ppi, self.view[3] / 2 / self.ppi
        return self.x - half_x, self.y - half_y, self.x + half_x, self.y + half_y

    def sees(self, pose: Pose, reach: float) -> bool:
        """Whether anything within `reach` inches of a pose may be in the viewport."""
        x0, y0, x1, y1 = self.extent
        return x0 - reach <= pose.x <= x1 + reach and y0 - reach <= pose.y <= y1 + reach
