"""The event log of a game as a file of JSON lines, and a tally that reports faults of players."""

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

# --- Faults ---


class FaultReport(Faults):
    """A tally that prints the first fault of each side at each kind of decision to standard error."""

    def add(self, faults: Iterable[Fault]) -> None:
        """Add all faults of another game, and print those that are the first of their kind."""
        for fault in faults:
            if all((fault.side, fault.kind) != (known.side, known.kind) for known in self.faults):
                print_line(f"{fault.first}; the default choice was used", sys.stderr)
            super().add((fault,))


# --- Log files ---


def line(entry: LogEntry) -> str:
    """Return the JSON line of an event."""
    return json.dumps(entry.to_json(), separators=(",", ":")) + "\n"


class LogFile:
    """Writes the events of one match to a file, line by line, so that a killed process leaves no partial line.

    If a line can't be written completely, the file is removed and OSError is raised.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written = 0
        self._handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), 0o666)

    def follow(self, match: Match) -> None:
        """Write the events since the last call."""
        self.write(match.events.entries[self._written :])

    def write(self, entries: Sequence[LogEntry]) -> None:
        """Write events, one line each."""
        for entry in entries:
            self._line(line(entry).encode())
            self._written += 1

    def _line(self, raw: bytes) -> None:
        try:
            while raw:
                raw = raw[os.write(self._handle, raw) :]
        except OSError as error:
            self._remove()
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def _remove(self) -> None:
        if stat.S_ISREG(os.fstat(self._handle).st_mode):
            self.path.unlink(missing_ok=True)

    def __enter__(self) -> LogFile:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.close(self._handle)
