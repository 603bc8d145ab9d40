"""The events of one game in order, each with when it happened and who may know of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from jovian.frozen import frozen
from jovian.game.events.event import Event

BOTH = "both"
E = TypeVar("E", bound=Event)


@frozen
class LogEntry:
    """One event of a log, with its circumstances."""

    n: int
    """Its number in the game, from 0."""
    turn: int
    """The Game Turn, 0 before the first."""
    phase: str
    """`deployment`, `activation` or `end`; empty before the first."""
    seen_by: str | int
    """`both`, or the one side that knows of it."""
    event: Event
    """What happened."""

    def known_to(self, side: int | None) -> bool:
        """May a side know of it? None stands for eyes from which nothing is hidden."""
        return side is None or self.seen_by in (BOTH, side)

    def written(self) -> dict[str, Any]:
        """The entry as JSON knows it: its own fields and the type, then the fields of the event."""
        return {
            "n": self.n, "turn": self.turn, "phase": self.phase, "type": self.event.type, "seen_by": self.seen_by,
            **self.event.written(),
        }  # fmt: skip


class EventLog:
    """The events of one game in order. Derived from the journal: cut back by undo and told again."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def add(self, event: Event, turn: int, phase: str, seen_by: str | int) -> None:
        """Number an event and keep it."""
        self.entries.append(LogEntry(len(self.entries), turn, phase, seen_by, event))

    def seen_by(self, side: int | None) -> list[LogEntry]:
        """What a side may know; all that happened for None."""
        if side is None:
            return self.entries
        return [_to_players(entry) for entry in self.entries if entry.known_to(side)]

    def of(self, kind: type[E]) -> Iterator[E]:
        """Its events of one class."""
        return (entry.event for entry in self.entries if isinstance(entry.event, kind))

    def written(self, since: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on, as JSON knows them."""
        return [entry.written() for entry in self.entries[since:]]


def _to_players(entry: LogEntry) -> LogEntry:
    shown = entry.event.to_players()
    return entry if shown is entry.event else replace(entry, event=shown)
