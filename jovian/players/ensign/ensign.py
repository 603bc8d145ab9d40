"""Why the ensign answered so, in a short sentence for both sides: of models that both know, and of nothing secret.
The ensign itself: which of its habits answers which question.
"""

from __future__ import annotations

from jovian.game import Answer, Decision, ListDecision, Model, Refusal, State
from jovian.game.answers import Assault, Attack, Declaration, Fly, Intercept, Move, OpenFire, Place, PlaceEscort
from jovian.players.ensign import choices, orders
from jovian.players.ensign.orders import FULL, Attention, Going
from jovian.players.evaluation.gunnery import kill_chance
from jovian.players.evaluation.places import distance_between, enemies
from jovian.rules.actions.generic import Withdraw
from jovian.rules.attack.autofire import shot_at
from jovian.rules.close_combat.dogfight import PlanFight
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.scenario.tokens import IssueTokens
from jovian.rules.scenario.zones import PlaceBeacon
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.squadrons import FreeMove
from jovian.rules.terrain import LayOut
from jovian.table import Pose

# --- reasons ---
# Why the ensign answered so, in a short sentence for both sides: of models that both know, and of nothing secret.

CLOSER = 2.0
"""Inches that a move must bring it nearer to an enemy, for that to be where it heads."""
SLIGHT = 0.005
"""A chance below which only hitting is spoken of."""


def reason(decision: Decision, answer: Answer, view: State) -> str:
    """What is to be said of an answer, "" for nothing."""
    match decision, answer:
        case NextOrder(model=model), Attack() if model.public:
            return _fires(view, model, answer)
        case NextOrder(model=model), Move(inches) if model.public:
            return _heads(view, model, model.pose.advanced(inches))
        case NextOrder(model=model), Fly(path) if model.public:
            return _heads(view, model, Pose(*path[-1], model.pose.heading))
        case Declare(model=model), Declaration(action) if model.public and action == Withdraw.name:
            return f"{model.name} is worth more at home than here"
        case Deploy(), Place() | PlaceEscort():
            return _comes(view, view.models[answer.model], answer)
        case Reactions(), OpenFire() | Intercept():
            return _reacts(view, decision, answer)
        case FreeMove(model=model), Assault():
            return f"{model.name} clings to {view.models[decision.ship].name} to fight on there"
    return ""


def _comes(view: State, model: Model, answer: Place | PlaceEscort) -> str:
    """Where it begins, as against the enemies that stand already."""
    if isinstance(answer, PlaceEscort):
        return f"{model.name} covers {view.models[answer.ship].name} from the start"
    there = model.at(Pose(answer.x, answer.y, answer.heading))
    near = min(
        ((distance_between(there, foe), foe.id, foe) for foe in enemies(view, model) if foe.public), default=None
    )
    return f'{model.name} begins {near[0]:.0f}" from {near[2].name}' if near is not None else ""


def _reacts(view: State, decision: Reactions, answer: Answer) -> str:
    """What a reaction is to do to who sets it off."""
    chance = decision.taken(answer)
    if chance is None:
        return ""
    model, mover = view.models[chance.ident], view.models[decision.subject]
    if isinstance(answer, Intercept):
        return f"{model.name} keeps {mover.name} from what it has come for"
    return _hopes(view, model, shot_at(view, chance.target(view, mover), chance.gun))


def _fires(view: State, model: Model, attack: Attack) -> str:
    """What it fires at, and how likely that puts it out of the battle."""
    return _hopes(view, model, assess(view, model, attack.mounts, view.models[attack.target], ACTIVATION))


def _hopes(view: State, model: Model, shot: Assessment | Refusal | None) -> str:
    """What is to be hoped of a shot."""
    if not isinstance(shot, Assessment):
        return ""
    target = view.models[shot.target]
    chance, done = kill_chance(view, shot), "cripple" if target.capital and not target.is_crippled else "destroy"
    if chance < SLIGHT:
        chance, done = shot.odds().success, "hit"
    return f"{model.name} has {chance:.0%} to {done} {target.name}"


def _heads(view: State, model: Model, end: Pose) -> str:
    """The enemy that a move brings it nearest to, if that is where it leads."""
    there = model.at(end)
    near = min(((distance_between(there, foe), foe.id, foe) for foe in enemies(view, model)), default=None)
    if near is None or distance_between(model, near[2]) - near[0] < CLOSER:
        return ""
    return f'{model.name} heads for {near[2].name}, to within {near[0]:.0f}"'


# --- ensign ---
# The ensign itself: which of its habits answers which question.


class Ensign:
    """Answers each kind of decision by a rule of thumb and exact odds, and goes the way that it has decided on."""

    def __init__(self, seed: int, attention: Attention = FULL) -> None:
        self.seed = seed
        self._attention = attention
        self._last: tuple[Decision, Answer, State] | None = None
        """What it was asked last, what it answered, and what it saw."""
        self._going: Going | None = None

    def choose(self, decision: Decision, view: State) -> Answer:
        """Its answer; the default if its rule of thumb finds none that is legal."""
        answer = self.by_habit(decision, view)
        if answer is None or decision.check(answer) is not None:
            answer = decision.default()
        self._last = decision, answer, view
        return answer

    @property
    def reason(self) -> str:
        """Why it answered so last, put into words only if somebody asks."""
        return reason(*self._last) if self._last is not None else ""

    def by_habit(self, decision: Decision, view: State) -> Answer | None:
        """What its rules of thumb say, None where they find nothing; not looked at whether it is legal."""
        match decision:
            case LayOut():
                return choices.lay(decision, view)
            case PlaceBeacon():
                return choices.beacon(decision, view)
            case IssueTokens():
                return choices.issue(decision, view)
            case Deploy():
                return choices.spot(decision, view)
            case ChooseModel():
                return orders.most_urgent(decision, view, self._attention)
            case Declare():
                return choices.declaration(decision, view)
            case NextOrder():
                answer, self._going = orders.order(decision, self._going, self._attention)
                return answer
            case PlanFight():
                return choices.plan(decision, view, self.seed)
            case FreeMove():
                return choices.free_move(decision, view)
            case ListDecision():
                return choices.pick(decision, view)
        return None
