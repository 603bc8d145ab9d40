"""Counters of calls into rules and decisions, used instead of seconds."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from cProfile import Profile
from types import FrameType
from typing import Any, Self

from tests.source import PACKAGE

JUDGING = ("judge", "preview", "envelope", "assess")
"""Functions of the rules that check an answer or compute its effects."""
BELOW = (str(PACKAGE / "rules"), str(PACKAGE / "game"))


def watch(note: Callable[[FrameType, str, Any], None]) -> None:
    """Report each call on this thread to `note`.

    Garbage collection is off meanwhile, because closing the rules of another test's unfinished game would be reported
    too.
    """
    gc.disable()
    sys.setprofile(note)


def unwatch() -> None:
    """Report no more calls."""
    sys.setprofile(None)
    gc.enable()


class Watching(Counter[str]):
    """A context manager that counts calls on this thread, known at its end."""

    def __enter__(self) -> Self:
        gc.disable()
        self._profile = Profile(subcalls=False, builtins=False)
        self._profile.enable()
        return self

    def __exit__(self, *_: object) -> None:
        self._profile.disable()
        gc.enable()
        for entry in self._profile.getstats():
            self.called(entry.code.co_filename, entry.code.co_name, entry.callcount)

    def called(self, file: str, name: str, times: int) -> None:
        """Count the calls of a function of a file."""
        raise NotImplementedError


class Counted(Watching):
    """The number of calls of each function that checks answers."""

    def called(self, file: str, name: str, times: int) -> None:
        if name in JUDGING and file.startswith(BELOW):
            self[name] += times


class Called(Watching):
    """The number of calls of each function of the package, by file and name."""

    def called(self, file: str, name: str, times: int) -> None:
        if file.startswith(str(PACKAGE)):
            self[f"{file.removeprefix(str(PACKAGE))[1:]}: {name}"] += times
