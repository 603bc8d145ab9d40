"""The saves on the disk: named ones, and the autosaves of each game in a folder. Also the plans stored with a save."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from threading import Condition, Lock, Thread
from typing import Any, ClassVar

from jovian.cards.files import COPY, UnreadableFileError, one_line, read_json
from jovian.cards.names import is_device
from jovian.frozen import frozen
from jovian.match import Match
from jovian.match.entries import Entry, journal_to_json, read_journal
from jovian.match.files import write_whole
from jovian.match.journal import journal_path
from jovian.match.saves import NOTE
from jovian.rehearsal.game import Plan, plan_of
from jovian.rules.setup.setup import names_of_sides
from jovian.table import Pose
from jovian.user_files.game_notes import SUFFIX as NOTES
from jovian.user_files.paths import home

# --- List of saves ---
#
# A save has the format of `jovian.match.saves`. Its note has the seats and a title. The index is a cache of these
# notes: if an entry is missing, damaged, or outdated, the save is read again.

SUFFIX = ".json"
INDEX, INVITE_FILE = "index.cache", "invite.key"
"""The file of the index, and in the folder of a game on another computer, that of its invite."""
HUMANS, FRIEND = ("human", "human"), "friend"
"""The seats of 2 humans at this computer, and the seat of a player to whom the game is passed by file."""
TOLD = ("seats", "title", "copy", "looking")
"""The keys of a note that the index contains."""
Seats = tuple[str, str]
PASSED = "passed"
"""The key of a note for the number of answers that the players of a game by file have passed on."""
SEPARATOR, AGAINST = " · ", " against "
"""What divides the parts of a title."""
LONGEST = 60
"""Characters of a save's name."""
PATIENCE = 0.1
"""The longest time in seconds that a page waits for the list of saves before it is shown without it."""


@frozen
class SaveSlot:
    """One save on disk."""

    name: str
    path: Path
    when: float
    """Seconds since the epoch."""
    title: str
    """A description in one line."""
    seats: Seats
    is_copy: bool = False
    """Whether it is a copy of what one side may know, which can't be continued."""


def folder() -> Path:
    """Return the folder of the saves."""
    return home() / "saves"


def iter_slots() -> Generator[SaveSlot]:
    """Yield every save, the latest first. At the end, or when closed, write new notes to the index."""
    index = _index()
    files = sorted(_dated_files(), key=lambda file: (-file.when, _display_name(file.path)))
    notes = {file.key: index[file.key] for file in files if file.key in index}
    try:
        for file in files:
            known = notes.get(file.key)
            if not isinstance(known, dict) or known.get("stamp") != file.stamp:
                notes[file.key] = known = {**_index_note(file.path), "stamp": file.stamp}
            yield _slot(file.path, file.when, known)
    finally:
        if notes != index:
            _keep_index(notes)


def slots() -> list[SaveSlot]:
    """Return every save, the latest first. The window uses `Listing`, which reads in the background."""
    return list(iter_slots())


class Listing:
    """The list of all saves, the latest first, filled by a thread. A new listing ends the one before."""

    _running: ClassVar[list[Listing]] = []
    _reading = Lock()

    def __init__(self) -> None:
        self.slots: list[SaveSlot] = []
        """The saves read so far."""
        self.done = False
        """Whether all saves have been read."""
        self._ended = False
        self._news = Condition()
        for listing in self._running:
            listing._ended = True
        self._running[:] = [self]
        Thread(target=self._read, name="listing", daemon=True).start()

    def wait(self, *, whole: bool) -> None:
        """Wait for the latest save or for the whole list, at most PATIENCE."""
        with self._news:
            self._news.wait_for(lambda: self.done or (bool(self.slots) and not whole), PATIENCE)

    def _read(self) -> None:
        try:
            with self._reading, closing(iter_slots()) as all_slots:
                for slot in all_slots:
                    self.slots.append(slot)
                    self._notify()
                    if self._ended:
                        break
        finally:
            self.done = True
            self._notify()

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()


def slot_at(path: Path) -> SaveSlot:
    """Return a file anywhere as a save.

    Raises:
        OSError: The file doesn't exist.

    """
    return _slot(path, _changed(path, path.stat()), _index_note(path))


