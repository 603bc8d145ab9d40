"""A lock on an open file: one process at a time has it, and the system lets it go when that process ends."""

from __future__ import annotations

import os


def locked(handle: int) -> bool:
    """Lock an open file if nobody else has; False too where locks are unknown."""
    try:  # each system has one of the two modules, some have none
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (OSError, ImportError):
        return False
    return True
