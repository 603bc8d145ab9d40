"""Pages: screens that are composed of boxes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, final

import pygame

from jovian.cards import FleetList, unit_cards
from jovian.descriptions.cards import entry_words, shorten_entry
from jovian.rules.basics.rolls import pluralize
from jovian.ui.board.grid import backdrop
from jovian.ui.kit.boxes import Box, Painter, button, column, line, row, space, text
from jovian.ui.kit.draw import draw_side_badge
from jovian.ui.kit.fonts import draw_text, fitting_role, line_height, text_size
from jovian.ui.kit.forms import SearchField, list_area
from jovian.ui.kit.theme import SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import NOTHING, Button, Signal, Widget
from jovian.ui.screens.screen import Host, Screen

FOOT_HEIGHT, BUTTON_WIDTH = 46, 160
"""The height of the buttons below a page, and the least width of one."""
EDGES = (16, 14, 16, 14)
"""The space around a page."""
MIN_COLUMN_WIDTH = 180
"""The minimum width of a column of models."""


class Page(Screen):
    """A page. `compose` returns its boxes, and is called again after each use of a widget.

    A page that changes otherwise calls `refresh`, or sets `dirty` if only its pictures have changed. What a widget was
    told by the player (focus, scrolling, an open list) stays if its name stays.
    """

    def __init__(self, app: Host) -> None:
        super().__init__(app)
        self.root = Box()
        """The boxes as they are placed now."""

    def compose(self) -> Box:
        """Return the boxes of the page."""
        raise NotImplementedError

    @property
    def within(self) -> pygame.Rect:
        """The part of the window in which lists open."""
        return list_area(self.size)

    def on_layout(self) -> None:
        """Do what needs placed widgets, such as scrolling to a row."""

    def commands(self) -> Mapping[str, Callable[[], object]]:
        """Return what commands of the keymap do that press no button."""
        return {}

    @final
    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        self.root = self.compose()
        for widget in self.root.widgets():
            if isinstance(widget, Button) and widget.command:
                widget.cap = self.app.keymap.key_label(widget.command)
        self.root.place(pygame.Rect((0, 0), size))
        self.group.renew(list(self.root.widgets()))
        self.on_layout()

    @final
    def refresh(self) -> None:
        """Compose the page again, because something has changed."""
        self.layout(self.size)

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> None:
        """Handle one event: widgets first, then commands."""
        focus, is_engaged = self.group.focus, self.group.engaged
        for widget in self.group.widgets if self.caret is None and not is_engaged else ():
            if isinstance(widget, SearchField) and widget.is_called_by(event):
                self.group.focus_on(widget)
                widget.select_all()
                return
        is_owned = focus is not None and focus.owns(event)
        signal = self.group.handle(event)
        if signal is not None:
            self.act(signal)
            return
        command = self.app.keymap.command(event)
        if command == "cancel" and not is_engaged:
            self.cancel()
        elif command and not is_owned and not is_engaged:
            self._carry_out(command)

    @final
    def act(self, action: Signal) -> None:
        self.group.carry_out(action)
        if self.app.screen is self:
            self.refresh()

    def _carry_out(self, command: str) -> None:
        """Press the button of a command or say why it can't be pressed, or do what the page does then."""
        pressed = next((widget for widget in self.group.widgets if _is_for(widget, command)), None)
        if pressed is None:
            do = self.commands().get(command)
            if do is not None:
                do()
                if self.app.screen is self:
                    self.refresh()
        elif pressed.enabled:
            self.act(Signal(pressed.name))
        elif pressed.reason:
            self.app.say(pressed.reason, bad=True)

    # --- Drawing ---
    @final
    def draw(self, surface: pygame.Surface) -> None:
        surface.blit(backdrop(self.size), (0, 0))
        self.root.draw(surface)
        self.group.draw(surface)
        self.dirty = False


def _is_for(widget: Widget, command: str) -> bool:
    return isinstance(widget, Button) and widget.command == command


# --- Parts of a page ---


def page(title: str, body: Box, *foot: Box | None, scenery: Painter | None = None) -> Box:
    """Return a page: title, body, and buttons at the bottom, which `space()` pushes apart."""
    return column(
        text(title, "title") if title else None, body,
        row(*foot, gap=12, height=FOOT_HEIGHT, min_height=34) if foot else None,
        gap=12, pad=EDGES, paint=scenery,
    )  # fmt: skip


def done(press: Callable[[], None], label: str = "Done") -> Box:
    """Return the button that leaves a page."""
    return button("done", label, press, kind="primary", width=BUTTON_WIDTH)


def framed(*boxes: Box | None, foot: Box, width: float, gap: float = 12) -> Box:
    """Return a page of limited width with buttons below its content, a little above the middle of the window."""
    foot.height, foot.min_height = FOOT_HEIGHT, 34
    return column(space(1), column(*boxes, foot, width=width, gap=gap), space(2), pad=EDGES)


def side_badge(side: int) -> Box:
    """Return the badge of a side, before its name."""
    look = SIDES[side]

    def paint(surface: pygame.Surface, rect: pygame.Rect) -> None:
        draw_side_badge(surface, (rect.left + px(8), rect.centery), look.main, look.hatched, px(7))

    return Box(paint=paint, width=24)


def side_line(side: int, words: str, role: str = "heading", **more: Any) -> Box:
    """Return a text in the color of a side, after its badge."""
    return row(side_badge(side), line(words, role, SIDES[side].main, content_width=NOTHING, grow=1), **more)


def draw_fleet(fleet: FleetList, surface: pygame.Surface, area: pygame.Rect) -> None:
    """Draw the models of a fleet, in two columns if they are wide enough. The rest is in one line."""
    cards, step = unit_cards(), line_height("body") + px(2)
    columns, gap = (2 if area.width >= 2 * px(MIN_COLUMN_WIDTH) else 1), px(28)
    column_width = (area.width - gap * (columns - 1)) // columns
    lines = max(1, area.height // step)
    drawn_count = columns * lines if len(fleet.entries) <= columns * lines else columns * (lines - 1)
    rows = max(1, min(lines, -(-min(drawn_count, len(fleet.entries)) // columns)))
    width = column_width - px(28)
    texts = [entry_words(entry, cards) for entry in fleet.entries[:drawn_count]]
    shorts = [shorten_entry(text, lambda words: text_size(words, "label")[0] <= width) for text, _ in texts]
    role = fitting_role(max(shorts, key=lambda text: text_size(text, "body")[0], default=""), "body", width)
    for index, ((whole, tv), short) in enumerate(zip(texts, shorts, strict=True)):
        left, y = area.left + index // rows * (column_width + gap), area.top + index % rows * step
        draw_text(surface, (left, y), short, role, TEXT, whole=whole)
        draw_text(surface, (left + column_width, y), tv, "body", TEXT_FAINT, anchor="topright")
    others = fleet.entries[drawn_count:]
    if others:
        names = ", ".join(entry.name for entry in others)
        count = f"and {len(others)} more" if drawn_count else pluralize(len(others), "model")
        long = f"{count}: {names}"
        short = long if text_size(long, "label")[0] <= area.width else count
        pos = (area.left, area.top + (lines - 1) * step)
        draw_text(surface, pos, short, fitting_role(short, "body", area.width), TEXT_SOFT, whole=names)