def ours(slot: SaveSlot) -> bool:
    """Return whether a save is in the folder of saves."""
    return folder() in slot.path.parents


@frozen
class _File:
    """A file in the folder of saves."""

    path: Path
    key: str
    """Its key in the index."""
    when: float
    """Time of the last change in seconds since the epoch."""
    stamp: list[int]
    """Tells whether the note in the index is up to date."""


def _dated_files() -> Iterator[_File]:
    top = folder()
    for path in [*top.glob(f"*{SUFFIX}"), *top.glob(f"*/*{SUFFIX}")] if top.is_dir() else []:
        try:
            stat = path.lstat() if path.is_symlink() else path.stat()
        except OSError:  # The file was deleted in the meantime.
            continue
        stamp = [stat.st_mtime_ns, stat.st_size]
        yield _File(path, path.relative_to(top).as_posix(), _changed(path, stat), stamp)


def _changed(path: Path, stat: os.stat_result) -> float:
    """Return when a save or its journal file was last changed."""
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
        return  # The index is only a cache.


def note_of(path: Path) -> dict[str, Any]:
    """Return the note of a save. If the save can't be read, the title says why."""
    try:
        data = read_json(path)
    except UnreadableFileError as error:
        return {"title": f"damaged: {error}"}
    if isinstance(data, dict) and data.get("format") == COPY:
        return {"title": one_line(str(data.get("contains", ""))), "looking": True}
    note = data.get(NOTE) if isinstance(data, dict) else None
    return note if isinstance(note, dict) else {}


def _index_note(path: Path) -> dict[str, Any]:
    """Return the part of a note that the index contains."""
    return {name: value for name, value in note_of(path).items() if name in TOLD}


def _slot(path: Path, when: float, note: dict[str, Any]) -> SaveSlot:
    seats, title = note.get("seats"), one_line(str(note.get("title", "")))
    good = isinstance(seats, list) and len(seats) == 2 and all(isinstance(seat, str) for seat in seats)
    if isinstance(note.get("copy"), str):
        title = f"copy of {one_line(note['copy'])} · {title}"
    pair: Seats = (seats[0], seats[1]) if good else HUMANS  # type: ignore[index]
    return SaveSlot(_display_name(path), path, when, title, pair, note.get("looking") is True)


def _display_name(path: Path) -> str:
    """Return the name of a save for the window. The name of an autosave starts with that of its game."""
    parts = [path.stem] if path.parent == folder() else [path.parent.name, path.stem]
    return one_line(", ".join(parts).encode("utf-8", "replace").decode())


def title_of(match: Match) -> str:
    """Return a line about a save without secrets. Names of fleets are public."""
    scenario = match.setup.scenario
    fleets = AGAINST.join(names_of_sides(match.setup))
    turn = "over" if match.over else f"turn {match.state.turn} of {scenario.turns}"
    return SEPARATOR.join(filter(None, (scenario.name, fleets, turn)))


def is_by_file(seats: Seats) -> bool:
    """Return whether a human plays here and passes the game to a friend by file."""
    return sorted(seats) == [FRIEND, HUMANS[0]]


