"""The bar at the bottom: what is asked, how to answer it, the buttons, and why the last click was refused."""

from __future__ import annotations

import pygame

from jovian.game import Refusal
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import DANGER, TEXT, TEXT_SOFT, WARN, mix, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.offer import Offer
from jovian.ui.panels.panel import Panel
from jovian.ui.playing.keys import Keymap

MOST_ROWS = 2
READABLE = 6
"""Letters of a label that are left whatever has no room."""


class ActionBar(Panel):
    """Its buttons are the offers of the controller."""

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self.keymap = keymap
        self.title = self.hint = ""
        self.notice: Refusal | None = None
        self._offers: list[Offer] = []

    def layout(self, rect: pygame.Rect) -> None:
        """Fit the buttons anew."""
        super().layout(rect)
        self._place()

    def show(self, title: str, hint: str, offers: list[Offer], notice: Refusal | None) -> None:
        """Offer these buttons, with a title and a hint."""
        if offers != self._offers:
            self._offers = offers
            self._place()
        self.title, self.hint, self.notice = title, hint, notice
        self.offer((title, hint, tuple(offers), notice))

    def _place(self) -> None:
        """Buttons from the left, the last at the right end; where they would not fit, without keys or in two rows."""
        offers = self._offers
        room, gap = self.rect.width - px(20), px(8)
        widths = [max(px(84), self._width(offer)) for offer in offers]
        if sum(widths) + gap * (len(widths) - 1) > room:
            widths = [measure(offer.label, "button")[0] + px(20) for offer in offers]
        rows = _rows(widths, room, gap)
        if len(rows) > MOST_ROWS:
            widths = _narrowed(offers, widths, MOST_ROWS * room - gap * len(widths) - max(widths))
            rows = _rows(widths, room, gap)
        old = {widget.name: widget for widget in self.group.widgets}
        high = px(38) if len(rows) < 2 else (px(54) - px(4) * (len(rows) - 1)) // len(rows)
        top = self.rect.bottom - px(8 if len(rows) < 2 else 4) - len(rows) * high - px(4) * (len(rows) - 1)
        made: list[Widget] = []
        for number, row in enumerate(rows):
            left = self.rect.left + px(10)
            for index in row:
                if index == len(offers) - 1 and len(offers) > 2 and offers[index].name == "end":
                    left = self.rect.right - px(10) - widths[index]
                rect = pygame.Rect(left, top + number * (high + px(4)), widths[index], high)
                made.append(self._button(offers[index], rect, old.get(offers[index].name)))
                left += widths[index] + gap
        self.group.widgets = made
        self.stale = True

    def _width(self, offer: Offer) -> int:
        key = measure(self.keymap.shown(offer.command), "tiny")[0] + px(6) if offer.command else 0
        return measure(offer.label, "button")[0] + px(28) + 2 * key

    def _button(self, offer: Offer, rect: pygame.Rect, old: Widget | None) -> Button:
        button = Button(offer.name, rect, offer.label, kind=offer.kind, hint=offer.hint)
        button.lit = offer.lit
        if old is not None:
            button.hovered, button.pressed = rect.collidepoint(old.rect.center) and old.hovered, old.pressed
        if offer.refusal is not None:
            button.set_enabled(False, _said(offer.refusal))
        return button

    def pressed_by(self, command: str) -> Offer | None:
        """The offer that a command presses."""
        return next((offer for offer in self._offers if offer.command == command), None) if command else None

    def under(self, pos: tuple[int, int]) -> Offer | None:
        """The offer under a point, on or off."""
        widget = self.group.at(pos)
        return next((offer for offer in self._offers if widget is not None and offer.name == widget.name), None)

    def paint(self, canvas: pygame.Surface) -> None:
        """Title and hint above the buttons; a refusal in their place."""
        super().paint(canvas)
        top = self.rect.top + px(16)
        left, room = self.rect.left + px(14), self.rect.width - px(28)
        rect = draw_text(canvas, (left, top), self.title, "strong", TEXT, anchor="midleft", width=room // 2)
        pos = (rect.right + px(16), top)
        width = room - rect.width - px(16)
        if self.notice is None:
            draw_text(canvas, pos, self.hint, "body", TEXT_SOFT, anchor="midleft", width=width)
            return
        line = f"No: {_said(self.notice)}"
        draw_text(canvas, pos, line, "strong", mix(DANGER, WARN, 0.3), anchor="midleft", width=width)

    def draw(self, canvas: pygame.Surface) -> None:
        """Buttons with the keys that press them."""
        was = self.dirty
        super().draw(canvas)
        if not was:
            return
        for offer in self._offers:
            rect = self.group[offer.name].rect
            key = self.keymap.shown(offer.command) if offer.command else ""
            if key and rect.width > measure(offer.label, "button")[0] + px(20):
                draw_text(canvas, (rect.right - px(6), rect.top + px(4)), key, "tiny", TEXT_SOFT, anchor="topright")


def _rows(widths: list[int], room: int, gap: int) -> list[list[int]]:
    """The buttons of each row, as many in a row as fit."""
    rows: list[list[int]] = [[]]
    used = 0
    for index, width in enumerate(widths):
        if rows[-1] and used + width > room:
            rows.append([])
            used = 0
        rows[-1].append(index)
        used += width + gap
    return rows


def _narrowed(offers: list[Offer], widths: list[int], room: int) -> list[int]:
    """Widths that share a room, none so narrow that its label could not be told."""
    least = [measure(f"{offer.label[:READABLE]}…", "button")[0] + px(18) for offer in offers]
    total = sum(widths)
    return [min(width, max(low, width * room // total)) for low, width in zip(least, widths, strict=True)]


def _said(refusal: Refusal) -> str:
    return f"{refusal.reason}  ({refusal.cited})" if refusal.cited else refusal.reason
