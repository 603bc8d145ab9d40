"""Which files of the house a walk through the window enters: the way of an answer, and not what merely shows again.

Counted is what runs from the press of a button or key until its outcome stands on the screen: the answer on its way
down, the rules, the outcome on its way up, the animation, the next question put, and the lines that the log is told.
Left out are moves of the pointer, and whatever panels and board do only to show what there is: `refresh`, `layout`,
`draw`.
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
"""What is counted within that: the log takes up new lines."""


class Trail:
    """The files in the order in which they are entered, each as often as one comes to it from another."""

    def __init__(self) -> None:
        self.way: list[str] = []
        self._within: list[tuple[FrameType, bool]] = []
        """The calls that begin or end what is left out, the innermost last, and whether its files count."""

    @property
    def files(self) -> set[str]:
        """All that were entered."""
        return set(self.way)

    @property
    def returns(self) -> int:
        """How often one came back to a file."""
        return len(self.way) - len(self.files)

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
