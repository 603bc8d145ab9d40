"""The progress of long commands, and how they are stopped: Ctrl+C or a termination signal keeps the result so far."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import FrameType
from typing import Protocol

from jovian.commands.problem import print_line

FIRST, SECONDS = 2.0, 10.0
"""Seconds before the first line of progress, and between two lines. A command shorter than `SECONDS` prints none."""
MINUTE = 60


class Advance(Protocol):
    """What is called after each game."""

    def __call__(self, text: str, total: int | None = None) -> None:
        """Count a game. `text` says what is known now, `total` how many games are expected if this has changed."""


@contextmanager
def progress_bar(total: int | None, workers: int = 1) -> Iterator[Advance]:
    """Show progress on standard error: a bar in a terminal, else the forecast and a line every few seconds.

    `workers` is the number of games that are played at a time.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if not console.is_terminal:
        yield _Lines(total, workers).advance
        return
    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("no game finished yet", total=total)

        def advance(text: str, total: int | None = None) -> None:
            progress.update(task, advance=1, description=text, total=total)

        yield advance


class _Lines:
    """Lines of progress, the first one as soon as a few games say how long all will take."""

    def __init__(self, total: int | None, workers: int) -> None:
        self._total, self._workers = total, workers
        self._done, self._start = 0, time.monotonic()
        self._begun = 0.0
        """The seconds until each worker had finished a game, which include the start of workers."""
        self._next = FIRST if total else SECONDS
        """The seconds from the start after which the next line is due."""

    def advance(self, text: str, total: int | None = None) -> None:
        """Count a game, and print a line if one is due."""
        self._done, self._total = self._done + 1, total or self._total
        passed = time.monotonic() - self._start
        if self._done <= self._workers:
            self._begun = passed
        remaining = self._remaining(passed)
        if passed < self._next or passed + (remaining or 0.0) < SECONDS:
            return
        left = "" if remaining is None else f", about {describe_time(remaining)} left"
        print_line(f"{text}{left}", sys.stderr)
        self._next = passed + SECONDS

    def _remaining(self, passed: float) -> float | None:
        """Return the forecast of the seconds left, or None before each worker has finished about two games.

        Games that start together also end together, so fewer games don't tell how long one takes.
        """
        if not self._total or self._done < 2 * self._workers:
            return None
        pace = (passed - self._begun) / (self._done - self._workers)
        return pace * max(0, self._total - self._done)


def describe_time(seconds: float) -> str:
    """Return a duration in words: `40 s`, `12 min`."""
    return f"{seconds:.0f} s" if seconds < MINUTE else f"{seconds / MINUTE:.0f} min"


AGAIN = 5.0
"""Seconds after which an interruption is repeated while the command still runs."""


def stopped_by_signals() -> AbstractContextManager[None]:
    """Raise KeyboardInterrupt for a termination signal, as for Ctrl+C. Only the main thread can receive signals."""
    is_main = threading.current_thread() is threading.main_thread()
    return _StoppedBySignals() if is_main else nullcontext()


class _StoppedBySignals(AbstractContextManager[None]):
    """Python drops an exception that is raised while C code calls back, such as a query for overlaps.

    So the interruption is repeated until the block ends. None is raised while the block is being left, which would
    leave this undone. (A generator wouldn't do: `contextlib` runs before it, and could be interrupted there.)
    """

    def __enter__(self) -> None:
        self._received, self._ended = threading.Event(), threading.Event()
        threading.Thread(target=self._repeat, daemon=True).start()
        self._before = signal.signal(signal.SIGTERM, self._interrupt)

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._received.set()
        signal.signal(signal.SIGTERM, self._before)

    def _interrupt(self, _: int, frame: FrameType | None) -> None:
        self._received.set()
        own = (_StoppedBySignals.__enter__.__code__, _StoppedBySignals.__exit__.__code__)
        while frame is not None and frame.f_code not in own:
            frame = frame.f_back
        if frame is None:
            raise KeyboardInterrupt

    def _repeat(self) -> None:
        self._received.wait()
        while not self._ended.wait(AGAIN):
            _thread.interrupt_main(signal.SIGTERM)
