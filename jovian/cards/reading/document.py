"""Plain data out of a file, and where each piece of it stands; what is wrong with it, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from jovian.cards.error import CardError

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
Path_ = tuple[str | int, ...]
"""The way to a piece of the data: the keys and indices that lead to it from the top."""


@dataclass(slots=True)
class Document:
    """Plain data, the file it came from, and the line of every path in it."""

    file: str
    data: Plain
    lines: dict[Path_, int] = field(default_factory=dict)
    faults: list[CardError] = field(default_factory=list)
    """What is wrong with it, as far as it was looked at."""

    def line(self, path: Path_) -> int | None:
        """The line of the deepest known part of the path; None for data that was not read from lines."""
        for length in range(len(path), -1, -1):
            found = self.lines.get(path[:length])
            if found is not None:
                return found
        return None

    def error(self, path: Path_, cause: str) -> CardError:
        """What is wrong at that path, ready to raise."""
        return CardError(self.file, self.line(path), cause)

    def note_if(self, condition: bool, path: Path_, cause: str) -> None:
        """Note what is wrong at that path if the condition holds, and go on: `settle` tells all of it."""
        if condition:
            self.faults.append(self.error(path, cause))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note an error that is raised within, and go on after it."""
        try:
            yield
        except CardError as error:
            self.faults += error.all()

    def settle(self) -> None:
        """Raise everything that was noted as one CardError."""
        faults = list(self.faults)
        self.faults.clear()
        if faults:
            raise CardError(self.file, faults[0].line, faults[0].cause, faults[1:])
