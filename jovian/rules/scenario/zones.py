"""Deployment types and deployment zones (v1.2.4 Scenarios > Deployment Type, Deployment Zone)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from random import Random
from typing import Annotated, cast

from jovian.cards import ScenarioCard, TerrainCard, ZoneCard
from jovian.cards.files import Cause
from jovian.cards.keys import Extent, Mark
from jovian.cards.scenario import Role
from jovian.frozen import frozen
from jovian.game import (
    EMBARKED,
    Answer,
    Decision,
    Game,
    ListDecision,
    Model,
    Option,
    Procedure,
    Refusal,
    State,
    Terrain,
    ask,
)
from jovian.game.answers import ChooseCorner, Decline, Lay, Point, SetBeacon
from jovian.game.decision import PointRing
from jovian.rules.basics.rolls import pluralize
from jovian.rules.placement.legal_places import deployment_heading, free_spot, zones
from jovian.rules.rulebook.global_rule import BEACON, GlobalRule, Landmark
from jovian.rules.scenario.objectives import NO_DEPLOYMENT, role_of, side_of
from jovian.rules.terrain import COMET, PlaceTerrain, add_piece, refuse_pieces
from jovian.table import TOLERANCE, Disc, Patch, Rect, Region, Vicinity

# --- Deployment types (v1.2.4 Scenarios > Deployment Type) ---
CAPITALS, SQUADRONS = "capitals", "squadrons"
"""The kinds of models, in the order in which they are deployed. Each has its own part of the phase."""


@frozen
class Stage:
    """One part of a Deployment Phase."""

    models_per_side: int = 0
    """How many models each side deploys in all, or 0 for 1 by turns until both sides pass."""
    hold: bool = True
    """Whether models may be held in reserve."""
    aboard: bool = True
    """Whether models may be embarked."""
    fresh: bool = False
    """Whether models may be embarked only on ships deployed in the same phase."""


@frozen
class DeploymentType:
    """The parts of the first Deployment Phase, and of every later one."""

    place: str
    first: dict[str, Stage]
    later: dict[str, Stage]

    def stage(self, turn: int, kind: str) -> Stage:
        """Return the part of a turn's phase in which a kind of models is deployed."""
        return (self.first if turn == 1 else self.later)[kind]


EVERY_TURN = {CAPITALS: Stage(hold=False), SQUADRONS: Stage()}
FLEET = DeploymentType("v1.2.4 Scenarios > Deployment Type > Fleet Deployment", EVERY_TURN, EVERY_TURN)
ESCALATING = DeploymentType(
    "v1.2.4 Scenarios > Deployment Type > Escalating Deployment",
    {CAPITALS: Stage(1, hold=False, aboard=False), SQUADRONS: Stage(2, hold=False, aboard=False)},
    {CAPITALS: Stage(fresh=True), SQUADRONS: Stage(fresh=True)},
)
TYPES: dict[str, DeploymentType] = {"fleet": FLEET, "escalating": ESCALATING}
"""By the value of `deployment` in a scenario."""
NOTE = "Deployment"
"""The key of the note with the turn and the ids of the models deployed in this phase, if a stage needs them."""


def deployment_type(state: State) -> DeploymentType:
    """Return the deployment type of a game."""
    return TYPES[state.scenario.deployment]


def stage_now(state: State) -> Stage:
    """Return the current part of the Deployment Phase."""
    return deployment_type(state).stage(state.turn, state.stage)


def deployed_ids(state: State) -> tuple[str, ...]:
    """Return the ids of the models deployed in this phase, as far as they are noted."""
    note = state.notes.get(NOTE, ())
    return tuple(map(str, note[1:])) if isinstance(note, tuple) and note[:1] == (state.turn,) else ()


def note_deployed(game: Game, model: Model) -> None:
    """Note a model that was deployed, if a stage counts models or limits where they embark."""
    state = game.state
    stages = (deployment_type(state).stage(state.turn, kind) for kind in (CAPITALS, SQUADRONS))
    if any(stage.models_per_side or stage.fresh for stage in stages):
        state.notes[NOTE] = (state.turn, *deployed_ids(state), model.id)


