"""The events of one game in order, each with when it happened and who may know of it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
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
    """Its number, from 0: in the game, or in the log of one side, which skips no number."""
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


class _SideLog:
    """What one side may know of a log, with numbers of its own, so that no gap counts what it doesn't know."""

    __slots__ = ("entries", "numbers", "read")

    def __init__(self) -> None:
        self.entries: list[LogEntry] = []
        self.numbers: list[int] = []
        """The number of each in the whole log."""
        self.read = 0
        """How many entries of the whole log were read."""

    def follow(self, entries: list[LogEntry], side: int) -> None:
        """Read what the whole log has told since."""
        for entry in entries[self.read :]:
            if entry.known_to(side):
                self.numbers.append(entry.n)
                self.entries.append(replace(entry, n=len(self.entries), event=entry.event.to_players()))
        self.read = len(entries)

    def up_to(self, count: int) -> _SideLog:
        """Return the part that lies in so many entries of the whole log."""
        part = _SideLog()
        part.read = min(count, self.read)
        known = bisect_left(self.numbers, part.read)
        part.entries, part.numbers = self.entries[:known], self.numbers[:known]
        return part


class EventLog:
    """The events of one game in order. Derived from the journal: cut back by undo and told again."""

    __slots__ = ("_of_sides", "entries")

    def __init__(self, entries: Iterable[LogEntry] = ()) -> None:
        self.entries = list(entries)
        """What happened, only added to."""
        self._of_sides: dict[int, _SideLog] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[LogEntry]:
        return iter(self.entries)

    def add(self, event: Event, turn: int, phase: str, seen_by: str | int) -> None:
        """Number an event and keep it."""
        self.entries.append(LogEntry(len(self.entries), turn, phase, seen_by, event))

    def up_to(self, count: int) -> EventLog:
        """Return a log of the first entries."""
        part = EventLog(self.entries[:count])
        part._of_sides = {side: known.up_to(count) for side, known in self._of_sides.items()}
        return part

    def seen_by(self, side: int | None, since: int = 0) -> list[LogEntry]:
        """Return what a side may know, in numbers of its own, or all that happened for None.

        `since` leaves out what lies in so many entries of the whole log.
        """
        if side is None:
            return self.entries[since:]
        known = self._side_log(side)
        return known.entries[bisect_left(known.numbers, since) :]

    def known_to(self, side: int | None, count: int) -> int:
        """Return of how many of the first `count` entries a side may know."""
        return min(count, len(self)) if side is None else bisect_left(self._side_log(side).numbers, count)

    def _side_log(self, side: int) -> _SideLog:
        known = self._of_sides.setdefault(side, _SideLog())
        known.follow(self.entries, side)
        return known

    def of(self, kind: type[E]) -> Iterator[E]:
        """Its events of one class."""
        return (entry.event for entry in self.entries if isinstance(entry.event, kind))

    def written(self, since: int = 0) -> list[dict[str, Any]]:
        """The entries from a number on, as JSON knows them."""
        return [entry.written() for entry in self.entries[since:]]
