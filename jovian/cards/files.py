"""The files that cards, fleets and scenarios are read from, and what is wrong with one."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import count
from pathlib import Path, PurePath
from typing import Any, BinaryIO, NamedTuple, NoReturn

# --- error ---
# The one error of this layer: a card that cannot be read, told in one line.

MAX_CAUSE = 300
MAX_NAME = 240
"""Characters of a file name that a message shows whole."""
CUT_NAME = 120
"""Characters that are left of a longer name."""
MAX_READ = 20_000
"""Characters of a text that `one_line` looks at."""
FEW = 8
"""So many words of a closed list are named to whoever missed them."""


def one_line(text: str, limit: int = MAX_CAUSE) -> str:
    """The text with line breaks and other control characters folded to spaces, cut at the limit."""
    folded = " ".join("".join(c if c.isprintable() else " " for c in text[:MAX_READ]).split())
    return folded if len(folded) <= limit else folded[: limit - 3] + "..."


def short_name(name: str, limit: int = MAX_NAME) -> str:
    """Return the name on one line. A name longer than the limit loses its middle."""
    return one_line(name) if len(name) <= limit else cut_middle(name, min(limit, CUT_NAME))


def cut_middle(text: str, length: int) -> str:
    """Return the beginning and the end of a long text on one line of at most so many characters."""
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
    """What to say after a word that is not on a list: the nearest on it, and all of them where they are few."""
    words = list(known) if isinstance(word, str) else []
    lower = {each.lower(): each for each in reversed(words)}
    near = get_close_matches(word[:80].lower(), lower, n=1) if isinstance(word, str) else []
    said = f"; did you mean '{lower[near[0]]}'?" if near else ""
    listed = f"; there {'is' if len(words) == 1 else 'are'} {', '.join(words)}" if 0 < len(words) <= few else ""
    return said + listed


def place(file: str, line: int | None) -> str:
    """Where something is wrong: the file, and the line if one is to blame."""
    return short_name(file) if line is None else f"{short_name(file)}:{line}"


class CardError(Exception):
    """Bad input. `str()` is one line: `file:line: cause`, or `file: cause` where no line is to blame."""

    def __init__(self, file: str, line: int | None, cause: str, more: Sequence[CardError] = ()) -> None:
        self.file = short_name(file)
        self.line = line
        self.cause = one_line(cause)
        self.more = tuple(more)
        """What else is wrong with the file."""
        others = f" (and {len(self.more)} more, see check)" if self.more else ""
        super().__init__(f"{place(self.file, line)}: {self.cause}{others}")

    def all(self) -> Iterator[CardError]:
        """Each thing that is wrong, by itself."""
        yield CardError(self.file, self.line, self.cause)
        yield from self.more

    def __reduce__(self) -> tuple[type[CardError], tuple[str, int | None, str, tuple[CardError, ...]]]:
        """So that a worker process can hand it back."""
        return CardError, (self.file, self.line, self.cause, self.more)


# --- document ---
# Plain data out of a file, and where each piece of it stands; what is wrong with it, line by line.

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]
Path_ = tuple[str | int, ...]
"""The way to a piece of the data: the keys and indices that lead to it from the top."""


@dataclass(slots=True)
class Document:
    """Plain data, the file it came from, and the line of every path in it."""

    file: str
    data: Plain
    lines: dict[Path_, int] = field(default_factory=dict)
    faults: list[CardError] = field(default_factory=list)
    """What is wrong with it, as far as it was looked at."""

    def line(self, path: Path_) -> int | None:
        """The line of the deepest known part of the path; None for data that was not read from lines."""
        for length in range(len(path), -1, -1):
            found = self.lines.get(path[:length])
            if found is not None:
                return found
        return None

    def error(self, path: Path_, cause: str) -> CardError:
        """What is wrong at that path, ready to raise."""
        return CardError(self.file, self.line(path), cause)

    def add_error_if(self, condition: bool, path: Path_, cause: str) -> None:
        """Note what is wrong at that path if the condition holds, and go on: `settle` tells all of it."""
        if condition:
            self.faults.append(self.error(path, cause))

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note an error that is raised within, and go on after it."""
        try:
            yield
        except CardError as error:
            self.faults += error.all()

    def settle(self) -> None:
        """Raise everything that was noted as one CardError."""
        faults = list(self.faults)
        self.faults.clear()
        if faults:
            raise CardError(self.file, faults[0].line, faults[0].cause, faults[1:])