# --- Standard zones ---
DEPTH = 12.0
"""The depth of the strip from a table edge, in inches."""


class StandardZone(GlobalRule):
    """A strip along each side's edge of the table."""

    __slots__ = ()
    name = "Standard Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Standard Deployment Zone"
    summary = 'Each side deploys within 12" of its own edge.'

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """Return the lower strip for side 0, and the upper strip for side 1."""
        if side == 0:
            return (Rect(0.0, 0.0, state.width, DEPTH),)
        return (Rect(0.0, state.height - DEPTH, state.width, state.height),)

    def faces(self, state: State, side: int) -> int:
        """Return the heading straight across the table."""
        return deployment_heading(side)


# --- Corner zones ---
FRONTS = {"south-west": 45, "south-east": 315, "north-west": 135, "north-east": 225}
"""The heading from each quarter across the table."""
OPPOSITE = dict(zip(FRONTS, reversed(FRONTS), strict=True))
"""The quarter diagonally across from each."""
CORNER_ORDER = (tuple(FRONTS), tuple(reversed(FRONTS)))
"""The order in which quarters are offered to side 0 and to side 1, those of their own edge first."""


def quarter(state: State, corner: str) -> Rect:
    """Return one of the 4 quarters of the table."""
    left = 0.0 if corner.endswith("west") else state.width / 2
    bottom = 0.0 if corner.startswith("south") else state.height / 2
    return Rect(left, bottom, left + state.width / 2, bottom + state.height / 2)


