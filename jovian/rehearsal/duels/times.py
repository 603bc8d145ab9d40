"""How long decisions took: a count for each length, so that many games are kept as little.

Lengths are told apart by a twentieth. They depend on the machine, and are no part of an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log

STEP = 1.05
"""How much longer each length is than the one before."""
LEAST = 0.001
"""Milliseconds; whatever took less counts as this."""


@dataclass(frozen=True, slots=True)
class Times:
    """How many decisions took how long."""

    counts: tuple[tuple[int, int], ...] = ()
    """The number of a length, and how many took that long, shortest first."""
    most: float = 0.0
    """The milliseconds of the longest."""

    @classmethod
    def of(cls, milliseconds: Iterable[float]) -> Times:
        """Each decision by itself."""
        taken = list(milliseconds)
        lengths = Counter(ceil(log(max(each, LEAST) / LEAST) / log(STEP)) for each in taken)
        return cls(tuple(sorted(lengths.items())), round(max(taken, default=0.0), 3))

    def __add__(self, other: Times) -> Times:
        lengths = Counter(dict(self.counts))
        lengths.update(dict(other.counts))
        return Times(tuple(sorted(lengths.items())), max(self.most, other.most))

    @property
    def decisions(self) -> int:
        """How many there were."""
        return sum(count for _, count in self.counts)

    def within(self, share: float) -> float:
        """The milliseconds that so many of them, 0 to 1, did not exceed."""
        wanted, seen = share * self.decisions, 0
        for length, count in self.counts:
            seen += count
            if seen >= wanted:
                return round(min(self.most, LEAST * STEP**length), 3)
        return self.most
