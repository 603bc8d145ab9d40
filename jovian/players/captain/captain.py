"""The captain itself: which of its habits answers which question, and the plan that it follows."""

from __future__ import annotations

from jovian.game import Answer, Decision, Model, Pick, State
from jovian.game.answers import Activate, Decline
from jovian.players.captain.actions.boarding import commit
from jovian.players.captain.actions.marking import weapons
from jovian.players.captain.choosing import candidates
from jovian.players.captain.declaring import declaration
from jovian.players.captain.field import Field
from jovian.players.captain.following import Course, begin, follow, special
from jovian.players.captain.placing import free_move
from jovian.players.captain.planning import Plan
from jovian.players.captain.proposals import Proposal, proposals
from jovian.players.captain.reasons import reason
from jovian.players.captain.temperament import TEMPERAMENTS, Temperament
from jovian.players.ensign import Ensign
from jovian.players.ensign.reasons import reason as habitual
from jovian.players.judgment.actions.marines import damage
from jovian.players.judgment.objectives.objects import objects
from jovian.players.judgment.threat.closing import Raids
from jovian.players.judgment.threat.duels import Duels
from jovian.rules.close_combat.reactions import Reactions
from jovian.rules.harm.meaning import Stake
from jovian.rules.menu.declare import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.squadrons.free_move import FreeMove


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

    def field(self, view: State, side: int) -> Field:
        """A state as it sees it."""
        return Field(view, side, self._duels, self._raids, self.mind)

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
            case Reactions() if decision.subject == self.field(view, decision.side).spared:
                return Decline()
            case Pick(kind="weapons"):
                return weapons(decision, view)
            case Pick(kind="commit" | "rating" | "mass" | "critical"):
                found = self._boarding(decision, view)
                if found is not None:
                    return found
        return self._ensign.by_habit(decision, view)

    def _boarding(self, decision: Pick[Answer], view: State) -> Answer | None:
        """Whom marines fight, where ships may be captured; None where that does not come up."""
        if decision.kind != "commit":
            return damage(decision, view)
        ship = view.models[decision.stake.target] if isinstance(decision.stake, Stake) else None
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

    def _set_out(self, plan: Plan | None, model: Model, field: Field) -> None:
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
