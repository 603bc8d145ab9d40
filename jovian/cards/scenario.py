"""Scenarios as frozen values.

Lengths are inches from the lower left corner of the table. Headings are whole degrees, 0 up the table and clockwise
positive. The schemas and the editor show the docstrings of the classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Annotated, Any, ClassVar, Literal

from jovian.cards import names
from jovian.cards.files import Cause
from jovian.cards.fleet import (
    TRACKS,
    Cargo,
    HardpointNames,
    Loaded,
    Sourced,
    UnitCard,
    UpgradeCard,
    UpgradeNames,
    in_use,
    with_upgrades,
)
from jovian.cards.keys import (
    Among,
    Check,
    Extent,
    Limits,
    Mark,
    Name,
    OneOf,
    Rating,
    Slug,
    UnitKey,
    Word,
    Written,
)
from jovian.frozen import freeze_mapping, frozen

Side = Annotated[int, Limits(ge=0, le=1)]
Role = Annotated[str, OneOf(names.ROLES)]
Edge = Annotated[str, OneOf(names.EDGES)]
Inches = Annotated[float, Limits(ge=-96, le=96, allow_inf_nan=False)]
"""A coordinate on or near the table."""
Heading = Annotated[int, Limits(ge=-360, le=360)]
"""Whole degrees, 0 up the table, clockwise positive."""
Amount = Annotated[int, Limits(ge=1, le=1000)]
Number = Annotated[int, Limits(ge=0, le=99)]
Turn = Annotated[int, Limits(ge=1, le=20)]
Hangers = Annotated[int, Limits(ge=0, le=12)]

# --- Pieces ---


class ScenarioPiece:
    """An objective, special rule, ending, token, or count of a scenario. Its fields are the keys of its mapping.

    The rules define the classes. `rules/setup/catalogs.py` lists them here by their names in files.
    """

    __slots__ = ()
    brings_tokens: ClassVar[bool] = False
    """Whether it gives models the tokens that it names."""
    issues_tokens: ClassVar[bool] = False
    """Whether a side issues the tokens that it names before the game."""

    def lacks(self, scenario: ScenarioCard) -> Iterable[Cause]:
        """Return what it needs to have an effect, and the scenario lacks."""
        return ()


@frozen
class TokenPiece(ScenarioPiece):
    """A token that models carry."""

    token: Annotated[Name, Written(key="name")]
    plural: Annotated[Name, Mark.NULL] = ""
    on_captured: Annotated[int, Limits(ge=0, le=9), Mark.NULL] = 1
    """How many tokens 1 counts for aboard a captured ship."""


OBJECTIVES: dict[str, type[ScenarioPiece]] = {}
SPECIAL_RULES: dict[str, type[ScenarioPiece]] = {}
COUNTS: dict[str, type[ScenarioPiece]] = {}
ENDINGS: dict[str, type[ScenarioPiece]] = {}
TOKENS: dict[str, type[TokenPiece]] = {}
PIECES: tuple[Mapping[str, type[ScenarioPiece]], ...] = (OBJECTIVES, SPECIAL_RULES, COUNTS, ENDINGS, TOKENS)


def rule_name(kind: type[ScenarioPiece]) -> str:
    """Return the name of a special rule in files."""
    return next(name for name, other in SPECIAL_RULES.items() if other is kind)


# --- Terrain (v1.2.4 Terrain; R33, R84, R85) ---


def _owner(owner: int | str) -> int | None:
    return owner if isinstance(owner, int) else None


@frozen
class StationCard:
    """The ratings of a space station or an unidentified object. What is None is rolled before the game."""

    name: Annotated[Name, Mark.NULL]
    owner: Annotated[int | None, Written(Annotated[Side | Literal["neutral"], Check(_owner)] | None)] = None
    """The side that owns it, or None if it is neutral."""
    tv: Annotated[int, Limits(ge=0, le=500), Mark.NULL] = 0
    structure: Annotated[int, Limits(ge=1, le=20)] | None = None
    """The undamaged Structure. Other ratings follow from it."""
    hangers: Hangers | None = None
    """The number of squadrons that it can hold."""
    weapons: Annotated[str, OneOf(names.STATION_WEAPONS)] | None = None
    dock: Annotated[bool, Mark.NULL] = False
    """Whether a ship may dock with it, if the scenario has docked ships (R85)."""
    boarders: Annotated[tuple[Rating, Rating], Mark.NULL] = (0, 0)
    """The marines of side 0 and side 1 aboard, if it is neutral."""
    search: Annotated[tuple[Rating, Rating], Mark.NULL] = (0, 0)
    """The search tokens of side 0 and side 1, if it is an unidentified object."""


Offset = Annotated[float, Limits(ge=-48, le=48, allow_inf_nan=False)]


@frozen(kw_only=True)
class TerrainCard:
    """A piece of terrain, perhaps with the keys of a space station or unidentified object."""

    station: Annotated[StationCard | None, Mark.FLAT] = None
    """The ratings of a space station or an unidentified object, which are models, too."""
    kind: Annotated[str, OneOf(names.TERRAIN_KINDS)]
    id: Annotated[Slug, Mark.NULL]
    x: Annotated[Inches, Mark.NULL]
    y: Annotated[Inches, Mark.NULL]
    heading: Heading = 0
    """A comet flies in this direction. Its tail points the other way."""
    edge: Annotated[Edge, Mark.NULL] = ""
    """The edge of the table that it lies along, with its middle at (x, y), or ""."""
    thickness: Annotated[Extent, Mark.NULL] = 0.0
    """The thickness of an atmosphere, or 0 if a die decides when the game begins."""
    radius: Extent | None = None
    """The radius of a circle or of the body of a comet, or None for a polygon."""
    points: Annotated[tuple[tuple[Offset, Offset], ...], Limits(min_length=3, max_length=64), Mark.NULL] = ()
    """The corners of a simple polygon, counterclockwise, relative to (x, y) at heading 0, or () for a circle."""
    tail_length: Annotated[Extent, Mark.NULL] = 0.0
    """The length of a comet's tail from the center of its body, or 0."""
    tail_width: Annotated[Extent, Mark.NULL] = 0.0
    moves: Annotated[bool, Mark.NULL] = True
    """Whether a comet moves."""


