"""The player's settings: one JSON file, which several windows read and write.

A change is written when it is made, key by key, into what the file contains then. A bad file is kept, and the game says
what is wrong with it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, one_line, place
from jovian.match.files import write_whole
from jovian.ui.files.paths import home, keep_damaged, read_mapping

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

    def __post_init__(self) -> None:
        self.to_json: dict[str, Any] = dict(DEFAULTS)
        """The settings as they were read or written last."""

    def interface_scale(self, size: tuple[int, int]) -> float:
        """The factor for a window of that size: what was chosen, as far as the window holds it without a cut."""
        if self.scale:
            return min(self.scale, size[0] / ROOM[0], size[1] / ROOM[1])
        return min(2.0, max(0.85, min(size[0] / 1600, size[1] / 900)))


DEFAULTS: dict[str, Any] = {}
"""The settings of a player who has set nothing."""
DEFAULTS.update(asdict(Settings()))


def path() -> Path:
    """The file of the settings."""
    return home() / FILE


def load_settings() -> tuple[Settings, str]:
    """Return the settings, and one line about what is wrong with their file ("" if nothing is).

    Values that are right hold, whatever else is wrong.
    """
    data, complaint = _read()
    settings = Settings()
    for name, value in data.items():
        setattr(settings, name, value)
    settings.to_json = asdict(settings)
    return settings, complaint


def save_settings(settings: Settings) -> str:
    """Write the settings that were changed since they were read or written into what the file contains now.

    What another window wrote and what this version doesn't know stay as they are. A bad file is kept under another
    name. Return one line about what went wrong, "" if nothing did.
    """
    changes = _changes(settings)
    if not changes:
        return ""
    file = path()
    try:
        good, complaint = _read()
        content = _all_but_bad(good)
        if complaint:
            keep_damaged(file)
        for name, value in changes.items():
            content[name] = _merged(content.get(name), value) if isinstance(value, dict) else value
        write_whole(file, json.dumps(content, indent=1), files_only=True)
    except OSError as error:
        return f"The settings could not be written: {error}"
    settings.to_json = asdict(settings)
    return ""


def _changes(settings: Settings) -> dict[str, Any]:
    """Return what differs from what was read or written last. Of a mapping: its changes, None for a removed key."""
    now, before = asdict(settings), settings.to_json
    changes = {name: value for name, value in now.items() if value != before[name]}
    for name, value in changes.items():
        if isinstance(value, dict):
            keys = {key: value.get(key) for key in before[name] | value}
            changes[name] = {key: each for key, each in keys.items() if each != before[name].get(key)}
    return changes


def _merged(content: Any, changes: dict[str, str | None]) -> dict[str, str]:
    keys = (content if isinstance(content, dict) else {}) | changes
    return {name: key for name, key in keys.items() if key is not None}


def _all_but_bad(good: dict[str, Any]) -> dict[str, Any]:
    """Return what the file contains, without known settings whose values are wrong."""
    try:
        content = read_mapping(path(), MOST_BYTES)
    except UnreadableFileError:
        return {}
    return {name: value for name, value in content.items() if name in good or name not in DEFAULTS}


def _read() -> tuple[dict[str, Any], str]:
    """Return the settings of the file that are right, and one line about what is wrong ("" if nothing is)."""
    try:
        data = read_mapping(path(), MOST_BYTES)
    except UnreadableFileError as error:
        where = place(str(path()), error.line)
        return {}, f"{where}: can't read the settings ({error}); using the defaults. The file is unchanged"
    good, faults = dict[str, Any](), list[str]()
    for name in DEFAULTS.keys() & data.keys():
        try:
            good[name] = _checked(name, data[name], DEFAULTS[name])
        except ValueError as error:
            faults.append(str(error))
    if not faults:
        return good, ""
    return good, f"{path()}: the settings cannot be read ({sorted(faults)[0]}); its default holds, the file is kept"


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
