"""The captain: a computer player that plans whole activations and follows each plan as long as nothing interferes.

`reason` explains an answer in one sentence of public facts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Decline, Defend, Fly, Move, Pivot, Resolve, Turn
from jovian.players.captain.analysis import TEMPERAMENTS, CaptainAnalysis, Temperament
from jovian.players.captain.boarding import boarding_values
from jovian.players.captain.declarations import Proposal, choose_weapons, declaration, marking_plans, proposals
from jovian.players.captain.plans import Plan, PlanSearch, candidates, choose_free_move
from jovian.players.ensign import reason as ensign_reason
from jovian.players.evaluation.fights import contact_bombing_value
from jovian.players.evaluation.goals import boarding_value
from jovian.players.evaluation.gunnery import ScoredAttack, expected_value, kill_chance
from jovian.players.evaluation.marines import full_capture_chance, ship_boarding_value
from jovian.players.evaluation.moves import can_continue
from jovian.players.evaluation.places import enemies_within
from jovian.players.evaluation.threats import Duels, Raids
from jovian.players.habits import CAPTURE_HABITS, ENSIGN, HabitPlayer
from jovian.players.orders import MoveInProgress, best_nuke, contact_order, drone_launch, fly_to, resolution
from jovian.rules.actions.any_model import Board, CombinedAttack, in_boarding_range
from jovian.rules.actions.capital_ship import Reorient, StationKeep
from jovian.rules.actions.squadron import Bombing
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- Following a plan ---

IN_CONTACT = 0.1
"""Inches beyond its flight at which a ship may still be touched."""


class PlanInProgress(MoveInProgress):
    """A plan in progress: its remaining steps, and where the model should be."""

    def __init__(self, plan: Plan, pose: Pose, bonuses: Mapping[str, float]) -> None:
        super().__init__(plan.model, pose, plan.move.steps)
        self.plan = plan
        self.bonuses = bonuses
        """The extra TV of enemies when the plan was made, by id."""

    def plan_again(self, menu: NextOrder, analysis: CaptainAnalysis) -> None:
        """Plan again from here, after the result of the first shots."""
        new = start_plan(menu, analysis)
        self.plan, self.bonuses, self.steps = new.plan, new.bonuses, new.steps


def first_order(menu: NextOrder, analysis: CaptainAnalysis) -> Answer | None:
    """Return the order that comes before shots and moves: the declared action, contact, drones, or a Nuke."""
    if menu.act.action == Board.name and not menu.act.resolved:
        return _boarding_order(menu, after_shots=False)
    order = (None if must_mark(menu) else resolution(menu)) or _bombing_flight(menu, analysis) or contact_order(menu)
    order = order or (drone_launch(menu) if menu.model.is_capital else None)
    return order or best_nuke(menu, analysis.aims(menu.model))


def _bombing_flight(menu: NextOrder, analysis: CaptainAnalysis) -> Answer | None:
    """Return a bomber's flight to the best ship in reach, or None if it touches one already."""
    state, model = menu.state, menu.model
    if model.is_embarked or menu.still_to_do() != Bombing.name or menu.judge(Resolve()) is None:
        return None
    bonuses, forward = analysis.bonuses_for(model), menu.envelope().forward

    def value(ship: Model) -> float:
        return contact_bombing_value(state, model, ship) + bonuses.get(
            ship.id, 0.0
        ) * analysis.raids.share_lost_by_target(state, model, ship)

    ships = [
        ship
        for _, ship in enemies_within(state, model, forward + IN_CONTACT, True)
        if ship.id != analysis.enemy_to_spare
    ]
    return fly_to(menu, [ship.id for ship in sorted(ships, key=lambda ship: (-value(ship), ship.id))])


def must_mark(menu: NextOrder) -> bool:
    """Return whether a squadron still has to mark a ship."""
    return menu.act.action == CombinedAttack.name and not menu.act.resolved and not menu.model.is_capital


def start_plan(menu: NextOrder, analysis: CaptainAnalysis) -> PlanInProgress:
    """Return the best plan from here."""
    search = PlanSearch(analysis, menu.model, menu.act)
    best_plans = (marking_plans(search) if must_mark(menu) else []) or search.plans()
    best = next((plan for plan in best_plans if can_continue(menu.state, menu.model, plan.move.steps)), best_plans[0])
    return PlanInProgress(best, menu.model.pose, analysis.bonuses_for(menu.model))


