"""Writing files so that nothing is ever half written: a temporary one beside it, flushed to the disk, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from secrets import token_hex

from jovian.cards.reading.files import Unreadable, check_regular

PART = ".part"
"""How the temporary files end."""


def write_whole(path: str | Path, content: str | bytes, *, files_only: bool = False) -> None:
    """Put a file in place, all of it or none. Raises OSError that names the file.

    What is no regular file (a terminal, a pipe) is written to, never replaced; of a link, what it leads to is.
    With `files_only` it is refused instead: opening a pipe that has no reader never returns.
    """
    raw = content.encode("utf-8") if isinstance(content, str) else content
    try:
        goal = _goal(Path(path))
        if goal is None:
            if files_only:
                check_regular(os.stat(path).st_mode)
            _write(Path(path), raw, os.O_WRONLY, flush=False)
        else:
            _replace(goal, raw)
    except (OSError, ValueError, Unreadable) as error:
        raise OSError(getattr(error, "errno", None) or 0, _cause(error), str(path)) from error


def append(path: str | Path, content: bytes, *, fresh: bool) -> None:
    """Add bytes to the end of a regular file in one write, after emptying the file if `fresh`.

    The bytes are not flushed to the disk: they survive the end of this process, but perhaps not a power cut.

    Raises:
        OSError: It names the file. A part of the bytes may have been added.

    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        if os.path.lexists(path):
            check_regular(os.stat(path).st_mode)
        handle = os.open(path, flags | (os.O_TRUNC if fresh else 0), 0o666)
        with os.fdopen(handle, "wb", buffering=0) as file:
            check_regular(os.fstat(handle).st_mode)
            if file.write(content) != len(content):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except (OSError, ValueError, Unreadable) as error:
        raise OSError(getattr(error, "errno", None) or 0, _cause(error), str(path)) from error


def try_whole(path: str | Path) -> None:
    """See whether a file could be put in place, and make the folders that it takes. Raises OSError that names it."""
    try:
        goal = _goal(Path(path))
        if goal is None:
            os.close(os.open(path, os.O_WRONLY))
        else:
            goal.parent.mkdir(parents=True, exist_ok=True)
            part = goal.with_name(f".{token_hex(8)}{PART}")
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            part.unlink()
    except (OSError, ValueError) as error:
        raise OSError(getattr(error, "errno", None) or 0, _cause(error), str(path)) from error


def _cause(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _goal(path: Path) -> Path | None:
    """The file to replace or make, None for something that is not a file and must stay what it is."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return Path(os.path.realpath(path))
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, "is a folder, not a file", str(path))
    return Path(os.path.realpath(path)) if stat.S_ISREG(mode) else None


def _replace(path: Path, raw: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{token_hex(8)}{PART}")
    try:
        _write(part, raw, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        os.replace(part, path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    flush_folder(path.parent)


def _write(path: Path, raw: bytes, flags: int, *, flush: bool = True) -> None:
    handle = os.open(path, flags | getattr(os, "O_BINARY", 0), 0o666)
    with os.fdopen(handle, "wb", buffering=0) as file:
        left = memoryview(raw)
        while left:
            left = left[file.write(left) :]
        if flush:
            os.fsync(handle)


def flush_folder(folder: Path) -> None:
    """Have the disk keep what was renamed in a folder, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sweep(folder: Path, before: float) -> int:
    """Remove temporary files last touched before a moment (seconds since the epoch); how many there were."""
    gone = 0
    for path in sorted(folder.glob(f".*{PART}")) if folder.is_dir() else []:
        with contextlib.suppress(OSError):
            if path.lstat().st_mtime < before:
                path.unlink()
                gone += 1
    return gone
