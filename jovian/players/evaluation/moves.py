"""The moves that a computer player considers, their value, and which model should act first.

`candidate_moves` yields the legal moves of the active model. `move_value` values one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.game.answers import Fly, Move, Pivot, Turn
from jovian.players.evaluation.goals import NONE, Aims, Goal, goal_value, ships_for_cargo
from jovian.players.evaluation.gunnery import Gunnery, fire_from
from jovian.players.evaluation.marines import boarding_cost, target_boarding_value
from jovian.players.evaluation.objectives import with_more_tokens, withdrawal_chance, withdrawal_value
from jovian.players.evaluation.places import (
    CLOSING,
    Legs,
    blast_risk,
    distance_between,
    enemies,
    movement_cost,
    nearest_enemy,
    pending_explosions,
    pose_value,
    with_real_end,
)
from jovian.rules.actions.any_model import Board, Withdraw, in_boarding_range
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.menu.samples import refuse_order
from jovian.rules.placement.attached import refuse_landing
from jovian.rules.placement.legal_places import ids_in_contact
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.rules.scenario.objects import token_from
from jovian.rules.shots import ratings
from jovian.rules.shots.ratings import fire_control_left
from jovian.table import Pose, first_touch

# --- Candidate moves ---

Step = Move | Turn | Pivot | Fly
"""One answer of a move."""


@frozen
class CandidateMove:
    """A move that a model may make."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    end: Pose
    legs: list[tuple[Pose, Pose]]
    """Its straight legs as pairs of start and end pose."""


# --- Moves of ships ---

TURNS = (0, 22, -22, 45, -45)
"""Turns in degrees that are tried before a ship moves."""
AFTER, AFTER_TURN = (0, 22, -22, 45, -45), (0, 45, -45)
"""Turns that are tried after the move, without and with a turn before it."""
PIVOTS = (67, -67, 90, -90, 135, -135, 180)
"""Free turns in degrees that are tried before or after the move."""
SHARES = (0.0, 0.5, 1.0)
"""Shares of the way from the minimum to the maximum distance."""
STOP_DISTANCE = 0.5
"""Inches from its target at which a ship stops."""


def ship_moves(
    state: State, ship: Model, movement: RemainingMovement, goals: tuple[Goal, ...] = ()
) -> Iterator[CandidateMove]:
    """Yield turns with a move and another turn, as far as the remaining movement allows, and the reverse move.

    Without Thrusters, a turn needs a skill test. A failed test costs nothing: the ship plans again, and can still make
    the best move without a turn. So the best move stays the best, whatever the chance of the test.
    """
    start = ship.pose
    if movement.min_move <= 0:
        yield CandidateMove((), start, [])
    for first in TURNS if movement.turns and not movement.turns_end_move else (0,):
        turned = start.turned(first)
        for inches in (*_lengths(movement), *_stops(state, ship.at(turned), movement, goals)):
            moved = turned.advanced(inches)
            for last in _final_turns(movement.turns > (first != 0), first):
                if first or inches > 0 or last:
                    yield CandidateMove(_steps(first, inches, last), moved.turned(last), [(turned, moved)])
    if movement.pivot:
        yield from _moves_with_pivot(start, movement)
    if movement.reverse > 0:
        back = start.advanced(-movement.reverse)
        yield CandidateMove((Move(-movement.reverse),), back, [(start, back)])


def _moves_with_pivot(start: Pose, movement: RemainingMovement) -> Iterator[CandidateMove]:
    """Yield straight moves with a free turn before or after them."""
    for angle in PIVOTS:
        for inches in _lengths(movement):
            ahead: tuple[Step, ...] = (Move(inches),) if inches > 0 else ()
            turned, moved = start.turned(angle), start.advanced(inches)
            turned_end = turned.advanced(inches)
            yield CandidateMove((Pivot(angle), *ahead), turned_end, [(turned, turned_end)])
            if ahead:
                yield CandidateMove((*ahead, Pivot(angle)), moved.turned(angle), [(start, moved)])


def _lengths(movement: RemainingMovement) -> Iterator[float]:
    for share in SHARES if movement.forward > 0 else (0.0,):
        yield round(movement.min_move + share * (movement.forward - movement.min_move), 2)


def _stops(state: State, ship: Model, movement: RemainingMovement, goals: tuple[Goal, ...]) -> Iterator[float]:
    """Yield the inches straight ahead to where a ship comes next to the target of a goal."""
    end = ship.pose.advanced(movement.forward + STOP_DISTANCE)
    for goal in goals:
        other = state.models.get(goal.target_id)
        if other is not None and movement.forward > 0:
            dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
            touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if touch is not None and movement.min_move <= touch - STOP_DISTANCE <= movement.forward:
                yield round(touch - STOP_DISTANCE, 2)


