"""What moves are worth: the shots from their ends, the place, the dangers on the way."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model, State
from jovian.rules.actions.generic import Board, Withdraw, in_boarding_range
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.shots.ratings import fire_control_left
from jovian.table import Pose
from tests.yardstick.judgment.combat.shots import offense, volleys
from tests.yardstick.judgment.objectives.aims import NONE, Aims
from tests.yardstick.judgment.objectives.goals import drawn
from tests.yardstick.judgment.places.edges import stopped_at
from tests.yardstick.judgment.places.hazards import Legs, dangers
from tests.yardstick.judgment.places.standing import standing

IN_THE_WAY = 8.0
"""TV that an end on another base is reckoned to cost."""
BOARDERS = 8.0
"""TV that an end from which it can board is reckoned to be worth, once that is declared."""
HULL = 1.5
"""TV that a place on an enemy hull is reckoned to be worth."""


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
    if ids_in_contact(state, there):
        worth -= IN_THE_WAY
    if menu.act.action == Board.name and not menu.act.resolved and in_boarding_range(state, there):
        worth += BOARDERS
    if aims.escape and _gets_away(menu, there):
        worth += aims.escape
    return Outlook(worth, shots)


def _gets_away(menu: NextOrder, there: Model) -> bool:
    """Could a model that is about to withdraw do so from an end?"""
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def free_place(view: State, model: Model, end: Pose, hull: bool) -> float:
    """What a free move of a model to an end is worth, which may be on the hull of an enemy ship."""
    legs = [(model.pose, end)] if end != model.pose else []
    return standing(view, model.at(end)) - dangers(view, model, end, legs) + (HULL if hull else 0.0)
