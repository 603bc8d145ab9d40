"""Why the captain gave an answer: one sentence of public facts about the term that decided the comparison.

Each value is a list of contributions by label. The deciding term is the one by which the chosen proposal is most ahead
of the best other one. A sentence is only given if what it says is so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.game import Answer, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Defend, Fly, Move, Pivot, Turn
from jovian.players.captain.analysis import CaptainAnalysis
from jovian.players.captain.boarding import boarding_values
from jovian.players.captain.declarations import Proposal
from jovian.players.captain.plans import (
    BOARDING,
    CLOSE_FIGHT,
    CONTACT,
    DANGER,
    GOALS,
    LANDING,
    LEAVING,
    NEXT_TURN,
    PATH,
    POSITION,
    REACTIONS,
    SHOTS,
    ActivationPlan,
    PlanSearch,
    Terms,
)
from jovian.players.ensign import reason_for_action
from jovian.players.evaluation.gunnery import ScoredAttack, expected_value, kill_chance
from jovian.players.evaluation.marines import full_capture_chance
from jovian.players.evaluation.threats import EnemyThreat
from jovian.rules.actions.any_model import Board, CombinedAttack, Evade
from jovian.rules.actions.capital_ship import Reorient, StationKeep
from jovian.rules.actions.squadron import Bombing, Interception
from jovian.rules.menu.declarations import NONE
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.shots.formula import Assessment, assess
from jovian.table import Pose

MIN_TV = 1.0
"""The smallest TV that is worth a sentence."""
MIN_LEAD = 0.5
"""TV by which another proposal must be worse to be compared with. Closer ones are nearly the same."""
MIN_DIFFERENCE = 0.05
"""The smallest difference of a term in TV that can decide."""
MIN_KILL_CHANCE = 0.05
"""The smallest probability of a kill that is named."""
MIN_INCHES = 0.5
"""The smallest change of a distance that is named."""

# --- Deciding term ---


def deciding_labels(chosen: Terms, other: Terms) -> list[str]:
    """Return the labels of the terms by which a value is ahead of another one, the largest difference first."""
    leads = {label: chosen.get(label, 0.0) - other.get(label, 0.0) for label in {**chosen, **other}}
    return sorted((label for label in leads if leads[label] > MIN_DIFFERENCE), key=lambda label: -leads[label])


def _rival(chosen: Proposal, others: Sequence[Proposal]) -> Proposal | None:
    """Return the best other proposal that is noticeably worse, else the last one; None without others."""
    ranked = sorted(others, key=lambda other: -other.value)
    return next((other for other in ranked if other.value < chosen.value - MIN_LEAD), ranked[-1] if ranked else None)


def _may_name(model: Model) -> bool:
    return model.public and model.is_on_table and not model.is_concealed


# --- Activation ---


def describe_activation(analysis: CaptainAnalysis, considered: Sequence[Proposal]) -> str:
    """Return why a model activates now, "" for none. The chosen proposal comes first."""
    chosen, *others = considered
    assert isinstance(chosen.answer, Activate)
    model = analysis.view.models[chosen.answer.model]
    if not _may_name(model):
        return ""
    if model.is_crippled:
        return f"{model.name} activates first so that it can escape"
    rival = _rival(chosen, others)
    for label in deciding_labels(chosen.terms, rival.terms if rival is not None else {}):
        if chosen.terms.get(label, 0.0) < MIN_TV / 2:  # The other model has more to lose.
            break
        if why := _reason_to_activate(analysis, model, chosen.plan, label):
            return f"{model.name} activates now{why}"
    return _describe_waiting(analysis, model, chosen, others)


def _reason_to_activate(analysis: CaptainAnalysis, model: Model, plan: ActivationPlan | None, label: str) -> str:
    """Return what a model gains by a term if it activates now, "" if it gains nothing that can be named."""
    if label == SHOTS and plan is not None:
        return _reason_to_fire(analysis, model, plan)
    if label == CLOSE_FIGHT and (fight := analysis.close_fight_value(model)) > MIN_TV:
        return f": it can attack in a close fight for about {fight:.0f} TV"
    if label == DANGER and (enemy := _worst_enemy(analysis, model, model.pose, ready=True)) is not None:
        return f", before {enemy.model.name} can attack it"
    if label == GOALS and plan is not None and _nears_goal(analysis, model, plan.move.end):
        return ", to come nearer to its objective"
    if label == POSITION:
        return ", to move to a better position"
    if label == NEXT_TURN:
        return ", to be in range next turn"
    return {LEAVING: ", to leave the battle", LANDING: ", to land", BOARDING: ", to board a ship"}.get(label, "")


def _reason_to_fire(analysis: CaptainAnalysis, model: Model, rough_plan: ActivationPlan) -> str:
    """Return the shots of a plan, with all weapons valued exactly."""
    search = PlanSearch(analysis, model)
    attacks = [*search.attacks_now, *search.attacks_from(rough_plan.move)]
    values = [(attack.value, target) for attack in attacks if (target := _target(analysis.view, attack)) is not None]
    value, best = max(values, key=lambda entry: entry[0], default=(0.0, None))
    return f": it can fire at {best.name} for about {value:.0f} TV" if best is not None and value > MIN_TV else ""


def _describe_waiting(analysis: CaptainAnalysis, model: Model, chosen: Proposal, others: Sequence[Proposal]) -> str:
    """Return that another model gains more by waiting, "" if none does."""
    for other in sorted(others, key=lambda other: other.value):
        assert isinstance(other.answer, Activate)
        waiting = analysis.view.models[other.answer.model]
        if other.value < min(0.0, chosen.value) and _may_name(waiting):
            return f"{model.name} activates now, because {waiting.name} gains more by waiting"
    return ""


# --- Declaration ---


def describe_declaration(analysis: CaptainAnalysis, model: Model, considered: Sequence[Proposal]) -> str:
    """Return why a model makes a declaration, "" for none. The chosen proposal comes first."""
    chosen, *options = considered
    answer, plan, view = chosen.answer, chosen.plan, analysis.view
    assert isinstance(answer, Declaration)
    if not _may_name(model):
        return ""
    action, name = answer.action, model.name
    if action == NONE:
        return f"{name} boosts to fly farther" if answer.boost else ""
    if action == CombinedAttack.name and plan is not None and plan.mark:
        marked = view.models[plan.mark].name
        return f"{name} marks {marked} so that {'all friends hit' if plan.aid > 0 else 'it hits'} it more easily"
    if action == Board.name and (values := boarding_values(view, model)):
        other = view.models[max(values, key=lambda ship_id: values[ship_id])]
        return f"{name} boards {other.name}: {full_capture_chance(view, model, other):.0%} chance to capture it"
    if action == StationKeep.name:
        return f"{name} keeps its station, because its minimum move would carry it to a worse place"
    if action == Reorient.name:
        return f"{name} reorients, because another heading would give it better shots"
    if action == Evade.name:
        return _describe_evasion(analysis, model, plan)
    rival = _rival(chosen, [option for option in options if option.answer != answer])
    if action in (Bombing.name, Interception.name) and CLOSE_FIGHT in chosen.terms and rival is not None:
        lead = chosen.value - rival.value
        return f"{name} declares {action.title()}, because a close fight is worth {lead:.1f} TV more than other plans"
    return reason_for_action(view, model, answer)


def _describe_evasion(analysis: CaptainAnalysis, model: Model, plan: ActivationPlan | None) -> str:
    """Return which enemy makes a model evade."""
    end = plan.move.end if plan is not None else model.pose
    worst = _worst_enemy(analysis, model, end, MIN_DIFFERENCE)
    if worst is None:
        return f"{model.name} evades, because it has nothing better to declare"
    harm = analysis.threats.attack_value(worst, model, end)
    what = f"could take {harm:.0f} TV of it" if harm > MIN_TV else "could attack it"
    return f"{model.name} evades, because {worst.model.name} {what}"


# --- Orders ---


def describe_order(analysis: CaptainAnalysis, menu: NextOrder, answer: Answer, plans: Sequence[ActivationPlan]) -> str:
    """Return why the active model follows an order, "" for none.

    `plans` are those of a move that begins, the chosen one first. Its later steps need no reason of their own.
    """
    model = menu.model
    if not _may_name(model):
        return ""
    match answer:
        case Attack(mounts, target):
            return _describe_attack(analysis, model, mounts, target)
        case Defend():
            return f"{model.name} fires Point Defense at all models in reach"
        case Move() | Fly() | Turn() | Pivot() if plans:
            return _describe_move(analysis, menu, plans)
    return ""


def _describe_attack(analysis: CaptainAnalysis, model: Model, mounts: tuple[str, ...], target_id: str) -> str:
    view, target = analysis.view, analysis.view.models[target_id]
    shot = assess(view, model, mounts, target, ACTIVATION)
    if not isinstance(shot, Assessment):
        return ""
    chance, effect = kill_chance(view, shot), "cripple" if target.is_capital else "destroy"
    if chance >= MIN_KILL_CHANCE and not target.is_crippled:
        return f"{chance:.0%} chance to {effect} {target.name}"
    value = expected_value(view, shot)
    if value >= max(_values_at_others(analysis, model, mounts, target), default=0.0):
        return f"{target.name} is the best target in reach: {value:.1f} TV on average"
    bonus = analysis.bonuses_for(model).get(target_id, 0.0)
    why = "stopping it counts more than damage alone" if bonus > MIN_TV else f"{value:.1f} TV on average"
    return f"{model.name} fires at {target.name}: {why}"


def _values_at_others(
    analysis: CaptainAnalysis, model: Model, mounts: tuple[str, ...], target: Model
) -> Iterator[float]:
    for enemy in analysis.threats.enemies:
        if enemy.model.id != target.id:
            shot = assess(analysis.view, model, mounts, enemy.model, ACTIVATION)
            if isinstance(shot, Assessment):
                yield expected_value(analysis.view, shot)


def _describe_move(analysis: CaptainAnalysis, menu: NextOrder, plans: Sequence[ActivationPlan]) -> str:
    """Return the term by which a plan's end is most ahead of that of the next best plan."""
    chosen, *others = plans
    rival = _rival_plan(chosen, others)
    for label in deciding_labels(chosen.terms, rival.terms if rival is not None else {}):
        if text := _reason_to_move(analysis, menu, chosen, rival, label):
            return f"{menu.model.name} moves {text}"
    return f"{menu.model.name} moves {_describe_position(analysis, menu.model, chosen.move.end)}"


