"""What kind of file something is, by what it holds and not by what it is called."""

from __future__ import annotations

import re
from pathlib import Path

from jovian.cards.error import CardError
from jovian.cards.reading.document import Document
from jovian.cards.reading.files import Unreadable, read_start

UNIT, FLEET, SCENARIO, SILHOUETTES, SAVE = "unit", "fleet", "scenario", "silhouettes", "save"
UPGRADE = "upgrade"
TELLING = {
    UPGRADE: ("upgrade", "tv", "carriers", "raises", "slot", "weapon"),
    UNIT: ("kind", "structure", "tv", "unit_cap", "weapons", "squadron_type"),
    FLEET: ("size", "units"),
    SCENARIO: ("table", "zones", "deployment", "objectives", "fleets", "terrain", "models", "turns"),
    SAVE: ("format", "rules", "setup", "journal", "digests", "undone"),
}
"""Keys by which a kind of file is known."""
SPOKEN = {
    UNIT: "a unit", FLEET: "a fleet", SCENARIO: "a scenario", SILHOUETTES: "silhouettes", SAVE: "a save",
    UPGRADE: "an upgrade",
}  # fmt: skip


def kind_of(data: object) -> str:
    """One of the kinds, "" if nothing tells."""
    keys = set(data) if isinstance(data, dict) else set()
    hits = {kind: len(keys.intersection(telling)) for kind, telling in TELLING.items()}
    best = max(hits, key=lambda kind: hits[kind])
    return best if hits[best] else SILHOUETTES if _drawn(data) else ""


def holds_save(path: str | Path) -> bool:
    """Does a file begin like a save? False if there is no such file."""
    try:
        return re.match(rb'\s*\{\s*("format"|$)', read_start(path, 64)) is not None
    except Unreadable:
        return False


def expect(document: Document, wanted: str) -> Document:
    """The document, if it may be of that kind. Raises CardError for one that is plainly of another."""
    kind = kind_of(document.data)
    if kind not in (wanted, ""):
        raise CardError(document.file, None, f"is {SPOKEN[kind]}, not {SPOKEN[wanted]}")
    return document


def _drawn(data: object) -> bool:
    """Whether a file looks as if it mapped names to pieces of drawings."""
    drawings = [each for each in data.values() if isinstance(each, list)] if isinstance(data, dict) else []
    pieces = [piece for drawing in drawings for piece in drawing if isinstance(piece, dict)]
    return any(not {"tone", "half", "pair"}.isdisjoint(piece) for piece in pieces)
