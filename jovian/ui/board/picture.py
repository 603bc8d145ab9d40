"""A picture of a position, without a window: for files, reports and tests."""

from __future__ import annotations

import pygame

from jovian.game import State
from jovian.ui.board.board import Board, Scene


def picture(state: State, size: tuple[int, int] | int = 1600, scene: Scene = Scene()) -> pygame.Surface:  # noqa: B008
    """The whole table; one number is the longer side, the other following the shape of the table."""
    if isinstance(size, int):
        share = size / (max(state.width, state.height) + 6)
        size = (round((state.width + 6) * share), round((state.height + 6) * share))
    surface = pygame.Surface(size, 0, 32)
    Board((0, 0, *size), (state.width, state.height)).draw(surface, state, scene)
    return surface
