"""How a random player gives orders: any legal one, most often one that makes for the enemy.

A random player that never fights would make every benchmark green and find no bug; so 60 % of its moves head for an
enemy, and it fires when something bears.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from jovian.game import Answer, Model, State
from jovian.game.answers import Attack, Defend, End, Fly, Move, Pivot, Resolve, Turn
from jovian.rules.menu.refusing import leaving, refuse_order
from jovian.rules.menu.suggesting import suggested
from jovian.rules.places.limits import Envelope, envelope
from jovian.rules.rulebook.order import Order
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.ratings import fire_control_left
from jovian.rules.shooting.shot import POINT_DEFENSE
from jovian.table import Pose

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
    limits = envelope(state, model, act)
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


def _move(limits: Envelope, state: State, model: Model, rng: Random) -> Answer | None:
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
