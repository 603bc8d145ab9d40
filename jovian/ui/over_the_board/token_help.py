"""What the token beside a model's name means, and the badge on its base: a tooltip while the pointer is on it."""

from __future__ import annotations

import pygame

from jovian.game import NEUTRAL, State
from jovian.rules.harm.boarded import Captured
from jovian.rules.rulebook.rulebook import rulebook
from jovian.ui.board import Board
from jovian.ui.board.art.tokens import help_of
from jovian.ui.kit.widgets import Tooltip


def explain(
    surface: pygame.Surface, board: Board, state: State, sides: tuple[str, str], pointer: tuple[int, int]
) -> None:
    """Draw the help of the token under the pointer, if one is there."""
    found = board.token_at(pointer) if pygame.Rect(board.camera.view).collidepoint(pointer) else None
    if found is None:
        _explain_badge(surface, board, pointer)
        return
    ident, token, rect = found
    title, text, place = help_of(token, rulebook(state).states)
    model = state.models.get(ident)
    if model is not None and token.state == Captured.name:
        text += f" Brought by {sides[model.owner]}." if model.owner != NEUTRAL else " It was nobody's."
    Tooltip.of(title, text, place, token.color).draw(surface, rect)


def _explain_badge(surface: pygame.Surface, board: Board, pointer: tuple[int, int]) -> None:
    """Draw the help of the badge under the pointer, if one is there."""
    found = board.badge_at(pointer) if pygame.Rect(board.camera.view).collidepoint(pointer) else None
    if found is not None:
        badge, rect = found
        Tooltip.of(badge.title, badge.text, badge.place, badge.color).draw(surface, rect)