def _final_turns(again: bool, first: int) -> tuple[int, ...]:
    """Return the turns that are tried at the end of a move."""
    if not again:
        return (0,)
    return AFTER_TURN if first else AFTER


def _steps(first: int, inches: float, last: int) -> tuple[Step, ...]:
    before: tuple[Step, ...] = (Turn(first),) if first else ()
    ahead: tuple[Step, ...] = (Move(inches),) if inches > 0 else ()
    after: tuple[Step, ...] = (Turn(last),) if last else ()
    return before + ahead + after


# --- Moves of squadrons ---

RINGS = (2.6, 4.6, 7.5)
"""Radii in inches of the rings around an enemy's center."""
AROUND = 8
"""How many points of a ring are tried."""
NEAREST = 4
"""How many of the nearest enemies get rings."""
RIM = 0.6
"""Inches that a flight keeps away from the edges of the table."""
SHORT = 0.05
"""Inches that a flight to a goal stays below its maximum."""
MIN_FLIGHT = 0.25
"""The shortest flight in inches."""


def squadron_moves(
    state: State, squadron: Model, movement: RemainingMovement, goals: tuple[Goal, ...] = ()
) -> Iterator[CandidateMove]:
    """Yield staying, and flights to rings around the nearest enemies, straight toward them, and toward goals."""
    start = squadron.pose
    yield CandidateMove((), start, [])
    nearest = sorted((start.distance_to(other.pose), other.id, other) for other in enemies(state, squadron))
    for inches, _, other in nearest[:NEAREST]:
        for x, y in _ring_points(start, other.pose, inches, movement.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if is_inside(state, end) and start.distance_to(end) >= MIN_FLIGHT:
                yield _straight(start, end)
    for goal in goals:
        point = Pose(goal.x, goal.y, start.heading)
        inches = start.distance_to(point)
        share = min(1.0, (movement.forward - SHORT) / (inches or 1.0))
        if share > 0 and share * inches >= MIN_FLIGHT:
            yield _straight(start, start.moved(share * (point.x - start.x), share * (point.y - start.y)).rounded())


def is_inside(state: State, end: Pose) -> bool:
    """Return whether a flight that ends here keeps away from the edges of the table."""
    return RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM


def _straight(start: Pose, end: Pose) -> CandidateMove:
    return CandidateMove((Fly(((end.x, end.y),)),), end, [(start, end)])


def _ring_points(start: Pose, enemy: Pose, inches: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if start.distance_to(side) <= reach:
                yield side.x, side.y
    if inches > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, inches - RINGS[0]))
            yield start.x + (enemy.x - start.x) / inches * step, start.y + (enemy.y - start.y) / inches * step


# --- Moves of the active model ---


