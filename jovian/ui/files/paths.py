"""Where the game keeps what it writes: settings, saves, reports."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

from jovian.cards.reading.shelf import Shelf

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
