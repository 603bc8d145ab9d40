"""The captain's plans for whole activations, and which model activates next.

`plans` values the best moves of a model with the shots before and after them. `candidates` compares activating now with
activating last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice

from jovian.frozen import frozen
from jovian.game import Answer, Model, State
from jovian.game.activation import Activation
from jovian.game.answers import Fly
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.captain.boarding import boarding_goals
from jovian.players.evaluation.goals import Aims, Goal, boarding_value, goal_value, landing_value, objects
from jovian.players.evaluation.gunnery import ScoredAttack, possible_attacks
from jovian.players.evaluation.moves import (
    ESCAPE,
    HULL,
    IN_THE_WAY,
    CandidateMove,
    is_inside,
    ship_moves,
    squadron_moves,
)
from jovian.players.evaluation.objectives import RISK, withdrawal_chance, withdrawal_value
from jovian.players.evaluation.places import movement_cost, pose_value, with_real_end
from jovian.players.evaluation.threats import Crossfire
from jovian.players.habits import best_free_move
from jovian.rules.actions.any_model import Board, Withdraw, in_boarding_range
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement, remaining_movement
from jovian.rules.sequence.activation import eligible
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- Terms of a value ---

Terms = Mapping[str, float]
"""The contributions to a value in TV by label. Reasons name the one that decided a comparison."""
SHOTS, AID, DANGER, NEXT_TURN = "shots", "aid", "danger", "next turn"
"""Its shots, what friends gain, what enemies may take of it, and what it could do next turn."""
POSITION, GOALS, PATH, REACTIONS, CONTACT = "position", "goals", "path", "reactions", "contact"
"""Where it ends; terrain and mines on the way; enemy reactions there; another base at its end."""
BOARDING, LEAVING, LANDING = "boarding", "leaving", "landing"
CLOSE_FIGHT, ACTION = "close fight", "action"
"""A close fight, and an action that is valued without a plan."""


@frozen
class PlaceValue:
    """The value of the end of a move without shots and enemies that may attack there, in TV."""

    position: float = 0.0
    goals: float = 0.0
    path: float = 0.0
    """The expected loss to terrain and mines on the way and at the end."""
    reactions: float = 0.0
    """The expected loss to reactions on the way."""
    contact: float = 0.0
    """The cost of ending on another base."""
    boarding: float = 0.0
    leaving: float = 0.0

    @property
    def total(self) -> float:
        """All of it."""
        passage = self.position + self.goals - (self.path + self.reactions)
        return passage - self.contact + self.boarding + self.leaving

    @property
    def terms(self) -> dict[str, float]:
        """The contributions by label."""
        return {
            POSITION: self.position, GOALS: self.goals, PATH: -self.path, REACTIONS: -self.reactions,
            CONTACT: -self.contact, BOARDING: self.boarding, LEAVING: self.leaving,
        }  # fmt: skip


# --- Plans of an activation ---

MAX_ENDS, MAX_ROUGH_ENDS = 8, 4
"""How many of the best ends are valued with all weapons, and how many approximately."""
EARLY_SHOT_FACTOR = 1.03
"""The weight of a shot before the move, compared with the same shot after it."""
EIGHT_DIRECTIONS = tuple(range(0, 360, 45))
"""Directions in which a squadron may fly to keep its distance."""
HALF_FLIGHT = 0.5
"""The share of its flight at which it may also stop."""


@frozen
class ActivationPlan:
    """A whole activation from a pose on, and its value in TV."""

    model: str
    move: CandidateMove
    before: tuple[str, ...]
    """The weapons that fire before the move."""
    offense: float
    """The value of all its shots."""
    risk: float
    """The expected loss at its end until its next activation."""
    later: float
    """The same if it activates last this turn, only in approximate plans."""
    end: PlaceValue
    """The value of its end without shots and enemies."""
    promise: float
    """What it could do next turn."""
    mark: str = ""
    """The ship that it marks with a Combined Attack, or ""."""
    mark_first: bool = False
    """Whether it marks before the move."""
    aid: float = 0.0
    """The gain of friends that still have to activate, if it activates now."""

    def opening(self, menu: NextOrder) -> Answer:
        """Return the first answer: a shot before the move, or the first step of the move."""
        if self.before:
            shots = possible_attacks(menu.state, menu.model, list(self.before), menu.act.used)
            if shots:
                return shots[0].answer
        return self.move.steps[0] if self.move.steps else menu.default()

    @property
    def place(self) -> float:
        """The value of its end without shots and enemies."""
        return self.end.total

    @property
    def terms(self) -> dict[str, float]:
        """The contributions to its value if it activates now, by label."""
        shots = {SHOTS: self.offense, AID: self.aid, NEXT_TURN: self.promise, DANGER: -self.risk}
        return shots | self.end.terms

    @property
    def value(self) -> float:
        """The value if it activates now."""
        return self.offense + self.aid + self.place + self.promise - self.risk

    @property
    def value_if_last(self) -> float:
        """The value if it activates after all enemies."""
        return self.offense + self.place + self.promise - self.later


def plans(
    analysis: CaptainAnalysis,
    model: Model,
    act: Activation | None = None,
    roughly: bool = False,
    seen_as: Model | None = None,
) -> list[ActivationPlan]:
    """Return plans of a model's activation, best first, at least one. If `roughly`, shots are valued by tables only."""
    return PlanSearch(analysis, model, act, seen_as=seen_as).plans(roughly)


