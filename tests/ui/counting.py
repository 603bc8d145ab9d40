"""Counts what is judged meanwhile: calls into rules and questions, never seconds."""

from __future__ import annotations

import sys
from collections import Counter
from types import FrameType
from typing import Any

from tests.test_layers import HOUSE

JUDGING = ("judge", "preview", "envelope", "assess")
"""Functions of the rules that judge an answer, or work out what it would lead to."""
BELOW = (str(HOUSE / "rules"), str(HOUSE / "game"))


class Counted(Counter[str]):
    """How often each of them was called while it was watched."""

    def __enter__(self) -> Counted:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_name
        if event == "call" and name in JUDGING and frame.f_code.co_filename.startswith(BELOW):
            self[name] += 1


class Called(Counter[str]):
    """How often each function of ours was called on this thread while it was watched, by file and name."""

    def __enter__(self) -> Called:
        sys.setprofile(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        place = frame.f_code.co_filename
        if event == "call" and place.startswith(str(HOUSE)):
            self[f"{place.removeprefix(str(HOUSE))[1:]}: {frame.f_code.co_name}"] += 1
