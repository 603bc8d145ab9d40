"""What every widget is: a rectangle with a name that may be hovered, pressed, focused or off."""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

WRITING = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING)
"""Events of which text is made."""


class Action(NamedTuple):
    """What the player did with a widget."""

    name: str
    """The widget's name."""
    value: Any = None
    """What was chosen: a tab, a number, a row, a text."""


class Widget:
    """The base of all widgets; alone it is an empty area."""

    types = False
    """Whether keys are text, and no commands, while it has the focus."""
    pressed_by_keys = False
    """Whether Return and Space are its own while it has the focus."""

    def __init__(self, name: str, rect: pygame.Rect) -> None:
        self.name = name
        self.rect = pygame.Rect(rect)
        self.visible = True
        self.enabled = True
        self.reason = ""
        """Why it is off: shown by a tooltip."""
        self.hint = ""
        """What it does: shown by a tooltip."""
        self.hovered = False
        self.pressed = False
        self.focused = False
        self.dirty = True
        """Whether its look changed since it was drawn last."""

    @property
    def focusable(self) -> bool:
        """Whether Tab may stop here."""
        return self.enabled and self.visible

    @property
    def engaged(self) -> bool:
        """Whether keys are its own alone just now: an input method is at work in it, or its list lies over the rest."""
        return self.spread

    @property
    def spread(self) -> bool:
        """Whether it lies over the others and takes every event."""
        return False

    @property
    def caret(self) -> pygame.Rect | None:
        """Where it writes, None where nothing is being written."""
        return None

    def owns(self, event: pygame.event.Event) -> bool:
        """Whether nobody else may take an event while it has the focus."""
        return event.type in WRITING if self.types else self.pressed_by_keys and activates(event)

    def follow(self, old: Widget) -> None:
        """Take over from the widget of the same name that stood here before the page was laid out anew."""
        self.focused = old.focused
        self.hovered = old.hovered and old.rect == self.rect

    def touch(self) -> None:
        """Ask to be drawn again."""
        self.dirty = True

    def set_enabled(self, enabled: bool, reason: str = "") -> None:
        """Switch it on, or off with the reason why: a widget that is on shows none."""
        reason = "" if enabled else reason
        if (enabled, reason) != (self.enabled, self.reason):
            self.enabled, self.reason = enabled, reason
            self.pressed = False
            self.touch()

    def track(self, event: pygame.event.Event) -> bool:
        """Follow hovering and pressing with the left button; True when it was clicked."""
        if event.type == pygame.MOUSEMOTION:
            self._set("hovered", self.rect.collidepoint(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._set("pressed", self.enabled and self.rect.collidepoint(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            clicked = self.pressed and self.enabled and self.rect.collidepoint(event.pos)
            self._set("pressed", False)
            return clicked
        return False

    def let_go(self) -> None:
        """Forget that a button of the mouse is held on it: the release does nothing."""
        self._set("pressed", False)

    def _set(self, attribute: str, value: bool) -> None:
        if getattr(self, attribute) != value:
            setattr(self, attribute, value)
            self.touch()

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Take an event; what the player did, if anything."""
        self.track(event)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widget as it is now."""
        self.dirty = False


def activates(event: pygame.event.Event) -> bool:
    """Is it a key that presses whatever has the focus?"""
    return bool(event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))