class CornerZone(GlobalRule):
    """The side with initiative chooses a quarter. The other side gets the opposite one."""

    __slots__ = ()
    name = "Corner Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Corner Deployment Zone"
    summary = "The side with initiative chooses a quarter of the table. The other side deploys in the opposite one."

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask the side with initiative for its quarter."""
        state = game.state
        listed = [
            Option(ChooseCorner(corner), f"The {corner}", f"the other side in the {OPPOSITE[corner]}")
            for corner in CORNER_ORDER[state.initiative]
        ]
        title = "Choose the quarter of the table in which to deploy"
        chosen = (
            yield from ask(ListDecision("corner", state.initiative, title, self.place, listed, anchor=True))
        ).corner
        text = f"deploys in the {chosen}, the other side in the {OPPOSITE[chosen]}"
        self.remember(game, chosen, text, state.initiative)
        return False

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """Return the quarter of a side, or none before it is chosen."""
        corner = corner_of(state, side)
        return (quarter(state, corner),) if corner else ()

    def faces(self, state: State, side: int) -> int:
        """Return the heading from its quarter diagonally across the table."""
        return FRONTS.get(corner_of(state, side), 0)


def corner_of(state: State, side: int) -> str:
    """Return the quarter in which a side deploys, or "" if there is none yet."""
    chosen = str(state.notes.get(CornerZone.name, ""))
    return chosen if not chosen or side == state.initiative else OPPOSITE[chosen]


# --- Beacon zones (R81) ---
BEACON_ZONE = "v1.2.4 Scenarios > Deployment Zone > Beacon Deployment Zone"
EACH = 4
"""The number of beacons of each side."""
BEACON_GAP, BEACON_REACH = 12.0, 3.0
"""The minimum distance between beacons, and the maximum distance from a beacon to a model in its zone, in inches."""
TRIES, LISTED = 12, 6
"""The number of random places that a random player tries, and the number of places that are listed."""
THOUSANDTHS = 1000


@frozen
class Beacon:
    """One beacon."""

    side: int
    x: float
    y: float


def beacons(state: State) -> tuple[Beacon, ...]:
    """Return all beacons, in the order in which they were placed."""
    note = cast(Iterable[tuple[int, int, int]], state.notes.get(BeaconZone.name, ()))
    return tuple(Beacon(side, x / THOUSANDTHS, y / THOUSANDTHS) for side, x, y in note)


class PlaceBeacon(Decision):
    """Place the next beacon of a side."""

    kind = "beacon"
    answers = (SetBeacon,)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        count = sum(beacon.side == side for beacon in beacons(state)) + 1
        super().__init__(side, f"Place a beacon ({count} of {EACH})", BEACON_ZONE, anchor=True)
        self.state = state

    def on(self, state: State) -> PlaceBeacon:
        return PlaceBeacon(state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        return refuse_beacon(self.state, (answer.x, answer.y)) if isinstance(answer, SetBeacon) else None

    def default(self) -> SetBeacon:
        """Return the first free place near its own edge."""
        return next(self._free())

    def _free(self) -> Iterator[SetBeacon]:
        return (SetBeacon(*point) for point in beacon_places(self.state, self.side))

    def sample(self, rng: Random) -> SetBeacon:
        """Return a random free place."""
        for _ in range(TRIES):
            point = round(rng.random() * self.state.width, 1), round(rng.random() * self.state.height, 1)
            if refuse_beacon(self.state, point) is None:
                return SetBeacon(*point)
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """Yield a few free places, those near its own edge first."""
        for answer in islice(self._free(), LISTED):
            yield Option(answer, f'At {round(answer.x, 2):g}", {round(answer.y, 2):g}"')


def refuse_beacon(state: State, point: Point) -> Refusal | None:
    """Return why no beacon may be at a point, or None."""
    x, y = point
    if not (0 <= x <= state.width and 0 <= y <= state.height):
        return Refusal("A beacon must be on the table.", BEACON_ZONE)
    near_beacons = [
        beacon for beacon in beacons(state) if _square_distance(beacon, point) < (BEACON_GAP - TOLERANCE) ** 2
    ]
    if not near_beacons:
        return None
    rings = tuple(PointRing((beacon.x, beacon.y), BEACON_GAP) for beacon in near_beacons)
    return Refusal(f'A beacon must be {BEACON_GAP:g}" away from every other beacon.', BEACON_ZONE, rings)


def beacon_places(state: State, side: int) -> Iterator[Point]:
    """Yield the free places for a beacon of a side, those near its own edge first."""
    points = [(beacon.x, beacon.y) for beacon in beacons(state)]
    for x, y in free_points(points, BEACON_GAP, (state.width, state.height), side == 0):
        point = round(x, 3) + 0.0, round(y, 3) + 0.0
        if refuse_beacon(state, point) is None:
            yield point


def _square_distance(beacon: Beacon, point: Point) -> float:
    dx, dy = beacon.x - point[0], beacon.y - point[1]
    return dx * dx + dy * dy


class BeaconZone(GlobalRule):
    """Each side places 4 beacons by turns, and then deploys around them."""

    __slots__ = ()
    name = "Beacon Deployment Zone"
    place = BEACON_ZONE
    summary = (
        'By turns, each side places 4 beacons, 12" from any other, and then deploys within 3" of its own. With Fleet '
        "Deployment, each beacon needs a model."
    )

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask for one beacon. Return whether there is another one to place, by the other side."""
        state, placed = game.state, beacons(game.state)
        side = state.initiative if len(placed) % 2 == 0 else 1 - state.initiative
        if next(beacon_places(state, side), None) is None:
            self.remember(game, _beacon_note(placed), "there is no room for more beacons")
            return False
        answer = cast(SetBeacon, (yield PlaceBeacon(state, side)))
        count = sum(beacon.side == side for beacon in placed) + 1
        text = f'sets up beacon {count} of {EACH} at {round(answer.x, 1):g}", {round(answer.y, 1):g}"'
        self.remember(game, _beacon_note((*placed, Beacon(side, answer.x, answer.y))), text, side)
        return len(placed) + 1 < 2 * EACH

    def zones(self, state: State, side: int) -> tuple[Vicinity, ...]:
        """Return the area around each beacon of a side, beacons without a model first."""
        bare_zones = set(_bare_zones(state, side))
        own = [Vicinity(beacon.x, beacon.y, BEACON_REACH) for beacon in beacons(state) if beacon.side == side]
        return tuple(sorted(own, key=lambda zone: zone not in bare_zones))

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """Return why a deployment leaves too many beacons without a model, or None.

        With Fleet Deployment, each beacon needs a model as long as the side has models and space for them.
        """
        if deployment_type(state) is not FLEET or state.turn != 1 or (not coming and state.stage == CAPITALS):
            return None
        bare_zones = _bare_zones(state, side)
        still_bare = [zone for zone in bare_zones if not any(_is_in_zone(zone, model) for model in coming)]
        candidates, others = (coming, left) if coming else (left, ())
        if _min_bare_count(still_bare, others) <= _min_bare_count(bare_zones, (*coming, *left)):
            return None
        if not any(free_spot(state, model, bare_zones) for model in candidates):
            return None
        rings = tuple(PointRing((zone.x, zone.y), BEACON_REACH) for zone in bare_zones)
        reason = f"{pluralize(len(bare_zones), 'beacon')} of this side still without a model: deploy there first."
        return Refusal(reason, BEACON_ZONE, rings)

    def landmarks(self, state: State) -> Iterator[Landmark]:
        """Yield each beacon with its zone."""
        counts = [0, 0]
        for beacon in beacons(state):
            counts[beacon.side] += 1
            yield Landmark(BEACON, beacon.side, ((beacon.x, beacon.y),), f"Beacon {counts[beacon.side]}", BEACON_REACH)


