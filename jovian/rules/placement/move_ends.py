"""Where a ship's move may end, and how it can still get there (v1.2.4 Movement > Overlapping, R24, R25).

This is the only place that decides where a ship's move may end. A ship may stop on a base in the middle of its move if
it can still end free with the turns and inches that it has. So every order checks whether a free end is left. The
search looks straight ahead or back first. If that fails, it tries one bend and a turn at the end: move, turn, move,
turn. More bends lead to no other ends, because the same legs in another order end at the same place. Every end that
the search returns has been checked exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple

from jovian.frozen import frozen
from jovian.game import Activation, Model, Refusal, State, Terrain
from jovian.game.activation import FREE_TURN
from jovian.game.answers import Move, Pivot, Turn
from jovian.game.decision import pointed_bases
from jovian.rules.basics.nearby import Around, all_on_way, pieces_maybe_within
from jovian.rules.placement.legal_places import format_names, ids_in_contact, ram_targets, unwanted_contacts
from jovian.rules.placement.move_limits import (
    LITTLE,
    SLACK,
    RemainingMovement,
    fixed_limits,
    hazards,
    is_blocking,
    moved_off_planets,
    remaining_movement,
    solid_parts,
    stopped_by,
)
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import (
    TOLERANCE,
    Placed,
    Pose,
    blocked_part,
    extends_off_table,
    first_touch_outline,
    length,
    part_on_table,
    turn_touches,
    within,
)
from jovian.table.polygons import COSINE, FULL_TURN, SINE

ENDING = "v1.2.4 Movement > Overlapping"
STEP = 0.25
"""Inches between the ends that are tried on a straight leg. Between two of them, the middle of a gap is tried."""
BEND_STEP, COARSE_BEND_STEP = 0.5, 1.0
"""Inches between the points at which a bend is tried, and those where a turn at the end follows it."""
ANGLE_STEP, COARSE_STEP = 5, 15
"""Degrees between the turns that are tried at the end of a straight leg, and those at a bend."""
HALF_TURN, ONE_TURN = 180, 45
"""Degrees."""
TRIES = 3
"""The number of routes dropped because their first order can't be continued, before the search gives up."""

Step = Move | Turn | Pivot
Route = tuple[Step, ...]
"""Orders that lead a ship to a free end, () if it may end here."""


# --- Orders that are refused ---


def refuse_stop(state: State, ship: Model, inches: float, limits: RemainingMovement | None = None) -> Refusal | None:
    """Refuse a part of a move after which the ship can only end on something, if it can still end free (R24)."""
    act = state.activation
    ship_there = ship.at(ship.pose.advanced(inches))
    touched = unwanted_contacts(state, ship_there)
    if act is None or (
        not touched and max(0.0, inches) >= (limits or remaining_movement(state, ship, act)).min_move - SLACK
    ):
        return None
    route = _lost_route(state, ship, act, Move(inches), touched)
    if route is None:
        return None
    if not touched:
        return _refuse_no_end(route)
    search = _Search(state, ship, limits or remaining_movement(state, ship, act))
    straight_ends = [] if len(route) > 1 else [end for end in search.straight() if (end > 0) == (inches > 0)]
    advice = describe_route((Move(straight_ends[-1]),) if straight_ends else route)
    message = f"{ship.name} would end on {format_names(state, touched)}. It can end free: {advice}."
    return Refusal(message, ENDING, pointed_bases(touched))


def refuse_turn(
    state: State, ship: Model, angle: int, free: bool = False, limits: RemainingMovement | None = None
) -> Refusal | None:
    """Refuse a turn after which the ship can only end on something, if it can still end free (R24)."""
    ship_turned, act = moved_off_planets(state, ship.at(ship.pose.turned(angle))), state.activation
    touched = unwanted_contacts(state, ship_turned)
    if act is None or (not touched and (limits or remaining_movement(state, ship, act)).min_move <= SLACK):
        return None
    route = _lost_route(state, ship, act, Pivot(angle) if free else Turn(angle), touched)
    if route is None:
        return None
    if not touched:
        return _refuse_no_end(route)
    message = f"{ship.name} would turn into {format_names(state, touched)}, with no free end left."
    return Refusal(message, ENDING, pointed_bases(touched))


