"""Kinds of terrain that are models as well: marines board them (`rules/scenario/stations.py`)."""

from __future__ import annotations

from jovian.cards import TerrainCard
from jovian.game import Terrain
from jovian.table import Pose, Shape

STATION, HULK = "space-station", "unidentified-object"
STATIONS = "v1.2.4 Terrain > Space Stations"
HULKS = "v1.2.4 Terrain > Unidentified Object"
RIM = 0.01
"""Inches by which what strikes is smaller than the base: what only comes into contact does not move through."""


def hull_of(card: TerrainCard) -> list[Terrain]:
    """What of a station strikes as terrain; nothing of an unidentified object."""
    if card.kind != STATION:
        return []
    outline = (Shape.circle((card.radius or 1.0) - RIM),)
    return [Terrain(hull_id(card.id), STATION, Pose(card.x, card.y, card.heading), outline, card.id)]


def hull_id(station: str) -> str:
    """What the piece of a station is called."""
    return f"{station}-hull"
