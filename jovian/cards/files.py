"""Read files that anyone may have written, and report errors with file, line, and cause.

Cards, saves, and settings are read here: regular files of bounded size only, and only text that can be displayed. No
file can stop a command or the window. `Document` holds plain data with line numbers, `Shelf` the folders of cards.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import count
from pathlib import Path, PurePath
from typing import Any, BinaryIO, Literal, NamedTuple, NoReturn

# --- Messages and errors ---

MAX_CAUSE = 300
MAX_NAME = 240
"""The most characters of a file name in a message. A longer name is shortened to CUT_NAME."""
CUT_NAME = 120
MAX_READ = 20_000
"""The most characters of a text that `one_line` reads."""
FEW = 8
"""A message lists all words of a closed list if there are at most this many."""


def one_line(text: str, limit: int = MAX_CAUSE) -> str:
    """Return the text with control characters and line breaks replaced by spaces, cut at the limit."""
    folded = " ".join("".join(c if c.isprintable() else " " for c in text[:MAX_READ]).split())
    return folded if len(folded) <= limit else folded[: limit - 3] + "..."


def short_name(name: str, limit: int = MAX_NAME) -> str:
    """Return the name on one line. A name longer than the limit loses its middle."""
    return one_line(name) if len(name) <= limit else cut_middle(name, min(limit, CUT_NAME))


def cut_middle(text: str, length: int) -> str:
    """Return the beginning and the end of a long text on one line of at most `length` characters."""
    half = (length - 3) // 2
    return one_line(f"{text[:half]}...{text[-half:]}", length)


def describe_error(error: BaseException) -> str:
    """Return the type and the message of an error on one line.

    The error can come from code that is not ours: `str()` of it can fail, return something strange, or be huge.
    """
    return ": ".join(text for text in (_text_of(lambda: type(error).__name__), _text_of(lambda: str(error))) if text)


def _text_of(read: Callable[[], str]) -> str:
    """Return a short plain text on one line, "(unreadable)" if reading it fails."""
    try:
        return one_line(str.__getitem__(read(), slice(MAX_READ)))
    except BaseException as error:
        if type(error) is KeyboardInterrupt:
            raise
        return "(unreadable)"


def suggest_names(word: object, known: Iterable[str], few: int = FEW) -> str:
    """Return text to append to an error: the most similar known name, and all names if there are at most `few`."""
    words = list(known) if isinstance(word, str) else []
    lower = {name.lower(): name for name in reversed(words)}
    near = get_close_matches(word[:80].lower(), lower, n=1) if isinstance(word, str) else []
    suggestion = f"; did you mean '{lower[near[0]]}'?" if near else ""
    listed = f"; there {'is' if len(words) == 1 else 'are'} {', '.join(words)}" if 0 < len(words) <= few else ""
    return suggestion + listed


def place(file: str, line: int | None) -> str:
    """Return `file:line`, or the file alone if `line` is None."""
    return short_name(file) if line is None else f"{short_name(file)}:{line}"


class Mention(NamedTuple):
    """A part of a cause for which a window has another word, such as the name of a model instead of its id."""

    text: str
    """What the command line prints."""
    kind: Literal["piece", "side", "key", "missing key"]
    value: str | int
    """The id of a model or piece of terrain, the number of a side, or a key."""


Cause = str | tuple[str | Mention, ...]
"""What is wrong. Its parts are joined without blanks."""


def piece_mention(piece_id: str) -> Mention:
    """Return the mention of a model or piece of terrain."""
    return Mention(f"'{piece_id}'", "piece", piece_id)


def line_mention(noun: str, piece_id: str, kind: str = "") -> Mention:
    """Return the mention of the line of a model or piece of terrain."""
    return Mention(f"{noun} {piece_id} ({kind})" if kind else f"{noun} {piece_id}", "piece", piece_id)


def key_mention(key: str) -> Mention:
    """Return the mention of a key, or of a word of a closed list."""
    return Mention(key, "key", key)


def about_piece(piece_id: str, predicate: str) -> Cause:
    """Return the cause that a model or piece of terrain is or has something wrong."""
    return piece_mention(piece_id), f" {predicate}"


def about_key(key: str, message: str) -> Cause:
    """Return the cause that a key has a wrong value."""
    return key_mention(key), f": {message}"


def as_parts(cause: Cause) -> tuple[str | Mention, ...]:
    """Return the parts of a cause."""
    return (cause,) if isinstance(cause, str) else cause


def cause_text(cause: Cause) -> str:
    """Return a cause as the command line prints it, on one line."""
    return one_line("".join(part if isinstance(part, str) else part.text for part in as_parts(cause)))


class CardError(Exception):
    """Bad input. `str()` is one line: `file:line: cause`, or `file: cause` if the line is None."""

    def __init__(self, file: str, line: int | None, cause: Cause, more: Sequence[CardError] = ()) -> None:
        self.file = short_name(file)
        self.line = line
        self.parts = as_parts(cause)
        self.cause = cause_text(cause)
        """The text of all parts."""
        self.more = tuple(more)
        """Further errors in the same file."""
        others = f" (and {len(self.more)} more, see check)" if self.more else ""
        super().__init__(f"{place(self.file, line)}: {self.cause}{others}")

    def all(self) -> Iterator[CardError]:
        """Yield each error of the file alone."""
        yield CardError(self.file, self.line, self.parts)
        yield from self.more

    def __reduce__(self) -> tuple[type[CardError], tuple[str, int | None, Cause, tuple[CardError, ...]]]:
        return CardError, (self.file, self.line, self.parts, self.more)


# --- Documents ---

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
KeyPath = tuple[str | int, ...]
"""The keys and indices that lead from the top to a value of the data."""


def plain_copy(data: Any) -> Any:
    """Return a deep copy of plain data."""
    if isinstance(data, dict):
        return {key: plain_copy(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain_copy(value) for value in data]
    return data


@dataclass(slots=True)
class Document:
    """Plain data, its file, the line of each path in it, and the errors found so far."""

    file: str
    data: Plain
    lines: dict[KeyPath, int] = field(default_factory=dict)
    faults: list[CardError] = field(default_factory=list)

    def line(self, path: KeyPath) -> int | None:
        """Return the line of the longest known start of the path, or None for data that has no lines."""
        for length in range(len(path), -1, -1):
            line = self.lines.get(path[:length])
            if line is not None:
                return line
        return None

    def at(self, path: KeyPath) -> Plain:
        """Return the value at a path, or None if there is none."""
        value: Plain = self.data
        for key in path:
            if isinstance(value, dict) and isinstance(key, str):
                value = value.get(key)
            else:
                value = value[key] if isinstance(value, list) and key in range(len(value)) else None  # type: ignore[index]
        return value

    def gives(self, path: KeyPath, *keys: str) -> bool:
        """Return whether the mapping at a path has a value for each of these keys."""
        return all(self.at((*path, key)) is not None for key in keys)

    def error(self, path: KeyPath, cause: Cause) -> CardError:
        """Return an error at a path, ready to raise."""
        return CardError(self.file, self.line(path), cause)

    def add_error_if(self, condition: bool, path: KeyPath, cause: Cause) -> None:
        """Record an error at a path if the condition holds. `settle` raises all recorded errors."""
        if condition:
            self.faults.append(self.error(path, cause))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Record a CardError that is raised in the block, and continue after the block."""
        try:
            yield
        except CardError as error:
            self.faults += error.all()

    def settle(self) -> None:
        """Raise all recorded errors as one CardError."""
        faults = list(self.faults)
        self.faults.clear()
        if faults:
            raise CardError(self.file, faults[0].line, faults[0].parts, faults[1:])


