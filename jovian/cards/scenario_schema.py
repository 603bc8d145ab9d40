"""The schema of scenario files: the table, zones, objectives, special rules, terrain, and placed models.

A class is one mapping of a file. `docs/scenario.schema.json` and the editor show the docstrings.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from jovian.cards.files import Document, Path_
from jovian.cards.fleet_schema import CargoLine, HardpointLine, UpgradeLine
from jovian.cards.names import FATES, ROLES, SQUADRON_TYPES, TERRAIN_KINDS
from jovian.cards.scenario import PieceCard, StationCard, ZoneCard
from jovian.cards.schema import (
    Among,
    Contact,
    Deployment,
    Edge,
    Extent,
    Heading,
    Inches,
    Initiative,
    Layout,
    Name,
    OneOf,
    PlacedState,
    Rating,
    Slug,
    StationWeapons,
    Strict,
    TerrainKind,
    UnitKey,
    Zones,
)

# --- Outlines of terrain ---

Corner = tuple[float, float]


def signed_area(points: Sequence[Corner]) -> float:
    """Return the area in square inches, positive if the corners go counterclockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        total += ax * by - bx * ay
    return total / 2


def across(points: Sequence[Corner]) -> float:
    """Return the largest distance between two corners."""
    return max(sqrt((ax - bx) ** 2 + (ay - by) ** 2) for ax, ay in points for bx, by in points)


def outline_fault(points: Sequence[Corner]) -> str:
    """Return why an outline isn't a simple polygon, or ""."""
    if not abs(signed_area(points)) >= 0.1:
        return "the outline has no area"
    sides = list(zip(points, [*points[1:], points[0]], strict=True))
    for first in range(len(sides)):
        if sides[first][0] == sides[first][1]:
            return "two corners in a row are the same"
        for second in range(first + 1, len(sides)):
            next_to = second == first + 1 or (first == 0 and second == len(sides) - 1)
            if not next_to and _touch(*sides[first], *sides[second]):
                return "the outline crosses itself"
    return ""


def _turn(a: Corner, b: Corner, c: Corner) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Corner, b: Corner, c: Corner) -> bool:
    """Return whether c, a point on the line through a and b, is between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _touch(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Return whether the segments ab and cd share a point."""
    one, two, three, four = _turn(c, d, a), _turn(c, d, b), _turn(a, b, c), _turn(a, b, d)
    if one * two < 0 and three * four < 0:
        return True
    return (
        (one == 0 and _between(c, d, a))
        or (two == 0 and _between(c, d, b))
        or (three == 0 and _between(a, b, c))
        or (four == 0 and _between(a, b, d))
    )


# --- Types of fields ---

Points = Annotated[int, Field(ge=-100, le=100)]
Amount = Annotated[int, Field(ge=1, le=1000)]
Turn = Annotated[int, Field(ge=1, le=20)]
Role = Annotated[str, OneOf(ROLES)]
Kind = Literal["capital", "squadron"]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
Fate = Annotated[str, OneOf(FATES)]
Fates = Annotated[list[Fate], Field(min_length=1, max_length=7)]
Diameter = Annotated[int, Field(ge=2, le=4)]
"""The width of an unidentified object in inches."""


def _rising(span: list[int]) -> list[int]:
    if span[0] > span[1]:
        raise ValueError("the smaller number comes first")
    return span


# --- Counts ---
class Counted(Strict):
    """The keys that limit which models are counted."""

    whose: Literal["own", "enemy"] = "own"
    on: Kind | None = None
    fate: Fates | None = None
    without: Fates | None = None


class CountModels(Counted):
    """The number of models, without drones."""

    of: Literal["models"]


class CountForce(Counted):
    """The percentage of a fleet's Threat Value. A captured ship counts as captured only."""

    of: Literal["force"]


class CountTokens(Counted):
    """The number of tokens of a name that models carry."""

    of: Literal["tokens"]
    token: Name


class CountPrevented(Counted):
    """The number of issued tokens that their side didn't bring home, or that the enemy did aboard captured ships."""

    of: Literal["prevented"]
    token: Name


class CountBearers(Counted):
    """The number of models that carry a token of a name."""

    of: Literal["bearers"]
    token: Name


class CountSearched(Strict):
    """The number of unidentified objects that a side has searched."""

    of: Literal["searched"]
    whose: Literal["own", "enemy"] = "own"


COUNTS: tuple[type[Strict], ...] = (CountModels, CountForce, CountTokens, CountPrevented, CountBearers, CountSearched)
Count = Annotated[Strict, Among("of", COUNTS)]


# --- Objectives and endings ---
class Awarded(Strict):
    """The keys of all objectives."""

    points: Points
    role: Role | None = None


