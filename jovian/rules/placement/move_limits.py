"""Obstacles, planets at the table edges, and how far a model may still move.

Obstacles are bases, solid terrain, and terrain that strikes (R24, R25, R29, R30, R32). A planet is a piece beyond the
table. Its pose is the middle of its edge and heads away from the table (R23, R26, R27, R32). `remaining_movement` is
what the active model has left of its move (v1.2.4 Movement, R20-R22).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import Activation, Model, MoveLimits, Refusal, State, Terrain, TerrainEncounter
from jovian.game.activation import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.game.answers import Point
from jovian.game.decision import PointLine
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import pieces_maybe_within, pieces_near, touches_piece
from jovian.rules.rulebook.active_effects import effects_on, find_effect
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots import ratings
from jovian.rules.traits.model_traits import Sluggish, Static
from jovian.table import TOLERANCE, Placed, Pose, Shape, edge_distances, length, nearest_free_about
from jovian.table.polygons import COSINE, FULL_TURN

# --- Obstacles ---

ROOM = 0.1
"""Extra inches around a base within which contacts are searched."""


@frozen
class Obstacle:
    """A base or a part of a piece of terrain."""

    obstacle_id: str
    """The id of the model or piece."""
    shape: Shape
    pose: Pose

    @property
    def placed(self) -> Placed:
        """Its shape and pose."""
        return self.shape, self.pose


def is_blocking(other: Model, model: Model) -> bool:
    """Return whether another model blocks a model. Its formation, its ship, and squadrons attached to it don't."""
    if other.id == model.id or other.host == model.id or model.host == other.id:
        return False
    return not (model.formation and other.formation == model.formation)


def solid_parts(state: State, model: Model, pieces: Iterable[Terrain]) -> list[Obstacle]:
    """Return the parts of terrain that the model may not end on: solid pieces, and those it avoids."""
    act = state.activation
    avoided, kinds = act.avoided if act else (), rulebook(state).terrain
    return [
        Obstacle(piece.id, part, piece.pose)
        for piece in pieces
        if kinds[piece.kind].solid or (avoided and TerrainEncounter(model.id, piece.id) in avoided)
        for part in piece.outline
    ]


def hazards(state: State, model: Model, among: Iterable[Terrain] | None = None) -> list[Terrain]:
    """Return the pieces that would still strike the active model if it moved into them (R29, R30)."""
    act = state.activation
    resolved = (*act.struck, *act.avoided) if act else ()
    kinds = rulebook(state).terrain
    return [
        piece
        for piece in (state.terrain.values() if among is None else among)
        if (not resolved or TerrainEncounter(model.id, piece.id) not in resolved)
        and kinds[piece.kind].rating(model.is_capital)
    ]


def in_the_way(state: State, model: Model, inches: float) -> list[Placed]:
    """Return all obstacles that may be within some inches of a model."""
    models, pieces = pieces_maybe_within(state, model.base, model.pose, inches)
    bases = [(other.base, other.pose) for other in models if is_blocking(other, model)]
    return bases + [part.placed for part in solid_parts(state, model, pieces)]


def free_place(state: State, model: Model, also: Sequence[Placed] = (), inches: float | None = None) -> Pose | None:
    """Return the nearest place where a model overlaps nothing, within `inches` if given."""

    def obstacles(reach: float) -> list[Placed]:
        return [*in_the_way(state, model, reach), *also]

    return nearest_free_about(model.base, model.pose, obstacles, state.width, state.height, inches)


def obstacles_around_host(state: State, model: Model, host: Placed, but: Collection[str]) -> list[Placed]:
    """Return the bases and solid terrain that may block a model in contact with a host, except the ids in `but`."""
    models, pieces = pieces_maybe_within(state, *host, 2 * model.base.reach + ROOM)
    bases = [(other.base, other.pose) for other in models if other.id not in but]
    return bases + [part.placed for part in solid_parts(state, model, pieces) if part.obstacle_id not in but]


