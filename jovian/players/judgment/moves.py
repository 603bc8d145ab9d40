"""What moves are worth: the shots from their ends, the place, the dangers on the way."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model, State
from jovian.players.judgment.edges import stopped_at
from jovian.players.judgment.mines import mines, trips
from jovian.players.judgment.objectives.aims import NONE, Aims
from jovian.players.judgment.objectives.goals import drawn
from jovian.players.judgment.places import standing
from jovian.players.judgment.shots import offense, volleys
from jovian.rules.actions.generic.board import Board, in_reach
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.contact import contacts
from jovian.rules.places.obstacles import hazards
from jovian.rules.shooting.ratings import fire_control_left
from jovian.table import Pose, first_touch_outline

HAZARD = 4.0
"""TV that a strike by terrain, or by a mine, is reckoned to cost."""
AVOIDED = 8
"""One of so many hazards on the way is reckoned to strike."""
BOARDERS = 8.0
"""TV that an end from which it can board is reckoned to be worth, once that is declared."""
HULL = 1.5
"""TV that a place on an enemy hull is reckoned to be worth."""

Legs = list[tuple[Pose, Pose]]
"""The straight legs of a way, each from where to where."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a move promises, in TV."""

    worth: float
    offense: float
    """The part of it that is the shots from its end."""


def outlook(menu: NextOrder, end: Pose, legs: Legs, aims: Aims = NONE) -> Outlook:
    """What a move of the active model to an end is worth."""
    state, there = menu.state, stopped_at(menu.state, menu.model.at(end))
    fires = volleys(state, there, menu.free_mounts(), menu.act.used, aims.prey)
    shots = offense(fires, fire_control_left(state, there))
    worth = shots + standing(state, there, aims.escape) + drawn(aims.goals, there)
    worth -= dangers(state, menu.model, there.pose, legs)
    if contacts(state, there):
        worth -= 2 * HAZARD
    if menu.act.action == Board.name and not menu.act.resolved and in_reach(state, there):
        worth += BOARDERS
    if aims.escape and _gets_away(menu, there):
        worth += aims.escape
    return Outlook(worth, shots)


def _gets_away(menu: NextOrder, there: Model) -> bool:
    """Could a model that is about to withdraw do so from an end?"""
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def dangers(state: State, model: Model, end: Pose, legs: Legs) -> float:
    """What terrain on the way is reckoned to cost, most of which can be avoided, and what mines cannot be passed."""
    cost = HAZARD * sum(trips(model, mine, legs, end) for mine in mines(state, model))
    for piece in hazards(state, model):
        for before, after in legs:
            dx, dy = after.x - before.x, after.y - before.y
            touch = first_touch_outline(model.base, before, dx, dy, piece.outline, piece.pose)
            if touch is not None:
                cost += HAZARD / AVOIDED
    return cost


def free_place(view: State, model: Model, hull: bool) -> float:
    """What a free move to where a model is thought to stand is worth, which may be on the hull of an enemy ship."""
    return standing(view, model) + (HULL if hull else 0.0)