class Timed(Awarded):
    """An objective that can be scored in the End Phase of an earlier turn."""

    turn: Turn | None = None


class MostVictoryPoints(Awarded):
    """Points for the side with more Victory Points."""

    kind: Literal["most_victory_points"]


class Most(Timed):
    """Points for the side with the higher count."""

    kind: Literal["most"]
    count: Count


class Least(Timed):
    """Points for the side with the lower count."""

    kind: Literal["least"]
    count: Count


class AtLeast(Timed):
    """Points for a count of at least an amount."""

    kind: Literal["at_least"]
    count: Count
    amount: Amount


class Each(Timed):
    """Points for each one counted."""

    kind: Literal["each"]
    count: Count


class FirstToAttack(Awarded):
    """Points for the side that attacks first."""

    kind: Literal["first_to_attack"]


OBJECTIVES: tuple[type[Strict], ...] = (MostVictoryPoints, Most, Least, AtLeast, Each, FirstToAttack)
Objective = Annotated[Strict, Among("kind", OBJECTIVES)]


class Ending(Strict):
    """The game ends in the End Phase in which the count of a side reaches an amount."""

    role: Role | None = None
    count: Count
    amount: Amount


# --- Tokens ---
class Token(Strict):
    """A token that models carry."""

    name: Name
    plural: Name | None = None
    on_captured: Annotated[int, Field(ge=0, le=9)] | None = None
    launch: Annotated[int, Field(ge=0, le=99)] | None = None
    most: Amount | None = None


# --- Special rules ---
class BlindedByTheLight(Strict):
    """A solar storm."""

    rule: Literal["blinded-by-the-light"]


class Ambush(Strict):
    """The defender escapes over one edge. The attacker chooses it unless the file does."""

    rule: Literal["ambush"]
    edge: Edge | None = None


class NoWithdrawal(Strict):
    """Models of a role or kind may not withdraw before a turn, or with more than a Structure."""

    rule: Literal["no-withdrawal"]
    role: Role | None = None
    kind: Kind | None = None
    until: Turn | None = None
    above: Annotated[int, Field(ge=0, le=20)] | None = None


class Search(Strict):
    """Models can search for tokens of a name: `found` lists how many for N, D, T, and Q+."""

    rule: Literal["search"]
    token: Name
    found: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=4, max_length=4)] | None = None
    role: Role | None = None


class ObjectsInFreeQuarters(Strict):
    """Unidentified objects in the center of the table and of each quarter without a deployment zone."""

    rule: Literal["objects-in-free-quarters"]
    size: Annotated[list[Diameter], Field(min_length=2, max_length=2), AfterValidator(_rising)] | None = None
    hangers: Annotated[int, Field(ge=0, le=12)] | None = None


class SearchObjects(Strict):
    """Marines can search unidentified objects for a number of tokens."""

    rule: Literal["search-objects"]
    tokens: Annotated[int, Field(ge=1, le=20)] | None = None


class RetrieveFromObjects(Strict):
    """A squadron that launches from a searched object carries a token."""

    rule: Literal["retrieve-from-objects"]
    token: Name


class CometInZone(Strict):
    """A side places a comet in its own zone before deployment. The comet doesn't move."""

    rule: Literal["comet-in-zone"]
    role: Role
    radius: Extent | None = None
    tail_length: Extent | None = None
    tail_width: Extent | None = None


class Distribute(Strict):
    """A side issues tokens to its models in secret before it deploys."""

    rule: Literal["distribute"]
    token: Name
    amount: Amount
    role: Role
    on_capital: Amount | None = None
    on_squadron: Amount | None = None
    squadrons: SquadronType | None = None


class Mine(Strict):
    """Squadrons cut tokens out of a comet with lances."""

    rule: Literal["mine"]
    token: Name
    defense: Annotated[int, Field(ge=1, le=20)] | None = None
    role: Role | None = None
    squadrons: SquadronType | None = None
    fuel_pods: bool | None = None


