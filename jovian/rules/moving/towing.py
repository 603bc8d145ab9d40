"""Towing: what a Tug drags toward itself (v1.2.4 Traits > Tug, R48)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Game, Model, Procedure, State
from jovian.rules.moving.movement import leg
from jovian.rules.places.contact import contacts
from jovian.rules.rulebook.condition import HARD, MARKED, SHIPS, Ending, Sign
from jovian.rules.rulebook.interrupt import UNOPPOSED
from jovian.table import Pose, distance

MOST = 3.0
STEP = 0.1
CLEAR = 0.01
"""Inches that are left between the load and its tug."""


@dataclass(frozen=True, slots=True)
class Towed(Ending):
    """Dragged by a tug this turn."""

    name = "towed"
    place = "v1.2.4 Traits > Tug"
    summary = "It has been dragged this turn and is not dragged again."
    sign = Sign("TW", MARKED, HARD)
    only_of = SHIPS


def tow(game: Game, tug: Model, load: Model) -> Procedure[None]:
    """Straight to the tug, 3" a turn in all, to the farthest free place; terrain strikes on the way (R29)."""
    dragged = Towed.level_of(load)
    goal, inches = _goal(game.state, tug, load, MOST - dragged / 1000)
    Towed.enter(game, load, max(1, dragged + round(inches * 1000)))
    if inches:
        yield from leg(game, load, goal, lambda model, piece: True, UNOPPOSED)


def _goal(state: State, tug: Model, load: Model, most: float) -> tuple[Pose, float]:
    """How far it can be dragged without ending on anything."""
    inches = min(most, max(0.0, distance(tug.base, tug.pose, load.base, load.pose) - CLEAR))
    while inches > 0:
        goal = load.pose.toward(tug.pose, inches).rounded()
        if not contacts(state, load, goal):
            return goal, inches
        inches -= STEP
    return load.pose, 0.0
