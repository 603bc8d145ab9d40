"""The lines of the pages about a game: wrapped texts with a badge before them, and cells at their right end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pygame

from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import SIDES, TEXT_SOFT, Color, px

CELL = 108
"""How wide a cell is."""


class Row(NamedTuple):
    """A line of a page: a text, or a gap."""

    text: str
    role: str = "body"
    color: Color = TEXT_SOFT
    high: int = 0
    """Pixels; 0 for as high as its letters."""
    side: int | None = None
    """Whose badge stands before it."""
    left: int = 0
    """Pixels that it is indented."""
    cells: tuple[tuple[str, Color], ...] = ()
    """What stands at its right end, each with its color."""


def wrapped(text: str, width: int, role: str, color: Color, side: int | None = None) -> Iterator[Row]:
    """A text in lines of a width, the badge of a side before the first."""
    aside = px(18) if side is not None else 0
    for number, line in enumerate(wrap(text, role, width - aside)):
        yield Row(line, role, color, side=side if not number else None, left=aside if number else 0)


def height_of(row: Any) -> int:
    """How high a line is."""
    return row.high or line_height(row.role) + px(1)


def draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    """Draw a line."""
    x, right = rect.left + row.left, rect.right
    if row.side is not None:
        look = SIDES[row.side]
        badge(surface, (x + px(6), rect.centery), look.main, look.hatched, px(5))
        x += px(18)
    for text, color in reversed(row.cells):
        draw_text(surface, (right, rect.centery), text, "label", color, anchor="midright")
        right -= px(CELL)
    if row.text:
        draw_text(surface, (x, rect.centery), row.text, row.role, row.color, anchor="midleft", width=right - x)
