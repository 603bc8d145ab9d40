"""Tabs: a row of labels of which one is open."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, ACCENT_DEEP, EDGE, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets.base import Action, Widget


class Tabs(Widget):
    """The action's value is the label of the tab."""

    def __init__(self, name: str, rect: pygame.Rect, labels: Sequence[str], chosen: int = 0) -> None:
        super().__init__(name, rect)
        self.labels = tuple(labels)
        self.chosen = chosen
        self.hover_tab = -1

    def tab_rect(self, index: int) -> pygame.Rect:
        """Where a tab stands."""
        count, gap = len(self.labels), px(6)
        left = self.rect.left + (self.rect.width + gap) * index // count
        right = self.rect.left + (self.rect.width + gap) * (index + 1) // count - gap
        return pygame.Rect(left, self.rect.top, right - left, self.rect.height)

    def _at(self, pos: tuple[int, int]) -> int:
        return next((i for i in range(len(self.labels)) if self.tab_rect(i).collidepoint(pos)), -1)

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Open a tab by click, or by arrow keys while it has the focus."""
        if not self.visible or not self.enabled:
            return None
        clicked = self.track(event)
        if event.type == pygame.MOUSEMOTION and self._at(event.pos) != self.hover_tab:
            self.hover_tab = self._at(event.pos)
            self.touch()
        if clicked:
            return self._open(self._at(event.pos))
        if self.focused and event.type == pygame.KEYDOWN:
            sign = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            return self._open(min(len(self.labels) - 1, max(0, self.chosen + sign)))
        return None

    def _open(self, index: int) -> Action | None:
        if index < 0 or index == self.chosen:
            return None
        self.chosen = index
        self.touch()
        return Action(self.name, self.labels[index])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the labels, the open one lit."""
        super().draw(surface)
        if not self.visible:
            return
        for index, label in enumerate(self.labels):
            rect, lit = self.tab_rect(index), index == self.chosen
            fill = ACCENT_DEEP if lit else PANEL_HOVER if index == self.hover_tab else PANEL_HIGH
            box(surface, rect, fill, radius=px(5), border=ACCENT if lit or self.focused else EDGE)
            ink = TEXT if lit or index == self.hover_tab else TEXT_SOFT
            draw_text(surface, rect.center, label, "label", ink, anchor="center", width=rect.width - px(8))