def _moves(
    analysis: CaptainAnalysis, model: Model, limits: RemainingMovement, goals: tuple[Goal, ...]
) -> Iterator[CandidateMove]:
    if limits.capital:
        moves = list(ship_moves(analysis.view, model, limits, goals))
        yield from moves or [CandidateMove((), model.pose, [])]
        return
    yield from squadron_moves(analysis.view, model, limits, goals)
    yield from _flights_all_around(analysis.view, model, limits.forward)


def _flights_all_around(view: State, squadron: Model, forward: float) -> Iterator[CandidateMove]:
    """Yield flights in all directions, to keep the distance or to come closer."""
    start = squadron.pose
    for share in (HALF_FLIGHT, 1.0) if forward >= 1.0 else ():
        for angle in EIGHT_DIRECTIONS:
            point = Pose(start.x, start.y, angle).advanced(forward * share - LITTLE)
            end = Pose(round(point.x, 2), round(point.y, 2), start.heading)
            if is_inside(view, end):
                yield CandidateMove((Fly(((end.x, end.y),)),), end, [(start, end)])


@frozen
class MoveEstimate:
    """The approximate value of an end before its weapons are tried, in TV."""

    move: CandidateMove
    offense: float
    end: PlaceValue
    risk: float

    @property
    def value(self) -> float:
        """All of it."""
        return self.offense + self.end.total - self.risk