def refuse_end(state: State, ship: Model) -> Refusal | None:
    """Refuse to end a ship's move on something, if it can still end free (R24)."""
    route = required_route(state, ship)
    if route is None:
        return None
    touched = unwanted_contacts(state, ship)
    message = (
        f"{ship.name} touches {format_names(state, touched)}. It must continue to a free end: {describe_route(route)}."
    )
    return Refusal(message, ENDING, pointed_bases(touched))


def required_route(state: State, ship: Model) -> Route | None:
    """Return the orders to a free end for a ship that moved onto something. None if it may end here."""
    act = state.activation
    if act is None or not act.moved or not ship.is_capital or not unwanted_contacts(state, ship):
        return None
    return free_route(state, ship, act)


def is_stuck(state: State, ship: Model) -> bool:
    """Return whether a ship that moved is on its ram target or can't get clear of a base. Acting ends its move."""
    act = state.activation
    if act is None or not act.moved or not ship.is_capital:
        return False
    touched = ids_in_contact(state, ship)
    return bool(touched) and (touched != unwanted_contacts(state, ship) or free_route(state, ship, act) is None)


def required_route_words(state: State, ship: Model, order: Step) -> str:
    """Describe how a ship must continue if an order leaves it on something, "" if it needn't."""
    act = state.activation
    if act is None or not ship.is_capital:
        return ""
    after = after_step(state, ship, act, order)
    route = free_route(state, *after) if unwanted_contacts(state, after.ship) else None
    return describe_route(route) if route else ""


def describe_route(route: Route) -> str:
    """Describe the orders that lead to a free end. () means the current place."""
    return ", ".join(describe_step(step, len(list(group))) for step, group in groupby(route)) or "where it is"


def describe_step(step: Step, times: int = 1) -> str:
    """Describe one order of a route, given a number of times in a row."""
    if isinstance(step, Move):
        return f'{round(abs(step.inches) * times, 2):g}" {"ahead" if step.inches > 0 else "back"}'
    turn = f"turn {'right' if step.degrees > 0 else 'left'} {abs(step.degrees)}°"
    return turn if times == 1 else f"{turn} {'twice' if times == 2 else f'{times} times'}"


def _refuse_no_end(route: Route) -> Refusal:
    return Refusal(
        f"From there, the ship could only end on something. It can end free: {describe_route(route)}.", ENDING
    )


def _lost_route(state: State, ship: Model, act: Activation, order: Step, touched: list[str]) -> Route | None:
    """Return a route to a free end that an order would make impossible. None if it doesn't, or if there is none.

    An end off the table, or behind terrain that strikes, also counts as an end where the ship touches nothing now. It
    doesn't count for a base that the ship stops on.
    """
    after = after_step(state, ship, act, order)
    if free_route(state, *after) is not None if touched else _may_end_anywhere(state, *after):
        return None
    return free_route(state, ship, act)


class After(NamedTuple):
    """A ship and its activation after an order."""

    ship: Model
    act: Activation


def after_step(state: State, ship: Model, act: Activation, order: Step) -> After:
    """Return the ship and its activation after an order that nothing interrupts."""
    after = act.copy()
    after.limits = act.limits or fixed_limits(state, ship)
    if isinstance(order, Move):
        ship_there = ship.at(ship.pose.advanced(order.inches).rounded())
        inches = length(ship_there.pose.x - ship.pose.x, ship_there.pose.y - ship.pose.y)
        if order.inches > 0:
            after.ran = round(act.ran + inches, 4)
        else:
            after.reversed = round(act.reversed + inches, 4)
        return After(ship_there, after)
    if isinstance(order, Pivot):
        after.granted = tuple(grant for grant in act.granted if grant != FREE_TURN)
    else:
        after.turned += 1
    return After(moved_off_planets(state, ship.at(ship.pose.turned(order.degrees))), after)


# --- Search for a free end ---


def free_parts(
    state: State, ship: Model, limits: RemainingMovement, degrees: Sequence[int]
) -> list[list[tuple[float, float]]]:
    """Return for each change of heading in place: the parts of the straight leg after it on which the ship may stop.

    The parts are pairs of inches, nearest first. Terrain that would strike on the way is ignored.
    """
    search = _Search(state, ship, limits)
    search.set_obstacles(pieces_maybe_within(state, ship.base, ship.pose, limits.forward))
    return [search.free_parts_after(turn) for turn in degrees]


