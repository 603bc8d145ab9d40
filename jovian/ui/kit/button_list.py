"""A scrolling list whose rows have buttons, and a box that opens a list of commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import EDGE, EDGE_HIGH, PANEL, PANEL_HIGH, TEXT, TEXT_FAINT, mix_colors, px
from jovian.ui.kit.widgets import DrawRow, ScrollList, Signal, Widget, activates

RowButtons = Callable[[Any, pygame.Rect], Sequence[tuple[str, pygame.Rect]]]
"""Returns the name and the place of each button of a row: `(item, rect of the row)`. Enter presses the first one."""


def draw_row_button(
    surface: pygame.Surface, rect: pygame.Rect, text: str, *, hovered: bool, dim: bool = False, role: str = "strong"
) -> None:
    """Draw a button of a row."""
    fill = mix_colors(PANEL_HIGH, EDGE_HIGH, 0.4) if hovered else PANEL if dim else PANEL_HIGH
    draw_box(surface, rect, fill, radius=px(5), border=EDGE if dim and not hovered else EDGE_HIGH)
    ink = TEXT if hovered or not dim else TEXT_FAINT
    draw_text(surface, rect.center, text, role, ink, anchor="center", width=rect.width - px(6))


class ButtonList(ScrollList):
    """A list whose rows have buttons. The action's value is the name of the button, "" for the row, and the index."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, draw_row: DrawRow, buttons_of: RowButtons, *, row: int = 0,
        height_of: Callable[[Any], int] | None = None, well: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(name, rect, draw_row, row=row, height_of=height_of, well=well)
        self.buttons_of = buttons_of
        self.hover_button = ""
        """The button under the pointer, "" for none."""
        self._pos: tuple[int, int] | None = None
        """The place of the click that is handled now, None for a key."""

    def follow(self, old: Widget) -> None:
        """Keep what is under the pointer."""
        super().follow(old)
        if isinstance(old, ButtonList) and old.rect == self.rect and old.hover_row < len(self.items):
            self.hover_row, self.hover_button = old.hover_row, old.hover_button

    def button_at(self, pos: tuple[int, int]) -> str:
        """Return the name of the button at a point, or ""."""
        row = self.row_at(pos)
        if row < 0:
            return ""
        buttons = self.buttons_of(self.items[row], self.row_rect(row))
        return next((name for name, rect in buttons if rect.collidepoint(pos)), "")

    def button_rect(self, row: int, name: str) -> pygame.Rect:
        """Return the place of a button of a row. Raises KeyError."""
        return dict(self.buttons_of(self.items[row], self.row_rect(row)))[name]

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle what a list handles, and clicks on buttons."""
        self._pos = event.pos if event.type == pygame.MOUSEBUTTONUP else None
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            button = self.button_at(event.pos)
            if button != self.hover_button:
                self.hover_button = button
                self.touch()
        return action

    def _choose(self, row: int) -> Signal:
        button = self.button_at(self._pos) if self._pos is not None else ""
        super()._choose(row)
        return Signal(self.name, (button, row))

    def _key(self, event: pygame.event.Event) -> Signal | None:
        if not activates(event):
            return super()._key(event)
        if not 0 <= self.chosen < len(self.items):
            return None
        buttons = self.buttons_of(self.items[self.chosen], self.row_rect(self.chosen))
        return Signal(self.name, (buttons[0][0] if buttons else "", self.chosen))


class PullDown(Choice):
    """A box that opens a list of commands. The action's value is the index of the command."""

    def __init__(self, name: str, rect: pygame.Rect, label: str, commands: Sequence[str], within: pygame.Rect) -> None:
        super().__init__(name, rect, commands, -1, within, role="button")
        self.shown = label

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Open the list also by arrow keys."""
        is_arrow = event.type == pygame.KEYDOWN and event.key in (pygame.K_UP, pygame.K_DOWN)
        if is_arrow and self.focused and self.enabled and self.list is None:
            self._open()
            return None
        return super().handle(event)

    def _take(self, index: int) -> Signal | None:
        action = super()._take(index) if index >= 0 else None
        self.chosen = -1
        return action

    def _open(self) -> None:
        """Open the list, as wide as its longest command."""
        super()._open()
        assert self.list is not None
        width = max(text_size(label, "body")[0] for label in self.labels) + px(36)
        rect = self.list.rect
        rect.width = min(max(rect.width, width), self.within.width)
        rect.right = min(rect.right, self.within.right)
        self.list.chosen = 0
