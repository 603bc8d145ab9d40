"""Zones where sides deploy, and beacons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import sqrt
from random import Random
from typing import NamedTuple, cast

from jovian.cards import TerrainCard, ZoneCard
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
from jovian.rules.scenario.objectives import role_of, side_of
from jovian.rules.terrain import COMET, LayOut, put, refuse_pieces
from jovian.table import TOLERANCE, Disc, Patch, Rect, Region, Vicinity

# --- stages ---
# How fleets come to the table: the parts of each Deployment Phase (v1.2.4 Scenarios > Deployment Type).

CAPITALS, SQUADRONS = "capitals", "squadrons"
"""What is deployed in a part of the phase, in the order in which they come."""


@frozen
class Stage:
    """One part of a Deployment Phase."""

    each: int = 0
    """How many each side brings at one go, and no more; 0 for one by turns until both decline."""
    hold: bool = True
    """May they be held in reserve?"""
    aboard: bool = True
    """May they be embarked?"""
    fresh: bool = False
    """May they be embarked only on ships deployed in the same phase?"""


@frozen
class DeploymentType:
    """A way in which fleets come: the stages of the first Deployment Phase, and of every later one."""

    place: str
    first: dict[str, Stage]
    later: dict[str, Stage]

    def stage(self, turn: int, kind: str) -> Stage:
        """The part of the phase of a turn in which a kind is deployed."""
        return (self.first if turn == 1 else self.later)[kind]


_ALL = {CAPITALS: Stage(hold=False), SQUADRONS: Stage()}
FLEET = DeploymentType("v1.2.4 Deployment Type > Fleet Deployment", _ALL, _ALL)
ESCALATING = DeploymentType(
    "v1.2.4 Deployment Type > Escalating Deployment",
    {CAPITALS: Stage(1, hold=False, aboard=False), SQUADRONS: Stage(2, hold=False, aboard=False)},
    {CAPITALS: Stage(fresh=True), SQUADRONS: Stage(fresh=True)},
)
TYPES: dict[str, DeploymentType] = {"fleet": FLEET, "escalating": ESCALATING}
"""By the name that a scenario gives them."""
NOTE = "Deployment"
"""Under what the ids are remembered of what a phase has brought, with its turn; only where anybody asks."""


def deployment_type(state: State) -> DeploymentType:
    """How the fleets of a game come."""
    return TYPES[state.scenario.deployment]


def stage_now(state: State) -> Stage:
    """The part of the Deployment Phase that runs."""
    return deployment_type(state).stage(state.turn, state.stage)


def brought(state: State) -> tuple[str, ...]:
    """The ids of what both sides have set on the table in this phase, as far as it is remembered."""
    note = state.notes.get(NOTE, ())
    return tuple(map(str, note[1:])) if isinstance(note, tuple) and note[:1] == (state.turn,) else ()


def note_brought(game: Game, model: Model) -> None:
    """Remember what has come to the table, where a stage counts it or may embark on nothing else."""
    state = game.state
    stages = (deployment_type(state).stage(state.turn, kind) for kind in (CAPITALS, SQUADRONS))
    if any(each.each or each.fresh for each in stages):
        state.notes[NOTE] = (state.turn, *brought(state), model.id)


# --- room ---
# Room on the table for points that must lie so far apart: places to offer first, and any that is left at all.

STEP = 2.0
"""Inches between the places that are tried."""
ROW = 10.0
"""Inches from a side's edge of the places that are offered first."""


def free_points(taken: Sequence[Point], apart: float, table: Point, south: bool) -> Iterator[Point]:
    """Places to try for one more: in a row before an edge, then all over the table, then where alone one may be left.

    `south` says before which edge. Wherever there is any place so far from all that are taken, one of them is it.
    """
    width, height = table
    row = ROW if south else height - ROW
    yield from ((x, row) for x in _from_middle(apart / 2, width, apart))
    across = list(_from_middle(0.0, width, STEP))
    for up in range(int(height / STEP) + 1):
        yield from ((x, up * STEP if south else height - up * STEP) for x in across)
    yield from _corners_of_room(taken, apart, table)


