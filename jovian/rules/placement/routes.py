"""Routes of a ship to a place on the table, and the places that it can reach (v1.2.4 Movement, R20-R22, R24).

A route is a list of turns and straight moves with the fewest turns, made as early as possible, or as late as possible.
It says nothing about what stands in the way: each of its orders is checked like any other order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import atan2, ceil, degrees, floor, radians, sin, sqrt, tan
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import Answer, Model, State
from jovian.game.answers import Fly, Move, Pivot, Point, Turn
from jovian.rules.basics.nearby import models_maybe_within, pieces_near
from jovian.rules.placement.legal_places import unwanted_contacts
from jovian.rules.placement.move_ends import ONE_TURN, Route, after_step, free_parts, refuse_turn
from jovian.rules.placement.move_limits import LITTLE, RemainingMovement
from jovian.table import Pose, Shape

EARLY_STEP, FINE_STEP = 0.25, 0.05
"""Inches to which the length of a move is rounded, and the finer step."""
NEAR_END = 0.1
"""Inches before the longest move that count as the longest move."""


# --- Routes ---

Maneuver = Move | Turn | Pivot | Fly
"""The answers that move a model."""


def routes_to(ship: Model, limits: RemainingMovement, point: Point, *, is_late: bool = False) -> list[Route]:
    """Return the routes to the places nearest to a point, best first, [] if the ship can't move toward it.

    A point within the width of the base is straight ahead or astern, or else it takes a slight turn. `is_late` turns as
    late as possible.
    """
    across, ahead = ship.pose.from_table(*point)
    bearing, inches = degrees(atan2(across, ahead)), sqrt(across * across + ahead * ahead)
    may_bend = limits.forward >= LITTLE and not limits.turns_end_move and (limits.turns > 0 or limits.pivot)
    is_beside = abs(across) > ship.base.width / 2
    may_face_it = limits.pivot or abs(bearing) <= ONE_TURN * limits.turns
    is_beyond = -ahead > max(ship.base.length / 2, limits.reverse + ship.base.width / 2)
    is_astern = is_beyond and may_face_it
    routes = [] if may_bend and (is_beside or is_astern) else [_straight(limits, ahead, is_late)]
    if may_bend and (is_beside or is_astern or ahead > 0):
        if is_late and is_beside and limits.turns:
            routes.append(_late(limits, across, ahead))
        for angle in sorted((floor(bearing), ceil(bearing)), key=lambda angle: abs(angle - bearing)):
            turns = turns_in_place(limits, angle)
            routes += [(*turns, *_ahead(limits, inches, FINE_STEP))] if turns else []
    return [route for route in routes if route]


def turns_in_place(limits: RemainingMovement, angle: int) -> Route:
    """Return the turns in place by some degrees, as far as the ship may turn. A free turn is kept if others do."""
    size, sign = abs(angle), 1 if angle > 0 else -1
    if not size:
        return ()
    if limits.pivot and size > ONE_TURN * limits.turns:
        return (Pivot(angle),)
    size = min(size, ONE_TURN * limits.turns)
    count = ceil(size / ONE_TURN)
    return tuple(Turn(sign * min(ONE_TURN, size - number * ONE_TURN)) for number in range(count))


def _straight(limits: RemainingMovement, ahead: float, is_fine: bool) -> Route:
    """Return a move ahead or astern by about some inches, () for none."""
    step = FINE_STEP if is_fine else EARLY_STEP
    if ahead < 0 and limits.reverse > 0:
        inches = min(round(round(-ahead / step) * step, 3), limits.reverse)
        return (Move(-inches),) if inches else ()
    return _ahead(limits, ahead, step)


def _ahead(limits: RemainingMovement, inches: float, step: float) -> Route:
    """Return the move ahead that is nearest to some inches and long enough, () if there is none."""
    length = max(round(round(inches / step) * step, 3), round(limits.min_move, 3))
    length = limits.forward if length > limits.forward - NEAR_END else length
    return (Move(length),) if inches > 0 and length > 0 else ()


def _late(limits: RemainingMovement, across: float, ahead: float) -> Route:
    """Return a route with one turn as late as its length allows, () if none leads to the point."""
    size = min(ONE_TURN, floor(2 * degrees(atan2(limits.forward - ahead, abs(across)))))
    if size < 1 or ahead < abs(across) / tan(radians(size)):
        return ()
    before, after = ahead - abs(across) / tan(radians(size)), abs(across) / sin(radians(size))
    first = round(round(before / FINE_STEP) * FINE_STEP, 3)
    second = round(min(max(after, limits.min_move - first), limits.forward - first), 3)
    turn = Turn(size if across > 0 else -size)
    return (*((Move(first),) if first > 0 else ()), turn, *((Move(second),) if second > 0 else ()))


def pose_after(pose: Pose, orders: Sequence[Answer]) -> Pose:
    """Return where orders lead that nothing stops."""
    for order in orders:
        match order:
            case Move(inches):
                pose = pose.advanced(inches)
            case Turn(angle) | Pivot(angle):
                pose = pose.turned(angle)
            case Fly(path):
                pose = Pose(*path[-1], pose.heading)
    return pose


def suppose_route(state: State, ship: Model, route: Route) -> State:
    """Return the state after orders of the active ship that nothing interrupts."""
    for order in route:
        act = state.activation
        assert act is not None
        ship, act = after_step(state, ship, act, order)
        state = state.supposed([ship])
        state.activation = act
    return state


# --- Reach ---


@frozen
class ReachArea:
    """Places at which a ship may stop."""

    turns: int
    """The fewest turns that lead there."""
    outline: tuple[Point, ...]


def reach_areas(state: State, ship: Model, limits: RemainingMovement) -> tuple[ReachArea, ...]:
    """Return the areas in which the center of the active ship may stop if it turns first and then moves ahead.

    Places on obstacles and off the table are left out, and those after a turn that is refused on the way.
    """
    if limits.forward < LITTLE or limits.turns_end_move:
        return ()
    most = 180 if limits.pivot else min(180, ONE_TURN * limits.turns)
    angles = range(-most, most + 1)
    parts = dict(zip(angles, free_parts(state, ship, limits, angles), strict=True))
    refused = _refused_turns(state, ship, [angle for angle in angles if parts[angle]], is_free=limits.pivot)
    spokes = [[Stretch(angle, *part) for part in parts[angle] if angle not in refused] for angle in angles]
    return tuple(area for level in _levels(angles, spokes) for area in _joined(ship.pose, *level))


def _refused_turns(state: State, ship: Model, angles: Sequence[int], *, is_free: bool) -> set[int]:
    """Return the degrees that a ship can't turn where it is, because it would touch something for good (R24).

    `is_free`: by the free turn of Reorient, else by turns of at most 45 degrees, each of which may be refused.
    """
    around, refused = Shape.circle(ship.base.reach), set[int]()
    others = [model for model in models_maybe_within(state, around, ship.pose) if model.id != ship.id]
    if not others and not pieces_near(state, around, ship.pose):
        return refused
    most = max(map(abs, angles), default=0)
    one = most if is_free else ONE_TURN
    for sign in (1, -1):
        before, there = state, ship
        for done in range(0, most, one):
            for size in range(1, min(one, most - done) + 1):
                if size < one and sign * (done + size) not in angles:
                    continue
                turned = there.at(there.pose.turned(sign * size))
                if unwanted_contacts(before, turned) and refuse_turn(before, there, sign * size, is_free) is not None:
                    refused.add(sign * (done + size))
            if sign * (done + one) in refused:
                refused.update(sign * size for size in range(done + one, most + 1))
                break
            before = suppose_route(before, there, (Turn(sign * one),)) if done + one < most else before
            there = before.models[ship.id]
    return refused


class Stretch(NamedTuple):
    """A part of a straight leg on which a ship may stop, after a turn by some degrees."""

    angle: int
    low: float
    high: float

    def meets(self, other: Stretch) -> bool:
        """Return whether both have a length in common."""
        return self.low < other.high and other.low < self.high


def _levels(angles: Sequence[int], spokes: Sequence[list[Stretch]]) -> Iterator[tuple[int, Sequence[list[Stretch]]]]:
    """Yield neighboring spokes between which a place takes the same number of turns, with that number."""

    def turns(number: int) -> int:
        return max(1, ceil(max(abs(angles[number]), abs(angles[number + 1])) / ONE_TURN))

    for count, numbers in groupby(range(len(angles) - 1), turns):
        first, *others = numbers
        yield count, spokes[first : first + len(others) + 2]


def _joined(pose: Pose, turns: int, spokes: Sequence[list[Stretch]]) -> Iterator[ReachArea]:
    """Yield areas between neighboring spokes. An area ends where stretches split or join."""
    open_strips: list[list[Stretch]] = [[stretch] for stretch in spokes[0]]
    for spoke in spokes[1:]:
        strips = []
        for stretch in spoke:
            before = [strip for strip in open_strips if strip[-1].meets(stretch)]
            after = [other for strip in before for other in spoke if strip[-1].meets(other)]
            if len(before) == 1 and len(after) == 1:
                strips.append([*before[0], stretch])
                open_strips.remove(before[0])
                continue
            for strip in before:
                last = strip[-1]
                shared = Stretch(last.angle, max(last.low, stretch.low), min(last.high, stretch.high))
                yield _area(pose, turns, [shared, stretch])
            strips.append([stretch])
        yield from (_area(pose, turns, strip) for strip in open_strips if len(strip) > 1)
        open_strips = strips
    yield from (_area(pose, turns, strip) for strip in open_strips if len(strip) > 1)


def _area(pose: Pose, turns: int, strip: Sequence[Stretch]) -> ReachArea:
    """Return the area of neighboring stretches."""
    far = [_place(pose, stretch.angle, stretch.high) for stretch in strip]
    near = [_place(pose, stretch.angle, stretch.low) for stretch in reversed(strip)]
    return ReachArea(turns, (*far, *near))


def _place(pose: Pose, angle: int, inches: float) -> Point:
    return pose.turned(angle).advanced(inches)[:2]
