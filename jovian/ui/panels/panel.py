"""The base of all panels, and the buttons that controllers offer in the action bar.

A panel is a part of the screen. It draws on the shared canvas only if its content has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import Answer, Refusal
from jovian.ui.kit.fonts import WRITTEN, NotedTexts
from jovian.ui.kit.theme import EDGE, PANEL, mix_colors
from jovian.ui.kit.widgets import Group, Signal

# --- Panel ---

GROUND = mix_colors(PANEL, (0, 0, 0), 0.35)
"""The background color of a panel."""


class Panel:
    """Base of the battle's panels."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = Group()
        self._shown: Any = None
        self.stale = True
        """Whether the panel must be redrawn."""
        self._noted = NotedTexts()

    def layout(self, rect: pygame.Rect) -> None:
        """Place the panel in a part of the screen."""
        if rect != self.rect:
            self.rect = rect
            self.forget_picture()
        self.stale = True

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Pass an event to the widgets and return their action, if any."""
        return self.group.handle(event)

    def offer(self, content: Any) -> None:
        """Take everything that the panel shows as one value. If the value is new, redraw the panel."""
        if content != self._shown:
            self._shown, self.stale = content, True

    @property
    def dirty(self) -> bool:
        """Whether the panel must be redrawn."""
        return self.stale or self.group.dirty

    def forget_picture(self) -> None:
        """Forget what the panel has drawn, because that is gone or out of place."""
        self._noted, self.stale = NotedTexts(), True

    def keep_picture(self) -> None:
        """Leave the panel as it was drawn on the canvas."""
        WRITTEN.extend(self._noted)

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw the panel on the canvas if it is dirty."""
        if not self.dirty:
            self.keep_picture()
            return
        clip = canvas.get_clip()
        canvas.set_clip(self.rect)
        canvas.fill(GROUND, self.rect)
        with WRITTEN.apart() as self._noted:
            self.paint(canvas)
            self.group.draw(canvas)
        WRITTEN.extend(self._noted)
        canvas.set_clip(clip)
        self.stale = False

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw everything except the widgets, on a background that is already filled."""
        pygame.draw.rect(canvas, EDGE, self.rect, 1)


# --- Action button ---

END, DECLINE = "end", "decline"
"""The names of the buttons at the lower right: the one that ends the activation, and the one that declines."""


@frozen
class ActionButton:
    """A button of the action bar, offered by the controller of a decision."""

    name: str
    """The unique name of the button within the bar."""
    label: str
    kind: str = "plain"
    command: str = ""
    """The command of the keymap that presses it."""
    refusal: Refusal | None = None
    """Why the button is disabled, or None if it is enabled."""
    hint: str = ""
    lit: bool = False
    verb: str = ""
    """The action of the button, if several buttons apply one action to different objects."""
    about: str = ""
    """The object of the action, for such a button."""
    answer: Answer | None = None
    """The answer that the button gives, or None."""

    @classmethod
    def to(cls, verb: str, about: str, label: str, **more: Any) -> ActionButton:
        """Create one of several buttons that apply an action to different objects."""
        return cls(f"{verb}:{about}", label, verb=verb, about=about, **more)


def find_button(offers: Iterable[ActionButton], name: str) -> ActionButton | None:
    """Return the button with a name, or None."""
    return next((offer for offer in offers if offer.name == name), None)
