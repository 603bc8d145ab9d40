"""The files that a walkthrough enters between a click and its result on the screen.

This counts the check of the answer, the rules, the outcome, the animation, the next decision, and new log lines. It
doesn't count pointer moves, and code of panels and board that only shows the state: `refresh`, `layout`, `draw`.
"""

from __future__ import annotations

from pathlib import Path
from types import FrameType
from typing import Any

from tests.source import PACKAGE
from tests.ui.counting import unwatch, watch

UI = str(PACKAGE / "ui")
LEFT_OUT = ("refresh", "layout", "draw")
TOLD = ("log_panel.py", "show")
"""Counted even inside a function of `LEFT_OUT`, because the log gets new lines."""


class Trail:
    """The files in the order in which they are entered, once for each time that another file calls them."""

    def __init__(self) -> None:
        self.way: list[str] = []
        self._within: list[tuple[FrameType, bool]] = []
        """The calls that start or stop counting, innermost last, and whether files count inside."""

    @property
    def files(self) -> set[str]:
        """All files that were entered."""
        return set(self.way)

    def __enter__(self) -> Trail:
        watch(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        unwatch()
        self._within = []

    def _note(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "return" and self._within and self._within[-1][0] is frame:
            self._within.pop()
        if event != "call":
            return
        file, back = frame.f_code.co_filename, frame.f_back
        if file.startswith(UI):
            self._turn(frame, Path(file).name, frame.f_code.co_name)
        if self._within and not self._within[-1][1]:
            return
        if file.startswith(str(PACKAGE)) and (back is None or back.f_code.co_filename != file):
            self.way.append(Path(file).relative_to(PACKAGE).as_posix())

    def _turn(self, frame: FrameType, file: str, name: str) -> None:
        if (file, name) == TOLD:
            self._within.append((frame, True))
        elif name in LEFT_OUT:
            self._within.append((frame, False))
