"""About beacons that the sides set up all over the table (v1.2.4 Scenarios > Deployment Zone, R81)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import NamedTuple, cast

from jovian.game import EMBARKED, Answer, Decision, Game, Model, Option, Procedure, Refusal, State
from jovian.game.answers import SetBeacon
from jovian.game.choice import Point
from jovian.game.pointing import PointRing
from jovian.rules.facts.words import counted
from jovian.rules.places.berths import free_spot
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import BEACON, Landmark
from jovian.rules.scenario.stages import CAPITALS, FLEET, deployment_type
from jovian.rules.scenario.zones.room import free_points
from jovian.table import TOLERANCE, Vicinity

PLACE = "v1.2.4 Scenarios > Deployment Zone > Beacon Deployment Zone"
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
        super().__init__(side, f"Set up a beacon ({count} of {EACH})", PLACE, anchor=True)
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
        return Refusal("A beacon stands on the table.", PLACE)
    near = [each for each in beacons(state) if _square(each, point) < (APART - TOLERANCE) ** 2]
    if not near:
        return None
    rings = tuple(PointRing((each.x, each.y), APART) for each in near)
    return Refusal(f'It must be {APART:g}" away from every other beacon.', PLACE, rings)


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


class BeaconZone(Clause):
    """Each side sets up four beacons by turns, and then deploys about them."""

    __slots__ = ()
    name = "Beacon Deployment Zone"
    place = PLACE
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
        reason = f"{counted(len(bare), 'beacon')} of this side still without a model: none can be spared elsewhere."
        return Refusal(reason, PLACE, rings)

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
