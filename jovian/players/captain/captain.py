"""The captain: a computer player that plans whole activations and follows each plan as long as nothing interferes.

`reasons.py` explains its answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from jovian.game import Answer, Decision, Model, State
from jovian.game.answers import Attack, Decline, Defend, Resolve
from jovian.players.captain.analysis import TEMPERAMENTS, CaptainAnalysis, Temperament
from jovian.players.captain.declarations import (
    Proposal,
    choose_weapons,
    declaration,
    marking_plans,
    proposals,
    with_first,
)
from jovian.players.captain.plans import MAX_CANDIDATES, ActivationPlan, PlanSearch, choose_free_move
from jovian.players.captain.reasons import describe_activation, describe_declaration, describe_order
from jovian.players.ensign import reason as ensign_reason
from jovian.players.evaluation.fights import contact_bombing_value
from jovian.players.evaluation.goals import boarding_value
from jovian.players.evaluation.gunnery import ScoredAttack
from jovian.players.evaluation.marines import ship_boarding_value
from jovian.players.evaluation.moves import can_continue
from jovian.players.evaluation.places import enemies_within
from jovian.players.evaluation.threats import Matchups, Raids
from jovian.players.habits import CAPTURE_HABITS, ENSIGN, HabitPlayer
from jovian.players.orders import MoveInProgress, best_nuke, contact_order, drone_launch, fly_to, resolution
from jovian.rules.actions.any_model import Board, CombinedAttack, in_boarding_range
from jovian.rules.actions.squadron import Bombing
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- Following a plan ---

IN_CONTACT = 0.1
"""Inches beyond its flight at which a ship may still be touched."""


class PlanInProgress(MoveInProgress):
    """A plan in progress: its remaining steps, and where the model should be."""

    def __init__(
        self, plan: ActivationPlan, pose: Pose, bonuses: Mapping[str, float], rivals: Sequence[ActivationPlan] = ()
    ) -> None:
        super().__init__(plan.model, pose, plan.move.steps)
        self.plan = plan
        self.rivals = rivals
        """The other plans that were considered."""
        self.bonuses = bonuses
        """The extra TV of enemies when the plan was made, by id."""

    def plan_again(self, menu: NextOrder, analysis: CaptainAnalysis) -> None:
        """Plan again from here, after the result of the first shots."""
        new = start_plan(menu, analysis)
        self.plan, self.rivals, self.bonuses, self.steps = new.plan, new.rivals, new.bonuses, new.steps


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
    rivals = [plan for plan in best_plans if plan is not best]
    return PlanInProgress(best, menu.model.pose, analysis.bonuses_for(menu.model), rivals)


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


def _mark_order(menu: NextOrder, plan: ActivationPlan) -> Resolve | None:
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


# --- Player ---


class Captain(HabitPlayer):
    """Plans an activation as a whole and follows the plan until something interferes. Other decisions need no plan."""

    def __init__(self, seed: int, temperament: Temperament = TEMPERAMENTS["steady"]) -> None:
        super().__init__(seed, {**CAPTURE_HABITS, "weapons": choose_weapons})
        self.temperament = temperament
        self._considered: Sequence[Proposal] = ()
        """The proposals for its last answer, the chosen one first, if it chose a model or a declaration."""
        self._matchups, self._raids = Matchups(), Raids()
        self._plan: PlanInProgress | None = None
        self._plan_was_given = False
        """Whether the plan that it follows came from `take`."""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Return its answer, or the default if it finds no legal one."""
        self._considered = ()
        return super().choose(decision, view)

    @property
    def reason(self) -> str:
        """A sentence on its last answer, or "" for none. The property computes it only when used."""
        if self._last is None:
            return ""
        decision, answer, view = self._last
        analysis, considered = self.analysis(view, decision.side), self._considered
        match decision:
            case ChooseModel() if considered and considered[0].answer == answer:
                return describe_activation(analysis, considered)
            case Declare() if considered and considered[0].answer == answer:
                return describe_declaration(analysis, decision.model, considered)
            case NextOrder():
                current = self._plan
                is_first = current is not None and len(current.steps) == len(current.plan.move.steps) - 1
                plans = (current.plan, *current.rivals) if current is not None and is_first else ()
                return describe_order(analysis, decision, answer, plans)
            case ChooseModel() | Declare():
                return ""
        return ensign_reason(decision, answer, view)

    def analysis(self, view: State, side: int) -> CaptainAnalysis:
        """Return its analysis of a state."""
        return CaptainAnalysis(view, side, self._matchups, self._raids, self.temperament)

    def proposals(self, decision: Decision, view: State, count: int) -> list[Proposal]:
        """Return up to `count` whole activations for a decision, best first. `take` accepts one."""
        return proposals(decision, self.analysis(view, decision.side), count)

    def take(
        self, proposal: Proposal, decision: Decision, view: State, *, others: Sequence[Proposal] = (),
        follows: bool = True,
    ) -> Answer:  # fmt: skip
        """Accept one of several proposals and return its answer to the current decision.

        The captain follows the plan from here, unless `follows` is false: then it plans again when it declares.
        """
        self._plan = None
        self._last, self._considered = (decision, proposal.answer, view), with_first(proposal, others)
        if proposal.plan is not None and follows:
            self._start(view.models[proposal.plan.model], self.analysis(view, decision.side))
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
        self._considered = proposals(decision, self.analysis(view, decision.side), MAX_CANDIDATES)
        self._plan, self._plan_was_given = None, False
        return self._considered[0].answer

    def _declare(self, decision: Declare, view: State) -> Answer:
        """Return the declaration. A plan that came with the model stays valid and needs no action."""
        if self._plan_was_given and self._plan is not None and self._plan.plan.model == decision.model.id:
            return decision.default()
        analysis = self.analysis(view, decision.side)
        self._considered = declaration(decision, analysis)
        self._start(decision.model, analysis)
        return self._considered[0].answer

    def _start(self, model: Model, analysis: CaptainAnalysis) -> None:
        """Start the plan of the chosen proposal, if it has one."""
        self._plan_was_given, self._plan = False, None
        chosen, *others = self._considered
        if chosen.plan is not None:
            rivals = [other.plan for other in others if other.plan is not None and other.answer == chosen.answer]
            self._plan = PlanInProgress(chosen.plan, model.pose, analysis.bonuses_for(model), rivals)

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
