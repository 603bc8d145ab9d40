"""Colors, typefaces, and the interface scale.

Saturated colors mark sides, selection, and danger. Sides also differ without color: side 1 is hatched and has a double
chevron (see `SIDES`). The colors are those of the palette that was chosen before this module is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jovian.frozen import frozen
from jovian.ui.kit.palettes import Color as Color
from jovian.ui.kit.palettes import SideLook as SideLook
from jovian.ui.kit.palettes import chosen

Rgba = tuple[int, int, int, int]
_PALETTE = chosen()

SIDES = _PALETTE.sides
"""The looks of side 0, side 1, and neutral models, whose frames are dashed."""

VOID: Color = (7, 9, 18)
"""The background of everything."""
PANEL: Color = (13, 19, 33)
PANEL_HIGH: Color = (22, 32, 54)
PANEL_HOVER: Color = (30, 45, 74)
WELL: Color = (9, 13, 24)
"""The background of lists, text fields, and slider tracks."""
EDGE: Color = _PALETTE.edge
EDGE_HIGH: Color = _PALETTE.edge_high
TEXT: Color = _PALETTE.text
TEXT_SOFT: Color = _PALETTE.text_soft
TEXT_FAINT: Color = _PALETTE.text_faint
SHADOW: Rgba = (0, 0, 0, 190)
HIGH_CONTRAST = _PALETTE.high_contrast
"""Whether the backdrop is plain, and plates are opaque."""

ACCENT: Color = _PALETTE.accent
"""Selection, focus, and arcs."""
ACCENT_DEEP: Color = _PALETTE.accent_deep
GOOD: Color = _PALETTE.good
WARN: Color = _PALETTE.warn
DANGER: Color = _PALETTE.danger
DANGER_DEEP: Color = _PALETTE.danger_deep
LEGAL: Color = _PALETTE.legal
"""Legal paths and ghosts."""
THREAT: Color = _PALETTE.threat
"""Areas that an enemy can attack."""
BLADE: Color = (248, 220, 140)
"""Victory and points."""


@frozen
class Face:
    """The typeface of one role."""

    weight: str
    """`medium`, `semibold`, or `bold`."""
    size: int
    """Pixels per em at interface scale 1."""
    narrow: float = 1.0
    """Width relative to the natural width of letters."""


TYPE: dict[str, Face] = {
    "display": Face("bold", 40),
    "title": Face("bold", 24),
    "page": Face("medium", 16),
    "heading": Face("bold", 17),
    "button": Face("semibold", 14),
    "body": Face("medium", 14),
    "strong": Face("bold", 14),
    "small": Face("medium", 12),
    "label": Face("semibold", 13, 0.86),
    "caps": Face("bold", 12, 0.88),
    "tiny": Face("semibold", 12, 0.84),
    "value": Face("bold", 20),
    "pill": Face("bold", 13, 0.9),
}
"""The typeface of each role."""

BUTTON, TARGET = 40, 27
"""Unscaled height of a button, and the least one of what a finger presses: 40 pixels at a scale of 150%."""


MAX_LENGTHS = 4096
"""Most lengths in the cache."""


class Lengths(dict[float, int]):
    """Unscaled lengths as whole pixels on the screen, cached for one scale."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = 1.0

    def __missing__(self, length: float) -> int:
        if len(self) >= MAX_LENGTHS:
            self.clear()
        pixels = round(length * self.factor)
        self[length] = pixels = max(1, pixels) if length > 0 else pixels
        return pixels


class Scale:
    """The interface scale that the player chose, from 0.75 to 2."""

    def __init__(self) -> None:
        self._lengths = Lengths()
        self.px: Callable[[float], int] = self._lengths.__getitem__
        """Returns an unscaled length in whole pixels on the screen, at least 1 for a positive length."""

    @property
    def factor(self) -> float:
        """The scale."""
        return self._lengths.factor

    def set(self, factor: float) -> None:
        """Set the scale for everything drawn from now on."""
        self._lengths.clear()
        self._lengths.factor = min(2.0, max(0.75, factor))


SCALE = Scale()
px = SCALE.px


@lru_cache(maxsize=2048)
def mix_colors(a: Color, b: Color, share: float) -> Color:
    """Return a color between `a` (share 0) and `b` (share 1)."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def health(share: float) -> Color:
    """Return green, amber, or red for a remaining share."""
    return GOOD if share > 0.6 else WARN if share > 0.3 else DANGER
