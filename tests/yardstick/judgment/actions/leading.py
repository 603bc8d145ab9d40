"""What it is worth to move others: drones, friends far behind, and what can be towed."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.actions.generic import controllable
from jovian.rules.actions.ship import draggable
from jovian.rules.squadrons import sendable
from tests.yardstick.judgment.actions.measures import FAR, fire_now
from tests.yardstick.judgment.nearby import nearest_enemy

MINES = 1.5
"""TV that a mine is expected to take."""


def drone_command(view: State, ship: Model) -> float:
    """TV that Drone Command is worth: so much for each drone that it can steer."""
    return 2.5 * len(controllable(view, ship, []))


def tug(view: State, ship: Model) -> float:
    """TV that Tug is worth: something with a friend farther back than itself."""
    own = [i for i in draggable(view, ship) if view.models[i].side == ship.side]
    return 0.5 if own and nearest_enemy(view, ship) < nearest_enemy(view, view.models[own[0]]) else 0.0


def vector_attack(view: State, ship: Model) -> float:
    """TV that Vector Attack is worth: so much for each friend yet to act far from every enemy."""
    ready = [each for each in sendable(view, ship) if not each.activated and not each.escorting]
    waiting = [each for each in ready if nearest_enemy(view, each) > FAR / 2]
    return 0.35 * len(waiting) if fire_now(view, ship) < 3.0 else 0.0


def lay_mines(view: State, ship: Model) -> float:
    """TV that mines are worth: little, while enemies may still come this way and nothing better is to be done."""
    return MINES if fire_now(view, ship) < MINES and nearest_enemy(view, ship) < FAR else 0.0
