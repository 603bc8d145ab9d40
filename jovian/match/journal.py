"""The journal file of a save: the changes of the game since the save was written, one per line.

Each line is a checksum, a space, and a JSON object. The checksum covers the checksum of the line before and the JSON,
so that edited, lost, or moved lines are detected. The first line names the save by its checksum. If the save was
written again since, the journal file is out of date and ignored. If the program is killed, only the last line can be
torn. It then has no line break at its end and is dropped.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, decoded, parse_json
from jovian.frozen import frozen
from jovian.match.entries import Entry, journal_to_json, read_journal
from jovian.match.files import append, count_shared, sum_of

SUFFIX = ".journal"
FORMAT = 1


@frozen
class Change:
    """A change of a game: remove its last answers and add others."""

    keep: int
    """The number of answers that remain."""
    add: list[Entry]
    """The answers after them."""
    undone: list[Entry]
    """The answers that a rehearsal has undone and keeps."""
    state: str
    """The digest of the state after the change, "" if it is unknown."""
    line: int = 0
    """The line of the journal file that it was read from, 0 if it wasn't."""

    def to_json(self) -> dict[str, Any]:
        """Return the change as its line stores it."""
        undone = {"undone": journal_to_json(self.undone)} if self.undone else {}
        return {"keep": self.keep, "add": journal_to_json(self.add), **undone, "state": self.state}


@frozen
class JournalFault:
    """Why a journal file can't be read from some line on."""

    cause: str
    line: int | None
    """None if the whole file can't be read."""


def find_change(before: Sequence[Entry], after: Sequence[Entry], undone: list[Entry], state: str) -> Change:
    """Return the change from one list of answers to another."""
    keep = count_shared(before, after)
    return Change(keep, list(after[keep:]), undone, state)


def journal_path(save: Path) -> Path:
    return save.with_suffix(SUFFIX)


class JournalFile:
    """Writes the journal file of one save. The first change creates the file."""

    def __init__(self, save: Path, base: str) -> None:
        self._path = journal_path(save)
        self._base = base
        """The checksum of the save."""
        self._checksum = ""
        """The checksum of the last line, "" before the first."""
        self.size = 0
        """The number of bytes written."""

    def append(self, change: Change) -> None:
        """Add one line to the file. Raises OSError. After an error nothing more may be added."""
        fresh = not self._checksum
        first = self._line({"format": FORMAT, "base": self._base}) if fresh else b""
        raw = first + self._line(change.to_json())
        append(self._path, raw, fresh=fresh)
        self.size += len(raw)

    def _line(self, data: dict[str, Any]) -> bytes:
        body = json.dumps(data, separators=(",", ":")).encode()
        self._checksum = sum_of(self._checksum.encode() + body)
        return self._checksum.encode() + b" " + body + b"\n"


def read_changes(raw: bytes, base: str) -> tuple[list[Change], JournalFault | None]:
    """Return the changes in the bytes of a journal file, and why the rest can't be read, None if all can.

    There are no changes if the file belongs to another save than the one with the checksum `base`.
    """
    changes: list[Change] = []
    checksum = ""
    for number, line in enumerate(raw.split(b"\n")[:-1], 1):
        line_checksum, _, body = line.partition(b" ")
        checksum = sum_of(checksum.encode() + body)
        if line_checksum != checksum.encode():
            return changes, JournalFault("the checksum of this line doesn't match", number)
        try:
            data = parse_json(decoded(body))
            if number > 1:
                changes.append(_read_change(data, number))
            elif not isinstance(data, dict) or data.get("format") != FORMAT:
                raise ValueError(f"is not of format {FORMAT}")
            elif data.get("base") != base:
                return [], None
        except (UnreadableFileError, ValueError) as error:
            return changes, JournalFault(str(error), number)
    return changes, None


def _read_change(data: Any, line: int) -> Change:
    """Read the change of a line. Raises ValueError."""
    match data:
        case {"keep": int(keep), "add": list(add), "state": str(state)} if keep >= 0:
            undone = data.get("undone", [])
            if isinstance(undone, list):
                return Change(keep, read_journal(add), read_journal(undone), state, line)
    raise ValueError("isn't a change of a game")
