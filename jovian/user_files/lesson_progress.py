"""The lessons on this machine, and how far the player got: one JSON file in the player's folder."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, place
from jovian.frozen import frozen
from jovian.lessons import BUILTIN_LESSONS, lesson_files
from jovian.match.files import write_whole
from jovian.user_files.paths import home, keep_damaged, read_mapping

FILE = "lessons.json"
FORMAT = 1
MAX_BYTES = 262_144
OWN = "own/"
"""The start of the keys of the player's own lessons."""


def own_lessons() -> Path:
    """Return the folder of the player's own lessons. It may not exist yet."""
    return home() / "assets" / "lessons"


@frozen
class LessonFile:
    """A file of a lesson, and the key of its progress."""

    key: str
    path: Path

    @property
    def is_own(self) -> bool:
        """Whether the player wrote it."""
        return self.key.startswith(OWN)


def all_lessons() -> list[LessonFile]:
    """Return the lessons that come with the game in their order, then the player's own."""
    builtin = [LessonFile(path.stem, path) for path in lesson_files(BUILTIN_LESSONS)]
    return builtin + [LessonFile(f"{OWN}{path.stem}", path) for path in lesson_files(own_lessons())]


@frozen
class LessonProgress:
    """How far the player got in a lesson."""

    step: int = 0
    """The step to resume at, 0 for the beginning."""
    done: bool = False
    """Whether the lesson was finished once."""


def load_progress() -> tuple[dict[str, LessonProgress], str]:
    """Return the progress of all lessons that were begun, and one line about what is wrong with the file (or "").

    All entries that can be read are returned.
    """
    file = home() / FILE
    try:
        data = read_mapping(file, MAX_BYTES)
        rows = data.get("lessons", {})
        if data and data.get("format") != FORMAT:
            raise UnreadableFileError(f"format must be {FORMAT}")
        if not isinstance(rows, dict):
            raise UnreadableFileError("'lessons' isn't a mapping")
    except UnreadableFileError as error:
        return {}, f"{place(str(file), error.line)}: the progress of the lessons can't be read ({error})"
    return {key: _read(row) for key, row in rows.items()}, ""


def _read(row: Any) -> LessonProgress:
    values = row if isinstance(row, dict) else {}
    step, done = values.get("step"), values.get("done")
    return LessonProgress(step if type(step) is int and step > 0 else 0, done is True)


def save_progress(key: str, progress: LessonProgress) -> str:
    """Write the progress of one lesson. A damaged file is kept under another name. Return what went wrong, or ""."""
    file = home() / FILE
    try:
        known, fault = load_progress()
        kept_as = keep_damaged(file) if fault else ""
        known[key] = progress
        rows = {name: asdict(row) for name, row in known.items()}
        write_whole(file, json.dumps({"format": FORMAT, "lessons": rows}, indent=1), files_only=True)
    except OSError as error:
        return f"The progress of the lesson could not be written: {error.strerror or error}"
    return f"{fault}; the file is kept as {kept_as}" if fault else ""
