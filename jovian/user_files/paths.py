"""The folders of everything the program writes: settings, saves, and reports. Damaged user files are kept."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs

from jovian.cards.files import Shelf, UnreadableFileError, read_json

HOME = "JOVIAN_WARS_HOME"
"""The environment variable that moves the folder, for tests and for portable drives."""


def home() -> Path:
    """Return the folder of everything the program writes. It may not exist yet."""
    override = os.environ.get(HOME)
    return Path(override) if override else Path(platformdirs.user_data_dir("jovian-wars", appauthor=False))


def cache_folder() -> Path:
    """Return the folder of all caches. Deleting it is safe."""
    override = os.environ.get(HOME)
    return Path(override) / "cache" if override else Path(platformdirs.user_cache_dir("jovian-wars", appauthor=False))


def kept_cards() -> Path:
    """Return the folder of the cache of checked cards."""
    return cache_folder() / "cards"


def thumbnail_folder() -> Path:
    """Return the folder of the cache of small pictures of saves."""
    return cache_folder() / "thumbnails"


def user_shelf() -> Shelf:
    """Return the shelf of the user's own units, upgrades, fleets, scenarios, and silhouettes."""
    return Shelf.at(home() / "assets")


def read_mapping(file: Path, max_bytes: int) -> dict[str, Any]:
    """Return the mapping in a JSON file, or an empty one if there is no file.

    Raises:
        UnreadableFileError: The file is damaged.

    """
    if not os.path.lexists(file):
        return {}
    data = read_json(file, max_bytes)
    if not isinstance(data, dict):
        raise UnreadableFileError("not a mapping")
    return data


def keep_damaged(file: Path) -> str:
    """Rename a damaged file so that the next write doesn't destroy it. Return its new name, or "" without a file.

    Raises:
        OSError: The file can't be renamed.

    """
    if not os.path.lexists(file):
        return ""
    names = (file.with_suffix(f".bad{f' {number}' if number > 1 else ''}{file.suffix}") for number in count(1))
    return file.replace(next(name for name in names if not os.path.lexists(name))).name