def is_immobile(state: State, model: Model) -> bool:
    """Return whether the model never moves by itself."""
    return find_effect(state, model, Static) is not None


def keeps_place(state: State, model: Model) -> bool:
    """Return whether the model keeps its place when a ship is placed there. Mobile squadrons don't (R25)."""
    return model.is_capital or is_immobile(state, model)


def outweighs(state: State, item_id: str, ship: Model) -> bool:
    """Return whether a ship that moved onto a piece or model is moved off it, not the other (R25)."""
    other = state.models.get(item_id)
    if other is None or is_immobile(state, other):
        return True
    return not is_immobile(state, ship) and other.base.area >= ship.base.area


# --- Planets ---

WEST, EAST, SOUTH, NORTH = 270, 90, 180, 0
"""Headings away from the table, in the order of `edge_distances`."""
THOUSANDTHS = 1000
PARALLEL = 1e-9
"""A ship with a smaller cosine moves along the edge and never reaches it."""


def planets(state: State) -> list[Terrain]:
    """Return the planets at the edges of the table."""
    book = rulebook(state)
    if not book.edges:
        return []
    return [piece for piece in state.terrain.values() if book.terrain[piece.kind].bars]


def ends(state: State, planet: Terrain) -> tuple[Point, Point]:
    """Return the two corners of the table at the ends of a planet's edge."""
    half = (state.width if planet.pose.heading in (NORTH, SOUTH) else state.height) / 2
    return planet.pose.to_table(-half, 0.0), planet.pose.to_table(half, 0.0)


def _inches_to_edge(model: Model, planet: Terrain) -> float:
    """Return the inches between a base and a planet's edge, negative if it is over it."""
    _, y = planet.pose.from_table(model.pose.x, model.pose.y)
    return -y - model.base.extents((model.pose.heading - planet.pose.heading) % FULL_TURN)[3]


class PlanetStop(NamedTuple):
    """Where a planet stops a ship that moves straight."""

    inches: float
    """In thousandths, rounded down."""
    planet: str


def stopped_by(state: State, ship: Model, back: bool = False) -> PlanetStop | None:
    """Return the nearest planet straight ahead of a ship (or behind it), None if there is none."""
    degrees = FULL_TURN // 2 if back else 0
    stops = []
    for planet in planets(state):
        cosine = COSINE[(ship.pose.heading + degrees - planet.pose.heading) % FULL_TURN]
        if cosine > PARALLEL:
            inches = max(0.0, _inches_to_edge(ship, planet)) / cosine
            stops.append(PlanetStop(floor(inches * THOUSANDTHS + TOLERANCE) / THOUSANDTHS, planet.id))
    return min(stops, default=None)


def planet_speed_bonus(state: State, ship: Model) -> int:
    """Return what planets add to the Speed of a ship that starts its move here (R32)."""
    kinds, bonus = rulebook(state).terrain, 0
    for planet in planets(state):
        corners = [ship.pose.from_table(x, y) for x, y in ends(state, planet)]
        if all(y >= abs(x) - TOLERANCE for x, y in corners):
            bonus += kinds[planet.kind].pulls
        elif all(-y >= abs(x) - TOLERANCE for x, y in corners):
            bonus -= kinds[planet.kind].holds
    return bonus


def refuse_crossing(state: State, model: Model, path: Sequence[Point], place: str) -> Refusal | None:
    """Return why a model with its formation may not fly along a path: it would cross a planet's edge (R23)."""
    for planet in planets(state):
        for x, y in path:
            model_there = model.at(Pose(x, y, model.pose.heading))
            if any(_inches_to_edge(member, planet) < -TOLERANCE for member in formation_members(state, model_there)):
                name = rulebook(state).terrain[planet.kind].name
                return Refusal(f"The path would cross the {name}.", place, (PointLine(*ends(state, planet)),))
    return None