def _bare_zones(state: State, side: int) -> list[Vicinity]:
    """Return the zones of a side's beacons that have no model of its fleet."""
    models = [model for model in state.on_table() if model.side == side and not model.card.station]
    own = [Vicinity(beacon.x, beacon.y, BEACON_REACH) for beacon in beacons(state) if beacon.side == side]
    return [zone for zone in own if not any(zone.holds(model.base, model.pose) for model in models)]


def _is_in_zone(zone: Vicinity, model: Model) -> bool:
    return model.place != EMBARKED and zone.holds(model.base, model.pose)


def _min_bare_count(zones: list[Vicinity], models: tuple[Model, ...]) -> int:
    """Return how many beacons stay without a model, at least."""
    return max(0, len(zones) - len(models))


def place_default_beacons(state: State) -> None:
    """Place all beacons at the first free places, by turns, for a preview."""
    for number in range(2 * EACH if any(isinstance(rule, BeaconZone) for rule in state.rulebook.clauses) else 0):
        side = state.initiative if number % 2 == 0 else 1 - state.initiative
        spot = next(beacon_places(state, side), None)
        if spot is not None:
            state.notes[BeaconZone.name] = _beacon_note((*beacons(state), Beacon(side, *spot)))


def _beacon_note(placed: tuple[Beacon, ...]) -> tuple[tuple[int, int, int], ...]:
    """Return the beacons as a note."""
    return tuple((beacon.side, _to_thousandths(beacon.x), _to_thousandths(beacon.y)) for beacon in placed)


def _to_thousandths(inches: float) -> int:
    return round(inches * THOUSANDTHS)


# --- Free points ---
STEP = 2.0
"""Inches between the places that are tried."""
ROW = 10.0
"""Inches from a side's edge of the first places."""


def free_points(points: Sequence[Point], gap: float, table: Point, south: bool) -> Iterator[Point]:
    """Yield places for one more point: in a row near an edge, then all over the table, then corners of the free area.

    `south` says near which edge. If any place is that far from all points, one of the places is.
    """
    width, height = table
    row = ROW if south else height - ROW
    yield from ((x, row) for x in _from_middle(gap / 2, width, gap))
    across = list(_from_middle(0.0, width, STEP))
    for up in range(int(height / STEP) + 1):
        yield from ((x, up * STEP if south else height - up * STEP) for x in across)
    yield from _corners_of_free_area(points, gap, table)


def _from_middle(start: float, width: float, step: float) -> Iterator[float]:
    """Return numbers from `start` on, those in the middle first."""
    numbers = [start + step * count for count in range(int((width - start) / step) + 1)]
    return iter(sorted(numbers, key=lambda number: abs(number - width / 2)))


def _corners_of_free_area(points: Sequence[Point], gap: float, table: Point) -> Iterator[Point]:
    """Yield where circles around the points cross an edge or each other. A free area has one, or the whole rim."""
    width, height = table
    for x, y in points:
        for edge in (0.0, width):
            yield from ((edge, y + side) for side in _circle_crossings(gap, edge - x))
        for edge in (0.0, height):
            yield from ((x + side, edge) for side in _circle_crossings(gap, edge - y))
    for number, point in enumerate(points):
        for other in points[:number]:
            yield from _circle_intersections(point, other, gap)


