"""The captain's declarations: Combined Attacks, close fights, and other actions, each valued with the plan after it.

`declaration` gives the best one. `proposals` gives several whole activations, for the admiral to try.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from math import inf
from typing import cast

from jovian.frozen import frozen
from jovian.game import Activation, Answer, Decision, ListDecision, Model, State
from jovian.game.activation import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.game.answers import Activate, Attack, Declaration, FireWeapons
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.captain.boarding import can_reach_object
from jovian.players.captain.plans import (
    ACTION,
    CLOSE_FIGHT,
    ActivationPlan,
    MoveEstimate,
    PlanSearch,
    Terms,
    candidates,
    combined_value,
    plans,
)
from jovian.players.evaluation.actions import VALUES
from jovian.players.evaluation.fights import at_contact, is_weak
from jovian.players.evaluation.goals import best_landing_value, max_flight
from jovian.players.evaluation.gunnery import ScoredAttack, expected_value
from jovian.players.evaluation.moves import CandidateMove, is_inside
from jovian.players.evaluation.objectives import attack_cost, last_act_cost, travel_distance, turns_left
from jovian.players.evaluation.places import distance_between, pose_value
from jovian.players.evaluation.threats import Crossfire
from jovian.players.habits import (
    ENSIGN,
    OBJECTIVE_ACTIONS,
    best_action,
    boost_for,
    choose_declaration,
    exit_boost,
    landing_boost,
    possible_fights,
    should_ram,
    to_declaration,
)
from jovian.rules.actions.any_model import Board, CombinedAttack, Evade, Ram, Withdraw
from jovian.rules.actions.capital_ship import HardBurn, LongShot, Reorient, StationKeep
from jovian.rules.actions.states import HardBurnState, StationKeeping, Targeted
from jovian.rules.damage.expected_damage import WOUND
from jovian.rules.damage.leaving_play import spots_for_launch
from jovian.rules.menu.declarations import NONE, Declare, boost_limit, refuse_action
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import fixed_limits, turns_end_move
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel, eligible
from jovian.rules.shots import ratings
from jovian.rules.shots.evasion import Boosting, Evading
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import in_sensor_range, sensor_reach
from jovian.rules.squadrons import FREE_MOVE
from jovian.table import Pose

# --- Combined Attacks ---

MAX_SHIPS, MAX_ENDS = 2, 3
"""The number of ships to consider, and of ends for each."""
HELP_SHARE = 0.5
"""The share of the friends' possible additional damage to a marked ship that counts."""


def with_mark(ship: Model) -> Model:
    """Return a ship with one more mark."""
    return ship.supposed(states={Targeted.name: Targeted.level_of(ship) + 1})


def can_mark_after_launch(analysis: CaptainAnalysis, squadron: Model) -> bool:
    """Return whether a squadron that launches may mark and fire at a ship by flying on without a boost."""
    view = analysis.view
    starts = [squadron.at(spot) for spot in spots_for_launch(view, view.models[squadron.host], squadron)]
    ships = [
        enemy.model
        for enemy in analysis.threats.enemies
        if enemy.model.is_capital and enemy.model.id != analysis.enemy_to_spare
    ]
    return any(_can_mark_from(analysis, starts, ship) for ship in ships)


def _can_mark_from(analysis: CaptainAnalysis, starts: Sequence[Model], ship: Model) -> bool:
    """Return whether a squadron may mark and fire at a ship from some point of its flight."""
    view, squadron = analysis.view, starts[0]
    max_inches = fixed_limits(view, squadron)[1]
    inches = max(0.0, min(distance_between(start, ship) for start in starts) - max_inches)
    matchup = analysis.threats.matchup(squadron, ship)
    return inches <= sensor_reach(view, squadron, ship) and matchup.share_at(inches) > 0


