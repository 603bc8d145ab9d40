"""What the token beside a model's name means: a tooltip while the pointer is on it."""

from __future__ import annotations

import pygame

from jovian.ui.board.tokens import help_of
from jovian.ui.kit.widgets import Tooltip
from jovian.ui.screens.battle.table_screen import TableScreen


def explain(surface: pygame.Surface, screen: TableScreen, pointer: tuple[int, int]) -> None:
    """Draw the help of the token under the pointer, if one is there."""
    found = screen.board.token_at(pointer) if screen.view_rect.collidepoint(pointer) else None
    if found is None:
        return
    ident, token, rect = found
    title, text, place = help_of(token)
    model = screen.shown.models.get(ident)
    if model is not None and token.state == "captured":
        text += f" Brought by {screen.names[model.owner]}."
    Tooltip.of(title, text, place, token.color).draw(surface, rect)