def _circle_crossings(radius: float, offset: float) -> tuple[float, ...]:
    """Return how far a circle extends to both sides along a line at an offset from its center."""
    square = radius * radius - offset * offset
    return (-sqrt(square), sqrt(square)) if square >= 0 else ()


def _circle_intersections(first: Point, second: Point, radius: float) -> Iterator[Point]:
    """Yield the points at the same distance from both points."""
    dx, dy = second[0] - first[0], second[1] - first[1]
    square = dx * dx + dy * dy
    if 0 < square <= 4 * radius * radius:
        share = sqrt(radius * radius / square - 0.25)
        for turn in (share, -share):
            yield first[0] + dx / 2 - dy * turn, first[1] + dy / 2 + dx * turn


# --- Zones that a scenario draws ---


@frozen
class OwnZones(GlobalRule):
    """Zones that a scenario draws, for a side or for a role."""

    name = "Zones of the Scenario"
    place = "v1.2.4 Scenarios > Deployment Zone"
    summary = "Each side deploys in the zones that the scenario draws for it."

    cards: tuple[ZoneCard, ...]

    def zones(self, state: State, side: int) -> tuple[Region, ...]:
        """Return the zones of the side and of its role."""
        whose = (side, role_of(state, side))
        return tuple(_region(card) for card in self.cards if card.side in whose)


def _region(card: ZoneCard) -> Region:
    return Patch(card.points) if card.points else Disc(card.x, card.y, card.radius)


# --- A comet in the zone (v1.2.4 Scenarios > Water Raid) ---
COMET_PLACE = "v1.2.4 Scenarios > Water Raid > Water Reserves"
IDENT = "comet-in-zone"


@frozen
class CometInZone(GlobalRule):
    """Before deployment, a side places a comet that doesn't move."""

    name = "Comet in the Zone"
    place = COMET_PLACE
    summary = "Before deployment, a side places a comet in its own zone. The comet doesn't move."

    role: Role
    radius: Annotated[Extent, Mark.NULL] = 1.5
    tail_length: Annotated[Extent, Mark.NULL] = 0.0
    tail_width: Annotated[Extent, Mark.NULL] = 0.0

    def lacks(self, scenario: ScenarioCard) -> Iterator[Cause]:
        if scenario.models:
            yield NO_DEPLOYMENT

    @property
    def card(self) -> TerrainCard:
        """The comet before it has a place."""
        return TerrainCard(
            id=IDENT, kind=COMET, x=0.0, y=0.0, radius=self.radius, tail_length=self.tail_length,
            tail_width=self.tail_width or self.radius, moves=False,
        )  # fmt: skip

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask for its place. Without a legal place, there is no comet."""
        decision = LayInZone(game.state, side_of(game.state, self.role), self.card)
        if not isinstance(decision.default(), Decline):
            answer = cast(Lay, (yield decision))
            add_piece(game, self.card, answer.pose, decision.side, self.name)
        return False


class LayInZone(PlaceTerrain):
    """Place one piece wholly in your own zone, except for its tail."""

    answers = (Lay,)
    __slots__ = ("piece",)

    def __init__(self, state: State, side: int, piece: TerrainCard) -> None:
        super().__init__(state, side, "Place the comet in your zone")
        self.piece = piece

    def on(self, state: State) -> LayInZone:
        return LayInZone(state, self.side, self.piece)

    @property
    def pool(self) -> tuple[TerrainCard, ...]:
        """The comet only."""
        return (self.piece,)

    def refuse(self, group: Sequence[Terrain]) -> Refusal | None:
        """Return why the comet may not be there, or None. It must be in the zone, and clear of everything."""
        body, regions = group[0], zones(self.state, self.side)
        if not any(all(region.holds(part, body.pose) for part in body.outline) for region in regions):
            return Refusal("The comet must be wholly in your deployment zone, except for its tail.", COMET_PLACE)
        return refuse_pieces(self.state, group, avoid_zones=False)
