"""The player's settings: one JSON file that several windows read and write.

Each change is merged into the current content of the file, key by key. A damaged file is kept, and the window says what
is wrong with it.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from jovian.cards.files import UnreadableFileError, one_line, place
from jovian.match.files import write_whole
from jovian.ui.kit.palettes import PALETTES, STANDARD
from jovian.user_files.paths import home, keep_damaged, read_mapping

SPEEDS = (0.0, 0.5, 1.0, 2.0, 4.0, 8.0)
"""Speeds of the animation. 0 turns it off."""
UNSAID, LOGGED, SHOWN = "off", "log", "table"
REASONS = (UNSAID, LOGGED, SHOWN)
"""Where computer players give their reasons: nowhere, in the log, or also on the table."""
DETECT, ZOOM, PAN = "detect", "zoom", "pan"
SCROLLING = (DETECT, ZOOM, PAN)
"""What scrolling does on the table: a wheel zooms and a trackpad pans, or always one of them."""
FIRST_GAMES = 3
"""In how many games hints are shown to somebody new."""
FULL, REDUCED, STILL = "full", "short", "none"
MOTIONS = (FULL, REDUCED, STILL)
"""How much moves on the table: everything, nothing that shakes or flashes, or only final pictures."""
FILE = "settings.json"
DESIGN_SIZE = (1280, 720)
"""The window size at which the fitted scale is 1."""
GROWTH = 0.28
"""In larger windows the fitted scale is the ratio of the sizes to this power: text grows less than the board."""
MIN_FIT = 0.85
"""The smallest fitted scale."""
ROOM = (960, 540)
"""Pixels that every screen needs at scale 1. A larger scale needs a larger window."""
_WORDS = {"reasons": REASONS, "scrolling": SCROLLING, "motion": MOTIONS, "palette": tuple(PALETTES)}
"""The values of settings that are words."""
MAX_WORD = 40
"""Letters of a text in a setting with several."""
MAX_BYTES = 262_144
LARGEST = {"width": 7680, "height": 4320, "port": 65535}
"""The largest values of numbers above 100."""


@dataclass
class Settings:
    """Everything that a player can set."""

    scale: float = 0.0
    """Interface scale, or 0 to fit the window."""
    speed: float = 1.0
    """Speed of the animation, one of SPEEDS."""
    motion: str = FULL
    """How much moves on the table, one of MOTIONS."""
    sound: bool = True
    volume: int = 60
    """The volume of all sounds, 0 to 100."""
    captions: bool = False
    """Whether the log has a line for each sound of an event."""
    labels: bool = True
    auto_frame: bool = True
    """Whether the camera moves to the model that acts."""
    curtain: bool = True
    """Whether a curtain hides secrets between two players at one screen."""
    autosave: bool = True
    ends_itself: bool = True
    """Whether an activation ends by itself when nothing is left to do."""
    ask_always: bool = False
    """Whether the game asks even if one answer is at least as good as every other."""
    reasons: str = LOGGED
    """Where computer players give their reasons, one of REASONS."""
    fullscreen: bool = False
    hint_games: int = 0
    """In how many more games hints are shown."""
    width: int = 1280
    height: int = 720
    scrolling: str = DETECT
    """What scrolling does on the table, one of SCROLLING."""
    palette: str = STANDARD
    """The colors, one of PALETTES."""
    high_contrast: bool = False
    """Whether texts and edges are brighter, and the backdrop is plain."""
    keys: dict[str, str] = field(default_factory=dict)
    """The player's key bindings: command to key."""
    caps: dict[str, str] = field(default_factory=dict)
    """The labels of keys that are used as others: `{"z": "Я"}`."""
    last_game: dict[str, str] = field(default_factory=dict)
    """The choices of the last new game: scenario, fleets, players, options, and dice."""
    player_name: str = "Player"
    """What a friend at another computer reads."""
    port: int = 24001
    """The port at which games are hosted, 0 for any free one."""

    def __post_init__(self) -> None:
        self.stored: dict[str, Any] = dict(DEFAULTS)
        """The settings as last read or written."""

    @property
    def loudness(self) -> float:
        """The volume from 0 to 1, 0 if the sound is off."""
        return self.volume / 100 if self.sound else 0.0

    def interface_scale(self, size: tuple[int, int]) -> float:
        """Return the factor for a window of a size: the chosen one, unless the window is too small for it."""
        if self.scale:
            return min(self.scale, size[0] / ROOM[0], size[1] / ROOM[1])
        ratio = min(size[0] / DESIGN_SIZE[0], size[1] / DESIGN_SIZE[1])
        return min(2.0, ratio**GROWTH if ratio > 1 else max(MIN_FIT, ratio))


DEFAULTS: dict[str, Any] = {}
"""The default settings."""
DEFAULTS.update(asdict(Settings()))


def path() -> Path:
    """Return the path of the settings."""
    return home() / FILE


def load_settings() -> tuple[Settings, str]:
    """Return the settings, and one line about what is wrong with their file (or "").

    All values that are right are used.
    """
    data, complaint = _read()
    settings = Settings()
    for name, value in data.items():
        setattr(settings, name, value)
    settings.stored = asdict(settings)
    if not path().exists():
        settings.hint_games = FIRST_GAMES  # A change, so that the first write of the file stores it.
    return settings, complaint


def save_settings(settings: Settings) -> str:
    """Write the changed settings into the current content of the file.

    What another window wrote and what this version doesn't know stay as they are. A damaged file is kept under another
    name. Return one line about what went wrong, or "".
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
    settings.stored = asdict(settings)
    return ""


def _changes(settings: Settings) -> dict[str, Any]:
    """Return the settings that have changed. In a changed mapping, only the changes, with None for a removed key."""
    now, before = asdict(settings), settings.stored
    changes = {name: value for name, value in now.items() if value != before[name]}
    for name, value in changes.items():
        if isinstance(value, dict):
            keys = {key: value.get(key) for key in before[name] | value}
            changes[name] = {key: item for key, item in keys.items() if item != before[name].get(key)}
    return changes


def _merged(content: Any, changes: dict[str, str | None]) -> dict[str, str]:
    keys = (content if isinstance(content, dict) else {}) | changes
    return {name: key for name, key in keys.items() if key is not None}


def _all_but_bad(good: dict[str, Any]) -> dict[str, Any]:
    """Return the content of the file without known settings whose values are wrong."""
    try:
        content = read_mapping(path(), MAX_BYTES)
    except UnreadableFileError:
        return {}
    return {name: value for name, value in content.items() if name in good or name not in DEFAULTS}


def _read() -> tuple[dict[str, Any], str]:
    """Return the correct settings of the file, and one line about what is wrong (or "")."""
    try:
        data = read_mapping(path(), MAX_BYTES)
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
    return good, f"{path()}: {sorted(faults)[0]}; using its default. The file is unchanged"


def _checked(name: str, value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        good = type(value) is bool
    elif isinstance(default, str):
        good = value in _WORDS[name] if name in _WORDS else _short(value) and bool(value.strip())
    elif isinstance(default, dict):
        good = isinstance(value, dict) and all(_short(part) for pair in value.items() for part in pair)
    else:
        good = type(value) in (int, float) and 0 <= value <= LARGEST.get(name, 100)
    if not good or (name == "speed" and value not in SPEEDS) or (name == "scale" and value and not 0.75 <= value <= 2):
        raise ValueError(f"'{name}' cannot be {one_line(str(value), 40)}")
    return type(default)(value)


def _short(part: object) -> bool:
    return isinstance(part, str) and len(part) <= MAX_WORD
