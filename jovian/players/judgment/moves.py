"""What moves are worth: the shots from their ends, the place, the dangers on the way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from jovian.game import Model, State
from jovian.players.judgment.combat.gunnery import Gunnery
from jovian.players.judgment.objectives.aims import NONE, Aims
from jovian.players.judgment.objectives.goals import drawn
from jovian.players.judgment.places.blasts import blast_risk, pending_bombs
from jovian.players.judgment.places.edges import stopped_at
from jovian.players.judgment.places.hazards import Legs, dangers
from jovian.players.judgment.places.standing import standing
from jovian.rules.actions.generic.board import Board, in_reach
from jovian.rules.actions.generic.withdraw import Withdraw
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.places.contact import contacts
from jovian.rules.shooting.ratings import fire_control_left
from jovian.table import Pose

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


class Hope(NamedTuple):
    """What an end promises before it is looked at what it costs."""

    there: Model
    """The model as it would stand there."""
    offense: float
    """TV of the shots from it."""
    gains: float
    """TV of shots, place and goals."""
    most: float
    """TV that it cannot exceed, whatever the way to it."""


def gunnery(menu: NextOrder, aims: Aims = NONE) -> Gunnery:
    """The guns that the active model may still use."""
    return Gunnery(menu.state, menu.model, menu.free_mounts(), menu.act.used, aims.prey)


def outlook(menu: NextOrder, end: Pose, legs: Legs, aims: Aims = NONE, guns: Gunnery | None = None) -> Outlook:
    """What a move of the active model to an end is worth; who weighs several ends hands in its `gunnery`."""
    return weighed(menu, hope(menu, end, aims, guns or gunnery(menu, aims)), legs, aims)


def hope(menu: NextOrder, end: Pose, aims: Aims, guns: Gunnery) -> Hope:
    """What an end promises if nothing there or on the way to it costs anything."""
    state, there = menu.state, stopped_at(menu.state, menu.model.at(end))
    shots = guns.offense(there, fire_control_left(state, there))
    gains = shots + standing(state, there, aims.escape) + drawn(aims.goals, there)
    most = gains + BOARDERS if _boards(menu) else gains
    return Hope(there, shots, gains, most + max(0.0, aims.escape))


def weighed(menu: NextOrder, hoped: Hope, legs: Legs, aims: Aims) -> Outlook:
    """What an end is worth by one way: what it promises, less what lies on the way and what stands there."""
    state, there = menu.state, hoped.there
    worth = hoped.gains - dangers(state, menu.model, there.pose, legs)
    if contacts(state, there):
        worth -= IN_THE_WAY
    if _boards(menu) and in_reach(state, there):
        worth += BOARDERS
    if aims.escape and _gets_away(menu, there):
        worth += aims.escape
    return Outlook(worth, hoped.offense)


def _boards(menu: NextOrder) -> bool:
    """Is it about to board?"""
    return menu.act.action == Board.name and not menu.act.resolved


def _gets_away(menu: NextOrder, there: Model) -> bool:
    """Could a model that is about to withdraw do so from an end?"""
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def free_place(view: State, model: Model, end: Pose, hull: bool) -> float:
    """Return the value in TV of a free move to an end pose, which may be on the hull of an enemy ship.

    Explosions that wait for the end of the move count (R70).
    """
    legs, there = [(model.pose, end)] if end != model.pose else [], model.at(end)
    cost = dangers(view, model, end, legs) + blast_risk(view, there, pending_bombs(view))
    return standing(view, there) - cost + (HULL if hull else 0.0)
