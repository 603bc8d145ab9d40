"""Looking at a player file without waiting for it: a thread reads the file, and a process of its own runs it.

A file can be huge, no file at all, or a program that never ends. Whoever shows a window polls and can cancel.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from jovian.match.errors import NoPlayer
from jovian.players import make_player
from jovian.players.from_file import find_classes, read_player_file
from jovian.players.thinking.thread_job import ThreadJob

LIMIT = 30.0
"""Seconds that a file may take until its player is made."""
SPAWN = get_context("spawn")


@dataclass(frozen=True, slots=True)
class FileReport:
    """What is known of a player file."""

    fault: str = ""
    """What is wrong with it, in a line, "" if nothing is."""
    content: str = ""
    """The hash of its content."""
    classes: tuple[str, ...] = ()
    """The names of its classes, in order."""


class FileCheck(ThreadJob[FileReport]):
    """One look at a file, on a thread."""

    def __init__(self, look: Callable[[FileCheck], FileReport]) -> None:
        self._process: Any = None
        self._canceled = False
        self._lock = threading.Lock()
        super().__init__(lambda: look(self))

    @classmethod
    def reading(cls, path: str) -> FileCheck:
        """Read a file; it isn't run."""
        return cls(lambda check: _read(path))

    @classmethod
    def running(cls, player: str, content: str = "") -> FileCheck:
        """Run a file as `make_player` does, and make its player; with a hash, only that content is run."""
        return cls(lambda check: check._run_apart(player, content))

    def cancel(self) -> None:
        """End it. Nobody wants the report."""
        with self._lock:
            self._canceled = True
            if self._process is not None:
                self._process.kill()

    # --- on the thread ---
    def _run_apart(self, player: str, content: str) -> FileReport:
        """Run the file in a process, which is ended if it takes too long."""
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve, args=(theirs, player, content), daemon=True)
        path = player.rpartition(":")[0]
        try:
            with self._lock:
                if self._canceled:
                    return FileReport("canceled")
                process.start()
                self._process = process
        except OSError:  # the system gives no process
            return _make(player, content)
        theirs.close()
        try:
            if ours.poll(LIMIT):
                report: FileReport = ours.recv()
                return report
            return FileReport(f"{path}: it takes longer than {LIMIT:g} seconds to load")
        except (EOFError, OSError):
            return FileReport(f"{path}: its process ended while it was loaded")
        finally:
            process.kill()
            process.join()


def _read(path: str) -> FileReport:
    try:
        source, content = read_player_file(path)
    except NoPlayer as error:
        return FileReport(str(error))
    return FileReport("", content, tuple(find_classes(source)))


def _make(player: str, content: str) -> FileReport:
    report = _read(player.rpartition(":")[0])
    if report.fault:
        return report
    try:
        make_player(player, 0, content or report.content)
    except NoPlayer as error:
        return FileReport(str(error))
    return report


def _serve(line: Connection[Any, Any], player: str, content: str) -> None:
    """Run the file. The process ends with the other end of its line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    line.send(_make(player, content))


def _end_with(line: Connection[Any, Any]) -> None:
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(0)
