"""A draft: the document of a scenario file while you edit it, with the history of edits and templates for new lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from jovian.cards import CardError, UnitCard, fleet_names, load_fleet
from jovian.cards.files import plain_copy
from jovian.cards.names import EDGES, TERRAIN_KINDS, TerrainRule, slug
from jovian.cards.writing import PLACES
from jovian.frozen import frozen

# --- Drafts ---

Data = dict[str, Any]
Where = tuple[str | int, ...]
"""A path into the document: keys, and indexes in lists."""


@frozen
class Piece:
    """The position of one line in a list of the document."""

    section: str
    """The key of the list, such as `terrain`."""
    number: int

    @property
    def path(self) -> Where:
        return self.section, self.number


@frozen
class Draft:
    """A scenario document and the comment above it. Drafts are immutable: each command returns another draft."""

    data: Data = field(default_factory=dict)
    """Read-only."""
    heading: str = ""
    """The comment lines without `#`."""

    def at(self, path: Where) -> Any:
        """Return the value at a path, None if there is none."""
        value: Any = self.data
        for part in path:
            has_key = isinstance(value, dict) and part in value
            if not has_key and not (isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)):
                return None
            value = value[part]
        return value

    def lines(self, section: str) -> list[Data]:
        """Return the pieces of a list that are mappings."""
        items = self.data.get(section)
        return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []

    def line(self, piece: Piece) -> Data:
        """Return the line of a piece, {} if there is none."""
        line = self.at(piece.path)
        return line if isinstance(line, dict) else {}

    def with_value(self, path: Where, value: Any) -> Draft:
        """Return a draft with a value at a path, or without one for None. Missing mappings on the path are made."""
        data = plain_copy(self.data)
        at: Any = data
        for part in path[:-1]:
            at = at.setdefault(part, {}) if isinstance(at, dict) else at[part]
        if value is not None:
            at[path[-1]] = rounded(value)
        elif isinstance(at, dict):
            at.pop(path[-1], None)
        else:
            del at[path[-1]]
        return replace(self, data=_without_empty(data, path))

    def with_line(self, section: str, line: Any) -> tuple[Draft, Piece]:
        """Return a draft with one more line in a list, and the new piece."""
        items = self.data.get(section)
        before = items if isinstance(items, list) else []
        return replace(self, data={**self.data, section: [*before, rounded(line)]}), Piece(section, len(before))


def draft_of(data: Mapping[str, Any], heading: str = "") -> Draft:
    """Return a draft of plain data, with numbers rounded as in a file."""
    return Draft(rounded(dict(data)), heading)


def rounded(value: Any) -> Any:
    """Return a copy of plain data with rounded numbers, and with integers for whole numbers."""
    if isinstance(value, Mapping):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    if isinstance(value, float):
        near = round(value, PLACES) + 0.0
        return int(near) if near == int(near) else near
    return value


def _without_empty(data: Data, path: Where) -> Data:
    """Return the data without lists and mappings on the path that have become empty."""
    for length in range(len(path) - 1, 0, -1):
        *before, last = path[:length]
        at: Any = data
        for part in before:
            at = at[part]
        if isinstance(at, dict) and at.get(last) in ([], {}):
            del at[last]
    return data


def fresh_id(draft: Draft, preferred: str) -> str:
    """Return an id that no piece has: the preferred one, or the same with a number."""
    used = [line.get("id") for section in ("terrain", "models") for line in draft.lines(section)]
    number, piece_id = 1, preferred
    while piece_id in used:
        number += 1
        piece_id = f"{preferred}-{number}"
    return piece_id


# --- History ---

MAX_DRAFTS = 300
"""The maximum number of drafts in a history."""


Edited = TypeVar("Edited")


@frozen
class History(Generic[Edited]):
    """The drafts in the order of editing, and the current one."""

    drafts: tuple[Edited, ...]
    at: int = 0
    saved: Edited | None = None
    """The draft in the file, None if there is no file."""
    is_copy: bool = False
    """Whether the first draft would be lost too, because it is the only copy of something."""

    @property
    def now(self) -> Edited:
        """The current draft."""
        return self.drafts[self.at]

    @property
    def unsaved(self) -> bool:
        """Whether there are unsaved changes."""
        return self.now != self.saved if self.saved is not None else self.is_copy or self.at > 0

    @property
    def can_undo(self) -> bool:
        return self.at > 0

    @property
    def can_redo(self) -> bool:
        return self.at + 1 < len(self.drafts)

    def then(self, draft: Edited) -> History[Edited]:
        """Return the history with a new current draft, without undone drafts. An equal draft adds no step."""
        if draft == self.now:
            return self
        drafts = (*self.drafts[: self.at + 1], draft)[-MAX_DRAFTS:]
        return replace(self, drafts=drafts, at=len(drafts) - 1)

    def undone(self) -> History[Edited]:
        """Return the history one step back, if possible."""
        return replace(self, at=max(0, self.at - 1))

    def redone(self) -> History[Edited]:
        """Return the history one step forward, if possible."""
        return replace(self, at=min(len(self.drafts) - 1, self.at + 1))

    def marked_saved(self) -> History[Edited]:
        """Return the history with the current draft as the one in the file."""
        return replace(self, saved=self.now)


@dataclass(slots=True)
class Bench(Generic[Edited]):
    """What a page edits: a draft with its history. Every change of the draft goes through `apply`."""

    history: History[Edited]
    change_key: str = field(default="", kw_only=True)
    """The key of the current change. Further changes with the same key are one step of undo."""
    _before: History[Edited] | None = field(default=None, repr=False, kw_only=True)
    """The history before the current change."""

    @property
    def draft(self) -> Edited:
        """The current draft."""
        return self.history.now

    def apply(self, draft: Edited, change_key: str = "") -> None:
        """Continue with another draft. It replaces the one before if both have the same change key."""
        if not change_key or change_key != self.change_key or self._before is None:
            self._before = self.history
        self.change_key = change_key
        self.history = self._before.then(draft)
        self.keep_choice()

    def undo(self) -> None:
        """Undo the last change."""
        self.history, self.change_key = self.history.undone(), ""
        self.keep_choice()

    def redo(self) -> None:
        """Redo the change that was undone last."""
        self.history, self.change_key = self.history.redone(), ""
        self.keep_choice()

    def keep_choice(self) -> None:
        """Choose something else if what was chosen is no longer in the draft. Subclasses override it."""


# --- New lines ---

ROUGH = ((-4, -1), (-1.5, -3), (2.5, -2.5), (4, 0.5), (1, 1.2), (0.5, 3), (-3, 2.5))
"""The corners of a new outline in inches, before you edit them."""
TAIL = (7, 2)
"""The length of a comet's tail in inches, and its width in multiples of the radius."""
ZONE_RADIUS = 6


