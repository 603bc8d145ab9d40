"""Keeping the answer of a rehearsal beside the saves: as JSON, and the whole one as a page for a browser."""

from __future__ import annotations

import json
from pathlib import Path

from jovian.cards.values.names import slug
from jovian.match.saves.writing import write_whole
from jovian.ui.files.paths import home
from jovian.ui.playing.rehearsed import Beside

SUFFIX, PAGE = ".json", ".html"


def folder() -> Path:
    """Where kept rehearsals lie."""
    return home() / "rehearsals"


def keep_answer(beside: Beside) -> tuple[str, str]:
    """Write the latest answer, and its report if it has one, under a name that none has.

    The file, and one line about what went wrong.
    """
    try:
        path = _free(slug(beside.of.title) or "rehearsal")
        write_whole(path, json.dumps(beside.run.poll(), indent=1) + "\n")
        if beside.report is not None:
            path = path.with_suffix(PAGE)
            write_whole(path, beside.report.read_bytes())
    except OSError as error:
        return "", f"It could not be kept: {error.strerror or error}"
    return str(path), ""


def _free(stem: str) -> Path:
    """A file that there is not, numbered if need be."""
    number, path = 1, folder() / f"{stem}{SUFFIX}"
    while path.exists():
        number += 1
        path = folder() / f"{stem} {number}{SUFFIX}"
    return path
