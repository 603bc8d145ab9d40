"""Where something stands on the table: a point in inches and a heading in whole degrees."""

from math import sqrt
from typing import NamedTuple

from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE

PLACES = 4
"""Stored coordinates are rounded to this many decimal places of an inch."""


class Pose(NamedTuple):
    """A point (inches, origin lower left, y up) and a heading (0..359, 0 = +y, clockwise positive)."""

    x: float
    y: float
    heading: int = 0

    def advanced(self, inches: float) -> "Pose":
        """Straight along the heading; a negative length goes in reverse."""
        x, y, heading = self
        return Pose(x + SINE[heading] * inches, y + COSINE[heading] * inches, heading)

    def turned(self, degrees: int) -> "Pose":
        """Pivoted about the center, clockwise if positive."""
        return Pose(self.x, self.y, (self.heading + degrees) % FULL_TURN)

    def moved(self, dx: float, dy: float) -> "Pose":
        """Shifted with the heading unchanged."""
        return Pose(self.x + dx, self.y + dy, self.heading)

    def distance_to(self, other: "Pose") -> float:
        """Inches from center to center."""
        dx, dy = other.x - self.x, other.y - self.y
        return sqrt(dx * dx + dy * dy)

    def toward(self, other: "Pose", inches: float) -> "Pose":
        """So far straight toward the center of another (away from it if negative), the heading unchanged."""
        dx, dy = other.x - self.x, other.y - self.y
        size = sqrt(dx * dx + dy * dy) or 1.0
        return self.moved(dx / size * inches, dy / size * inches)

    def rounded(self) -> "Pose":
        """As it is stored: coordinates to 0.0001", no negative zero, heading in 0..359."""
        return Pose(round(self.x, PLACES) + 0.0, round(self.y, PLACES) + 0.0, self.heading % FULL_TURN)

    def direction(self) -> tuple[float, float]:
        """The unit vector along the heading."""
        return SINE[self.heading], COSINE[self.heading]

    def to_table(self, right: float, ahead: float) -> tuple[float, float]:
        """The table point that lies so far to the right and ahead of this pose."""
        sine, cosine = SINE[self.heading], COSINE[self.heading]
        return self.x + right * cosine + ahead * sine, self.y - right * sine + ahead * cosine

    def from_table(self, x: float, y: float) -> tuple[float, float]:
        """How far to the right and ahead of this pose a table point lies."""
        sine, cosine = SINE[self.heading], COSINE[self.heading]
        dx, dy = x - self.x, y - self.y
        return dx * cosine - dy * sine, dx * sine + dy * cosine
