"""Any legal answer: an opponent for a first game, and the fuzzer of every test."""

from __future__ import annotations

from random import Random

from jovian.game import Answer, Decision, State


class RandomPlayer:
    """Answers by `Decision.sample`."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, decision: Decision, view: State) -> Answer:
        """A random legal answer."""
        return decision.sample(self._rng)
