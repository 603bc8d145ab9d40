"""Saves as the window keeps them: named slots and the autosave, with a note of who plays each side.

The file of a game is the one format of `jovian.match.save`; who sits where is no part of a game and stands in an index
beside the files. A lost index costs nothing but that.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jovian.match import Match, SaveError
from jovian.match.save import load, save
from jovian.ui.paths import home

AUTOSAVE = "autosave"
INDEX = "index.json"
HUMANS = ("human", "human")
Seats = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Slot:
    """One save on disk."""

    name: str
    path: Path
    when: float
    """Seconds since the epoch."""
    title: str
    """What it holds, in a line."""
    seats: Seats


def folder() -> Path:
    """Where saves lie."""
    return home() / "saves"


def _index() -> dict[str, Any]:
    try:
        data = json.loads((folder() / INDEX).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def slots() -> list[Slot]:
    """Every save, the latest first."""
    index = _index()
    files = [path for path in folder().glob("*.json") if path.name != INDEX] if folder().is_dir() else []
    found = [_slot(path, index.get(path.stem)) for path in files]
    return sorted(found, key=lambda slot: (-slot.when, slot.name))


def _slot(path: Path, note: Any) -> Slot:
    note = note if isinstance(note, dict) else {}
    seats = note.get("seats")
    good = isinstance(seats, list) and len(seats) == 2 and all(isinstance(seat, str) for seat in seats)
    return Slot(
        path.stem, path, path.stat().st_mtime, str(note.get("title", "")), (seats[0], seats[1]) if good else HUMANS
    )


def write(match: Match, seats: Seats, name: str) -> str:
    """Save under a name; one line about what went wrong, "" if nothing did."""
    try:
        save(match, folder() / f"{name}.json")
        index = _index()
        index[name] = {"seats": list(seats), "title": title_of(match)}
        fresh = folder() / "index.part"
        fresh.write_text(json.dumps(index), encoding="utf-8")
        fresh.replace(folder() / INDEX)
    except OSError as error:
        return f"The game could not be saved: {error}"
    return ""


def title_of(match: Match) -> str:
    """What a save holds, in a line."""
    scenario = match.setup.scenario
    fleets = " against ".join(fleet.name for fleet in match.setup.fleets)
    turn = "over" if match.over else f"turn {match.state.turn} of {scenario.turns}"
    return f"{scenario.name} · {fleets} · {turn}" if fleets else f"{scenario.name} · {turn}"


def free_name(match: Match) -> str:
    """A name for a new slot that no other has."""
    stem = f"{match.setup.scenario.key} turn {max(1, match.state.turn)}"
    taken = {slot.name for slot in slots()}
    if stem not in taken:
        return stem
    return next(f"{stem} ({n})" for n in range(2, 10_000) if f"{stem} ({n})" not in taken)


def read(path: Path) -> Match:
    """The game of a save, ready to play on; raises `SaveError` with one line."""
    return load(path, keep_all=True)


def remove(slot: Slot) -> None:
    """Delete a save."""
    slot.path.unlink(missing_ok=True)


__all__ = ["AUTOSAVE", "SaveError", "Slot", "free_name", "read", "remove", "slots", "title_of", "write"]
