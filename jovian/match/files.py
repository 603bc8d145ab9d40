"""Files of saves: locks, writing a file completely or not at all, the checksum at its end, and its branches."""

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
from typing import Any

from jovian.cards.files import UnreadableFileError, check_regular
from jovian.frozen import frozen
from jovian.match.entries import Entry, journal_to_json, read_journal

# --- Locks ---


def try_lock(handle: int) -> bool:
    """Lock an open file, and return whether this worked. The system releases the lock when the process ends.

    Return False if another process has the lock, or if the system has no locks.
    """
    try:  # each system has one of the 2 modules, and some have neither
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (OSError, ImportError):
        return False
    return True


# --- Writing ---
# A file is written under a temporary name in the same folder, flushed to the disk, and then renamed.

PART = ".part"
"""The suffix of temporary files."""


def write_whole(path: str | Path, content: str | bytes, *, files_only: bool = False) -> None:
    """Write a file completely or not at all. Raises OSError that names the file.

    A link is followed. A terminal or a pipe is written to, never replaced. With `files_only` it is refused, because
    opening a pipe that has no reader never returns.
    """
    raw = content.encode("utf-8") if isinstance(content, str) else content
    try:
        target = _replaceable_path(Path(path))
        if target is None:
            if files_only:
                check_regular(os.stat(path).st_mode)
            _write(Path(path), raw, os.O_WRONLY, flush=False)
        else:
            _replace(target, raw)
    except (OSError, ValueError, UnreadableFileError) as error:
        raise _named_error(error, path) from error


def append(path: str | Path, content: bytes, *, fresh: bool) -> None:
    """Add bytes to the end of a regular file in one write, after emptying the file if `fresh`.

    The bytes are not flushed to the disk: they survive the end of this process, but perhaps not a power cut.

    Raises:
        OSError: The message names the file. A part of the bytes may have been added.

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
        raise _named_error(error, path) from error


def check_writable(path: str | Path) -> None:
    """Check that a file could be written, and make missing folders. Raises OSError that names the file."""
    try:
        target = _replaceable_path(Path(path))
        if target is None:
            os.close(os.open(path, os.O_WRONLY))
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f".{token_hex(8)}{PART}")
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            part.unlink()
    except (OSError, ValueError) as error:
        raise _named_error(error, path) from error


def _named_error(error: Exception, path: str | Path) -> OSError:
    cause = getattr(error, "strerror", None) or str(error)
    return OSError(getattr(error, "errno", None) or 0, cause, str(path))


def _replaceable_path(path: Path) -> Path | None:
    """Return the path of the regular file to replace or make, None for a device or a pipe."""
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
        remaining = memoryview(raw)
        while remaining:
            remaining = remaining[file.write(remaining) :]
        if flush:
            os.fsync(handle)


def flush_folder(folder: Path) -> None:
    """Flush the renamed files of a folder to the disk, if the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove_temporary_files(folder: Path, before: float) -> int:
    """Remove temporary files that are older than a time (seconds since the epoch), and return their number."""
    removed = 0
    for path in sorted(folder.glob(f".*{PART}")) if folder.is_dir() else []:
        with contextlib.suppress(OSError):
            if path.lstat().st_mtime < before:
                path.unlink()
                removed += 1
    return removed


# --- The seal: the last key of a save ---
# The seal shows whether a file was cut short or edited. It holds the number of answers and digests, the digest of the
# last state, the length in bytes, and a checksum of everything before it. It is no protection against forgery.

SEAL_KEY = "seal"
SEAL_START = b',"seal":'
"""The bytes before the seal in a file. Inside a JSON text the quotes would be escaped."""
SEAL_FIELDS = {"answers": int, "digests": int, "state": str, "bytes": int, "sum": str}


def seal_data(answers: int, digests: int, state: str) -> dict[str, Any]:
    """Return the part of a seal that doesn't depend on the bytes of the file."""
    return {"answers": answers, "digests": digests, "state": state}


def add_checksum(data: dict[str, Any]) -> str:
    """Return the text of a save file with a complete seal, for data whose seal is made by `seal_data`."""
    return seal_text(data)[0]


def seal_text(data: dict[str, Any]) -> tuple[str, str]:
    """Return the text of the file as `add_checksum` does, and its checksum."""
    text = json.dumps({key: value for key, value in data.items() if key != SEAL_KEY}, separators=(",", ":"))
    body = text.removesuffix("}")
    raw = body.encode()
    checksum = sum_of(raw)
    return f"{body}{_tail({**data[SEAL_KEY], 'bytes': len(raw), 'sum': checksum})}\n", checksum


