"""Towing: what a Tug drags toward itself (v1.2.4 Traits > Tug, R48)."""

from __future__ import annotations

from math import sqrt

from jovian.game import Game, Model, Procedure
from jovian.rules.entering import enter
from jovian.rules.movement import ASIDE, leg
from jovian.table import distance

MOST = 3.0


def tow(game: Game, tug: Model, load: Model) -> Procedure[None]:
    """Straight to the tug until they would touch, 3" at most; terrain strikes on the way (R29)."""
    dx, dy = tug.pose.x - load.pose.x, tug.pose.y - load.pose.y
    size = sqrt(dx * dx + dy * dy)
    inches = min(MOST, max(0.0, distance(tug.base, tug.pose, load.base, load.pose) - 0.01))
    enter(game, load, "towed")
    if size and inches:
        goal = load.pose.moved(dx / size * inches, dy / size * inches).rounded()
        yield from leg(game, load, goal, lambda model, piece: True, ASIDE)
