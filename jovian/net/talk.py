"""What the players of a game say to each other: ready signals, or a line of their own. It is in no log and no save."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from jovian.cards.files import one_line
from jovian.frozen import frozen

SIGNALS = (
    "Good luck!", "Well played!", "Thank you!", "Just a moment.", "Your turn.", "Oops!", "Shall we take a break?",
    "Good game!",
)  # fmt: skip
"""What can be said by one press."""
MAX_LINE = 200
"""The most characters of a line."""
MAX_LINES = 100
"""The most lines that are kept."""
PAUSE_SECONDS = 2.0
"""The least time between two lines of a player."""


@frozen
class TalkLine:
    """A line: who has said it, "" for the program, and the words."""

    name: str
    words: str

    @property
    def text(self) -> str:
        return f"{self.name}: {self.words}" if self.name else self.words


class Talk:
    """The lines of one game on one computer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last: dict[int, float] = {}
        """When each side has said something last."""
        self.lines: deque[TalkLine] = deque(maxlen=MAX_LINES)
        self.count = 0
        """The number of lines so far."""

    def note(self, words: str, name: str = "") -> None:
        """Keep a line of a player, or of the program."""
        self.lines.append(TalkLine(name, words))
        self.count += 1

    def say(self, side: int, name: str, words: str) -> str:
        """Keep a line of a player. Return it, "" if it is empty or comes too soon after the one before."""
        now, words = self._clock(), one_line(words, MAX_LINE)
        if not words or now - self._last.get(side, -PAUSE_SECONDS) < PAUSE_SECONDS:
            return ""
        self._last[side] = now
        self.note(words, name)
        return words

    def since(self, count: int) -> list[TalkLine]:
        """Return the lines after a number of them, as far as they are kept."""
        return [*self.lines][-(self.count - count) :] if count < self.count else []
