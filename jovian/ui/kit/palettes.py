"""The palettes that a player can choose, and the one of this run of the program.

`theme` takes its colors from the chosen palette when it is first imported, so that every module can import them as
constants. `choose` must be called before that. The window calls it at its start, with the player's settings.
"""

from __future__ import annotations

from dataclasses import replace

from jovian.frozen import frozen

Color = tuple[int, int, int]


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


@frozen
class Palette:
    """Every color that has a meaning. Each meaning has a shape as well."""

    sides: tuple[SideLook, SideLook, SideLook]
    """The looks of side 0, side 1, and neutral models."""
    accent: Color
    """Selection, focus, and arcs: a ring, or a border of 2 pixels."""
    accent_deep: Color
    """The fill of a lit button."""
    good: Color
    """A full bar."""
    warn: Color
    """Half, or something to know."""
    danger: Color
    danger_deep: Color
    """The fill of a button that deletes something."""
    legal: Color
    """Legal paths and ghosts: a dashed outline."""
    threat: Color
    """Areas that an enemy can attack: hatched."""
    edge: Color
    edge_high: Color
    text: Color
    text_soft: Color
    text_faint: Color
    high_contrast: bool = False
    """Whether the backdrop is plain, and plates are opaque."""


NEUTRAL_LOOK = SideLook((198, 200, 172), (236, 238, 220), (52, 54, 42), (108, 110, 92), hatched=False, chevrons=0)

STANDARD, SAFE = "standard", "safe"
PALETTES = {
    STANDARD: Palette(
        sides=(
            SideLook((86, 176, 255), (198, 230, 255), (18, 50, 92), (44, 86, 128), hatched=False, chevrons=1),
            SideLook((255, 104, 82), (255, 214, 196), (92, 30, 26), (132, 58, 48), hatched=True, chevrons=2),
            NEUTRAL_LOOK,
        ),
        accent=(76, 200, 236), accent_deep=(15, 112, 150),
        good=(86, 220, 138), warn=(255, 194, 77), danger=(250, 63, 124), danger_deep=(104, 34, 36),
        legal=(104, 232, 190), threat=(220, 110, 190),
        edge=(36, 51, 80), edge_high=(62, 86, 128),
        text=(226, 234, 247), text_soft=(167, 182, 209), text_faint=(127, 144, 176),
    ),
    SAFE: Palette(
        sides=(
            SideLook((68, 132, 253), (190, 216, 255), (16, 40, 96), (40, 74, 140), hatched=False, chevrons=1),
            SideLook((241, 169, 21), (255, 228, 170), (78, 50, 8), (130, 92, 22), hatched=True, chevrons=2),
            NEUTRAL_LOOK,
        ),
        accent=(255, 255, 255), accent_deep=(15, 112, 150),
        good=(108, 246, 250), warn=(254, 247, 194), danger=(248, 9, 125), danger_deep=(104, 20, 60),
        legal=(172, 255, 252), threat=(180, 168, 204),
        edge=(36, 51, 80), edge_high=(62, 86, 128),
        text=(226, 234, 247), text_soft=(167, 182, 209), text_faint=(127, 144, 176),
    ),
}  # fmt: skip
"""The palettes by name. The safe one stays readable with each kind of color blindness."""


def with_high_contrast(palette: Palette) -> Palette:
    """Return a palette with brighter texts and edges, and a plain backdrop."""
    return replace(
        palette, edge=(100, 116, 146), edge_high=(142, 163, 200), text=(255, 255, 255), text_soft=(226, 234, 247),
        text_faint=(170, 184, 212), high_contrast=True,
    )  # fmt: skip


def palette_of(name: str, *, high_contrast: bool = False) -> Palette:
    """Return a palette by name. An unknown name is the standard one."""
    palette = PALETTES.get(name, PALETTES[STANDARD])
    return with_high_contrast(palette) if high_contrast else palette


_chosen: list[Palette] = [PALETTES[STANDARD]]


def choose(palette: Palette) -> None:
    """Set the palette of this run. It has no effect once `theme` is imported."""
    _chosen[0] = palette


def chosen() -> Palette:
    """Return the palette of this run."""
    return _chosen[0]
