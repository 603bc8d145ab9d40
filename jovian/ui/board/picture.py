"""A picture of a position, without a window: for files, reports and tests."""

from __future__ import annotations

from dataclasses import replace

import pygame

from jovian.game import State
from jovian.rules.scenario.atmosphere import extremes, unmeasured
from jovian.ui.board.art.grid import Zone
from jovian.ui.board.board import Board, Scene
from jovian.ui.board.sight.camera import MARGIN

Part = tuple[float, float, float, float]
"""A part of the table: its left, bottom, right and top edge in inches."""


def first_picture(state: State, size: int, zones: tuple[Zone, ...] = ()) -> pygame.Surface:
    """The whole table before the first die: air that one measures is laid as thin as it may be, the rest is hatched."""
    shown, thick = state.clone(), []
    for card in unmeasured(state):
        least, most = extremes(state, card)
        shown.terrain[least.id] = least
        thick.append(most)
    return picture(shown, size, Scene(air=tuple(thick), zones=zones))


def picture(
    state: State,
    size: tuple[int, int] | int = 1600,
    scene: Scene = Scene(),  # noqa: B008
    part: Part | None = None,
) -> pygame.Surface:
    """The whole table, or a part; one number is the longer side, the other following the shape of what is shown."""
    left, bottom, right, top = part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)
    if isinstance(size, int):
        share = size / max(right - left, top - bottom)
        size = (round((right - left) * share), round((top - bottom) * share))
    surface = pygame.Surface(size, 0, 32)
    board = Board((0, 0, *size), (state.width, state.height))
    if part is not None:
        ppi = min(size[0] / (right - left), size[1] / (top - bottom))
        board.camera = replace(board.camera, x=(left + right) / 2, y=(bottom + top) / 2, ppi=ppi)
    board.draw(surface, state, scene)
    return surface