# --- files ---
# Reading files that anybody may have written: bounded, regular files only, and texts that can be shown.
#
# Cards, saves and settings are all read here, so that no file, whatever it is or holds, stops a command or the
# window.

MAX_JSON = 8 << 20
"""Bytes of a JSON file; the longest game so far takes some 300,000."""
MAX_JSON_DEPTH = 40
MAX_DIGITS = 60
_KINDS = (
    (stat.S_ISDIR, "is a folder, not a file"), (stat.S_ISFIFO, "is a pipe, not a file"),
    (stat.S_ISSOCK, "is a socket, not a file"),
    (lambda mode: stat.S_ISCHR(mode) or stat.S_ISBLK(mode), "is a device, not a file"),
)  # fmt: skip


class UnreadableFileError(Exception):
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
        raise UnreadableFileError(f"cannot be read: {problem.strerror or problem}") from None


def _within(raw: bytes, most: int) -> bytes:
    if len(raw) > most:
        raise UnreadableFileError(f"is larger than {_size(most)}")
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
            raise UnreadableFileError(f"is larger than {_size(most)}")
        for number in count(1):
            raw = file.readline(longest + 1)
            if len(raw) > longest:
                raise UnreadableFileError(f"has a line of more than {_size(longest)}", number)
            if not raw.endswith(b"\n"):
                return
            try:
                yield decoded(raw[:-1])
            except UnreadableFileError as problem:
                raise UnreadableFileError(problem.cause, number) from None


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
        raise UnreadableFileError(f"cannot be read: {cause}") from None


def check_regular(mode: int) -> None:
    """Raise Unreadable, with what it is instead, if the mode is not that of a regular file."""
    if not stat.S_ISREG(mode):
        raise UnreadableFileError(next((said for kind, said in _KINDS if kind(mode)), "is not a file"))


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} KB"