def _rival_plan(chosen: ActivationPlan, others: Sequence[ActivationPlan]) -> ActivationPlan | None:
    """Return the best other plan that is noticeably worse, else the last one; None without others."""
    ranked = sorted(others, key=lambda other: -other.value)
    return next((other for other in ranked if other.value < chosen.value - MIN_LEAD), ranked[-1] if ranked else None)


def _reason_to_move(
    analysis: CaptainAnalysis, menu: NextOrder, plan: ActivationPlan, rival: ActivationPlan | None, label: str
) -> str:
    """Return what a model gains by a term where a plan ends, "" if it gains nothing that can be named."""
    model, end = menu.model, plan.move.end
    if label == SHOTS:
        return _describe_target(analysis, menu, plan)
    if label == DANGER:
        return _describe_escape(analysis, model, end, rival)
    if label == GOALS and _nears_goal(analysis, model, end):
        return "toward its objective"
    if label == POSITION:
        return _describe_position(analysis, model, end)
    if label == NEXT_TURN and analysis.next_turn_value(model, end) > MIN_TV:
        return "to be in range next turn"
    return {
        PATH: "on a safer path", REACTIONS: "where fewer enemies react to it", CONTACT: "to a free place",
        BOARDING: "to board a ship", LEAVING: "to leave the battle",
    }.get(label, "")  # fmt: skip