def free_route(state: State, ship: Model, act: Activation) -> Route | None:
    """Return orders that lead a ship to a free end, () if it may end here, None if no free end is left (R24).

    Ends off the table don't count, nor those behind terrain that would strike, or after a turn that needs a test. The
    first order never leads to a place from where this function finds no route.
    """
    limits = remaining_movement(state, ship, act)
    if limits.min_move <= SLACK and not unwanted_contacts(state, ship):
        return ()
    for route in islice(_Search(state, ship, limits).routes(), TRIES):
        if len(route) == 1 or free_route(state, *after_step(state, ship, act, route[0])) is not None:
            return route
    return None


def _may_end_anywhere(state: State, ship: Model, act: Activation) -> bool:
    """Return whether a ship can end its move in contact with nothing, even off the table or struck by terrain."""
    routes = _Search(state, ship, remaining_movement(state, ship, act), anywhere=True).routes()
    return next(routes, None) is not None


@frozen
class _Bend:
    """A change of heading in place, by one or more turns or by the free turn of Reorient."""

    degrees: int
    turns: int
    """The number of turns it takes."""
    pivot: bool
    """Whether it uses the free turn."""

    @property
    def orders(self) -> Route:
        """The orders that make it."""
        if self.pivot:
            return (Pivot(self.degrees),)
        sign, size = (1 if self.degrees > 0 else -1), abs(self.degrees)
        parts = [min(ONE_TURN, size - degrees_done) for degrees_done in range(0, size, ONE_TURN)]
        return tuple(Turn(sign * part) for part in parts)


