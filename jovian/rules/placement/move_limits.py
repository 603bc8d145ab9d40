"""Where a model may not be: obstacles, edges, and the limits of a move."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import floor
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import Activation, Limits, Meeting, Model, Refusal, State, Terrain
from jovian.game.answers import Point
from jovian.game.decision import PointLine
from jovian.game.state import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.nearby import pieces_maybe_within, pieces_near
from jovian.rules.rulebook.active_effects import effects_on, says_yes
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shots import ratings
from jovian.rules.shots.shot import touches_piece
from jovian.table import TOLERANCE, Placed, Pose, Shape, edge_distances, length, nearest_free_about
from jovian.table.shapes import COSINE, FULL_TURN

# --- obstacles ---
# What stands in a model's way: bases, solid terrain, what it avoids or is struck by (R24, R25, R29, R30, R32).

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
    models, pieces = pieces_maybe_within(state, model.base, model.pose, inches)
    found = [(other.base, other.pose) for other in models if hinders(other, model)]
    return found + [each.placed for each in solid_parts(state, model, pieces)]


def free_place(state: State, model: Model, also: Sequence[Placed] = (), inches: float | None = None) -> Pose | None:
    """The nearest place to a model, at most so many inches away, where it stands on nothing, nor on these."""

    def about(reach: float) -> list[Placed]:
        return [*in_the_way(state, model, reach), *also]

    return nearest_free_about(model.base, model.pose, about, state.width, state.height, inches)


def taken(state: State, model: Model, host: Placed, but: Collection[str]) -> list[Placed]:
    """What may be in the way of a model in contact with a base: all other bases, and solid terrain, but some."""
    models, pieces = pieces_maybe_within(state, *host, 2 * model.base.reach + ROOM)
    found = [(other.base, other.pose) for other in models if other.id not in but]
    return found + [each.placed for each in solid_parts(state, model, pieces) if each.ident not in but]


def is_immobile(state: State, model: Model) -> bool:
    """Does it never move by itself?"""
    return says_yes(state, model, Effect.moored)


def firm(state: State, model: Model) -> bool:
    """Does it keep its place when a ship is put there? Squadrons make room, what is moored does not (R25)."""
    return model.capital or is_immobile(state, model)


def outweighs(state: State, ident: str, ship: Model) -> bool:
    """Is the ship put elsewhere when it has moved onto that: terrain, what is moored, or no smaller base (R25)?"""
    other = state.models.get(ident)
    if other is None or is_immobile(state, other):
        return True
    return not is_immobile(state, ship) and other.base.area >= ship.base.area


# --- edges ---
# Planets at the edges of the table: nothing passes them, and they bend the Speed of ships (R23, R26, R27, R32).
#
# A planet is a piece beyond the table whose pose is the middle of its edge, heading away from the table.

WEST, EAST, SOUTH, NORTH = 270, 90, 180, 0
"""Headings away from the table, in the order in which the distances of its edges are told."""
THOUSANDTHS = 1000
STRAIGHT_ON = 1e-9
"""Cosines below this are those of a way along an edge."""


def planets(state: State) -> list[Terrain]:
    """The planets at the edges of the table."""
    book = rulebook(state)
    if not book.edges:
        return []
    return [piece for piece in state.terrain.values() if book.terrain[piece.kind].bars]


def ends(state: State, planet: Terrain) -> tuple[Point, Point]:
    """The two corners of the table between which a planet's edge lies."""
    half = (state.width if planet.pose.heading in (NORTH, SOUTH) else state.height) / 2
    return planet.pose.to_table(-half, 0.0), planet.pose.to_table(half, 0.0)


def room_before(model: Model, planet: Terrain) -> float:
    """Inches between a base and a planet's edge, negative where it sticks over."""
    _, y = planet.pose.from_table(model.pose.x, model.pose.y)
    return -y - model.base.extents((model.pose.heading - planet.pose.heading) % FULL_TURN)[3]


class Stop(NamedTuple):
    """Where a planet stops a ship that goes straight on."""

    inches: float
    """In whole thousandths."""
    planet: str


