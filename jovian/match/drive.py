"""Playing a match to its end with two players, who are handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from jovian.game import Answer, Choice, Decision, State
from jovian.match.errors import IllegalAnswer, Refused
from jovian.match.match import Match

MOST_SHOWN = 120
"""Characters of an answer that a complaint shows."""


class Chooser(Protocol):
    """Whoever answers for a side."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """An answer to the decision, or its JSON; the decision is asked over the side's own view."""


def ask(match: Match, player: Chooser) -> Answer | Choice:
    """What a player answers to the pending decision, shown only what its side may know."""
    decision = match.decision
    assert decision is not None
    seen = match.view(decision.side)
    return player.choose(decision.on(seen), seen)


def play(match: Match, players: Sequence[Chooser], answered: Callable[[], object] | None = None) -> None:
    """Let the players answer until the game is over; `answered` is called after each answer. Raises IllegalAnswer."""
    while match.decision is not None:
        step(match, players[match.decision.side])
        if answered is not None:
            answered()


def step(match: Match, player: Chooser) -> Choice:
    """Let a player answer the pending decision; its answer as it is recorded. Raises IllegalAnswer."""
    try:
        choice = ask(match, player)
    except Exception as error:
        raise IllegalAnswer(f"{_asked(match, player)}: failed ({type(error).__name__}: {error})") from error
    try:
        match.answer(choice)
    except Refused as error:
        shown = choice.written() if isinstance(choice, Answer) else choice
        said = f"answered {str(shown)[:MOST_SHOWN]}, which is not allowed: {error}"
        raise IllegalAnswer(f"{_asked(match, player)}: {said}") from error
    taken: Choice = match.journal[-1][2]
    return taken


def _asked(match: Match, player: Chooser) -> str:
    """Player, game and question, for a complaint."""
    decision = match.decision
    assert decision is not None
    game = f"{match.setup.scenario.key}, seed {match.setup.seed}"
    question = f"question {len(match.journal) + 1} ({decision.kind}: {decision.title})"
    return f"{type(player).__name__} (side {decision.side}), {game}, {question}"