# --- Reading files ---

MAX_JSON = 8 << 20
"""The most bytes of a JSON file. The longest game so far takes about 300,000."""
MAX_JSON_DEPTH = 40
MAX_DIGITS = 60
_KINDS = (
    (stat.S_ISDIR, "is a folder, not a file"), (stat.S_ISFIFO, "is a pipe, not a file"),
    (stat.S_ISSOCK, "is a socket, not a file"),
    (lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode), "is a device, not a file"),
)  # fmt: skip


class UnreadableFileError(Exception):
    """A file can't be read. `str()` is the cause, without the file name."""

    def __init__(self, cause: str, line: int | None = None) -> None:
        super().__init__(cause)
        self.cause = cause
        self.line = line
        """The line of the error, or None."""


def read_bytes(path: str | Path, max_bytes: int) -> bytes:
    """Return the content of a regular file of at most `max_bytes` bytes. Raises UnreadableFileError.

    Never waits for a pipe or a device.
    """
    return _check_size(read_start(path, max_bytes + 1), max_bytes)


def read_stream(stream: BinaryIO, max_bytes: int) -> bytes:
    """Return the rest of a stream of at most `max_bytes` bytes. Raises UnreadableFileError."""
    try:
        return _check_size(stream.read(max_bytes + 1), max_bytes)
    except OSError as problem:
        raise UnreadableFileError(f"cannot be read: {problem.strerror or problem}") from None


