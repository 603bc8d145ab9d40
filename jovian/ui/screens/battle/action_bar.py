"""The bar at the bottom: what is asked, how to answer it, the buttons, and why the last click was refused."""

from __future__ import annotations

import pygame

from jovian.game import Refusal
from jovian.ui.keys import Keymap
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import DANGER, TEXT, TEXT_SOFT, WARN, mix, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.screens.battle.controller import Offer
from jovian.ui.screens.battle.panel import Panel


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
        """What to offer."""
        if offers != self._offers:
            self._offers = offers
            self._place()
        self.title, self.hint, self.notice = title, hint, notice
        self.offer((title, hint, tuple(offers), notice))

    def _place(self) -> None:
        """Buttons from the left, the last at the right end; without keys, then narrower, where they would not fit."""
        offers = self._offers
        room, gap = self.rect.width - px(20), px(8)
        widths = [max(px(84), self._width(offer)) for offer in offers]
        spare = room - sum(widths) - gap * (len(widths) - 1)
        if spare < 0:
            widths = [measure(offer.label, "button")[0] + px(16) for offer in offers]
            spare = room - sum(widths) - gap * (len(widths) - 1)
        if spare < 0 and widths:
            widths = [max(px(40), width * (room - gap * len(widths)) // sum(widths)) for width in widths]
        old = {widget.name: widget for widget in self.group.widgets}
        made: list[Widget] = []
        left, high = self.rect.left + px(10), px(38)
        for index, (offer, width) in enumerate(zip(offers, widths, strict=True)):
            if index == len(offers) - 1 and len(offers) > 2 and offer.name == "end":
                left = self.rect.right - px(10) - width
            rect = pygame.Rect(left, self.rect.bottom - high - px(8), width, high)
            made.append(self._button(offer, rect, old.get(offer.name)))
            left += width + gap
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


def _said(refusal: Refusal) -> str:
    return f"{refusal.reason}  ({refusal.place})" if refusal.place else refusal.reason
