"""When enough pairs have been played: a sequential test over what one player made of each pair.

A generalized sequential probability ratio test, as testers of chess engines use it (fishtest, cutechess; M. Van den
Bergh, "A practical introduction to the GSPRT"): the two games of a pair share their seed, and so much of their luck,
so that the pair is what is counted. It gives 0, a quarter, a half, three quarters or all of what there is to win (it is
pentanomial), and how often each comes is estimated from the pairs, once under each hypothesis about their mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from scipy.optimize import brentq

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN = 1e-3
"""How many pairs an end is taken to have come in that has not come yet."""
STRONGER, NOT_STRONGER, UNDECIDED = "stronger", "not stronger", "undecided"
"""Verdicts on the first player: its share of wins is the higher of the two, the lower, or cannot be told yet."""
FEWEST = 5
"""Pairs before any verdict."""


@dataclass(frozen=True, slots=True)
class Test:
    """Which of two shares of wins, 0 to 1, is that of the first player? A draw is half a win."""

    __test__ = False

    low: float = 0.5
    high: float = 0.6
    error: float = 0.05
    """How often it may say the wrong one, of either."""

    @property
    def bound(self) -> float:
        """How far the ratio must go for a verdict, to either side."""
        return log((1 - self.error) / self.error)

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of how much likelier these are under the higher share than under the lower."""
        counts = Counter(scores)
        often = [max(counts[score], UNSEEN) for score in SCORES]
        return sum(
            number * log(high / low)
            for number, low, high in zip(often, _likeliest(often, self.low), _likeliest(often, self.high), strict=True)
        )

    def verdict(self, scores: Sequence[float]) -> str:
        """What is known after these pairs."""
        ratio = self.ratio(scores) if len(scores) >= FEWEST else 0.0
        return STRONGER if ratio >= self.bound else NOT_STRONGER if ratio <= -self.bound else UNDECIDED


def _likeliest(often: Sequence[float], mean: float) -> list[float]:
    """How likely each end is if their mean is so much and they came so often: the likeliest such shares."""
    whole = sum(often)
    shares = [each / whole for each in often]
    off = [score - mean for score in SCORES]

    def slope(x: float) -> float:
        return sum(share * each / (1 + x * each) for share, each in zip(shares, off, strict=True))

    edge = 1e-9
    x = brentq(slope, -1 / off[-1] + edge, -1 / off[0] - edge)
    return [share / (1 + x * each) for share, each in zip(shares, off, strict=True)]
