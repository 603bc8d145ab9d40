"""Checks, default orders, and random orders of the active model.

`refuse_order` says why an order may not be given, `off_table_warning` why it should not (R27). `suggest_order`
returns the default of the menu, `sample_order` the order of a random player.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from jovian.game import Activation, Answer, Model, Refusal, State
from jovian.game.answers import Attack, Defend, End, Fly, Move, Pivot, Resolve, Turn
from jovian.rules.damage.leaving_play import refuse_leaving
from jovian.rules.placement.attached import free_landing
from jovian.rules.placement.legal_places import off_table
from jovian.rules.placement.move_ends import free_route, refuse_stop
from jovian.rules.placement.move_limits import SLACK, RemainingMovement, remaining_movement
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose

# --- Refusals ---

EMBARKED = "v1.2.4 States > Embarked"
LEAVING = "v1.2.4 Movement > Leaving Play"


def refuse_order(state: State, model: Model, answer: Answer) -> Refusal | None:
    """Return why the order may not be given. A model aboard a ship can only launch or idle."""
    order = rulebook(state).orders[answer.verb]
    if model.is_embarked and not order.suits(model):
        return Refusal(f"{model.name} is aboard a ship: it can only launch or idle.", EMBARKED)
    return order.refuse(state, model, answer)


def lost_as(state: State, model: Model) -> str:
    """Return what happens to a model that is partly off the table: Withdrawn, or Destroyed if it may not leave."""
    return "Withdrawn" if refuse_leaving(state, model) is None else "Destroyed"


def off_table_warning(state: State, model: Model) -> Refusal | None:
    """Return the warning for a model that is partly off the table, or None if it isn't."""
    if not model.is_on_table or not off_table(state, model):
        return None
    lost = lost_as(state, model)
    reason = f"{model.name} is partly off the table: it is {lost} if it declares anything or ends there."
    return Refusal(reason, LEAVING)


# --- Default orders ---


def suggest_order(state: State, model: Model) -> Answer:
    """Return the end, or the declared action, or the rest of the move, or a way out of contact: the first legal one."""
    if refuse_order(state, model, End()) is None:
        return End()
    for order in rulebook(state).orders.values():
        if order.suits(model) and (order.aboard or order.settles):
            for option in order.options(state, model):
                answer: Answer = option.answer
                return answer
    if refuse_order(state, model, Resolve()) is None:
        return Resolve()
    return _next_move(state, model)


def _next_move(state: State, model: Model) -> Answer:
    """Return the next move of a model that may not end here.

    A ship moves straight ahead as far as it must, or takes the next step to a free end. A squadron flies away.
    """
    act = state.activation
    assert act is not None
    limits = remaining_movement(state, model, act)
    clear = None if limits.capital else clear_pose(state, model, act)
    if clear is not None:
        return Fly(((clear.x + 0.0, clear.y + 0.0),))
    least = round(limits.min_move, 3)
    if limits.min_move > SLACK and refuse_stop(state, model, least, limits) is None:
        return Move(least)
    moves = free_route(state, model, act)
    return moves[0] if moves else Move(round(limits.forward, 3))


def clear_pose(state: State, squadron: Model, act: Activation) -> Pose | None:
    """Return where a squadron in contact can still fly to be clear, or None if it can't."""
    return free_landing(state, squadron, remaining_movement(state, squadron, act).forward)


# --- Random orders ---

# Without fights a random game finds few bugs. So most moves of a random player head for an enemy.
ENEMY_SHARE = 0.6
DEFENSE_SHARE = 0.2
"""How often a ship fires its Point Defense instead of another weapon."""
END_SHARE = 0.15
LEAVING_SHARE = 0.1
"""How often a model partly off the table tries to declare something, which loses it (R27)."""

Attempt = Callable[[State, Model, Random], Answer | None]


def sample_order(state: State, model: Model, rng: Random) -> Answer:
    """Return one random legal answer. The activation always ends after some of them."""
    act = state.activation
    assert act is not None
    limits = remaining_movement(state, model, act)
    if limits.min_move <= 0 and rng.random() < END_SHARE and refuse_order(state, model, End()) is None:
        return End()
    move = partial(_move, limits)
    attempts: tuple[Attempt, ...] = (_further_order, _attack, _resolve, move)
    if rng.random() >= 0.5:
        attempts = (move, _attack, _resolve, _further_order)
    stays = off_table_warning(state, model) is not None and rng.random() >= LEAVING_SHARE
    for attempt in (move,) if stays else attempts:
        answer = attempt(state, model, rng)
        if answer is not None and refuse_order(state, model, answer) is None:
            return answer
    return suggest_order(state, model)


def _order(state: State, answer: type[Answer]) -> Order[Any]:
    return rulebook(state).orders[answer.verb]


def _attack(state: State, model: Model, rng: Random) -> Answer | None:
    """Return Point Defense now and then, otherwise an attack."""
    act = state.activation
    if act is None or fire_control_left(state, model) < 1:
        return None
    defends = model.is_capital and POINT_DEFENSE not in act.used and rng.random() < DEFENSE_SHARE
    return _order(state, Defend if defends else Attack).sample(state, model, rng)


def _resolve(state: State, model: Model, rng: Random) -> Answer | None:
    return _order(state, Resolve).sample(state, model, rng)


def _further_order(state: State, model: Model, rng: Random) -> Answer | None:
    """Return one of the further orders, now and then; for an embarked model nearly always."""
    if not model.is_embarked and rng.random() < 0.5:
        return None
    orders = [order for order in rulebook(state).orders.values() if not order.is_standard and order.suits(model)]
    answers = [option.answer for order in orders for option in order.options(state, model)]
    return answers[int(rng.random() * len(answers))] if answers else None


def _move(limits: RemainingMovement, state: State, model: Model, rng: Random) -> Answer | None:
    """Return a random flight, turn, or straight move."""
    goal = _goal(state, model, rng)
    kind: type[Answer] = Move if limits.capital else Fly
    if limits.capital and (limits.turns or limits.pivot) and rng.random() < 0.5:
        kind = Pivot if limits.pivot and not limits.turns else Turn
    return _order(state, kind).sample(state, model, rng, goal)


def _goal(state: State, model: Model, rng: Random) -> Pose | None:
    """Return a point to head for, most often an enemy, or None for none."""
    if rng.random() >= ENEMY_SHARE:
        return None
    enemies = [enemy for enemy in state.on_table() if enemy.side != model.side]
    return enemies[int(rng.random() * len(enemies))].pose if enemies else None
