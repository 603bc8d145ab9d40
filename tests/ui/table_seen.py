"""The table on the screen as the pilot sees it: the places of objects and labels."""

from __future__ import annotations

import pygame

from jovian.game import State, Terrain
from jovian.table import Pose
from jovian.ui.app import App
from jovian.ui.board import Board, Camera
from jovian.ui.board.labels import token_areas
from jovian.ui.board.sprites import NameToken
from jovian.ui.screens.table import TableScreen


class TableSeen:
    """The visible table of a battle, a replay, or the editor."""

    app: App

    @property
    def board(self) -> Board:
        """The table of the current page."""
        board = getattr(self.app.screen, "board", None)
        assert isinstance(board, Board), "the page shows no table"
        return board

    @property
    def shown(self) -> State:
        """The scene on the table."""
        shown = getattr(self.app.screen, "shown", None)
        assert isinstance(shown, State), "the page shows no game"
        return shown

    @property
    def camera(self) -> Camera:
        """The visible part of the table, and its place."""
        return self.board.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self.board.camera = camera

    @property
    def board_place(self) -> pygame.Rect:
        """The part of the window for the board while nothing else needs it."""
        screen = self.app.screen
        assert isinstance(screen, TableScreen), "the page shows no table"
        return screen.middle

    @property
    def labels(self) -> dict[str, pygame.Rect]:
        """The places of the names of models and terrain on the screen, by id."""
        return self.board.names

    @property
    def pills(self) -> list[tuple[str, pygame.Rect]]:
        """The measurements written on the table, with their places."""
        return [(pill.text, rect) for pill, rect in self.board.pills]

    def token_at(self, pixel: tuple[int, int]) -> tuple[str, NameToken] | None:
        """Return the model and its token under a pixel."""
        hit = self.board.token_at(pixel)
        return hit[:2] if hit is not None else None

    def land_at(self, pixel: tuple[float, float]) -> tuple[Terrain, pygame.Rect] | None:
        """Return the terrain under a pixel or named there, and its place on the screen."""
        return self.board.land_at(pixel, self.shown)

    def tokens(self, ident: str) -> list[tuple[pygame.Rect, NameToken]]:
        """Return the tokens next to a model's name, with their places on the screen."""
        left, top = self.camera.view[:2]
        placed, tag = next(each for each in self.board.visible_names if each[0].key == ident)
        return [(rect.move(left, top), token) for rect, token in token_areas(placed.rect, tag)]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a table point."""
        return self.camera.to_screen((x, y))

    def on(self, pose: Pose) -> tuple[float, float]:
        return self.at(pose.x, pose.y)