def candidate_moves(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[CandidateMove]:
    """Yield each useful move whose first answer is legal now, in an order that depends only on the state.

    Staying is included unless the model must move. `goals` are destinations besides the enemy. Later answers aren't
    checked, because the state may change during the move.
    """
    legal = Legality(menu)
    return (move for move in possible_moves(menu, goals) if legal.may_begin(move))


def possible_moves(menu: NextOrder, goals: tuple[Goal, ...] = ()) -> Iterator[CandidateMove]:
    """Yield the same moves without checking their first answers."""
    movement = menu.envelope()
    return (ship_moves if movement.capital else squadron_moves)(menu.state, menu.model, movement, goals)


class Legality:
    """The legality of the first answers of moves, each checked once when needed."""

    def __init__(self, menu: NextOrder) -> None:
        self._menu = menu
        self._legal: dict[Step, bool] = {}

    def may_begin(self, move: CandidateMove) -> bool:
        """Return whether a move may begin and can continue as far as is known now. Staying always may."""
        if not move.steps:
            return True
        first = move.steps[0]
        if first not in self._legal:
            self._legal[first] = self._menu.judge(first) is None
        return self._legal[first] and can_continue(self._menu.state, self._menu.model, move.steps)


def can_continue(state: State, model: Model, steps: Sequence[Step]) -> bool:
    """Return whether a model that makes the first of these legal steps won't have to undo it.

    A flight must end where the squadron may stay, because the rules only let it fly on from there. A ship that turns
    must be able to make the move after the turn.
    """
    match steps:
        case [Fly(path), *_]:
            x, y = path[-1]
            return refuse_landing(state, model.at(Pose(x, y, model.pose.heading))) is None
        case [Turn(angle) | Pivot(angle), Move() as move, *_]:
            return refuse_order(state, model.at(model.pose.turned(angle)), move) is None
    return True


# --- Values of moves ---

IN_THE_WAY = 8.0
"""TV that an end on another base is assumed to cost."""
HULL = 1.5
"""TV of a place on an enemy hull."""


@frozen
class MoveValue:
    """The value of a move in TV."""

    value: float
    offense: float
    """The part of the value that comes from shots at the end."""


@frozen
class EndValue:
    """The value of an end pose without the costs."""

    there: Model
    """The model at the end pose."""
    offense: float
    """TV of the shots from there."""
    gains: float
    """TV of shots, place, and goals."""
    max_value: float
    """The upper limit of the value in TV, whatever the path."""


def active_gunnery(menu: NextOrder, aims: Aims = NONE) -> Gunnery:
    """Return the weapons that the active model may still use."""
    return Gunnery(menu.state, menu.model, menu.free_mounts(), menu.act.used, aims.bonuses)


def move_value(menu: NextOrder, end: Pose, legs: Legs, aims: Aims = NONE, weapons: Gunnery | None = None) -> MoveValue:
    """Return the value of a move of the active model. For several ends, pass the result of `active_gunnery`."""
    return value_by_path(menu, end_value(menu, end, aims, weapons or active_gunnery(menu, aims)), legs, aims)


def end_value(menu: NextOrder, end: Pose, aims: Aims, weapons: Gunnery) -> EndValue:
    """Return the value of an end pose without any costs there or on the path."""
    state, there = menu.state, with_real_end(menu.state, menu.model.at(end))
    shots = weapons.attack_value(there, fire_control_left(state, there))
    gains = shots + pose_value(state, there, aims.escape) + goal_value(aims.goals, there) - boarding_cost(state, there)
    if _will_board(menu):
        ships = (state.models[ship_id] for ship_id in in_boarding_range(state, there))
        gains += max((target_boarding_value(state, there, ship) for ship in ships), default=0.0)
    return EndValue(there, shots, gains, gains + max(0.0, aims.escape))


def value_by_path(menu: NextOrder, end: EndValue, legs: Legs, aims: Aims) -> MoveValue:
    """Return the value of an end pose minus the costs of the path and of models there."""
    state, there = menu.state, end.there
    value = end.gains - movement_cost(state, menu.model, there.pose, legs)
    if ids_in_contact(state, there):
        value -= IN_THE_WAY
    if aims.escape and _can_withdraw(menu, there):
        value += aims.escape * withdrawal_chance(menu.state, there)
    return MoveValue(value, end.offense)


def _will_board(menu: NextOrder) -> bool:
    """Return whether the active model has declared a boarding that it hasn't resolved."""
    return menu.act.action == Board.name and not menu.act.resolved


def _can_withdraw(menu: NextOrder, there: Model) -> bool:
    """Return whether a model that has declared Withdraw could resolve it at an end pose."""
    waiting = menu.act.action == Withdraw.name and not menu.act.resolved
    return waiting and Withdraw().refuse_resolve(menu.state, there) is None


def free_move_value(view: State, model: Model, end: Pose, hull: bool) -> float:
    """Return the value in TV of a free move to an end pose, which may be on the hull of an enemy ship.

    The explosions that wait for the end of the move count (R70).
    """
    legs, there = [(model.pose, end)] if end != model.pose else [], model.at(end)
    cost = movement_cost(view, model, end, legs) + blast_risk(view, there, pending_explosions(view))
    return pose_value(view, there) - cost + (HULL if hull else 0.0)


# --- Launches ---


def launch_value(view: State, squadron: Model) -> float:
    """Return the TV of launching a squadron at its pose here: more, the nearer to an enemy.

    For a squadron that has found a token, the nearest useful ship counts instead of the enemy.
    """
    host = view.models.get(squadron.host)
    token = token_from(view, squadron, host) if host is not None else ""
    if token and (home := ships_for_cargo(view, with_more_tokens(squadron, token, 1))):
        return -CLOSING * distance_between(squadron, home[0][0])
    return -CLOSING * nearest_enemy(view, squadron)


# --- Urgency ---

ESCAPE = 1000.0
"""The urgency of a Crippled ship. It exceeds the value of all shots."""


def urgency(view: State, model: Model) -> float:
    """Return how urgent it is to activate a model: Crippled ships first, then by the value of shots or withdrawal."""
    if model.is_crippled:
        return ESCAPE
    return fire_from(view, model, ratings.fire_control(view, model)) + max(0.0, withdrawal_value(view, model))