# --- Models ---


PlacedState = Annotated[str, OneOf(names.PLACED_STATES)]


def _nothing() -> Mapping[Any, int]:
    return freeze_mapping({})


@frozen(kw_only=True)
class Placement:
    """A model that the scenario places."""

    card: UnitKey
    """The key of its unit card."""
    side: Side
    x: Annotated[Inches, Mark.NULL] = 0.0
    y: Annotated[Inches, Mark.NULL] = 0.0
    heading: Heading = 0
    id: Annotated[Slug, Mark.NULL]
    name: Annotated[Name, Mark.NULL]
    structure: Rating | None = None
    """The current rating, or None if undamaged."""
    ratings: Mapping[Annotated[str, OneOf(TRACKS[1:-1])], Rating] = field(default_factory=_nothing)
    """The current ratings of other damaged tracks (`defense`, `sensors`, `thrusters`, `marines`)."""
    fuel: Rating | None = None
    """The current rating, or None if full."""
    damaged: Annotated[tuple[Word, ...], Limits(max_length=40)] = ()
    """The ids of damaged mounts (`a1`) and the names of damaged system traits."""
    states: Mapping[PlacedState, Annotated[int, Limits(ge=-99, le=99)]] = field(default_factory=_nothing)
    """The values of its states by name, 1 for a state without a value."""
    activated: bool = False
    embarked_in: Annotated[Slug, Mark.NULL] = ""
    """The id of the model or station that carries it, or "" on the table."""
    escorting: Annotated[Slug, Mark.NULL] = ""
    """The id of the friendly ship that it escorts, or "" (v1.2.4 Action > Escorting)."""
    assaulting: Annotated[Slug, Mark.NULL] = ""
    """The id of the enemy ship that it assaults, or "" (v1.2.4 Action > Assaulting)."""
    formation: Annotated[Slug, Mark.NULL] = ""
    """The id of another squadron of its Formation, or "". See `formations`."""
    cargo: Cargo = ()
    """The content of its Cargo slots, of `names.CARGO`."""
    loads: Annotated[Mapping[Name, Amount], Limits(max_length=8)] = field(default_factory=_nothing)
    """The number of tokens that it carries, by name."""
    upgrades: Annotated[tuple[UpgradeCard, ...], Written(UpgradeNames), Mark.LOOKED_UP] = ()
    """Characters aboard, or improvements of a squadron."""
    hardpoints: Annotated[tuple[Loaded, ...], Written(HardpointNames), Mark.LOOKED_UP] = ()
    """The filled hardpoints."""
    touching: Annotated[Slug, Mark.NULL] = ""
    """The id of the model or station that it is placed in contact with, or ""."""
    at: Annotated[str, OneOf(names.CONTACTS), Mark.NULL] = ""
    """The side of that model, or "" if x and y decide."""

    def flown(self, card: UnitCard) -> UnitCard:
        """Return its unit card with its upgrades."""
        return with_upgrades(card, self.upgrades, self.hardpoints)