def _check_size(raw: bytes, max_bytes: int) -> bytes:
    if len(raw) > max_bytes:
        raise UnreadableFileError(f"is larger than {_format_size(max_bytes)}")
    return raw


def read_start(path: str | Path, size: int) -> bytes:
    """Return at most `size` bytes from the start of a regular file. Raises UnreadableFileError."""
    with open_regular(path) as file:
        return file.read(size)


def read_lines(path: str | Path, max_bytes: int, max_line: int) -> Iterator[str]:
    """Yield the complete lines of a regular file, without line ends. An unfinished last line is skipped.

    One line at a time is in memory. Raises UnreadableFileError for a file of more than `max_bytes` bytes, or with a
    line of more than `max_line`.
    """
    with open_regular(path) as file:
        if os.fstat(file.fileno()).st_size > max_bytes:
            raise UnreadableFileError(f"is larger than {_format_size(max_bytes)}")
        for number in count(1):
            raw = file.readline(max_line + 1)
            if len(raw) > max_line:
                raise UnreadableFileError(f"has a line of more than {_format_size(max_line)}", number)
            if not raw.endswith(b"\n"):
                return
            try:
                yield decoded(raw[:-1])
            except UnreadableFileError as problem:
                raise UnreadableFileError(problem.cause, number) from None


@contextmanager
def open_regular(path: str | Path) -> Iterator[BinaryIO]:
    """Open a regular file for reading. Raises UnreadableFileError. Never waits for a pipe or a device."""
    try:
        check_regular(os.stat(path).st_mode)  # Check the type first: opening a device can have side effects.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            check_regular(os.fstat(handle).st_mode)
            yield file
    except (OSError, ValueError) as problem:
        cause = getattr(problem, "strerror", None) or str(problem)
        raise UnreadableFileError(f"cannot be read: {cause}") from None


def check_regular(mode: int) -> None:
    """Raise UnreadableFileError if the mode isn't the one of a regular file."""
    if not stat.S_ISREG(mode):
        raise UnreadableFileError(next((cause for matches, cause in _KINDS if matches(mode)), "is not a file"))


def _format_size(size: int) -> str:
    return f"{size >> 20} MB" if size >= 1 << 20 else f"{size >> 10} KB"


def decoded(raw: bytes) -> str:
    """Return the text of bytes in UTF-8. Raises UnreadableFileError."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise UnreadableFileError("is not UTF-8 text", raw[: problem.start].count(b"\n") + 1) from None


def read_json(path: str | Path, max_bytes: int = MAX_JSON) -> Any:
    """Return the data of a JSON file. Raises UnreadableFileError."""
    return parse_json(decoded(read_bytes(path, max_bytes)))


def parse_json(text: str) -> Any:
    """Return the data of a JSON text. Raises UnreadableFileError.

    Numbers must be finite and of bounded length, nesting bounded, and all text displayable.
    """
    try:
        data = json.loads(text, parse_int=_parse_int, parse_constant=_refuse_constant)
    except json.JSONDecodeError as problem:
        raise UnreadableFileError(f"not JSON ({problem.msg})", problem.lineno) from None
    except RecursionError:
        raise UnreadableFileError("is nested too deeply") from None
    _check_values(data)
    return data


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise UnreadableFileError(f"holds a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(word: str) -> NoReturn:
    raise UnreadableFileError(f"contains {word}, which is not a number")


def _check_values(data: Any) -> None:
    """Check every value, one level of nesting after the other."""
    level = [data]
    for _ in range(MAX_JSON_DEPTH):
        level = [inner for value in level for inner in _check_value(value)]
        if not level:
            return
    raise UnreadableFileError("is nested too deeply")


def _check_value(value: Any) -> Iterator[Any]:
    """Check a single value, and yield the values inside a list or mapping."""
    if isinstance(value, str):
        if fault := unshowable(value):
            raise UnreadableFileError(f"holds a text with {fault}")
    elif isinstance(value, float):
        if value - value != 0.0:
            raise UnreadableFileError("holds a number that is too large")
    elif isinstance(value, list):
        yield from value
    elif isinstance(value, dict):
        yield from value
        yield from value.values()


_REORDERING = frozenset("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Marks of the direction of text, and line and paragraph separators."""


