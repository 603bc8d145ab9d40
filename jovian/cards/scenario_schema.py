"""The schema of a scenario."""

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

# --- outline ---
# Whether the corners of a terrain outline make a simple polygon. Exact enough for a file, needs no table.

Corner = tuple[float, float]


def signed_area(points: Sequence[Corner]) -> float:
    """The area in square inches, positive if the corners go counterclockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        total += ax * by - bx * ay
    return total / 2


def across(points: Sequence[Corner]) -> float:
    """The greatest distance between two corners."""
    return max(sqrt((ax - bx) ** 2 + (ay - by) ** 2) for ax, ay in points for bx, by in points)


def outline_fault(points: Sequence[Corner]) -> str:
    """What is wrong with the outline, empty if it is a simple polygon of some size."""
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
    """Whether c, known to be on the line through a and b, lies between them."""
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def _touch(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Whether the segments ab and cd share a point."""
    one, two, three, four = _turn(c, d, a), _turn(c, d, b), _turn(a, b, c), _turn(a, b, d)
    if one * two < 0 and three * four < 0:
        return True
    return (
        (one == 0 and _between(c, d, a))
        or (two == 0 and _between(c, d, b))
        or (three == 0 and _between(a, b, c))
        or (four == 0 and _between(a, b, d))
    )


# --- pieces ---
# What may stand in the lines of a scenario that are made of named pieces: rules, objectives, counts, tokens.
#
# The closed lists: a class a piece, its keys the parameters of the clause that the rules make of it.

Points = Annotated[int, Field(ge=-100, le=100)]
Amount = Annotated[int, Field(ge=1, le=1000)]
Turn = Annotated[int, Field(ge=1, le=20)]
Role = Annotated[str, OneOf(ROLES)]
Kind = Literal["capital", "squadron"]
SquadronType = Annotated[str, OneOf(SQUADRON_TYPES)]
Fate = Annotated[str, OneOf(FATES)]
Fates = Annotated[list[Fate], Field(min_length=1, max_length=7)]
Diameter = Annotated[int, Field(ge=2, le=4)]
"""Inches across an unidentified object."""


def _rising(span: list[int]) -> list[int]:
    if span[0] > span[1]:
        raise ValueError("the least comes before the greatest")
    return span


# --- what is counted ---
class Counted(Strict):
    """Which models a count looks at."""

    whose: Literal["own", "enemy"] = "own"
    on: Kind | None = None
    fate: Fates | None = None
    without: Fates | None = None


class CountModels(Counted):
    """How many models. Drones are not counted."""

    of: Literal["models"]


class CountForce(Counted):
    """What share of a side's fleet by full Threat Value, in percent. A captured ship is only captured."""

    of: Literal["force"]


class CountTokens(Counted):
    """How many tokens of a name are carried."""

    of: Literal["tokens"]
    token: Name


class CountPrevented(Counted):
    """How many of the tokens issued at the start their side did not bring home, or the enemy did aboard prizes."""

    of: Literal["prevented"]
    token: Name


class CountBearers(Counted):
    """How many models carry a token of a name."""

    of: Literal["bearers"]
    token: Name


class CountSearched(Strict):
    """How many unidentified objects a side has searched."""

    of: Literal["searched"]
    whose: Literal["own", "enemy"] = "own"


COUNTS: tuple[type[Strict], ...] = (CountModels, CountForce, CountTokens, CountPrevented, CountBearers, CountSearched)
Count = Annotated[Strict, Among("of", COUNTS)]


# --- what gives points, and what ends a game ---
class Awarded(Strict):
    """What every objective says."""

    points: Points
    role: Role | None = None


class Timed(Awarded):
    """One that may be counted in an earlier End Phase than the last."""

    turn: Turn | None = None


class MostVictoryPoints(Awarded):
    """For the most Victory Points."""

    kind: Literal["most_victory_points"]


class Most(Timed):
    """For more of what is counted than the other side."""

    kind: Literal["most"]
    count: Count


