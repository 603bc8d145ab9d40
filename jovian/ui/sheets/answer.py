"""An answer of a prompt: a large button with its label and, below it, as many lines of detail as there are."""

from __future__ import annotations

import pygame

from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import TEXT_SOFT, mix, px
from jovian.ui.kit.widgets import Button

PAD, MARGIN, MOST_LINES = 7, 22, 4
"""Above and below the text, at either side of it; lines of label and of detail at most."""


class Answer(Button):
    """A button for one answer. Nothing of its text is cut as long as four lines of each will do."""

    def __init__(
        self, name: str, rect: pygame.Rect, label: str, detail: str, suggested: bool, kept: int = 0
    ) -> None:
        super().__init__(name, rect, label, kind="primary" if suggested else "plain", hint=detail)
        self.detail, self.kept = detail, kept
        """What is written small, and the height that is left free below it."""

    def draw(self, surface: pygame.Surface) -> None:
        """The plate of a button, then the lines."""
        label, self.label = self.label, ""
        super().draw(surface)
        self.label = label
        ink = self._colors()[2]
        rows = [*((line, "button", ink) for line in lines(label, "button", self.rect.width)),
                *((line, "small", mix(TEXT_SOFT, ink, 0.4)) for line in lines(self.detail, "small", self.rect.width))]
        room = self.rect.height - self.kept
        while len(rows) > 1 and sum(line_height(role) for _, role, _ in rows) > room:
            rows.pop()
        y = self.rect.centery - self.kept // 2 - sum(line_height(role) for _, role, _ in rows) // 2
        for line, role, color in rows:
            draw_text(surface, (self.rect.centerx, y), line, role, color, anchor="midtop")
            y += line_height(role)


def lines(text: str, role: str, width: int) -> tuple[str, ...]:
    """A text in the lines that a button of that width gives it, () for none."""
    return _wrapped(text, role, width)[:MOST_LINES]


def is_cut(text: str, role: str, width: int) -> bool:
    """Return whether a button of that width has too few lines for a text."""
    return len(_wrapped(text, role, width)) > MOST_LINES


def _wrapped(text: str, role: str, width: int) -> tuple[str, ...]:
    return wrap(text, role, max(1, width - 2 * px(MARGIN))) if text else ()


def height(label: str, detail: str, width: int) -> int:
    """How high a button must be to show both in full."""
    high = len(lines(label, "button", width)) * line_height("button")
    return high + len(lines(detail, "small", width)) * line_height("small") + 2 * px(PAD)