def marking_plans(plain_search: PlanSearch) -> list[ActivationPlan]:
    """Return the plans in which a squadron marks a ship and fires at it, best first, possibly none."""
    analysis, model = plain_search.analysis, plain_search.model
    if fire_control_left(analysis.view, model) < 1:
        return []
    marked_plans = [
        plan
        for ship in _ships_to_mark(analysis, model, plain_search.moves)
        for plan in _plans_to_mark(analysis, plain_search, ship)
    ]
    return sorted(
        (plan for plan in marked_plans if plan.offense > plain_search.aims.attack_cost), key=lambda plan: -plan.value
    )


def _ships_to_mark(analysis: CaptainAnalysis, model: Model, moves: Sequence[CandidateMove]) -> list[Model]:
    """Return the best enemy ships to fire at from any of the ends."""
    ships: list[tuple[float, str, Model]] = []
    for enemy in analysis.threats.enemies:
        if enemy.model.is_capital:
            matchup = analysis.threats.matchup(model, enemy.model)
            share = max((matchup.share(move.end, enemy.model.pose) for move in moves), default=0.0)
            ships.append((-share * analysis.value(enemy.model), enemy.model.id, enemy.model))
    return [ship for value, _, ship in sorted(ships, key=lambda entry: entry[:2])[:MAX_SHIPS] if value < 0]


def _plans_to_mark(analysis: CaptainAnalysis, plain_search: PlanSearch, ship: Model) -> list[ActivationPlan]:
    """Return the plans that mark one ship."""
    model = plain_search.model
    search = PlanSearch(analysis, model, plain_search.act, analysis.view.supposed([with_mark(ship)]))
    matchup = analysis.threats.matchup(model, ship)
    aid, marked_plans = HELP_SHARE * help_value(analysis, model, ship), []

    def in_reach(move: CandidateMove) -> bool:
        return matchup.reach >= 0 and matchup.share(move.end, ship.pose) > 0

    def in_reach_and_range(move: CandidateMove) -> bool:
        return in_reach(move) and in_sensor_range(analysis.view, model.at(move.end), ship)

    for first in (True, False):
        if first and not in_sensor_range(analysis.view, model, ship):
            continue
        for end in islice(plain_search.ends(in_reach if first else in_reach_and_range), MAX_ENDS):
            total, before = _value_with_mark(plain_search, search, end, ship.id, first)
            if total > 0:
                plan = search.build_plan(end, total, before)
                marked_plans.append(replace(plan, mark=ship.id, mark_first=first, aid=aid))
    return marked_plans


def _value_with_mark(
    plain_search: PlanSearch, search: PlanSearch, estimate: MoveEstimate, ship: str, first: bool
) -> tuple[float, tuple[str, ...]]:
    """Return the value of all shots with the ship marked before or after the move, and the weapons that fire early.

    The value is 0 if no shot can be fired at the ship.
    """
    later = search.attacks_from(estimate.move)
    opening = next((attack for attack in (search.attacks_now if first else later) if _is_aimed_at(attack, ship)), None)
    if opening is None:
        return 0.0, ()
    others = [
        _with_other_weapons(attacks, opening)
        for attacks in (search.attacks_now if first else plain_search.attacks_now, later)
    ]
    total, before = combined_value(others[0], others[1], search.fire_control - 1)
    return total + opening.value, before


def _is_aimed_at(attack: ScoredAttack, ship: str) -> bool:
    return isinstance(attack.answer, Attack) and attack.answer.target == ship and attack.value > 0


def _with_other_weapons(attacks: Sequence[ScoredAttack], opening: ScoredAttack) -> list[ScoredAttack]:
    return [attack for attack in attacks if set(attack.mounts).isdisjoint(opening.mounts)]


def help_value(analysis: CaptainAnalysis, model: Model, ship: Model) -> float:
    """Return the additional TV that friends could still take of a ship with one more mark."""
    before, after, better = 0.0, 0.0, with_mark(ship)
    for friend in eligible(analysis.view, analysis.side):
        if friend.is_on_table and friend.id != model.id and (share := analysis.share_in_reach(friend, ship)) > 0:
            before += share
            after += analysis.share_in_reach(friend, better)
    return (min(1.0, after) - min(1.0, before)) * analysis.value(ship)


