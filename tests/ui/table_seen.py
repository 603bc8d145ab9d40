"""The table in the window, as the pilot sees it: where things lie on the screen, and what is written there."""

from __future__ import annotations

import pygame

from jovian.game import State, Terrain
from jovian.table import Pose
from jovian.ui.app import App
from jovian.ui.board import Board, Camera
from jovian.ui.board.labels import token_areas
from jovian.ui.board.sprites import Token


class TableSeen:
    """What a pilot sees of a table, be it of a battle, a replay or the editor."""

    app: App

    @property
    def board(self) -> Board:
        """The table of whatever page shows one."""
        board = getattr(self.app.screen, "board", None)
        assert isinstance(board, Board), "the page shows no table"
        return board

    @property
    def shown(self) -> State:
        """What the table shows."""
        shown = getattr(self.app.screen, "shown", None)
        assert isinstance(shown, State), "the page shows no game"
        return shown

    @property
    def camera(self) -> Camera:
        """What of the table is in sight, and where."""
        return self.board.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self.board.camera = camera

    @property
    def labels(self) -> dict[str, pygame.Rect]:
        """Where the names of models and terrain stand on the screen, by id."""
        return self.board.names

    @property
    def pills(self) -> list[tuple[str, pygame.Rect]]:
        """The measures written over the table, and where on it."""
        return [(pill.text, rect) for pill, rect in self.board.pills]

    def token_at(self, pixel: tuple[int, int]) -> tuple[str, Token] | None:
        """The model and the token of it under a pixel."""
        found = self.board.token_at(pixel)
        return found[:2] if found is not None else None

    def land_at(self, pixel: tuple[float, float]) -> tuple[Terrain, pygame.Rect] | None:
        """The terrain under a pixel or named there, and where it lies on the screen."""
        return self.board.land_at(pixel, self.shown)

    def tokens(self, ident: str) -> list[tuple[pygame.Rect, Token]]:
        """The tokens beside a model's name, and where they stand on the screen."""
        left, top = self.camera.view[:2]
        placed, tag = next(each for each in self.board._visible_names if each[0].key == ident)
        return [(rect.move(left, top), token) for rect, token in token_areas(placed.rect, tag)]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """The pixel of a table point."""
        return self.camera.to_screen((x, y))

    def on(self, pose: Pose) -> tuple[float, float]:
        return self.at(pose.x, pose.y)
