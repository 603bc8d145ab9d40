"""The ways of a ship: a turn, a move ahead, a turn again; or straight back."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.game.answers import Move, Turn
from jovian.players.judgment.objectives.goals import Goal
from jovian.players.moves.way import Step, Way
from jovian.rules.places.limits import Envelope
from jovian.table import first_touch

TURNS = (0, 22, -22, 45, -45)
"""Turns that are tried before a ship moves."""
AFTER, AFTER_TURN = (0, 22, -22, 45, -45), (0, 45, -45)
"""Those after it has moved, and if it had turned before."""
SHARES = (0.0, 0.5, 1.0)
"""How far it goes, from the least to the most."""
BESIDE = 0.5
"""Inches from what it is after at which a ship stops."""


def runs(state: State, ship: Model, envelope: Envelope, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """Turn, move, turn again, as far as turns and inches allow."""
    start = ship.pose
    if envelope.least <= 0:
        yield Way((), start, [])
    for first in TURNS if envelope.turns and not envelope.turns_end_move and not envelope.needs_test else (0,):
        turned = start.turned(first)
        for inches in (*_lengths(envelope), *_stops(state, ship.at(turned), envelope, goals)):
            moved = turned.advanced(inches)
            left = envelope.turns - (1 if first else 0)
            again = left > 0 and not envelope.needs_test
            for last in _after(again, first):
                if first or inches > 0 or last:
                    yield Way(_steps(first, inches, last), moved.turned(last), [(turned, moved)])
    if envelope.reverse > 0:
        back = start.advanced(-envelope.reverse)
        yield Way((Move(-envelope.reverse),), back, [(start, back)])


def _lengths(envelope: Envelope) -> Iterator[float]:
    for share in SHARES if envelope.forward > 0 else (0.0,):
        yield round(envelope.least + share * (envelope.forward - envelope.least), 2)


def _stops(state: State, ship: Model, envelope: Envelope, goals: tuple[Goal, ...]) -> Iterator[float]:
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


def _steps(first: int, inches: float, last: int) -> tuple[Step, ...]:
    before: tuple[Step, ...] = (Turn(first),) if first else ()
    ahead: tuple[Step, ...] = (Move(inches),) if inches > 0 else ()
    after: tuple[Step, ...] = (Turn(last),) if last else ()
    return before + ahead + after
