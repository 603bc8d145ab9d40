"""The closed list of overlays: what may be drawn over the table, as frozen values in table inches.

Screens build tuples of them; equal tuples cost nothing to draw again. `draw_overlays` is in `overlays`.
"""

from __future__ import annotations

from dataclasses import dataclass

from jovian.table import Pose, Shape
from jovian.ui.kit.theme import ACCENT, DANGER, LEGAL, TEXT_SOFT, THREAT, WARN, Color

Point = tuple[float, float]

STYLES: dict[str, Color] = {
    "arc": ACCENT,
    "legal": LEGAL,
    "refused": DANGER,
    "attack": (255, 138, 96),
    "lit": (255, 214, 130),
    "obscured": WARN,
    "threat": THREAT,
    "measure": TEXT_SOFT,
    "select": ACCENT,
}
"""Every style and its color. `refused`, `obscured` and `threat` also differ by dashes or hatching."""


@dataclass(frozen=True, slots=True)
class Fan:
    """Arcs of fire with their range bands, true to the rules: arcs from the center, ranges from the base's edge."""

    pose: Pose
    base: Shape
    arcs: tuple[str, ...]
    """Of fore, aft, port, starboard, spinal, turret."""
    short: float
    """Inches of the short band, 0 for none."""
    optimum: float
    """Inches of the optimum band, 0 for none."""
    style: str = "arc"
    labels: bool = True


@dataclass(frozen=True, slots=True)
class Path:
    """A dashed way through poses, with the base outlined at each turn."""

    poses: tuple[Pose, ...]
    base: Shape
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Ghost:
    """A model where it would stand."""

    base: Shape
    pose: Pose
    image: str
    fallback: str
    side: int
    legal: bool = True


@dataclass(frozen=True, slots=True)
class Line:
    """A line from point to point; with a width it is a band of so many inches (a kinetic shot is 1" wide)."""

    start: Point
    end: Point
    width: float = 0.0
    style: str = "measure"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Region:
    """An area: where a model may go, what an enemy could reach."""

    points: tuple[Point, ...]
    style: str = "legal"


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle about a point."""

    center: Point
    radius: float
    style: str = "measure"
    label: str = ""


@dataclass(frozen=True, slots=True)
class Around:
    """Everything within so many inches of a base; with 0, the base itself: a blocker, or what refuses."""

    base: Shape
    pose: Pose
    inches: float = 0.0
    style: str = "refused"


@dataclass(frozen=True, slots=True)
class Brackets:
    """A target."""

    base: Shape
    pose: Pose
    style: str = "attack"


@dataclass(frozen=True, slots=True)
class Note:
    """A pill with a short text beside a point."""

    point: Point
    text: str
    style: str = "measure"


Overlay = Fan | Path | Ghost | Line | Region | Ring | Around | Brackets | Note
