"""Why an order may not be given now (v1.2.4 Sequence > Activation Phase), or had better not: off the table (R27).
What a model is ordered by default: move what must be moved, do what it came for, end. How a random player gives
orders: any legal one, most often one that makes for the enemy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from jovian.game import Activation, Answer, Model, Refusal, State
from jovian.game.answers import Attack, Defend, End, Fly, Move, Pivot, Resolve, Turn
from jovian.rules.damage.casualties import refuse_leaving
from jovian.rules.placement.attached import free_landing
from jovian.rules.placement.legal_places import off_table
from jovian.rules.placement.move_ends import refuse_stop, way_out
from jovian.rules.placement.move_limits import SLACK, RemainingMovement, remaining_movement
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots.ratings import fire_control_left
from jovian.rules.shots.shot import POINT_DEFENSE
from jovian.table import Pose

# --- refusing ---
# Why an order may not be given now (v1.2.4 Sequence > Activation Phase), or had better not: off the table (R27).

ABOARD = "v1.2.4 States > Embarked"
LEAVING = "v1.2.4 Movement > Leaving Play"


def refuse_order(state: State, model: Model, answer: Answer) -> Refusal | None:
    """Each order by its own rules; a model aboard a ship can only launch, or idle."""
    order = rulebook(state).orders[answer.verb]
    if model.aboard and not order.suits(model):
        return Refusal(f"{model.name} is aboard a ship: it launches or idles.", ABOARD)
    return order.refuse(state, model, answer)


def lost_as(state: State, model: Model) -> str:
    """What it is to be partly off the table where a model stands: Withdrawn, or Destroyed if it may not go."""
    return "Withdrawn" if refuse_leaving(state, model) is None else "Destroyed"


def leaving(state: State, model: Model) -> Refusal | None:
    """Why nothing more is suggested to a model that is partly off the table; None if it is not."""
    if not model.on_table or not off_table(state, model):
        return None
    lost = lost_as(state, model)
    reason = f"{model.name} is partly off the table: it is {lost} if it declares anything or ends there."
    return Refusal(reason, LEAVING)


# --- suggesting ---
# What a model is ordered by default: move what must be moved, do what it came for, end.


def suggested(state: State, model: Model) -> Answer:
    """The end if that is allowed, else what the model came for, else the rest of its move, or clear of others."""
    if refuse_order(state, model, End()) is None:
        return End()
    for order in rulebook(state).orders.values():
        if order.suits(model) and (order.aboard or order.settles):
            for option in order.options(state, model):
                answer: Answer = option.answer
                return answer
    if refuse_order(state, model, Resolve()) is None:
        return Resolve()
    return _onward(state, model)


def _onward(state: State, model: Model) -> Answer:
    """Return the next order of a model that may not end here.

    A ship moves straight ahead as far as it must, or takes the next step to a free end. A squadron flies clear.
    """
    act = state.activation
    assert act is not None
    limits = remaining_movement(state, model, act)
    clear = None if limits.capital else way_clear(state, model, act)
    if clear is not None:
        return Fly(((clear.x + 0.0, clear.y + 0.0),))
    least = round(limits.least, 3)
    if limits.least > SLACK and refuse_stop(state, model, least, limits) is None:
        return Move(least)
    way = way_out(state, model, act)
    return way[0] if way else Move(round(limits.forward, 3))


def way_clear(state: State, squadron: Model, act: Activation) -> Pose | None:
    """Where a squadron that has flown onto something may still get clear; None if it cannot."""
    if not act.moved:
        return None
    return free_landing(state, squadron, remaining_movement(state, squadron, act).forward)


# --- sampling ---
# How a random player gives orders: any legal one, most often one that makes for the enemy.
#
# A random player that never fights would make every benchmark green and find no bug; so 60 % of its moves head for
# an enemy, and it fires when something bears.

HEADING_FOR_ENEMY = 0.6
DEFENSE_SHARE = 0.2
"""How often a ship uses its Point Defense rather than another weapon."""
END_SHARE = 0.15
LEAVING_SHARE = 0.1
"""How often it tries to declare something partly off the table, which takes the model out of play (R27)."""

Attempt = Callable[[State, Model, Random], Answer | None]


def sample(state: State, model: Model, rng: Random) -> Answer:
    """One random legal answer; it always comes to an end."""
    act = state.activation
    assert act is not None
    limits = remaining_movement(state, model, act)
    if limits.least <= 0 and rng.random() < END_SHARE and refuse_order(state, model, End()) is None:
        return End()
    move = partial(_move, limits)
    attempts: tuple[Attempt, ...] = (_further, _attack, _resolve, move)
    if rng.random() >= 0.5:
        attempts = (move, _attack, _resolve, _further)
    stays = leaving(state, model) is not None and rng.random() >= LEAVING_SHARE
    for attempt in (move,) if stays else attempts:
        answer = attempt(state, model, rng)
        if answer is not None and refuse_order(state, model, answer) is None:
            return answer
    return suggested(state, model)


def _order(state: State, answer: type[Answer]) -> Order[Any]:
    return rulebook(state).orders[answer.verb]


def _attack(state: State, model: Model, rng: Random) -> Answer | None:
    """Point Defense now and then, else a weapon that bears."""
    act = state.activation
    if act is None or fire_control_left(state, model) < 1:
        return None
    defends = model.capital and POINT_DEFENSE not in act.used and rng.random() < DEFENSE_SHARE
    return _order(state, Defend if defends else Attack).sample(state, model, rng)


def _resolve(state: State, model: Model, rng: Random) -> Answer | None:
    return _order(state, Resolve).sample(state, model, rng)


def _further(state: State, model: Model, rng: Random) -> Answer | None:
    """Now and then one of the further orders; nearly always what gets an embarked model out."""
    if not model.aboard and rng.random() < 0.5:
        return None
    orders = [order for order in rulebook(state).orders.values() if not order.usual and order.suits(model)]
    found = [option.answer for order in orders for option in order.options(state, model)]
    return found[int(rng.random() * len(found))] if found else None


def _move(limits: RemainingMovement, state: State, model: Model, rng: Random) -> Answer | None:
    """A flight, a turn, or straight on."""
    goal = _goal(state, model, rng)
    kind: type[Answer] = Move if limits.capital else Fly
    if limits.capital and (limits.turns or limits.pivot) and rng.random() < 0.5:
        kind = Pivot if limits.pivot and not limits.turns else Turn
    return _order(state, kind).sample(state, model, rng, goal)


def _goal(state: State, model: Model, rng: Random) -> Pose | None:
    """Somewhere to make for: most often an enemy."""
    if rng.random() >= HEADING_FOR_ENEMY:
        return None
    enemies = [each for each in state.on_table() if each.side != model.side]
    return enemies[int(rng.random() * len(enemies))].pose if enemies else None
