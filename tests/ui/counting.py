"""Counts what is judged meanwhile: calls into rules and questions, never seconds."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

from tests.source import PACKAGE

JUDGING = ("judge", "preview", "envelope", "assess")
"""Functions of the rules that judge an answer, or work out what it would lead to."""
BELOW = (str(PACKAGE / "rules"), str(PACKAGE / "game"))


def watch(note: Callable[[FrameType, str, Any], None]) -> None:
    """Have each call on this thread noted. No garbage is collected meanwhile: to close the rules of an unfinished game
    of another test would be noted as well.
    """
    gc.disable()
    sys.setprofile(note)


def unwatch() -> None:
    """Note no more."""
    sys.setprofile(None)
    gc.enable()


class Watching(Counter[str]):
    """Counts calls on this thread while it is entered."""

    def __enter__(self) -> Self:
        watch(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        unwatch()

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            self.called(frame.f_code.co_filename, frame.f_code.co_name)

    def called(self, file: str, name: str) -> None:
        """A function of a file was called."""
        raise NotImplementedError


class Counted(Watching):
    """How often each function that judges was called."""

    def called(self, file: str, name: str) -> None:
        if name in JUDGING and file.startswith(BELOW):
            self[name] += 1


class Called(Watching):
    """How often each function of ours was called, by file and name."""

    def called(self, file: str, name: str) -> None:
        if file.startswith(str(PACKAGE)):
            self[f"{file.removeprefix(str(PACKAGE))[1:]}: {name}"] += 1