class Least(Timed):
    """For less of what is counted than the other side."""

    kind: Literal["least"]
    count: Count


class AtLeast(Timed):
    """For so much of what is counted, or more."""

    kind: Literal["at_least"]
    count: Count
    amount: Amount


class Each(Timed):
    """For each one that is counted."""

    kind: Literal["each"]
    count: Count


class FirstToAttack(Awarded):
    """For whoever attacks first."""

    kind: Literal["first_to_attack"]


OBJECTIVES: tuple[type[Strict], ...] = (MostVictoryPoints, Most, Least, AtLeast, Each, FirstToAttack)
Objective = Annotated[Strict, Among("kind", OBJECTIVES)]


class Ending(Strict):
    """The game ends in the End Phase in which a side has so much of what is counted."""

    role: Role | None = None
    count: Count
    amount: Amount


# --- what is carried ---
class Token(Strict):
    """Something that models carry, and that scores."""

    name: Name
    plural: Name | None = None
    on_captured: Annotated[int, Field(ge=0, le=9)] | None = None
    launch: Annotated[int, Field(ge=0, le=99)] | None = None
    most: Amount | None = None


# --- special rules ---
class BlindedByTheLight(Strict):
    """A solar storm."""

    rule: Literal["blinded-by-the-light"]


class Ambush(Strict):
    """The defender escapes by one edge, which the attacker chooses unless it is said here."""

    rule: Literal["ambush"]
    edge: Edge | None = None


class NoWithdrawal(Strict):
    """Models of a role or kind may not withdraw: before a turn, above so much Structure."""

    rule: Literal["no-withdrawal"]
    role: Role | None = None
    kind: Kind | None = None
    until: Turn | None = None
    above: Annotated[int, Field(ge=0, le=20)] | None = None


class Search(Strict):
    """An action by which models find tokens of a name: so many by N, D, T and Q+."""

    rule: Literal["search"]
    token: Name
    found: Annotated[list[Annotated[int, Field(ge=0, le=99)]], Field(min_length=4, max_length=4)] | None = None
    role: Role | None = None


class ObjectsInFreeQuarters(Strict):
    """Unidentified objects in the middle of the table and of the quarters that are in nobody's zone."""

    rule: Literal["objects-in-free-quarters"]
    size: Annotated[list[Diameter], Field(min_length=2, max_length=2), AfterValidator(_rising)] | None = None
    hangers: Annotated[int, Field(ge=0, le=12)] | None = None


class SearchObjects(Strict):
    """Marines search unidentified objects for so many tokens."""

    rule: Literal["search-objects"]
    tokens: Annotated[int, Field(ge=1, le=20)] | None = None


class RetrieveFromObjects(Strict):
    """Squadrons that launch from a searched object carry a token."""

    rule: Literal["retrieve-from-objects"]
    token: Name


class CometInZone(Strict):
    """A side lays a comet that stays in its own zone before anybody deploys."""

    rule: Literal["comet-in-zone"]
    role: Role
    radius: Extent | None = None
    tail_length: Extent | None = None
    tail_width: Extent | None = None


class Distribute(Strict):
    """A side issues so many tokens to its models in secret before it deploys."""

    rule: Literal["distribute"]
    token: Name
    amount: Amount
    role: Role
    on_capital: Amount | None = None
    on_squadron: Amount | None = None
    squadrons: SquadronType | None = None


class Mine(Strict):
    """Squadrons cut tokens out of a comet with their lances."""

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
"""Every special rule; one may stand as its bare name where it needs no parameters."""
SpecialRule = Annotated[Strict, Among("rule", RULES, bare=True)]


# --- their values ---


def piece(line: Strict, name: str = "") -> PieceCard:
    """The value of a line: its name is what stands at that key, its parameters all else that it says."""
    said = {key: getattr(line, key) for key in type(line).model_fields if key != name}
    given = tuple((key, _plain(value)) for key, value in said.items() if value is not None)
    return PieceCard(str(getattr(line, name)) if name else "", given)


