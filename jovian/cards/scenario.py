"""Scenarios as frozen values.

Lengths are inches from the lower left corner of the table. Headings are whole degrees, 0 up the table and clockwise
positive. The schemas and the editor show the docstrings of the classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Annotated, Any, Literal

from jovian.cards import names
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
    SquadronType,
    UnitKey,
    Word,
    Written,
)
from jovian.frozen import freeze_mapping, frozen

# --- Pieces ---
# Each class has the keys of one objective, special rule, or count. A card has them as a `PieceCard`.


@frozen
class PieceCard:
    """A special rule, objective, token, ending, or count of a scenario, with its parameters."""

    kind: str
    """Its name in `rules/setup/catalogs.py`."""
    parameters: tuple[tuple[str, Any], ...] = ()
    """The keys of the file and their values: numbers, texts, tuples, or further pieces."""

    def __getitem__(self, key: str) -> Any:
        """Return a parameter. Raises KeyError for one that the file doesn't give."""
        return dict(self.parameters)[key]


Side = Annotated[int, Limits(ge=0, le=1)]
Role = Annotated[str, OneOf(names.ROLES)]
Edge = Annotated[str, OneOf(names.EDGES)]
Inches = Annotated[float, Limits(ge=-96, le=96, allow_inf_nan=False)]
"""A coordinate on or near the table."""
Heading = Annotated[int, Limits(ge=-360, le=360)]
"""Whole degrees, 0 up the table, clockwise positive."""
Points = Annotated[int, Limits(ge=-100, le=100)]
Amount = Annotated[int, Limits(ge=1, le=1000)]
Number = Annotated[int, Limits(ge=0, le=99)]
Turn = Annotated[int, Limits(ge=1, le=20)]
Kind = Literal["capital", "squadron"]
Fates = Annotated[tuple[Annotated[str, OneOf(names.FATES)], ...], Limits(min_length=1, max_length=7)]
Hangers = Annotated[int, Limits(ge=0, le=12)]
Diameter = Annotated[int, Limits(ge=2, le=4)]
"""The width of an unidentified object in inches."""


def _rising(span: Sequence[int]) -> Sequence[int]:
    if span[0] > span[1]:
        raise ValueError("the smaller number comes first")
    return span


@frozen(kw_only=True)
class Counted:
    """The keys that limit which models are counted."""

    whose: Literal["own", "enemy"] = "own"
    model_kind: Annotated[Kind | None, Written(older="on")] = None
    fate: Fates | None = None
    without: Fates | None = None


@frozen(kw_only=True)
class CountModels(Counted):
    """The number of models, without drones."""

    of: Literal["models"]


@frozen(kw_only=True)
class CountForce(Counted):
    """The percentage of a fleet's Threat Value. A captured ship counts as captured only."""

    of: Literal["force"]


@frozen(kw_only=True)
class CountTokens(Counted):
    """The number of tokens of a name that models carry."""

    of: Literal["tokens"]
    token: Name


@frozen(kw_only=True)
class CountPrevented(Counted):
    """The number of issued tokens that their side didn't bring home, or that the enemy did aboard captured ships."""

    of: Literal["prevented"]
    token: Name


@frozen(kw_only=True)
class CountBearers(Counted):
    """The number of models that carry a token of a name."""

    of: Literal["bearers"]
    token: Name


@frozen(kw_only=True)
class CountSearched:
    """The number of unidentified objects that a side has searched."""

    of: Literal["searched"]
    whose: Literal["own", "enemy"] = "own"


COUNTS: tuple[type, ...] = (CountModels, CountForce, CountTokens, CountPrevented, CountBearers, CountSearched)
Count = Annotated[PieceCard, Among("of", COUNTS)]


# --- Objectives and endings ---
@frozen(kw_only=True)
class Awarded:
    """The keys of all objectives."""

    points: Points
    role: Role | None = None


@frozen(kw_only=True)
class Timed(Awarded):
    """An objective that can be scored in the End Phase of an earlier turn."""

    turn: Turn | None = None


@frozen(kw_only=True)
class MostVictoryPoints(Awarded):
    """Points for the side with more Victory Points."""

    kind: Literal["most_victory_points"]


@frozen(kw_only=True)
class Most(Timed):
    """Points for the side with the higher count."""

    kind: Literal["most"]
    count: Count


@frozen(kw_only=True)
class Least(Timed):
    """Points for the side with the lower count."""

    kind: Literal["least"]
    count: Count


@frozen(kw_only=True)
class AtLeast(Timed):
    """Points for a count of at least an amount."""

    kind: Literal["at_least"]
    count: Count
    amount: Amount


