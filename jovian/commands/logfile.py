"""The log of a game as a file, and the faults of players in it."""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType

from jovian.commands.problem import print_line
from jovian.game import LogEntry
from jovian.match import Match
from jovian.match.entries import Fault, Faults

# --- faults ---
# What players did wrong, told on standard error: the first of each kind. The default took these choices.


class FaultReport(Faults):
    """The faults of all games; the first of a side with a kind of question is told."""

    def add(self, faults: Iterable[Fault]) -> None:
        """Those of another game."""
        for each in faults:
            if all((each.side, each.kind) != (known.side, known.kind) for known in self.found):
                print_line(f"{each.first}; the default was taken", sys.stderr)
            super().add((each,))


# --- logfile ---
# The events of a game as JSON lines, each written whole as it is told: a run that is killed leaves no half line.


def line(entry: LogEntry) -> str:
    """One event as its line of JSON."""
    return json.dumps(entry.to_json(), separators=(",", ":")) + "\n"


class LogFile:
    """Follows one match into one file. What cannot be written wholly is taken away again; raises OSError then."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._told = 0
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)

    def follow(self, match: Match) -> None:
        """Write the events that were told since the last call."""
        self.write(match.events.entries[self._told :])

    def write(self, entries: Sequence[LogEntry]) -> None:
        """Write events, each by itself."""
        for entry in entries:
            self._line(line(entry).encode())
            self._told += 1

    def _line(self, raw: bytes) -> None:
        try:
            while raw:
                raw = raw[os.write(self._handle, raw) :]
        except OSError as error:
            self._take_away()
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _take_away(self) -> None:
        if stat.S_ISREG(os.fstat(self._handle).st_mode):
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._handle)
