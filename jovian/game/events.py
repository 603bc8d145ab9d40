"""Events: what happened, told to logs, animation and statistics. They read these and nothing else."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]
BOTH = "both"
SECRET = {"started": ("seed",)}
"""By type, what of an event is told to neither side: from the seed follows every die."""


class EventLog:
    """The events of one game in order. Derived from the journal: cut back by undo and told again."""

    __slots__ = ("events", "phase", "turn")

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __len__(self) -> int:
        return len(self.events)

    def add(self, event: Event) -> None:
        """Number an event and keep it."""
        event["n"] = len(self.events)
        self.events.append(event)

    def cut(self, length: int) -> None:
        """Forget what came after the first `length` events."""
        del self.events[length:]

    def seen_by(self, side: int) -> list[Event]:
        """The events a side may see, without what is told to nobody who plays."""
        return [shown(event) for event in self.events if event["seen_by"] in (BOTH, side)]


def shown(event: Event) -> Event:
    """An event as whoever plays may see it."""
    secret = SECRET.get(event["type"])
    return {key: value for key, value in event.items() if key not in secret} if secret else event
