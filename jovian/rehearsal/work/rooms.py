"""Folders for what a rehearsal writes on the way: gone with whoever made them, whatever ends that.

Its maker holds a lock on a file in it, which the system lets go when the process ends. A room whose lock nobody holds
is swept away by whoever looks next: the processes of a rehearsal that have lost their parent, and the next window.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from weakref import finalize

from jovian.match.saves.locking import locked

PREFIX, LOCK = "jovian-rehearsal-", ".held"


class Room:
    """A folder as long as it is wanted."""

    def __init__(self) -> None:
        """Raises OSError if there is no place for one."""
        self.path = Path(mkdtemp(prefix=PREFIX))
        handle = os.open(self.path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        locked(handle)
        self._leave = finalize(self, _empty, self.path, handle)

    def close(self) -> None:
        """Take it away now."""
        self._leave()


def sweep() -> None:
    """Take away the rooms that nobody holds any more; where a system has no locks, all stay."""
    for path in Path(gettempdir()).glob(f"{PREFIX}*"):
        try:
            handle = os.open(path / LOCK, os.O_RDWR)
        except OSError:  # it is just being made, or is somebody else's
            continue
        if locked(handle):
            _empty(path, handle)
        else:
            os.close(handle)


def _empty(path: Path, handle: int) -> None:
    os.close(handle)
    shutil.rmtree(path, ignore_errors=True)