@frozen
class TitleParts:
    """What the title of a save says."""

    scenario: str
    fleets: tuple[str, ...] = ()
    """The names of both fleets, or () if the scenario has none or they can't be told apart."""
    turn: int = 0
    turns: int = 0
    """The current turn and the number of turns, 0 if they are unknown or the game is over."""
    is_over: bool = False

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of both fleets, or what the sides are called without them."""
        return self.fleets or ("First side", "Second side")


def read_title(title: str) -> TitleParts:
    """Return what a title of `title_of` says. Another title, such as that of a damaged save, is the scenario."""
    parts = title.split(SEPARATOR)
    turn = re.fullmatch(r"turn (\d{1,4}) of (\d{1,4})", parts[-1])
    if len(parts) < 2 or (turn is None and parts[-1] != "over"):
        return TitleParts(title)
    *names, _ = parts
    fleets = tuple(names[-1].split(AGAINST)) if len(names) > 1 else ()
    scenario = SEPARATOR.join(names[:-1]) if len(fleets) == 2 else SEPARATOR.join(names)
    numbers = (int(turn[1]), int(turn[2])) if turn is not None else (0, 0)
    return TitleParts(scenario, fleets if len(fleets) == 2 else (), *numbers, turn is None)


def game_of(slot: SaveSlot) -> Path:
    """Return what all saves of one game have in common: the folder of the game, or the path of a single save."""
    return slot.path.parent if slot.path.parent.parent == folder() else slot.path


def game_name(slot: SaveSlot) -> str:
    """Return the name of the game of a save."""
    return slot.name.rpartition(", ")[0] if game_of(slot) != slot.path else slot.name


def notes_file(save: Path) -> Path:
    """Return the file of the notes on the game of a save. All saves in the folder of a game share it."""
    return save.with_name(f"game{NOTES}") if save.parent.parent == folder() else save.with_suffix(NOTES)


def format_time(seconds: float) -> str:
    """Return a date and time, without the date for today, "" if the calendar has no such date."""
    try:
        when, now = datetime.fromtimestamp(seconds), datetime.now()
    except (OSError, OverflowError, ValueError):
        return ""
    if when.date() == now.date():
        return f"today {when:%H:%M}"
    return f"{when:%d %b}" if when.year == now.year else f"{when:%d %b %Y}"


def in_name(letter: str) -> bool:
    """Return whether a character may be in a file name on every system."""
    return letter.isprintable() and letter not in '/\\:*?"<>|'


def file_name(wanted: str) -> str:
    """Return a name that is a valid file name on every system."""
    plain = "".join(letter if in_name(letter) else " " for letter in wanted)
    short = " ".join(plain.split())[:LONGEST].encode("utf-8", "ignore")[:180].decode("utf-8", "ignore").strip(" .")
    return f"_{short}" if not short or is_device(short) else short


# --- Deletion ---
#
# Deleted saves are moved to a folder of their own, so that the deletion can be undone. Later they are removed.

TRASH = "deleted"
TRASH_SECONDS = 60.0
"""Seconds after which deleted saves of another window are removed, too."""


class Deletion:
    """Saves that were deleted and can still be restored."""

    def __init__(self) -> None:
        self._moved: list[tuple[Path, Path]] = []
        """The old and new paths of all files."""
        self._place = home() / TRASH / token_hex(8)

    def take(self, slots: Iterable[SaveSlot]) -> str:
        """Delete all saves of a game with their notes. Return one line about what went wrong, or ""."""
        try:
            for slot in slots:
                for path in (slot.path, journal_path(slot.path), notes_file(slot.path)):
                    self._take_file(path)
                self._take_file(slot.path.with_name(INVITE_FILE))
        except OSError as error:
            self.undo()
            return f"{slot.name} could not be deleted: {error.strerror or error}"
        return ""

    def _take_file(self, path: Path) -> None:
        if os.path.lexists(path):
            self._place.mkdir(parents=True, exist_ok=True)
            target = self._place / f"{len(self._moved)} {path.name}"
            os.rename(path, target)
            self._moved.append((path, target))

    def undo(self) -> str:
        """Restore the files, except those that another window has written since. Return what went wrong, or ""."""
        moved, self._moved = self._moved, []
        problem = ""
        for path, target in moved:
            try:
                if os.path.lexists(path):
                    problem = problem or f"{path.name} is not restored, because there is a new file of that name."
                else:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    os.rename(target, path)
            except OSError as error:
                problem = problem or f"{path.name} could not be restored: {error.strerror or error}"
        if not problem:
            self.finish()
        return problem

    def finish(self) -> None:
        """Remove the files for good. What can't be removed stays for the next time."""
        self._moved = []
        _remove_folder(self._place)


def empty_trash(before: float) -> None:
    """Remove what was deleted before a time in seconds since the epoch, and was left by a window that has ended."""
    with suppress(OSError):
        for place in list((home() / TRASH).iterdir()):
            if place.lstat().st_mtime < before and not place.is_symlink():
                _remove_folder(place)


def _remove_folder(place: Path) -> None:
    with suppress(OSError):
        for path in place.iterdir():
            path.unlink(missing_ok=True)
        place.rmdir()


# --- Plans stored with a save ---

