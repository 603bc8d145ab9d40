"""What lies along an edge of the table: the planet beyond it, and its atmosphere (v1.2.4 Terrain)."""

from __future__ import annotations

from jovian.cards import TerrainCard
from jovian.game import State, Terrain
from jovian.table import Pose, Shape

ATMOSPHERE = "atmosphere"
BEYOND = 12.0
"""Inches that a planet reaches beyond its edge, and beyond its corners."""


def along(state: State, card: TerrainCard, thickness: float) -> Terrain:
    """A planet, or an atmosphere so many inches thick."""
    wide = state.width if card.heading % 180 == 0 else state.height
    edge = Pose(card.x, card.y, card.heading)
    if not thickness:
        half = wide / 2 + BEYOND
        beyond = Shape.polygon(((-half, 0.0), (half, 0.0), (half, BEYOND), (-half, BEYOND)))
        return Terrain(card.id, card.kind, edge, (beyond,), card.id)
    return Terrain(card.id, card.kind, edge.advanced(-thickness / 2).rounded(), (Shape.rect(wide, thickness),), card.id)
