"""The main buttons at the end of the right column. Each place has the same rectangle in all states."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.panels.panel import MAIN, ButtonPlace, CanvasPanel, Press, place_presses, press_button, renew_presses
from jovian.ui.session.keymap import Keymap

HEIGHT = 58
"""The height of the row."""
PAD, GAP = 8, 6
SHARES = {ButtonPlace.LIT: 42, ButtonPlace.SECOND: 26, ButtonPlace.LEAVE: 32}
"""The width of each place in percent."""
NONE = {ButtonPlace.LIT: ("nothing", "Choose on the table"), ButtonPlace.LEAVE: ("no end", "End")}
"""The name and the label of the flat button of a place without a press."""
WHY = {ButtonPlace.LIT: "No answer is suggested now.", ButtonPlace.LEAVE: "There is nothing to end now."}
"""Why that button is disabled."""


class MainButtons(CanvasPanel):
    """The suggested answer at the left, the one that ends or declines at the right, and another one between them."""

    is_urgent = True

    def __init__(self, keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self.presses: Sequence[Press] = ()
        """All presses of the controller. Those without a main button have a button elsewhere."""
        self._main: list[Press] = []
        self._is_asked = True

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self._place()

    def show(self, presses: Sequence[Press], *, is_asked: bool = True) -> None:
        """Show the presses that have a main button. Without a question, other places are empty."""
        self.presses, places = presses, place_presses(presses)
        main = [press for place in MAIN for press in places[place]]
        if (main, is_asked) != (self._main, self._is_asked):
            self._main, self._is_asked = main, is_asked
            self._place()
        else:
            renew_presses(self.group.widgets, main)

    def place_of(self, place: ButtonPlace) -> pygame.Rect:
        """Return the rectangle of a place."""
        inner = self.rect.inflate(-2 * px(PAD), -2 * px(PAD))
        before = sum(SHARES[other] for other in MAIN[: MAIN.index(place)])
        left = inner.left + inner.width * before // 100 + (px(GAP) if before else 0)
        right = inner.left + inner.width * (before + SHARES[place]) // 100
        return pygame.Rect(left, inner.top, right - left, inner.height)

    def _place(self) -> None:
        places, buttons = place_presses(self._main), list[Widget]()
        for place in MAIN if self.rect.width else ():
            rect = self.place_of(place)
            if places[place]:
                press = places[place][0]
                button = press_button(press, rect)
                button.cap = self._keymap.key_label(press.command) if press.command else ""
                buttons.append(button)
            elif place in NONE and self._is_asked:
                name, label = NONE[place]
                flat = Button(name, rect, label)
                flat.set_enabled(False, WHY[place])
                buttons.append(flat)
        self.group.renew(buttons)
        self.stale = True
