"""Watching computer players: paused or not, step by step, how fast, and on to the next turn; with its buttons."""

from __future__ import annotations

from jovian.game import Refusal
from jovian.ui.files.settings import SPEEDS
from jovian.ui.panels.offer import Offer

PACE = 0.12
"""Seconds between two answers of a computer player at speed 1, so that they can be followed."""
BATCH = 8
"""Answers that are given at once while turns are skipped: the window stays awake."""
PREFIX = "watch "
PAUSE, STEP, SLOWER, FASTER, SKIP = (f"{PREFIX}{word}" for word in ("pause", "step", "slower", "faster", "skip"))
SLOWEST, FASTEST = Refusal("It cannot be slower."), Refusal("It cannot be faster.")
QUICKEST = (*SPEEDS[1:], SPEEDS[0])
"""The speeds from slow to fast: without any animation is the fastest."""


class Watch:
    """How the answers of computer players are followed."""

    def __init__(self) -> None:
        self.paused = False
        self.stepping = False
        """Is one more thing to be seen although it is paused?"""
        self.skipping = 0
        """The turn that is skipped, 0 for none."""
        self._waited = 0.0

    def answers(self, dt: float, speed: float) -> int:
        """How many answers are due after so many seconds."""
        if self.skipping:
            return BATCH
        if self.paused:
            return int(self.stepping)
        self._waited += dt
        if self._waited < (PACE / speed if speed else 0.0):
            return 0
        self._waited = 0.0
        return 1

    def saw(self, something: bool, turn: int, over: bool) -> None:
        """An answer was given: a step ends when there was something to see, a skip with its turn."""
        if something:
            self.stepping = False
        if over or turn != self.skipping:
            self.skipping = 0

    def rest(self) -> None:
        """A human is asked: nothing is skipped any more."""
        self.skipping, self.stepping = 0, False

    def press(self, name: str, turn: int) -> None:
        """Take a button of the watch, but those of speed: pause, step or skip."""
        if name == PAUSE:
            self.paused, self.stepping, self.skipping = not self.paused, False, 0
        elif name == STEP:
            self.paused = self.stepping = True
        elif name == SKIP:
            self.skipping, self.stepping = turn, False

    def offers(self, speed: float, alone: bool) -> list[Offer]:
        """Its buttons; `alone` is said where no human plays at all."""
        at = QUICKEST.index(speed)
        shown = f"{speed:g}×" if speed else "no animation"
        skip = "Skip to the next turn" if alone else "Skip to my go"
        return [
            Offer(PAUSE, "Go on" if self.paused else "Pause", "primary", "end", lit=self.paused),
            Offer(STEP, "Step", command="next", hint="The next thing that there is to see, then it waits"),
            Offer(SLOWER, "Slower", command="left", hint=f"Now: {shown}", refusal=None if at else SLOWEST),
            Offer(FASTER, f"Faster ({shown})", command="right", refusal=None if at + 1 < len(QUICKEST) else FASTEST),
            Offer(SKIP, skip, command="fit", hint="Without showing what happens until then", lit=bool(self.skipping)),
        ]


def other_speed(speed: float, name: str) -> float:
    """The next speed up or down."""
    at = QUICKEST.index(speed) + (1 if name == FASTER else -1)
    return QUICKEST[min(max(at, 0), len(QUICKEST) - 1)]
