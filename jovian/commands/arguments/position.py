"""A position on the command line: a save or a scenario, told apart by what the file holds."""

from __future__ import annotations

from jovian.commands.output.problem import Problem
from jovian.match import Match
from jovian.match.load import load
from jovian.play.starting import holds_save, setup_of


def open_position(target: str, answers: int | None = None) -> Match:
    """The match of a save, or the start of a scenario; `answers` cuts it back (None: as it stands).

    Raises CardError, SaveError or Problem.
    """
    match = load(target, log=False) if holds_save(target) else Match(setup_of(target), log=False)
    if answers is not None and answers > len(match.journal):
        raise Problem(f"{target}: there are only {len(match.journal)} answers, not {answers}")
    if answers is not None:
        match.seek(answers)
    return match


def pair(text: str, option: str) -> tuple[str, str]:
    """The two names of an option like `A,B`. Raises Problem."""
    names = tuple(part.strip() for part in text.split(","))
    if len(names) != 2 or not all(names):
        raise Problem(f"usage: {option}: two names with a comma between them, not '{text}'")
    return names[0], names[1]