def stopped_by(state: State, ship: Model, back: bool = False) -> Stop | None:
    """The nearest planet straight ahead of a ship (or behind it), None without one."""
    turned = FULL_TURN // 2 if back else 0
    found = []
    for planet in planets(state):
        toward = COSINE[(ship.pose.heading + turned - planet.pose.heading) % FULL_TURN]
        if toward > STRAIGHT_ON:
            inches = max(0.0, room_before(ship, planet)) / toward
            found.append(Stop(floor(inches * THOUSANDTHS + TOLERANCE) / THOUSANDTHS, planet.id))
    return min(found, default=None)


def pull(state: State, ship: Model) -> int:
    """What planets add to the Speed of a ship that begins its movement where it stands (R32)."""
    kinds, more = rulebook(state).terrain, 0
    for planet in planets(state):
        spots = [ship.pose.from_table(x, y) for x, y in ends(state, planet)]
        if all(y >= abs(x) - TOLERANCE for x, y in spots):
            more += kinds[planet.kind].pulls
        elif all(-y >= abs(x) - TOLERANCE for x, y in spots):
            more -= kinds[planet.kind].holds
    return more


def refuse_crossing(state: State, model: Model, path: Sequence[Point], place: str) -> Refusal | None:
    """Why a model, with its formation, may not fly along a path: it would come over the edge of a planet (R23)."""
    for planet in planets(state):
        for x, y in path:
            there = model.at(Pose(x, y, model.pose.heading))
            if any(room_before(each, planet) < -TOLERANCE for each in formation_members(state, there)):
                name = rulebook(state).terrain[planet.kind].name
                return Refusal(f"The path would cross the {name}.", place, (PointLine(*ends(state, planet)),))
    return None


def set_off(state: State, model: Model) -> Model:
    """A model where it stands once it no longer sticks over a planet's edge: straight away from that (R26)."""
    for planet in planets(state):
        over = -room_before(model, planet)
        if over > TOLERANCE:
            x, y = planet.pose.from_table(model.pose.x, model.pose.y)
            model = model.at(Pose(*planet.pose.to_table(x, y - over), model.pose.heading).rounded())
    return model


def leaves(state: State, model: Model) -> bool:
    """Does a model stand partly over an edge by which it may leave the table?"""
    held = {planet.pose.heading for planet in planets(state)}
    gaps = edge_distances(model.base, model.pose, state.width, state.height)
    return any(gap < -TOLERANCE and way not in held for gap, way in zip(gaps, (WEST, EAST, SOUTH, NORTH), strict=True))


# --- limits ---
# How far and how often a model may move now (v1.2.4 Movement, R20-R22).

SLACK = 0.0005
"""Inches by which a way may be longer than what is left, since answers are written in thousandths; less is no way."""
LITTLE = 0.01
"""Inches that nobody misses: what is offered stays so far below its limit, and a shorter way is not offered."""


@frozen
class RemainingMovement:
    """What is left of a model's movement. Inches."""

    capital: bool
    least: float
    """Inches that a ship must still move forward before its activation may end, 0 if none."""
    forward: float
    """Inches that it may still move forward (a squadron: fly)."""
    reverse: float
    """Inches that it may still move straight back."""
    turns: int
    """Turns left."""
    needs_test: bool
    """Does the first turn need a skill test (Thrusters 0)?"""
    pivot: bool
    """May it make one free turn to any heading (Reorient)?"""
    turns_end_move: bool
    """Does a turn end the move (Sluggish)?"""
    barred: str = ""
    """The id of the planet that stops a ship ahead before its move is over, "" if none does."""


def fixed_limits(state: State, model: Model) -> Limits:
    """Minimum, maximum and number of turns of a model, as they are fixed at its first move or turn."""
    return _limits(state, model, _given(state, model))


def _limits(state: State, model: Model, more: int) -> Limits:
    """The limits of a model with so much more Speed; a squadron has no least and no turns."""
    speed = ratings.speed(state, model, more=more)
    if not model.capital:
        return Limits(0.0, float(speed), 0)
    thrusters = ratings.thrusters(state, model)
    least, most = float(speed - thrusters), float(speed + thrusters)
    for effect in effects_on(state, model, Effect.limits):
        least, most = effect.limits(state, model, least, most)
    return Limits(least, most, ratings.turns(state, model))