def next_order(menu: NextOrder, analysis: CaptainAnalysis, current: PlanInProgress) -> Answer | None:
    """Return the next order of a plan: shots before the move, its steps, and shots at its end; None at the end."""
    if current.plan.mark_first and (mark := _mark_order(menu, current.plan)) is not None:
        return mark
    shot = _early_shot(menu, analysis, current)
    if shot is None and current.plan.before:
        current.plan_again(menu, analysis)
        shot = _early_shot(menu, analysis, current)
    if shot is not None:
        return shot.answer
    if current.steps and _blocked(menu, current):  # Another model is where it would end.
        current.plan_again(menu, analysis)
    current.plan = replace(current.plan, before=())
    if current.steps and not _blocked(menu, current):
        return current.next_step(menu.model)
    current.steps.clear()
    if (mark := _mark_order(menu, current.plan)) is not None:
        return mark
    shot = _best_attack(menu, analysis, current, menu.free_mounts(), POINT_DEFENSE)
    return shot.answer if shot is not None else _boarding_order(menu, after_shots=True)


def _blocked(menu: NextOrder, current: PlanInProgress) -> bool:
    """Return whether the next step of a plan isn't legal, or would have to be undone."""
    return menu.judge(current.steps[0]) is not None or not can_continue(menu.state, menu.model, current.steps)


def _boarding_order(menu: NextOrder, after_shots: bool) -> Resolve | None:
    """Return the order to board the best ship in reach, or None. Ships with marines are boarded after all shots."""
    if menu.act.action != Board.name or menu.act.resolved:
        return None
    view, model = menu.state, menu.model
    ships = [view.models[ship_id] for ship_id in in_boarding_range(view, model)]
    targets = [ship for ship in ships if after_shots or not ship.rating("marines")]
    values = [
        (ship_boarding_value(view, model, ship) or boarding_value(view, model, ship), ship.id) for ship in targets
    ]
    value, ship_id = max(values, default=(0.0, ""))
    return Resolve(ship_id) if value > 0 and menu.judge(Resolve(ship_id)) is None else None


def _mark_order(menu: NextOrder, plan: Plan) -> Resolve | None:
    """Return the order to mark the plan's ship, if that is possible from here."""
    order = Resolve(plan.mark)
    return order if plan.mark and must_mark(menu) and menu.judge(order) is None else None


def _early_shot(menu: NextOrder, analysis: CaptainAnalysis, current: PlanInProgress) -> ScoredAttack | None:
    """Return the next shot before the move, or None if all are fired or not good enough anymore."""
    remaining = [mount for mount in current.plan.before if mount not in menu.act.used]
    return _best_attack(menu, analysis, current, remaining) if remaining else None


def _best_attack(
    menu: NextOrder, analysis: CaptainAnalysis, current: PlanInProgress, free: list[str], *extra_mounts: str
) -> ScoredAttack | None:
    """Return the best attack with some of the weapons, or None if none is good enough."""
    if menu.leaving() is not None:
        return None
    model, limit = menu.model, ENSIGN.min_attack + analysis.aims(menu.model).attack_cost
    allowed, weapons = {*free, *extra_mounts}, [mount for mount in free if mount != POINT_DEFENSE]
    attacks = analysis.attacks(menu.state, model, weapons, menu.act.used, current.bonuses)
    usable = [attack for attack in attacks if allowed.issuperset(attack.mounts)]
    total = usable[0].value if usable else 0.0
    return usable[0] if total > limit and isinstance(usable[0].answer, Attack | Defend) else None


# --- Reasons ---

MIN_TV = 1.0
"""The smallest TV that is worth a sentence."""
MIN_KILL_CHANCE = 0.05
"""The smallest probability of a kill that is named."""


def reason(analysis: CaptainAnalysis, model: Model, answer: Answer, plan: Plan | None) -> str:
    """Return a sentence on an answer about a model of its own side, or "" for none."""
    if not (model.public and model.is_on_table) or model.is_concealed:
        return ""
    match answer:
        case Activate():
            return _describe_activation(analysis, model, plan)
        case Declaration():
            return _describe_declaration(analysis.view, model, answer, plan)
        case Attack(mounts, target):
            return _describe_attack(analysis.view, model, mounts, target)
        case Defend():
            return f"{model.name} fires Point Defense at all models in reach"
        case Move() | Fly() | Turn() | Pivot():
            return _describe_move(analysis, model, plan)
    return ""


def _describe_activation(analysis: CaptainAnalysis, model: Model, plan: Plan | None) -> str:
    if model.is_crippled:
        return f"{model.name} activates first so that it can escape"
    threat = _worst_threat(analysis, model)
    if plan is not None and plan.offense > MIN_TV:
        target = _best_target(analysis, model, plan.move.end) or _best_target(analysis, model, model.pose)
        at = f" at {target.name}" if target is not None else ""
        return f"{model.name} activates now: it can fire{at} for about {plan.offense:.0f} TV"
    fight = 0.0 if model.is_capital else analysis.close_fight_value(model)
    if fight > MIN_TV:
        return f"{model.name} activates now: it can attack in a close fight for about {fight:.0f} TV"
    if threat:
        return f"{model.name} activates now, before {threat} can attack it"
    if analysis.aims(model).goals:
        return f"{model.name} activates now, to come nearer to its objective"
    return f"{model.name} activates now: it has no good shot and is in no danger, so the others can answer the enemy"


