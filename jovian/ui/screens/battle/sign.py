"""The quiet sign over the table that a computer player thinks, with the button that has it hurry."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import EDGE_HIGH, PANEL_HIGH, SIDES, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, Group
from jovian.ui.playing.thinking import Thinking

DOTS, PACE = 3, 2.5
"""Dots that come one by one, and how many a second."""
HURRY = "hurry"
"""The command, and the button."""
HINTS = (
    "The best answer that it has found so far is taken.",
    "It does not hurry: its thinking is ended, and the default answer is taken.",
)


class Sign:
    """Stands at the top of the board as long as somebody thinks."""

    def __init__(self) -> None:
        self._group = Group()
        self.button = Button(HURRY, pygame.Rect(0, 0, 0, 0), "")
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.shown = ""
        """What it says, "" while it is not there."""
        self._side = 0
        self._dots = 0
        self._laid: tuple[object, ...] = ()
        """What it was laid out for."""

    def show(self, view: pygame.Rect, thinking: Thinking, side: int, said: str, key: str) -> None:
        """Show that a side's player thinks, if it has for a while; `key` hurries it."""
        if not thinking.shown:
            self._group.widgets, self.shown = [], ""
            return
        label = f"{'Have done' if thinking.hurried else 'Hurry'} ({key})"
        self._side, self._dots = side, int(thinking.seconds * PACE) % (DOTS + 1)
        laid = (said, label, view.midtop, px(1000))
        if self.shown and laid == self._laid:
            return
        self._laid = laid
        wide, button = measure(said, "label")[0], measure(label, "label")[0] + px(22)
        self._rect = pygame.Rect(0, 0, wide + button + px(92), px(34))
        self._rect.midtop = view.centerx, view.top + px(8)
        self.shown = said
        rect = pygame.Rect(self._rect.right - button - px(4), self._rect.top + px(4), button, px(26))
        hovered = bool(self._group.widgets) and self.button.hovered
        self.button = Button(HURRY, rect, label, hint=HINTS[thinking.hurried], role="label")
        self.button.hovered = hovered
        self._group.widgets = [self.button]

    def pressed(self, event: pygame.event.Event) -> bool:
        """Was its button pressed?"""
        return bool(self.shown) and self._group.handle(event) is not None

    def holds(self, pos: tuple[int, int]) -> bool:
        """Is a point on it?"""
        return bool(self.shown) and self._rect.collidepoint(pos)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it, and what its button does while the pointer is on it."""
        if not self.shown:
            return
        look = SIDES[self._side]
        box(surface, self._rect, PANEL_HIGH, radius=px(8), border=EDGE_HIGH, alpha=235)
        x, y = self._rect.left + px(20), self._rect.centery
        badge(surface, (x, y), look.main, look.hatched, px(6))
        x = draw_text(surface, (x + px(14), y), self.shown, "label", TEXT_SOFT, anchor="midleft").right + px(10)
        for number in range(self._dots):
            pygame.draw.circle(surface, look.main, (x + px(8) * number, y), px(2))
        self._group.draw(surface)
        if tip := self._group.tooltip():
            tip[0].draw(surface, tip[1])
