"""What came of an answer: all that the screen needs to show it, as a value that knows no screen."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import LogEntry, State


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one answer led to, as far as those who look at the screen now may know it."""

    side: int
    """Whose answer it was."""
    before: State
    """What was seen before it: animation runs over this."""
    after: State
    """What is seen now, when nothing moves any more."""
    eyes: int | None
    """The side whose knowledge `after` is (`OPEN`: what both know), None if everything may be seen."""
    events: tuple[LogEntry, ...]
    """What happened, in order."""
    covered: int | None
    """The side that is to look next, behind a curtain until it is there; None if none is drawn."""
