"""What computer players did, an activation each: kept so that it can be told and seen again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from jovian.game import LogEntry, State
from jovian.game.events import Activated, Deactivated
from jovian.narrator import Names
from jovian.narrator.summary import activation_summary

KEPT = 12
"""Activations that can be seen again."""


@dataclass
class PastActivation:
    """One activation of a computer player."""

    model: str
    side: int
    before: State
    """What was seen when it began."""
    entries: list[LogEntry] = field(default_factory=list)
    done: bool = False

    def holds(self, number: int) -> bool:
        """Did the event of that number happen in it?"""
        return any(entry.n == number for entry in self.entries)


class PastActivations:
    """The last few activations of computer players, as far as they were seen."""

    def __init__(self, humans: tuple[int, ...]) -> None:
        self._humans = humans
        self.kept: list[PastActivation] = []

    @property
    def last(self) -> PastActivation | None:
        """The latest, None before there is one."""
        return self.kept[-1] if self.kept else None

    def take(self, entries: Sequence[LogEntry], before: State) -> None:
        """Follow what happened; an activation that begins within another one belongs to it."""
        for entry in entries:
            event, last = entry.event, self.last
            if isinstance(event, Activated) and event.side not in self._humans and (last is None or last.done):
                last = PastActivation(event.model, event.side, before)
                self.kept = [*self.kept, last][-KEPT:]
            if last is not None and not last.done:
                last.entries.append(entry)
                last.done = isinstance(event, Deactivated) and event.model == last.model

    def last_seen(self, first_unseen: int | None) -> PastActivation | None:
        """Return the latest activation as far as it was shown: without the events from a number on, unless it is None.

        None if no activation was shown yet.
        """
        if first_unseen is None:
            return self.last
        for past in reversed(self.kept):
            seen = [entry for entry in past.entries if entry.n < first_unseen]
            if seen:
                whole = len(seen) == len(past.entries)
                return past if whole else replace(past, entries=seen, done=False)
        return None

    def forget(self) -> None:
        """Forget all that is kept, since answers were taken back."""
        self.kept = []

    def of(self, number: int) -> PastActivation | None:
        """The activation in which an event happened."""
        return next((past for past in self.kept if past.holds(number)), None)


def summary(past: PastActivation) -> str:
    """What the model did in its activation, in one sentence."""
    told = activation_summary(past.entries, past.model, Names.of(past.before, ()))
    return told or ("did nothing" if past.done else "begins")
