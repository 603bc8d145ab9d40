"""Playing a match to its end with two players, who are handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from jovian.game import Choice, Decision, State
from jovian.match.match import Match


class Chooser(Protocol):
    """Whoever answers for a side."""

    def choose(self, decision: Decision, view: State) -> Choice:
        """An answer to the decision, which is asked over the side's own view."""


def ask(match: Match, player: Chooser) -> Choice:
    """What a player answers to the pending decision, shown only what its side may know."""
    decision = match.decision
    assert decision is not None
    seen = match.view(decision.side)
    return player.choose(decision.on(seen), seen)


def play(match: Match, players: Sequence[Chooser], answered: Callable[[], object] | None = None) -> None:
    """Let the players answer until the game is over; `answered` is called after each answer."""
    while match.decision is not None:
        match.answer(ask(match, players[match.decision.side]))
        if answered is not None:
            answered()
