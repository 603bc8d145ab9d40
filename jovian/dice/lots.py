"""Lots: numbers drawn one after the other from a seed, for what is laid out before a game. They are no dice of it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

TENTHS = 10
"""Lengths are drawn in so many parts of an inch, so that they are the same numbers everywhere."""


class Lots:
    """A stream of its own for each seed and purpose, which no roll of the game reads."""

    def __init__(self, seed: int, purpose: str) -> None:
        self._key = blake2b(f"{purpose}/{seed}".encode(), digest_size=32).digest()
        self._drawn = 0

    def below(self, count: int) -> int:
        """A whole number from 0 up to, and without, the count."""
        self._drawn += 1
        block = blake2b(self._drawn.to_bytes(8, "big"), key=self._key, digest_size=8).digest()
        return int.from_bytes(block, "big") % count

    def between(self, least: float, greatest: float) -> float:
        """A length in tenths of an inch, both ends included."""
        low, high = round(least * TENTHS), round(greatest * TENTHS)
        return (low + self.below(high - low + 1)) / TENTHS

    def weighed(self, weights: Sequence[int]) -> int:
        """The index of one of them, each as likely as it weighs. Raises ValueError if none weighs anything."""
        left = self.below(sum(weights))
        for index, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return index
        raise ValueError("nothing weighs anything")
