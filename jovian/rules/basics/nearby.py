"""Models and terrain near a shape or a line: boxes first, exact arithmetic afterward (R13).

A box can return extra models, but never misses one. The caller's exact test decides. Results are in the order of the
state, which breaks ties.
"""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import TABLE, Model, Refusal, State, Terrain, TerrainEncounter
from jovian.game.decision import PointLine
from jovian.rules.basics.formation import formation_members
from jovian.table import TOLERANCE, Pose, Shape, distance, overlaps
from jovian.table.polygons import Point


class Around(NamedTuple):
    """Models and pieces of terrain that may be near."""

    models: list[Model]
    pieces: list[Terrain]


Box = tuple[float, float, float, float]
"""An upright rectangle: left, right, bottom, top."""
SPARE = 0.01
"""Extra inches around a box, so that rounding never excludes a model."""


def models_in(state: State, box: Box) -> list[Model]:
    """Return the models on the table whose base, as a circle, may meet a box."""
    left, right, bottom, top = box
    models = []
    for model in state.models.values():
        if model.place == TABLE:
            (x, y, _), reach = model.pose, model.base.reach
            if left - reach <= x <= right + reach and bottom - reach <= y <= top + reach:
                models.append(model)
    return models


def pieces_in(state: State, box: Box) -> list[Terrain]:
    """Return the pieces of terrain of which a part may meet a box."""
    left, right, bottom, top = box
    pieces = []
    for piece in state.terrain.values():
        x, y, heading = piece.pose
        for part in piece.outline:
            reach = part.reach
            if left - reach <= x <= right + reach and bottom - reach <= y <= top + reach:
                x0, x1, y0, y1 = part.extents(heading)
                if x + x0 <= right and x + x1 >= left and y + y0 <= top and y + y1 >= bottom:
                    pieces.append(piece)
                    break
    return pieces


def _box_around(shape: Shape, pose: Pose, inches: float) -> Box:
    (x, y, _), margin = pose, shape.reach + inches + SPARE
    return x - margin, x + margin, y - margin, y + margin


def _box_along(p: Point, q: Point, inches: float) -> Box:
    """Return a box around all points within some inches of a line."""
    (px, py), (qx, qy), margin = p, q, inches + SPARE
    left, right = (px, qx) if px < qx else (qx, px)
    bottom, top = (py, qy) if py < qy else (qy, py)
    return left - margin, right + margin, bottom - margin, top + margin


def _box_of_leg(shape: Shape, pose: Pose, dx: float, dy: float, inches: float) -> Box:
    x, y, _ = pose
    return _box_along((x, y), (x + dx, y + dy), shape.reach + inches)


def models_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Model]:
    """Return the models on the table that may be within some inches of a shape."""
    return models_in(state, _box_around(shape, pose, inches))


def refuse_near_enemies(state: State, model: Model, inches: float, place: str) -> Refusal | None:
    """Refuse while an enemy is closer than some inches to a member of the formation. Mark the line to the first one."""
    for member in formation_members(state, model):
        for other in models_maybe_within(state, member.base, member.pose, inches):
            distance_inches = distance(member.base, member.pose, other.base, other.pose)
            if other.side == 1 - model.side and distance_inches < inches - TOLERANCE:
                away = f'{distance_inches:.1f}" away from {member.name}'
                message = f'{other.name} is only {away}. All enemies must be at least {inches:g}" away.'
                return Refusal(message, place, (PointLine(member.pose[:2], other.pose[:2]),))
    return None


def models_maybe_on_line(state: State, p: Point, q: Point, width: float) -> list[Model]:
    """Return the models on the table that a line of some width may touch."""
    return models_in(state, _box_along(p, q, width / 2))


def models_maybe_on_leg(
    state: State, shape: Shape, pose: Pose, dx: float, dy: float, inches: float = 0.0
) -> list[Model]:
    """Return the models on the table that may come within some inches of a shape on a straight leg."""
    return models_in(state, _box_of_leg(shape, pose, dx, dy, inches))


def pieces_near(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Terrain]:
    """Return the pieces of terrain that may be within some inches of a shape."""
    return pieces_in(state, _box_around(shape, pose, inches))


def pieces_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> list[Terrain]:
    """Return the pieces of terrain that a shape may touch on a straight leg."""
    return pieces_in(state, _box_of_leg(shape, pose, dx, dy, 0.0))


def pieces_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> Around:
    """Return the models and the pieces that may be within some inches of a shape."""
    box = _box_around(shape, pose, inches)
    return Around(models_in(state, box), pieces_in(state, box))


def all_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> Around:
    """Return the models and the pieces that a shape may touch on a straight leg."""
    box = _box_of_leg(shape, pose, dx, dy, 0.0)
    return Around(models_in(state, box), pieces_in(state, box))


def touches_piece(model: Model, piece: Terrain) -> bool:
    """Return whether any part of the model's base overlaps a terrain piece."""
    base, model_pose, piece_pose = model.base, model.pose, piece.pose
    for part in piece.outline:  # noqa: SIM110 - faster than any()
        if overlaps(base, model_pose, part, piece_pose):
            return True
    return False


def near_piece(model: Model, piece: Terrain, inches: float) -> bool:
    """Return whether the model is within a number of inches of a terrain piece."""
    return any(distance(model.base, model.pose, part, piece.pose) <= inches + TOLERANCE for part in piece.outline)


def is_avoided(state: State, model: Model, piece: Terrain) -> bool:
    """Return whether the active model avoids the piece and so has no benefit from it (R30)."""
    act = state.activation
    return act is not None and TerrainEncounter(model.id, piece.id) in act.avoided
