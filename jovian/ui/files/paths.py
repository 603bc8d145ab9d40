"""Where the game keeps what it writes: settings, saves, reports. A damaged file of the user is kept."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import platformdirs

from jovian.cards.files import Shelf, UnreadableFileError, read_json

HOME = "JOVIAN_WARS_HOME"
"""The environment variable that moves the folder elsewhere: for tests and for a stick in the pocket."""


def home() -> Path:
    """The folder of everything the game writes; made when something is written."""
    own = os.environ.get(HOME)
    return Path(own) if own else Path(platformdirs.user_data_dir("jovian-wars", appauthor=False))


def kept_cards() -> Path:
    """The folder of checked cards that are kept from start to start; whoever removes it loses nothing but time."""
    own = os.environ.get(HOME)
    return (Path(own) / "cache" if own else Path(platformdirs.user_cache_dir("jovian-wars", appauthor=False))) / "cards"


def user_shelf() -> Shelf:
    """The user's own units, upgrades, fleets, scenarios and silhouettes."""
    return Shelf.at(home() / "assets")


def read_mapping(file: Path, max_bytes: int) -> dict[str, Any]:
    """Return the mapping in a JSON file, an empty one if there is no file. Raises Unreadable."""
    if not os.path.lexists(file):
        return {}
    data = read_json(file, max_bytes)
    if not isinstance(data, dict):
        raise UnreadableFileError("not a mapping")
    return data


def keep_damaged(file: Path) -> str:
    """Rename a damaged file so that writing a new one loses nothing.

    Return its new name, "" if there is no file. Raises OSError.
    """
    if not os.path.lexists(file):
        return ""
    names = (file.with_suffix(f".bad{f' {number}' if number > 1 else ''}{file.suffix}") for number in count(1))
    return file.replace(next(name for name in names if not os.path.lexists(name))).name
