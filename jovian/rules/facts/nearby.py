"""Who is near: the query world first, the exact arithmetic then decides about the few that it names (R13).

Each game has one world, which all its states share: real ones, views, and those of a look ahead. It is kept here and in
no state, so that nobody who is given a state can reach it, and it is settled to the state that is asked about.
"""

from __future__ import annotations

from functools import lru_cache

from jovian.game import TABLE, Model, State
from jovian.table import Pose, Shape
from jovian.table.polygon import Point
from jovian.table.space import Surroundings


@lru_cache(maxsize=16)
def _world(number: int) -> Surroundings:
    """The world of the game of that number."""
    return Surroundings()


def _settled(state: State) -> Surroundings:
    """The world of a state's game as that state has it: only what stands elsewhere is moved."""
    world, there = _world(state.number), 0
    for model in state.models.values():
        if model.place == TABLE:
            there += 1
            if world.poses.get(model.id) is not model.pose:
                world.put(model.id, model.base, model.pose)
    if there != len(world.poses):
        world.keep({model.id for model in state.on_table()})
    return world


def _named(state: State, idents: set[str]) -> list[Model]:
    """The models of these ids, in the order of the fleets, which decides wherever two are equal."""
    if len(idents) < 2:
        return [state.models[ident] for ident in idents]
    return [model for model in state.models.values() if model.id in idents]


def near(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Model]:
    """The models on the table that may be within so many inches of a shape: a few too many, none too few."""
    return _named(state, _settled(state).near(shape, pose, inches))


def along(state: State, p: Point, q: Point, width: float) -> list[Model]:
    """The models on the table that a line so many inches wide may touch: a few too many, none too few."""
    return _named(state, _settled(state).along(p, q, width))