def unshowable(text: str) -> str:
    """Return why a text can't be displayed or written, or "". A text may have line breaks and tabs."""
    if text.isascii() and text.isprintable():
        return ""
    for char in text:
        if "\ud800" <= char <= "\udfff":
            return f"half a character (U+{ord(char):04X})"
        if (char < " " and char not in "\t\n\r") or "\x7f" <= char <= "\x9f":
            return f"a control character (U+{ord(char):04X})"
        if char in _REORDERING:
            return f"a character that reorders text (U+{ord(char):04X})"
    return ""


# --- Kinds of files ---
# The content of a file decides its kind, not its name.

UNIT, FLEET, SCENARIO, SILHOUETTES, SAVE = "unit", "fleet", "scenario", "silhouettes", "save"
UPGRADE, LESSON = "upgrade", "lesson"
COPY = "copy"
"""The `format` of a copy of a game as one side may know it. Such a file starts like a save."""
KIND_KEYS = {
    UPGRADE: ("upgrade", "tv", "carriers", "raises", "slot", "weapon"),
    UNIT: ("kind", "structure", "tv", "unit_cap", "weapons", "squadron_type"),
    FLEET: ("size", "units"),
    SCENARIO: ("table", "zones", "deployment", "objectives", "fleets", "terrain", "models", "turns"),
    SAVE: ("format", "rules", "setup", "journal", "digests", "undone"),
    LESSON: ("lesson", "steps", "scenario"),
}
"""The keys that only one kind of file has, or few."""
KIND_NAMES = {
    UNIT: "a unit", FLEET: "a fleet", SCENARIO: "a scenario", SILHOUETTES: "silhouettes", SAVE: "a save",
    UPGRADE: "an upgrade", LESSON: "a lesson",
}  # fmt: skip


def kind_of(data: object) -> str:
    """Return the kind of file that data comes from, or "" if no key tells."""
    keys = set(data) if isinstance(data, dict) else set()
    hits = {kind: len(keys.intersection(kind_keys)) for kind, kind_keys in KIND_KEYS.items()}
    best = max(hits, key=lambda kind: hits[kind])
    return best if hits[best] else SILHOUETTES if _holds_drawings(data) else ""


def holds_save(path: str | Path) -> bool:
    """Return whether a file starts like a save. A missing file doesn't."""
    try:
        return re.match(rb'\s*\{\s*("format"|$)', read_start(path, 64)) is not None
    except UnreadableFileError:
        return False


def holds_copy(path: str | Path) -> bool:
    """Return whether a file starts like a copy of a game as one side may know it. A missing file doesn't."""
    try:
        return re.match(rb'\s*\{\s*"format"\s*:\s*"copy"', read_start(path, 64)) is not None
    except UnreadableFileError:
        return False


def expect(document: Document, wanted: str) -> Document:
    """Return the document if it may be of that kind. Raises CardError if it is clearly of another kind."""
    kind = kind_of(document.data)
    if kind not in (wanted, ""):
        raise CardError(document.file, None, f"is {KIND_NAMES[kind]}, not {KIND_NAMES[wanted]}")
    return document


def _holds_drawings(data: object) -> bool:
    """Return whether data looks like a mapping of names to pieces of drawings."""
    drawings = [value for value in data.values() if isinstance(value, list)] if isinstance(data, dict) else []
    pieces = [piece for drawing in drawings for piece in drawing if isinstance(piece, dict)]
    return any(not {"tone", "half", "pair"}.isdisjoint(piece) for piece in pieces)


