"""Support for machines without a display: say that there is none, and draw the table into picture files."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path

import pygame

from jovian.board_svg import Part, turn_name
from jovian.game import State
from jovian.match.files import write_whole
from jovian.ui.board.board import Board, first_picture, picture
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import TEXT, px

HIDDEN_DRIVERS = ("dummy", "offscreen")
"""Video drivers of SDL that show nothing."""


def display_trouble() -> str:
    """Return why no window can be opened here, "" if one can."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver in HIDDEN_DRIVERS:
        return f"SDL_VIDEODRIVER is {driver}"
    if sys.platform.startswith("linux") and not driver and not _has_display():
        return "neither DISPLAY nor WAYLAND_DISPLAY is set"
    return _init_error()


def _has_display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def _init_error() -> str:
    try:
        pygame.display.init()
    except pygame.error as error:
        return str(error)
    pygame.display.quit()
    return ""


def write_picture(state: State, path: Path, size: int = 1600, part: Part | None = None) -> None:
    """Draw the table, or a part of it, into a picture file. `size` is the longer side in pixels.

    Raises:
        OSError: if the file can't be written.

    """
    _init_hidden()
    write_whole(path, encode_picture(picture(state, size, part=part), str(path)))


def start_picture(state: State, size: int = 1600) -> bytes:
    """Return the table at the start of a game as a PNG picture. `size` is the longer side in pixels.

    Raises:
        OSError: if the picture can't be encoded.

    """
    _init_hidden()
    return encode_picture(first_picture(state, size), "start.png")


def raw_pictures(states: Iterable[State], size: tuple[int, int]) -> Iterator[bytes]:
    """Yield pictures of the table at moments of one game, with the turn, as rows of RGB bytes."""
    _init_hidden()
    surface = pygame.Surface(size, 0, 32)
    board: Board | None = None
    for state in states:
        board = board or Board((0, 0, *size), (state.width, state.height))
        board.finish(state)
        board.draw(surface, state)
        draw_text(surface, (size[0] // 2, px(4)), turn_name(state.turn), "heading", TEXT, anchor="midtop")
        yield pygame.image.tobytes(surface, "RGB")


def _init_hidden() -> None:
    """Initialize pygame to draw without a display, unless one is open."""
    if not pygame.display.get_init():
        os.environ["SDL_VIDEODRIVER"] = HIDDEN_DRIVERS[0]
        pygame.display.init()
    pygame.font.init()


def encode_picture(surface: pygame.Surface, name: str) -> bytes:
    """Return a picture in the format of a file name's ending.

    Raises:
        OSError: if the format isn't supported.

    """
    content = BytesIO()
    try:
        pygame.image.save(
            surface, content, f"picture{Path(name).suffix}"
        )  # pygame refuses names that aren't valid text.
    except pygame.error as error:
        raise OSError(0, str(error), name) from None
    return content.getvalue()
