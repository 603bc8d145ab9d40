"""A recorded game cut into its activations, and what lies between them, by answers and events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from jovian.game import LogEntry
from jovian.game.events import Activated, Deactivated
from jovian.match import Match
from jovian.match.entries import Answered, Remark

ACTIVATE = "activate"
"""The kind of question that an activation begins with, if there is a choice."""


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a game that begins where another one ends."""

    begin: int
    """After how many answers it begins."""
    end: int
    """After how many it ends."""
    first: int
    """The number of its first event."""
    last: int
    """The number of the first event after it."""
    turn: int
    """The Game Turn in which it begins."""
    model: str = ""
    """Who activates in it, "" for what lies between activations."""
    side: int | None = None
    """Whose activation it is."""


def spans_of(match: Match) -> tuple[Span, ...]:
    """The parts of a game that was told, from its first activation on. The match keeps all of its moments."""
    told = [len(match.fork_at(answers).events) for answers in range(len(match.journal) + 1)]
    found: list[Span] = []
    for begun, done in _activations(match.events.entries):
        begin = _begin(match, told, begun.n)
        end = len(match.journal) if done is None else _said(match, bisect_right(told, done.n))
        if end <= begin or (found and begin < found[-1].end):
            continue
        if found and found[-1].end < begin:
            found.append(_between(match, told, found[-1].end, begin))
        event = begun.event
        assert isinstance(event, Activated)
        found.append(Span(begin, end, told[begin], told[end], begun.turn, event.model, event.side))
    if found and found[-1].end < len(match.journal):
        found.append(_between(match, told, found[-1].end, len(match.journal)))
    return tuple(found)


def _activations(entries: list[LogEntry]) -> Iterator[tuple[LogEntry, LogEntry | None]]:
    """The beginning and the end of each activation that is no part of another, None for the end of one that goes on."""
    begun: LogEntry | None = None
    for entry in entries:
        match entry.event:
            case Activated() if begun is None:
                begun = entry
            case Deactivated(model=model) if begun is not None and _model(begun) == model:
                yield begun, entry
                begun = None
    if begun is not None:
        yield begun, None


def _said(match: Match, end: int) -> int:
    """The end of an activation, with what was said of its last answer."""
    journal = match.journal
    return next((at for at in range(end, len(journal)) if not isinstance(journal[at], Remark)), len(journal))


def _model(entry: LogEntry) -> str:
    assert isinstance(entry.event, Activated)
    return entry.event.model


def _begin(match: Match, told: list[int], event: int) -> int:
    """After how many answers an activation begins: before it was chosen, or once it has begun without a choice."""
    answer = bisect_right(told, event) - 1
    entry = match.journal[answer] if answer >= 0 else None
    chosen = isinstance(entry, Answered) and entry.kind == ACTIVATE
    return answer if chosen else answer + 1


def _between(match: Match, told: list[int], begin: int, end: int) -> Span:
    turn = match.fork_at(begin).state.turn
    return Span(begin, end, told[begin], told[end], turn)


def moments_of(spans: tuple[Span, ...]) -> tuple[int, ...]:
    """Where parts begin, and where the last one ends."""
    assert all(one.end == two.begin for one, two in pairwise(spans))
    return (*(span.begin for span in spans), spans[-1].end) if spans else ()
