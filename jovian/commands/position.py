"""A position on the command line: a save or a scenario, told apart by what the file holds."""

from __future__ import annotations

import sys

from jovian.cards.files import holds_save
from jovian.commands.problem import CommandError
from jovian.match import Match
from jovian.match.saves import load, load_stream
from jovian.play import setup_of

STANDARD_INPUT = "-"
"""How a command line names what is handed to it there."""


def open_position(target: str, answers: int | None = None) -> Match:
    """The match of a save, or the start of a scenario; after so many answers (None: as it stands).

    `-` is a save on standard input. Raises CardError, SaveError or Problem.
    """
    match = _opened(target, answers)
    if answers is not None and answers > len(match.journal):
        raise CommandError(f"{target}: there are only {len(match.journal)} answers, not {answers}")
    return match


def _opened(target: str, answers: int | None) -> Match:
    """The same; a shorter one where there are not so many."""
    if target == STANDARD_INPUT:
        return load_stream(sys.stdin.buffer, "standard input", log=False, until=answers)
    return load(target, log=False, until=answers) if holds_save(target) else Match(setup_of(target), log=False)


def pair(text: str, option: str) -> tuple[str, str]:
    """The two names of an option like `A,B`. Raises Problem."""
    names = tuple(part.strip() for part in text.split(","))
    if len(names) != 2 or not all(names):
        raise CommandError(f"usage: {option}: two names with a comma between them, not '{text}'")
    return names[0], names[1]