def seal_fault(raw: bytes, data: dict[str, Any]) -> str:
    """Return why the seal of a file doesn't fit its content, "" if it does.

    `data` is the content of the file. Its seal, if there is one, must be complete (`is_complete_seal`).
    """
    if SEAL_KEY not in data:
        return "its seal is missing"
    seal = data[SEAL_KEY]
    counts = {"answers": len(data["journal"]), "digests": len(data["digests"])}
    for key, count in counts.items():
        if seal[key] != count:
            return f"its seal says {seal[key]} {key}, but it has {count}"
    return _checksum_fault(raw, seal)


def check_bytes(raw: bytes, seal: Any) -> str:
    """Return why a seal with nothing but length and checksum doesn't fit the bytes of its file, "" if it does."""
    if not isinstance(seal, dict) or {key: type(value) for key, value in seal.items()} != {"bytes": int, "sum": str}:
        return "its seal must hold bytes, sum"
    return _checksum_fault(raw, seal)


def _checksum_fault(raw: bytes, seal: dict[str, Any]) -> str:
    at = raw.rfind(SEAL_START)
    if seal["bytes"] != at or seal["sum"] != sum_of(raw[:at]) or raw[at:].rstrip() != _tail(seal).encode():
        return "its checksum doesn't match"
    return ""


def is_complete_seal(seal: Any) -> bool:
    """Return whether a seal has all fields with values of the right types."""
    return (
        isinstance(seal, dict)
        and set(seal) == set(SEAL_FIELDS)
        and all(type(seal[key]) is kind for key, kind in SEAL_FIELDS.items())
    )


def _tail(seal: dict[str, Any]) -> str:
    return f',"{SEAL_KEY}":{json.dumps(seal, separators=(",", ":"))}}}'


def sum_of(raw: bytes) -> str:
    """Return the checksum of bytes in hexadecimal."""
    return hashlib.blake2b(raw, digest_size=16).hexdigest()


# --- Branches ---
# A branch is a saved list of answers of a rehearsal. Branches form a tree, because they share their first answers.

MAX_BRANCHES = 100
"""The maximum number of branches of a game."""
MAX_NAME = 60
"""The maximum number of letters of a branch's name."""


@frozen
class Branch:
    """The position of a branch in the tree."""

    name: str
    parent: str
    """The earlier branch that shares the most answers, "" if none does."""
    leaves: int
    """The number of answers shared with the parent."""
    answers: int
    """The number of all answers."""


def branch_tree(kept: Mapping[str, Sequence[Entry]]) -> Iterator[Branch]:
    """Yield the branches in the order in which they were saved."""
    earlier: list[str] = []
    for name, journal in kept.items():
        shared = [(count_shared(kept[other], journal), other) for other in earlier]
        leaves, parent = max(shared, key=lambda branch: branch[0], default=(0, ""))
        yield Branch(name, parent if leaves else "", leaves, len(journal))
        earlier.append(name)


def count_shared(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Return the number of answers that two journals share at their start."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def branch_fault(kept: Mapping[str, Any], name: str) -> str:
    """Return why a branch can't be saved under a name, "" if it can."""
    if not name.strip() or len(name) > MAX_NAME or not name.isprintable():
        return f"The name of a branch must have 1 to {MAX_NAME} printable characters."
    if name in kept:
        return f"There is already a branch '{name}'."
    return "" if len(kept) < MAX_BRANCHES else f"A game can't have more than {MAX_BRANCHES} branches."


def branches_to_json(kept: Mapping[str, Sequence[Entry]]) -> list[list[Any]]:
    """Return branches as a save stores them: a list of `[name, journal]`."""
    return [[name, journal_to_json(journal)] for name, journal in kept.items()]


def read_branches(data: Any) -> dict[str, list[Entry]]:
    """Return the branches of a save by name. Raises ValueError."""
    if not isinstance(data, list):
        raise ValueError("branches must be a list")
    branches: dict[str, list[Entry]] = {}
    for item in data:
        if not isinstance(item, list) or list(map(type, item)) != [str, list]:
            raise ValueError("a branch must be a name and a list of answers")
        name, journal = item
        if wrong := branch_fault(branches, name):
            raise ValueError(wrong)
        try:
            branches[name] = read_journal(journal)
        except ValueError as error:
            raise ValueError(f"branch '{name}': {error}") from error
    return branches
