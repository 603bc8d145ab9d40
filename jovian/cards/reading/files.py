"""Reading files that anybody may have written: bounded, regular files only, and texts that can be shown.

Cards, saves and settings are all read here, so that no file, whatever it is or holds, stops a command or the window.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

MAX_JSON = 8 << 20
"""Bytes of a JSON file; the longest game so far takes some 300,000."""
MAX_JSON_DEPTH = 40
MAX_DIGITS = 60
_KINDS = (
    (stat.S_ISDIR, "is a folder, not a file"), (stat.S_ISFIFO, "is a pipe, not a file"),
    (stat.S_ISSOCK, "is a socket, not a file"),
    (lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode), "is a device, not a file"),
)  # fmt: skip


class Unreadable(Exception):
    """A file that cannot be read. `str()` is the cause, without the file."""

    def __init__(self, cause: str, line: int | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.line = line
        """Where in the file, None if no line is to blame."""


def read_bytes(path: str | Path, most: int) -> bytes:
    """What a regular file holds, which may be so many bytes. Raises Unreadable; never waits for a pipe or a device."""
    return _within(read_start(path, most + 1), most)


def read_stream(stream: BinaryIO, most: int) -> bytes:
    """What a stream holds to its end, which may be so many bytes. Raises Unreadable."""
    try:
        return _within(stream.read(most + 1), most)
    except OSError as problem:
        raise Unreadable(f"cannot be read: {problem.strerror or problem}") from None


def _within(raw: bytes, most: int) -> bytes:
    if len(raw) > most:
        raise Unreadable(f"is larger than {_size(most)}")
    return raw


def read_start(path: str | Path, size: int) -> bytes:
    """The first bytes of a regular file, all of them if there are no more. Raises Unreadable."""
    with open_regular(path) as file:
        return file.read(size)


def read_lines(path: str | Path, most: int, longest: int) -> Iterator[str]:
    """Yield the whole lines of a regular file, without their ends. A last line without an end is left out.

    One line at a time is in memory. Raises Unreadable for a file of more than `most` bytes, or with a line of more than
    `longest`.
    """
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise Unreadable(f"is larger than {_size(most)}")
        for number in count(1):
            raw = file.readline(longest + 1)
            if len(raw) > longest:
                raise Unreadable(f"has a line of more than {_size(longest)}", number)
            if not raw.endswith(b"\n"):
                return
            try:
                yield decoded(raw[:-1])
            except Unreadable as problem:
                raise Unreadable(problem.cause, number) from None


@contextmanager
def open_regular(path: str | Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading. Raises Unreadable; never waits for a pipe or a device."""
    try:
        check_regular(os.stat(path).st_mode)  # Check the type first: opening a device can have side effects.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            check_regular(os.fstat(handle).st_mode)
            yield file
    except (OSError, ValueError) as problem:
        cause = getattr(problem, "strerror", None) or str(problem)
        raise Unreadable(f"cannot be read: {cause}") from None


def check_regular(mode: int) -> None:
    """Raise Unreadable, with what it is instead, if the mode is not that of a regular file."""
    if not stat.S_ISREG(mode):
        raise Unreadable(next((said for kind, said in _KINDS if kind(mode)), "is not a file"))


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} KB"


def decoded(raw: bytes) -> str:
    """The text of bytes in UTF-8. Raises Unreadable."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise Unreadable("is not UTF-8 text", raw[: problem.start].count(b"\n") + 1) from None


def read_json(path: str | Path, most: int = MAX_JSON) -> Any:
    """The plain data of a JSON file. Raises Unreadable."""
    return parse_json(decoded(read_bytes(path, most)))


def parse_json(text: str) -> Any:
    """The plain data of a JSON text: finite numbers, no endless nesting or digits, texts that can be shown.

    Raises Unreadable.
    """
    try:
        data = json.loads(text, parse_int=_whole, parse_constant=_no_number)
    except json.JSONDecodeError as problem:
        raise Unreadable(f"not JSON ({problem.msg})", problem.lineno) from None
    except RecursionError:
        raise Unreadable("is nested too deeply") from None
    _walk(data)
    return data


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise Unreadable(f"holds a number of {len(digits)} digits")
    return int(digits)


def _no_number(word: str) -> NoReturn:
    raise Unreadable(f"holds {word}, which is no number")


def _walk(data: Any) -> None:
    """Look at everything without recursion."""
    level = [data]
    for _ in range(MAX_JSON_DEPTH):
        level = [each for piece in level for each in _parts(piece)]
        if not level:
            return
    raise Unreadable("is nested too deeply")


def _parts(piece: Any) -> Iterator[Any]:
    if isinstance(piece, str):
        _showable(piece)
    elif isinstance(piece, float):
        if piece - piece != 0.0:
            raise Unreadable("holds a number that is too large")
    elif isinstance(piece, list):
        yield from piece
    elif isinstance(piece, dict):
        yield from piece
        yield from piece.values()


def _showable(text: str) -> None:
    fault = unshowable(text)
    if fault:
        raise Unreadable(f"holds a text with {fault}")


def unshowable(text: str) -> str:
    """Why a text cannot be shown or written, "" if it can."""
    if text.isascii() and text.isprintable():
        return ""
    for each in text:
        if "\ud800" <= each <= "\udfff":
            return f"half a character (U+{ord(each):04X})"
        if (each < " " and each not in "\t\n\r") or "\x7f" <= each <= "\x9f":
            return f"a control character (U+{ord(each):04X})"
    return ""
