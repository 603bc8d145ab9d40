"""The saves that the window finds: named ones, and in a folder for each game its autosaves.

The file of a game is the one format of `jovian.match.saves.save`; who sits where and what it holds stand in its note.
The index is only a cache of these notes: what is missing from it, damaged or out of date is read from the save again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jovian.cards.error import one_line
from jovian.cards.reading.files import Unreadable, read_json
from jovian.match import Match, SaveError
from jovian.match.saves.load import load
from jovian.match.saves.save import NOTE
from jovian.match.saves.writing import write_whole
from jovian.rules.setup.setup import side_names
from jovian.ui.files.paths import home

SUFFIX = ".json"
INDEX = "index.cache"
HUMANS = ("human", "human")
TOLD = ("seats", "title", "copy")
"""What a note tells of its save; the index holds nothing else."""
Seats = tuple[str, str]
LONGEST = 60
"""Characters of a save's name."""

DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}
"""Names that Windows keeps for itself."""


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


def slots() -> list[Slot]:
    """Every save, the latest first."""
    index, notes = _index(), {}
    found = []
    for path in _files():
        try:
            stat = path.lstat() if path.is_symlink() else path.stat()
        except OSError:  # gone since
            continue
        key, stamp = path.relative_to(folder()).as_posix(), [stat.st_mtime_ns, stat.st_size]
        known = index.get(key)
        note = known if isinstance(known, dict) and known.get("stamp") == stamp else {**_told(path), "stamp": stamp}
        notes[key] = note
        found.append(_slot(path, stat.st_mtime, note))
    if notes != index:
        _keep_index(notes)
    return sorted(found, key=lambda slot: (-slot.when, slot.name))


def slot_at(path: Path) -> Slot:
    """A file anywhere, as a save. Raises OSError if it is not there."""
    return _slot(path, path.stat().st_mtime, _told(path))


def ours(slot: Slot) -> bool:
    """Does it lie among the saves?"""
    return folder() in slot.path.parents


def _files() -> Iterator[Path]:
    top = folder()
    if top.is_dir():
        yield from top.glob(f"*{SUFFIX}")
        yield from top.glob(f"*/*{SUFFIX}")


def _index() -> dict[str, Any]:
    try:
        data = read_json(folder() / INDEX)
    except Unreadable:
        return {}
    return data if isinstance(data, dict) else {}


def _keep_index(notes: dict[str, Any]) -> None:
    try:
        write_whole(folder() / INDEX, json.dumps(notes))
    except (OSError, ValueError):
        return  # it will be put together again


def note_of(path: Path) -> dict[str, Any]:
    """What a save has beside its game, or as its title why it cannot be read."""
    try:
        data = read_json(path)
    except Unreadable as error:
        return {"title": f"damaged: {error}"}
    note = data.get(NOTE) if isinstance(data, dict) else None
    return note if isinstance(note, dict) else {}


def _told(path: Path) -> dict[str, Any]:
    """What a save says about itself."""
    return {name: each for name, each in note_of(path).items() if name in TOLD}


def _slot(path: Path, when: float, note: dict[str, Any]) -> Slot:
    seats, title = note.get("seats"), one_line(str(note.get("title", "")))
    good = isinstance(seats, list) and len(seats) == 2 and all(isinstance(seat, str) for seat in seats)
    if isinstance(note.get("copy"), str):
        title = f"copy of {one_line(note['copy'])} · {title}"
    return Slot(_called(path), path, when, title, (seats[0], seats[1]) if good else HUMANS)  # type: ignore[index]


def _called(path: Path) -> str:
    """The name of a save as it is shown, an autosave with the name of its game before it."""
    parts = [path.stem] if path.parent == folder() else [path.parent.name, path.stem]
    return one_line(", ".join(parts).encode("utf-8", "replace").decode())


def title_of(match: Match) -> str:
    """What a save holds, in a line that tells no secret: names of lists are public, what is in them is not."""
    scenario = match.setup.scenario
    fleets = " against ".join(side_names(match.setup.fleets))
    turn = "over" if match.over else f"turn {match.state.turn} of {scenario.turns}"
    return f"{scenario.name} · {fleets} · {turn}" if fleets else f"{scenario.name} · {turn}"


def in_name(letter: str) -> bool:
    """May a letter stand in the name of a file, on any system?"""
    return letter.isprintable() and letter not in '/\\:*?"<>|'


def file_name(wanted: str) -> str:
    """A name as a file may have it on any system: no folders, no marks that mean something, no end of dots."""
    plain = "".join(each if in_name(each) else " " for each in wanted)
    short = " ".join(plain.split())[:LONGEST].encode("utf-8", "ignore")[:180].decode("utf-8", "ignore").strip(" .")
    return f"_{short}" if not short or short.split(".")[0].lower() in DEVICES else short


def read(path: Path) -> Match:
    """The game of a save, ready to play on; raises `SaveError` with one line."""
    return load(path, keep_all=True)


def remove(slot: Slot) -> str:
    """Delete a save; one line about what went wrong, "" if nothing did."""
    try:
        slot.path.unlink(missing_ok=True)
    except OSError as error:
        return f"{slot.name} could not be deleted: {error.strerror or error}"
    return ""


__all__ = [
    "HUMANS", "SaveError", "Seats", "Slot", "file_name", "folder", "in_name", "note_of", "ours", "read", "remove",
    "slot_at", "slots", "title_of",
]  # fmt: skip
