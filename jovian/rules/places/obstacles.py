"""What stands in a model's way: bases, solid terrain, what it avoids or is struck by (R24, R25, R29, R30, R32)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from jovian.game import Meeting, Model, State, Terrain
from jovian.rules.facts.nearby import around
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import says_yes
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Placed, Pose, Shape, nearest_free_about

ROOM = 0.1
"""Inches to spare about what stands in contact with a base."""


class Obstacle(NamedTuple):
    """A base, or a part of a piece of terrain, that may be in the way."""

    ident: str
    """The model or the piece."""
    shape: Shape
    pose: Pose

    @property
    def placed(self) -> Placed:
        """Its shape and where that lies."""
        return self.shape, self.pose


def hinders(other: Model, model: Model) -> bool:
    """Does another stand in a model's way: not its formation, nor a ship and the squadrons in contact with it?"""
    if other.id == model.id or other.host == model.id or model.host == other.id:
        return False
    return not (model.formation and other.formation == model.formation)


def solid_parts(state: State, model: Model, pieces: Iterable[Terrain]) -> list[Obstacle]:
    """The parts of these pieces that the model may not end on: of solid ones, and of those that it avoids."""
    act = state.activation
    avoided, kinds = act.avoided if act else (), rulebook(state).terrain
    return [
        Obstacle(piece.id, part, piece.pose)
        for piece in pieces
        if kinds[piece.kind].solid or (avoided and Meeting(model.id, piece.id) in avoided)
        for part in piece.outline
    ]


def hazards(state: State, model: Model, among: Iterable[Terrain] | None = None) -> list[Terrain]:
    """The pieces, of all or of some, that would still strike the active model if it moved into them (R29, R30)."""
    act = state.activation
    done = (*act.struck, *act.avoided) if act else ()
    kinds = rulebook(state).terrain
    return [
        piece
        for piece in (state.terrain.values() if among is None else among)
        if (not done or Meeting(model.id, piece.id) not in done) and kinds[piece.kind].rating(model.capital)
    ]


def in_the_way(state: State, model: Model, inches: float) -> list[Placed]:
    """Everything that may be within so many inches of a model and that it may not stand on."""
    models, pieces = around(state, model.base, model.pose, inches)
    found = [(other.base, other.pose) for other in models if hinders(other, model)]
    return found + [each.placed for each in solid_parts(state, model, pieces)]


def free_place(state: State, model: Model, also: Sequence[Placed] = (), inches: float | None = None) -> Pose | None:
    """The nearest place to a model, at most so many inches away, where it stands on nothing, nor on these."""

    def about(reach: float) -> list[Placed]:
        return [*in_the_way(state, model, reach), *also]

    return nearest_free_about(model.base, model.pose, about, state.width, state.height, inches)


def taken(state: State, model: Model, host: Placed, but: Collection[str]) -> list[Placed]:
    """What may be in the way of a model in contact with a base: all other bases, and solid terrain, but some."""
    models, pieces = around(state, *host, 2 * model.base.reach + ROOM)
    found = [(other.base, other.pose) for other in models if other.id not in but]
    return found + [each.placed for each in solid_parts(state, model, pieces) if each.ident not in but]


def moored(state: State, model: Model) -> bool:
    """Does it never move by itself?"""
    return says_yes(state, model, Effect.moored)


def firm(state: State, model: Model) -> bool:
    """Does it keep its place when a ship is put there? Squadrons make room, what is moored does not (R25)."""
    return model.capital or moored(state, model)


def outweighs(state: State, ident: str, ship: Model) -> bool:
    """Is the ship put elsewhere when it has moved onto that: terrain, what is moored, or no smaller base (R25)?"""
    other = state.models.get(ident)
    if other is None or moored(state, other):
        return True
    return not moored(state, ship) and other.base.area >= ship.base.area