def choose_weapons(decision: ListDecision[Answer], view: State) -> Answer:
    """Choose the weapons that take most of the marked ship."""
    act, ship = view.activation, view.models[decision.subject]
    model = view.models[act.model] if act is not None else None

    def value(answer: Answer) -> float:
        if model is None or not isinstance(answer, FireWeapons):
            return 0.0
        shot = assess(view, model, answer.mounts, ship, ACTIVATION)
        return expected_value(view, shot) if isinstance(shot, Assessment) else 0.0

    return max((option.answer for option in decision.listed), key=value)


# --- Close fights ---

RETREAT_TURNS = (0, 60, -60)
"""Directions, relative to straight away, in which a squadron may leave the other model after a fight."""


def close_fights(analysis: CaptainAnalysis, decision: Declare, least: float) -> Iterator[tuple[float, Declaration]]:
    """Yield each possible close fight with its value, including its consequences, if it may be worth `least`."""
    view, model, max_boost = analysis.view, decision.model, decision.most_boost
    crossfire = Crossfire(view, model)
    for fight in possible_fights(view, model, max_boost, ENSIGN.nearest):
        boost = fight.declared.boost
        if boost <= max_boost and fight.other.id != analysis.enemy_to_spare:
            value = close_fight_value(analysis, model, fight.other, boost, crossfire, least)
            if value is not None:
                yield value, fight.declared


def close_fight_value(
    analysis: CaptainAnalysis, model: Model, other: Model, boost: int, crossfire: Crossfire, least: float = -inf
) -> float | None:
    """Return the TV of a close fight, of what it stops, and of the best place after it, minus the cost of the way.

    Return None if it would be less than `least` even without any risk after the fight.
    """
    view = analysis.view
    there = at_contact(view, model, other, boost)
    fight = analysis.raids.value(view, model, other, boost)
    stopping_value = analysis.bonuses_for(model).get(other.id, 0.0) * analysis.raids.share_lost_by_target(
        view, model, other
    )
    after_fight = _after_fight(analysis, model, other)
    cost = crossfire.cost([(model.pose, there.pose)])
    ends = [(_safe_place_value(analysis, model, pose), pose) for pose in fight_ends(analysis, there.pose, other.pose)]
    if fight + stopping_value + max(value for value, _ in ends) - cost < least:
        return None
    place = max(value - analysis.risk(after_fight, pose) for value, pose in ends)
    return fight + stopping_value + place - cost


def fight_ends(analysis: CaptainAnalysis, pose: Pose, other: Pose) -> list[Pose]:
    """Return where a squadron may end after a fight at a pose: there, or farther away from the other model."""
    share, poses = FREE_MOVE / (pose.distance_to(other) or 1.0), [pose]
    for angle in RETREAT_TURNS:
        step = Pose(0.0, 0.0, angle % 360).to_table((pose.x - other.x) * share, (pose.y - other.y) * share)
        end = pose.moved(*step)
        if is_inside(analysis.view, end):
            poses.append(end)
    return poses


def _after_fight(analysis: CaptainAnalysis, model: Model, other: Model) -> Model:
    """Return a squadron with the damage that a close fight is expected to cost it."""
    structure = model.unmarked("structure")
    hits = min(
        structure - 1, round(analysis.raids.share_lost_by_squadron(analysis.view, model, other) / WOUND * structure)
    )
    return model.supposed(marks={"structure": model.marks.get("structure", 0) + max(0, hits)})


def _safe_place_value(analysis: CaptainAnalysis, model: Model, pose: Pose) -> float:
    """Return the TV of a place after a fight, without the risk there."""
    promise = analysis.promise * analysis.next_turn_value(model, pose) if analysis.promise else 0.0
    return pose_value(analysis.view, model.at(pose), exposed=False) + promise


# --- Proposals ---


