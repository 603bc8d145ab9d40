"""Terrain that a move meets: one kind of interrupt (v1.2.4 Terrain > Move Effects, Avoiding Terrain, R29, R30)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from jovian.game import Game, Model, Procedure, State, Terrain
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import pieces_near, pieces_on_way
from jovian.rules.places.attached import attached_to, follow
from jovian.rules.places.obstacles import hazards
from jovian.rules.rulebook.interrupt import Interrupt, LegFacts, Manner, Touch, Trigger
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting.sight import near_piece, touches_piece
from jovian.rules.terrain.striking import Met, meet
from jovian.table import Pose, first_touch_outline, length, overlaps, pivot, turn_touches, within

RANK = 0
"""Terrain strikes before anybody reacts."""
PROBE = 0.01
"""Inches that a model flush with terrain is supposed ahead, to see whether it moves into it."""


class TerrainMet(Interrupt):
    """Hazardous pieces attack what moves into them, or are avoided."""

    __slots__ = ()

    def on_leg(self, state: State, model: Model, dx: float, dy: float, manner: Manner) -> Iterator[Trigger]:
        """Where each piece is touched first by what moves."""
        for each in exposed(state, model):
            for piece in hazards(state, each, pieces_on_way(state, each.base, each.pose, dx, dy)):
                touch = _first_touch(each, dx, dy, piece)
                if touch is not None:
                    yield Trigger(round(touch, 4), RANK, piece.id, "", each.id)

    def on_turn(self, state: State, model: Model, before: Pose, degrees: int) -> Iterator[Trigger]:
        """Yield the pieces that a ship sweeps, and those that its escorts sweep as they turn with it."""
        for piece in _about(state, model):
            if _swept(model, before, degrees, piece):
                yield Trigger(0.0, RANK, piece.id, "", model.id)
        real = state.models[model.id].pose
        for escort in escorts_of(state, model):
            for piece in _swept_by_escort(state, model, before, degrees, follow(escort, real, before)):
                yield Trigger(0.0, RANK, piece.id, "", escort.id)

    def watch(self, leg: LegFacts) -> TerrainWatch:
        """Each piece strikes once on a leg."""
        return TerrainWatch(self, leg)

    def turning(self, game: Game, ship: Model, degrees: int) -> Callable[[], Procedure[None]]:
        """Pieces that the ship and its escorts sweep; what only assailants sweep doesn't strike (R29)."""
        state = game.state
        swept = [(ship, piece) for piece in _about(state, ship) if _swept(ship, ship.pose, degrees, piece)]
        for escort in escorts_of(state, ship):
            swept += [(escort, piece) for piece in _swept_by_escort(state, ship, ship.pose, degrees, escort)]
        return partial(meet, game, [Met(ship, mover, piece, not touches_piece(ship, piece)) for mover, piece in swept])

    def touch(self, state: State, trigger: Trigger, inches: float, at: Pose) -> Touch | None:
        """A touch that names the piece."""
        if trigger.rank != RANK:
            return None
        kind = rulebook(state).terrain[state.terrain[trigger.source].kind]
        label = f"{kind.name}, Speed -{kind.slows}" if kind.slows else kind.name
        mover = state.models[trigger.mover]
        label = f"{label} ({mover.name})" if mover.escorting else label
        return Touch(inches, at, label, "terrain", trigger.source)


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
        state, met = self.leg.game.state, []
        for trigger in here:
            piece, mover = state.terrain.get(trigger.source), state.models[trigger.mover]
            if piece is not None and mover.on_table:
                leader = self.leg.model if self.leg.model.capital else mover
                avoidable = not touches_piece(leader, piece) and self.leg.avoidable(leader, piece)
                met.append(Met(leader, mover, piece, avoidable))
        yield from meet(self.leg.game, met)
        self.met.update((trigger.source, trigger.mover) for trigger in here)


def _first_touch(model: Model, dx: float, dy: float, piece: Terrain) -> float | None:
    """After how many inches a leg meets a piece: at once if it stands in it or moves into it from its edge."""
    if touches_piece(model, piece):
        return 0.0
    touch = first_touch_outline(model.base, model.pose, dx, dy, piece.outline, piece.pose)
    return 0.0 if touch is None and _enters(model, dx, dy, piece) else touch


def _about(state: State, model: Model) -> list[Terrain]:
    """The hazards that a model may touch where it is, whichever way it heads."""
    return hazards(state, model, pieces_near(state, model.base, model.pose))


def _swept(ship: Model, before: Pose, degrees: int, piece: Terrain) -> bool:
    return any(turn_touches(ship.base, before, degrees, part, piece.pose) for part in piece.outline)


def _enters(model: Model, dx: float, dy: float, piece: Terrain) -> bool:
    """Does a model that stands flush with a piece move into it?"""
    if not near_piece(model, piece, 0.0):
        return False
    size = length(dx, dy) or 1.0
    inside = model.pose.moved(dx / size * PROBE, dy / size * PROBE)
    return any(overlaps(model.base, inside, part, piece.pose) for part in piece.outline)


def _swept_by_escort(state: State, ship: Model, before: Pose, degrees: int, escort: Model) -> list[Terrain]:
    """Return the hazards that an escort touches on its way around the center of its ship, which turns."""
    steps = [follow(escort, before, step).pose for step in pivot(before, degrees)]
    near = hazards(state, escort, pieces_near(state, ship.base, before, 2 * escort.base.reach))
    return [
        piece for piece in near
        if any(within(escort.base, step, part, piece.pose, 0.0) for step in steps for part in piece.outline)
    ]  # fmt: skip


def escorts_of(state: State, ship: Model) -> list[Model]:
    """Return the squadrons that escort a ship."""
    return [squadron for squadron in attached_to(state, ship) if squadron.escorting]


def exposed(state: State, model: Model) -> list[Model]:
    """Return what terrain strikes as a model moves: its formation, or a ship and its escorts, where they are.

    Assailants are placed around the ship after its move; terrain on the way doesn't strike them.
    """
    if not model.capital:
        return members(state, model)
    real = state.models[model.id].pose
    return [model, *(follow(escort, real, model.pose) for escort in escorts_of(state, model))]
