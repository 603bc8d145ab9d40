"""Who plays a side: a human at this machine, or a computer player behind one small seam."""

from __future__ import annotations

import importlib
from random import Random
from typing import Protocol, cast

from jovian.game import Choice, Decision, State

HUMAN, RANDOM, ENSIGN = "human", "random", "ensign"
SEATS = (HUMAN, RANDOM, ENSIGN)


class Player(Protocol):
    """Whoever answers for a side."""

    def choose(self, decision: Decision, view: State) -> Choice:
        """An answer to the decision, which is asked over the side's own view."""


class Dice:
    """Answers at random, where no computer player of that name is installed."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def choose(self, decision: Decision, view: State) -> Choice:
        """Any legal answer."""
        return decision.sample(self._rng)


def player_for(seat: str, seed: int) -> Player | None:
    """The computer player of a seat, None for a human."""
    if seat == HUMAN:
        return None
    try:
        made = importlib.import_module("jovian.players").make_player(seat, seed=seed)
    except (ImportError, AttributeError, KeyError, ValueError):
        return Dice(seed)
    return cast(Player, made)