RULES: tuple[type[Strict], ...] = (
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
SpecialRule = Annotated[Strict, Among("rule", RULES, bare=True)]


# --- Values of pieces ---


def piece(line: Strict, name: str = "") -> PieceCard:
    """Return the value of a line. The key `name` holds the name of the piece, the other keys are its parameters."""
    values = {key: getattr(line, key) for key in type(line).model_fields if key != name}
    parameters = tuple((key, _plain(value)) for key, value in values.items() if value is not None)
    return PieceCard(str(getattr(line, name)) if name else "", parameters)


def _plain(value: object) -> object:
    if isinstance(value, Strict):
        return piece(value, "of")
    return tuple(map(_plain, value)) if isinstance(value, list) else value


# --- Space stations and unidentified objects (v1.2.4 Terrain; R33, R84, R85) ---
# Missing ratings are rolled before the game.

Side = Annotated[int, Field(ge=0, le=1)]
Aboard = Annotated[int, Field(ge=0, le=20)]
OF_STATIONS = ("owner", "tv", "weapons", "dock")
"""The keys of a space station."""
OF_BOTH = ("name", "structure", "hangers", "boarders")
OF_OBJECTS = ("search",)
WHOSE = ((OF_STATIONS, "owned"), (OF_BOTH, "boarded"), (OF_OBJECTS, "searched"))
"""Groups of keys, each with the property that a kind of terrain needs for them."""


class StationKeys(Strict):
    """The keys of a space station or an unidentified object."""

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
    """Return the ratings of a station or object, or None for other terrain. Wrong keys are recorded."""
    rule = TERRAIN_KINDS[kind]
    for keys, whose in WHOSE:
        for key in keys:
            is_wrong = getattr(line, key) is not None and not getattr(rule, whose)
            document.add_error_if(is_wrong, (*path, key), f"{label}: only {_kinds(whose)} has the key '{key}'")
    if not rule.boarded:
        return None
    owner = line.owner if isinstance(line.owner, int) else None
    is_boarded = owner is not None and any(line.boarders or ())
    document.add_error_if(is_boarded, (*path, "boarders"), f"{label}: only a neutral one starts with boarders")
    (first, second), (one, two) = line.boarders or (0, 0), line.search or (0, 0)
    return StationCard(
        name=line.name or kind.replace("-", " ").title(), owner=owner, tv=line.tv or 0, structure=line.structure,
        hangers=line.hangers if rule.owned or line.hangers is not None else 0, weapons=line.weapons,
        dock=bool(line.dock), boarders=(first, second), search=(one, two),
    )  # fmt: skip


def _kinds(whose: str) -> str:
    return " or ".join(f"a {rule.name}" for rule in TERRAIN_KINDS.values() if getattr(rule, whose))


# --- Deployment zones that a scenario draws ---

OWN = "own"
"""The value of `ScenarioCard.zones` if the scenario draws its zones."""
ZoneCorner = Annotated[list[Inches], Field(min_length=2, max_length=2)]
Sided = Annotated[int, Field(ge=0, le=1)] | Annotated[str, OneOf(ROLES)]


class Zone(Strict):
    """A polygon or a circle, in inches."""

    side: Sided
    points: Annotated[list[ZoneCorner], Field(min_length=3, max_length=64)] | None = None
    x: Inches | None = None
    y: Inches | None = None
    radius: Extent | None = None


def own_zones(scenario: Scenario, document: Document) -> tuple[ZoneCard, ...]:
    """Return the zones that a scenario draws, or () if it names them. Errors are recorded."""
    if isinstance(scenario.zones, str):
        return ()
    for index, line in enumerate(scenario.zones):
        fault = _zone_fault(line, scenario.table.width, scenario.table.height)
        document.add_error_if(bool(fault), ("zones", index), f"zones {index + 1}: {fault}")
    whose = {line.side for line in scenario.zones}
    attackers = (scenario.initiative,) if isinstance(scenario.initiative, int) else (0, 1)
    without_zone = [
        side for attacker in attackers for side in (0, 1)
        if whose.isdisjoint((side, ROLES[side != attacker]))
    ]  # fmt: skip
    document.add_error_if(
        bool(without_zone), ("zones",), f"zones: side {without_zone[0] if without_zone else 0} has no zone"
    )
    return tuple(map(_zone_card, scenario.zones))


def _zone_fault(line: Zone, width: float, height: float) -> str:
    """Return what is wrong with a zone, or ""."""
    circle = (line.x, line.y, line.radius)
    if (line.points is None) == all(value is None for value in circle) or (line.points is None and None in circle):
        return "needs points, or x, y and radius"
    spots = line.points or [[line.x or 0.0, line.y or 0.0]]
    if any(not (0 <= x <= width and 0 <= y <= height) for x, y in spots):
        return "is off the table"
    return outline_fault([(x, y) for x, y in line.points]) if line.points else ""


def _zone_card(line: Zone) -> ZoneCard:
    points = tuple((float(x), float(y)) for x, y in line.points or ())
    return ZoneCard(line.side, points, float(line.x or 0.0), float(line.y or 0.0), float(line.radius or 0.0))


# --- The file ---

Offset = Annotated[float, Field(ge=-48, le=48, allow_inf_nan=False)]
Point = Annotated[list[Offset], Field(min_length=2, max_length=2)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]


class Terrain(StationKeys):
    """A piece of terrain, perhaps with the keys of a space station or unidentified object."""

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
    """A model that the scenario places."""

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