def _from_middle(start: float, width: float, step: float) -> Iterator[float]:
    """Numbers from a start on, so far apart, those in the middle first."""
    numbers = [start + step * count for count in range(int((width - start) / step) + 1)]
    return iter(sorted(numbers, key=lambda each: abs(each - width / 2)))


def _corners_of_room(taken: Sequence[Point], apart: float, table: Point) -> Iterator[Point]:
    """Where the room that circles about the taken ones leave has its corners; it has some, if there is any."""
    width, height = table
    yield from ((0.0, 0.0), (width, 0.0), (0.0, height), (width, height))
    for x, y in taken:
        for edge in (0.0, width):
            yield from ((edge, y + side) for side in _legs(apart, edge - x))
        for edge in (0.0, height):
            yield from ((x + side, edge) for side in _legs(apart, edge - y))
    for number, one in enumerate(taken):
        for other in taken[:number]:
            yield from _meetings(one, other, apart)


def _legs(apart: float, across: float) -> tuple[float, ...]:
    """How far to both sides a circle reaches along a line so far from its middle."""
    square = apart * apart - across * across
    return (-sqrt(square), sqrt(square)) if square >= 0 else ()


def _meetings(one: Point, other: Point, apart: float) -> Iterator[Point]:
    """The points that are as far from both."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    square = dx * dx + dy * dy
    if 0 < square <= 4 * apart * apart:
        share = sqrt(apart * apart / square - 0.25)
        for turn in (share, -share):
            yield one[0] + dx / 2 - dy * turn, one[1] + dy / 2 + dx * turn


# --- own ---
# Zones that a scenario draws itself: polygons and circles, for a side or for a role.


@frozen
class OwnZones(GlobalRule):
    """Zones that the scenario draws."""

    name = "Zones of the Scenario"
    place = "v1.2.4 Scenarios > Deployment Zone"
    summary = "Each side sets up where the scenario has drawn its zones."

    cards: tuple[ZoneCard, ...]

    def zones(self, state: State, side: int) -> tuple[Region, ...]:
        """Those of the side, and those of its role."""
        whose = (side, role_of(state, side))
        return tuple(_region(card) for card in self.cards if card.whose in whose)


def _region(card: ZoneCard) -> Region:
    return Patch(card.points) if card.points else Disc(card.x, card.y, card.radius)


# --- strips ---
# The standard zones: a strip along each side's edge (v1.2.4 Scenarios > Deployment Zone).

DEPTH = 12.0
"""Inches of the strip from a table edge."""


class StandardZone(GlobalRule):
    """A strip along the own edge of the table."""

    __slots__ = ()
    name = "Standard Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Standard Deployment Zone"
    summary = 'Each side sets up within 12" of its own edge.'

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """Side 0 at the lower edge, side 1 at the upper."""
        if side == 0:
            return (Rect(0.0, 0.0, state.width, DEPTH),)
        return (Rect(0.0, state.height - DEPTH, state.width, state.height),)

    def faces(self, state: State, side: int) -> int:
        """The heading straight across the table."""
        return deployment_heading(side)


# --- corners ---
# Opposite quarters of the table (v1.2.4 Scenarios > Deployment Zone > Corner Deployment Zone).

FRONTS = {"south-west": 45, "south-east": 315, "north-west": 135, "north-east": 225}
"""By the name of each quarter, the heading from it across the table."""
OPPOSITE = dict(zip(FRONTS, reversed(FRONTS), strict=True))
"""The quarter diagonally across."""
USUAL = (tuple(FRONTS), tuple(reversed(FRONTS)))
"""In which order the quarters are offered to side 0 and to side 1, those of its own edge first."""


def quarter(state: State, corner: str) -> Rect:
    """One of the four equal parts of the table."""
    left = 0.0 if corner.endswith("west") else state.width / 2
    bottom = 0.0 if corner.startswith("south") else state.height / 2
    return Rect(left, bottom, left + state.width / 2, bottom + state.height / 2)


class CornerZone(GlobalRule):
    """The side with initiative chooses a quarter; the other has the one across."""

    __slots__ = ()
    name = "Corner Deployment Zone"
    place = "v1.2.4 Scenarios > Deployment Zone > Corner Deployment Zone"
    summary = "The side with initiative chooses a quarter of the table, the other sets up in the one across."

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """Ask the side with initiative for its quarter; nothing else is set up."""
        state = game.state
        listed = [
            Option(ChooseCorner(each), f"The {each}", f"the other side in the {OPPOSITE[each]}")
            for each in USUAL[state.initiative]
        ]
        title = "Choose the quarter of the table in which to deploy"
        chosen = (
            yield from ask(ListDecision("corner", state.initiative, title, self.place, listed, anchor=True))
        ).corner
        said = f"deploys in the {chosen}, the other side in the {OPPOSITE[chosen]}"
        self.remember(game, chosen, said, state.initiative)
        return False

    def zones(self, state: State, side: int) -> tuple[Rect, ...]:
        """The quarter of a side, none before it is chosen."""
        corner = corner_of(state, side)
        return (quarter(state, corner),) if corner else ()

    def faces(self, state: State, side: int) -> int:
        """The heading from its quarter diagonally across the table."""
        return FRONTS.get(corner_of(state, side), 0)


def corner_of(state: State, side: int) -> str:
    """The quarter in which a side deploys, "" before it is chosen or where there is none."""
    chosen = str(state.notes.get(CornerZone.name, ""))
    return chosen if not chosen or side == state.initiative else OPPOSITE[chosen]


# --- comet ---
# A comet that a side lays in its own zone before anybody deploys (v1.2.4 Scenarios > Water Raid).

COMET_CITATION = "v1.2.4 Scenarios > Water Raid > Water Reserves"
IDENT = "comet-in-zone"


@frozen
class CometInZone(GlobalRule):
    """A side lays a comet that stays where it is."""

    name = "Comet in the Zone"
    place = COMET_CITATION
    summary = "Before anybody deploys, a side lays a comet in its own zone; it stays where it is."

    role: str
    radius: float = 1.5
    tail_length: float = 0.0
    tail_width: float = 0.0

    @property
    def card(self) -> TerrainCard:
        """The comet, before it has a place."""
        return TerrainCard(
            IDENT, COMET, 0.0, 0.0, 0, self.radius, (), self.tail_length, self.tail_width or self.radius, moves=False
        )

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """The question where; without any room there is no comet."""
        question = LayInZone(game.state, side_of(game.state, self.role), self.card)
        if not isinstance(question.default(), Decline):
            answer = cast(Lay, (yield question))
            put(game, self.card, answer.pose, question.side, self.name)
        return False


class LayInZone(LayOut):
    """Lay one piece wholly in the own zone, but for its tail."""

    answers = (Lay,)
    __slots__ = ("piece",)

    def __init__(self, state: State, side: int, piece: TerrainCard) -> None:
        super().__init__(state, side, "Lay the comet in your zone")
        self.piece = piece

    def on(self, state: State) -> LayInZone:
        """The same question over a view."""
        return LayInZone(state, self.side, self.piece)

    @property
    def pool(self) -> tuple[TerrainCard, ...]:
        """The comet alone."""
        return (self.piece,)

    def refuse(self, group: Sequence[Terrain]) -> Refusal | None:
        """In the zone, on the table, clear of what lies there."""
        body, regions = group[0], zones(self.state, self.side)
        if not any(all(region.holds(part, body.pose) for part in body.outline) for region in regions):
            return Refusal("It must lie wholly in your deployment zone, but for a tail.", COMET_CITATION)
        return refuse_pieces(self.state, group, avoid_zones=False)


# --- beacons ---
# About beacons that the sides set up all over the table (v1.2.4 Scenarios > Deployment Zone, R81).

BEACONS_CITATION = "v1.2.4 Scenarios > Deployment Zone > Beacon Deployment Zone"
EACH = 4
"""Beacons of a side."""
APART, NEAR = 12.0, 3.0
"""Inches between beacons at least, and from one to a model in its zone at most."""
TRIES, LISTED = 12, 6
"""Places by lot that a random player tries, and those that are listed."""
THOUSANDTHS = 1000


class Beacon(NamedTuple):
    """One beacon."""

    side: int
    x: float
    y: float


def beacons(state: State) -> tuple[Beacon, ...]:
    """All that are set up, in the order in which they were."""
    note = cast(Iterable[tuple[int, int, int]], state.notes.get(BeaconZone.name, ()))
    return tuple(Beacon(side, x / THOUSANDTHS, y / THOUSANDTHS) for side, x, y in note)


class PlaceBeacon(Decision):
    """Where does the next beacon of a side stand?"""

    kind = "beacon"
    answers = (SetBeacon,)
    __slots__ = ("state",)

    def __init__(self, state: State, side: int) -> None:
        count = sum(each.side == side for each in beacons(state)) + 1
        super().__init__(side, f"Set up a beacon ({count} of {EACH})", BEACONS_CITATION, anchor=True)
        self.state = state

    def on(self, state: State) -> PlaceBeacon:
        """The same question over a view."""
        return PlaceBeacon(state, self.side)

    def judge(self, answer: Answer) -> Refusal | None:
        """On the table, clear of all other beacons."""
        return refuse_beacon(self.state, (answer.x, answer.y)) if isinstance(answer, SetBeacon) else None

    def default(self) -> SetBeacon:
        """The first free place of its own edge."""
        return next(self._free())

    def _free(self) -> Iterator[SetBeacon]:
        return (SetBeacon(*point) for point in places(self.state, self.side))

    def sample(self, rng: Random) -> SetBeacon:
        """A random free place."""
        for _ in range(TRIES):
            point = round(rng.random() * self.state.width, 1), round(rng.random() * self.state.height, 1)
            if refuse_beacon(self.state, point) is None:
                return SetBeacon(*point)
        return self.default()

    def options(self) -> Iterator[Option[Answer]]:
        """A few free places, those before its own edge first."""
        for each in islice(self._free(), LISTED):
            yield Option(each, f'At {each.x:g}", {each.y:g}"')


def refuse_beacon(state: State, point: Point) -> Refusal | None:
    """Why no beacon may stand at a point."""
    x, y = point
    if not (0 <= x <= state.width and 0 <= y <= state.height):
        return Refusal("A beacon stands on the table.", BEACONS_CITATION)
    near = [each for each in beacons(state) if _square(each, point) < (APART - TOLERANCE) ** 2]
    if not near:
        return None
    rings = tuple(PointRing((each.x, each.y), APART) for each in near)
    return Refusal(f'It must be {APART:g}" away from every other beacon.', BEACONS_CITATION, rings)


def places(state: State, side: int) -> Iterator[Point]:
    """Free places for a beacon of a side, those before its own edge first; none once there is no room."""
    taken = [(each.x, each.y) for each in beacons(state)]
    for x, y in free_points(taken, APART, (state.width, state.height), side == 0):
        point = round(x, 3) + 0.0, round(y, 3) + 0.0
        if refuse_beacon(state, point) is None:
            yield point


def _square(beacon: Beacon, point: Point) -> float:
    dx, dy = beacon.x - point[0], beacon.y - point[1]
    return dx * dx + dy * dy


class BeaconZone(GlobalRule):
    """Each side sets up four beacons by turns, and then deploys about them."""

    __slots__ = ()
    name = "Beacon Deployment Zone"
    place = BEACONS_CITATION
    summary = (
        'By turns each side sets up four beacons, 12" from any other, and deploys within 3" of its own; with Fleet '
        "Deployment each beacon needs a model."
    )

    def before_deployment(self, game: Game) -> Procedure[bool]:
        """One beacon; then it is the other side's go, until all stand or none has room."""
        state, up = game.state, beacons(game.state)
        side = state.initiative if len(up) % 2 == 0 else 1 - state.initiative
        if next(places(state, side), None) is None:
            self.remember(game, _noted(up), "there is no room for more beacons")
            return False
        set_up = cast(SetBeacon, (yield PlaceBeacon(state, side)))
        count = sum(each.side == side for each in up) + 1
        said = f'sets up beacon {count} of {EACH} at {set_up.x:g}", {set_up.y:g}"'
        self.remember(game, _noted((*up, Beacon(side, set_up.x, set_up.y))), said, side)
        return len(up) + 1 < 2 * EACH

    def zones(self, state: State, side: int) -> tuple[Vicinity, ...]:
        """What is near to each beacon of a side, to those first that have no model yet."""
        bare = set(_bare(state, side))
        own = [Vicinity(each.x, each.y, NEAR) for each in beacons(state) if each.side == side]
        return tuple(sorted(own, key=lambda each: each not in bare))

    def refuse_deployment(
        self, state: State, side: int, coming: tuple[Model, ...], left: tuple[Model, ...]
    ) -> Refusal | None:
        """With Fleet Deployment as many beacons need a model as the side has models, where there is room for them."""
        if deployment_type(state) is not FLEET or state.turn != 1 or (not coming and state.stage == CAPITALS):
            return None
        bare = _bare(state, side)
        open_still = [each for each in bare if not any(_at(each, model) for model in coming)]
        able, rest = (coming, left) if coming else (left, ())
        if _lack(open_still, rest) <= _lack(bare, (*coming, *left)):
            return None
        if not any(free_spot(state, model, bare) for model in able):
            return None
        rings = tuple(PointRing((each.x, each.y), NEAR) for each in bare)
        reason = f"{pluralize(len(bare), 'beacon')} of this side still without a model: none can be spared elsewhere."
        return Refusal(reason, BEACONS_CITATION, rings)

    def landmarks(self, state: State) -> Iterator[Landmark]:
        """Each beacon, with how far its zone reaches."""
        counts = [0, 0]
        for each in beacons(state):
            counts[each.side] += 1
            yield Landmark(BEACON, each.side, ((each.x, each.y),), f"Beacon {counts[each.side]}", NEAR)