@frozen
class Proposal:
    """A whole activation to try: the answer to the current decision, and the plan after it."""

    answer: Answer
    plan: ActivationPlan | None
    """The shots, move, and later shots; None if the captain decides during the activation, as in a close fight."""
    value: float
    """Its estimated TV, comparable only with proposals for the same decision."""
    gains: Terms | None = None
    """The contributions to the value by label, None if they are those of the plan."""

    @property
    def terms(self) -> Terms:
        """The contributions to the value by label."""
        if self.gains is not None:
            return self.gains
        return self.plan.terms if self.plan is not None else {ACTION: self.value}


# --- Declarations ---

LONG_SHOT_TURNS = 2
"""Remaining turns from which on an intact weapon is worth more than a Long Shot."""
MIN_DANGER = 1.0
"""The smallest TV at risk that makes a model consider evading."""
MIN_GAIN_BY_TURNING = 2.0
"""The additional TV of shots with any heading that makes a ship consider Reorient."""
HEADINGS = tuple(range(45, 360, 45))
"""Turns in degrees that are tried to see whether another heading is better."""
MAX_PLANS = 3
"""The number of plans to propose per declaration."""


def declaration(decision: Declare, analysis: CaptainAnalysis) -> list[Proposal]:
    """Return the considered declarations with their plans, the chosen one first.

    A plan is None if the captain makes it after declaring.
    """
    model, view = decision.model, decision.state
    if model.is_capital:
        return _declare_for_ship(decision, analysis)
    if model.is_embarked and not decision.must_bomb:
        return [Proposal(_declare_before_launch(decision, analysis), None, 0.0)]
    if decision.must_bomb:
        return [Proposal(choose_declaration(decision, view), None, 0.0)]
    objective_value, name = _objective_action(analysis, model)
    options = list(declarations(decision, analysis, best_only=True))
    best = max(options, key=lambda option: option.value)
    if best.answer != Declaration(NONE, 0):
        return with_first(best, options)
    if objective_value > 0:
        return with_first(Proposal(Declaration(name, 0), None, objective_value), options)
    if model.rating("structure") == 1 and should_ram(view, model):
        return with_first(Proposal(Declaration(Ram.name, 0), None, 0.0), options)
    boost = 0 if analysis.should_stay(model) else exit_boost(view, model, decision.most_boost)
    boost = boost or landing_boost(view, model, decision.most_boost)
    if boost or (best.plan is not None and _evades_freely(analysis, model, best.plan)):
        return with_first(Proposal(Declaration(NONE if boost else Evade.name, boost), None, 0.0), options)
    return with_first(best, options)


def with_first(chosen: Proposal, options: Sequence[Proposal]) -> list[Proposal]:
    """Return the chosen proposal and then all others."""
    return [chosen, *(option for option in options if option is not chosen)]


def _declare_before_launch(decision: Declare, analysis: CaptainAnalysis) -> Declaration:
    """Return the declaration of a squadron that will launch: to mark a ship in reach, or to evade."""
    model, view = decision.model, analysis.view
    there = model.at(view.models[model.host].pose)
    if can_mark_after_launch(analysis, model) and refuse_action(view, model, CombinedAttack.name) is None:
        return Declaration(CombinedAttack.name, 0)
    if analysis.risk(there, there.pose) > MIN_DANGER and refuse_action(view, model, Evade.name) is None:
        return Declaration(Evade.name, 0)
    return choose_declaration(decision, view)


def _declare_for_ship(decision: Declare, analysis: CaptainAnalysis) -> list[Proposal]:
    """Return a ship's considered declarations, the best first.

    Long Shots come only late in the game, because they strain weapons.
    """
    view, ship = analysis.view, decision.model
    options = sorted(declarations(decision, analysis), key=lambda option: -option.value)
    plain_value = next(option.value for option in options if cast(Declaration, option.answer).action == NONE)
    is_late = turns_left(view) < LONG_SHOT_TURNS
    strained = set() if is_late else {LongShot.name}
    unwanted = set() if analysis.escape(ship) > 0 else {HardBurn.name}
    names = [
        name
        for name in VALUES
        if name
        not in {
            Board.name,
            Evade.name,
            Reorient.name,
            StationKeep.name,
            *strained,
            *unwanted,
            *_unwanted_actions(analysis, ship),
        }
    ]
    value, name = best_action(view, ship, names)
    if options[0].value - plain_value >= max(0.0, value):
        return options
    return [Proposal(to_declaration(name), None, value), *options]


