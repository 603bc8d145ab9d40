"""The player's settings: one JSON file. A bad one is left alone, and the game says so and takes the defaults."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from jovian.cards.error import one_line, place
from jovian.cards.reading.files import Unreadable, read_json
from jovian.match.saves.writing import write_whole
from jovian.ui.files.paths import home

SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0)
"""How fast moves and shots are shown; 0 shows none."""
UNSAID, LOGGED, SHOWN = "off", "log", "table"
REASONS = (UNSAID, LOGGED, SHOWN)
"""Why computer players answer so: not told, told in the log, told on the table too."""
DETECT, ZOOM, PAN = "detect", "zoom", "pan"
SCROLLING = (DETECT, ZOOM, PAN)
"""What scrolling does on the table: a wheel zooms and a trackpad pans, or always one of the two."""
FILE = "settings.json"
ROOM = (853, 480)
"""What every screen needs at scale 1, in pixels: the larger the scale, the larger the window must be."""
_WORDS = {"reasons": REASONS, "scrolling": SCROLLING}
"""What a setting of a word may be."""
MOST_BYTES = 262_144
LARGEST = {"width": 7680, "height": 4320}
"""The largest window that is opened."""


@dataclass
class Settings:
    """Everything a player may set."""

    scale: float = 0.0
    """Interface scale, 0 for one that fits the window."""
    speed: float = 1.0
    """Of the animation, one of SPEEDS."""
    labels: bool = True
    curtain: bool = True
    """Is the screen covered between the secret choices of two players at one machine?"""
    autosave: bool = True
    ask_always: bool = False
    """Does the game ask although one answer is at least as good as every other?"""
    reasons: str = LOGGED
    """Of computer players, one of REASONS."""
    fullscreen: bool = False
    width: int = 1280
    height: int = 720
    scrolling: str = DETECT
    """On the table, one of SCROLLING."""
    keys: dict[str, str] = field(default_factory=dict)
    """Own key bindings: command to key."""
    caps: dict[str, str] = field(default_factory=dict)
    """What the caps of keys say that count as others: `{"z": "Я"}`."""

    def interface_scale(self, size: tuple[int, int]) -> float:
        """The factor for a window of that size: what was chosen, as far as the window holds it without a cut."""
        if self.scale:
            return min(self.scale, size[0] / ROOM[0], size[1] / ROOM[1])
        return min(2.0, max(0.85, min(size[0] / 1600, size[1] / 900)))


def path() -> Path:
    """The file of the settings."""
    return home() / FILE


def load_settings() -> tuple[Settings, str]:
    """The settings, and one line about what is wrong with their file ("" if nothing is)."""
    file = path()
    if not os.path.lexists(file):
        return Settings(), ""
    try:
        return _built(read_json(file, MOST_BYTES)), ""
    except (Unreadable, ValueError) as error:
        where = place(str(file), getattr(error, "line", None))
        return Settings(), f"{where}: the settings cannot be read ({error}); the defaults hold, the file is kept"


def save_settings(settings: Settings) -> str:
    """Write the settings; one line about what went wrong, "" if nothing did. A bad file is kept beside the new one."""
    file = path()
    try:
        if load_settings()[1]:
            file.replace(file.with_suffix(".bad.json"))
        write_whole(file, json.dumps(asdict(settings), indent=1), files_only=True)
    except OSError as error:
        return f"The settings could not be written: {error}"
    return ""


def _built(data: Any) -> Settings:
    if not isinstance(data, dict):
        raise ValueError("not a mapping")
    settings = Settings()
    for each in fields(Settings):
        if each.name in data:
            setattr(settings, each.name, _checked(each.name, data[each.name], getattr(settings, each.name)))
    return settings


def _checked(name: str, value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        good = type(value) is bool
    elif isinstance(default, str):
        good = value in _WORDS[name]
    elif isinstance(default, dict):
        good = isinstance(value, dict) and all(_short(part) for pair in value.items() for part in pair)
    else:
        good = type(value) in (int, float) and 0 <= value <= LARGEST.get(name, 100)
    if not good or (name == "speed" and value not in SPEEDS) or (name == "scale" and value and not 0.75 <= value <= 2):
        raise ValueError(f"'{name}' cannot be {one_line(str(value), 40)}")
    return type(default)(value)


def _short(part: object) -> bool:
    """Is it a text short enough to be the name of a command or a key?"""
    return isinstance(part, str) and len(part) <= 40