def _describe_target(analysis: CaptainAnalysis, menu: NextOrder, plan: ActivationPlan) -> str:
    """Return the best target at the end of a plan, and whether the model can already fire at it, or ""."""
    search = PlanSearch(analysis, menu.model, menu.act)
    targets = (_target(analysis.view, attack) for attack in search.attacks_from(plan.move) if attack.value > 0)
    best = next((target for target in targets if target is not None), None)
    if best is None:
        return ""
    is_new = all(_target(analysis.view, attack) != best for attack in search.attacks_now)
    return f"and {'brings' if is_new else 'keeps'} {best.name} under fire"


def _describe_escape(analysis: CaptainAnalysis, model: Model, end: Pose, rival: ActivationPlan | None) -> str:
    """Return the enemy that can do less harm at the end of a plan than where it is, or than at the other end, or ""."""
    enemies = [enemy for enemy in analysis.threats.enemies if enemy.model.public]
    other = rival.move.end if rival is not None else model.pose

    def harm(enemy: EnemyThreat, pose: Pose) -> float:
        return analysis.threats.attack_value(enemy, model, pose)

    enemy = max(enemies, key=lambda enemy: harm(enemy, other) - harm(enemy, end), default=None)
    if enemy is None or harm(enemy, other) - harm(enemy, end) < MIN_DIFFERENCE:
        return ""
    name, here, there = enemy.model.name, harm(enemy, model.pose), harm(enemy, end)
    if there == 0.0 < here:
        return f"out of reach of {name}"
    if here - there > MIN_TV:
        is_farther = enemy.model.pose.distance_to(end) > enemy.model.pose.distance_to(model.pose)
        if is_farther:
            return f"away from {name}, which could take {here - there:.0f} TV more here"
        return f"to where {name} could take {here - there:.0f} TV less"
    return f"to where {name} could take less than elsewhere"


