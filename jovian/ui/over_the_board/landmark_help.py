"""What is said of a beacon, or of an escape edge, under the pointer."""

from __future__ import annotations

import pygame

from jovian.game import State
from jovian.rules.places.zones import landmarks
from jovian.rules.rulebook.hooks.games import EDGE, Landmark
from jovian.ui.board import Board
from jovian.ui.kit.theme import px

REACH = 12
"""Pixels from the middle of a beacon, or from an edge."""


def landmark_hint(
    board: Board, state: State, names: tuple[str, str], pos: tuple[int, int]
) -> tuple[pygame.Rect, str] | None:
    """Its box on the screen and what it is, None where there is none."""
    if not pygame.Rect(board.camera.view).collidepoint(pos):
        return None
    for mark in landmarks(state):
        box = _box(board, mark)
        if box.collidepoint(pos):
            return box, words(mark, names)
    return None


def _box(board: Board, mark: Landmark) -> pygame.Rect:
    points = [board.camera.to_screen(point) for point in mark.points]
    (left, right), (top, bottom) = (sorted((points[0][axis], points[-1][axis])) for axis in (0, 1))
    box = pygame.Rect(round(left), round(top), round(right - left) + 1, round(bottom - top) + 1)
    return box.inflate(2 * px(REACH), 2 * px(REACH))


def words(mark: Landmark, names: tuple[str, str]) -> str:
    """What a landmark is, and whose."""
    whose = names[mark.side] if mark.side is not None else "nobody"
    if mark.kind == EDGE:
        return f'{mark.label}: {whose} may withdraw within {mark.inches:g}" of it, and leave the table over it, only'
    return f'{mark.label} of {whose}: its models deploy with any part of the base within {mark.inches:g}" of it'