# --- Shelves ---
# A card on a later shelf replaces the card with the same key, stem, or name on an earlier shelf.

_PACKAGE = Path(__file__).resolve().parents[1]
ROOT = _PACKAGE / "contents" if (_PACKAGE / "contents").is_dir() else _PACKAGE.parent
"""The folder of the game's own `assets` and `scenarios`: the project, or the installed package."""


class Shelf(NamedTuple):
    """The five folders of a place with cards. A folder may be missing."""

    units: Path
    fleets: Path
    scenarios: Path
    silhouettes: Path
    upgrades: Path

    @classmethod
    def at(cls, folder: str | Path) -> Shelf:
        """Return the shelf whose five folders are in a folder."""
        top = Path(folder)
        return cls(top / "units", top / "fleets", top / "scenarios", top / "silhouettes", top / "upgrades")

    @classmethod
    def find_fault(cls, folder: Path) -> str:
        """Return why no card can be read from a folder, or "" if one of the five folders is in it. Raises OSError."""
        if not folder.is_dir():
            return "is not a folder" if folder.exists() else "there is no such folder"
        known = [path for path in folder.iterdir() if path.name in cls._fields]
        for path in known:
            if not path.is_dir():
                return f"'{path.name}' in it is not a folder"
        return "" if known else f"none of the folders {', '.join(cls._fields)} is in it"


BUILTIN_SHELF = Shelf.at(ROOT / "assets")._replace(scenarios=ROOT / "scenarios")
"""The cards that come with the game."""

_shelves: list[Shelf] = [BUILTIN_SHELF]


def shelves() -> tuple[Shelf, ...]:
    """Return the shelves that cards are read from, in order."""
    return tuple(_shelves)


def set_out(first: Shelf, *beside: Shelf) -> None:
    """Read cards from these shelves only, from now on."""
    _shelves[:] = [first, *beside]


def put_beside(*beside: Shelf) -> None:
    """Replace all shelves after the first one."""
    set_out(_shelves[0], *beside)


@contextmanager
def use_shelves(first: Shelf, *beside: Shelf) -> Iterator[None]:
    """Read cards from these shelves only, inside the block."""
    before = shelves()
    set_out(first, *beside)
    try:
        yield
    finally:
        set_out(*before)


def shelf_stamp() -> tuple[tuple[str, int, int], ...]:
    """Return a value that differs if a unit, upgrade, or drawing of the shelves is added, removed, or written."""
    folders = [folder for shelf in shelves() for folder in (shelf.units, shelf.upgrades, shelf.silhouettes)]
    stamp = []
    for path in (path for folder in folders for path in files_in(folder)):
        with suppress(OSError):
            status = path.stat()
            stamp.append((str(path), status.st_mtime_ns, status.st_size))
    return tuple(stamp)


def files_in(folder: Path) -> list[Path]:
    """Return the card files below a folder, in order of path; [] if there is no such folder."""
    return sorted(folder.rglob("*.yaml"), key=lambda path: path.relative_to(folder).as_posix())


def stems(folder: str) -> dict[str, Path]:
    """Return the files of `fleets` or `scenarios` on all shelves by stem, in order of stem."""
    folders: list[Path] = [getattr(shelf, folder) for shelf in shelves()]
    paths = {path.stem: path for top in folders for path in sorted(top.glob("*.yaml"))}
    return {stem: paths[stem] for stem in sorted(paths)}


def file_of_stem(folder: str, stem: str) -> Path | None:
    """Return the file that `stems` has for a stem, or None, without listing all files."""
    paths: list[Path] = [getattr(shelf, folder) / f"{stem}.yaml" for shelf in shelves()]
    return next((path for path in reversed(paths) if os.path.lexists(path)), None)


def absent(key: str, cards: Collection[str], left_out: Collection[CardError] = ()) -> str:
    """Return text to append to the error that no card has the key: an error in its file, or a suggestion."""
    for fault in left_out:
        if "/".join(PurePath(fault.file).with_suffix("").parts[-2:]) == key:
            return f"; its file has an error: {fault}"
    return suggest_names(key, cards, few=0)