def _describe_position(analysis: CaptainAnalysis, model: Model, end: Pose) -> str:
    """Return whether a pose is closer to the nearest public enemy."""
    enemies = [enemy.model for enemy in analysis.threats.enemies if enemy.model.public]
    nearest = min(enemies, key=lambda enemy: (enemy.pose.distance_to(model.pose), enemy.id), default=None)
    change = nearest.pose.distance_to(end) - nearest.pose.distance_to(model.pose) if nearest is not None else 0.0
    if nearest is None or abs(change) < MIN_INCHES:
        return "to a better position"
    return f"{'closer to' if change < 0 else 'farther from'} {nearest.name}"


# --- Facts ---


def _target(view: State, attack: ScoredAttack) -> Model | None:
    """Return the public target of an attack, or None."""
    target = view.models[attack.answer.target] if isinstance(attack.answer, Attack) else None
    return target if target is not None and target.public else None


def _nears_goal(analysis: CaptainAnalysis, model: Model, end: Pose) -> bool:
    """Return whether a pose is nearer to a goal of a model."""
    goals = [Pose(goal.x, goal.y, 0) for goal in analysis.aims(model).goals]
    return any(end.distance_to(goal) < model.pose.distance_to(goal) for goal in goals)


def _worst_enemy(
    analysis: CaptainAnalysis, model: Model, pose: Pose, min_tv: float = MIN_TV, ready: bool = False
) -> EnemyThreat | None:
    """Return the public enemy that could take most of a model at a pose, None if that is no more than `min_tv`.

    If `ready`, only enemies count that can still activate this turn.
    """
    enemies = [enemy for enemy in analysis.threats.enemies if enemy.model.public and (enemy.ready or not ready)]
    harms = [(analysis.threats.attack_value(enemy, model, pose), enemy.model.id, enemy) for enemy in enemies]
    harm, _, worst = max(harms, key=lambda entry: entry[:2], default=(0.0, "", None))
    return worst if harm > min_tv else None
