"""Standard output of a command: what the game prints, apart from what player files write.

A player file is a program. It can write to file descriptor 1 without Python's `print`: `os.write`, a child process, or
code in C. From `divert_players` on, all that goes to standard error. The game prints to `stdout()`, which stays
standard output. Worker processes inherit the diverted descriptor.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, TextIO

from jovian.frozen import frozen

OUT, ERR = 1, 2
"""The file descriptors of standard output and standard error."""


@frozen
class _Diverted:
    """Standard output as it was before it was diverted."""

    python: TextIO
    """The former `sys.stdout`."""
    own: TextIO
    """The stream that the game prints to."""
    descriptor: int
    """A copy of descriptor 1, -1 if it was closed."""


_diverted: list[_Diverted] = []


def stdout() -> TextIO:
    """Return the stream that the game prints to."""
    return _diverted[-1].own if _diverted else sys.stdout


def divert_players() -> None:
    """Send what anything but the game writes to standard output to standard error from now on."""
    if _diverted:
        return
    python = sys.stdout
    python.flush()
    try:
        descriptor = os.dup(OUT)
    except OSError:
        descriptor = -1
    own = python
    if descriptor != -1 and _descriptor_of(python) == OUT:
        own = open(descriptor, "w", encoding=python.encoding, errors=python.errors)  # noqa: SIM115
    with suppress(OSError):  # If standard error is closed, there is nothing to divert to.
        os.dup2(ERR, OUT)
    _diverted.append(_Diverted(python, own, descriptor))
    sys.stdout = sys.stderr


@contextmanager
def restored_stdout() -> Iterator[None]:
    """Undo `divert_players` after the block, for commands that run inside another program."""
    try:
        yield
    finally:
        while _diverted:
            before = _diverted.pop()
            sys.stdout = before.python
            if before.descriptor != -1:
                os.dup2(before.descriptor, OUT)
                if before.own is before.python:
                    os.close(before.descriptor)
            if before.own is not before.python:
                with suppress(OSError):  # The reader has gone, or the disk is full. The command has reported it.
                    before.own.close()


def print_json(value: Any) -> None:
    """Print a JSON value on one line. Raises BrokenPipeError if the reader has gone."""
    write_text(json.dumps(value) + "\n")


def write_text(text: str) -> None:
    """Write text to standard output at once. Raises BrokenPipeError if the reader has gone."""
    print(text, end="", file=stdout(), flush=True)


def _descriptor_of(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (io.UnsupportedOperation, OSError, ValueError):
        return None
