"""Writes the autosaves and saves of one game, under a name that only one window at a time may use."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from jovian.cards.files import one_line
from jovian.frozen import frozen
from jovian.match import Match
from jovian.match.entries import Answered, Entry, Remark
from jovian.match.files import remove_temporary_files as remove_temporary_files_in
from jovian.match.files import try_lock, write_whole
from jovian.match.journal import Change, JournalFile, find_change, journal_path
from jovian.match.saves import to_data, write
from jovian.user_files.game_notes import copy_notes
from jovian.user_files.paths import home, thumbnail_folder
from jovian.user_files.saves import (
    FRIEND,
    HUMANS,
    PASSED,
    SUFFIX,
    SaveSlot,
    Seats,
    file_name,
    folder,
    game_of,
    notes_file,
    title_of,
)

# --- Claim ---
#
# The name of a game is a folder. The claim is a lock on a file in it, which the system releases when the process ends.
# Without such locks, a game never continues under its old name.

STEM = "game"
LOCK = ".open"

_held: dict[Path, Claim] = {}
"""The claims of this process. A window shows one game, so a later claim replaces an earlier one."""


class Claim:
    """The right to write into the folder of one game."""

    def __init__(self, folder: Path, handle: int) -> None:
        self.folder = folder
        self._handle = handle
        _held[folder] = self

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.folder.name

    def holds(self) -> bool:
        """Return whether the claim is still valid. A later claim or the removal of the folder ends it."""
        if _held.get(self.folder) is not self:
            return False
        try:
            return os.path.samestat(os.fstat(self._handle), (self.folder / LOCK).stat())
        except OSError:
            return False

    def release(self) -> None:
        """Release the name."""
        if _held.get(self.folder) is self:
            del _held[self.folder]
            with contextlib.suppress(OSError):
                os.close(self._handle)


def claim_new(saves: Path) -> Claim:
    """Claim a name that no game has had.

    Raises:
        OSError: The folder can't be made.

    """
    saves.mkdir(parents=True, exist_ok=True)
    for number in count(_highest(saves) + 1):
        folder = saves / f"{STEM} {number}"
        try:
            folder.mkdir()  # Only one of several windows succeeds.
        except FileExistsError:
            continue
        handle = _open_lock(folder)
        try_lock(handle)
        return Claim(folder, handle)
    raise AssertionError("the loop above never ends")


def is_claimed_here(folder: Path) -> bool:
    """Return whether this window has the name of a game."""
    return folder in _held


def claim_again(folder: Path) -> Claim | None:
    """Claim the name of an old game. Return None if another window has it."""
    own = _held.get(folder)
    if own is not None:
        own.release()
    try:
        handle = _open_lock(folder)
    except OSError:
        return None
    if try_lock(handle):
        return Claim(folder, handle)
    os.close(handle)
    return None


def _highest(saves: Path) -> int:
    stems = [path.name.removeprefix(f"{STEM} ") for path in saves.iterdir()]
    return max((int(stem) for stem in stems if stem.isascii() and stem.isdigit() and len(stem) < 10), default=0)


def _open_lock(folder: Path) -> int:
    return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)


def rename_game(slot: SaveSlot, wanted: str) -> tuple[Path, str]:
    """Rename the game of a save with all that belongs to it. Return what `game_of` is then, and what went wrong, or "".

    The game must be in the folder of saves. A name that exists is refused, and so is a game that another window plays.
    """
    game, name = game_of(slot), file_name(wanted)
    target = game.with_name(name if game.is_dir() else f"{name}{game.suffix}")
    if target == game:
        return game, ""
    if os.path.lexists(target):
        return game, f"There is already a game named '{name}'."
    if game.is_dir():
        claim = claim_again(game)
        if claim is None:
            return game, "This game is open in another window."
        claim.release()
    try:
        os.rename(game, target)
        if target.is_file():
            for old, new in ((journal_path(game), journal_path(target)), (notes_file(game), notes_file(target))):
                if os.path.lexists(old):
                    os.replace(old, new)
    except OSError as error:
        return game, f"The game could not be renamed: {error.strerror or error}"
    return target, ""


# --- Writer ---
#
# The name is claimed at the first write. It never comes from a save, so no file decides where others are written.
#
# A thread writes the autosave. After each answer it adds a line to the journal file of the latest save. After each
# activation it writes the complete save. While one half of a hidden pair is answered, the answer stays in memory.

LATEST = "latest"
"""The autosave of the current position."""
TURN = "turn"
TURNS_KEPT = 6
"""The number of autosaves from the start of turns."""

PICTURES, REPORTS, SHEETS, PAGES, PASSES = "pictures", "reports", "sheets", "pages", "passed"
"""The folders of pictures, of reports about errors, of sheets to print, of games as web pages and for a friend."""
MAX_JOURNAL = 262_144
"""The size of a journal file in bytes above which the complete save is written again."""
PATIENCE = 0.25
"""The longest time in seconds that an answer waits until the one before is written."""
_disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="saves")
"""The thread that writes. The program waits for it at exit."""


@frozen
class WrittenState:
    """What the autosave and its journal file contain, or will contain once the thread has written them."""

    journal: list[Entry]
    undone: int
    """The number of undone answers that a rehearsal remembers."""
    digests: int
    """The number of digests, which grows with each activation and each turn."""
    extras: tuple[Any, ...]
    """The seats, the note, and the names of the branches. They aren't in the journal file."""


