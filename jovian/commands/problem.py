"""What a command refuses or fails at, and printing it and other messages in one line each."""

from __future__ import annotations

from typing import TextIO

from jovian.commands.stdout import stdout

INTERRUPTED = 130
"""The status of what its user stopped."""
MAX_LINE = 1000
"""Characters of a printed message. Only a message with a huge value in it has more."""
CUT_LINE = 300
"""Characters that are left of a longer message: its beginning and its end."""


class CommandError(Exception):
    """Bad input (status 2), or what was asked for failed (status 1). `print_line` prints it."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Print a message in one line, whatever the values in it hold. Without a stream: on standard output."""
    from jovian.cards.files import cut_middle, one_line

    line = one_line(text, MAX_LINE) if len(text) <= MAX_LINE else cut_middle(text, CUT_LINE)
    print(line, file=stream or stdout())