PLANS = "plans"
"""Their key in the note."""
FARTHEST = 1000
"""Inches from the corner of the table that a model can end at."""
LETTERS = "ABCDEFGH"
"""The names of plans."""


@frozen
class Tried:
    """A plan that was played once, and its result."""

    plan: Plan
    model: str
    """The name of the activated model."""
    ends: tuple[tuple[str, Pose], ...]
    """The new poses of the models of its side, by id."""


@frozen
class Kept:
    """The plans of one side, all from the same position."""

    before: tuple[Entry, ...] = ()
    """The answers of the game up to that position."""
    tried: tuple[Tried, ...] = ()

    def stands_in(self, match: Match) -> bool:
        """Return whether the game is at or after that position."""
        return match.journal[: len(self.before)] == list(self.before)


def plans_to_json(kept: Mapping[int, Kept]) -> list[dict[str, Any]] | None:
    """Return the plans of both sides as JSON values for a note, or None without plans."""
    return [
        {"journal": journal_to_json(plans.before), "tried": [_tried(plan) for plan in plans.tried]}
        for plans in kept.values() if plans.tried
    ] or None  # fmt: skip


def _tried(tried: Tried) -> dict[str, Any]:
    ends = [[model_id, pose.x, pose.y, pose.heading] for model_id, pose in tried.ends]
    return {"plan": tried.plan.to_json(), "model": tried.model, "ends": ends}


def read_plans(value: Any, match: Match) -> dict[int, Kept]:
    """Return the plans of each side from the note of a save.

    Raises:
        ValueError: The plans are wrong. The text is one line.

    """
    plans_by_side: dict[int, Kept] = {}
    for item in _list(value, "plans must be a list with one item per side that has plans", min_length=0, max_length=2):
        if not isinstance(item, dict) or set(item) != {"journal", "tried"}:
            raise ValueError("the plans of a side must have the keys journal and tried")
        before = read_journal(_list(item["journal"], "journal must be a list of answers", min_length=0))
        rows = _list(item["tried"], f"a side must have 1 to {len(LETTERS)} plans", max_length=len(LETTERS))
        kept = Kept(tuple(before), tuple(_read_one(row, number) for number, row in enumerate(rows)))
        side = kept.tried[0].plan.side
        if side in plans_by_side or any(tried.plan.side != side for tried in kept.tried):
            raise ValueError("all plans of a side must be in one item")
        if any(_place(tried.plan) != (match.setup.scenario.key, len(before)) for tried in kept.tried):
            raise ValueError("a plan must be for the position that its journal leads to")
        plans_by_side[side] = kept
    return plans_by_side


def _place(plan: Plan) -> tuple[str, int]:
    return plan.scenario, plan.answers


def _list(value: Any, fault: str, *, min_length: int = 1, max_length: int | None = None) -> list[Any]:
    if not isinstance(value, list) or len(value) < min_length or (max_length is not None and len(value) > max_length):
        raise ValueError(fault)
    return value


def _read_one(row: Any, number: int) -> Tried:
    """Return a tried plan. Its position in the list decides its letter."""
    letter = LETTERS[number]
    if not isinstance(row, dict) or set(row) != {"plan", "model", "ends"} or not isinstance(row["model"], str):
        raise ValueError(f"plan {letter} must have a plan, the name of a model, and the ends of models")
    try:
        plan = plan_of(row["plan"])
    except ValueError as error:
        raise ValueError(f"plan {letter}: {error}") from error
    if plan.name != letter:
        raise ValueError(f"plan {letter}: its name must be {letter}")
    return Tried(plan, one_line(row["model"]), tuple(_ends(row["ends"], letter)))


def _ends(value: Any, letter: str) -> Iterator[tuple[str, Pose]]:
    fault = f"plan {letter}: an end must be a model id, two coordinates in inches, and a heading in degrees"
    for end in _list(value, fault, min_length=0):
        if not isinstance(end, list) or len(end) != 4 or not isinstance(end[0], str):
            raise ValueError(fault)
        near = all(type(number) in (int, float) and -FARTHEST <= number <= FARTHEST for number in end[1:3])
        if not near or type(end[3]) is not int or not 0 <= end[3] < 360:
            raise ValueError(fault)
        yield end[0], Pose(float(end[1]), float(end[2]), end[3])
