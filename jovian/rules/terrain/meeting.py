"""Terrain that a move meets: one kind of interrupt (v1.2.4 Terrain > Move Effects, Avoiding Terrain, R29, R30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import pieces_near, pieces_on_way
from jovian.rules.places.attached import attached_to, follow
from jovian.rules.places.obstacles import hazards
from jovian.rules.rulebook.interrupt import Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.sight import near_piece, touches_piece
from jovian.rules.terrain.striking import meet
from jovian.table import Pose, first_touch_outline, length, overlaps, turn_touches

RANK = 0
"""Terrain strikes before anybody reacts."""
PROBE = 0.01
"""Inches that a model flush with terrain is supposed ahead, to see whether it moves into it."""


class Met(NamedTuple):
    """A piece that a turn moves into."""

    mover: Model
    piece: Terrain
    avoidable: bool
    """May it still avoid it?"""


class TerrainMet(Interrupt):
    """Hazardous pieces attack what moves into them, or are avoided."""

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Where each piece is touched first by what moves."""
        for each in carried(state, model):
            for piece in hazards(state, each, pieces_on_way(state, each.base, each.pose, dx, dy)):
                touch = _first_touch(each, dx, dy, piece)
                if touch is not None:
                    yield Trigger(round(touch, 4), RANK, piece.id, "", each.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """The pieces that the corners of a ship sweep."""
        for piece in _about(state, model):
            if _swept(model, before, degrees, piece):
                yield Trigger(0.0, RANK, piece.id, "", model.id)

    def watch(self, leg: LegFacts) -> TerrainWatch:
        """Each piece strikes once on a leg."""
        return TerrainWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Pieces that it sweeps, and those that the squadrons riding along come to stand in."""
        state = game.state
        swept = [
            Met(ship, piece, not touches_piece(ship, piece))
            for piece in _about(state, ship) if _swept(ship, ship.pose, degrees, piece)
        ]  # fmt: skip
        inside = {(each.id, piece.id) for each in attached_to(state, ship) for piece in _touched(state, each)}
        return partial(_meet_turned, game, ship, swept, inside)

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """A touch that names the piece."""
        if trigger.rank != RANK:
            return None
        kind = rulebook(state).terrain[state.terrain[trigger.source].kind]
        label = f"{kind.name}, Speed -{kind.slows}" if kind.slows else kind.name
        return Touch(inches, at, label, "terrain", trigger.source)


def _meet_turned(game: Game, ship: Model, swept: list[Met], inside: set[tuple[str, str]]) -> Procedure[None]:
    for met in swept:
        if met.mover.on_table and met.piece.id in game.state.terrain:
            yield from meet(game, met.mover, met.piece, met.avoidable)
    for each in attached_to(game.state, ship):
        for piece in _touched(game.state, each):
            if each.on_table and (each.id, piece.id) not in inside:
                yield from meet(game, each, piece, False)


class TerrainWatch:
    """The pieces along one leg, each met once by each model."""

    def __init__(self, interrupt: TerrainMet, leg: LegFacts) -> None:
        self.interrupt, self.leg = interrupt, leg
        self.met: set[tuple[str, str]] = set()

    def ahead(self, dx: float, dy: float, length: float) -> list[Trigger]:
        """Those that have not been met."""
        leg = self.leg
        found = self.interrupt.on_leg(leg.game.state, leg.model, dx, dy, leg.manner)
        return [each for each in found if (each.source, each.mover) not in self.met]

    def happen(self, here: Sequence[Trigger]) -> Procedure[None]:
        """What is touched here attacks, or is avoided."""
        state = self.leg.game.state
        for each in here:
            piece, mover = state.terrain.get(each.source), state.models[each.mover]
            if piece is not None and mover.on_table:
                inside = any(overlaps(mover.base, mover.pose, part, piece.pose) for part in piece.outline)
                yield from meet(self.leg.game, mover, piece, not inside and self.leg.avoidable(mover, piece))
        self.met.update((each.source, each.mover) for each in here)


def _first_touch(model: Model, dx: float, dy: float, piece: Terrain) -> float | None:
    """After how many inches a leg meets a piece: at once if it stands in it or moves into it from its edge."""
    if touches_piece(model, piece):
        return 0.0
    touch = first_touch_outline(model.base, model.pose, dx, dy, piece.outline, piece.pose)
    return 0.0 if touch is None and _enters(model, dx, dy, piece) else touch


def _about(state: State, model: Model) -> list[Terrain]:
    """The hazards that a model may touch where it is, whichever way it heads."""
    return hazards(state, model, pieces_near(state, model.base, model.pose))


def _touched(state: State, model: Model) -> list[Terrain]:
    """The hazards that a model stands in."""
    return [piece for piece in _about(state, model) if touches_piece(model, piece)]


def _swept(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def _enters(model: Model, dx: float, dy: float, piece: Terrain) -> bool:
    """Does a model that stands flush with a piece move into it?"""
    if not near_piece(model, piece, 0.0):
        return False
    size = length(dx, dy) or 1.0
    inside = model.pose.moved(dx / size * PROBE, dy / size * PROBE)
    return any(overlaps(model.base, inside, part, piece.pose) for part in piece.outline)


def carried(state: State, model: Model) -> list[Model]:
    """What moves when a model does: its formation, or a ship and the squadrons in contact with it, where they are."""
    if not model.capital:
        return members(state, model)
    real = state.models[model.id].pose
    return [model, *(follow(each, real, model.pose) for each in attached_to(state, model))]
