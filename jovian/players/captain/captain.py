"""How the captain carries a plan out, order by order, as long as things go as planned. Why the captain did what it
did, in one sentence of public facts; nothing where something is hidden. The captain itself: which of its habits
answers which question, and the plan that it follows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jovian.game import Answer, Decision, ListDecision, Model, State
from jovian.game.answers import Activate, Attack, Declaration, Decline, Defend, Fly, Move, Resolve, Turn
from jovian.players.captain.analysis import TEMPERAMENTS, CaptainAnalysis, Temperament
from jovian.players.captain.boarding import capture, commit, prize, prizes
from jovian.players.captain.declarations import Proposal, declaration, marking_plans, proposals, weapons
from jovian.players.captain.plans import Plan, candidates, free_move, plans
from jovian.players.ensign import Ensign
from jovian.players.ensign.ensign import reason as habitual
from jovian.players.ensign.orders import WORTH_FIRING, best_nuke, close_in, drones, resolve
from jovian.players.evaluation.actions import damage
from jovian.players.evaluation.fights import bombing_at_hand
from jovian.players.evaluation.goals import boarding_value, objects
from jovian.players.evaluation.gunnery import ScoredAttack, expected_value, kill_chance
from jovian.players.evaluation.moves import Underway, leads_on
from jovian.players.evaluation.places import enemies_within
from jovian.players.evaluation.threats import Duels, Raids
from jovian.rules.actions.generic import Board, CombinedAttack, in_boarding_range
from jovian.rules.actions.squadron import Bombing
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.damage.damage import DamageContext
from jovian.rules.menu.declarations import NONE, Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.attached import flight_to
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- following ---
# How the captain carries a plan out, order by order, as long as things go as planned.

IN_CONTACT = 0.1
"""Inches beyond its flight at which a ship may yet be touched."""


class Course(Underway):
    """A plan on its way: what has been done of it, and where the model should be by now."""

    def __init__(self, plan: Plan, pose: Pose, prey: Mapping[str, float]) -> None:
        super().__init__(plan.model, pose, plan.way.steps)
        self.plan = plan
        self.prey = prey
        """TV beyond their own that enemies were worth when it was made."""

    def anew(self, menu: NextOrder, field: CaptainAnalysis) -> None:
        """Plan afresh from here, now that it is known what the first shots have done."""
        fresh = begin(menu, field)
        self.plan, self.prey, self.steps = fresh.plan, fresh.prey, fresh.steps


def special(menu: NextOrder, field: CaptainAnalysis) -> Answer | None:
    """What comes before shots and moves: the declared action, contact, drones, a Nuke."""
    if menu.act.action == Board.name and not menu.act.resolved:
        return _board(menu, manned=False)
    found = (None if to_mark(menu) else resolve(menu)) or _bomb(menu, field) or close_in(menu)
    found = found or (drones(menu) if menu.model.capital else None)
    return found or best_nuke(menu, field.aims(menu.model))


def _bomb(menu: NextOrder, field: CaptainAnalysis) -> Answer | None:
    """The flight of a bomber to the ship in reach that is worth most to it; None once it touches one."""
    state, model = menu.state, menu.model
    if model.aboard or menu.still_to_do() != Bombing.name or menu.judge(Resolve()) is None:
        return None
    prey, far = field.prey_of(model), menu.envelope().forward

    def value(ship: Model) -> float:
        return bombing_at_hand(state, model, ship) + prey.get(ship.id, 0.0) * field.raids.feared(state, model, ship)

    near = [ship for _, ship in enemies_within(state, model, far + IN_CONTACT, True) if ship.id != field.enemy_to_spare]
    for ship in sorted(near, key=lambda each: (-value(each), each.id)):
        pose = flight_to(state, model, ship.id, far)
        if pose is not None:
            return Fly(((pose.x + 0.0, pose.y + 0.0),))
    return None


def to_mark(menu: NextOrder) -> bool:
    """Is a squadron yet to mark a ship?"""
    return menu.act.action == CombinedAttack.name and not menu.act.resolved and not menu.model.capital


def begin(menu: NextOrder, field: CaptainAnalysis) -> Course:
    """The best plan from here."""
    found = marking_plans(field, menu.model, menu.act) if to_mark(menu) else []
    found = found or plans(field, menu.model, menu.act)
    best = next((plan for plan in found if leads_on(menu.state, menu.model, plan.way.steps)), found[0])
    return Course(best, menu.model.pose, field.prey_of(menu.model))


def follow(menu: NextOrder, field: CaptainAnalysis, course: Course) -> Answer | None:
    """The next order of a plan: shots before the move, its steps, shots at its end; None once all is done."""
    if course.plan.mark_first and (mark := _mark(menu, course.plan)) is not None:
        return mark
    shot = _early(menu, field, course)
    if shot is None and course.plan.before:
        course.anew(menu, field)
        shot = _early(menu, field, course)
    if shot is not None:
        return shot.answer
    if course.steps and _blocked(menu, course):  # something lies where it would end
        course.anew(menu, field)
    course.plan = replace(course.plan, before=())
    if course.steps and not _blocked(menu, course):
        return course.take(menu.model)
    course.steps.clear()
    if (mark := _mark(menu, course.plan)) is not None:
        return mark
    shot = _best_of(menu, field, course, menu.free_mounts(), POINT_DEFENSE)
    return shot.answer if shot is not None else _board(menu, manned=True)


def _blocked(menu: NextOrder, course: Course) -> bool:
    """Return whether the next step of a course is not legal, or would have to be taken back."""
    return menu.judge(course.steps[0]) is not None or not leads_on(menu.state, menu.model, course.steps)


def _board(menu: NextOrder, manned: bool) -> Resolve | None:
    """Board the best prize in reach: at once where there is nobody to fight, those with marines after all shots."""
    if menu.act.action != Board.name or menu.act.resolved:
        return None
    view, model = menu.state, menu.model
    aboard = [view.models[ident] for ident in in_boarding_range(view, model)]
    able = [each for each in aboard if manned or not each.rating("marines")]
    found = [(prize(view, model, each) or boarding_value(view, model, each), each.id) for each in able]
    worth, ident = max(found, default=(0.0, ""))
    return Resolve(ident) if worth > 0 and menu.judge(Resolve(ident)) is None else None


def _mark(menu: NextOrder, plan: Plan) -> Resolve | None:
    """Mark the ship that is to be marked, if that can be done from here."""
    order = Resolve(plan.mark)
    return order if plan.mark and to_mark(menu) and menu.judge(order) is None else None


def _early(menu: NextOrder, field: CaptainAnalysis, course: Course) -> ScoredAttack | None:
    """The next of the shots before the move, None once they are fired or not worth it any more."""
    early = [each for each in course.plan.before if each not in menu.act.used]
    return _best_of(menu, field, course, early) if early else None


def _best_of(
    menu: NextOrder, field: CaptainAnalysis, course: Course, free: list[str], *more: str
) -> ScoredAttack | None:
    """The best attack with some of the guns, None if there is none worth it."""
    if menu.leaving() is not None:
        return None
    model, limit = menu.model, WORTH_FIRING + field.aims(menu.model).truce
    able, guns = {*free, *more}, [each for each in free if each != POINT_DEFENSE]
    fires = field.fires(menu.state, model, guns, menu.act.used, course.prey)
    found = [fire for fire in fires if able.issuperset(fire.mounts)]
    total = found[0].value if found else 0.0
    return found[0] if total > limit and isinstance(found[0].answer, Attack | Defend) else None


# --- reasons ---
# Why the captain did what it did, in one sentence of public facts; nothing where something is hidden.

MUCH = 1.0
"""TV below which nothing is worth a word."""
LIKELY = 0.05
"""How likely an end must be to be named."""


def reason(field: CaptainAnalysis, model: Model, answer: Answer, plan: Plan | None) -> str:
    """One sentence on an answer that is about a model of the own side, "" if there is nothing to say of it."""
    if not (model.public and model.on_table) or model.is_concealed:
        return ""
    match answer:
        case Activate():
            return _going(field, model, plan)
        case Declaration():
            return _declaring(field.view, model, answer, plan)
        case Attack(mounts, target):
            return _shooting(field.view, model, mounts, target)
        case Defend():
            return f"{model.name} fires its Point Defense at all who are near"
        case Move() | Fly() | Turn():
            return _moving(field, model, plan)
    return ""


def _going(field: CaptainAnalysis, model: Model, plan: Plan | None) -> str:
    if model.is_crippled:
        return f"{model.name} goes first, to get away while it can"
    if plan is not None and plan.offense > MUCH:
        return f"{model.name} goes now: it can take {plan.offense:.0f} TV"
    feared = _feared(field, model)
    if feared:
        return f"{model.name} goes now: {feared} could hit it where it is"
    return f"{model.name} goes now, since others gain more by waiting"


def _declaring(view: State, model: Model, answer: Declaration, plan: Plan | None) -> str:
    if answer.action == NONE:
        return f"{model.name} boosts to come farther" if answer.boost else ""
    if plan is not None and plan.mark and answer.action == CombinedAttack.name:
        return f"{model.name} marks {view.models[plan.mark].name}, so that everybody hits it more easily"
    if answer.action == Board.name and (found := prizes(view, model)):
        other = view.models[max(found, key=lambda ident: found[ident])]
        return f"{model.name} boards {other.name}: {capture(view, model, other):.0%} to take it"
    aim = view.models.get(answer.target or "")
    at = f" at {aim.name}" if aim is not None else ""
    return f"{model.name} declares {answer.action.title()}{at}"


def _shooting(view: State, model: Model, mounts: tuple[str, ...], target: str) -> str:
    other = view.models[target]
    shot = assess(view, model, mounts, other, ACTIVATION)
    if not isinstance(shot, Assessment):
        return ""
    chance, end = kill_chance(view, shot), "cripple" if other.capital else "destroy"
    if chance >= LIKELY and not other.is_crippled:
        return f"{chance:.0%} to {end} {other.name}"
    return f"{other.name} is the best target in reach, {expected_value(view, shot):.1f} TV to expect"


def _moving(field: CaptainAnalysis, model: Model, plan: Plan | None) -> str:
    if plan is None:
        return ""
    if plan.offense > MUCH and len(plan.before) == 0:
        return f"{model.name} brings its guns to bear"
    feared = _feared(field, model)
    here = field.risk(model, model.pose)
    if feared and plan.risk < here - MUCH:
        return f"{model.name} gets out of the way of {feared}"
    return f"{model.name} closes up"


def _feared(field: CaptainAnalysis, model: Model) -> str:
    """The enemy that could do most to a model where it stands, "" if none could do much."""
    ready = [foe for foe in field.threats.foes if foe.ready and foe.model.public]
    blows = [(field.threats.blow(foe, model, model.pose), foe.model.name) for foe in ready]
    worst, name = max(blows, default=(0.0, ""))
    return name if worst > MUCH else ""


# --- captain ---
# The captain itself: which of its habits answers which question, and the plan that it follows.


class Captain:
    """Plans an activation as a whole and follows it until something comes between."""

    def __init__(self, seed: int, mind: Temperament = TEMPERAMENTS["steady"]) -> None:
        self.seed = seed
        self.mind = mind
        self._ensign = Ensign(seed)
        """Answers what no plan is needed for."""
        self._last: tuple[Decision, State, Answer] | None = None
        self._meant: Plan | None = None
        """The plan that spoke for its last answer, where it does not follow it."""
        self._duels, self._raids = Duels(), Raids()
        self._course: Course | None = None
        self._given = False
        """Was the plan that it follows given to it from outside?"""

    def choose(self, decision: Decision, view: State) -> Answer:
        """Its answer; the default if it finds none that is legal."""
        answer = self._by_habit(decision, view)
        if answer is None or decision.check(answer) is not None:
            answer = decision.default()
        self._last, self._meant = (decision, view, answer), None
        return answer

    @property
    def reason(self) -> str:
        """One sentence on its last answer, "" if it has nothing to say; made when it is asked for."""
        if self._last is None:
            return ""
        decision, view, answer = self._last
        if not isinstance(decision, ChooseModel | Declare | NextOrder):
            return habitual(decision, answer, view)
        model = view.models[answer.model if isinstance(answer, Activate) else decision.subject]
        plan = self._course.plan if self._course is not None else self._meant
        return reason(self.field(view, decision.side), model, answer, plan)

    def field(self, view: State, side: int) -> CaptainAnalysis:
        """A state as it sees it."""
        return CaptainAnalysis(view, side, self._duels, self._raids, self.mind)

    def proposals(self, decision: Decision, view: State, count: int) -> list[Proposal]:
        """Up to so many whole activations for a question, the best first; see `take`."""
        return proposals(decision, self.field(view, decision.side), count)

    def take(self, proposal: Proposal, decision: Decision, view: State, *, follows: bool = True) -> Answer:
        """Make a proposal its own; it will follow that plan from here, unless it is to make one when it declares.

        Returns the answer to the question at hand.
        """
        self._course = None
        self._last, self._meant = (decision, view, proposal.answer), proposal.plan
        if proposal.plan is not None and follows:
            model = view.models[proposal.plan.model]
            self._course = Course(proposal.plan, model.pose, self.field(view, model.side).prey_of(model))
            self._given = True
        return proposal.answer

    def _by_habit(self, decision: Decision, view: State) -> Answer | None:
        match decision:
            case ChooseModel():
                return self._next(decision, view)
            case Declare():
                return self._declared(decision, view)
            case NextOrder():
                return self._order(decision, view)
            case FreeMove():
                return free_move(decision, self.field(view, decision.side))
            case Reactions() if decision.subject == self.field(view, decision.side).enemy_to_spare:
                return Decline()
            case ListDecision(kind="weapons"):
                return weapons(decision, view)
            case ListDecision(kind="commit" | "rating" | "mass" | "critical"):
                found = self._boarding(decision, view)
                if found is not None:
                    return found
        return self._ensign.by_habit(decision, view)

    def _boarding(self, decision: ListDecision[Answer], view: State) -> Answer | None:
        """Whom marines fight, where ships may be captured; None where that does not come up."""
        if decision.kind != "commit":
            return damage(decision, view)
        ship = view.models[decision.stake.target] if isinstance(decision.stake, DamageContext) else None
        return commit(decision, view, ship) if ship is not None and ship not in objects(view) else None

    def _next(self, decision: ChooseModel, view: State) -> Answer:
        field = self.field(view, decision.side)
        self._course, self._given = None, False
        return Activate(candidates(field)[0].model.id)

    def _declared(self, decision: Declare, view: State) -> Answer:
        """What to declare; a plan that was given with the model stands as long as it needs no action."""
        if self._given and self._course is not None and self._course.plan.model == decision.model.id:
            return decision.default()
        field = self.field(view, decision.side)
        answer, plan = declaration(decision, field)
        self._set_out(plan, decision.model, field)
        return answer

    def _set_out(self, plan: Plan | None, model: Model, field: CaptainAnalysis) -> None:
        self._given = False
        self._course = Course(plan, model.pose, field.prey_of(model)) if plan is not None else None

    def _order(self, menu: NextOrder, view: State) -> Answer | None:
        """The next order of the active model."""
        field = self.field(view, menu.side)
        first = special(menu, field)
        if first is not None or menu.model.aboard:
            self._course = None
            return first
        if self._course is None or not self._course.holds(menu.model):
            self._course = begin(menu, field)
        return follow(menu, field, self._course)
