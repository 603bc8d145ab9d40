"""What is asked of a mind, what it answers, and what a mind is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from jovian.game import Choice
from jovian.match import Match


@dataclass(frozen=True, slots=True)
class Question:
    """Who is to answer what a match asks now."""

    player: str
    """As `make_player` takes it."""
    seed: int
    """The seed that the player is made with."""
    content: str = ""
    """For a player from a file: the hash of the content that the user approved, "" for any content."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What came of thinking."""

    choice: Choice | None
    """The answer as it is written, None if there is none: the default has to do."""
    reason: str = ""
    """Why, as the player says it."""
    ms: float = 0.0
    """How long it took, in milliseconds."""
    failed: str = ""
    """Why there is no answer, in a line."""


class Mind(Protocol):
    """Thinks for one question at a time. Nothing here waits, unless it says so."""

    beside: bool
    """Does it think while others do something else? Otherwise it does when it is polled."""

    def follow(self, match: Match) -> None:
        """The match may have gone on, or back: be ready for its next question."""

    def ask(self, match: Match, question: Question) -> None:
        """Begin to think about what a match asks now; whatever it thought about before is dropped."""

    def poll(self, wait: float = 0.0) -> Thought | None:
        """What came of it, once; None while it thinks, or with nothing asked. It may wait so many seconds for it."""

    def hurry(self) -> None:
        """Have the best so far; asked again, have done with it: the default is taken."""

    def drop(self) -> None:
        """What was asked last is not wanted any more."""

    def close(self) -> None:
        """End whatever runs for it."""
