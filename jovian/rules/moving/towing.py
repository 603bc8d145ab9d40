"""Towing: what a Tug drags toward itself (v1.2.4 Traits > Tug, R48)."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.rules.moving.movement import leg
from jovian.rules.moving.settling import settle_attached
from jovian.rules.places.contact import contacts
from jovian.rules.rulebook.interrupt import UNOPPOSED
from jovian.rules.rulebook.model_state import HARD, MARKED, Ending, Sign
from jovian.rules.shooting.sight import touches_piece
from jovian.table import Pose, distance

MOST = 3.0
STEP = 0.1
THOUSANDTHS = 1000
CLEAR = 0.01
"""Inches that are left between the load and its tug."""


class Towed(Ending):
    """Dragged by a tug this turn."""

    __slots__ = ()
    name = "towed"
    place = "v1.2.4 Traits > Tug"
    summary = "It has been dragged this turn and is not dragged again."
    sign = Sign("TW", MARKED, HARD)

    @classmethod
    def inches(cls, model: Model) -> float:
        """How far the model has been dragged this turn. The state keeps thousandths of an inch, at least one."""
        return cls.level_of(model) / THOUSANDTHS

    @classmethod
    def drag(cls, game: Game, model: Model, inches: float) -> None:
        """Note that it is dragged so much farther, which may be nothing."""
        cls.enter(game, model, max(1, cls.level_of(model) + round(inches * THOUSANDTHS)))


class Drag(NamedTuple):
    """Where something is dragged to."""

    goal: Pose
    inches: float


def tow(game: Game, tug: Model, load: Model) -> Procedure[None]:
    """Straight to the tug, 3" a turn in all, to the farthest free place; terrain strikes on the way (R29).

    The load avoids only what it does not end on (R30); who is in contact with it is placed about it anew (R25).
    """
    way = _way(game.state, tug, load, MOST - Towed.inches(load))
    Towed.drag(game, load, way.inches)
    if not way.inches:
        return
    there = load.at(way.goal)

    def avoidable(model: Model, piece: Terrain) -> bool:
        return model is load and not touches_piece(there, piece)

    yield from leg(game, load, way.goal, avoidable, UNOPPOSED)
    if load.on_table:
        yield from settle_attached(game, load)


def _way(state: State, tug: Model, load: Model, most: float) -> Drag:
    """How far it can be dragged without ending on anything."""
    inches = min(most, max(0.0, distance(tug.base, tug.pose, load.base, load.pose) - CLEAR))
    while inches > 0:
        goal = load.pose.toward(tug.pose, inches).rounded()
        if not contacts(state, load.at(goal)):
            return Drag(goal, inches)
        inches -= STEP
    return Drag(load.pose, 0.0)
