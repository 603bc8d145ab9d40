"""A rehearsal that runs beside the window: a process of low priority, read on a thread, so that no frame waits for it.

Whatever `rehearse` is asked, its `--stream` is read here: lines of JSON, the last one complete.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import IO, Any

from jovian.cards.error import one_line
from jovian.match import Match
from jovian.match.saves.save import to_data
from jovian.match.saves.seal import sealed
from jovian.rehearsal.work.workers import cores

NICE = 15
"""How far its priority lies below that of the window."""
TOLD = 4096
"""Bytes of what a process said last that are looked at when it has failed."""
ROOT = Path(__file__).resolve().parents[3]
"""Where the package lies that it runs."""


class Course(Enum):
    """How a rehearsal stands."""

    RUNNING = "it plays"
    DONE = "its answer is complete"
    CANCELED = "it was called off"
    FAILED = "its process failed"


class Rehearsing:
    """One rehearsal. It ends with the window, whatever ends that, and keeps the latest answer."""

    def __init__(self, position: str, arguments: Sequence[str] = (), workers: int | None = None) -> None:
        """`position` is the text of a save, `arguments` are those of `rehearse` besides."""
        self.command = (
            sys.executable, "-m", "jovian", "rehearse", "-", "--json", "--stream",
            "--workers", str(workers or spare_cores()), *arguments,
        )  # fmt: skip
        """What runs in its process, word by word."""
        self.course = Course.RUNNING
        self.notice = ""
        """What went wrong, in a line; "" for nothing."""
        self.heard = 0
        """How often anything new was heard: a new answer, or that it has ended."""
        self._answer: dict[str, Any] | None = None
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        threading.Thread(target=self._run, args=(position,), daemon=True).start()

    @property
    def running(self) -> bool:
        """Does it still play?"""
        return self.course is Course.RUNNING

    def poll(self) -> dict[str, Any] | None:
        """The latest answer as its JSON says it, None before the first; never waits."""
        return self._answer

    def cancel(self) -> None:
        """Call it off; what it has told so far stays."""
        with self._lock:
            if self.running:
                self._ends(Course.CANCELED)
                if self._process is not None:
                    self._process.terminate()

    # --- on the thread ---
    def _run(self, position: str) -> None:
        with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
            try:
                process = self._started(said)
            except OSError as error:
                self._over(f"No process can be started for it: {error.strerror or error}")
                return
            if process is None:
                return
            with process:
                self._hand_in(process, position)
                for line in process.stdout or ():
                    self._take(line)
                status = process.wait()
            self._over("" if status == 0 else _last(said) or f"Its process ended with status {status}")

    def _started(self, said: IO[str]) -> subprocess.Popen[str] | None:
        """The process, at work with low priority; None if it was called off before. Raises OSError."""
        with self._lock:
            if not self.running:
                return None
            self._process = subprocess.Popen(
                self.command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said, encoding="utf-8",
                creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),
            )  # fmt: skip
            if hasattr(os, "setpriority"):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, NICE)
            return self._process

    @staticmethod
    def _hand_in(process: subprocess.Popen[str], position: str) -> None:
        assert process.stdin is not None
        try:
            with process.stdin:
                process.stdin.write(position)
        except OSError:  # it has ended: what it said tells why
            return

    def _take(self, line: str) -> None:
        """A line of the stream; one that was cut short is none."""
        try:
            answer = json.loads(line)
        except ValueError:
            return
        if isinstance(answer, dict):
            self._answer = answer
            self.heard += 1

    def _over(self, wrong: str) -> None:
        with self._lock:
            if self.running:
                whole = self._answer is not None and self._answer.get("complete") is True
                self.notice = wrong or ("" if whole else "It ended before its answer was complete")
                self._ends(Course.FAILED if self.notice else Course.DONE)

    def _ends(self, course: Course) -> None:
        self.course = course
        self.heard += 1


def spare_cores() -> int:
    """How many processes a rehearsal has: all processors but the one that the window needs, one at least."""
    return max(1, cores() - 1)


def position_of(match: Match) -> str:
    """The position of a match as `Rehearsing` takes it."""
    return sealed(to_data(match))


def _last(said: IO[str]) -> str:
    """The last line that a process said."""
    end = said.seek(0, os.SEEK_END)
    said.seek(max(0, end - TOLD))
    lines = said.read().split("\n")
    return next((one_line(line) for line in reversed(lines) if line.strip()), "")