def declarations(
    decision: Declare, analysis: CaptainAnalysis, best_only: bool = False
) -> Iterator[Proposal]:
    """Yield possible declarations with their value and plan: none, protective ones, marks, and close fights.

    If `best_only`, close fights that can't be the best are left out.
    """
    model, view = decision.model, decision.state
    if decision.must_bomb or model.is_embarked:
        yield Proposal(decision.default(), None, 0.0)
        return
    search = PlanSearch(analysis, model)
    best = search.plans()
    best_value = best[0].value
    for plan in best[:MAX_PLANS]:
        yield Proposal(Declaration(NONE, 0), plan, plan.value)
    objective_value = 0.0
    if not model.is_capital:
        landing = best_landing_value(view, model, max_flight(model, decision.most_boost))
        objective_value = max(0.0, _objective_action(analysis, model)[0], analysis.escape(model), landing)
    last_act = last_act_cost(view, model)
    for plan, answer in (*_protective_plans(analysis, model, best[0]), *_plans_with_mark(search)):
        value = plan.value - objective_value - last_act
        best_value = max(best_value, value)
        yield Proposal(answer, plan, value)
    if model.is_capital and (turning := _turning(analysis, model, best[0])) is not None:
        yield Proposal(Declaration(Reorient.name, 0), None, turning - last_act)
    if not model.is_capital and not is_weak(model):
        minimum = ENSIGN.min_fight_margin + objective_value + attack_cost(view, model)
        for value, answer in close_fights(analysis, decision, best_value + minimum if best_only else -inf):
            yield Proposal(answer, None, value - minimum, {CLOSE_FIGHT: value - minimum})


def _objective_action(analysis: CaptainAnalysis, model: Model) -> tuple[float, str]:
    """Return the TV and name of the best action for objectives of a squadron."""
    return best_action(
        analysis.view, model, [name for name in OBJECTIVE_ACTIONS if name not in _unwanted_actions(analysis, model)]
    )


def _unwanted_actions(analysis: CaptainAnalysis, model: Model) -> set[str]:
    """Return the names of actions that a model should not declare now."""
    return {Withdraw.name} if analysis.should_stay(model) else set()


def _protective_plans(
    analysis: CaptainAnalysis, model: Model, best: ActivationPlan
) -> Iterator[tuple[ActivationPlan, Declaration]]:
    """Yield plans in which a model evades, makes a Hard Burn, keeps its station, boosts, or boards."""
    view = analysis.view
    if best.risk > MIN_DANGER and refuse_action(view, model, Evade.name) is None:
        for plan in plans(analysis, model, seen_as=Evading.supposed(model))[:MAX_PLANS]:
            yield plan, Declaration(Evade.name, 0)
    if model.is_capital and analysis.is_in_a_hurry(model) and refuse_action(view, model, HardBurn.name) is None:
        for plan in plans(analysis, HardBurnState.as_started(model))[:MAX_PLANS]:
            yield plan, Declaration(HardBurn.name, 0)
    is_carried_on = model.is_capital and fixed_limits(view, model).min_move > 0
    if is_carried_on and refuse_action(view, model, StationKeep.name) is None:
        for plan in plans(analysis, StationKeeping.supposed(model))[:MAX_PLANS]:
            yield plan, Declaration(StationKeep.name, 0)
    if boost := _goal_boost(analysis, model):
        for plan in plans(analysis, with_boost(model, boost))[:MAX_PLANS]:
            yield plan, Declaration(NONE, boost)
    if analysis.boarding_values(model) or (model.is_capital and can_reach_object(view, model)):
        for plan in plans(analysis, model, boarding_activation(model))[:MAX_PLANS]:
            yield plan, Declaration(Board.name, 0)


