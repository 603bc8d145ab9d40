"""Playing a match to its end with two players, who are handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from jovian.game import Answer, Choice, Decision, State
from jovian.match.errors import IllegalAnswer, Refused
from jovian.match.match import Match
from jovian.match.remark import worded
from jovian.match.runner import Entry

MOST_SHOWN = 120
"""Characters of an answer that a complaint shows."""


class Chooser(Protocol):
    """Whoever answers for a side."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """An answer to the decision, or its JSON; the decision is asked over the side's own view."""


class Playable(Protocol):
    """What players are asked for answers to: a match, or a private game."""

    journal: list[Entry]

    @property
    def decision(self) -> Decision | None:
        """What is asked now, None when the game is over."""

    @property
    def called(self) -> str:
        """Which game it is, for a complaint."""

    def view(self, side: int) -> State:
        """The state as a side may know it."""

    def answer(self, choice: Any) -> None:
        """Take an answer. Raises `Refused` or `RulesError`."""


def ask(match: Playable, player: Chooser) -> Answer | Choice:
    """What a player answers to the pending decision, shown only what its side may know."""
    decision = match.decision
    assert decision is not None
    seen = match.view(decision.side)
    return player.choose(decision.on(seen), seen)


def play(
    match: Match, players: Sequence[Chooser], answered: Callable[[], object] | None = None, *, remarks: bool = False
) -> None:
    """Let the players answer until the game is over; `answered` is called after each answer. Raises IllegalAnswer.

    `remarks` has the match record why they answered so, of players that say it.
    """
    while match.decision is not None:
        side = match.decision.side
        step(match, players[side])
        if remarks:
            say(match, side, reason_of(players[side]))
        if answered is not None:
            answered()


def step(match: Playable, player: Chooser) -> Choice:
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


def reason_of(player: Chooser) -> str:
    """Why a player answered as it did last, "" if it does not say."""
    return worded(getattr(player, "reason", ""))


def say(match: Match, side: int, reason: str) -> None:
    """Have a match record what a player says of its last answer; nothing while answers are hidden."""
    if reason and not match.sealed:
        match.remark(side, worded(reason))


def _asked(match: Playable, player: Chooser) -> str:
    """Player, game and question, for a complaint."""
    decision = match.decision
    assert decision is not None
    question = f"question {len(match.journal) + 1} ({decision.kind}: {decision.title})"
    return f"{type(player).__name__} (side {decision.side}), {match.called}, {question}"