def decoded(raw: bytes) -> str:
    """The text of bytes in UTF-8. Raises Unreadable."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise UnreadableFileError("is not UTF-8 text", raw[: problem.start].count(b"\n") + 1) from None


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
        raise UnreadableFileError(f"not JSON ({problem.msg})", problem.lineno) from None
    except RecursionError:
        raise UnreadableFileError("is nested too deeply") from None
    _walk(data)
    return data


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise UnreadableFileError(f"holds a number of {len(digits)} digits")
    return int(digits)


def _no_number(word: str) -> NoReturn:
    raise UnreadableFileError(f"contains {word}, which is not a number")


def _walk(data: Any) -> None:
    """Look at everything without recursion."""
    level = [data]
    for _ in range(MAX_JSON_DEPTH):
        level = [each for piece in level for each in _parts(piece)]
        if not level:
            return
    raise UnreadableFileError("is nested too deeply")


def _parts(piece: Any) -> Iterator[Any]:
    if isinstance(piece, str):
        _showable(piece)
    elif isinstance(piece, float):
        if piece - piece != 0.0:
            raise UnreadableFileError("holds a number that is too large")
    elif isinstance(piece, list):
        yield from piece
    elif isinstance(piece, dict):
        yield from piece
        yield from piece.values()


def _showable(text: str) -> None:
    fault = unshowable(text)
    if fault:
        raise UnreadableFileError(f"holds a text with {fault}")


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


# --- kinds ---
# What kind of file something is, by what it holds and not by what it is called.

UNIT, FLEET, SCENARIO, SILHOUETTES, SAVE = "unit", "fleet", "scenario", "silhouettes", "save"
UPGRADE = "upgrade"
TELLING = {
    UPGRADE: ("upgrade", "tv", "carriers", "raises", "slot", "weapon"),
    UNIT: ("kind", "structure", "tv", "unit_cap", "weapons", "squadron_type"),
    FLEET: ("size", "units"),
    SCENARIO: ("table", "zones", "deployment", "objectives", "fleets", "terrain", "models", "turns"),
    SAVE: ("format", "rules", "setup", "journal", "digests", "undone"),
}
"""Keys by which a kind of file is known."""
SPOKEN = {
    UNIT: "a unit", FLEET: "a fleet", SCENARIO: "a scenario", SILHOUETTES: "silhouettes", SAVE: "a save",
    UPGRADE: "an upgrade",
}  # fmt: skip


def kind_of(data: object) -> str:
    """One of the kinds, "" if nothing tells."""
    keys = set(data) if isinstance(data, dict) else set()
    hits = {kind: len(keys.intersection(telling)) for kind, telling in TELLING.items()}
    best = max(hits, key=lambda kind: hits[kind])
    return best if hits[best] else SILHOUETTES if _drawn(data) else ""


def holds_save(path: str | Path) -> bool:
    """Does a file begin like a save? False if there is no such file."""
    try:
        return re.match(rb'\s*\{\s*("format"|$)', read_start(path, 64)) is not None
    except UnreadableFileError:
        return False


def expect(document: Document, wanted: str) -> Document:
    """The document, if it may be of that kind. Raises CardError for one that is plainly of another."""
    kind = kind_of(document.data)
    if kind not in (wanted, ""):
        raise CardError(document.file, None, f"is {SPOKEN[kind]}, not {SPOKEN[wanted]}")
    return document


def _drawn(data: object) -> bool:
    """Whether a file looks as if it mapped names to pieces of drawings."""
    drawings = [each for each in data.values() if isinstance(each, list)] if isinstance(data, dict) else []
    pieces = [piece for drawing in drawings for piece in drawing if isinstance(piece, dict)]
    return any(not {"tone", "half", "pair"}.isdisjoint(piece) for piece in pieces)


# --- shelf ---
# Where cards are read from: folders of units, fleets, scenarios, silhouettes and upgrades, the project's own first.
#
# What lies on a later shelf stands in for what has the same key, stem or name on an earlier one.

_PACKAGE = Path(__file__).resolve().parents[1]
ROOT = _PACKAGE / "contents" if (_PACKAGE / "contents").is_dir() else _PACKAGE.parent
"""Where that lies which comes with the game: in its folder, or in the package where that is installed by itself."""


class Shelf(NamedTuple):
    """One place with cards; a folder that is not there holds nothing."""

    units: Path
    fleets: Path
    scenarios: Path
    silhouettes: Path
    upgrades: Path

    @classmethod
    def at(cls, folder: str | Path) -> Shelf:
        """The shelf of a folder that holds the five."""
        top = Path(folder)
        return cls(top / "units", top / "fleets", top / "scenarios", top / "silhouettes", top / "upgrades")

    @classmethod
    def find_fault(cls, folder: Path) -> str:
        """Return why no card can be read from a folder, "" if one of the five folders is in it. Raises OSError."""
        if not folder.is_dir():
            return "is not a folder" if folder.exists() else "there is no such folder"
        known = [path for path in folder.iterdir() if path.name in cls._fields]
        for path in known:
            if not path.is_dir():
                return f"'{path.name}' in it is not a folder"
        return "" if known else f"none of the folders {', '.join(cls._fields)} is in it"


BUILTIN_SHELF = Shelf.at(ROOT / "assets")._replace(scenarios=ROOT / "scenarios")
"""What comes with the game."""

_set_out: list[Shelf] = [BUILTIN_SHELF]


def shelves() -> tuple[Shelf, ...]:
    """The shelves that are read, in order."""
    return tuple(_set_out)


def set_out(first: Shelf, *beside: Shelf) -> None:
    """Read cards from these shelves, and no others, from now on."""
    _set_out[:] = [first, *beside]


def put_beside(*beside: Shelf) -> None:
    """Read cards from these shelves beside the first one, in place of those that stood beside it so far."""
    set_out(_set_out[0], *beside)


@contextmanager
def use_shelves(first: Shelf, *beside: Shelf) -> Iterator[None]:
    """Read cards from these shelves, and no others, as long as the block lasts."""
    before = shelves()
    set_out(first, *beside)
    try:
        yield
    finally:
        set_out(*before)


def files_in(folder: Path) -> list[Path]:
    """The card files below a folder, in order of their paths; [] if there is no such folder."""
    return sorted(folder.rglob("*.yaml"), key=lambda path: path.relative_to(folder).as_posix())


def stems(folder: str) -> dict[str, Path]:
    """The files of `fleets` or `scenarios` by stem, in order of stem."""
    found = {path.stem: path for path in _all(folder)}
    return {stem: found[stem] for stem in sorted(found)}


def _all(folder: str) -> Iterator[Path]:
    for shelf in shelves():
        top: Path = getattr(shelf, folder)
        yield from sorted(top.glob("*.yaml"))


# --- absent ---
# What to say of a unit card that is not there: which was meant, or that the file that should hold it is wrong.


def absent(key: str, cards: Collection[str], left_out: Collection[CardError] = ()) -> str:
    """What follows the complaint that no card has the key."""
    for fault in left_out:
        if "/".join(PurePath(fault.file).with_suffix("").parts[-2:]) == key:
            return f"; its file has an error: {fault}"
    return suggest_names(key, cards, few=0)