def _describe_declaration(view: State, model: Model, answer: Declaration, plan: Plan | None) -> str:
    if answer.action == NONE:
        return f"{model.name} boosts to fly farther" if answer.boost else ""
    if plan is not None and plan.mark and answer.action == CombinedAttack.name:
        return f"{model.name} marks {view.models[plan.mark].name} so that all friends hit it more easily"
    if answer.action == Board.name and (values := boarding_values(view, model)):
        other = view.models[max(values, key=lambda ship_id: values[ship_id])]
        return f"{model.name} boards {other.name}: {full_capture_chance(view, model, other):.0%} chance to capture it"
    if answer.action == StationKeep.name:
        return f"{model.name} keeps its station, because its minimum move would carry it to a worse place"
    if answer.action == Reorient.name:
        return f"{model.name} reorients, because another heading would give it better shots"
    target = view.models.get(answer.target or "")
    suffix = f" at {target.name}" if target is not None else ""
    return f"{model.name} declares {answer.action.title()}{suffix}"


def _describe_attack(view: State, model: Model, mounts: tuple[str, ...], target: str) -> str:
    other = view.models[target]
    shot = assess(view, model, mounts, other, ACTIVATION)
    if not isinstance(shot, Assessment):
        return ""
    chance, effect = kill_chance(view, shot), "cripple" if other.is_capital else "destroy"
    if chance >= MIN_KILL_CHANCE and not other.is_crippled:
        return f"{chance:.0%} chance to {effect} {other.name}"
    return f"{other.name} is the best target in reach: {expected_value(view, shot):.1f} TV on average"


def _describe_move(analysis: CaptainAnalysis, model: Model, plan: Plan | None) -> str:
    """Return what a model gains where its plan ends, and which enemy can harm it less there."""
    if plan is None:
        return ""
    end = plan.move.end
    escape, target = _describe_escape(analysis, model, end), _describe_target(analysis, model, end)
    where = escape
    if not escape and not target:
        aim = "toward its objective" if analysis.aims(model).goals else _describe_distance(analysis, model, end)
        where = aim or "to a better position"
    return " ".join(word for word in (model.name, "moves", where, target and f"and {target}") if word)


def _describe_escape(analysis: CaptainAnalysis, model: Model, end: Pose) -> str:
    """Return the enemy that can harm a model least at a pose, compared with where it is, or ""."""
    harms = [
        (
            analysis.threats.attack_value(enemy, model, model.pose),
            analysis.threats.attack_value(enemy, model, end),
            name,
        )
        for enemy, name in ((enemy, enemy.model.name) for enemy in analysis.threats.enemies if enemy.model.public)
    ]
    here, there, name = max(harms, key=lambda harm: harm[0] - harm[1], default=(0.0, 0.0, ""))
    if here - there <= MIN_TV:
        return ""
    return f"away from {name}, which could take {here - there:.0f} TV more here" if there else f"out of reach of {name}"


def _describe_target(analysis: CaptainAnalysis, model: Model, end: Pose) -> str:
    """Return the best target at a pose, and whether a model can already fire at it, or ""."""
    target = _best_target(analysis, model, end)
    if target is None:
        return ""
    is_new = analysis.threats.duel(model, target).share(model.pose, target.pose) == 0.0
    return f"{'brings' if is_new else 'keeps'} {target.name} under fire"


def _describe_distance(analysis: CaptainAnalysis, model: Model, end: Pose) -> str:
    """Return whether a pose is closer to the nearest public enemy, or "" without one."""
    enemies = [enemy.model for enemy in analysis.threats.enemies if enemy.model.public]
    nearest = min(enemies, key=lambda enemy: (enemy.pose.distance_to(model.pose), enemy.id), default=None)
    if nearest is None:
        return ""
    is_closer = nearest.pose.distance_to(end) < nearest.pose.distance_to(model.pose)
    return f"{'closer to' if is_closer else 'farther from'} {nearest.name}"


def _best_target(analysis: CaptainAnalysis, model: Model, pose: Pose) -> Model | None:
    """Return the public enemy of which a model could take most TV from a pose, or None if it could take little."""
    enemies = [enemy.model for enemy in analysis.threats.enemies if enemy.model.public]
    duels = [(analysis.threats.duel(model, enemy), enemy) for enemy in enemies]
    values = [(duel.share(pose, enemy.pose) * duel.value, enemy) for duel, enemy in duels]
    value, best = max(values, key=lambda each: (each[0], each[1].id), default=(0.0, None))
    return best if value > MIN_TV else None


