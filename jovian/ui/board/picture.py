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


def picture_size(state: State, longer_px: int, part: Part | None = None) -> tuple[int, int]:
    """Return the width and height in pixels of a picture of the table, or of a part, with that longer side."""
    left, bottom, right, top = _shown(state, part)
    share = longer_px / max(right - left, top - bottom)
    return round((right - left) * share), round((top - bottom) * share)


def _shown(state: State, part: Part | None) -> Part:
    return part or (-MARGIN, -MARGIN, state.width + MARGIN, state.height + MARGIN)


def picture(
    state: State,
    size: tuple[int, int] | int = 1600,
    scene: Scene = Scene(),  # noqa: B008
    part: Part | None = None,
) -> pygame.Surface:
    """The whole table, or a part; one number is the longer side, the other following the shape of what is shown."""
    left, bottom, right, top = _shown(state, part)
    if isinstance(size, int):
        size = picture_size(state, size, part)
    surface = pygame.Surface(size, 0, 32)
    board = Board((0, 0, *size), (state.width, state.height))
    if part is not None:
        ppi = min(size[0] / (right - left), size[1] / (top - bottom))
        board.camera = replace(board.camera, x=(left + right) / 2, y=(bottom + top) / 2, ppi=ppi)
    board.draw_once(surface, state, scene)
    return surface
