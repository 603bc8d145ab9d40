"""A modal dialog: a question over everything else. Return says yes, Escape always says no."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, measure, wrap
from jovian.ui.kit.theme import BUTTON, EDGE_HIGH, PANEL_HIGH, TEXT_SOFT, mix, px
from jovian.ui.kit.widgets.base import Action, Widget
from jovian.ui.kit.widgets.button import Button
from jovian.ui.kit.widgets.group import Group

NO = "no"


class Modal(Widget):
    """The action's value is the name of the answer; `no` for Escape or a click beside it."""

    def __init__(
        self, name: str, screen: pygame.Rect, title: str, text: str,
        answers: Sequence[tuple[str, str, str]] = (("yes", "OK", "primary"),),
    ) -> None:  # fmt: skip
        """`answers` are (name, label, kind of button), the first one under Return."""
        super().__init__(name, screen)
        self.title = title
        self.text = text
        self.answers = tuple(answers)
        self.box = pygame.Rect(0, 0, 0, 0)
        self._below = 0
        """Pixels of the buttons at the bottom."""
        self.buttons = Group()
        self.layout(screen)

    @property
    def caret(self) -> pygame.Rect | None:
        """Where something is being written in it."""
        return self.buttons.caret

    @property
    def question(self) -> tuple[object, ...]:
        """What it asks now: another value means that older presses don't answer it."""
        return (self.buttons.spread,)

    def let_go(self) -> None:
        """Forget every button of the mouse that is held."""
        self.buttons.let_go()

    def layout(self, screen: pygame.Rect) -> None:
        """Fit it to a screen: wide enough for its buttons, as tall as its text needs and the screen allows."""
        self.rect = pygame.Rect(screen)
        widths = [max(px(120), measure(label, "button")[0] + px(48)) for _, label, _ in self.answers]
        width = min(screen.width - px(40), max(px(440), sum(widths) + px(12) * len(widths) + px(48)))
        lines = len(wrap(self.text, "body", width - px(48)))
        rows = _rows(widths, width - px(48), px(12))
        step = px(BUTTON + 4) + px(10)
        self._below = len(rows) * step + px(14)
        height = px(66) + lines * line_height("body") + px(24) + self._below
        self.box = pygame.Rect(0, 0, width, min(height, screen.height - px(24)))
        self.box.center = screen.center
        top = self.box.bottom - self._below
        buttons: list[Widget] = []
        for row in rows:
            right = self.box.right - px(24)
            for index in row:
                answer, label, kind = self.answers[index]
                rect = pygame.Rect(right - widths[index], top, widths[index], px(BUTTON + 4))
                buttons.append(Button(answer, rect, label, kind=kind))
                right -= widths[index] + px(12)
            top += step
        self.buttons = Group(buttons)

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Everything ends here: what lies below gets no event while it is open."""
        if event.type == pygame.KEYDOWN and not self.buttons.engaged:
            if event.key == pygame.K_ESCAPE:
                return Action(self.name, NO)
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                focus = self.buttons.focus
                return Action(self.name, self.answers[0][0] if focus is None or focus.types else focus.name)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.box.collidepoint(event.pos):
            return Action(self.name, NO)
        made = self.buttons.handle(event)
        self.dirty = self.dirty or self.buttons.dirty
        return Action(self.name, made.name) if made else None

    def draw(self, surface: pygame.Surface) -> None:
        """Darken the rest, then draw the question."""
        super().draw(surface)
        box(surface, self.rect, (2, 4, 10), radius=1, alpha=150)
        box(surface, self.box.move(0, px(6)).inflate(px(8), px(8)), (0, 0, 0), radius=px(14), alpha=120)
        box(surface, self.box, PANEL_HIGH, bottom=mix(PANEL_HIGH, (0, 0, 0), 0.4), radius=px(10), border=EDGE_HIGH)
        inner = self.box.inflate(-px(48), -px(40))
        draw_text(surface, inner.topleft, self.title, "title", width=inner.width)
        top = inner.top + px(46)
        text = pygame.Rect(inner.left, top, inner.width, self.box.bottom - self._below - top - px(2))
        draw_wrapped(surface, text, self.text, "body", TEXT_SOFT)
        self.buttons.draw(surface)


def _rows(widths: Sequence[int], room: int, gap: int) -> list[list[int]]:
    """The buttons of each row, the first at the right end of the first."""
    rows: list[list[int]] = [[]]
    for index, width in enumerate(widths):
        if rows[-1] and sum(widths[n] + gap for n in rows[-1]) + width > room:
            rows.append([])
        rows[-1].append(index)
    return rows
