"""Play a match to its end: ask the players for answers, check them, and count the faults of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import CoroutineType
from typing import Any, Protocol

from jovian.cards.files import describe_error, one_line, short_name
from jovian.game import Answer, Choice, Decision, State
from jovian.match.entries import Answered, Entry, Faults, IllegalAnswer, PlayerFailed, Refused, remark_text
from jovian.match.match import Match

MAX_ANSWER = 120
"""The maximum number of characters of an answer in an error message."""
MAX_MESSAGE = 1000
"""The maximum number of characters of an error message."""
MAX_NAME = 60
"""The maximum number of characters of a player's name in an error message."""
ASYNC = "choose is async, but it must return the answer itself"


class Chooser(Protocol):
    """A player: answers for a side."""

    def choose(self, decision: Decision, view: State) -> Answer | Choice:
        """Return an answer to the decision, or its JSON. The decision refers to the view of its side."""


class Playable(Protocol):
    """A game that asks players for answers: a match or a private game."""

    journal: list[Entry]

    @property
    def decision(self) -> Decision | None:
        """The pending decision, None when the game is over."""

    @property
    def game_name(self) -> str:
        """The name of the game in error messages."""

    def view(self, side: int) -> State:
        """Return the state as a side can see it."""

    def answer(self, choice: Any) -> None:
        """Give an answer to the pending decision. Raises `Refused` or `RulesError`."""


def ask(match: Playable, player: Chooser) -> Answer | Choice:
    """Return the player's answer to the pending decision. The player sees only what its side may know."""
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
    """Let the players answer until the game is over.

    `answered` is called after each answer. `remarks`: record the reasons of players who give them. `faults` is
    explained at `step`.

    Raises:
        IllegalAnswer: A player failed or gave an illegal answer, and there is no tally of faults.
        RulesError: A rule failed.

    """
    while match.decision is not None:
        side, known = match.decision.side, faults.total if faults is not None else 0
        step(match, players[side], faults)
        if remarks and (faults is None or faults.total == known):
            say(match, side, reason_of(players[side]))
        if answered is not None:
            answered()


def step(match: Playable, player: Chooser, faults: Faults | None = None) -> Choice:
    """Let a player answer the pending decision, and return the answer as it is recorded.

    If the player fails or gives an illegal answer, `faults` counts it and the default choice is used.

    Raises:
        IllegalAnswer: A player failed or gave an illegal answer, and there is no tally of faults.
        RulesError: A rule failed.

    """
    try:
        _answer(match, player)
    except IllegalAnswer as error:
        decision = match.decision
        if faults is None or decision is None:
            raise
        faults.note(decision.side, decision.kind, one_line(str(error), MAX_MESSAGE))
        match.answer(decision.default())
    entry = match.journal[-1]
    assert isinstance(entry, Answered) and entry.choice is not None
    return entry.choice


def _answer(match: Playable, player: Chooser) -> None:
    try:
        choice = ask(match, player)
    except BaseException as error:
        if is_interrupt(error):
            raise
        raise IllegalAnswer(f"{_context(match, player)}: failed ({describe_failure(error)})") from error
    try:
        match.answer(choice)
    except Refused as error:
        message = f"answered {_format_answer(choice)}, which is not allowed: {error}"
        raise IllegalAnswer(f"{_context(match, player)}: {message}") from error


def is_interrupt(error: BaseException) -> bool:
    """Return whether the user stopped the program. A player may raise anything else, and the game continues."""
    return type(error) is KeyboardInterrupt


def describe_failure(error: BaseException) -> str:
    """Return in one line how a player failed, with the file and the line if the player is from a file."""
    return str(error) if type(error) is PlayerFailed else describe_error(error)


def _format_answer(choice: object) -> str:
    """Return any object that a player answered as text for an error message."""
    return _safe_text(lambda: str(choice.to_json() if isinstance(choice, Answer) else choice), "something unreadable")


def _safe_text(read: Callable[[], Any], fallback: str) -> str:
    """Return the start of a text that a player's code makes, or the fallback if that code fails."""
    try:
        return str.__getitem__(read(), slice(MAX_ANSWER))
    except BaseException as error:
        if is_interrupt(error):
            raise
        return fallback


def reason_of(player: Chooser) -> str:
    """Return why a player gave its last answer, "" if the player doesn't say or fails. Failing here is no fault."""
    try:
        return remark_text(getattr(player, "reason", ""))
    except BaseException as error:
        if is_interrupt(error):
            raise
        return ""


def name_of(player: object) -> str:
    """Return the name of a player for an error message: its attribute `called`, else its class."""
    return short_name(_safe_text(lambda: getattr(player, "called", type(player).__name__), "a player"), MAX_NAME)


def say(match: Match, side: int, reason: str) -> None:
    """Record what a player says about its last answer, unless that would reveal hidden information."""
    if reason and not match.sealed and not _reveals_hidden(match.state, reason):
        match.remark(side, remark_text(reason))


def _reveals_hidden(state: State, reason: str) -> bool:
    """Return whether a hidden model is active or a text names one."""
    hidden = [model for model in state.models.values() if not model.public]
    act = state.activation
    return any(model.name in reason or (act is not None and act.model == model.id) for model in hidden)


def _context(match: Playable, player: Chooser) -> str:
    """Return the player, the game, and the decision for an error message."""
    decision = match.decision
    assert decision is not None
    question = f"decision {len(match.journal) + 1} ({decision.kind}: {decision.title})"
    return f"{name_of(player)} (side {decision.side}), {match.game_name}, {question}"
