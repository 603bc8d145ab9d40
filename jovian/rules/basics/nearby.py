"""Who is near: the query world first, the exact arithmetic then decides about the few that it names (R13).

Each game has one world, which all its states share, and another for the views and look-aheads of each side. It is
kept here and in no state, so that no player can reach it, and it is settled to the state that is asked about. What it
names comes in the order of the state, which decides wherever two are equal: pymunk's order tells nothing.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from jovian.game import TABLE, CacheKey, Model, Refusal, State, Terrain
from jovian.game.decision import PointLine
from jovian.table import TOLERANCE, Pose, Shape, distance
from jovian.table.shapes import Point
from jovian.table.space import BASES, PIECES, Surroundings


class Around(NamedTuple):
    """The models and the pieces of terrain that may be near."""

    models: list[Model]
    pieces: list[Terrain]


class _World:
    """The world of one game, and what it was last settled to."""

    def __init__(self) -> None:
        self.space = Surroundings()
        self.idents: list[str] = []
        """The models of that state, on the table or not."""
        self.stands: list[Pose | None] = []
        """Where each of them stands, None for one that is not on the table."""
        self.rank: dict[str, int] = {}
        """The place of each in that order."""
        self.pieces: list[Terrain] = []

    def put(self, state: State, idents: list[str], stands: list[Pose | None]) -> None:
        """Put the bases as a state has them, moving only what stands elsewhere."""
        if idents != self.idents:
            self._number(idents)
        for ident, pose, before in zip(idents, stands, self.stands, strict=True):
            if pose is None and before is not None:
                self.space.forget(ident)
            elif pose is not None and pose is not before:
                self.space.put(ident, state.models[ident].base, pose)
        self.stands = stands

    def _number(self, idents: list[str]) -> None:
        """Take up other models, such as those of a view, or the same in another order."""
        before = dict(zip(self.idents, self.stands, strict=True))
        self.stands = [before.pop(ident, None) for ident in idents]
        for ident, pose in before.items():
            if pose is not None:
                self.space.forget(ident)
        self.idents, self.rank = idents, {ident: rank for rank, ident in enumerate(idents)}

    def lay(self, pieces: list[Terrain]) -> None:
        """Lay the terrain as a state has it, touching only what is another."""
        before = {piece.id: piece for piece in self.pieces}
        for piece in pieces:
            if before.pop(piece.id, None) is not piece:
                self.space.lay(piece.id, piece.outline, piece.pose)
        for ident in before:
            self.space.forget(ident)
        self.pieces = pieces

    def models(self, state: State, idents: set[str]) -> list[Model]:
        """The models of these ids, in the order of the fleets."""
        if len(idents) > 1:
            return [state.models[ident] for ident in sorted(idents, key=self.rank.__getitem__)]
        return [state.models[ident] for ident in idents]


@lru_cache(maxsize=32)
def _world(key: CacheKey) -> _World:
    """Return the world of a game, or of one side's views of it."""
    return _World()


def _settled(state: State) -> _World:
    """The world of a state's game as that state has it."""
    world = _world(state.cache_key)
    idents = list(state.models)
    stands = [model.pose if model.place == TABLE else None for model in state.models.values()]
    if stands != world.stands or idents != world.idents:
        world.put(state, idents, stands)
    pieces = list(state.terrain.values())
    if pieces != world.pieces:
        world.lay(pieces)
    return world


def models_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Model]:
    """The models on the table that may be within so many inches of a shape: a few too many, none too few."""
    world = _settled(state)
    return world.models(state, world.space.near(shape, pose, inches, BASES))


def refuse_near_enemies(state: State, model: Model, inches: float, place: str) -> Refusal | None:
    """A refusal while an enemy is nearer than so many inches, with the line to the first of them."""
    for other in models_maybe_within(state, model.base, model.pose, inches):
        if other.side == 1 - model.side:
            apart = distance(model.base, model.pose, other.base, other.pose)
            if apart < inches - TOLERANCE:
                reason = f'{other.name} is only {apart:.1f}" away; it takes {inches:g}" from every enemy.'
                return Refusal(reason, place, (PointLine(model.pose[:2], other.pose[:2]),))
    return None


def along(state: State, p: Point, q: Point, width: float) -> list[Model]:
    """The models on the table that a line so many inches wide may touch: a few too many, none too few."""
    world = _settled(state)
    return world.models(state, world.space.along(p, q, width, BASES))


def on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float, inches: float = 0.0) -> list[Model]:
    """The models on the table that a shape may come within so many inches of on a straight leg."""
    world = _settled(state)
    return world.models(state, world.space.on_way(shape, pose, (dx, dy), inches, BASES))


def pieces_near(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> list[Terrain]:
    """The pieces of terrain that may be within so many inches of a shape."""
    return _pieces(state, _settled(state).space.near(shape, pose, inches, PIECES))


def pieces_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> list[Terrain]:
    """The pieces of terrain that a shape may touch on a straight leg."""
    return _pieces(state, _settled(state).space.on_way(shape, pose, (dx, dy), 0.0, PIECES))


def pieces_maybe_within(state: State, shape: Shape, pose: Pose, inches: float = 0.0) -> Around:
    """The models and the pieces that may be within so many inches of a shape, in one question."""
    world = _settled(state)
    return _parted(state, world, world.space.near(shape, pose, inches, BASES + PIECES))


def all_on_way(state: State, shape: Shape, pose: Pose, dx: float, dy: float) -> Around:
    """The models and the pieces that a shape may touch on a straight leg, in one question."""
    world = _settled(state)
    return _parted(state, world, world.space.on_way(shape, pose, (dx, dy), 0.0, BASES + PIECES))


def _pieces(state: State, idents: set[str]) -> list[Terrain]:
    return [piece for piece in state.terrain.values() if piece.id in idents] if idents else []


def _parted(state: State, world: _World, idents: set[str]) -> Around:
    pieces = _pieces(state, idents)
    return Around(world.models(state, idents.difference(piece.id for piece in pieces) if pieces else idents), pieces)
