"""What a command refuses or fails at, and printing it and other messages in one line each."""

from __future__ import annotations

from typing import TextIO

from jovian.commands.output.stdout import stdout

INTERRUPTED = 130
"""The status of what its user stopped."""
MAX_LINE = 4000
"""Letters of a printed message."""


class Problem(Exception):
    """Bad input (status 2), or what was asked for failed (status 1). `print_line` prints it."""

    def __init__(self, line: str, status: int = 2) -> None:
        super().__init__(line)
        self.status = status


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Print a message in one line, whatever the values in it hold. Without a stream: on standard output."""
    from jovian.cards.error import one_line

    print(one_line(text, MAX_LINE), file=stream or stdout())