def new_draft(fleets: tuple[str, ...]) -> Draft:
    """Return a draft of an empty table for 2 ready fleets, or for placed models without fleets."""
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
    """Return the line of a new piece of terrain in its default size."""
    rule = TERRAIN_KINDS[kind]
    if rule.edge:
        return {"id": kind, "kind": kind, **_edge_values(rule)}
    line: Data = {"id": kind, "kind": kind, "x": x, "y": y}
    if rule.outline and not rule.stated:
        return {**line, "points": [list(corner) for corner in ROUGH]}
    radius = rule.default_radius or max(rule.min_radius, min(rule.max_radius, (rule.min_radius + rule.max_radius) / 2))
    if rule.default_radius is None or rule.min_radius != rule.max_radius:
        line["radius"] = radius
    return {**line, "tail_length": TAIL[0], "tail_width": TAIL[1] * radius} if rule.tail else line


def _edge_values(rule: TerrainRule) -> Data:
    """Return the keys of terrain at an edge. A band next to a planet follows the planet's edge."""
    return {"thickness": rule.min_radius} if rule.band else {"edge": EDGES[0]}


def model_line(card: UnitCard, side: int, x: float, y: float) -> Data:
    """Return the line of an undamaged model that faces the other side of the table."""
    return {"id": slug(card.name), "card": card.key, "side": side, "x": x, "y": y, "heading": 180 * side}


def zone_line(side: int | str, x: float, y: float, corners: bool) -> Data:
    """Return the line of a zone of a side: a circle, or a square whose corners you can edit."""
    if not corners:
        return {"side": side, "x": x, "y": y, "radius": ZONE_RADIUS}
    r = ZONE_RADIUS
    return {"side": side, "points": [[x - r, y - r], [x + r, y - r], [x + r, y + r], [x - r, y + r]]}


def two_fleets() -> tuple[str, ...]:
    """Return the first ready fleets of 2 factions with the same size, () if there are none."""
    stems: dict[tuple[int, str], str] = {}
    for stem in fleet_names():
        try:
            fleet = load_fleet(stem)
        except CardError:
            continue
        stems.setdefault((fleet.size, fleet.faction), stem)
    for size, faction in sorted(stems):
        others = [stem for (other, its), stem in sorted(stems.items()) if other == size and its != faction]
        if others:
            return stems[size, faction], others[0]
    return ()
