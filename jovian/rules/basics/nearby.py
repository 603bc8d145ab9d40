"""Models and terrain near a shape or a line: a spatial index first, exact arithmetic afterward (R13).

The index can return extra models, but never misses one. The caller's exact test decides. Every game has one index for
all its states, and another for the views and look-aheads of each side. The index isn't part of a state, so no player
can reach it. Results are in the order of the state, which breaks ties.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jovian.game import TABLE, CacheKey, Model, Refusal, State, Terrain, TerrainEncounter
from jovian.game.decision import PointLine
from jovian.rules.basics.formation import formation_members
from jovian.table import TOLERANCE, Pose, Shape, distance, overlaps
from jovian.table.polygons import Point
from jovian.table.space import BASES, PIECES, Surroundings


class Around(NamedTuple):
    """Models and pieces of terrain that may be near."""

    models: list[Model]
    pieces: list[Terrain]


class _Index:
    """The index of one game, and the models and terrain that it last held."""

    def __init__(self) -> None:
        self.space = Surroundings()
        self.ids: list[str] = []
        """The ids of all models of that state, on the table or not."""
        self.poses: list[Pose | None] = []
        """Their poses, None if not on the table."""
        self.rank: dict[str, int] = {}
        """The position of every model in that order."""
        self.pieces: list[Terrain] = []

    def set_models(self, state: State, ids: list[str], poses: list[Pose | None]) -> None:
        """Update the bases to a state. Move only models with another pose."""
        if ids != self.ids:
            self._renumber(ids)
        for item_id, pose, before in zip(ids, poses, self.poses, strict=True):
            if pose is None and before is not None:
                self.space.forget(item_id)
            elif pose is not None and pose is not before:
                self.space.add_base(item_id, state.models[item_id].base, pose)
        self.poses = poses

    def _renumber(self, ids: list[str]) -> None:
        """Replace the list of models, such as by those of a view."""
        before = dict(zip(self.ids, self.poses, strict=True))
        self.poses = [before.pop(item_id, None) for item_id in ids]
        for item_id, pose in before.items():
            if pose is not None:
                self.space.forget(item_id)
        self.ids, self.rank = ids, {item_id: rank for rank, item_id in enumerate(ids)}

    def set_pieces(self, pieces: list[Terrain]) -> None:
        """Update the terrain to a state. Change only other pieces."""
        before = {piece.id: piece for piece in self.pieces}
        for piece in pieces:
            if before.pop(piece.id, None) is not piece:
                self.space.lay(piece.id, piece.outline, piece.pose)
        for item_id in before:
            self.space.forget(item_id)
        self.pieces = pieces

    def models(self, state: State, ids: set[str]) -> list[Model]:
        """Return the models with these ids, in the order of the state."""
        if len(ids) > 1:
            return [state.models[item_id] for item_id in sorted(ids, key=self.rank.__getitem__)]
        return [state.models[item_id] for item_id in ids]


@lru_cache(maxsize=32)
def _index_of(key: CacheKey) -> _Index:
    """Return the index of a game, or of one side's views of it."""
    return _Index()


def _updated_index(state: State) -> _Index:
    """Return the index of the state's game, updated to the state."""
    index = _index_of(state.cache_key)
    ids = list(state.models)
    poses = [model.pose if model.place == TABLE else None for model in state.models.values()]
    if poses != index.poses or ids != index.ids:
        index.set_models(state, ids, poses)
    pieces = list(state.terrain.values())
    if pieces != index.pieces:
        index.set_pieces(pieces)
    return index


def models_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Model]:
    """Return the models on the table that may be within some inches of a shape."""
    index = _updated_index(state)
    return index.models(state, index.space.near(shape, pose, inches, BASES))


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
    index = _updated_index(state)
    return index.models(state, index.space.along(p, q, width, BASES))


def models_maybe_on_leg(
    state: State, shape: Shape, pose: Pose, dx: float, dy: float, inches: float = 0.0
) -> list[Model]:
    """Return the models on the table that may come within some inches of a shape on a straight leg."""
    index = _updated_index(state)
    return index.models(state, index.space.on_way(shape, pose, (dx, dy), inches, BASES))


def pieces_near(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Terrain]:
    """Return the pieces of terrain that may be within some inches of a shape."""
    return _pieces(state, _updated_index(state).space.near(shape, pose, inches, PIECES))


def pieces_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> list[Terrain]:
    """Return the pieces of terrain that a shape may touch on a straight leg."""
    return _pieces(state, _updated_index(state).space.on_way(shape, pose, (dx, dy), 0.0, PIECES))


def pieces_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> Around:
    """Return the models and the pieces that may be within some inches of a shape."""
    index = _updated_index(state)
    return _models_and_pieces(state, index, index.space.near(shape, pose, inches, BASES + PIECES))


def all_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> Around:
    """Return the models and the pieces that a shape may touch on a straight leg."""
    index = _updated_index(state)
    return _models_and_pieces(state, index, index.space.on_way(shape, pose, (dx, dy), 0.0, BASES + PIECES))


def _pieces(state: State, ids: set[str]) -> list[Terrain]:
    return [piece for piece in state.terrain.values() if piece.id in ids] if ids else []


def _models_and_pieces(state: State, index: _Index, ids: set[str]) -> Around:
    pieces = _pieces(state, ids)
    return Around(index.models(state, ids.difference(piece.id for piece in pieces) if pieces else ids), pieces)


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