@frozen(kw_only=True)
class Each(Timed):
    """Points for each one counted."""

    kind: Literal["each"]
    count: Count


@frozen(kw_only=True)
class FirstToAttack(Awarded):
    """Points for the side that attacks first."""

    kind: Literal["first_to_attack"]


OBJECTIVES: tuple[type, ...] = (MostVictoryPoints, Most, Least, AtLeast, Each, FirstToAttack)
Objective = Annotated[PieceCard, Among("kind", OBJECTIVES)]


@frozen(kw_only=True)
class Ending:
    """The game ends in the End Phase in which the count of a side reaches an amount."""

    role: Role | None = None
    count: Count
    amount: Amount


# --- Tokens ---
@frozen(kw_only=True)
class Token:
    """A token that models carry."""

    name: Name
    plural: Name | None = None
    on_captured: Annotated[int, Limits(ge=0, le=9)] | None = None
    launch: Number | None = None
    most: Amount | None = None


# --- Special rules ---
@frozen(kw_only=True)
class BlindedByTheLight:
    """A solar storm."""

    rule: Literal["blinded-by-the-light"]


@frozen(kw_only=True)
class Ambush:
    """The defender escapes over one edge. The attacker chooses it unless the file does."""

    rule: Literal["ambush"]
    edge: Edge | None = None


@frozen(kw_only=True)
class NoWithdrawal:
    """Models of a role or kind may not withdraw before a turn, or with more than a Structure."""

    rule: Literal["no-withdrawal"]
    role: Role | None = None
    kind: Kind | None = None
    until: Turn | None = None
    above: Annotated[int, Limits(ge=0, le=20)] | None = None


@frozen(kw_only=True)
class Search:
    """Models can search for tokens of a name: `found` lists how many for N, D, T, and Q+."""

    rule: Literal["search"]
    token: Name
    found: tuple[Number, Number, Number, Number] | None = None
    role: Role | None = None


@frozen(kw_only=True)
class ObjectsInFreeQuarters:
    """Unidentified objects in the center of the table and of each quarter without a deployment zone."""

    rule: Literal["objects-in-free-quarters"]
    size: Annotated[tuple[Diameter, Diameter], Check(_rising)] | None = None
    hangers: Hangers | None = None


@frozen(kw_only=True)
class SearchObjects:
    """Marines can search unidentified objects for a number of tokens."""

    rule: Literal["search-objects"]
    tokens: Annotated[int, Limits(ge=1, le=20)] | None = None


@frozen(kw_only=True)
class RetrieveFromObjects:
    """A squadron that launches from a searched object carries a token."""

    rule: Literal["retrieve-from-objects"]
    token: Name


@frozen(kw_only=True)
class CometInZone:
    """A side places a comet in its own zone before deployment. The comet doesn't move."""

    rule: Literal["comet-in-zone"]
    role: Role
    radius: Extent | None = None
    tail_length: Extent | None = None
    tail_width: Extent | None = None


@frozen(kw_only=True)
class Distribute:
    """A side issues tokens to its models in secret before it deploys."""

    rule: Literal["distribute"]
    token: Name
    amount: Amount
    role: Role
    on_capital: Amount | None = None
    on_squadron: Amount | None = None
    squadrons: SquadronType | None = None


@frozen(kw_only=True)
class Mine:
    """Squadrons cut tokens out of a comet with lances."""

    rule: Literal["mine"]
    token: Name
    defense: Annotated[int, Limits(ge=1, le=20)] | None = None
    role: Role | None = None
    squadrons: SquadronType | None = None
    fuel_pods: bool | None = None


RULES: tuple[type, ...] = (
    Ambush,
    NoWithdrawal,
    BlindedByTheLight,
    Search,
    ObjectsInFreeQuarters,
    SearchObjects,
    RetrieveFromObjects,
    CometInZone,
    Distribute,
    Mine,
)
"""All special rules. The name alone is enough for a rule without required keys."""
SpecialRule = Annotated[PieceCard, Among("rule", RULES, bare=True)]


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
    objectives: Annotated[tuple[Objective, ...], Limits(min_length=1, max_length=20)]
    special_rules: Annotated[tuple[SpecialRule, ...], UpTo20] = ()
    early_end: Annotated[tuple[PieceCard, ...], Written(Annotated[tuple[Ending, ...], UpTo8])] = ()
    """Conditions that end the game before its last turn."""
    tokens: Annotated[tuple[PieceCard, ...], Written(Annotated[tuple[Token, ...], UpTo8])] = ()
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
