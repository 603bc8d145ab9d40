"""The ensign: a steady opponent with a habit for each decision, and exact odds. It plans only its next move.

`reason` explains an answer in a short sentence that both sides may read: it names only public models and nothing
secret.
"""

from __future__ import annotations

from jovian.game import Answer, Decision, Model, Refusal, State
from jovian.game.answers import Assault, Attack, Declaration, Fly, Intercept, Move, OpenFire, Place, PlaceEscort
from jovian.players.evaluation.actions import REASONS, VALUES
from jovian.players.evaluation.gunnery import kill_chance
from jovian.players.evaluation.moves import urgency
from jovian.players.evaluation.places import distance_between, enemies
from jovian.players.habits import ENSIGN, HabitPlayer, Weights
from jovian.players.orders import FULL, Attention, ChosenMove, most_urgent, order
from jovian.rules.attack.autofire import shot_at
from jovian.rules.close_combat.interception import Reactions
from jovian.rules.menu.declarations import Declare
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.rulebook.effect import ACTIVATION
from jovian.rules.sequence.activation import ChooseModel
from jovian.rules.sequence.deployment import Deploy
from jovian.rules.shots.formula import Assessment, assess
from jovian.rules.squadrons import FreeMove
from jovian.table import Pose

# --- Reasons ---

MIN_APPROACH = 2.0
"""Inches that a move must bring a model nearer to an enemy to be described as heading for it."""
MIN_KILL_CHANCE = 0.005
"""The chance of a kill below which only the chance to hit is shown."""


def reason(decision: Decision, answer: Answer, view: State, chosen: ChosenMove | None = None) -> str:
    """Return a sentence about an answer, or "" for none. `chosen` is the move that the active model is on."""
    match decision, answer:
        case NextOrder(model=model), Attack() if model.public:
            return _describe_attack(view, model, answer)
        case NextOrder(model=model), Move() | Fly() if model.public and chosen is not None and chosen.is_for_shots:
            return f"{model.name} moves to where its shots can do more"
        case NextOrder(model=model), Move(inches) if model.public:
            return _describe_move(view, model, model.pose.advanced(inches))
        case NextOrder(model=model), Fly(path) if model.public:
            return _describe_move(view, model, Pose(*path[-1], model.pose.heading))
        case Declare(model=model), Declaration() if model.public and model.is_on_table and not model.is_concealed:
            return reason_for_action(view, model, answer)
        case Deploy(), Place() | PlaceEscort():
            return _describe_start(view, view.models[answer.model], answer)
        case Reactions(), OpenFire() | Intercept():
            return _describe_reaction(view, decision, answer)
        case FreeMove(model=model), Assault():
            return f"{model.name} stays on the hull of {view.models[decision.ship].name} to attack again"
    return ""


def reason_for_action(view: State, model: Model, answer: Declaration) -> str:
    """Return why a model declares an action, "" for none: the fact by which the action has a value."""
    why = REASONS.get(answer.action)
    if why is None or VALUES[answer.action](view, model) <= 0:
        return ""
    return f"{model.name} declares {answer.action.title()}, because {why}"


def _describe_start(view: State, model: Model, answer: Place | PlaceEscort) -> str:
    """Return where a model starts, relative to the nearest enemy on the table."""
    if isinstance(answer, PlaceEscort):
        return f"{model.name} starts as an escort of {view.models[answer.ship].name}"
    there = model.at(Pose(answer.x, answer.y, answer.heading))
    nearest = min(
        ((distance_between(there, enemy), enemy.id, enemy) for enemy in enemies(view, model) if enemy.public),
        default=None,
    )
    return f'{model.name} starts {nearest[0]:.0f}" from {nearest[2].name}' if nearest is not None else ""


def _describe_reaction(view: State, decision: Reactions, answer: Answer) -> str:
    """Return what a reaction does to the model that triggers it."""
    chance = decision.chosen_reaction(answer)
    if chance is None:
        return ""
    model, mover = view.models[chance.model_id], view.models[decision.subject]
    if isinstance(answer, Intercept):
        return f"{model.name} intercepts {mover.name} while it is in reach"
    return _describe_odds(view, model, shot_at(view, chance.target(view, mover), chance.mount_ref))


def _describe_attack(view: State, model: Model, attack: Attack) -> str:
    """Return the chance of an attack."""
    return _describe_odds(view, model, assess(view, model, attack.mounts, view.models[attack.target], ACTIVATION))


def _describe_odds(view: State, model: Model, shot: Assessment | Refusal | None) -> str:
    """Return the chance of a shot to Cripple, destroy, or hit."""
    if not isinstance(shot, Assessment):
        return ""
    target = view.models[shot.target]
    chance, effect = kill_chance(view, shot), "cripple" if target.is_capital and not target.is_crippled else "destroy"
    if chance < MIN_KILL_CHANCE:
        chance, effect = shot.odds().success, "hit"
    return f"{model.name} has a {chance:.0%} chance to {effect} {target.name}"


def _describe_move(view: State, model: Model, end: Pose) -> str:
    """Return the enemy that a move leads to, if it brings the model nearer."""
    there = model.at(end)
    nearest = min(((distance_between(there, enemy), enemy.id, enemy) for enemy in enemies(view, model)), default=None)
    if nearest is None or distance_between(model, nearest[2]) - nearest[0] < MIN_APPROACH:
        return ""
    return f'{model.name} moves to within {nearest[0]:.0f}" of {nearest[2].name}'


# --- Player ---


class Ensign(HabitPlayer):
    """Answers by habits and exact odds. It remembers the move that it has decided on."""

    def __init__(self, seed: int, attention: Attention = FULL, weights: Weights = ENSIGN) -> None:
        super().__init__(seed, {}, weights)
        self._attention = attention
        self._chosen_move: ChosenMove | None = None

    @property
    def reason(self) -> str:
        """A sentence about its last answer. The property computes it only when used."""
        return reason(*self._last, self._chosen_move) if self._last is not None else ""

    def answer_by_rule(self, decision: Decision, view: State) -> Answer | None:
        """Return the most urgent model, the best order, or the answer of its habit."""
        match decision:
            case ChooseModel():
                return most_urgent(decision, view, urgency, self._attention)
            case NextOrder():
                answer, self._chosen_move = order(decision, self._chosen_move, self._attention, self.weights)
                return answer
        return super().answer_by_rule(decision, view)
