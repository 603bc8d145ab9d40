"""What players did wrong in games that went on: choices that were not allowed, or none. The default took them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class Fault(NamedTuple):
    """What a side did wrong with one kind of question."""

    side: int
    kind: str
    """The kind of question."""
    times: int
    """How many of its choices the default took."""
    first: str
    """The first of them: player, game, question and what was wrong, in a line."""


class Faults:
    """Faults as they happen; handed to whoever drives a game, it goes on in spite of them."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, str], Fault] = {}
        self.total = 0
        """How many there are."""

    def note(self, side: int, kind: str, first: str, times: int = 1) -> None:
        """One more, or several at once."""
        self.total += times
        known = self._found.get((side, kind), Fault(side, kind, 0, first))
        self._found[side, kind] = known._replace(times=known.times + times)

    def add(self, faults: Iterable[Fault]) -> None:
        """Those of another game."""
        for each in faults:
            self.note(each.side, each.kind, each.first, each.times)

    @property
    def found(self) -> tuple[Fault, ...]:
        """All of them, in the order of the first of each kind."""
        return tuple(self._found.values())

    def written(self) -> list[dict[str, Any]]:
        """For each side how many there were, and the first of each kind of question."""
        return [
            {
                "count": sum(each.times for each in self.found if each.side == side),
                "first": {each.kind: each.first for each in self.found if each.side == side},
            }
            for side in (0, 1)
        ]