def moved_off_planets(state: State, model: Model) -> Model:
    """Return the model moved straight off the planets whose edges it is over (R26)."""
    for planet in planets(state):
        inches_over = -_inches_to_edge(model, planet)
        if inches_over > TOLERANCE:
            x, y = planet.pose.from_table(model.pose.x, model.pose.y)
            model = model.at(Pose(*planet.pose.to_table(x, y - inches_over), model.pose.heading).rounded())
    return model


def may_leave_here(state: State, model: Model) -> bool:
    """Return whether the model is partly over an edge where it may leave the table."""
    planet_headings = {planet.pose.heading for planet in planets(state)}
    gaps = edge_distances(model.base, model.pose, state.width, state.height)
    return any(
        gap < -TOLERANCE and heading not in planet_headings
        for gap, heading in zip(gaps, (WEST, EAST, SOUTH, NORTH), strict=True)
    )


# --- Limits of a move ---

SLACK = 0.0005
"""Inches by which a path may exceed the rest, since answers are in thousandths. Shorter moves are none."""
LITTLE = 0.01
"""Inches by which offers stay below their limit. Shorter moves aren't offered."""


@frozen
class RemainingMovement:
    """The remaining movement of a model, in inches."""

    capital: bool
    min_move: float
    """Inches that a ship must still move forward before its activation may end, 0 if none."""
    forward: float
    """Inches that it may still move forward. For a squadron: fly."""
    reverse: float
    """Inches that it may still move straight back."""
    turns: int
    """Turns left."""
    needs_test: bool
    """Whether the first turn needs a skill test (Thrusters 0)."""
    pivot: bool
    """Whether it may make one free turn to any heading (Reorient)."""
    turns_end_move: bool
    """Whether a turn ends the move (Sluggish)."""
    barred: str = ""
    """The id of the planet that stops a ship ahead before its move is over, "" if none does."""


def fixed_limits(state: State, model: Model) -> MoveLimits:
    """Return the minimum, maximum, and turns of a model, as they are fixed at its first move or turn."""
    return _limits(state, model, _terrain_speed(state, model))


def _limits(state: State, model: Model, more: int) -> MoveLimits:
    """Return the limits of a model with some more Speed. A squadron has no minimum and no turns."""
    speed = ratings.speed(state, model, more=more)
    if not model.is_capital:
        return MoveLimits(0.0, float(speed), 0)
    thrusters = ratings.thrusters(state, model)
    minimum, maximum = float(speed - thrusters), float(speed + thrusters)
    for effect in effects_on(state, model, Effect.limits):
        minimum, maximum = effect.limits(state, model, minimum, maximum)
    return MoveLimits(minimum, maximum, ratings.turns(state, model))


def _terrain_speed(state: State, model: Model) -> int:
    """Return what planets, and moons below the whole formation (only one counts), add to the Speed of a model (R32)."""
    rules = rulebook(state)
    kinds, bonus = rules.terrain, planet_speed_bonus(state, model) if rules.edges and model.is_capital else 0
    for piece in state.terrain.values():
        if kinds[piece.kind].hastens:
            break
    else:
        return bonus
    return bonus + min(_moon_speed(state, member) for member in formation_members(state, model))


def _moon_speed(state: State, model: Model) -> int:
    kinds = rulebook(state).terrain
    below = [piece for piece in pieces_near(state, model.base, model.pose) if touches_piece(model, piece)]
    return max((kinds[piece.kind].hastens for piece in below), default=0)


def slowing(state: State, model: Model, act: Activation) -> int:
    """Return by how much terrain lowers the Speed of the active model. Only the largest value counts (R32).

    Before its first move, terrain that it or its formation overlaps counts too.
    """
    kinds, members = rulebook(state).terrain, formation_members(state, model)
    member_ids = [member.id for member in members]
    piece_ids = [
        meeting.piece for meeting in act.struck if meeting.model in member_ids and meeting.piece in state.terrain
    ]
    values = [kinds[state.terrain[piece_id].kind].slows for piece_id in piece_ids]
    if not act.moved:
        slowing_pieces = [piece for piece in state.terrain.values() if kinds[piece.kind].slows]
        values += [
            kinds[piece.kind].slows
            for piece in slowing_pieces
            if any(touches_piece(member, piece) for member in members)
        ]
    return max(values, default=0)


