"""The bar below a rehearsal that is changed by hand: how to go on, or why something cannot be; taking back, done."""

from __future__ import annotations

import pygame

from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import DANGER, TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button
from jovian.ui.panels.panel import Panel

BUTTONS = (("undo", "Take back", "plain"), ("done", "Done", "primary"))
HINT = "Drag a model to move it, {keys} turn it (Shift: by 1°); everything else in the column at the right."


class ChangeBar(Panel):
    """Its buttons are those of `BUTTONS`."""

    def __init__(self, keys: str) -> None:
        super().__init__()
        self._hint = HINT.format(keys=keys)
        self.said, self.bad = self._hint, False

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons at the right end."""
        super().layout(rect)
        right, made = rect.right - px(14), []
        for name, label, kind in reversed(BUTTONS):
            wide = measure(label, "button")[0] + px(40)
            made.append(Button(name, pygame.Rect(right - wide, rect.bottom - px(46), wide, px(38)), label, kind=kind))
            right -= wide + px(8)
        self._room = right - rect.left - px(28)
        self.group.renew(reversed(made))

    def show(self, refused: str, undoable: str) -> None:
        """Why the last change was refused, and why nothing can be taken back; "" for neither."""
        self.said, self.bad = refused or self._hint, bool(refused)
        self.group["undo"].set_enabled(not undoable, undoable)
        self.offer((self.said, undoable))

    def paint(self, canvas: pygame.Surface) -> None:
        """The line of words."""
        super().paint(canvas)
        pos = (self.rect.left + px(14), self.rect.top + px(16))
        draw_text(canvas, pos, "CHANGED BY HAND", "strong", TEXT, anchor="midleft")
        ink = DANGER if self.bad else TEXT_SOFT
        low = (pos[0], self.rect.bottom - px(27))
        draw_text(canvas, low, self.said, "body", ink, anchor="midleft", width=self._room)
