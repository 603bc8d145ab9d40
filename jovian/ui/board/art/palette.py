"""The colors of terrain: of its outline, its pictures and its name; and the paints of hulls.

A hull has two tones a piece, tinted by side, faded when the model has been activated.
"""

from __future__ import annotations

from functools import cache

from jovian.ui.kit.theme import SIDES, Color, mix

AMBER: Color = (214, 170, 104)
MIST: Color = (122, 150, 232)
STEEL: Color = (160, 172, 190)
ICE: Color = (150, 214, 255)
VEIL: Color = (190, 120, 230)
TINTS: dict[str, Color] = {
    "asteroid-field": AMBER, "large-asteroid": AMBER, "small-moon": STEEL, "particle-cloud": MIST,
    "debris-field": STEEL, "wreck": STEEL, "unidentified-object": STEEL, "comet": ICE, "comet-tail": ICE,
    "decoy-swarm": VEIL, "atmosphere": (236, 160, 110), "planet": (236, 160, 110), "space-station": STEEL,
}  # fmt: skip
"""The color of a kind: its outline and its name."""
_COOL: dict[str, tuple[Color, Color]] = {
    "hull": ((238, 245, 253), (138, 162, 196)),
    "plate": ((150, 170, 200), (98, 116, 148)),
    "deep": ((70, 86, 116), (44, 55, 80)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_WARM: dict[str, tuple[Color, Color]] = {
    "hull": ((254, 240, 231), (205, 152, 136)),
    "plate": ((202, 156, 142), (142, 98, 90)),
    "deep": ((112, 70, 66), (74, 44, 44)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_GRAY: dict[str, tuple[Color, Color]] = {
    "hull": ((240, 240, 228), (172, 174, 152)),
    "plate": ((176, 178, 156), (120, 122, 102)),
    "deep": ((86, 88, 74), (56, 58, 48)),
    "glow": ((255, 226, 160), (255, 178, 84)),
}
_PAINTS = (_COOL, _WARM, _GRAY)
_FADED: Color = (24, 28, 40)


@cache
def paint(tone: str, lit: bool, side: int, dim: bool) -> Color:
    """The color of one facet."""
    look = SIDES[side]
    if tone == "accent":
        color = mix(look.main, (255, 255, 255), 0.12) if lit else mix(look.main, (0, 0, 0), 0.28)
    else:
        color = _PAINTS[side][tone][0 if lit else 1]
    return mix(color, _FADED, 0.58) if dim else color


@cache
def outline(side: int) -> Color:
    """The dark line around a hull."""
    return mix(SIDES[side].deep, (0, 0, 0), 0.72)


@cache
def frame(side: int, dim: bool) -> Color:
    """The frame of a base."""
    look = SIDES[side]
    return look.dim if dim else look.main


@cache
def plate(side: int, dim: bool) -> tuple[int, int, int, int]:
    """The fill of a base."""
    deep = mix(SIDES[side].deep, (4, 6, 12), 0.62 if dim else 0.4)
    return (*deep, 225)


def tint(kind: str) -> Color:
    """The color of a kind of terrain."""
    return TINTS.get(kind, STEEL)
