"""A branch in the tree of a rehearsal: its name behind the lines that lead to it; a click goes on from there."""

from __future__ import annotations

import pygame

from jovian.editing.branching import LAST, NOTHING, PAST, Twig
from jovian.rules.facts.words import counted
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, EDGE_HIGH, PANEL_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, mix, px
from jovian.ui.kit.widgets import Button

COLUMN = 16
"""Pixels from one line of the tree to the next."""
NARROWEST = 160
"""Pixels that a name and its length have at least: where many lines stand side by side they draw together."""
NOW = "Now"
THERE = "The game stands here."


class BranchRow(Button):
    """One line of the tree."""

    def __init__(self, name: str, rect: pygame.Rect, twig: Twig) -> None:
        super().__init__(name, rect, twig.name or NOW, role="label", hint=_hint(twig))
        self.twig = twig
        if twig.here:
            self.set_enabled(False, THERE)

    @property
    def _step(self) -> int:
        """Pixels from one column to the next."""
        return min(px(COLUMN), (self.rect.width - px(COLUMN + NARROWEST)) // max(1, self.twig.widest))

    @property
    def room(self) -> int:
        """The pixels behind the knot."""
        return self.rect.width - self._step * len(self.twig.columns) - px(COLUMN)

    def draw(self, surface: pygame.Surface) -> None:
        """Lines, knot, name, length."""
        super(Button, self).draw(surface)
        if not self.visible:
            return
        twig, rect, step = self.twig, self.rect, self._step
        middle = rect.right - self.room - px(COLUMN) // 2
        plate = pygame.Rect(middle + px(10), rect.top + px(3), rect.right - middle - px(10), rect.height - px(6))
        if self.hovered or self.focused:
            box(surface, plate, PANEL_HIGH, radius=px(5), border=ACCENT if self.focused else EDGE_HIGH)
        self._draw_lines(surface, step, middle)
        ink = ACCENT if twig.here else (255, 255, 255) if self.hovered else TEXT
        long = counted(twig.answers, "answer")
        told = draw_text(surface, (rect.right - px(8), rect.centery), long, "small", TEXT_FAINT, anchor="midright")
        room = told.left - plate.left - px(14)
        draw_text(surface, (plate.left + px(6), rect.centery), self.label, "label", ink, anchor="midleft", width=room)

    def _draw_lines(self, surface: pygame.Surface, step: int, middle: int) -> None:
        rect, ink, thick = self.rect, mix(EDGE_HIGH, TEXT_SOFT, 0.35), px(2)
        y = rect.centery

        def upright(x: int, top: int, bottom: int) -> None:
            surface.fill(ink, (x - thick // 2, top, thick, bottom - top))

        for number, mark in enumerate(self.twig.columns):
            x = rect.left + step * number + px(COLUMN) // 2
            if mark != NOTHING:
                upright(x, rect.top, y if mark == LAST else rect.bottom)
            if mark in (PAST, LAST):
                surface.fill(ink, (x, y - thick // 2, middle - x, thick))
        if self.twig.above:
            upright(middle, rect.top, y)
        if self.twig.below:
            upright(middle, y, rect.bottom)
        color = ACCENT if self.twig.here else TEXT_SOFT
        pygame.draw.circle(surface, color, (middle, y), px(5))
        if not self.twig.here:
            pygame.draw.circle(surface, mix(PANEL_HIGH, EDGE_HIGH, 0.3), (middle, y), px(3))


def _hint(twig: Twig) -> str:
    """What a click does, and where the branch hangs."""
    if not twig.leaves:
        return "Go on from here."
    after = counted(twig.leaves, "answer")
    hangs = f"It leaves '{twig.parent}' after {after}" if twig.parent else f"It leaves the present after {after}"
    return f"Go on from here. {hangs}."
