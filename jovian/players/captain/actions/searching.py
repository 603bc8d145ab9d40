"""Marines for objects that the objectives count: who may come to board one now, and who had better keep them for it."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.nearby import apart
from jovian.players.judgment.objectives.goals import LITTLE
from jovian.players.judgment.objectives.objects import boarding, objects
from jovian.players.judgment.objectives.prospects import turns_left
from jovian.rules.actions.generic.board import Board
from jovian.rules.actions.generic.board import reach as boarding_reach
from jovian.rules.menu.declarable import refuse_action
from jovian.rules.places.limits import fixed_limits

YET = 0.6
"""Share of what marines would win aboard an object that they are kept for."""


def may_search(view: State, ship: Model) -> bool:
    """Is there an object that a ship may come to board by its next move, to win something there?

    Its base may come nearer by a turn than by the way it goes.
    """
    found = objects(view)
    if not found or refuse_action(view, ship, Board.name) is not None:
        return False
    far = _way(view, ship, 1) + ship.base.reach - ship.base.inner
    return any(apart(ship, each) <= far and boarding(view, ship, each) > LITTLE for each in found)


def called_for(view: State, model: Model) -> float:
    """TV that the marines of a model are worth aboard the best object that they come to in the turns that are left."""
    turns = turns_left(view) + 1
    near = (each for each in objects(view) if apart(model, each) <= _way(view, model, turns))
    return YET * max((boarding(view, model, each) for each in near), default=0.0)


def _way(view: State, model: Model, turns: int) -> float:
    """Inches to whatever it may board in so many turns."""
    return fixed_limits(view, model).most * turns + boarding_reach(model)
