"""Texts of a file that must stand in a closed list of names, and lines that are one of a closed list of pieces.

The lists of names are written down in `values/` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, get_args

from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from jovian.cards.values.names import (
    ARCS,
    COMMON,
    CONTACTS,
    DEPLOYMENTS,
    EDGES,
    FACTIONS,
    INITIATIVES,
    LAYOUTS,
    MISSILE_KINDS,
    PLACED_STATES,
    PRINTED_WEAPONS,
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


@dataclass(frozen=True)
class Among:
    """Says of a mapping that its `key` names which of these schemas it is read by."""

    key: str
    pieces: tuple[type[BaseModel], ...]
    bare: bool = False
    """May a line be the name alone?"""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        choices = {name_of(each, self.key): handler.generate_schema(each) for each in self.pieces}
        tagged = core_schema.tagged_union_schema(choices, self.key)
        if not self.bare:
            return tagged
        named = core_schema.literal_schema(list(choices))
        read = core_schema.no_info_before_validator_function(self._whole, tagged)
        return core_schema.json_or_python_schema(core_schema.union_schema([named, tagged]), read)

    def _whole(self, line: object) -> object:
        return {self.key: line} if isinstance(line, str) else line


def name_of(piece: type[BaseModel], key: str) -> str:
    """What a schema of a piece is called in a file."""
    (name,) = get_args(piece.model_fields[key].annotation)
    return str(name)


Arc = Annotated[str, OneOf(ARCS)]
Builder = Annotated[str, OneOf((*FACTIONS, COMMON))]
"""Who builds a unit."""
Carrier = Annotated[str, OneOf(CARRIERS)]
"""Who may have an upgrade."""
Contact = Annotated[str, OneOf(CONTACTS)]
"""The side of a base that another touches."""
Deployment = Annotated[str, OneOf(DEPLOYMENTS)]
Edge = Annotated[str, OneOf(EDGES)]
Faction = Annotated[str, OneOf(FACTIONS)]
Initiative = Annotated[str, OneOf(INITIATIVES)]
Layout = Annotated[str, OneOf(LAYOUTS)]
MissileKind = Annotated[str, OneOf(MISSILE_KINDS)]
PlacedState = Annotated[str, OneOf(PLACED_STATES)]
SlotClass = Annotated[str, OneOf(SLOTS)]
StationWeapons = Annotated[str, OneOf(tuple(STATION_WEAPONS))]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
TerrainKind = Annotated[str, OneOf(TERRAIN_KINDS)]
UpgradeKind = Annotated[str, OneOf(UPGRADE_KINDS)]
WeaponType = Annotated[str, OneOf(PRINTED_WEAPONS)]
Zones = Annotated[str, OneOf(ZONES)]
