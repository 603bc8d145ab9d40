"""A scrolling grid of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.theme import ACCENT, EDGE, PANEL, PANEL_HIGH, mix_colors, px
from jovian.ui.kit.widgets import DrawRow, ScrollList

GAP = 8
"""Unscaled pixels between cards."""


def draw_card_back(surface: pygame.Surface, rect: pygame.Rect, hovered: bool, chosen: bool) -> None:
    """Draw the background of a card."""
    fill = mix_colors(PANEL, ACCENT, 0.14) if chosen else PANEL_HIGH if hovered else PANEL
    draw_box(surface, rect, fill, radius=px(8), border=ACCENT if chosen else EDGE, width=2 if chosen else 1)


class CardGrid(ScrollList):
    """A list whose items are cards in columns. The action's value is the index of the card."""

    def __init__(
        self, name: str, rect: pygame.Rect, draw_card: DrawRow, *, columns: int, height: int
    ) -> None:  # fmt: skip
        super().__init__(name, rect, draw_card, row=height + px(GAP), well=False)
        self.columns = columns

    def set_items(self, items: Sequence[Any], *, follow: bool = False) -> None:
        """Set the cards."""
        self.items = list(items)
        rows = -(-len(self.items) // self.columns)
        self._tops = [row * self.row for row in range(rows + 1)]
        self.offset = min(self.offset, self.furthest)
        self.touch()

    def row_rect(self, index: int) -> pygame.Rect:
        """Return the rectangle of a card, visible or not."""
        line, column = divmod(index, self.columns)
        width, gap = self.rect.width - px(14), px(GAP)
        left = self.rect.left + (width + gap) * column // self.columns
        right = self.rect.left + (width + gap) * (column + 1) // self.columns - gap
        return pygame.Rect(left, self.rect.top + line * self.row - self.offset, right - left, self.row - gap)

    def row_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the card at a point, or -1."""
        if not self.rect.collidepoint(pos):
            return -1
        first = self.columns * max(0, (pos[1] - self.rect.top + self.offset) // self.row)
        cards = range(first, min(first + self.columns, len(self.items)))
        return next((index for index in cards if self.row_rect(index).collidepoint(pos)), -1)

    def scroll_to(self, index: int) -> None:
        """Scroll a card into view."""
        super().scroll_to(index // self.columns)

    def visible_items(self) -> range:
        """Return the indices of the cards that are visible now."""
        first = self.columns * (self.offset // self.row)
        last = self.columns * -(-(self.offset + self.rect.height) // self.row)
        return range(min(first, len(self.items)), min(last, len(self.items)))

    @property
    def moves(self) -> dict[int, int]:
        return super().moves | {
            pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -self.columns, pygame.K_DOWN: self.columns,
            pygame.K_PAGEUP: -3 * self.columns, pygame.K_PAGEDOWN: 3 * self.columns,
        }  # fmt: skip

    def draw_rows(self, surface: pygame.Surface) -> None:
        """Draw the visible cards."""
        for index in self.visible_items():
            hovered, chosen = index == self.hover_row, index == self.chosen
            self.draw_row(surface, self.row_rect(index), self.items[index], hovered, chosen)
