"""A game turn by turn, once it is over: the points at the end of each turn, and who was lost in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from jovian.game import DESTROYED, WITHDRAWN, Score, State
from jovian.game.events import LeftPlay, ShipCaptured
from jovian.match import Match
from jovian.rules.harm.boarded import Captured
from jovian.rules.sequence.scoring import standing

_HOW = (DESTROYED, WITHDRAWN)


class Loss(NamedTuple):
    """A model that left the battle, or changed hands."""

    side: int
    """Who had brought it."""
    name: str
    how: str


class TurnEnd(NamedTuple):
    """What stood when a turn was over."""

    turn: int
    scores: tuple[Score, Score]
    losses: tuple[Loss, ...]


def turns_of(match: Match) -> tuple[TurnEnd, ...]:
    """Every turn of a game that is over; the last by the count that decided it."""
    state = match.state
    first = min((entry.turn for entry in match.events if entry.turn), default=state.turn)
    ends = [*(_begun(match, turn + 1) for turn in range(first, state.turn)), None]
    return tuple(
        TurnEnd(turn, state.scores if end is None else standing(end).scores, _losses(match, state, turn))
        for turn, end in zip(range(first, state.turn + 1), ends, strict=True)
    )


def _begun(match: Match, turn: int) -> State:
    """The state at the first question of a turn: what the turn before it has left."""
    return match.fork_at(_first(len(match.journal), lambda n: match.fork_at(n).state.turn >= turn)).state


def _first(length: int, reached: Callable[[int], bool]) -> int:
    """The first number of answers after which something holds that never ends again, by halving."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle + 1, high)
    return low


def _losses(match: Match, state: State, turn: int) -> tuple[Loss, ...]:
    """Who was lost in a turn, in the order of the log; a squadron that withdrew aboard is told of with its ship."""
    found = []
    for entry in match.events:
        match entry.event:
            case LeftPlay(model=ident, how=how) if entry.turn == turn and how in _HOW and ident in state.models:
                model = state.models[ident]
                found.append(Loss(model.owner, model.name, how))
            case ShipCaptured(model=ident) if entry.turn == turn and ident in state.models:
                found.append(Loss(state.models[ident].owner, state.models[ident].name, Captured.name))
    return tuple(found)