def formations(models: Iterable[Placement]) -> list[list[Placement]]:
    """Return the Formations of placed models, each in the order of the list. One of two members names the other."""
    groups: list[list[Placement]] = []
    for model in models:
        linked = [
            group for group in groups
            if any(model.formation == member.id or member.formation == model.id for member in group)
        ]  # fmt: skip
        members = [member for group in linked for member in group]
        groups = [group for group in groups if group not in linked] + [[*members, model]]
    return [group for group in groups if len(group) > 1]


# --- Deployment zones that a scenario draws ---

@frozen
class ZoneCard:
    """A polygon or a circle, in inches."""

    side: Side | Role
    """A side, or a role: `attacker` or `defender`."""
    points: Annotated[tuple[tuple[Inches, Inches], ...], Limits(min_length=3, max_length=64), Mark.NULL] = ()
    """The corners of a simple polygon, or () for a circle."""
    x: Annotated[Inches, Mark.NULL] = 0.0
    y: Annotated[Inches, Mark.NULL] = 0.0
    radius: Annotated[Extent, Mark.NULL] = 0.0


# --- Scenarios ---

Length = Annotated[float, Limits(ge=24, le=96, allow_inf_nan=False)]
Text = Annotated[str, Limits(min_length=1, max_length=2000)]
DrawnZones = Annotated[tuple[ZoneCard, ...], Limits(min_length=1, max_length=20)]
UpTo8, UpTo20 = Limits(max_length=8), Limits(max_length=20)


@frozen
class Table:
    """The size of the table in inches."""

    width: Length = 48.0
    height: Length = 48.0


@frozen(kw_only=True)
class ScenarioCard(Sourced):
    """A scenario file."""

    name: Name
    key: Annotated[Slug, Mark.NULL]
    """The stem of its file."""
    summary: Text
    briefing: Annotated[Text, Mark.NULL] = ""
    """The text that both sides read before the game, with empty lines between paragraphs, or ""."""
    table: Table = Table()
    zones: Annotated[str, OneOf(names.ZONES)] | DrawnZones = "standard"
    """One of `names.ZONES`, or the zones that it draws itself."""
    deployment: Annotated[str, OneOf(names.DEPLOYMENTS)] = "fleet"
    initiative: Annotated[str, OneOf(names.INITIATIVES)] | Side = "random"
    """The side with initiative, or how it is decided."""
    turn: Turn = 1
    """The first turn, 1 unless it places models."""
    turns: Turn = 7
    """The last turn."""
    objectives: Annotated[
        tuple[Annotated[ScenarioPiece, Among("kind", OBJECTIVES)], ...], Limits(min_length=1, max_length=20)
    ]
    special_rules: Annotated[tuple[Annotated[ScenarioPiece, Among("rule", SPECIAL_RULES, bare=True)], ...], UpTo20] = ()
    early_end: Annotated[tuple[Annotated[ScenarioPiece, Among("", ENDINGS)], ...], UpTo8] = ()
    """Conditions that end the game before its last turn."""
    tokens: Annotated[tuple[Annotated[TokenPiece, Among("", TOKENS)], ...], UpTo8] = ()
    """Tokens that models carry."""
    docking: bool = False
    """Whether capital ships may start embarked in a ship with Dock (R85)."""
    fleets: Annotated[tuple[Slug, ...], Limits(min_length=2, max_length=2), Mark.NULL] = ()
    """The stems of the two ready fleets, side 0 first, or () if it places models."""
    layout: Annotated[str, OneOf(names.LAYOUTS), Mark.NULL] = ""
    """How the table is laid out, or "" if `terrain` lists it."""
    terrain: Annotated[tuple[TerrainCard, ...], Limits(max_length=60)] = ()
    models: Annotated[tuple[Placement, ...], Limits(max_length=200)] = ()

    def __hash__(self) -> int:
        return hash(self.key)

    @property
    def width(self) -> float:
        """The width of the table."""
        return self.table.width

    @property
    def height(self) -> float:
        """The height of the table."""
        return self.table.height

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """All upgrade cards of its models, by name."""
        return in_use(self.models)
