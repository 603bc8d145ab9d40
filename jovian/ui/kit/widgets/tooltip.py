"""A tooltip: a few lines beside what they explain, always wholly on the screen."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import EDGE_HIGH, PANEL_HIGH, TEXT, TEXT_SOFT, Color, mix, px

Line = tuple[str, str, Color]
"""Text, role, color; a tab in the text sends what follows to the right edge."""


class Tooltip:
    """What it says, drawn where asked; not a widget, for it takes no events."""

    def __init__(self, lines: Sequence[Line], width: int = 0) -> None:
        self.width = width or px(300)
        self.lines = [each for line in lines for each in _fitted(line, self.width)]

    @classmethod
    def of(cls, title: str, text: str = "", place: str = "", color: Color = TEXT) -> Tooltip:
        """A heading, a sentence and a place in the book."""
        lines: list[Line] = [(title, "strong", color)]
        if text:
            lines.append((text, "small", TEXT))
        if place:
            lines.append((place, "small", TEXT_SOFT))
        return cls(lines)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        widths = [measure(text.replace("\t", "    "), role)[0] for text, role, _ in self.lines]
        return max(widths, default=0) + px(22), sum(line_height(role) for _, role, _ in self.lines) + px(16)

    def place(self, near: pygame.Rect, screen: pygame.Rect) -> pygame.Rect:
        """Below what it explains, above if there is no room, pushed inside the screen."""
        rect = pygame.Rect((near.left, near.bottom + px(6)), self.size)
        if rect.bottom > screen.bottom:
            rect.bottom = near.top - px(6)
        return rect.clamp(screen.inflate(-px(8), -px(8)))

    def draw(self, surface: pygame.Surface, near: pygame.Rect) -> pygame.Rect:
        """Draw it beside a rectangle; where it stands."""
        rect = self.place(near, surface.get_rect())
        box(surface, rect.move(0, px(3)), (0, 0, 0), radius=px(7), alpha=110)
        box(surface, rect, mix(PANEL_HIGH, (0, 0, 0), 0.25), radius=px(6), border=EDGE_HIGH, alpha=244)
        y = rect.top + px(8)
        for text, role, color in self.lines:
            left, _, right = text.partition("\t")
            draw_text(surface, (rect.left + px(11), y), left, role, color)
            if right:
                draw_text(surface, (rect.right - px(11), y), right, role, color, anchor="topright")
            y += line_height(role)
        return rect


def _fitted(line: Line, width: int) -> list[Line]:
    text, role, color = line
    if "\t" in text:
        return [line]
    return [(part, role, color) for part in wrap(text, role, width)]
