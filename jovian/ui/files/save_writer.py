"""A claim: the name of a game that only one window at a time writes under, whatever ends that window. The keeper of
one game: it writes the game's autosaves and saves under a name that no other game has.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from jovian.cards.files import one_line
from jovian.match import Match
from jovian.match.entries import Answered, Entry, Remark
from jovian.match.files import locked, sweep, write_whole
from jovian.match.journal import Change, JournalFile, find_change
from jovian.match.saves import to_data, write
from jovian.ui.files.paths import home
from jovian.ui.files.saves import SUFFIX, Seats, file_name, folder, title_of

# --- claim ---
# A claim: the name of a game that only one window at a time writes under, whatever ends that window.
#
# The name is a folder, made by whoever has it first; the claim is a lock on a file in it, which the system lets go
# when its process ends. Where a system has no such locks a game is never taken up again under its old name.

STEM = "game"
LOCK = ".open"

_held: dict[Path, Claim] = {}
"""The claims of this process: one window shows one game, so the later one takes over."""


class Claim:
    """The right to write in the folder of one game."""

    def __init__(self, folder: Path, handle: int) -> None:
        self.folder = folder
        self._handle = handle
        _held[folder] = self

    @property
    def name(self) -> str:
        """What the game is called."""
        return self.folder.name

    def holds(self) -> bool:
        """Is it still ours? Not once it is taken over, or if somebody has removed the folder."""
        if _held.get(self.folder) is not self:
            return False
        try:
            return os.path.samestat(os.fstat(self._handle), (self.folder / LOCK).stat())
        except OSError:
            return False

    def release(self) -> None:
        """Let go of the name."""
        if _held.get(self.folder) is self:
            del _held[self.folder]
            with contextlib.suppress(OSError):
                os.close(self._handle)


def claim_new(saves: Path) -> Claim:
    """A name that no game has had so far. Raises OSError."""
    saves.mkdir(parents=True, exist_ok=True)
    for number in count(_highest(saves) + 1):
        folder = saves / f"{STEM} {number}"
        try:
            folder.mkdir()  # of several windows only one can make it
        except FileExistsError:
            continue
        handle = _opened(folder)
        locked(handle)
        return Claim(folder, handle)
    raise AssertionError("numbers do not end")


def is_claimed_here(folder: Path) -> bool:
    """Return whether this window has the name of a game."""
    return folder in _held


def claim_again(folder: Path) -> Claim | None:
    """The name of a game that nobody plays just now, None if another window has it."""
    own = _held.get(folder)
    if own is not None:
        own.release()
    try:
        handle = _opened(folder)
    except OSError:
        return None
    if locked(handle):
        return Claim(folder, handle)
    os.close(handle)
    return None


def _highest(saves: Path) -> int:
    numbers = [path.name.removeprefix(f"{STEM} ") for path in saves.iterdir()]
    return max((int(each) for each in numbers if each.isascii() and each.isdigit() and len(each) < 10), default=0)


def _opened(folder: Path) -> int:
    return os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)


# --- keeper ---
# The keeper of one game: it writes the game's autosaves and saves under a name that no other game has.
#
# The name is taken at the first write and never from what a save says, so no file decides where others are written.
#
# A thread writes the autosave. After each answer it adds a line to the journal file beside the latest save. After
# each activation it writes the whole save. While one half of a hidden pair is answered, the answer stays in memory.

LATEST = "latest"
"""The autosave that follows the game."""
TURN = "turn"
TURNS_KEPT = 6
"""How many autosaves from the beginning of a turn are kept of a game."""

MAX_JOURNAL = 262_144
"""The size of a journal file, in bytes, from which on the whole save is written again."""
PATIENCE = 0.25
"""The longest time, in seconds, that an answer waits until the one before is written."""
_disk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="saves")
"""The thread that writes. At exit the program waits for it."""


class Written(NamedTuple):
    """What the autosave and its journal file hold, or will hold once the thread has written them."""

    journal: list[Entry]
    undone: int
    """The number of answers that a rehearsal took back and remembers."""
    digests: int
    """The number of digests, which grows with each activation and each turn."""
    beside: tuple[Any, ...]
    """The seats, the note, and the names of the branches. The journal file does not hold these."""


class SaveWriter:
    """Writes one game."""

    def __init__(self, claim: Claim | None = None, origin: str = "", saved: list[Entry] | None = None) -> None:
        self._claim = claim
        self.origin = origin
        """What it is a copy of, "" for a game of its own."""
        self.note: dict[str, Any] = {}
        """What is written beside the game, besides who sits where and what it is."""
        self.quick: Path | None = None
        """The save made last under a name, which quick load goes back to."""
        self._turn = self._answers = -1
        """The turn and the number of answers at the last look at the game, -1 before the first."""
        self._written: Written | None = None
        self._saved = saved
        """The answers in the last save that was made or loaded, None if the note has changed since."""
        self._journal: JournalFile | None = None
        """None if the latest save could not be written. Only the thread changes it."""
        self._fault = ""
        """What went wrong with the last write, "" once the whole save was written."""
        self._news = ""
        """A fault that is still to be told."""
        self._told = ""
        """The fault noted last, "" once a line was added: the same one is told once."""
        self._pending: Future[None] | None = None

    @property
    def name(self) -> str:
        """What the game is called, "" as long as nothing has been written."""
        return self._claim.name if self._claim is not None else ""

    def meet(self, match: Match) -> None:
        """Note where the game stands before its next answer."""
        self._turn, self._answers = match.state.turn, len(match.journal)

    # --- the autosave ---
    def follow(self, match: Match, seats: Seats, *, whole: bool = False) -> None:
        """Write what has changed since the last call. Call it after each change of the game.

        The thread writes: `settle` waits for it, and `take_fault` tells what went wrong.
        """
        beginning = self._find_beginning(match)
        self.meet(match)
        journal = _open_journal(match)
        if self._claim is None and not journal and not self.note:
            return
        try:
            own = self._home()
        except OSError as error:
            self._note_fault(_unsaved(error))
            return
        before = self._written
        beside = (seats, dict(self.note), list(match.branches))
        self._written = Written(journal, len(match.undone), len(match.digests), beside)
        if beginning is not None:  # First, so that the latest save stays the newest file.
            self._submit_turn(beginning, seats, own)
        if whole or before is None or self._fault or before[2:] != self._written[2:] or self._is_long(match):
            self._submit_whole(match, seats, own / f"{LATEST}{SUFFIX}")
        elif before[:2] != self._written[:2]:
            state = match.state.digest() if len(journal) == len(match.journal) else ""
            change = find_change(before.journal, journal, match.undone[before.undone :], state)
            self._submit(lambda: self._append(change))
        if before is None:
            self.settle()  # From the first answer on there is a game to continue.

    def autosave(self, match: Match, seats: Seats) -> str:
        """Write the whole game and wait for it. Return one line about what went wrong, "" if nothing did."""
        self.follow(match, seats, whole=True)
        self.settle(None)
        self._news = ""
        return self._fault

    def settle(self, timeout: float | None = PATIENCE) -> None:
        """Wait until all is written, for at most `timeout` seconds."""
        if self._pending is not None:
            wait([self._pending], timeout)

    def take_fault(self) -> str:
        """Return one line about what went wrong with the autosave, "" if nothing did or it has been told."""
        news, self._news = self._news, ""
        return news

    def _note_fault(self, fault: str) -> None:
        self._fault = fault
        if fault != self._told:
            self._news = self._told = fault

    def holds(self, match: Match) -> bool:
        """Return whether the disk holds the game as it stands."""
        written = self._written
        saved = written is not None and not self._fault and written.beside[1] == self.note
        return match.journal == self._saved or (saved and written is not None and match.journal == written.journal)

    def _find_beginning(self, match: Match) -> Match | None:
        """Return the game at the beginning of a turn, None if no turn has begun with the last answer."""
        fresh = [entry for entry in match.journal[max(0, self._answers) :] if not isinstance(entry, Remark)]
        if self._answers < 0 or len(fresh) != 1 or not isinstance(fresh[0], Answered):
            return None
        if match.state.turn > self._turn and not match.over:
            return match
        return match.fork_at(0) if self._answers == 0 and self._turn > 0 else None

    def _is_long(self, match: Match) -> bool:
        """Return whether the journal file is long enough, or the game over, to write the whole save."""
        return match.over or (self._journal is not None and self._journal.size > MAX_JOURNAL)

    def _submit_whole(self, match: Match, seats: Seats, path: Path) -> None:
        data, note = _to_data(match), self._note_of(match, seats)

        def write_latest() -> None:
            self._journal = None
            self._journal = JournalFile(path, write(data, path, note, files_only=True))
            self._fault = ""

        self._submit(write_latest)

    def _submit_turn(self, match: Match, seats: Seats, own: Path) -> None:
        """Write the beginning of a turn, and remove the oldest one."""
        data, note, turn = to_data(match), self._note_of(match, seats), match.state.turn

        def write_turn() -> None:
            write(data, own / f"{TURN} {turn}{SUFFIX}", note, files_only=True)
            _forget(own, turn)

        self._submit(write_turn)

    def _append(self, change: Change) -> None:
        """Add a line to the journal file. After a failed one nothing is added until the whole save is written."""
        journal, self._journal = self._journal, None
        if journal is not None:
            journal.append(change)
            self._journal, self._told = journal, ""

    def _submit(self, job: Callable[[], None]) -> None:
        self._pending = _disk.submit(self._attempt, job)

    def _attempt(self, job: Callable[[], None]) -> None:
        """Do a job on the thread and note what went wrong."""
        try:
            job()
        except OSError as error:
            self._note_fault(_unsaved(error))
        except Exception as error:  # The game goes on, and the player is told, whatever it is.
            self._note_fault(f"The game could not be saved: {type(error).__name__}: {one_line(str(error))}")

    # --- saves by name ---
    def save_as(self, match: Match, seats: Seats, wanted: str = "") -> tuple[str, str]:
        """Save under a name of the player's, or one made from the game's; a name that is taken gets a number.

        The name it got, and one line about what went wrong.
        """
        try:
            name = wanted or f"{self._home().name}, saved in turn {max(1, match.state.turn)}"
            path = _reserved(folder(), file_name(name), SUFFIX)
            try:
                write(_to_data(match), path, self._note_of(match, seats), files_only=True)
            except BaseException:
                path.unlink(missing_ok=True)
                raise
        except OSError as error:
            return "", _unsaved(error)
        self.quick, self._saved = path, _open_journal(match)
        return path.stem, ""

    def rescue(self, match: Match, seats: Seats) -> tuple[str, str]:
        """Save what an error would have lost, beside all other saves of the game."""
        return self.save_as(match, seats, f"rescued {self.name or 'game'}")

    def put(self, name: str, value: Any) -> None:
        """Write something of JSON beside the game from now on, None for nothing any more."""
        self.note = {key: each for key, each in {**self.note, name: value}.items() if each is not None}
        self._saved = None

    def _home(self) -> Path:
        if self._claim is None or not self._claim.holds():
            self._claim, self._written = claim_new(folder()), None
        return self._claim.folder

    def _note_of(self, match: Match, seats: Seats) -> dict[str, Any]:
        note: dict[str, Any] = {"seats": list(seats), "title": title_of(match)}
        return self.note | note | ({"copy": self.origin} if self.origin else {})


def _open_journal(match: Match) -> list[Entry]:
    """Return the answers without half of a hidden pair, which never is on the disk alone."""
    hidden = match.decision.sealed if match.decision is not None else 0
    return match.journal[: len(match.journal) - hidden]


def _to_data(match: Match) -> dict[str, Any]:
    """Return the data of a save without half of a hidden pair."""
    answers = len(_open_journal(match))
    if answers == len(match.journal):
        return to_data(match)
    part = match.fork_at(answers)
    part.undone, part.branches = match.undone, match.branches
    return to_data(part)


def _forget(own: Path, turn: int) -> None:
    """Remove the autosaves of turns long gone."""
    for path in own.glob(f"{TURN} *{SUFFIX}"):
        number = path.stem.removeprefix(f"{TURN} ")
        if number.isdigit() and len(number) < 6 and int(number) <= turn - TURNS_KEPT:
            path.unlink(missing_ok=True)


def clean(before: float) -> int:
    """Remove the temporary files of windows that were killed, last touched before a moment; how many there were."""
    top = folder()
    below = [path for path in top.iterdir() if path.is_dir()] if top.is_dir() else []
    return sum(sweep(each, before) for each in (top.parent, top.parent / "reports", top, *below))


def report(name: str, suffix: str, content: str) -> str:
    """Keep an account of something that went wrong; one line that says where it lies."""
    try:
        path = _reserved(home() / "reports", file_name(name), suffix)
        write_whole(path, content, files_only=True)
    except OSError as error:
        return f"The report could not be written: {error.strerror or error}."
    return f"See the report: {path}."


def _reserved(top: Path, name: str, suffix: str) -> Path:
    """An empty file of that name, or of that name with a number, which nobody had before."""
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
