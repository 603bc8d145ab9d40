"""The colors of terrain: of its outline, its pictures and its name."""

from __future__ import annotations

from jovian.ui.kit.theme import Color

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


def tint(kind: str) -> Color:
    """The color of a kind of terrain."""
    return TINTS.get(kind, STEEL)