def _plain(value: object) -> object:
    if isinstance(value, Strict):
        return piece(value, "of")
    return tuple(map(_plain, value)) if isinstance(value, list) else value


# --- stations ---
# What may stand in the line of a space station or an unidentified object, besides where it lies.
#
# v1.2.4 Terrain > Space Stations, Unidentified Object; R33, R84, R85. What is left out of its ratings is rolled.

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
            document.add_error_if(strange, (*path, key), f"{label}: only {_kinds(whose)} has the key '{key}'")
    if not rule.boarded:
        return None
    owner = line.owner if isinstance(line.owner, int) else None
    crowded = owner is not None and any(line.boarders or ())
    document.add_error_if(crowded, (*path, "boarders"), f"{label}: only what is neutral has boarders from the start")
    (first, second), (one, two) = line.boarders or (0, 0), line.search or (0, 0)
    return StationCard(
        name=line.name or kind.replace("-", " ").title(), owner=owner, tv=line.tv or 0, structure=line.structure,
        hangers=line.hangers if rule.owned or line.hangers is not None else 0, weapons=line.weapons,
        dock=bool(line.dock), boarders=(first, second), search=(one, two),
    )  # fmt: skip


def _kinds(whose: str) -> str:
    return " or ".join(f"a {rule.name}" for rule in TERRAIN_KINDS.values() if getattr(rule, whose))


# --- zones ---
# Deployment zones that a scenario draws itself, and what no schema can say of them.

OWN = "own"
"""What the zones of a scenario are called that draws them itself."""
ZoneCorner = Annotated[list[Inches], Field(min_length=2, max_length=2)]
Sided = Annotated[int, Field(ge=0, le=1)] | Annotated[str, OneOf(ROLES)]


class Zone(Strict):
    """A polygon, or a circle, in inches of the table."""

    side: Sided
    points: Annotated[list[ZoneCorner], Field(min_length=3, max_length=64)] | None = None
    x: Inches | None = None
    y: Inches | None = None
    radius: Extent | None = None


def own_zones(scenario: Scenario, document: Document) -> tuple[ZoneCard, ...]:
    """The zones that a scenario draws, () where it names them; what is wrong is noted."""
    if isinstance(scenario.zones, str):
        return ()
    for index, line in enumerate(scenario.zones):
        fault = _fault(line, scenario.table.width, scenario.table.height)
        document.add_error_if(bool(fault), ("zones", index), f"zones {index + 1}: {fault}")
    whose = {line.side for line in scenario.zones}
    attackers = (scenario.initiative,) if isinstance(scenario.initiative, int) else (0, 1)
    homeless = [
        side for attacker in attackers for side in (0, 1)
        if whose.isdisjoint((side, ROLES[side != attacker]))
    ]  # fmt: skip
    document.add_error_if(bool(homeless), ("zones",), f"zones: side {homeless[0] if homeless else 0} would have none")
    return tuple(map(_card, scenario.zones))


def _fault(line: Zone, width: float, height: float) -> str:
    """What is wrong with a line, "" if nothing is."""
    circle = (line.x, line.y, line.radius)
    if (line.points is None) == all(each is None for each in circle) or (line.points is None and None in circle):
        return "needs points, or x, y and radius"
    spots = line.points or [[line.x or 0.0, line.y or 0.0]]
    if any(not (0 <= x <= width and 0 <= y <= height) for x, y in spots):
        return "lies off the table"
    return outline_fault([(x, y) for x, y in line.points]) if line.points else ""


def _card(line: Zone) -> ZoneCard:
    points = tuple((float(x), float(y)) for x, y in line.points or ())
    return ZoneCard(line.side, points, float(line.x or 0.0), float(line.y or 0.0), float(line.radius or 0.0))


# --- scenario ---
# What may stand in a scenario file.

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
