"""What a folder shows to somebody who looks for a file: folders, and files of one ending; hidden ones are not shown."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

MOST = 5000
"""Entries of a folder that are looked at."""


class Shown(NamedTuple):
    """An entry of a folder."""

    path: Path
    folder: bool

    @property
    def name(self) -> str:
        """What it is called, in letters that can be shown."""
        whole = self.path.name.encode("utf-8", "replace").decode()
        return "".join(each if each.isprintable() else "?" for each in whole)


def listed(folder: Path, ending: str) -> tuple[Shown, ...]:
    """Its folders, then its files of that ending, in order of name. Raises OSError."""
    found = []
    with os.scandir(folder) as entries:
        for _, entry in zip(range(MOST), entries, strict=False):
            if entry.name.startswith("."):
                continue
            below = _is(entry, folder=True)
            if below or (entry.name.lower().endswith(ending) and _is(entry, folder=False)):
                found.append(Shown(folder / entry.name, below))
    return tuple(sorted(found, key=lambda each: (not each.folder, each.name.casefold(), each.name)))


def _is(entry: os.DirEntry[str], *, folder: bool) -> bool:
    try:
        return entry.is_dir() if folder else entry.is_file()
    except OSError:
        return False
