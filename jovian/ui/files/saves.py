"""The saves that the window finds: named ones, and in a folder for each game its autosaves. Plans of a rehearsal
beside its game: what was tried from one position, and how the note of a save holds it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Lock, Thread
from typing import Any, ClassVar, NamedTuple

from jovian.cards.files import UnreadableFileError, one_line, read_json
from jovian.match import Match
from jovian.match.entries import Entry, read_journal, written_journal
from jovian.match.files import write_whole
from jovian.match.journal import journal_path
from jovian.match.saves import NOTE
from jovian.rehearsal.game import Plan, plan_of
from jovian.rules.setup.setup import side_names
from jovian.table import Pose
from jovian.ui.files.paths import home

# --- saves ---
# The saves that the window finds: named ones, and in a folder for each game its autosaves.
#
# The file of a game is the one format of `jovian.match.saves`; who sits where and what it holds stand in its note.
# The index is only a cache of these notes: what is missing from it, damaged or out of date is read from the save again.

SUFFIX = ".json"
INDEX = "index.cache"
HUMANS = ("human", "human")
TOLD = ("seats", "title", "copy")
"""What a note tells of its save; the index holds nothing else."""
Seats = tuple[str, str]
LONGEST = 60
"""Characters of a save's name."""
PATIENCE = 0.1
"""The longest time, in seconds, that a page waits for the list of saves before it is shown without it."""

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


def iter_slots() -> Generator[Slot]:
    """Yield every save, the latest first. At the end, or when closed, write what was read to the index."""
    index = _index()
    files = sorted(_dated_files(), key=lambda file: (-file.when, _called(file.path)))
    notes = {file.key: index[file.key] for file in files if file.key in index}
    try:
        for file in files:
            known = notes.get(file.key)
            if not isinstance(known, dict) or known.get("stamp") != file.stamp:
                notes[file.key] = known = {**_told(file.path), "stamp": file.stamp}
            yield _slot(file.path, file.when, known)
    finally:
        if notes != index:
            _keep_index(notes)


def slots() -> list[Slot]:
    """Return every save, the latest first. The window reads them in the background instead (`Listing`)."""
    return list(iter_slots())


class Listing:
    """The list of all saves, the latest first, which a thread fills. A new listing ends the one before."""

    _running: ClassVar[list[Listing]] = []
    _reading = Lock()

    def __init__(self) -> None:
        self.slots: list[Slot] = []
        """The saves read so far."""
        self.done = False
        """Whether all have been read."""
        self._ended = False
        self._news = Condition()
        for listing in self._running:
            listing._ended = True
        self._running[:] = [self]
        Thread(target=self._read, name="listing", daemon=True).start()

    def wait(self, *, whole: bool) -> None:
        """Wait for the latest save, or for the whole list, but no longer than PATIENCE."""
        with self._news:
            self._news.wait_for(lambda: self.done or (bool(self.slots) and not whole), PATIENCE)

    def _read(self) -> None:
        try:
            with self._reading, closing(iter_slots()) as found:
                for slot in found:
                    self.slots.append(slot)
                    self._tell()
                    if self._ended:
                        break
        finally:
            self.done = True
            self._tell()

    def _tell(self) -> None:
        with self._news:
            self._news.notify_all()


def slot_at(path: Path) -> Slot:
    """A file anywhere, as a save. Raises OSError if it is not there."""
    return _slot(path, _changed(path, path.stat()), _told(path))


def ours(slot: Slot) -> bool:
    """Does it lie among the saves?"""
    return folder() in slot.path.parents


class _File(NamedTuple):
    """A save in the folder of saves."""

    path: Path
    key: str
    """Its name in the index."""
    when: float
    """When it was changed last, in seconds since the epoch."""
    stamp: list[int]
    """By this the index knows whether its note is up to date."""


def _dated_files() -> Iterator[_File]:
    top = folder()
    for path in [*top.glob(f"*{SUFFIX}"), *top.glob(f"*/*{SUFFIX}")] if top.is_dir() else []:
        try:
            stat = path.lstat() if path.is_symlink() else path.stat()
        except OSError:  # gone since
            continue
        stamp = [stat.st_mtime_ns, stat.st_size]
        yield _File(path, path.relative_to(top).as_posix(), _changed(path, stat), stamp)


def _changed(path: Path, stat: os.stat_result) -> float:
    """Return when a save, or the journal file beside it, was changed last."""
    try:
        return max(stat.st_mtime, journal_path(path).stat().st_mtime)
    except OSError:
        return stat.st_mtime


def _index() -> dict[str, Any]:
    try:
        data = read_json(folder() / INDEX)
    except UnreadableFileError:
        return {}
    return data if isinstance(data, dict) else {}


