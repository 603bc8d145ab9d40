"""What may stand in a scenario file."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from jovian.cards.schemas.forces.cargo import CargoLine
from jovian.cards.schemas.forces.fitting import HardpointLine, UpgradeLine
from jovian.cards.schemas.listed import (
    Contact,
    Deployment,
    Edge,
    Initiative,
    Layout,
    PlacedState,
    TerrainKind,
    Zones,
)
from jovian.cards.schemas.scenarios.pieces import Amount, Ending, Objective, SpecialRule, Token
from jovian.cards.schemas.scenarios.stations import StationKeys
from jovian.cards.schemas.scenarios.zones import Zone
from jovian.cards.schemas.validate import Extent, Heading, Inches, Name, Rating, Slug, Strict, UnitKey

Offset = Annotated[float, Field(ge=-48, le=48, allow_inf_nan=False)]
Point = Annotated[list[Offset], Field(min_length=2, max_length=2)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class Terrain(StationKeys):
    """One piece of terrain; a space station and an unidentified object have more to say."""

    kind: TerrainKind
    id: Slug | None = None
    x: Inches | None = None
    y: Inches | None = None
    heading: Heading = 0
    edge: Edge | None = None
    thickness: Extent | None = None
    radius: Extent | None = None
    points: Annotated[list[Point], Field(min_length=3, max_length=64)] | None = None
    tail_length: Extent | None = None
    tail_width: Extent | None = None
    moves: bool | None = None


class ModelLine(Strict):
    """A model placed beforehand."""

    card: UnitKey
    side: Annotated[int, Field(ge=0, le=1)]
    x: Inches | None = None
    y: Inches | None = None
    heading: Heading = 0
    id: Slug | None = None
    name: Name | None = None
    structure: Rating | None = None
    ratings: dict[Literal["defense", "sensors", "thrusters", "marines"], Rating] = Field(default_factory=dict)
    fuel: Rating | None = None
    damaged: Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=40)] = Field(
        default_factory=list
    )
    states: dict[PlacedState, Annotated[int, Field(ge=-99, le=99)]] = Field(default_factory=dict)
    activated: bool = False
    embarked_in: Slug | None = None
    escorting: Slug | None = None
    assaulting: Slug | None = None
    formation: Slug | None = None
    cargo: CargoLine = Field(default_factory=list)
    loads: Annotated[dict[Name, Amount], Field(max_length=8)] = Field(default_factory=dict)
    upgrades: UpgradeLine = Field(default_factory=list)
    hardpoints: HardpointLine = Field(default_factory=dict)
    touching: Slug | None = None
    at: Contact | None = None


class Table(Strict):
    """The size of the table in inches."""

    width: Annotated[float, Field(ge=24, le=96, allow_inf_nan=False)] = 48.0
    height: Annotated[float, Field(ge=24, le=96, allow_inf_nan=False)] = 48.0


class Scenario(Strict):
    """A scenario file."""

    name: Name
    key: Slug | None = None
    summary: Text
    briefing: Text | None = None
    table: Table = Table()
    zones: Zones | Annotated[list[Zone], Field(min_length=1, max_length=20)] = "standard"
    deployment: Deployment = "fleet"
    initiative: Initiative | Annotated[int, Field(ge=0, le=1)] = "random"
    turn: Annotated[int, Field(ge=1, le=20)] = 1
    turns: Annotated[int, Field(ge=1, le=20)] = 7
    objectives: Annotated[list[Objective], Field(min_length=1, max_length=20)]
    special_rules: Annotated[list[SpecialRule], Field(max_length=20)] = Field(default_factory=list)
    early_end: Annotated[list[Ending], Field(max_length=8)] = Field(default_factory=list)
    tokens: Annotated[list[Token], Field(max_length=8)] = Field(default_factory=list)
    docking: bool = False
    fleets: Annotated[list[Slug], Field(min_length=2, max_length=2)] | None = None
    layout: Layout | None = None
    terrain: Annotated[list[Terrain], Field(max_length=60)] = Field(default_factory=list)
    models: Annotated[list[ModelLine], Field(max_length=200)] = Field(default_factory=list)
