"""A draft: the plain document of a scenario file while it is being written, as a value that no command changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from jovian.cards.schemas.validate import plain_copy

PLACES = 4
"""Decimals of an inch that a draft keeps."""
Data = dict[str, Any]
Where = tuple[str | int, ...]
"""A path into the document: keys, and numbers in lists."""


class Piece(NamedTuple):
    """One line of a list of the document, by where it stands."""

    section: str
    """The key of the list, such as `terrain`."""
    number: int

    @property
    def path(self) -> Where:
        """Where it stands in the document."""
        return self.section, self.number


@dataclass(frozen=True, slots=True)
class Draft:
    """A scenario document with the comment that stands above it in its file."""

    data: Data = field(default_factory=dict)
    """Never changed: a command makes another."""
    heading: str = ""
    """Lines of comment, without their marks."""

    def at(self, path: Where) -> Any:
        """What stands at a path, None for nothing."""
        found: Any = self.data
        for part in path:
            inside = isinstance(found, dict) and part in found
            if not inside and not (isinstance(found, list) and isinstance(part, int) and 0 <= part < len(found)):
                return None
            found = found[part]
        return found

    def lines(self, section: str) -> list[Data]:
        """The pieces of a list that are mappings and may be edited; [] if there are none."""
        found = self.data.get(section)
        return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []

    def line(self, piece: Piece) -> Data:
        """The line of a piece, {} if it is not there."""
        found = self.at(piece.path)
        return found if isinstance(found, dict) else {}

    def with_at(self, path: Where, value: Any) -> Draft:
        """With something else at a path, or without it for None. Mappings on the way are made, list places are not."""
        data = plain_copy(self.data)
        at: Any = data
        for part in path[:-1]:
            at = at.setdefault(part, {}) if isinstance(at, dict) else at[part]
        if value is not None:
            at[path[-1]] = short(value)
        elif isinstance(at, dict):
            at.pop(path[-1], None)
        else:
            del at[path[-1]]
        return replace(self, data=_tidied(data, path))

    def with_line(self, section: str, line: Any) -> tuple[Draft, Piece]:
        """With another piece at the end of a list, and where it stands."""
        there = self.data.get(section)
        before = there if isinstance(there, list) else []
        return replace(self, data={**self.data, section: [*before, short(line)]}), Piece(section, len(before))


def draft_of(data: Mapping[str, Any], heading: str = "") -> Draft:
    """A draft of plain data, its numbers as a file would have them."""
    return Draft(short(dict(data)), heading)


def short(value: Any) -> Any:
    """A copy with numbers that have few decimals, whole ones without any."""
    if isinstance(value, Mapping):
        return {key: short(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [short(each) for each in value]
    if isinstance(value, float):
        near = round(value, PLACES) + 0.0
        return int(near) if near == int(near) else near
    return value


def _tidied(data: Data, path: Where) -> Data:
    """Without lists and mappings on the path that have become empty."""
    for length in range(len(path) - 1, 0, -1):
        *before, last = path[:length]
        at: Any = data
        for part in before:
            at = at[part]
        if isinstance(at, dict) and at.get(last) in ([], {}):
            del at[last]
    return data


def fresh_id(draft: Draft, wanted: str) -> str:
    """An id that no piece has: as wanted, else with a number after it."""
    taken = [line.get("id") for section in ("terrain", "models") for line in draft.lines(section)]
    number, ident = 1, wanted
    while ident in taken:
        number += 1
        ident = f"{wanted}-{number}"
    return ident
