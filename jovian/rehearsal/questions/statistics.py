"""Estimates with their intervals, by scipy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from scipy.stats import binomtest, norm, t

CONFIDENCE = 0.95
"""How often an interval holds what it estimates."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number that was found, and the interval that holds the true one in 95 of 100 measurements."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, of: int) -> Estimate:
    """How often something happens, 0 to 1, by Wilson's interval; nothing is known of no games."""
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    held = binomtest(count, of).proportion_ci(CONFIDENCE, method="wilson")
    return Estimate(count / of, float(held.low), float(held.high))


def mean(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of values, by Student's t; of fewer than two nothing is known of how far it is off."""
    if not values:
        return Estimate(0.0, float("-inf"), float("inf"))
    found = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(found, float("-inf"), float("inf"))
    spread = sqrt(sum((value - found) ** 2 for value in values) / (len(values) - 1) / len(values))
    half = float(t.ppf((1 + confidence) / 2, len(values) - 1)) * spread
    return Estimate(found, found - half, found + half)


def bounded(values: Sequence[float], least: float, most: float, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of values that lie between two bounds, such as differences of wins game by game.

    The interval is that of the values and one more at each bound (Bonett and Price 2012), so that a few games which all
    went alike are not taken for certainty.
    """
    held = mean([*values, least, most], confidence)
    return Estimate(mean(values).value, max(least, held.low), min(most, held.high))


def deviate(confidence: float) -> float:
    """How many standard deviations to either side hold so much of a normal distribution."""
    return float(norm.ppf((1 + confidence) / 2))