def _worst_threat(analysis: CaptainAnalysis, model: Model) -> str:
    """Return the name of the enemy that could do most damage to a model at its pose, or "" if none could do much."""
    enemies = [enemy for enemy in analysis.threats.enemies if enemy.ready and enemy.model.public]
    harms = [(analysis.threats.attack_value(enemy, model, model.pose), enemy.model.name) for enemy in enemies]
    worst, name = max(harms, default=(0.0, ""))
    return name if worst > MIN_TV else ""


# --- Player ---


class Captain(HabitPlayer):
    """Plans an activation as a whole and follows the plan until something interferes. Other decisions need no plan."""

    def __init__(self, seed: int, temperament: Temperament = TEMPERAMENTS["steady"]) -> None:
        super().__init__(seed, {**CAPTURE_HABITS, "weapons": choose_weapons})
        self.temperament = temperament
        self._unfollowed_plan: Plan | None = None
        """The plan behind its last answer, if it doesn't follow that plan."""
        self._duels, self._raids = Duels(), Raids()
        self._plan: PlanInProgress | None = None
        self._plan_was_given = False
        """Whether the plan that it follows came from `take`."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return its answer, or the default if it finds no legal one."""
        answer = super().choose(decision, view)
        self._unfollowed_plan = None
        return answer

    @property
    def reason(self) -> str:
        """A sentence on its last answer, or "" for none. The property computes it only when used."""
        if self._last is None:
            return ""
        decision, answer, view = self._last
        if not isinstance(decision, ChooseModel | Declare | NextOrder):
            return ensign_reason(decision, answer, view)
        model = view.models[answer.model if isinstance(answer, Activate) else decision.subject]
        plan = self._plan.plan if self._plan is not None else self._unfollowed_plan
        return reason(self.analysis(view, decision.side), model, answer, plan)

    def analysis(self, view: State, side: int) -> CaptainAnalysis:
        """Return its analysis of a state."""
        return CaptainAnalysis(view, side, self._duels, self._raids, self.temperament)

    def proposals(self, decision: Decision, view: State, count: int) -> list[Proposal]:
        """Return up to `count` whole activations for a decision, best first. `take` accepts one."""
        return proposals(decision, self.analysis(view, decision.side), count)

    def take(self, proposal: Proposal, decision: Decision, view: State, *, follows: bool = True) -> Answer:
        """Accept a proposal and return its answer to the current decision.

        The captain follows the plan from here, unless `follows` is false: then it plans again when it declares.
        """
        self._plan = None
        self._last, self._unfollowed_plan = (decision, proposal.answer, view), proposal.plan
        if proposal.plan is not None and follows:
            model = view.models[proposal.plan.model]
            self._plan = PlanInProgress(proposal.plan, model.pose, self.analysis(view, model.side).bonuses_for(model))
            self._plan_was_given = True
        return proposal.answer

    def answer_by_rule(self, decision: Decision, view: State) -> Answer | None:
        """Return the answer of its plan or habit. It doesn't react to an enemy that it spares."""
        match decision:
            case Reactions() if decision.subject == self.analysis(view, decision.side).enemy_to_spare:
                return Decline()
            case ChooseModel():
                return self._next(decision, view)
            case Declare():
                return self._declare(decision, view)
            case NextOrder():
                return self._order(decision, view)
            case FreeMove():
                return choose_free_move(decision, self.analysis(view, decision.side))
        return super().answer_by_rule(decision, view)

    def _next(self, decision: ChooseModel, view: State) -> Answer:
        analysis = self.analysis(view, decision.side)
        self._plan, self._plan_was_given = None, False
        return Activate(candidates(analysis)[0].model.id)

    def _declare(self, decision: Declare, view: State) -> Answer:
        """Return the declaration. A plan that came with the model stays valid and needs no action."""
        if self._plan_was_given and self._plan is not None and self._plan.plan.model == decision.model.id:
            return decision.default()
        analysis = self.analysis(view, decision.side)
        answer, plan = declaration(decision, analysis)
        self._start(plan, decision.model, analysis)
        return answer

    def _start(self, plan: Plan | None, model: Model, analysis: CaptainAnalysis) -> None:
        self._plan_was_given = False
        self._plan = PlanInProgress(plan, model.pose, analysis.bonuses_for(model)) if plan is not None else None

    def _order(self, menu: NextOrder, view: State) -> Answer | None:
        """Return the next order of the active model."""
        analysis = self.analysis(view, menu.side)
        first = first_order(menu, analysis)
        if first is not None or menu.model.is_embarked:
            self._plan = None
            return first
        if self._plan is None or not self._plan.is_on_course(menu.model):
            self._plan = start_plan(menu, analysis)
        return next_order(menu, analysis, self._plan)
