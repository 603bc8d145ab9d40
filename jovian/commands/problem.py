"""Errors of commands, and printing them and other messages in one line each."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from jovian.commands.stdout import stdout

INTERRUPTED = 130
"""The exit status of a command that the user stopped."""
MAX_LINE = 1000
"""The maximum number of characters of a printed message. Only a huge value in a message exceeds it."""
CUT_LINE = 300
"""The number of characters that remain of a longer message: its start and its end."""


class CommandError(Exception):
    """The input is bad (status 2), or the command failed (status 1). `cli.run_command` prints the message."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status


def make_folder(folder: Path) -> None:
    """Make a folder for output, if it is missing. Raises CommandError if the path is a file."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CommandError(f"{folder}: is a file, not a folder") from None


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Print a message in one line, whatever values it contains. The default stream is standard output."""
    from jovian.cards.files import cut_middle, one_line

    line = one_line(text, MAX_LINE) if len(text) <= MAX_LINE else cut_middle(text, CUT_LINE)
    print(line, file=stream or stdout())
