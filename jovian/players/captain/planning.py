"""A whole activation planned at once: what is fired before the move, the way, what is left for its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jovian.game import Answer, Model, State
from jovian.game.activation import Activation
from jovian.game.answers import Fly
from jovian.players.captain.actions.boarding import alongside
from jovian.players.captain.field import Field
from jovian.players.judgment.combat.shots import Fire, volleys
from jovian.players.judgment.objectives.aims import Aims
from jovian.players.judgment.objectives.goals import Goal, drawn
from jovian.players.judgment.objectives.objects import boarding, objects
from jovian.players.judgment.places.crossfire import Crossfire
from jovian.players.judgment.places.edges import stopped_at
from jovian.players.judgment.places.hazards import dangers
from jovian.players.judgment.places.standing import standing
from jovian.players.moves.flights import flights, inside
from jovian.players.moves.runs import runs
from jovian.players.moves.way import Way
from jovian.rules.actions.generic.board import Board, in_reach
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.contact import contacts
from jovian.rules.places.limits import LITTLE, Envelope, envelope
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.table import Pose

WEIGHED, LOOKED_AT = 8, 4
"""How many ends are weighed with every gun, of those that look best; and how many roughly."""
AT_ONCE = 1.03
"""What a shot before the move counts, against the same after it."""
IN_THE_WAY = 8.0
EIGHT = tuple(range(0, 360, 45))
"""Ways that a squadron may fly to keep its distance."""
SOON = 0.5
"""Share of its flight that it may also stop at."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A whole activation from a pose on, and what it is worth, in TV."""

    model: str
    way: Way
    before: tuple[str, ...]
    """The guns that are fired before the move."""
    offense: float
    """All its shots."""
    risk: float
    """What it is expected to lose where it ends, until its next activation."""
    later: float
    """The same if it goes last this turn; reckoned roughly only."""
    place: float
    """Where it ends, without shots and enemies."""
    promise: float
    """What it could do next turn."""
    mark: str = ""
    """The ship that it marks with a Combined Attack, "" for none."""
    mark_first: bool = False
    """Is that done before the move?"""
    aid: float = 0.0
    """What friends gain by it who are yet to act, if it acts now."""

    def opening(self, menu: NextOrder) -> Answer:
        """The first answer of its way, or of the shots before it."""
        if self.before:
            shots = volleys(menu.state, menu.model, list(self.before), menu.act.used)
            if shots:
                return shots[0].answer
        return self.way.steps[0] if self.way.steps else menu.default()

    @property
    def worth(self) -> float:
        """All of it, if it acts now."""
        return self.offense + self.aid + self.place + self.promise - self.risk

    @property
    def waited(self) -> float:
        """All of it, if it acts when no enemy has anything left to do."""
        return self.offense + self.place + self.promise - self.later


def plans(
    field: Field, model: Model, act: Activation | None = None, roughly: bool = False, guise: Model | None = None
) -> list[Plan]:
    """Plans of a model's activation, the best first; never none. Roughly: its shots by the tables alone."""
    search = Search(field, model, act, guise=guise)
    found = [search.plan(each, roughly) for each in search.ends()[: LOOKED_AT if roughly else WEIGHED]]
    return sorted(found, key=lambda plan: -plan.worth)


def _ways(field: Field, model: Model, limits: Envelope, goals: tuple[Goal, ...]) -> Iterator[Way]:
    if limits.capital:
        found = list(runs(field.view, model, limits, goals))
        yield from found or [Way((), model.pose, [])]
        return
    yield from flights(field.view, model, limits, goals)
    yield from _aside(field.view, model, limits.forward)


def _aside(view: State, squadron: Model, forward: float) -> Iterator[Way]:
    """Flights in all directions, to keep its distance or to close up."""
    start = squadron.pose
    for share in (SOON, 1.0) if forward >= 1.0 else ():
        for angle in EIGHT:
            spot = Pose(start.x, start.y, angle).advanced(forward * share - LITTLE)
            end = Pose(round(spot.x, 2), round(spot.y, 2), start.heading)
            if inside(view, end):
                yield Way((Fly(((end.x, end.y),)),), end, [(start, end)])


class Glance(NamedTuple):
    """What an end looks like before its guns are tried, in TV."""

    way: Way
    offense: float
    place: float
    risk: float

    @property
    def worth(self) -> float:
        """All of it."""
        return self.offense + self.place - self.risk


