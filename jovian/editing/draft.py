"""A scenario being written, its history, and the lines of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from jovian.cards import CardError, UnitCard, fleet_names, load_fleet
from jovian.cards.names import EDGES, TERRAIN_KINDS, TerrainRule, slug
from jovian.cards.schema import plain_copy

# --- draft ---
# A draft: the plain document of a scenario file while it is being written, as a value that no command changes.

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

    def with_value(self, path: Where, value: Any) -> Draft:
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


# --- history ---
# What was done to a draft, to be undone and done again.

MOST = 300
"""Drafts that are kept to go back to."""


@dataclass(frozen=True, slots=True)
class History:
    """Drafts in the order in which they were made, and the one that is edited now."""

    drafts: tuple[Draft, ...]
    at: int = 0
    saved: Draft | None = None
    """The draft as the file has it, None if there is no file."""

    @property
    def now(self) -> Draft:
        """The draft that is edited."""
        return self.drafts[self.at]

    @property
    def unsaved(self) -> bool:
        """Would something be lost without saving?"""
        return self.now != self.saved if self.saved is not None else self.at > 0

    @property
    def can_undo(self) -> bool:
        """Was anything done?"""
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        """Was anything undone since?"""
        return self.at + 1 < len(self.drafts)

    def then(self, draft: Draft) -> History:
        """With another draft after this one; what was undone is forgotten. The same draft is no step."""
        if draft == self.now:
            return self
        drafts = (*self.drafts[: self.at + 1], draft)[-MOST:]
        return replace(self, drafts=drafts, at=len(drafts) - 1)

    def undone(self) -> History:
        """The history one step back, if there is one."""
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> History:
        """The history one step forward again, if there is one."""
        return replace(self, at=min(len(self.drafts) - 1, self.at + 1))

    def kept(self) -> History:
        """With the draft of now as the one that the file has."""
        return replace(self, saved=self.now)


# --- lines ---
# New lines of a scenario document: what a piece says when it is put on the table.

ROUGH = ((-4, -1), (-1.5, -3), (2.5, -2.5), (4, 0.5), (1, 1.2), (0.5, 3), (-3, 2.5))
"""The corners of an outline that is to be drawn by hand, inches."""
TAIL = (7, 2)
"""Length of a comet's tail, and how many times its radius it is wide."""
ZONE_RADIUS = 6


def new_draft(fleets: tuple[str, ...]) -> Draft:
    """An empty table for two ready fleets; if there are none, for models that are placed."""
    data: Data = {
        "name": "New Scenario",
        "summary": "Two small forces meet over open space.",
        "table": {"width": 48, "height": 48},
        "zones": "standard",
        "deployment": "fleet",
        "initiative": "random",
        "turns": 7,
        "objectives": [{"kind": "most_victory_points", "points": 10}],
    }
    return draft_of({**data, "fleets": list(fleets)} if len(fleets) == 2 else data)


def terrain_line(kind: str, x: float, y: float) -> Data:
    """A piece of terrain of a kind, as large as it usually is."""
    rule = TERRAIN_KINDS[kind]
    if rule.edge:
        return {"id": kind, "kind": kind, **_of_edge(rule)}
    line: Data = {"id": kind, "kind": kind, "x": x, "y": y}
    if rule.outline and not rule.stated:
        return {**line, "points": [list(corner) for corner in ROUGH]}
    radius = rule.usual or max(rule.least, min(rule.greatest, (rule.least + rule.greatest) / 2))
    if rule.usual is None or rule.least != rule.greatest:
        line["radius"] = radius
    return {**line, "tail_length": TAIL[0], "tail_width": TAIL[1] * radius} if rule.tail else line


def _of_edge(rule: TerrainRule) -> Data:
    """A band beside a planet lies along the planet's edge by itself."""
    return {"thickness": rule.least} if rule.band else {"edge": EDGES[0]}


def model_line(card: UnitCard, side: int, x: float, y: float) -> Data:
    """A model of a card, fresh, heading for the other side of the table."""
    return {"id": slug(card.name), "card": card.key, "side": side, "x": x, "y": y, "heading": 180 * side}


def zone_line(side: int | str, x: float, y: float, corners: bool) -> Data:
    """A zone of a side: a circle, or a square that is to be drawn by its corners."""
    if not corners:
        return {"side": side, "x": x, "y": y, "radius": ZONE_RADIUS}
    r = ZONE_RADIUS
    return {"side": side, "points": [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]]}


def two_fleets() -> tuple[str, ...]:
    """The first ready fleets of two factions that are of one size, () if there are none."""
    found: dict[tuple[int, str], str] = {}
    for stem in fleet_names():
        try:
            fleet = load_fleet(stem)
        except CardError:
            continue
        found.setdefault((fleet.size, fleet.faction), stem)
    for size, faction in sorted(found):
        others = [stem for (other, its), stem in sorted(found.items()) if other == size and its != faction]
        if others:
            return found[size, faction], others[0]
    return ()