@lru_cache(maxsize=64)
def _bends(turns: int, pivot: bool, step: int) -> tuple[_Bend, ...]:
    """Return the changes of heading to try: the fewest turns first, then coarse angles, then the sharpest."""
    sizes = range(step, HALF_TURN + 1, step)
    bends = []
    for size in sorted(sizes, key=lambda size: (-(-size // ONE_TURN), size % COARSE_STEP != 0, -size)):
        needed = -(-size // ONE_TURN)
        if needed <= turns:
            bends += [_Bend(sign * size, needed, False) for sign in (1, -1)]
        elif pivot:
            bends += [_Bend(sign * size, 0, True) for sign in (1, -1)]
    return tuple(bends)


@frozen
class _Leg:
    """A straight leg of a move."""

    at: Pose
    sign: float
    """1 ahead, -1 back."""
    low: float
    """The minimum inches after which the move may end."""
    high: float
    """The maximum inches."""

    def after(self, inches: float) -> Pose:
        """Return the pose after some inches, as it is stored."""
        return self.at.advanced(self.sign * inches).rounded()


class _Search:
    """A search for free ends of a ship's move. With `anywhere`, ends off the table and behind terrain count too."""

    def __init__(self, state: State, ship: Model, limits: RemainingMovement, anywhere: bool = False) -> None:
        self.state, self.ship, self.limits, self.anywhere = state, ship, limits, anywhere
        self.turns = 0 if limits.needs_test else limits.turns
        """Turns that it can make without a test."""
        self.edges = rulebook(state).edges
        self.blocks: list[tuple[Placed, float]] = []
        """Shapes on which it may not end, with the gap in inches below which it is on them."""
        self.dangers: list[Terrain] = []
        """Terrain that would strike it."""

    def routes(self) -> Iterator[Route]:
        """Yield orders that lead to free ends: straight ahead or back first, then with turns."""
        for inches in self.straight():
            yield (Move(inches),)
        if self.turns or self.limits.pivot:
            max_inches = max(self.limits.forward, self.limits.reverse)
            self.set_obstacles(pieces_maybe_within(self.state, self.ship.base, self.ship.pose, max_inches))
            yield from self._routes_with_turns()

    def straight(self) -> Iterator[float]:
        """Yield the inches ahead, then back (negative), after which the ship is free."""
        for leg in self._legs():
            end = leg.at.advanced(leg.sign * leg.high)
            self.set_obstacles(all_on_way(self.state, self.ship.base, leg.at, end.x - leg.at.x, end.y - leg.at.y))
            if self.anywhere and not self.blocks:
                yield leg.sign * leg.high
            for inches in self._ends(leg):
                yield leg.sign * inches

    def _routes_with_turns(self) -> Iterator[Route]:
        if self.limits.min_move <= SLACK:
            for bend in _bends(self.turns, self.limits.pivot, ANGLE_STEP):
                pose = self._pose_after_bend(self.ship.pose, bend)
                if pose is not None and self._is_free(pose):
                    yield bend.orders
        may_bend = not self.limits.turns_end_move
        for leg in self._legs():
            points = [step * BEND_STEP for step in range(int(leg.high / BEND_STEP) + 1)] if may_bend else []
            yield from self._bend_routes(leg, points[:1])
            yield from self._end_turn_routes(leg, (), self.turns, self.limits.pivot, ANGLE_STEP)
            yield from self._bend_routes(leg, points[1:])
            yield from self._bend_routes(leg, points[:: round(COARSE_BEND_STEP / BEND_STEP)], twice=True)

    def _legs(self) -> list[_Leg]:
        """Return the rest of the move straight ahead and back."""
        limits, legs = self.limits, []
        if limits.forward >= LITTLE:
            legs.append(_Leg(self.ship.pose, 1.0, limits.min_move, limits.forward))
        if limits.reverse >= LITTLE and limits.min_move <= SLACK:
            legs.append(_Leg(self.ship.pose, -1.0, 0.0, limits.reverse))
        return legs

    def _bend_routes(self, leg: _Leg, points: Sequence[float], twice: bool = False) -> Iterator[Route]:
        """Yield routes with a bend after some inches and a straight leg, `twice` with a turn at the end too."""
        for inches_before in points:
            bend_pose = leg.after(inches_before)
            if inches_before and self._is_struck(leg.at, bend_pose):
                return
            orders_before: Route = (Move(leg.sign * inches_before),) if inches_before else ()
            for bend in _bends(self.turns, self.limits.pivot, COARSE_STEP):
                pose = self._pose_after_bend(bend_pose, bend)
                if pose is None:
                    continue
                rest = _Leg(
                    pose,
                    leg.sign,
                    max(0.0, leg.low - inches_before),
                    self._inches_to_planet(pose, leg.sign, leg.high - inches_before),
                )
                if twice:
                    remaining = self.turns - bend.turns, self.limits.pivot and not bend.pivot
                    yield from self._end_turn_routes(rest, orders_before + bend.orders, *remaining, COARSE_STEP)
                    continue
                for inches in self._ends(rest):
                    yield (*orders_before, *bend.orders, Move(leg.sign * inches))

    def _end_turn_routes(self, leg: _Leg, orders_before: Route, turns: int, pivot: bool, step: int) -> Iterator[Route]:
        """Yield routes of a straight leg with a turn at its end."""
        for bend in _bends(turns, pivot, step):
            for inches in self._ends(leg, bend.degrees):
                if self._pose_after_bend(leg.after(inches), bend) is not None:
                    yield (*orders_before, Move(leg.sign * inches), *bend.orders)

    def set_obstacles(self, nearby: Around) -> None:
        """Set the shapes and terrain near the ship that count as obstacles."""
        ship, state = self.ship, self.state
        targets = ram_targets(state, ship) if self.anywhere else ()
        models = [model for model in nearby.models if is_blocking(model, ship) and model.id not in targets]
        self.blocks = [((model.base, model.pose), TOLERANCE) for model in models]
        self.blocks += [(part.placed, -TOLERANCE) for part in solid_parts(state, ship, nearby.pieces)]
        self.dangers = [] if self.anywhere else hazards(state, ship, nearby.pieces)

    def _ends(self, leg: _Leg, degrees: int = 0) -> Iterator[float]:
        """Yield lengths of a leg after which the ship is free, once it has turned there by some degrees."""
        high = self._inches_until_struck(leg)
        if high < leg.low or high < LITTLE:
            return
        heading = (leg.at.heading + degrees) % FULL_TURN
        steps = _steps(leg.low, high)
        for first, last in self._free_parts(leg, high, heading):
            lengths = [inches for inches in steps if first <= inches <= last]
            if not lengths and last - first > LITTLE:
                lengths = [round((max(first, leg.low) + last) / 2, 3)]
            for inches in lengths:
                x, y, _ = leg.after(inches)
                if inches >= LITTLE and self._is_free(Pose(x, y, heading)):
                    yield inches

    def free_parts_after(self, degrees: int) -> list[tuple[float, float]]:
        """Return the free parts of the leg ahead after a change of heading in place."""
        pose = self.ship.pose.turned(degrees)
        high = self._inches_to_planet(pose, 1.0, self.limits.forward)
        leg = _Leg(pose, 1.0, self.limits.min_move, high)
        return self._free_parts(leg, high, pose.heading) if high >= max(leg.low, LITTLE) else []

    def _free_parts(self, leg: _Leg, high: float, heading: int) -> list[tuple[float, float]]:
        """Return the parts of a leg, in inches, on which a base with that heading touches nothing."""
        base, start, end = self.ship.base, leg.at[:2], leg.at.advanced(leg.sign * high)[:2]
        first, last = leg.low, high
        if not self.anywhere:
            part = part_on_table(base, heading, start, end, self.state.width, self.state.height)
            if part is None:
                return []
            first, last = max(first, part[0] * high), min(last, part[1] * high)
        shares = (self._blocked_share(leg, high, heading, placed, gap) for placed, gap in self.blocks)
        gaps = []
        for low, up in sorted(part for part in shares if part is not None):
            if low * high > first:
                gaps.append((first, min(low * high, last)))
            first = max(first, up * high)
        return [gap for gap in [*gaps, (first, last)] if gap[0] <= gap[1]]

    def _blocked_share(
        self, leg: _Leg, high: float, heading: int, placed: Placed, gap: float
    ) -> tuple[float, float] | None:
        """Return the share of a leg on which the base touches a shape, None if it passes clear."""
        shape, pose = placed
        sine, cosine = SINE[leg.at.heading] * leg.sign, COSINE[leg.at.heading] * leg.sign
        dx, dy, reach = pose.x - leg.at.x, pose.y - leg.at.y, self.ship.base.reach + shape.reach + TOLERANCE
        across, along = dx * cosine - dy * sine, dx * sine + dy * cosine
        if abs(across) > reach or not -reach <= along <= high + reach:
            return None
        end = leg.at.advanced(leg.sign * high)
        return blocked_part(self.ship.base, heading, leg.at[:2], end[:2], placed, gap)

    def _is_free(self, pose: Pose) -> bool:
        """Return whether the ship may end its move at a pose."""
        base = self.ship.base
        if not self.anywhere and extends_off_table(base, pose, self.state.width, self.state.height):
            return False
        return not any(within(base, pose, *placed, gap - TOLERANCE) for placed, gap in self.blocks)

    def _pose_after_bend(self, pose: Pose, bend: _Bend) -> Pose | None:
        """Return the pose after a bend, None if terrain would strike or a planet blocks it."""
        after = pose.turned(bend.degrees)
        if self.edges and moved_off_planets(self.state, self.ship.at(after)).pose != after:
            return None
        for piece in self.dangers:
            if not self._is_inside(pose, piece) and any(
                turn_touches(self.ship.base, pose, bend.degrees, part, piece.pose) for part in piece.outline
            ):
                return None
        return after

    def _is_inside(self, pose: Pose, piece: Terrain) -> bool:
        return any(within(self.ship.base, pose, part, piece.pose, 0.0) for part in piece.outline)

    def _is_struck(self, start: Pose, end: Pose) -> bool:
        """Return whether terrain would strike on a straight leg."""
        dx, dy = end.x - start.x, end.y - start.y
        return any(
            first_touch_outline(self.ship.base, start, dx, dy, piece.outline, piece.pose) is not None
            for piece in self.dangers
        )

    def _inches_until_struck(self, leg: _Leg) -> float:
        """Return the inches of a leg before terrain strikes."""
        end = leg.at.advanced(leg.sign * leg.high)
        dx, dy, high = end.x - leg.at.x, end.y - leg.at.y, leg.high
        for piece in self.dangers:
            touch = first_touch_outline(self.ship.base, leg.at, dx, dy, piece.outline, piece.pose)
            if touch is not None:
                high = min(high, touch - 2 * TOLERANCE)
        return high

    def _inches_to_planet(self, at: Pose, sign: float, inches: float) -> float:
        """Return the inches before a planet stops the ship, at most `inches`."""
        stop = stopped_by(self.state, self.ship.at(at), back=sign < 0) if self.edges else None
        return inches if stop is None else min(inches, stop.inches)


def _steps(low: float, high: float) -> list[float]:
    """Return the lengths that are tried between two limits, both included, in thousandths."""
    steps = [round(low, 3)] if low > 0 else []
    steps += [inches for step in range(1, int(high / STEP) + 1) if (inches := step * STEP) > low]
    return [*steps, round(high, 3)] if high > 0 and (not steps or steps[-1] < high) else steps
