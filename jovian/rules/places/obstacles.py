"""What stands in a model's way: other bases, solid terrain, terrain that it avoids (R24, R25, R30, R32)."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import TABLE, Model, State
from jovian.rules.rulebook.bearing import says_yes
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import Placed, Pose, Shape

Obstacle = tuple[str, Shape, Pose]


def hinders(other: Model, model: Model) -> bool:
    """Does another stand in a model's way: not its formation, nor a ship and the squadrons in contact with it?"""
    if other.id == model.id or other.host == model.id or model.host == other.id:
        return False
    return not (model.formation and other.formation == model.formation)


def others(state: State, model: Model) -> Iterator[Model]:
    """The models on the table that stand in a model's way."""
    return (other for other in state.models.values() if other.place == TABLE and hinders(other, model))


def solid_parts(state: State, model: Model) -> list[Obstacle]:
    """The parts of terrain that the model may not end on: solid pieces, and those that it avoids."""
    act = state.activation
    avoided, kinds = act.avoided if act else (), rulebook(state).terrain
    return [
        (piece.id, part, piece.pose)
        for piece in state.terrain.values()
        if kinds[piece.kind].solid or f"{model.id}/{piece.id}" in avoided
        for part in piece.outline
    ]


def in_the_way(state: State, model: Model) -> list[Placed]:
    """Everything that the model may not stand on."""
    found = [(other.base, other.pose) for other in others(state, model)]
    return found + [(part, pose) for _, part, pose in solid_parts(state, model)]


def taken(state: State, squadron: Model, ship: Model) -> list[Placed]:
    """What is taken about a ship on whose hull a squadron looks for a place: all but the two of them."""
    found = [(other.base, other.pose) for other in state.on_table() if other.id not in (squadron.id, ship.id)]
    return found + [(part, pose) for _, part, pose in solid_parts(state, squadron)]


def moored(state: State, model: Model) -> bool:
    """Does it never move by itself?"""
    return says_yes(state, model, "moored")


def firm(state: State, model: Model) -> bool:
    """Does it keep its place when a ship is put there? Squadrons make room, what is moored does not (R25)."""
    return model.capital or moored(state, model)


def outweighs(state: State, ident: str, ship: Model) -> bool:
    """Is the ship put elsewhere when it has moved onto that: terrain, what is moored, or no smaller base (R25)?"""
    other = state.models.get(ident)
    if other is None or moored(state, other):
        return True
    return not moored(state, ship) and other.base.area >= ship.base.area
