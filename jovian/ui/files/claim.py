"""A claim: the name of a game that only one window at a time writes under, whatever ends that window.

The name is a folder, made by whoever has it first; the claim is a lock on a file in it, which the system lets go
when its process ends. Where a system has no such locks a game is never taken up again under its old name.
"""

from __future__ import annotations

import contextlib
import os
from itertools import count
from pathlib import Path

from jovian.match.saves.locking import locked

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
