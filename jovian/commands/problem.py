"""Errors of commands, and printing them and other messages in one line each."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
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


def check_distinct(inputs: Iterable[str], *outputs: Path | None) -> None:
    """Check that no output is a file that the command reads, or another output, also through links.

    Args:
        inputs: The files that the command reads, as they were named: paths, names of cards, players `bot.py:Name`, or
            `-` for standard input. The journal file of a save is read with it.
        outputs: The files to write, None for no file.

    Raises:
        CommandError: An output is read, or is named twice.

    """
    read = {_identity(path) for name in inputs for path in _paths_of(name)}
    written: set[object] = set()
    for output in filter(None, outputs):
        identity = _identity(output)
        if identity in read and identity is not None:
            raise CommandError(f"{output}: the command reads this file. Choose another name for the output")
        if identity in written and identity is not None:
            raise CommandError(f"{output}: 2 outputs are this file. Choose another name for one of them")
        written.add(identity)


def _paths_of(name: str) -> Iterator[str | int | Path]:
    """Yield the files that a name on the command line can mean. A number is a file descriptor."""
    from jovian.cards.files import file_of_stem
    from jovian.match.journal import journal_path
    from jovian.players.player import is_file_player

    if name == "-":
        yield 0
        return
    yield name
    if Path(name).name:
        yield journal_path(Path(name))
    if is_file_player(name):
        yield name.rpartition(":")[0]
    if Path(name).name == name and not Path(name).suffix:
        yield from filter(None, (file_of_stem(folder, name) for folder in ("fleets", "scenarios")))


def _identity(path: str | int | Path) -> object:
    """Return a value that is equal for all names of a regular file, or of a missing one. None for another kind."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None if isinstance(path, int) else os.path.normcase(os.path.realpath(path))
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def print_line(text: str, stream: TextIO | None = None) -> None:
    """Print a message in one line, whatever values it contains. The default stream is standard output."""
    from jovian.cards.files import cut_middle, one_line

    line = one_line(text, MAX_LINE) if len(text) <= MAX_LINE else cut_middle(text, CUT_LINE)
    print(line, file=stream or stdout())