class PlanSearch:
    """The evaluation of the ends of one activation.

    `view` is the state in which its shots are fired, if that differs. `seen_as` is the model as enemies will find it.
    """

    def __init__(
        self, analysis: CaptainAnalysis, model: Model, act: Activation | None = None, view: State | None = None,
        seen_as: Model | None = None,
    ) -> None:  # fmt: skip
        self.analysis, self.model, self.seen_as = analysis, model, seen_as or model
        self.act = act if act is not None else Activation(model.id)
        self.state = view or analysis.view
        used = self.act.used
        self.free = [mount.id for mount in model.card.mounts if mount.id not in model.damaged and mount.id not in used]
        self.aims: Aims = analysis.aims(model)
        self.bonuses = analysis.bonuses_for(model)
        will_board = self.act.action == Board.name and not self.act.resolved
        self.boarding_values = analysis.boarding_values(model) if will_board else {}
        ships = objects(analysis.view) if will_board else []
        self.boarding_gains = self.boarding_values | {
            ship.id: max(0.0, boarding_value(analysis.view, model, ship)) for ship in ships
        }
        """The TV of being in boarding range of a ship or an object, by id."""
        self.crossfire = Crossfire(analysis.view, self.seen_as) if not model.is_capital else None
        self.fire_control = fire_control_left(self.state, self.seen_as)
        self.attacks_now = (
            analysis.attacks(self.state, model, self.free, used, self.bonuses) if self.fire_control else []
        )
        self._estimates: dict[int, MoveEstimate] = {}
        """The ends whose risk is known, by the number of the move."""
        self.values_now = {mount: attack.value for attack in reversed(self.attacks_now) for mount in attack.mounts}

    def plans(self, roughly: bool = False) -> list[ActivationPlan]:
        """Return plans to the best ends, best first, at least one. If `roughly`, shots are valued by tables only."""
        ends = islice(self.ends(), MAX_ROUGH_ENDS if roughly else MAX_ENDS)
        return sorted((self.plan(end, roughly) for end in ends), key=lambda plan: -plan.value)

    def ends(self, accepts: Callable[[CandidateMove], bool] = lambda move: True) -> Iterator[MoveEstimate]:
        """Yield the accepted ends with approximate values, best first.

        A risk only lowers a value. So it is computed only for ends that could still be next without it.
        """
        waiting: list[tuple[float, int, MoveEstimate]] = []
        for number, safe in self._safe_ends:
            if accepts(safe.move):
                while waiting and -waiting[0][0] > safe.value:
                    yield heappop(waiting)[2]
                estimate = self._with_risk(number, safe)
                heappush(waiting, (-estimate.value, number, estimate))
        while waiting:
            yield heappop(waiting)[2]

    @cached_property
    def moves(self) -> list[CandidateMove]:
        """All moves to consider."""
        limits = remaining_movement(self.analysis.view, self.model, self.act)
        goals = (*self.aims.goals, *boarding_goals(self.analysis.view, self.model, self.boarding_values))
        return list(_moves(self.analysis, self.model, limits, goals))

    @cached_property
    def _safe_ends(self) -> list[tuple[int, MoveEstimate]]:
        """All ends as if there were no risk, best first, with the numbers of their moves."""
        ends = [(number, self._without_risk(move)) for number, move in enumerate(self.moves)]
        return sorted(ends, key=lambda end: -end[1].value)

    def _without_risk(self, move: CandidateMove) -> MoveEstimate:
        best = self.analysis.shots(self.model, move.end) if self.fire_control else {}
        for mount, value in self.values_now.items():
            best[mount] = max(best.get(mount, 0.0), value)
        values = sorted((best.get(mount, 0.0) for mount in (*self.free, POINT_DEFENSE)), reverse=True)
        return MoveEstimate(move, sum(values[: self.fire_control]), self._place(move), 0.0)

    def _with_risk(self, number: int, safe: MoveEstimate) -> MoveEstimate:
        estimate = self._estimates.get(number)
        if estimate is None:
            risk = self.analysis.risk(self.seen_as, safe.move.end)
            estimate = self._estimates[number] = MoveEstimate(safe.move, safe.offense, safe.end, risk)
        return estimate

    def attacks_from(self, move: CandidateMove) -> list[ScoredAttack]:
        """Return the attacks from an end."""
        if not (self.fire_control and move.steps):
            return []
        there = with_real_end(self.state, self.model.at(move.end))
        return self.analysis.attacks(self.state, there, self.free, self.act.used, self.bonuses)

    def plan(self, estimate: MoveEstimate, roughly: bool = False) -> ActivationPlan:
        """Return the plan to an end, valued with all weapons or roughly."""
        offense: float = estimate.offense
        before: tuple[str, ...] = ()
        if not roughly:
            offense, before = combined_value(self.attacks_now, self.attacks_from(estimate.move), self.fire_control)
        if offense <= self.aims.attack_cost:
            offense, before = 0.0, ()
        later = self.analysis.later * self.analysis.risk(self.seen_as, estimate.move.end, 1.0) if roughly else 0.0
        return self.build_plan(estimate, offense, before, later)

    def build_plan(
        self, estimate: MoveEstimate, offense: float, before: tuple[str, ...], later: float = 0.0
    ) -> ActivationPlan:
        """Return the plan with these shots and this end."""
        analysis, move = self.analysis, estimate.move
        promise = 0.0
        if analysis.promise:
            boarding = (
                0.0 if self.act.action == Board.name else analysis.captures.next_turn_value(self.model.at(move.end))
            )
            promise = analysis.promise * (analysis.next_turn_value(self.model, move.end) + boarding)
        return ActivationPlan(self.model.id, move, before, offense, estimate.risk, later, estimate.end, promise)

    def _place(self, move: CandidateMove) -> PlaceValue:
        state, model, aims = self.analysis.view, self.model, self.aims
        there = with_real_end(state, model.at(move.end))
        boarding = leaving = 0.0
        waiting = not self.act.resolved
        if self.act.action == Board.name and waiting and (in_range := in_boarding_range(state, there)):
            boarding = max(self.boarding_gains.get(ship_id, 0.0) for ship_id in in_range)
        will_withdraw = bool(aims.escape) and self.act.action == Withdraw.name and waiting
        if will_withdraw and Withdraw().refuse_resolve(state, there) is None:
            leaving = aims.escape * withdrawal_chance(state, there)
        return PlaceValue(
            position=pose_value(state, there, aims.escape, exposed=False),
            goals=goal_value(aims.goals, there),
            path=movement_cost(state, model, there.pose, move.legs),
            reactions=self._crossfire_cost(move),
            contact=IN_THE_WAY if ids_in_contact(state, there) else 0.0,
            boarding=boarding,
            leaving=leaving,
        )

    def _crossfire_cost(self, move: CandidateMove) -> float:
        """Return the TV that a squadron is expected to lose to reactions along its path."""
        return self.crossfire.cost(move.legs) if self.crossfire is not None and move.legs else 0.0


def combined_value(
    current: Sequence[ScoredAttack], later: Sequence[ScoredAttack], fire_control: int
) -> tuple[float, tuple[str, ...]]:
    """Return the value of the best attacks before and after a move together, and the weapons that fire before it."""
    attacks = [(attack.value * EARLY_SHOT_FACTOR, True, attack) for attack in current] + [
        (attack.value, False, attack) for attack in later
    ]
    attacks.sort(key=lambda entry: (-entry[0], not entry[1]))
    total, used = 0.0, set[str]()
    before: list[str] = []
    for value, early, attack in attacks:
        if fire_control < 1 or value <= 0:
            break
        if used.isdisjoint(attack.mounts):
            used.update(attack.mounts)
            total += value / EARLY_SHOT_FACTOR if early else value
            fire_control -= 1
            before += attack.mounts if early else ()
    return total, tuple(before)