def _turning(analysis: CaptainAnalysis, ship: Model, best: ActivationPlan) -> float | None:
    """Return the expected value of the best plans after Reorient, or None if it isn't worth considering."""
    view = analysis.view
    if refuse_action(view, ship, Reorient.name) is not None:
        return None
    shots = max(_shots_value(analysis, ship, best.move.end.turned(angle)) for angle in HEADINGS)
    if shots - best.offense < MIN_GAIN_BY_TURNING:
        return None
    if turns_end_move(view, ship):
        return plans(analysis, ship, _reoriented(ship, TWO_TURNS))[0].value
    chance = Reorient().test(view, ship).odds().success
    success, failure = (plans(analysis, ship, _reoriented(ship, grant))[0].value for grant in (FREE_TURN, EXTRA_TURN))
    return chance * success + (1.0 - chance) * failure


def _shots_value(analysis: CaptainAnalysis, ship: Model, pose: Pose) -> float:
    """Return the approximate TV of a ship's shots from a pose."""
    values = sorted(analysis.shots(ship, pose).values(), reverse=True)
    return sum(values[: fire_control_left(analysis.view, ship)])


def _reoriented(ship: Model, grant: str) -> Activation:
    """Return an activation in which Reorient has granted turns."""
    act = Activation(ship.id)
    act.declared, act.action, act.resolved, act.granted = True, Reorient.name, True, (grant,)
    return act


def _goal_boost(analysis: CaptainAnalysis, squadron: Model) -> int:
    """Return the Fuel to burn on the way to the nearest goal beyond a squadron's Speed, or 0."""
    max_boost, max_inches = boost_limit(analysis.view, squadron), fixed_limits(analysis.view, squadron).max_move
    goals = analysis.aims(squadron).goals if max_boost else ()
    inches = min((travel_distance(squadron, goal.x, goal.y) - goal.near for goal in goals), default=0.0)
    return min(max_boost, boost_for(inches, max_inches)) if inches > max_inches else 0


def with_boost(squadron: Model, boost: int) -> Model:
    """Return a squadron that has burned Fuel for Speed."""
    return squadron.supposed(states={Boosting.name: boost}, marks={"fuel": squadron.marks.get("fuel", 0) + boost})


def _plans_with_mark(search: PlanSearch) -> Iterator[tuple[ActivationPlan, Declaration]]:
    """Yield plans in which a squadron marks a ship."""
    if search.model.is_capital:
        return
    if refuse_action(search.analysis.view, search.model, CombinedAttack.name) is None:
        for plan in marking_plans(search)[:MAX_PLANS]:
            yield plan, Declaration(CombinedAttack.name, 0)


def boarding_activation(model: Model) -> Activation:
    """Return an activation that has declared Board."""
    act = Activation(model.id)
    act.declared, act.action = True, Board.name
    return act


def _evades_freely(analysis: CaptainAnalysis, model: Model, plan: ActivationPlan) -> bool:
    """Return whether evading is free: the model is in danger and has at most one weapon to fire."""
    if refuse_action(analysis.view, model, Evade.name) is not None:
        return False
    return ratings.fire_control(analysis.view, model) == 1 or (plan.offense <= 0 and plan.risk > 0)


# --- Activations to propose ---


def proposals(decision: Decision, analysis: CaptainAnalysis, count: int) -> list[Proposal]:
    """Return up to `count` whole activations for a decision, best first, or none for other kinds of decisions."""
    match decision:
        case ChooseModel():
            result = [
                Proposal(Activate(candidate.model.id), candidate.plan, candidate.gain, candidate.terms)
                for candidate in candidates(analysis, count)
            ]
        case Declare():
            result = list(declarations(decision, analysis))
        case NextOrder() if decision.model.is_on_table:
            best = plans(analysis, decision.model, decision.act)
            result = [Proposal(plan.opening(decision), plan, plan.value) for plan in best]
        case _:
            return []
    return sorted(result, key=lambda proposal: -proposal.value)[:count]
