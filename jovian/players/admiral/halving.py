"""Sequential halving: playouts for the plans that still look best, half of them dropped after each round.

Karnin, Koren and Somekh 2013, *Almost optimal exploration in multi-armed bandits*. In a round all plans that are left
are played on with the same keys. What a plan seemed to be worth beforehand counts as a few playouts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

PRIOR = 4.0
"""How many playouts what a plan seemed to be worth beforehand counts."""


@dataclass(slots=True)
class Arm:
    """One plan in the race."""

    number: int
    prior: float
    total: float = 0.0
    plays: int = 0

    def score(self, level: float) -> float:
        """What it is reckoned to come to; `level` is where the first guesses lie on the scale of the playouts."""
        return (self.total + PRIOR * (self.prior + level)) / (self.plays + PRIOR)


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a race ended."""

    best: int
    plays: int
    lead: float
    """By how much the best is ahead of the last that it beat."""


def race(priors: Sequence[float], play: Callable[[int, int], float], left: Callable[[], int], nodes: int) -> Verdict:
    """Which plan comes out best: `play(plan, key)` plays one on, `left()` of `nodes` are what may yet be spent."""
    arms = [Arm(number, prior) for number, prior in enumerate(priors)]
    ranked, key = arms, 0
    running, level, rounds = arms, 0.0, max(1, (len(arms) - 1).bit_length())
    for number in range(1, rounds + 1):
        until = nodes - nodes * number // rounds
        while len(running) > 1 and left() > until:
            for arm in running:
                if left() > 0:
                    arm.total += play(arm.number, key)
                    arm.plays += 1
            key += 1
        level = _level(arms)
        ranked = sorted(running, key=lambda arm: -arm.score(level))
        running = ranked[: (len(ranked) + 1) // 2]
    lead = ranked[0].score(level) - ranked[1].score(level) if len(ranked) > 1 else 0.0
    return Verdict(ranked[0].number, sum(arm.plays for arm in arms), lead)


def _level(arms: Sequence[Arm]) -> float:
    """By how much playouts lie above the first guesses, on average."""
    played = [arm for arm in arms if arm.plays]
    return sum(arm.total / arm.plays - arm.prior for arm in played) / len(played) if played else 0.0
