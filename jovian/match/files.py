"""Files of saves: written whole or not at all, sealed, with their branches."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from secrets import token_hex
from typing import Any, NamedTuple

from jovian.cards.files import UnreadableFileError, check_regular
from jovian.match.entries import Entry, read_journal, written_journal

# --- locking ---
# A lock on an open file: one process at a time has it, and the system lets it go when that process ends.


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


# --- writing ---
# Writing files so that nothing is ever half written: a temporary one beside it, flushed to the disk, then renamed.

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
    except (OSError, ValueError, UnreadableFileError) as error:
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
    except (OSError, ValueError, UnreadableFileError) as error:
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


# --- seal ---
# The seal: the last key of a save, by which a file that was cut short or edited is noticed.
#
# It holds the length in bytes and a checksum of all that stands before it, how many answers and digests there are,
# and the digest of the state they lead to. It guards against damage and mistakes, not against whoever writes a new one.

KEY = "seal"
MARK = b',"seal":'
"""Where the seal of a file begins: inside a text the quotes would be escaped."""
FIELDS = {"answers": int, "digests": int, "state": str, "bytes": int, "sum": str}


def begun(answers: int, digests: int, state: str) -> dict[str, Any]:
    """The part of a seal that does not depend on how the file is written."""
    return {"answers": answers, "digests": digests, "state": state}


def add_checksum(data: dict[str, Any]) -> str:
    """The data of a save, its seal begun, as the text of a file that ends with the whole of it."""
    return seal_text(data)[0]


def seal_text(data: dict[str, Any]) -> tuple[str, str]:
    """Return the text of the file that `sealed` makes of the data, and its checksum."""
    text = json.dumps({key: value for key, value in data.items() if key != KEY}, separators=(",", ":"))
    body = text.removesuffix("}")
    raw = body.encode()
    checksum = sum_of(raw)
    return f"{body}{_tail({**data[KEY], 'bytes': len(raw), 'sum': checksum})}\n", checksum


def seal_fault(raw: bytes, data: dict[str, Any]) -> str:
    """Why the seal of a file does not fit what stands before it, "" if it does.

    `data` is what the file holds; its seal, if there is one, is `whole`.
    """
    if KEY not in data:
        return "its seal is missing"
    seal = data[KEY]
    held = {"answers": len(data["journal"]), "digests": len(data["digests"])}
    for what, found in held.items():
        if seal[what] != found:
            return f"its seal says {seal[what]} {what}, it holds {found}"
    at = raw.rfind(MARK)
    if seal["bytes"] != at or seal["sum"] != sum_of(raw[:at]) or raw[at:].rstrip() != _tail(seal).encode():
        return "its checksum does not fit"
    return ""


def whole(seal: Any) -> bool:
    """Has the seal of a file its fields, each of its kind?"""
    return (
        isinstance(seal, dict)
        and set(seal) == set(FIELDS)
        and all(type(seal[key]) is kind for key, kind in FIELDS.items())
    )


def _tail(seal: dict[str, Any]) -> str:
    return f',"{KEY}":{json.dumps(seal, separators=(",", ":"))}}}'


def sum_of(raw: bytes) -> str:
    """Return the checksum of bytes in hexadecimal."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


# --- branches ---
# Branches of a rehearsal: lines of answers kept by name, each a place to go on from. Together they are a tree.

MOST = 100
"""How many a game keeps."""
LONGEST = 60
"""Letters of a name."""


class Branch(NamedTuple):
    """Where a branch hangs in the tree."""

    name: str
    parent: str
    """The earlier branch from which it goes away last, "" for the beginning of the game."""
    leaves: int
    """After how many answers it goes its own way."""
    answers: int
    """How many answers it has."""


def tree(kept: Mapping[str, Sequence[Entry]]) -> Iterator[Branch]:
    """The branches in the order in which they were kept."""
    earlier: list[str] = []
    for name, journal in kept.items():
        shared = [(common(kept[other], journal), other) for other in earlier]
        leaves, parent = max(shared, key=lambda each: each[0], default=(0, ""))
        yield Branch(name, parent if leaves else "", leaves, len(journal))
        earlier.append(name)


def common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """After how many answers two lines part."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def fault(kept: Mapping[str, Any], name: str) -> str:
    """Why a branch cannot be kept by a name, "" if it can."""
    if not name.strip() or len(name) > LONGEST or not name.isprintable():
        return f"A branch has a name of 1 to {LONGEST} letters."
    if name in kept:
        return f"There is a branch '{name}' already."
    return "" if len(kept) < MOST else f"A game keeps {MOST} branches at most."


def written(kept: Mapping[str, Sequence[Entry]]) -> list[list[Any]]:
    """Branches as a save holds them: `[name, journal]` each."""
    return [[name, written_journal(journal)] for name, journal in kept.items()]


def read(given: Any) -> dict[str, list[Entry]]:
    """Branches out of a save; raises ValueError with what is wrong."""
    if not isinstance(given, list):
        raise ValueError("branches is a list")
    found: dict[str, list[Entry]] = {}
    for each in given:
        if not isinstance(each, list) or list(map(type, each)) != [str, list]:
            raise ValueError("a branch is a name and a list of answers")
        if wrong := fault(found, each[0]):
            raise ValueError(wrong)
        try:
            found[each[0]] = read_journal(each[1])
        except ValueError as error:
            raise ValueError(f"branch '{each[0]}': {error}") from error
    return found