def _bare(state: State, side: int) -> list[Vicinity]:
    """The zones of a side's beacons about which it has no model of its fleet."""
    models = [each for each in state.on_table() if each.side == side and not each.card.station]
    own = [Vicinity(each.x, each.y, NEAR) for each in beacons(state) if each.side == side]
    return [each for each in own if not any(each.holds(model.base, model.pose) for model in models)]


def _at(zone: Vicinity, model: Model) -> bool:
    return model.place != EMBARKED and zone.holds(model.base, model.pose)


def _lack(zones: list[Vicinity], models: tuple[Model, ...]) -> int:
    """How many beacons go without a model at least."""
    return max(0, len(zones) - len(models))


def set_up_by_default(state: State) -> None:
    """Set all beacons up at the first free places, by turns, to show what they are like; none where there are none."""
    for number in range(2 * EACH if any(isinstance(each, BeaconZone) for each in state.rulebook.clauses) else 0):
        side = state.initiative if number % 2 == 0 else 1 - state.initiative
        spot = next(places(state, side), None)
        if spot is not None:
            state.notes[BeaconZone.name] = _noted((*beacons(state), Beacon(side, *spot)))


def _noted(up: tuple[Beacon, ...]) -> tuple[tuple[int, int, int], ...]:
    """Beacons as they are remembered."""
    return tuple((each.side, _whole(each.x), _whole(each.y)) for each in up)


def _whole(inches: float) -> int:
    return round(inches * THOUSANDTHS)
