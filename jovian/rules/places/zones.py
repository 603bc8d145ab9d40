"""Where a side deploys, by the clauses of its game, and which way its models look there."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.choice import Point
from jovian.rules.rulebook.clause import Clause
from jovian.rules.rulebook.hooks.games import Landmark
from jovian.rules.rulebook.in_force import clauses_with
from jovian.table import Region, exits
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE

NOTCH = 15
"""Degrees to which the way toward the enemy is rounded."""


def zones(state: State, side: int) -> tuple[Region, ...]:
    """The parts of the table in one of which each model of a side must be, those first that are to be filled first."""
    return tuple(region for clause in clauses_with(state, Clause.zones) for region in clause.zones(state, side))


def landmarks(state: State) -> tuple[Landmark, ...]:
    """What the clauses of the game have set up on the table."""
    return tuple(mark for clause in clauses_with(state, Clause.landmarks) for mark in clause.landmarks(state))


def in_zone(state: State, model: Model) -> bool:
    """Does a model stand in the zone of its side, and wholly on the table?"""
    if not any(region.holds(model.base, model.pose) for region in zones(state, model.side)):
        return False
    return not exits(model.base, model.pose, state.width, state.height)


def facing(side: int) -> int:
    """The heading from a side's table edge toward the other's."""
    return 0 if side == 0 else 180


def heading_at(state: State, side: int, at: Point) -> int:
    """Which way a model of a side looks toward the enemy from a point of its zone."""
    for clause in clauses_with(state, Clause.faces):
        return clause.faces(state, side)
    x, y = _middle(zones(state, 1 - side)) or (state.width / 2, state.height / 2)
    dx, dy = x - at[0], y - at[1]
    return max(range(0, FULL_TURN, NOTCH), key=lambda turn: round(dx * SINE[turn] + dy * COSINE[turn], 6))


def _middle(regions: tuple[Region, ...]) -> Point | None:
    """The middle of regions, None without any."""
    boxes = [region.box for region in regions]
    if not boxes:
        return None
    across, up = ([(each[low] + each[low + 2]) / 2 for each in boxes] for low in (0, 1))
    return sum(across) / len(across), sum(up) / len(up)
