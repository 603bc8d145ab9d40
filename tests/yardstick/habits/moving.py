"""Where the ensign moves: a few dozen ends are tried, each judged by its shots, its exposure and the way on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from jovian.game import Model, State
from jovian.game.answers import Fly, Move, Turn
from jovian.rules.menu.next_order import NextOrder
from jovian.rules.placement.move_limits import RemainingMovement
from jovian.table import Pose, first_touch
from tests.yardstick.judgment.moves import outlook
from tests.yardstick.judgment.nearby import enemies
from tests.yardstick.judgment.objectives.aims import NONE, Aims
from tests.yardstick.judgment.objectives.goals import Goal
from tests.yardstick.judgment.places.hazards import Legs

TURNS = (0, 22, -22, 45, -45)
"""Turns that are tried before a ship moves."""
AFTER, AFTER_TURN = (0, 22, -22, 45, -45), (0, 45, -45)
"""Those after it has moved, and if it had turned before."""
SHARES = (0.0, 0.5, 1.0)
"""How far it goes, from the least to the most."""
RINGS = (2.6, 4.6, 7.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
AROUND = 8
"""How many places of a ring are tried."""
NEAREST = 4
"""How many enemies are looked around."""
BESIDE = 0.5
"""Inches from what it is after at which a ship stops."""
SHORT = 0.05
"""Inches that a flight to a goal stays short of what it may be."""
GAIN = 0.05
"""How much better an end must be than staying."""


Step = Move | Turn | Fly


class Way(NamedTuple):
    """A way that may be gone."""

    first: Step | None
    """The first answer, None to stay."""
    end: Pose
    legs: Legs


@dataclass(frozen=True, slots=True)
class Plan:
    """A next step of a move, None to stay, and what the shots from its end are worth."""

    answer: Step | None
    offense: float


def next_move(menu: NextOrder, aims: Aims = NONE) -> Plan | None:
    """The best plan from here; None if the model can no longer move."""
    envelope = menu.envelope()
    found = (_ship_ways if envelope.capital else _flights)(menu.state, menu.model, envelope, aims.goals)
    ways = [way for way in found if way.first is None or menu.judge(way.first) is None]
    if not ways or all(way.first is None for way in ways):
        return None
    plans = [(way.first, outlook(menu, way.end, way.legs, aims)) for way in ways]
    best = max(plans, key=lambda plan: plan[1].worth)
    stay = next((plan for plan in plans if plan[0] is None), None)
    answer, promise = stay if stay is not None and best[1].worth < stay[1].worth + GAIN else best
    return Plan(answer, promise.offense)


def _ship_ways(state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """Turn, move, turn again, as far as turns and inches allow."""
    start = ship.pose
    if envelope.least <= 0:
        yield Way(None, start, [])
    for first in TURNS if envelope.turns and not envelope.turns_end_move and not envelope.needs_test else (0,):
        turned = start.turned(first)
        for inches in (*_runs(envelope), *_stops(state, ship.at(turned), envelope, goals)):
            moved = turned.advanced(inches)
            left = envelope.turns - (1 if first else 0)
            again = left > 0 and not envelope.needs_test
            for last in _after(again, first):
                if first or inches > 0 or last:
                    yield Way(_first(first, inches, last), moved.turned(last), [(turned, moved)])
    if envelope.reverse > 0:
        back = start.advanced(-envelope.reverse)
        yield Way(Move(-envelope.reverse), back, [(start, back)])


def _runs(envelope: RemainingMovement) -> Iterator[float]:
    for share in SHARES if envelope.forward > 0 else (0.0,):
        yield round(envelope.least + share * (envelope.forward - envelope.least), 2)


def _stops(state: State, ship: Model, envelope: RemainingMovement, goals: tuple[Goal, ...]) -> Iterator[float]:
    """Inches straight ahead to where it comes beside what it is after."""
    end = ship.pose.advanced(envelope.forward + BESIDE)
    for goal in goals:
        other = state.models.get(goal.beside)
        if other is not None and envelope.forward > 0:
            dx, dy = end.x - ship.pose.x, end.y - ship.pose.y
            touch = first_touch(ship.base, ship.pose, dx, dy, other.base, other.pose)
            if touch is not None and envelope.least <= touch - BESIDE <= envelope.forward:
                yield round(touch - BESIDE, 2)


def _after(again: bool, first: int) -> tuple[int, ...]:
    """The turns that are tried at the end of a move."""
    if not again:
        return (0,)
    return AFTER_TURN if first else AFTER


def _first(first: int, inches: float, last: int) -> Step:
    if first:
        return Turn(first)
    return Move(inches) if inches > 0 else Turn(last)


def _flights(state: State, squadron: Model, envelope: RemainingMovement, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """Stay, or fly to rings around the nearest enemies, or straight toward them, or toward a goal."""
    start = squadron.pose
    yield Way(None, start, [])
    foes = sorted((start.distance_to(other.pose), other.id, other) for other in enemies(state, squadron))
    for apart, _, other in foes[:NEAREST]:
        for x, y in _goals(start, other.pose, apart, envelope.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if 0.6 < end.x < state.width - 0.6 and 0.6 < end.y < state.height - 0.6:
                yield Way(Fly(((end.x, end.y),)), end, [(start, end)])
    for goal in goals:
        way = Pose(goal.x, goal.y, start.heading)
        share = min(1.0, (envelope.forward - SHORT) / (start.distance_to(way) or 1.0))
        if share > 0:
            end = start.moved(share * (way.x - start.x), share * (way.y - start.y)).rounded()
            yield Way(Fly(((end.x, end.y),)), end, [(start, end)])


def _goals(start: Pose, enemy: Pose, apart: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if start.distance_to(side) <= reach:
                yield side.x, side.y
    if apart > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, apart - RINGS[0]))
            yield start.x + (enemy.x - start.x) / apart * step, start.y + (enemy.y - start.y) / apart * step