def _given(state: State, model: Model) -> int:
    """What a moon below the model adds to its Speed, only once, and what planets do to that of a ship (R32)."""
    book = rulebook(state)
    kinds, more = book.terrain, pull(state, model) if book.edges and model.capital else 0
    for piece in state.terrain.values():
        if kinds[piece.kind].hastens:
            break
    else:
        return more
    below = [piece for piece in pieces_near(state, model.base, model.pose) if touches_piece(model, piece)]
    return more + max((kinds[piece.kind].hastens for piece in below), default=0)


def slowing(state: State, model: Model, act: Activation) -> int:
    """How much lower the Speed of the active model is by the terrain that it moves in, once however many (R32).

    What has not moved yet is slowed by what it, or one of its formation, stands in: it cannot but touch that.
    """
    kinds, group = rulebook(state).terrain, formation_members(state, model)
    idents = [each.id for each in group]
    met = [meeting.piece for meeting in act.struck if meeting.model in idents and meeting.piece in state.terrain]
    found = [kinds[state.terrain[ident].kind].slows for ident in met]
    if not act.moved:
        air = [piece for piece in state.terrain.values() if kinds[piece.kind].slows]
        found += [kinds[piece.kind].slows for piece in air if any(touches_piece(each, piece) for each in group)]
    return max(found, default=0)


def _limits_now(state: State, model: Model, act: Activation) -> Limits:
    """The limits of a model's movement, as they were fixed and less what slows it since, never below 0 ahead."""
    fixed = act.limits or fixed_limits(state, model)
    slower = slowing(state, model, act) if rulebook(state).edges else 0
    if not slower:
        return fixed
    whole, less = _limits(state, model, 0), _limits(state, model, -slower)
    return Limits(fixed.least - whole.least + less.least, max(0.0, fixed.most - whole.most + less.most), fixed.turns)


def turns_end_move(state: State, ship: Model) -> bool:
    """May the ship no longer move once it has turned?"""
    return says_yes(state, ship, Effect.turns_end_move)


def remaining_movement(state: State, model: Model, act: Activation) -> RemainingMovement:
    """What the active model may still do of its movement."""
    if act.stopped or model.aboard or is_immobile(state, model) or (model.assaulting and not act.resolved):
        return RemainingMovement(model.capital, 0.0, 0.0, 0.0, 0, False, False, False)
    if not model.capital:
        most = _limits_now(state, model, act).most
        return RemainingMovement(False, 0.0, max(0.0, most - act.ran), 0.0, 0, False, False, False)
    least, most, turns = _limits_now(state, model, act)
    last = turns_end_move(state, model)
    done = last and act.turned > 0
    forward = 0.0 if act.reversed or done else max(0.0, most - act.ran)
    reverse = 0.0 if act.ran or done or least >= 0 else max(0.0, -least - act.reversed)
    barred = ""
    if rulebook(state).edges:
        forward, barred = _as_far_as(stopped_by(state, model), forward)
        reverse, _ = _as_far_as(stopped_by(state, model, back=True), reverse)
    needs_test = turns == 0 and ratings.thrusters(state, model) == 0 and ratings.uncapped_turns(state, model) > 0
    allowed = turns + act.granted.count(EXTRA_TURN) + (1 if needs_test and act.thrusters_test is not False else 0)
    allowed = max(allowed, 2) if TWO_TURNS in act.granted else allowed
    return RemainingMovement(
        True, max(0.0, min(least - act.ran, forward)) if forward else 0.0, round(forward, 3), round(reverse, 3),
        max(0, allowed - act.turned), needs_test and act.thrusters_test is None, FREE_TURN in act.granted, last, barred,
    )  # fmt: skip


def _as_far_as(stop: Stop | None, inches: float) -> Stop:
    """So many inches, or fewer where a planet stops the ship before; without one its id is "" (R27)."""
    return stop if stop is not None and stop.inches < inches else Stop(inches, "")


def fix_limits(state: State, model: Model) -> None:
    """Fix minimum, maximum and turns at the first move or turn (R20)."""
    act = state.activation
    if act is not None and act.limits is None:
        act.limits = fixed_limits(state, model)


def path_length(model: Model, path: Sequence[Point]) -> float:
    """Inches of a squadron's path from where it stands."""
    x, y, _ = model.pose
    total = 0.0
    for px, py in path:
        dx, dy = px - x, py - y
        total += length(dx, dy)
        x, y = px, py
    return total
