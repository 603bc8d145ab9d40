"""Colors, typefaces, and the interface scale.

Saturated colors mark sides, selection, and danger. Sides also differ without color: side 1 is hatched and has a double
chevron (see `SIDES`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from jovian.frozen import frozen

Color = tuple[int, int, int]
Rgba = tuple[int, int, int, int]


@frozen
class SideLook:
    """The look of the models and texts of one side."""

    main: Color
    """The color of frames, names, and bars."""
    light: Color
    """The color of highlights on hulls, and of text on dark areas."""
    deep: Color
    """The color of base plates and panel headers."""
    dim: Color
    """The color of the frame of an activated model."""
    hatched: bool
    """Whether base plates and zones are hatched."""
    chevrons: int
    """The number of chevrons at the bow."""


SIDES = (
    SideLook((86, 176, 255), (198, 230, 255), (18, 50, 92), (44, 86, 128), hatched=False, chevrons=1),
    SideLook((255, 104, 82), (255, 214, 196), (92, 30, 26), (132, 58, 48), hatched=True, chevrons=2),
    SideLook((198, 200, 172), (236, 238, 220), (52, 54, 42), (108, 110, 92), hatched=False, chevrons=0),
)
"""The looks of side 0, side 1, and neutral models, whose frames are dashed."""

VOID: Color = (7, 9, 18)
"""The background of everything."""
PANEL: Color = (13, 19, 33)
PANEL_HIGH: Color = (22, 32, 54)
PANEL_HOVER: Color = (30, 45, 74)
WELL: Color = (9, 13, 24)
"""The background of lists, text fields, and slider tracks."""
EDGE: Color = (36, 51, 80)
EDGE_HIGH: Color = (62, 86, 128)
TEXT: Color = (226, 234, 247)
TEXT_SOFT: Color = (160, 175, 202)
TEXT_FAINT: Color = (96, 112, 142)
SHADOW: Rgba = (0, 0, 0, 190)

ACCENT: Color = (76, 200, 236)
"""Selection, focus, and arcs."""
ACCENT_DEEP: Color = (15, 112, 150)
GOOD: Color = (86, 220, 138)
WARN: Color = (255, 194, 77)
DANGER: Color = (255, 98, 88)
DANGER_DEEP: Color = (104, 34, 36)
LEGAL: Color = (104, 232, 190)
"""Legal paths and ghosts."""
THREAT: Color = (226, 92, 150)
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
    "heading": Face("bold", 17),
    "button": Face("semibold", 14),
    "body": Face("medium", 14),
    "strong": Face("bold", 14),
    "small": Face("medium", 12),
    "label": Face("semibold", 13, 0.86),
    "caps": Face("bold", 12, 0.88),
    "tiny": Face("bold", 10, 0.88),
    "value": Face("bold", 20),
    "pill": Face("bold", 13, 0.9),
}
"""The typeface of each role."""

BUTTON = 40
"""Height of a button in unscaled pixels."""


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
