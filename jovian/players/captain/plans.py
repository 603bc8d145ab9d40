"""The plans that a captain weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jovian.game import Answer, Model, State
from jovian.game.answers import Assault, Fly
from jovian.game.state import Activation
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.captain.boarding import alongside
from jovian.players.ensign.choices import goal
from jovian.players.evaluation.goals import Aims, Goal, boarding_value, drawn, objects
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks
from jovian.players.evaluation.moves import HULL, CandidateMove, flights, inside, runs
from jovian.players.evaluation.objectives import withdrawal_value
from jovian.players.evaluation.places import dangers, pose_value, stopped_at
from jovian.players.evaluation.threats import Crossfire
from jovian.rules.actions.generic import Board, Withdraw, in_boarding_range
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement, remaining_movement
from jovian.rules.sequence.activation import eligible
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- planning ---
# A whole activation planned at once: what is fired before the move, the way, what is left for its end.

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
    way: CandidateMove
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
            shots = possible_attacks(menu.state, menu.model, list(self.before), menu.act.used)
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
    field: CaptainAnalysis,
    model: Model,
    act: Activation | None = None,
    roughly: bool = False,
    guise: Model | None = None,
) -> list[Plan]:
    """Plans of a model's activation, the best first; never none. Roughly: its shots by the tables alone."""
    search = Search(field, model, act, guise=guise)
    found = [search.plan(each, roughly) for each in search.ends()[: LOOKED_AT if roughly else WEIGHED]]
    return sorted(found, key=lambda plan: -plan.worth)


def _ways(
    field: CaptainAnalysis, model: Model, limits: RemainingMovement, goals: tuple[Goal, ...]
) -> Iterator[CandidateMove]:
    if limits.capital:
        found = list(runs(field.view, model, limits, goals))
        yield from found or [CandidateMove((), model.pose, [])]
        return
    yield from flights(field.view, model, limits, goals)
    yield from _aside(field.view, model, limits.forward)


def _aside(view: State, squadron: Model, forward: float) -> Iterator[CandidateMove]:
    """Flights in all directions, to keep its distance or to close up."""
    start = squadron.pose
    for share in (SOON, 1.0) if forward >= 1.0 else ():
        for angle in EIGHT:
            spot = Pose(start.x, start.y, angle).advanced(forward * share - LITTLE)
            end = Pose(round(spot.x, 2), round(spot.y, 2), start.heading)
            if inside(view, end):
                yield CandidateMove((Fly(((end.x, end.y),)),), end, [(start, end)])


class Glance(NamedTuple):
    """What an end looks like before its guns are tried, in TV."""

    way: CandidateMove
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
        self, field: CaptainAnalysis, model: Model, act: Activation | None = None, view: State | None = None,
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
        self.won = self.prizes | {each.id: max(0.0, boarding_value(field.view, model, each)) for each in found}
        """TV of coming within reach of a ship or an object that it may board, by id."""
        self.crossfire = Crossfire(field.view, self.guise) if not model.capital else None
        self.fire_control = fire_control_left(self.state, self.guise)
        self.now = field.fires(self.state, model, self.free, used, self.prey) if self.fire_control else []
        self.standing_still = {mount: fire.value for fire in reversed(self.now) for mount in fire.mounts}

    def ends(self) -> list[Glance]:
        """All ends at a glance, the best first."""
        limits = remaining_movement(self.field.view, self.model, self.act)
        goals = (*self.aims.goals, *alongside(self.field.view, self.model, self.prizes))
        found = (self.glance(way) for way in _ways(self.field, self.model, limits, goals))
        return sorted(found, key=lambda each: -each.worth)

    def glance(self, way: CandidateMove) -> Glance:
        """An end as it looks at a glance."""
        best = self.field.shots(self.model, way.end) if self.fire_control else {}
        for mount, value in self.standing_still.items():
            best[mount] = max(best.get(mount, 0.0), value)
        able = sorted((best.get(each, 0.0) for each in (*self.free, POINT_DEFENSE)), reverse=True)
        return Glance(way, sum(able[: self.fire_control]), self._place(way), self.field.risk(self.guise, way.end))

    def then(self, way: CandidateMove) -> list[ScoredAttack]:
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

    def _place(self, way: CandidateMove) -> float:
        state, model, aims = self.field.view, self.model, self.aims
        there = stopped_at(state, model.at(way.end))
        worth = pose_value(state, there, aims.escape, exposed=False) + drawn(aims.goals, there)
        worth -= dangers(state, model, there.pose, way.legs) + self._crossed(way)
        if ids_in_contact(state, there):
            worth -= IN_THE_WAY
        waiting = not self.act.resolved
        if self.act.action == Board.name and waiting and (near := in_boarding_range(state, there)):
            worth += max(self.won.get(ident, 0.0) for ident in near)
        if aims.escape and self.act.action == Withdraw.name and waiting:
            worth += aims.escape * (Withdraw().refuse_resolve(state, there) is None)
        return worth

    def _crossed(self, way: CandidateMove) -> float:
        """TV that a squadron is expected to lose on its way to guns that fire by themselves."""
        return self.crossfire.cost(way.legs) if self.crossfire is not None and way.legs else 0.0


