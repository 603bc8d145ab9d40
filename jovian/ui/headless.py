"""Machines without a display: telling that there is none, and drawing the table into files all the same."""

from __future__ import annotations

import os
import sys
from io import BytesIO
from pathlib import Path

import pygame

from jovian.game import State
from jovian.match.files import write_whole
from jovian.ui.board.board import Part, first_picture, picture

BLIND = ("dummy", "offscreen")
"""Video drivers of SDL that show nothing."""


def display_trouble() -> str:
    """Why no window can be opened here, "" if one can."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in BLIND:
        return f"SDL_VIDEODRIVER is {driver}"
    if sys.platform.startswith("linux") and not driver and not _session():
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    return _refused()


def _session() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _refused() -> str:
    try:
        pygame.display.init()
    except pygame.error as error:
        return str(error)
    pygame.display.quit()
    return ""


def write_picture(state: State, path: Path, size: int = 1600, part: Part | None = None) -> None:
    """Draw the table, or a part, into a picture file, its longer side so many pixels. Raises OSError."""
    _blindly()
    write_whole(path, _written(picture(state, size, part=part), str(path)))


def start_picture(state: State, size: int = 1600) -> bytes:
    """The table before anything is played, as a PNG picture, its longer side so many pixels. Raises OSError."""
    _blindly()
    return _written(first_picture(state, size), "start.png")


def _blindly() -> None:
    """Have pictures drawn without a display, if none is open."""
    if not pygame.display.get_init():
        os.environ["SDL_VIDEODRIVER"] = BLIND[0]
        pygame.display.init()
    pygame.font.init()


def _written(surface: pygame.Surface, name: str) -> bytes:
    """A picture in the format that the end of a name tells. Raises OSError."""
    content = BytesIO()
    try:
        pygame.image.save(surface, content, f"picture{Path(name).suffix}")  # pygame refuses names that are not text
    except pygame.error as error:
        raise OSError(0, str(error), name) from None
    return content.getvalue()
