"""The player's notes on a game: a text, and bookmarks with texts. They are in a file of their own beside the saves.

All saves in the folder of a game share one file. The save itself never changes. A damaged file is kept under another
name when notes are written again, and the game loads without it.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, one_line, place
from jovian.frozen import frozen
from jovian.match.files import write_whole
from jovian.user_files.paths import keep_damaged, read_mapping

SUFFIX = ".notes"
FORMAT = 1
MAX_BYTES = 262_144
MAX_TEXT = 200
"""Letters of a note or of the text of a bookmark."""
MAX_BOOKMARKS = 200
KEYS = {"format", "note", "bookmarks"}
BOOKMARK_KEYS = {"answers", "turn", "text"}


@frozen
class Bookmark:
    """A moment of a game that the player wants to find again."""

    answers: int
    """The number of answers given before that moment."""
    turn: int
    text: str

    @property
    def title(self) -> str:
        """The turn and the text in one line."""
        when = f"Turn {self.turn}" if self.turn else "Deployment"
        return when if self.text in ("", when) else f"{when}: {self.text}"


@frozen
class GameNotes:
    """The note on a game, and its bookmarks in the order of the game."""

    note: str = ""
    bookmarks: tuple[Bookmark, ...] = ()

    def with_bookmark(self, bookmark: Bookmark) -> GameNotes:
        """Return the notes with one more bookmark. It replaces one at the same moment."""
        others = [other for other in self.bookmarks if other.answers != bookmark.answers]
        return GameNotes(self.note, tuple(sorted([*others, bookmark], key=lambda mark: mark.answers)))

    def without(self, bookmark: Bookmark) -> GameNotes:
        """Return the notes without a bookmark."""
        return GameNotes(self.note, tuple(other for other in self.bookmarks if other != bookmark))


NO_NOTES = GameNotes()


def load_notes(file: Path) -> tuple[GameNotes, str]:
    """Return the notes in a file, and one line about what is wrong with it (or ""). Without a file there are none."""
    try:
        data = read_mapping(file, MAX_BYTES)
        return (_read(data) if data else NO_NOTES), ""
    except UnreadableFileError as error:
        where = place(one_line(str(file)), error.line)
        return NO_NOTES, f"{where}: the notes can't be read ({error}). The game itself is not affected"


def save_notes(file: Path, notes: GameNotes) -> str:
    """Write notes. Keep a damaged file under another name. Return one line about what went wrong, or ""."""
    try:
        fault = load_notes(file)[1]
        kept_as = keep_damaged(file) if fault else ""
        if notes == NO_NOTES:
            file.unlink(missing_ok=True)
        else:
            data = {"format": FORMAT, "note": notes.note, "bookmarks": [asdict(mark) for mark in notes.bookmarks]}
            write_whole(file, json.dumps(data, indent=1, ensure_ascii=False), files_only=True)
    except OSError as error:
        return f"The notes could not be written: {error.strerror or error}"
    return f"{fault}; the file is kept as {kept_as}" if fault else ""


def copy_notes(source: Path | None, target: Path | None) -> None:
    """Copy the notes on a game for a copy of the game, as far as there are any that can be read."""
    notes = load_notes(source)[0] if source is not None and source != target else NO_NOTES
    if target is not None and notes != NO_NOTES:
        save_notes(target, notes)


def _read(data: dict[str, Any]) -> GameNotes:
    unknown = sorted(data.keys() - KEYS)
    if unknown:
        raise UnreadableFileError(f"unknown key '{one_line(unknown[0], 40)}'")
    if data.get("format") != FORMAT:
        raise UnreadableFileError(f"format must be {FORMAT}")
    rows = data.get("bookmarks", [])
    if not isinstance(rows, list) or len(rows) > MAX_BOOKMARKS:
        raise UnreadableFileError(f"bookmarks must be a list of at most {MAX_BOOKMARKS}")
    bookmarks = [_read_bookmark(row, number) for number, row in enumerate(rows, 1)]
    return GameNotes(_read_text(data.get("note", ""), "note"), tuple(sorted(bookmarks, key=lambda mark: mark.answers)))


def _read_bookmark(row: Any, number: int) -> Bookmark:
    if not isinstance(row, dict) or row.keys() != BOOKMARK_KEYS:
        raise UnreadableFileError(f"bookmark {number} must have the keys {', '.join(sorted(BOOKMARK_KEYS))}")
    if any(type(row[key]) is not int or not 0 <= row[key] < 1_000_000 for key in ("answers", "turn")):
        raise UnreadableFileError(f"bookmark {number}: answers and turn must be whole numbers from 0")
    return Bookmark(row["answers"], row["turn"], _read_text(row["text"], f"the text of bookmark {number}"))


def _read_text(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise UnreadableFileError(f"{name} must be a text of at most {MAX_TEXT} letters")
    return one_line(value)
