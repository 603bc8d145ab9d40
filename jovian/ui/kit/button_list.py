"""A scrolling list whose rows have buttons, and a box that opens a list of commands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import EDGE, EDGE_HIGH, PANEL, PANEL_HIGH, TEXT, TEXT_FAINT, mix_colors, px
from jovian.ui.kit.widgets import DrawRow, Extent, ScrollList, Signal, Widget, activates


@frozen
class RowButton:
    """A button of a row."""

    name: str
    """Its identity in the row."""
    label: str
    """The text on it. "" for a button that isn't drawn, such as the whole row."""
    rect: pygame.Rect
    press: Callable[[], object]
    """Called when it is pressed."""
    hint: str = ""
    """Its tooltip."""
    is_dim: bool = False
    """Whether it is drawn as if it were of little use. It can be pressed."""
    role: str = "strong"
    """The font of the label."""


class ButtonList(ScrollList):
    """A list whose rows have buttons. Enter presses the first button of the chosen row.

    The action's value is the name of the button, "" for the row, and the index.
    """

    pressed_by_keys = True

    def __init__(
        self, name: str, draw_row: DrawRow, buttons_of: Callable[[Any, pygame.Rect], Sequence[RowButton]], *,
        on_row: Callable[[Any], object] = lambda _: None, hint_of: Callable[[Any], str] = lambda _: "", row: int = 0,
        height_of: Callable[[Any], int] | None = None, keeps_chosen: bool = False,
    ) -> None:  # fmt: skip
        """Create the list. `buttons_of` gets an item and the place of its row; `on_row` the item of a chosen row.

        With `keeps_chosen`, the chosen row stays if the page is composed again.
        """
        super().__init__(name, pygame.Rect(0, 0, 0, 0), self._draw, row=row, height_of=height_of, well=False)
        self._draw_content, self.buttons_of, self._on_row, self._hint_of = draw_row, buttons_of, on_row, hint_of
        self.on_use, self.keeps_chosen = self._use, keeps_chosen
        self.hover_button = ""
        """The button under the pointer, "" for none."""
        self._pos: tuple[int, int] | None = None
        """The place of the click that is handled now, None for a key."""

    def follow(self, old: Widget) -> None:
        """Keep what is under the pointer."""
        super().follow(old)
        if isinstance(old, ButtonList) and self.keeps_chosen:
            self.chosen = min(old.chosen, len(self.items) - 1)
        if isinstance(old, ButtonList) and old.rect == self.rect and old.hover_row < len(self.items):
            self.hover_row, self.hover_button = old.hover_row, old.hover_button
            self._show_hint()

    def row_buttons(self, row: int) -> dict[str, RowButton]:
        """Return the buttons of a row by name."""
        return {button.name: button for button in self.buttons_of(self.items[row], self.row_rect(row))}

    def _button_at(self, pos: tuple[int, int]) -> str:
        row = self.row_at(pos)
        buttons = self.row_buttons(row) if row >= 0 else {}
        return next((name for name, button in buttons.items() if button.rect.collidepoint(pos)), "")

    def row_hint(self, row: int, name: str) -> str:
        """Return the hint of a button of a row, or of the row."""
        button = self.row_buttons(row).get(name)
        return (button.hint if button is not None else "") or self._hint_of(self.items[row])

    def _show_hint(self) -> None:
        self.hint = self.row_hint(self.hover_row, self.hover_button) if self.hover_row >= 0 else ""

    @property
    def hint_rect(self) -> pygame.Rect:
        return self.row_rect(self.hover_row) if 0 <= self.hover_row < len(self.items) else self.rect

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle what a list handles, and clicks on buttons."""
        self._pos = event.pos if event.type == pygame.MOUSEBUTTONUP else None
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            button = self._button_at(event.pos)
            if button != self.hover_button:
                self.hover_button = button
                self.touch()
            self._show_hint()
        return action

    def _choose(self, row: int) -> Signal:
        button = self._button_at(self._pos) if self._pos is not None else ""
        super()._choose(row)
        return Signal(self.name, (button, row))

    def _key(self, event: pygame.event.Event) -> Signal | None:
        if not activates(event):
            return super()._key(event)
        if not 0 <= self.chosen < len(self.items):
            return None
        return Signal(self.name, (next(iter(self.row_buttons(self.chosen)), ""), self.chosen))

    def _use(self, value: tuple[str, int]) -> None:
        name, row = value
        if name:
            self.row_buttons(row)[name].press()
        else:
            self._on_row(self.items[row])

    def _draw(self, surface: pygame.Surface, rect: pygame.Rect, item: Any, hovered: bool, chosen: bool) -> None:
        self._draw_content(surface, rect, item, hovered, chosen)
        for button in self.buttons_of(item, rect):
            if button.label:
                _draw_button(surface, button, hovered and button.name == self.hover_button)


def _draw_button(surface: pygame.Surface, button: RowButton, is_hovered: bool) -> None:
    is_dim, rect = button.is_dim and not is_hovered, button.rect
    fill = mix_colors(PANEL_HIGH, EDGE_HIGH, 0.4) if is_hovered else PANEL if is_dim else PANEL_HIGH
    draw_box(surface, rect, fill, radius=px(5), border=EDGE if is_dim else EDGE_HIGH)
    ink = TEXT_FAINT if is_dim else TEXT
    draw_text(surface, rect.center, button.label, button.role, ink, anchor="center", width=rect.width - px(6))


class PullDown(Choice):
    """A box that opens a list of commands. The action's value is the index of the command."""

    def __init__(
        self, name: str, label: str, commands: Iterable[tuple[str, Callable[[], object]]], within: pygame.Rect,
        hint: str = "",
    ) -> None:  # fmt: skip
        """Create the box. `commands` are the labels in the list, each with what it does."""
        self.commands = tuple(commands)
        labels = [command for command, _ in self.commands]
        super().__init__(name, pygame.Rect(0, 0, 0, 0), labels, -1, within, role="button")
        self.shown, self.hint = label, hint
        self.on_use = lambda number: self.commands[number][1]()

    @property
    def wanted_width(self) -> Extent:
        width = text_size(self.shown, "button")[0] + px(50)
        return Extent(width, width)

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
