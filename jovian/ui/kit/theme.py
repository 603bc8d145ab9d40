"""Colors, type scale, spacing and the interface scale: every number that decides how the program looks.

Saturated color is kept for side, selection and danger. A side never differs by color alone: side 1 is hatched and wears
a double chevron (see `SIDES`), so the table reads without color vision too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

Color = tuple[int, int, int]
Rgba = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class SideLook:
    """How the models and texts of one side look."""

    main: Color
    """Frames, names and bars."""
    light: Color
    """Highlights on the hull, text on dark."""
    deep: Color
    """Base plates and panel headers."""
    dim: Color
    """The frame of a model that has been activated."""
    hatched: bool
    """Whether plates and zones are hatched: the second code beside color."""
    chevrons: int
    """How many bow chevrons: the third."""


SIDES = (
    SideLook((86, 176, 255), (198, 230, 255), (18, 50, 92), (44, 86, 128), hatched=False, chevrons=1),
    SideLook((255, 104, 82), (255, 214, 196), (92, 30, 26), (132, 58, 48), hatched=True, chevrons=2),
    SideLook((198, 200, 172), (236, 238, 220), (52, 54, 42), (108, 110, 92), hatched=False, chevrons=0),
)
"""Of side 0, of side 1, and of what is nobody's, whose frames are dashed."""

VOID: Color = (7, 9, 18)
"""Behind everything."""
PANEL: Color = (13, 19, 33)
PANEL_HIGH: Color = (22, 32, 54)
PANEL_HOVER: Color = (30, 45, 74)
WELL: Color = (9, 13, 24)
"""Sunken: lists, text fields, tracks of sliders."""
EDGE: Color = (36, 51, 80)
EDGE_HIGH: Color = (62, 86, 128)
TEXT: Color = (226, 234, 247)
TEXT_SOFT: Color = (160, 175, 202)
TEXT_FAINT: Color = (96, 112, 142)
SHADOW: Rgba = (0, 0, 0, 190)

ACCENT: Color = (76, 200, 236)
"""Selection, focus, arcs."""
ACCENT_DEEP: Color = (15, 112, 150)
GOOD: Color = (86, 220, 138)
WARN: Color = (255, 194, 77)
DANGER: Color = (255, 98, 88)
DANGER_DEEP: Color = (104, 34, 36)
LEGAL: Color = (104, 232, 190)
"""Paths and ghosts that would be accepted."""
THREAT: Color = (226, 92, 150)
"""Where an enemy could shoot."""
BLADE: Color = (248, 220, 140)
"""Victory and points."""


@dataclass(frozen=True, slots=True)
class Face:
    """One role of the type scale."""

    weight: str
    """`medium`, `semibold` or `bold`."""
    size: int
    """Pixels an em, at interface scale 1."""
    narrow: float = 1.0
    """Width of a letter against its natural width; below 1 condenses."""


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
"""The one type scale: role to face."""

BUTTON = 40
"""Height of a button."""


KEPT_LENGTHS = 4096
"""How many lengths are kept at most."""


class Lengths(dict[float, int]):
    """Lengths of the design in whole pixels on the screen, each reckoned once for a scale."""

    def __init__(self) -> None:
        super().__init__()
        self.factor = 1.0

    def __missing__(self, length: float) -> int:
        if len(self) >= KEPT_LENGTHS:
            self.clear()
        pixels = round(length * self.factor)
        self[length] = pixels = max(1, pixels) if length > 0 else pixels
        return pixels


class Scale:
    """The interface scale that the player chose, 0.75 to 2."""

    def __init__(self) -> None:
        self._lengths = Lengths()
        self.px: Callable[[float], int] = self._lengths.__getitem__
        """A length of the design in whole pixels on the screen."""

    @property
    def factor(self) -> float:
        """The scale itself."""
        return self._lengths.factor

    def set(self, factor: float) -> None:
        """Change the scale; what is drawn next follows."""
        self._lengths.clear()
        self._lengths.factor = min(2.0, max(0.75, factor))


SCALE = Scale()
px = SCALE.px


@lru_cache(maxsize=2048)
def mix_colors(a: Color, b: Color, share: float) -> Color:
    """A color on the way from `a` to `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


def health(share: float) -> Color:
    """Green, amber or red for what is left of something."""
    return GOOD if share > 0.6 else WARN if share > 0.3 else DANGER
