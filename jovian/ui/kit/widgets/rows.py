"""How the rows of lists are drawn: a box that tells what is chosen, and a line in it."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, ACCENT_DEEP, PANEL_HOVER, TEXT, TEXT_SOFT, WELL, mix, px


def draw_back(surface: pygame.Surface, rect: pygame.Rect, hovered: bool, chosen: bool) -> None:
    """What lies behind a row."""
    fill = mix(WELL, ACCENT_DEEP, 0.8) if chosen else PANEL_HOVER if hovered else WELL
    box(surface, rect.inflate(-px(4), -px(4)), fill, radius=px(5), border=ACCENT if chosen else fill)


def draw_line(surface: pygame.Surface, rect: pygame.Rect, text: object, hovered: bool, chosen: bool) -> None:
    """A row of one line."""
    draw_back(surface, rect, hovered, chosen)
    ink = TEXT if chosen or hovered else TEXT_SOFT
    pos = (rect.left + px(12), rect.centery)
    draw_text(surface, pos, str(text), "body", ink, anchor="midleft", width=rect.width - px(20))