def _keep_index(notes: dict[str, Any]) -> None:
    try:
        write_whole(folder() / INDEX, json.dumps(notes), files_only=True)
    except (OSError, ValueError):
        return  # it will be put together again


def note_of(path: Path) -> dict[str, Any]:
    """What a save has beside its game, or as its title why it cannot be read."""
    try:
        data = read_json(path)
    except UnreadableFileError as error:
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


def remove(slot: Slot) -> str:
    """Delete a save; one line about what went wrong, "" if nothing did."""
    try:
        slot.path.unlink(missing_ok=True)
        journal_path(slot.path).unlink(missing_ok=True)
    except OSError as error:
        return f"{slot.name} could not be deleted: {error.strerror or error}"
    return ""


# --- plans ---
# Plans of a rehearsal beside its game: what was tried from one position, and how the note of a save holds it.

PLANS = "plans"
"""Their name in the note; a side each that has any."""
FARTHEST = 1000
"""Inches from the corner of the table that a model may have ended."""
LETTERS = "ABCDEFGH"
"""What plans are called."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A plan that was played once, and what it led to that time."""

    plan: Plan
    model: str
    """The name of the model that activated in it."""
    ends: tuple[tuple[str, Pose], ...]
    """The models of its side that it moved, by their ids, and where to."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The plans of one side, all for the same position."""

    before: tuple[Entry, ...] = ()
    """The answers of the game up to that position, as its journal has them."""
    tried: tuple[Tried, ...] = ()

    def stands_in(self, match: Match) -> bool:
        """Has the game come by their position?"""
        return match.journal[: len(self.before)] == list(self.before)


def written(kept: Mapping[int, Kept]) -> list[dict[str, Any]] | None:
    """The plans of both sides as a note holds them, None for none."""
    return [
        {"journal": written_journal(each.before), "tried": [_tried(one) for one in each.tried]}
        for each in kept.values() if each.tried
    ] or None  # fmt: skip


def _tried(one: Tried) -> dict[str, Any]:
    ends = [[ident, pose.x, pose.y, pose.heading] for ident, pose in one.ends]
    return {"plan": one.plan.to_json(), "model": one.model, "ends": ends}


def read_plans(given: Any, match: Match) -> dict[int, Kept]:
    """The plans of each side out of a note beside a match. Raises ValueError with what is wrong, in a line."""
    found: dict[int, Kept] = {}
    for each in _list(given, "plans is a list, one of each side that has any", least=0, most=2):
        if not isinstance(each, dict) or set(each) != {"journal", "tried"}:
            raise ValueError("the plans of a side are a journal and what was tried")
        before = read_journal(_list(each["journal"], "journal is a list of answers", least=0))
        rows = _list(each["tried"], f"a side has 1 to {len(LETTERS)} plans", most=len(LETTERS))
        kept = Kept(tuple(before), tuple(_read_one(row, number) for number, row in enumerate(rows)))
        side = kept.tried[0].plan.side
        if side in found or any(one.plan.side != side for one in kept.tried):
            raise ValueError("the plans of a side stand together")
        if any(_place(one.plan) != (match.setup.scenario.key, len(before)) for one in kept.tried):
            raise ValueError("a plan is for another position than its journal leads to")
        found[side] = kept
    return found


def _place(plan: Plan) -> tuple[str, int]:
    return plan.scenario, plan.answers


def _list(given: Any, what: str, *, least: int = 1, most: int | None = None) -> list[Any]:
    if not isinstance(given, list) or len(given) < least or (most is not None and len(given) > most):
        raise ValueError(what)
    return given


def _read_one(row: Any, number: int) -> Tried:
    """A plan that was tried; it is called by its letter."""
    letter = LETTERS[number]
    if not isinstance(row, dict) or set(row) != {"plan", "model", "ends"} or not isinstance(row["model"], str):
        raise ValueError(f"plan {letter} is a plan, the name of a model and where models ended")
    try:
        plan = plan_of(row["plan"])
    except ValueError as error:
        raise ValueError(f"plan {letter}: {error}") from error
    if plan.name != letter:
        raise ValueError(f"plan {letter}: it is called otherwise")
    return Tried(plan, one_line(row["model"]), tuple(_ends(row["ends"], letter)))


def _ends(given: Any, letter: str) -> Iterator[tuple[str, Pose]]:
    what = f"plan {letter}: where a model ended is its id, two places in inches and a heading in degrees"
    for end in _list(given, what, least=0):
        if not isinstance(end, list) or len(end) != 4 or not isinstance(end[0], str):
            raise ValueError(what)
        near = all(type(each) in (int, float) and -FARTHEST <= each <= FARTHEST for each in end[1:3])
        if not near or type(end[3]) is not int or not 0 <= end[3] < 360:
            raise ValueError(what)
        yield end[0], Pose(float(end[1]), float(end[2]), end[3])
