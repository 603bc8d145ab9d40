"""Texts of a file that must stand in a closed list of names, which is written down in `values/` alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic_core import CoreSchema, core_schema

from jovian.cards.values.names import (
    ARCS,
    COMMON,
    DEPLOYMENTS,
    EDGES,
    FACTIONS,
    INITIATIVES,
    LAYOUTS,
    MISSILE_KINDS,
    OBJECTIVE_KINDS,
    PLACED_STATES,
    PRINTED_WEAPONS,
    SPECIAL_RULES,
    SQUADRON_TYPES,
    STATION_WEAPONS,
    TERRAIN_KINDS,
    ZONES,
)
from jovian.cards.values.upgrade_names import CARRIERS, SLOTS, UPGRADE_KINDS


@dataclass(frozen=True)
class OneOf:
    """Says of a text that it must be one of these names; it is read, and refused, as a Literal of them would be."""

    names: Iterable[str]

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> CoreSchema:
        return core_schema.literal_schema(list(self.names))


Arc = Annotated[str, OneOf(ARCS)]
Builder = Annotated[str, OneOf((*FACTIONS, COMMON))]
"""Who builds a unit."""
Carrier = Annotated[str, OneOf(CARRIERS)]
"""Who may have an upgrade."""
Deployment = Annotated[str, OneOf(DEPLOYMENTS)]
Edge = Annotated[str, OneOf(EDGES)]
Faction = Annotated[str, OneOf(FACTIONS)]
Initiative = Annotated[str, OneOf(INITIATIVES)]
Layout = Annotated[str, OneOf(LAYOUTS)]
MissileKind = Annotated[str, OneOf(MISSILE_KINDS)]
ObjectiveKind = Annotated[str, OneOf(OBJECTIVE_KINDS)]
PlacedState = Annotated[str, OneOf(PLACED_STATES)]
SlotClass = Annotated[str, OneOf(SLOTS)]
SpecialRule = Annotated[str, OneOf(SPECIAL_RULES)]
StationWeapons = Annotated[str, OneOf(tuple(STATION_WEAPONS))]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
TerrainKind = Annotated[str, OneOf(TERRAIN_KINDS)]
UpgradeKind = Annotated[str, OneOf(UPGRADE_KINDS)]
WeaponType = Annotated[str, OneOf(PRINTED_WEAPONS)]
Zones = Annotated[str, OneOf(ZONES)]
