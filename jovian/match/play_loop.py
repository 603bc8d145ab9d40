"""Playing a match to its end with two players, who are handed in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CoroutineType
from typing import Any, Protocol

from jovian.cards.files import describe_error, one_line, short_name
from jovian.game import Answer, Choice, Decision, State
from jovian.match.entries import Answered, Entry, Faults, IllegalAnswer, PlayerFailed, Refused, worded
from jovian.match.match import Match

MOST_SHOWN = 120
"""Characters of an answer that a complaint shows."""
MOST_TOLD = 1000
"""Characters of a complaint."""
MOST_NAMED = 60
"""Characters of a player's name in a complaint."""
ASYNC = "choose is async, but it must return the answer itself"


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
    answer: Any = player.choose(decision.on(seen), seen)
    if type(answer) is CoroutineType:
        answer.close()
        raise TypeError(ASYNC)
    chosen: Answer | Choice = answer
    return chosen


def play(
    match: Match, players: Sequence[Chooser], answered: Callable[[], object] | None = None, *, remarks: bool = False,
    faults: Faults | None = None,
) -> None:  # fmt: skip
    """Let the players answer until the game is over; `answered` is called after each answer, `faults` as for `step`.

    `remarks` has the match record why they answered so, of players that say it. Raises IllegalAnswer, RulesError.
    """
    while match.decision is not None:
        side, known = match.decision.side, faults.total if faults is not None else 0
        step(match, players[side], faults)
        if remarks and (faults is None or faults.total == known):
            say(match, side, reason_of(players[side]))
        if answered is not None:
            answered()


def step(match: Playable, player: Chooser, faults: Faults | None = None) -> Choice:
    """Let a player answer the pending decision; its answer as it is recorded.

    A player that fails, or answers what is not allowed, loses nothing but this choice where faults are noted: the
    default is taken. Else it raises IllegalAnswer. Raises RulesError.
    """
    try:
        _answer(match, player)
    except IllegalAnswer as error:
        asked = match.decision
        if faults is None or asked is None:
            raise
        faults.note(asked.side, asked.kind, one_line(str(error), MOST_TOLD))
        match.answer(asked.default())
    taken = match.journal[-1]
    assert isinstance(taken, Answered) and taken.choice is not None
    return taken.choice


def _answer(match: Playable, player: Chooser) -> None:
    try:
        choice = ask(match, player)
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise IllegalAnswer(f"{_asked(match, player)}: failed ({describe_failure(error)})") from error
    try:
        match.answer(choice)
    except Refused as error:
        said = f"answered {_shown(choice)}, which is not allowed: {error}"
        raise IllegalAnswer(f"{_asked(match, player)}: {said}") from error


def is_interrupt(error: BaseException) -> bool:
    """Return whether the user stopped the program. A player can raise anything else, and the game continues."""
    return type(error) is KeyboardInterrupt


def describe_failure(error: BaseException) -> str:
    """Return in one line how a player failed, with the file and the line if the player is from a file."""
    return str(error) if type(error) is PlayerFailed else describe_error(error)


def _shown(choice: object) -> str:
    """An answer for a complaint, whatever it is."""
    return _safe_text(lambda: str(choice.to_json() if isinstance(choice, Answer) else choice), "something unreadable")


def _safe_text(read: Callable[[], Any], otherwise: str) -> str:
    """Return the start of a text that a player's code makes, the other text if that code fails."""
    try:
        return str.__getitem__(read(), slice(MOST_SHOWN))
    except BaseException as error:
        if is_interrupt(error):
            raise
        return otherwise


def reason_of(player: Chooser) -> str:
    """Why a player answered as it did last, "" if it does not say, or fails at it: that is no part of the game."""
    try:
        return worded(getattr(player, "reason", ""))
    except BaseException as error:
        if is_interrupt(error):
            raise
        return ""


def name_of(player: object) -> str:
    """Return the name of a player for a complaint: its attribute `called` if it has one, else its class."""
    return short_name(_safe_text(lambda: getattr(player, "called", type(player).__name__), "a player"), MOST_NAMED)


def say(match: Match, side: int, reason: str) -> None:
    """Have a match record what a player says of its last answer; nothing while answers are hidden, or of what is."""
    if reason and not match.sealed and not _of_hidden(match.state, reason):
        match.remark(side, worded(reason))


def _of_hidden(state: State, reason: str) -> bool:
    """Does a hidden model act, or does a text name one?"""
    hidden = [model for model in state.models.values() if not model.public]
    act = state.activation
    return any(model.name in reason or (act is not None and act.model == model.id) for model in hidden)


def _asked(match: Playable, player: Chooser) -> str:
    """Player, game and question, for a complaint."""
    decision = match.decision
    assert decision is not None
    question = f"question {len(match.journal) + 1} ({decision.kind}: {decision.title})"
    return f"{name_of(player)} (side {decision.side}), {match.called}, {question}"