class SaveWriter:
    """Writes one game to the disk."""

    def __init__(self, claim: Claim | None = None, origin: str = "", saved: list[Entry] | None = None) -> None:
        self._claim = claim
        self.origin = origin
        """What it is a copy of, or ""."""
        self.note: dict[str, Any] = {}
        """Values to store next to the game, besides its seats and title."""
        self.source: Path | None = None
        """The save that the game was loaded from, or None."""
        self.quick: Path | None = None
        """The last named save, which quick load opens."""
        self._turn = self._answers = -1
        """The turn and the number of answers at the last look at the game, -1 before the first."""
        self._written: WrittenState | None = None
        self._saved = saved
        """The answers in the last named or loaded save, or None if the note has changed since."""
        self._journal: JournalFile | None = None
        """None if the latest save could not be written. Only the thread changes it."""
        self._fault = ""
        """What went wrong with the last write, or "" after the complete save was written."""
        self._news = ""
        """A fault that wasn't reported yet."""
        self._told = ""
        """The last reported fault, or "" after a line was added. The same fault is reported once."""
        self._pending: Future[None] | None = None

    @property
    def name(self) -> str:
        """The name of the game, or "" before the first write."""
        return self._claim.name if self._claim is not None else ""

    @property
    def notes_file(self) -> Path | None:
        """The file of the player's notes on the game, or None for a new game before the first write."""
        save = self._claim.folder / f"{LATEST}{SUFFIX}" if self._claim is not None else self.source
        return notes_file(save) if save is not None else None

    def meet(self, match: Match) -> None:
        """Note the position of the game before its next answer."""
        self._turn, self._answers = match.state.turn, len(match.journal)

    # --- Autosave ---
    def follow(self, match: Match, seats: Seats, *, whole: bool = False) -> None:
        """Write what has changed since the last call. Call it after each change of the game.

        The thread writes. `settle` waits for it, and `take_fault` returns what went wrong.
        """
        beginning = self._find_beginning(match)
        self.meet(match)
        journal = open_journal(match, seats)
        if self._claim is None and not journal and not self.note:
            return
        try:
            own = self._home()
        except OSError as error:
            self._note_fault(_unsaved(error))
            return
        before = self._written
        beside = (seats, dict(self.note), list(match.branches))
        now = self._written = WrittenState(journal, len(match.undone), len(match.digests), beside)
        if beginning is not None:  # First, so that the latest save is the newest file.
            self._submit_turn(beginning, seats, own)
        same = before is not None and (before.digests, before.extras) == (now.digests, now.extras)
        if whole or before is None or not same or self._fault or self._is_long(match):
            self._submit_whole(match, seats, own / f"{LATEST}{SUFFIX}")
        elif before != now:
            state = match.state.digest() if len(journal) == len(match.journal) else ""
            change = find_change(before.journal, journal, match.undone[before.undone :], state)
            self.submit(lambda: self._append(change))
        if before is None:
            self.settle()  # After the first answer there must be a game to continue.

    def follow_copy(self, make: Callable[[Path], str]) -> None:
        """Write a copy of what one side may know as the latest save. The thread makes it for the folder of the game."""
        try:
            own = self._home()
        except OSError as error:
            self._note_fault(_unsaved(error))
            return
        self.submit(lambda: write_whole(own / f"{LATEST}{SUFFIX}", make(own), files_only=True))

    def autosave(self, match: Match, seats: Seats) -> str:
        """Write the complete game and wait for it. Return one line about what went wrong, or ""."""
        self.follow(match, seats, whole=True)
        return self.finish()

    def finish(self) -> str:
        """Wait until all is written. Return one line about what went wrong, or ""."""
        self.settle(None)
        self._news = ""
        return self._fault

    def settle(self, timeout: float | None = PATIENCE) -> None:
        """Wait until all is written, for at most `timeout` seconds."""
        if self._pending is not None:
            wait([self._pending], timeout)

    def take_fault(self) -> str:
        """Return one line about what went wrong with the autosave, or "" if that is nothing or was reported."""
        news, self._news = self._news, ""
        return news

    def _note_fault(self, fault: str) -> None:
        self._fault = fault
        if fault != self._told:
            self._news = self._told = fault

    def holds(self, match: Match) -> bool:
        """Return whether the disk has the current position of the game."""
        written = self._written
        saved = written is not None and not self._fault and written.extras[1] == self.note
        return match.journal == self._saved or (saved and written is not None and match.journal == written.journal)

    def _find_beginning(self, match: Match) -> Match | None:
        """Return the game at the start of a turn if the last answer started one, or None."""
        new_entries = [entry for entry in match.journal[max(0, self._answers) :] if not isinstance(entry, Remark)]
        if self._answers < 0 or len(new_entries) != 1 or not isinstance(new_entries[0], Answered):
            return None
        if match.state.turn > self._turn and not match.over:
            return match
        return match.fork_at(0) if self._answers == 0 and self._turn > 0 else None

    def _is_long(self, match: Match) -> bool:
        """Return whether the complete save must be written, because the journal file is long or the game is over."""
        return match.over or (self._journal is not None and self._journal.size > MAX_JOURNAL)

    def _submit_whole(self, match: Match, seats: Seats, path: Path) -> None:
        data, note = _to_data(match, seats), self._note_of(match, seats)

        def write_latest() -> None:
            self._journal = None
            self._journal = JournalFile(path, write(data, path, note, files_only=True))
            self._fault = ""

        self.submit(write_latest)

    def _submit_turn(self, match: Match, seats: Seats, own: Path) -> None:
        """Write the start of a turn, and remove old ones."""
        data, note, turn = to_data(match), self._note_of(match, seats), match.state.turn

        def write_turn() -> None:
            write(data, own / f"{TURN} {turn}{SUFFIX}", note, files_only=True)
            _remove_old_turns(own, turn)

        self.submit(write_turn)

    def _append(self, change: Change) -> None:
        """Add a line to the journal file. After a failure, add nothing until the complete save is written."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.append(change)
            self._journal, self._told = journal, ""

    def submit(self, job: Callable[[], None]) -> None:
        """Let the thread write something after all that is to be written before."""
        self._pending = _disk.submit(self._attempt, job)

    def _attempt(self, job: Callable[[], None]) -> None:
        """Run a job on the thread and note what went wrong."""
        try:
            job()
        except OSError as error:
            self._note_fault(_unsaved(error))
        except Exception as error:  # The game continues, and the player is told.
            self._note_fault(f"The game could not be saved: {type(error).__name__}: {one_line(str(error))}")

    # --- Named saves ---
    def save_as(self, match: Match, seats: Seats, wanted: str = "") -> tuple[str, str]:
        """Save under a name of the player or of the game. A name that exists gets a number.

        Return the name, and one line about what went wrong (or "").
        """
        try:
            name = wanted or f"{self._home().name}, saved in turn {max(1, match.state.turn)}"
            path = _write_save(folder(), name, _to_data(match, seats), self._note_of(match, seats))
        except OSError as error:
            return "", _unsaved(error)
        self.quick, self._saved = path, open_journal(match, seats)
        copy_notes(self.notes_file, notes_file(path))
        return path.stem, ""

    def rescue(self, match: Match, seats: Seats) -> tuple[str, str]:
        """Save what an error would have lost, next to the other saves of the game."""
        return self.save_as(match, seats, f"rescued {self.name or 'game'}")

    def continue_in(self, own: Path) -> None:
        """Continue the game in its folder, unless another window has it."""
        self._claim = claim_again(own)

    def save_extra(self, name: str, value: Any) -> None:
        """Store a JSON value next to the game, or remove it with None."""
        self.note = {key: item for key, item in {**self.note, name: value}.items() if item is not None}
        self._saved = None

    def _home(self) -> Path:
        if self._claim is None or not self._claim.holds():
            before = self.notes_file
            self._claim, self._written = claim_new(folder()), None
            copy_notes(before, self.notes_file)
        return self._claim.folder

    def _note_of(self, match: Match, seats: Seats) -> dict[str, Any]:
        note: dict[str, Any] = {"seats": list(seats), "title": title_of(match)}
        return self.note | note | ({"copy": self.origin} if self.origin else {})


def open_journal(match: Match, seats: Seats = HUMANS) -> list[Entry]:
    """Return the answers without half of a hidden pair, which is never on the disk alone.

    Only a game by file has it there, because the other half is answered at another computer.
    """
    hidden = match.decision.sealed if match.decision is not None and FRIEND not in seats else 0
    return match.journal[: len(match.journal) - hidden]


def _to_data(match: Match, seats: Seats) -> dict[str, Any]:
    """Return the data of a save, with the answers of `open_journal`."""
    answers = len(open_journal(match, seats))
    if answers == len(match.journal):
        return to_data(match)
    part = match.fork_at(answers)
    part.undone, part.branches = match.undone, match.branches
    return to_data(part)


def _remove_old_turns(own: Path, turn: int) -> None:
    for path in own.glob(f"{TURN} *{SUFFIX}"):
        number = path.stem.removeprefix(f"{TURN} ")
        if number.isdigit() and len(number) < 6 and int(number) <= turn - TURNS_KEPT:
            path.unlink(missing_ok=True)


def remove_temporary_files(before: float) -> int:
    """Remove temporary files of killed windows, last changed before a time. Return their number."""
    top = folder()
    below = [path for path in top.iterdir() if path.is_dir()] if top.is_dir() else []
    written = [top.parent / name for name in (REPORTS, PICTURES, SHEETS, PAGES, PASSES)]
    places = (top.parent, *written, thumbnail_folder(), top, *below)
    return sum(remove_temporary_files_in(path, before) for path in places)


def report(name: str, suffix: str, content: str) -> str:
    """Write a report about an error. Return one line that says where it is."""
    try:
        path = _write_new(home() / REPORTS, file_name(name), suffix, content)
    except OSError as error:
        return f"The report could not be written: {error.strerror or error}."
    return f"See the report: {path}."


def save_picture(encode: Callable[[], bytes]) -> tuple[str, bool]:
    """Write a PNG picture of the window. Return one line that says where it is, or what went wrong, and whether it did.

    Encoding may raise OSError.
    """
    name = f"Jovian Wars {datetime.now():%Y-%m-%d %H.%M.%S}"
    return _export("The picture", "is saved as", PICTURES, name, ".png", encode)


def save_sheets(page: str, fleet: str) -> tuple[str, bool]:
    """Write the sheets of a fleet. Return one line as `save_picture` does."""
    line, is_bad = _export("The sheets", "are saved as", SHEETS, fleet, ".html", lambda: page)
    return line if is_bad else f"{line} Print them from a browser.", is_bad


def save_page(page: str, name: str) -> Path:
    """Write a game as a web page, and return its file. Raises OSError."""
    return _write_new(home() / PAGES, file_name(name), ".html", page)


def pass_game(match: Match, seats: Seats, name: str) -> Path:
    """Write a game for the friend who has these seats, and return its file. Raises OSError."""
    note = {"seats": list(seats), "title": title_of(match), PASSED: len(match.journal)}
    return _write_save(home() / PASSES, name, to_data(match), note)


def _write_save(top: Path, name: str, data: dict[str, Any], note: dict[str, Any]) -> Path:
    """Write a save under a name that doesn't exist yet, and return its path."""
    path = _reserved(top, file_name(name), SUFFIX)
    try:
        write(data, path, note, files_only=True)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _export(
    subject: str, verb: str, place: str, name: str, suffix: str, make: Callable[[], str | bytes]
) -> tuple[str, bool]:
    """Write a new file. Return one line that says where it is, or what went wrong, and whether it did."""
    try:
        path = _write_new(home() / place, name, suffix, make())
    except OSError as error:
        return f"{subject} could not be written: {error.strerror or error}.", True
    return f"{subject} {verb} {path}.", False


def _write_new(top: Path, name: str, suffix: str, content: str | bytes) -> Path:
    """Write a file under a name that doesn't exist yet, and return its path."""
    path = _reserved(top, name, suffix)
    try:
        write_whole(path, content, files_only=True)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _reserved(top: Path, name: str, suffix: str) -> Path:
    """Create an empty file of a name, with a number if the name exists."""
    top.mkdir(parents=True, exist_ok=True)
    for number in range(1, 10_000):
        path = top / (f"{name} ({number}){suffix}" if number > 1 else f"{name}{suffix}")
        try:
            path.open("x").close()
        except FileExistsError:
            continue
        return path
    raise OSError(0, "there are too many files of that name", str(top / name))


def _unsaved(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"The game could not be saved: {where}{error.strerror or error}"