# --- Choice of the next model ---

MAX_CANDIDATES = 4
"""The number of the most urgent models to plan for."""


@frozen
class CandidateModel:
    """A model that may activate next."""

    model: Model
    gain: float
    """The TV by which activating now is better than activating last."""
    plan: ActivationPlan | None
    terms: Terms
    """The contributions to the gain, by label."""


def candidates(analysis: CaptainAnalysis, count: int = MAX_CANDIDATES) -> list[CandidateModel]:
    """Return up to `count` models that may activate next, Crippled ships first, then those with the largest gain."""
    models = eligible(analysis.view, analysis.side)
    crippled = [model for model in models if model.is_crippled]
    if crippled:
        return [CandidateModel(model, ESCAPE, None, {LEAVING: ESCAPE}) for model in crippled[:count]]
    urgent = sorted(models, key=lambda model: -_urgency(analysis, model))
    return sorted(
        (evaluate_candidate(analysis, model) for model in urgent[:count]), key=lambda candidate: -candidate.gain
    )


def evaluate_candidate(analysis: CaptainAnalysis, model: Model) -> CandidateModel:
    """Return what a model gains by activating now rather than last."""
    if model.is_embarked:
        return CandidateModel(model, 0.0, None, {})
    rough_plans = plans(analysis, model, roughly=True)
    now = rough_plans[0]
    last = max(rough_plans, key=lambda plan: plan.value_if_last)
    close_fight = 0.0 if model.is_capital else max(0.0, analysis.close_fight_value(model) - now.offense)
    fading = (1.0 - analysis.temperament.waiting) * (max(last.offense, now.offense) + close_fight)
    risk = analysis.risk(model, model.pose, 0.0)
    waiting = last.value_if_last - fading - risk
    leaving, landing = _leaving_value(analysis, model), landing_value(analysis.view, model)
    boarding = max(analysis.boarding_values(model).values(), default=0.0)
    ends = now.end.terms, last.end.terms
    terms = {label: value - ends[1][label] for label, value in ends[0].items()}
    terms[LEAVING] += leaving
    terms[BOARDING] += boarding
    terms |= {
        SHOTS: now.offense - last.offense, CLOSE_FIGHT: 0.0, DANGER: last.later - now.risk + risk,
        NEXT_TURN: now.promise - last.promise, LANDING: landing,
    }  # fmt: skip
    terms[CLOSE_FIGHT if close_fight else SHOTS] += fading
    return CandidateModel(model, now.value - waiting + leaving + landing + boarding, now, terms)


def _leaving_value(analysis: CaptainAnalysis, model: Model) -> float:
    """Return the TV of leaving for a model that should go now, or 0 if it stays or waits for cargo of its squadrons."""
    value = 0.0 if analysis.should_stay(model) else max(0.0, withdrawal_value(analysis.view, model))
    if value <= 0 or not model.is_capital:
        return value
    waiting_squadrons = (squadron for squadron in eligible(analysis.view, analysis.side) if squadron.loads)
    cargo = sum(landing_value(analysis.view, squadron, model.id) for squadron in waiting_squadrons)
    return value if cargo <= RISK * value else 0.0


def _urgency(analysis: CaptainAnalysis, model: Model) -> float:
    """Return the urgency of a model: its shots and the danger at its current pose."""
    if model.is_embarked:
        return 0.0
    shots = sum(sorted(analysis.shots(model, model.pose).values(), reverse=True)[: model.card.fire_control])
    shots += max(analysis.boarding_values(model).values(), default=0.0) + landing_value(analysis.view, model)
    return (
        shots + (0.0 if model.is_capital else analysis.close_fight_value(model)) + analysis.risk(model, model.pose, 0.0)
    )


# --- Free moves ---


def choose_free_move(decision: FreeMove, analysis: CaptainAnalysis) -> Answer | None:
    """Choose the end with the highest value, including what enemies may do there."""
    view, model = analysis.view, decision.model

    def value(end: Pose, on_hull: bool) -> float:
        legs = [(model.pose, end)] if end != model.pose else []
        place = (
            pose_value(view, model.at(end), exposed=False)
            - movement_cost(view, model, end, legs)
            - analysis.risk(model, end)
        )
        return place + (analysis.promise * analysis.next_turn_value(model, end) + (HULL if on_hull else 0.0))

    return best_free_move(decision, value)