def _limits_now(state: State, model: Model, act: Activation) -> MoveLimits:
    """Return the fixed limits less what has slowed the model since. The maximum is at least 0."""
    fixed = act.limits or fixed_limits(state, model)
    slower = slowing(state, model, act) if rulebook(state).edges else 0
    if not slower:
        return fixed
    normal, slowed = _limits(state, model, 0), _limits(state, model, -slower)
    return MoveLimits(
        fixed.min_move - normal.min_move + slowed.min_move,
        max(0.0, fixed.max_move - normal.max_move + slowed.max_move),
        fixed.turns,
    )


def turns_end_move(state: State, ship: Model) -> bool:
    """Return whether the ship may no longer move after a turn."""
    return find_effect(state, ship, Sluggish) is not None


def remaining_movement(state: State, model: Model, act: Activation) -> RemainingMovement:
    """Return what the active model may still do of its movement."""
    if act.stopped or model.is_embarked or is_immobile(state, model) or (model.is_assaulting and not act.resolved):
        return RemainingMovement(model.is_capital, 0.0, 0.0, 0.0, 0, False, False, False)
    if not model.is_capital:
        maximum = _limits_now(state, model, act).max_move
        return RemainingMovement(False, 0.0, max(0.0, maximum - act.ran), 0.0, 0, False, False, False)
    minimum, maximum, turns = _limits_now(state, model, act)
    turn_is_last = turns_end_move(state, model)
    has_ended = turn_is_last and act.turned > 0
    forward = 0.0 if act.reversed or has_ended else max(0.0, maximum - act.ran)
    reverse = 0.0 if act.ran or has_ended or minimum >= 0 else max(0.0, -minimum - act.reversed)
    barred = ""
    if rulebook(state).edges:
        forward, barred = _limited_by(stopped_by(state, model), forward)
        reverse, _ = _limited_by(stopped_by(state, model, back=True), reverse)
    needs_test = turns == 0 and ratings.thrusters(state, model) == 0 and ratings.uncapped_turns(state, model) > 0
    allowed_turns = turns + act.granted.count(EXTRA_TURN) + (1 if needs_test and act.thrusters_test is not False else 0)
    allowed_turns = max(allowed_turns, 2) if TWO_TURNS in act.granted else allowed_turns
    return RemainingMovement(
        True, max(0.0, min(minimum - act.ran, forward)) if forward else 0.0, round(forward, 3), round(reverse, 3),
        max(0, allowed_turns - act.turned), needs_test and act.thrusters_test is None, FREE_TURN in act.granted,
        turn_is_last, barred,
    )  # fmt: skip


def _limited_by(stop: PlanetStop | None, inches: float) -> PlanetStop:
    """Return the inches up to a planet if it stops the ship earlier, else the inches with id "" (R27)."""
    return stop if stop is not None and stop.inches < inches else PlanetStop(inches, "")


def fix_limits(state: State, model: Model) -> None:
    """Fix minimum, maximum, and turns at the first move or turn (R20)."""
    act = state.activation
    if act is not None and act.limits is None:
        act.limits = fixed_limits(state, model)


def at_least_inches(inches: float) -> str:
    """Return a distance in tenths of an inch, rounded up: what must be moved, or is too long."""
    return f'{ceil(10 * inches - 0.01) / 10:.1f}"'


def path_length(model: Model, path: Sequence[Point]) -> float:
    """Return the inches of a squadron's path from its pose."""
    x, y, _ = model.pose
    total = 0.0
    for px, py in path:
        dx, dy = px - x, py - y
        total += length(dx, dy)
        x, y = px, py
    return total
