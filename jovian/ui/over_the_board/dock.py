"""What a prompt does to the board: a smaller viewport if it stands below, and in sight whom it asks about.

When it is answered the board is as it was, unless the player has moved it since.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from jovian.game import State
from jovian.ui.board import Board, Camera
from jovian.ui.board.sight.keeping import Disk, cropped, seeing


class Dock:
    """Remembers how the board stood before it made room."""

    def __init__(self) -> None:
        self._question: object = None
        self._moved: tuple[Camera, Camera] | None = None
        """The camera before a prompt moved it, and as the prompt left it."""

    def forget(self) -> None:
        """The window has another size: nothing is put back."""
        self._question, self._moved = None, None

    def fit(self, board: Board, view: pygame.Rect, question: object, disks: Iterable[Disk]) -> None:
        """Give the board its viewport; a new question has its disks brought in sight."""
        camera, area = board.camera, tuple(view)
        fresh = question is not self._question
        if not fresh and camera.view == area:
            return
        if fresh and self._moved is not None:
            before, after = self._moved
            camera, self._moved = before if camera == after else camera, None
        now = cropped(camera, (view.left, view.top, view.width, view.height))
        if fresh and question is not None:
            seen = seeing(now, list(disks))
            if seen != now:
                now, self._moved = seen, (camera, seen)
        elif not fresh and self._moved is not None:
            self._moved = (self._moved[0], now) if self._moved[1] == board.camera else None
        board.camera, self._question = now, question


def disks_of(state: State, idents: Iterable[str]) -> list[Disk]:
    """Where models and terrain stand, with the inches that they need."""
    found: list[Disk] = []
    for ident in idents:
        model, piece = state.models.get(ident), state.terrain.get(ident)
        if model is not None and model.on_table:
            found.append((model.pose[:2], model.base.reach))
        elif piece is not None:
            found.append((piece.pose[:2], max(shape.reach for shape in piece.outline)))
    return found