def salvo(
    now: Sequence[ScoredAttack], then: Sequence[ScoredAttack], fire_control: int
) -> tuple[float, tuple[str, ...]]:
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


# --- choosing ---
# Whom the captain activates: who gains most by acting now rather than last.

ESCAPE = 1000.0
ACTIVATIONS_LOOKED_AT = 4
"""How many models are planned for, of those whose turn it seems to be."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model that may go next."""

    model: Model
    gain: float
    """TV by which going now is better than going last."""
    plan: Plan | None


def candidates(field: CaptainAnalysis, count: int = ACTIVATIONS_LOOKED_AT) -> list[Candidate]:
    """So many of those who may go next, the one first who gains most by it; Crippled ships before all others."""
    able = eligible(field.view, field.side)
    crippled = [model for model in able if model.is_crippled]
    if crippled:
        return [Candidate(model, ESCAPE, None) for model in crippled[:count]]
    urgent = sorted(able, key=lambda model: -_glance(field, model))
    return sorted((weigh(field, model) for model in urgent[:count]), key=lambda each: -each.gain)


def weigh(field: CaptainAnalysis, model: Model) -> Candidate:
    """What going now rather than last is worth to a model."""
    if model.aboard:
        return Candidate(model, 0.0, None)
    found = plans(field, model, roughly=True)
    now = found[0]
    last = max(found, key=lambda plan: plan.waited)
    raid = 0.0 if model.capital else max(0.0, field.raid(model) - now.offense)
    fades = (1.0 - field.mind.waiting) * (max(last.offense, now.offense) + raid)
    waiting = last.waited - fades - field.risk(model, model.pose, 0.0)
    gain = now.worth - waiting + (0.0 if field.stays(model) else max(0.0, withdrawal_value(field.view, model)))
    return Candidate(model, gain + max(field.prizes(model).values(), default=0.0), now)


def _glance(field: CaptainAnalysis, model: Model) -> float:
    """What calls for acting: its shots from where it stands, and the danger there."""
    if model.aboard:
        return 0.0
    shots = sum(sorted(field.shots(model, model.pose).values(), reverse=True)[: model.card.fire_control])
    shots += max(field.prizes(model).values(), default=0.0)
    return shots + (0.0 if model.capital else field.raid(model)) + field.risk(model, model.pose, 0.0)


# --- placing ---
# Where the captain's squadrons go with their free inches: out of danger, or where they may fight on.


def free_move(decision: FreeMove, field: CaptainAnalysis) -> Answer:
    """The end that is worth most, with what enemies may do there."""
    view, model = field.view, decision.model
    best: tuple[float, Answer] | None = None
    for option in decision.options():
        end = goal(model, option.answer)
        legs = [(model.pose, end)] if end != model.pose else []
        value = (
            pose_value(view, model.at(end), exposed=False) - dangers(view, model, end, legs) - field.risk(model, end)
        )
        value += field.promise * field.prospect(model, end) + (HULL if isinstance(option.answer, Assault) else 0.0)
        if best is None or value > best[0]:
            best = value, option.answer
    return best[1] if best is not None else decision.default()