class Search:
    """The weighing of ends of one activation.

    `view` is the state in which its shots are fired, where that differs; `guise` the model as enemies will find it.
    """

    def __init__(
        self, field: Field, model: Model, act: Activation | None = None, view: State | None = None,
        guise: Model | None = None,
    ) -> None:  # fmt: skip
        self.field, self.model, self.guise = field, model, guise or model
        self.act = act if act is not None else Activation(model.id)
        self.state = view or field.view
        used = self.act.used
        self.free = [each.id for each in model.card.mounts if each.id not in model.damaged and each.id not in used]
        self.aims: Aims = field.aims(model)
        self.prey = field.prey_of(model)
        boards = self.act.action == Board.name and not self.act.resolved
        self.prizes = field.prizes(model) if boards else {}
        found = objects(field.view) if boards else []
        self.won = self.prizes | {each.id: max(0.0, boarding(field.view, model, each)) for each in found}
        """TV of coming within reach of a ship or an object that it may board, by id."""
        self.crossfire = Crossfire(field.view, self.guise) if not model.capital else None
        self.fire_control = fire_control_left(self.state, self.guise)
        self.now = field.fires(self.state, model, self.free, used, self.prey) if self.fire_control else []
        self.standing_still = {mount: fire.value for fire in reversed(self.now) for mount in fire.mounts}

    def ends(self) -> list[Glance]:
        """All ends at a glance, the best first."""
        limits = envelope(self.field.view, self.model, self.act)
        goals = (*self.aims.goals, *alongside(self.field.view, self.model, self.prizes))
        found = (self.glance(way) for way in _ways(self.field, self.model, limits, goals))
        return sorted(found, key=lambda each: -each.worth)

    def glance(self, way: Way) -> Glance:
        """An end as it looks at a glance."""
        best = self.field.shots(self.model, way.end) if self.fire_control else {}
        for mount, value in self.standing_still.items():
            best[mount] = max(best.get(mount, 0.0), value)
        able = sorted((best.get(each, 0.0) for each in (*self.free, POINT_DEFENSE)), reverse=True)
        return Glance(way, sum(able[: self.fire_control]), self._place(way), self.field.risk(self.guise, way.end))

    def then(self, way: Way) -> list[Fire]:
        """The attacks from an end."""
        if not (self.fire_control and way.steps):
            return []
        there = stopped_at(self.state, self.model.at(way.end))
        return self.field.fires(self.state, there, self.free, self.act.used, self.prey)

    def plan(self, seen: Glance, roughly: bool = False) -> Plan:
        """An end weighed with every gun, or roughly."""
        offense: float = seen.offense
        before: tuple[str, ...] = ()
        if not roughly:
            offense, before = salvo(self.now, self.then(seen.way), self.fire_control)
        if offense <= self.aims.truce:
            offense, before = 0.0, ()
        later = self.field.later * self.field.risk(self.guise, seen.way.end, 1.0) if roughly else 0.0
        return self.made(seen, offense, before, later)

    def made(self, seen: Glance, offense: float, before: tuple[str, ...], later: float = 0.0) -> Plan:
        """The plan that fires so much on the way to an end."""
        field, way = self.field, seen.way
        promise = 0.0
        if field.promise:
            boards = 0.0 if self.act.action == Board.name else field.captures.ahead(self.model.at(way.end))
            promise = field.promise * (field.prospect(self.model, way.end) + boards)
        return Plan(self.model.id, way, before, offense, seen.risk, later, seen.place, promise)

    def _place(self, way: Way) -> float:
        state, model, aims = self.field.view, self.model, self.aims
        there = stopped_at(state, model.at(way.end))
        worth = standing(state, there, aims.escape, exposed=False) + drawn(aims.goals, there)
        worth -= dangers(state, model, there.pose, way.legs) + self._crossed(way)
        if contacts(state, there):
            worth -= IN_THE_WAY
        waiting = not self.act.resolved
        if self.act.action == Board.name and waiting and (near := in_reach(state, there)):
            worth += max(self.won.get(ident, 0.0) for ident in near)
        if aims.escape and self.act.action == Withdraw.name and waiting:
            worth += aims.escape * (Withdraw().refuse_resolve(state, there) is None)
        return worth

    def _crossed(self, way: Way) -> float:
        """TV that a squadron is expected to lose on its way to guns that fire by themselves."""
        return self.crossfire.cost(way.legs) if self.crossfire is not None and way.legs else 0.0


def salvo(now: Sequence[Fire], then: Sequence[Fire], fire_control: int) -> tuple[float, tuple[str, ...]]:
    """What the best attacks before and after a move are worth together, and the guns that fire before it.

    What a target has lost to one shot, the next one cannot take again.
    """
    rest = [(fire.value * AT_ONCE, True, fire) for fire in now] + [(fire.value, False, fire) for fire in then]
    rest.sort(key=lambda each: (-each[0], not each[1]))
    total, used = 0.0, set[str]()
    before: list[str] = []
    for value, early, fire in rest:
        if fire_control < 1 or value <= 0:
            break
        if used.isdisjoint(fire.mounts):
            used.update(fire.mounts)
            total += value / AT_ONCE if early else value
            fire_control -= 1
            before += fire.mounts if early else ()
    return total, tuple(before)
