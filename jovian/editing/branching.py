"""Branches of a rehearsal as a tree is drawn: a line each, with what leads to it from the lines above."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from jovian.match.entries import Entry
from jovian.match.saves.branches import Branch, tree

THROUGH, PAST, LAST, NOTHING = "│", "├", "└", " "
"""What stands in a column: a line that goes by; one from which this branch goes off, going on or not; nothing."""
HERE = ""
"""Where the game stands now, among the names of branches, if it stands at the end of none."""


class Twig(NamedTuple):
    """A branch in its line of the drawing."""

    name: str
    """`HERE`, or what it was kept by."""
    parent: str
    """The branch that it goes away from, "" for the beginning of the game."""
    leaves: int
    """After how many answers it goes its own way."""
    answers: int
    here: bool
    """Does the game stand at its end?"""
    columns: str
    """What stands to the left of its knot, a mark each column."""
    above: bool
    """Does it go on from the knot above in its own column?"""
    below: bool
    """Does anything go on from it?"""
    widest: int = 0
    """How many columns the whole drawing has to the left of a knot at most."""


def twigs(kept: Mapping[str, Sequence[Entry]], now: Sequence[Entry]) -> list[Twig]:
    """All branches and where the game stands, as they are drawn from top to bottom.

    One that goes on from the end of another stands below it in the same column, the one to the present before others.
    """
    lines = dict(kept) if any(list(each) == list(now) for each in kept.values()) else {**kept, HERE: now}
    present = next(name for name, each in lines.items() if list(each) == list(now))
    grown = list(tree(dict(sorted(lines.items(), key=lambda each: len(each[1])))))
    found = list(_Drawing(grown, present).drawn())
    widest = max(len(each.columns) for each in found)
    return [each._replace(widest=widest) for each in found]


class _Drawing:
    """A tree on its way to lines."""

    def __init__(self, grown: Sequence[Branch], present: str) -> None:
        self._present = present
        self._by_name = {each.name: each for each in grown}
        self._from: dict[str, list[Branch]] = {}
        for each in grown:
            if each.leaves:
                self._from.setdefault(each.parent, []).append(each)
        self._roots = [each for each in grown if not each.leaves]
        self._way = {present}
        while (parent := self._by_name[present]).leaves:
            present = parent.parent
            self._way.add(present)

    def drawn(self) -> Iterator[Twig]:
        """Every line."""
        for root in self._roots:
            yield from self._line(root, "", above=False)

    def _line(self, branch: Branch, columns: str, *, above: bool) -> Iterator[Twig]:
        """A branch and all that hangs on it."""
        aside, on = self._parted(branch)
        below = bool(aside or on)
        yield Twig(*branch, branch.name == self._present, columns, above, below)
        left = columns.replace(PAST, THROUGH).replace(LAST, NOTHING)
        for number, each in enumerate(aside):
            last = on is None and number == len(aside) - 1
            yield from self._line(each, left + (LAST if last else PAST), above=False)
        if on is not None:
            yield from self._line(on, left, above=True)

    def _parted(self, branch: Branch) -> tuple[list[Branch], Branch | None]:
        """What goes off from a branch, and what goes on from its end, if anything does."""
        hanging = self._from.get(branch.name, [])
        ends = [each for each in hanging if each.leaves == branch.answers]
        on = next((each for each in ends if each.name in self._way), ends[0] if ends else None)
        return [each for each in hanging if each is not on], on
