"""Branches of a rehearsal: lines of answers kept by name, each a place to go on from. Together they are a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from jovian.match.entries import Entry, read_journal, written_journal

MOST = 100
"""How many a game keeps."""
LONGEST = 60
"""Letters of a name."""


class Branch(NamedTuple):
    """Where a branch hangs in the tree."""

    name: str
    parent: str
    """The earlier branch from which it goes away last, "" for the beginning of the game."""
    leaves: int
    """After how many answers it goes its own way."""
    answers: int
    """How many answers it has."""


def tree(kept: Mapping[str, Sequence[Entry]]) -> Iterator[Branch]:
    """The branches in the order in which they were kept."""
    earlier: list[str] = []
    for name, journal in kept.items():
        shared = [(common(kept[other], journal), other) for other in earlier]
        leaves, parent = max(shared, key=lambda each: each[0], default=(0, ""))
        yield Branch(name, parent if leaves else "", leaves, len(journal))
        earlier.append(name)


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """After how many answers two lines part."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def fault(kept: Mapping[str, Any], name: str) -> str:
    """Why a branch cannot be kept by a name, "" if it can."""
    if not name.strip() or len(name) > LONGEST or not name.isprintable():
        return f"A branch has a name of 1 to {LONGEST} letters."
    if name in kept:
        return f"There is a branch '{name}' already."
    return "" if len(kept) < MOST else f"A game keeps {MOST} branches at most."


def written(kept: Mapping[str, Sequence[Entry]]) -> list[list[Any]]:
    """Branches as a save holds them: `[name, journal]` each."""
    return [[name, written_journal(journal)] for name, journal in kept.items()]


def read(given: Any) -> dict[str, list[Entry]]:
    """Branches out of a save; raises ValueError with what is wrong."""
    if not isinstance(given, list):
        raise ValueError("branches is a list")
    found: dict[str, list[Entry]] = {}
    for each in given:
        if not isinstance(each, list) or list(map(type, each)) != [str, list]:
            raise ValueError("a branch is a name and a list of answers")
        if wrong := fault(found, each[0]):
            raise ValueError(wrong)
        try:
            found[each[0]] = read_journal(each[1])
        except ValueError as error:
            raise ValueError(f"branch '{each[0]}': {error}") from error
    return found
