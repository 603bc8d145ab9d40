"""Small pictures of saved positions, made in the background and kept in a cache.

A picture shows only what the viewer of the save may know: the human's side, what both sides know if two people play
it, or everything if nobody does or the game is over.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path

import pygame

from jovian.background import ThreadJob
from jovian.cards.files import UnreadableFileError, read_bytes
from jovian.game import State, view
from jovian.game.game import OPEN
from jovian.match import Match
from jovian.match.files import write_whole
from jovian.match.saves import load
from jovian.session.views import HUMAN, known_seat
from jovian.side_copy import load_copy
from jovian.ui.board.board import Scene, picture
from jovian.ui.kit.fonts import SurfaceCache
from jovian.ui.kit.theme import HIGH_CONTRAST, SIDES
from jovian.user_files.paths import thumbnail_folder
from jovian.user_files.saves import SaveSlot

SIZE = 400
"""The longer side of a picture in pixels."""
DRAWING = 1
"""Raise it when pictures are drawn in another way, so that older ones are made again."""
QUIET_SECONDS = 0.3
"""Seconds after a page has opened in which nothing is made, because many users leave it at once."""
MAX_BYTES = 2_000_000
MAX_FILES = 300
"""Pictures in the cache. The oldest ones are removed."""
_pictures = SurfaceCache(60, 4_000_000)


class EndedError(Exception):
    """The work isn't needed anymore."""


def visible_state(match: Match, seats: Iterable[str]) -> State:
    """Return the position as a viewer of a save with these players may know it."""
    humans = [side for side, seat in enumerate(seats) if known_seat(seat) == HUMAN]
    if match.over or not humans:
        return match.state
    return view(match.state, OPEN if len(humans) == 2 else humans[0])


class Thumbnails:
    """Finds the pictures of saves, and makes missing ones in a thread, one at a time."""

    def __init__(self) -> None:
        self._wanted: list[SaveSlot] = []
        self._job: ThreadJob[State | None] | None = None
        self._slot: SaveSlot | None = None
        """The save whose picture is being made."""
        self._ended = threading.Event()
        """Set when the current work isn't needed anymore."""
        self._seconds = 0.0
        """Seconds since this began or was ended."""
        self._bad: set[str] = set()
        """The names of pictures that can't be made or stored."""

    @property
    def busy(self) -> bool:
        """Whether pictures are still being made."""
        return self._job is not None or bool(self._wanted)

    def find(self, slot: SaveSlot, size: tuple[int, int]) -> pygame.Surface | None:
        """Return the picture of a save, scaled to fit a size, or None if there is none yet."""
        name = _file_name(slot)
        try:
            whole = _pictures.get(name, lambda: _read(thumbnail_folder() / name))
        except UnreadableFileError:
            return None
        share = min(size[0] / whole.width, size[1] / whole.height)
        fitted = (max(1, round(whole.width * share)), max(1, round(whole.height * share)))
        return _pictures.get((name, fitted), lambda: pygame.transform.smoothscale(whole, fitted))

    def want(self, slots: Iterable[SaveSlot]) -> None:
        """Set the saves whose missing pictures are to be made, the most urgent first."""
        self._wanted = [slot for slot in slots if self._is_missing(slot)]

    def _is_missing(self, slot: SaveSlot) -> bool:
        name = _file_name(slot)
        return name not in self._bad and not (thumbnail_folder() / name).exists()

    def update(self, dt: float) -> bool:
        """Start and finish work after a moment of quiet. Return whether there is a new picture."""
        made = False
        self._seconds += dt
        if self._job is not None:
            try:
                state = self._job.poll()
                done = state is not None
            except Exception:  # The list has no picture of it. The page of the game says what is wrong.
                state, done = None, True
            if not done:
                return False
            assert self._slot is not None
            made = self._finish(self._slot, state)
            self._job = None
        while self._wanted and self._job is None and self._seconds > QUIET_SECONDS:
            slot = self._wanted.pop(0)
            if self._is_missing(slot):
                self._slot, self._job = slot, ThreadJob(partial(_load, slot, self._ended))
        return made

    def end(self) -> None:
        """Stop the work, before another page uses the rules. What is wanted later is made after a moment of quiet."""
        self._ended.set()
        self._ended = threading.Event()
        self._wanted, self._job, self._seconds = [], None, 0.0

    def _finish(self, slot: SaveSlot, state: State | None) -> bool:
        name = _file_name(slot)
        if state is None:
            self._bad.add(name)
            return False
        image = picture(state, SIZE, Scene(labels=False), (0, 0, state.width, state.height))
        _pictures.get(name, lambda: image)
        raw = BytesIO()
        pygame.image.save(image, raw, "thumbnail.png")
        try:
            write_whole(thumbnail_folder() / name, raw.getvalue(), files_only=True)
        except OSError:  # This window shows it all the same.
            self._bad.add(name)
        else:
            _remove_old()
        return True


# --- In the thread ---


def _load(slot: SaveSlot, ended: threading.Event) -> State:
    def check() -> None:
        if ended.is_set():
            raise EndedError

    if slot.is_copy:
        return load_copy(slot.path).states[-1]
    return visible_state(load(slot.path, check=check), slot.seats)


# --- Files ---


def _file_name(slot: SaveSlot) -> str:
    """Return the name of a picture. It changes with the save, its date, its players, and the colors."""
    look = (DRAWING, SIDES[0].main, HIGH_CONTRAST)
    text = "\n".join((repr(look), str(slot.path), repr(slot.when), *map(known_seat, slot.seats)))
    return f"{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:32]}.png"


def _read(path: Path) -> pygame.Surface:
    """Return the picture in a file.

    Raises:
        UnreadableFileError: There is no such picture, or it isn't one of ours.

    """
    raw = read_bytes(path, MAX_BYTES)
    width, height = (int.from_bytes(raw[at : at + 4], "big") for at in (16, 20))
    if not (0 < width <= SIZE and 0 < height <= SIZE):
        raise UnreadableFileError("not a small picture")
    try:
        return pygame.image.load(BytesIO(raw), "thumbnail.png")
    except pygame.error as error:
        raise UnreadableFileError(str(error)) from None


def _remove_old() -> None:
    with suppress(OSError):
        files = sorted(_dated(), reverse=True)
        for _, path in files[MAX_FILES:]:
            path.unlink(missing_ok=True)


def _dated() -> Iterator[tuple[float, Path]]:
    for path in thumbnail_folder().glob("*.png"):
        with suppress(OSError):
            yield path.stat().st_mtime, path
