"""The clocks of a game: how much time each player has left for the Game Turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence


class TurnClocks:
    """The clocks of both sides, counted on the host's computer. A guest shows what the host has sent last.

    Time that isn't used is lost with its Game Turn. A turn to which an undo leads back has what was left of it.
    """

    def __init__(self, minutes: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._full = clock, 60.0 * minutes
        self._left: dict[int, list[float]] = {}
        """The seconds of both sides by Game Turn, up to when the running clock was started."""
        self._turn, self._since = 0, clock()
        self.running: int | None = None
        """The side whose clock runs, None if none does."""

    @property
    def are_on(self) -> bool:
        """Whether there are clocks."""
        return self._full > 0

    def run(self, side: int | None, turn: int) -> None:
        """Let the clock of a side run in a Game Turn, or none."""
        if (side, turn) != (self.running, self._turn):
            left = self._of(self._turn)
            left[:] = [self.seconds(0), self.seconds(1)]
            self.running, self._turn, self._since = side, turn, self._clock()

    def take_over(self, left: Sequence[float], side: int | None) -> None:
        """Show what the host has sent: the seconds of both sides, and whose clock runs."""
        self._left[self._turn], self.running, self._since = [*left], side, self._clock()

    def seconds(self, side: int) -> float:
        """Return the seconds that a side has left."""
        passed = self._clock() - self._since if self.running == side else 0.0
        return max(0.0, self._of(self._turn)[side] - passed)

    def _of(self, turn: int) -> list[float]:
        return self._left.setdefault(turn, [self._full, self._full])


OUT_OF_TIME = "{} has no time left in Game Turn {}. The default choices are made until it ends."
DEFAULT_TAKEN = "Out of time: the default choice was used."


def format_clock(seconds: float) -> str:
    """Return minutes and seconds, such as `12:05`. The last second is shown until it has passed.

    >>> format_clock(59.2)
    '1:00'
    """
    whole = int(-(-seconds // 1))
    return f"{whole // 60}:{whole % 60:02}"
