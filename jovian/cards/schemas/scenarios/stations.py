"""What may stand in the line of a space station or an unidentified object, besides where it lies.

v1.2.4 Terrain > Space Stations, Unidentified Object; R33, R84, R85. What is left out of its ratings is rolled.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.listed import StationWeapons
from jovian.cards.schemas.validate import Name, Strict
from jovian.cards.values.names import TERRAIN_KINDS
from jovian.cards.values.scenario import StationCard

Side = Annotated[int, Field(ge=0, le=1)]
Aboard = Annotated[int, Field(ge=0, le=20)]
OF_STATIONS = ("owner", "tv", "weapons", "dock")
"""Keys of what a side may own and fight with."""
OF_BOTH = ("name", "structure", "hangers", "boarders")
OF_OBJECTS = ("search",)
WHOSE = ((OF_STATIONS, "owned"), (OF_BOTH, "boarded"), (OF_OBJECTS, "searched"))
"""Keys, and what a kind of terrain must be to have them."""


class StationKeys(Strict):
    """The keys that only a station or an unidentified object has."""

    name: Name | None = None
    owner: Side | Literal["neutral"] | None = None
    tv: Annotated[int, Field(ge=0, le=500)] | None = None
    structure: Annotated[int, Field(ge=1, le=20)] | None = None
    hangers: Annotated[int, Field(ge=0, le=12)] | None = None
    weapons: StationWeapons | None = None
    dock: bool | None = None
    boarders: Annotated[list[Aboard], Field(min_length=2, max_length=2)] | None = None
    search: Annotated[list[Aboard], Field(min_length=2, max_length=2)] | None = None


def station_of(line: StationKeys, kind: str, label: str, document: Document, path: Path_) -> StationCard | None:
    """What a line of that kind says of its model, None if it is none; notes what does not belong to it."""
    rule = TERRAIN_KINDS[kind]
    for keys, whose in WHOSE:
        for key in keys:
            strange = getattr(line, key) is not None and not getattr(rule, whose)
            document.note_if(strange, (*path, key), f"{label}: only {_kinds(whose)} has the key '{key}'")
    if not rule.boarded:
        return None
    owner = line.owner if isinstance(line.owner, int) else None
    crowded = owner is not None and any(line.boarders or ())
    document.note_if(crowded, (*path, "boarders"), f"{label}: only what is neutral has boarders from the start")
    (first, second), (one, two) = line.boarders or (0, 0), line.search or (0, 0)
    return StationCard(
        name=line.name or kind.replace("-", " ").title(), owner=owner, tv=line.tv or 0, structure=line.structure,
        hangers=line.hangers if rule.owned or line.hangers is not None else 0, weapons=line.weapons,
        dock=bool(line.dock), boarders=(first, second), search=(one, two),
    )  # fmt: skip


def _kinds(whose: str) -> str:
    return " or ".join(f"a {rule.name}" for rule in TERRAIN_KINDS.values() if getattr(rule, whose))
