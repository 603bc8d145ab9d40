"""Read a position named on the command line: a save, a copy, or a scenario, recognized by its content."""

from __future__ import annotations

import sys

from jovian.cards.files import holds_copy, holds_save
from jovian.commands.problem import CommandError
from jovian.game import State
from jovian.match import Match
from jovian.match.saves import load, load_stream
from jovian.play import setup_of

STANDARD_INPUT = "-"
"""The target that means a save on standard input."""


def open_position(target: str, answers: int | None = None) -> Match:
    """Return the match of a save, or the start of a scenario, after a number of answers (None: all).

    `-` reads a save from standard input. Raises CardError, SaveError, or CommandError.
    """
    match = _open_match(target, answers)
    if answers is not None and answers > len(match.journal):
        raise CommandError(f"{target}: there are only {len(match.journal)} answers, not {answers}")
    return match


def load_state(target: str, answers: int | None = None) -> State:
    """Return the state of a position to look at. A copy of what one side may know counts moments, not answers.

    Raises what `open_position` does.
    """
    if not holds_copy(target):
        return open_position(target, answers).state
    from jovian.side_copy import load_copy

    states = load_copy(target).states
    if answers is not None and answers >= len(states):
        raise CommandError(f"{target}: there are only {len(states) - 1} moments after the first, not {answers}")
    return states[-1 if answers is None else answers]


def _open_match(target: str, answers: int | None) -> Match:
    """Return the match, with fewer answers if the save doesn't have as many."""
    if target == STANDARD_INPUT:
        return load_stream(sys.stdin.buffer, "standard input", log=False, until=answers)
    return load(target, log=False, until=answers) if holds_save(target) else Match(setup_of(target), log=False)


def pair(text: str, option: str) -> tuple[str, str]:
    """Return the 2 names of an option like `A,B`. Raises CommandError."""
    names = tuple(part.strip() for part in text.split(","))
    if len(names) != 2 or not all(names):
        raise CommandError(f"usage: {option}: requires 2 names separated by a comma, not '{text}'")
    return names[0], names[1]
