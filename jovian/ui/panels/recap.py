"""The strip between card and log that tells what a computer player did last; pressed, it shows that again."""

from __future__ import annotations

import pygame

from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button
from jovian.ui.panels.panel import Panel
from jovian.ui.presenting.past_activations import PastActivation, summary

AGAIN = "again"
AGAIN_HINT = "Pressed, it is shown once more, as by a click on its lines in the log."
LINES = 2
"""Of the summary."""
WORD = 84
"""Width of the button."""


class Recap(Panel):
    """Its button is `again`."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.text, self.side = "", "", 0

    @property
    def wanted(self) -> int:
        """The height that it would like, 0 with nothing to tell."""
        return px(14) + line_height("strong") + LINES * line_height("small") if self.title else 0

    def layout(self, rect: pygame.Rect) -> None:
        """The button in its corner."""
        super().layout(rect)
        place = pygame.Rect(rect.right - px(WORD + 8), rect.top + px(5), px(WORD), px(22))
        self.group.widgets = [Button(AGAIN, place, "See again", role="label")] if rect.height else []

    def show(self, past: PastActivation | None) -> None:
        """Take the activation that is to be told of."""
        model = past.before.models.get(past.model) if past is not None else None
        self.title = "" if past is None else model.name if model is not None else "An unseen model"
        self.text, self.side = (summary(past), past.side) if past is not None else ("", 0)
        if self.group.widgets:
            self.group.widgets[0].hint = f"{self.text}. {AGAIN_HINT}"
        self.offer((self.title, self.text, self.side))

    def paint(self, canvas: pygame.Surface) -> None:
        """Whose activation, and what came of it."""
        super().paint(canvas)
        if not self.title or not self.rect.height:
            return
        look, left, top = SIDES[self.side], self.rect.left + px(10), self.rect.top + px(7)
        middle = top + line_height("strong") // 2
        badge(canvas, (left + px(6), middle), look.main, look.hatched, px(6))
        room = self.rect.width - px(WORD + 40)
        draw_text(canvas, (left + px(18), middle), self.title, "strong", look.main, anchor="midleft", width=room)
        lines = wrap(self.text, "small", self.rect.width - px(20))
        if len(lines) > LINES:
            lines = (*lines[: LINES - 1], f"{lines[LINES - 1]} …")
        for number, line in enumerate(lines):
            pos = (left, top + line_height("strong") + px(2) + number * line_height("small"))
            draw_text(canvas, pos, line, "small", TEXT_SOFT if number else ACCENT, width=self.rect.width - px(20))
