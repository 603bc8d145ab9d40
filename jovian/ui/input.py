"""The policy for input: which key and button presses count, which keys repeat, and what scrolling does.

A press counts only if the player could see what it answers. As soon as the question changes (player, decision, screen,
dialog, curtain, list), every key that is down is ignored until it is released, and so is each press that was queued
before the new question was on the screen.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.ui.files.settings import PAN, ZOOM
from jovian.ui.kit.keyboard import MODIFIERS

REPEATED = frozenset({"pan left", "pan right", "pan up", "pan down", "zoom in", "zoom out", "left", "right"})
"""The commands that a held key repeats."""
EDITING = frozenset({
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE, pygame.K_DELETE,
})  # fmt: skip
"""The keys that repeat in a text field; the system itself repeats letters."""
DELAY, INTERVAL = 0.28, 0.06
"""Seconds before a held key repeats for the first time, and between repeats."""
GESTURE = 0.5
"""Seconds without scrolling after which another device may be in use."""
PRESSES = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN)
"""Events that can answer a question."""


class InputGate:
    """Decide which presses reach the screen."""

    def __init__(self, may_repeat: Callable[[pygame.event.Event], bool]) -> None:
        self._may_repeat = may_repeat
        self._down: dict[int, pygame.event.Event] = {}
        """The press of each key that is down, without modifiers."""
        self._ignored: set[int] = set()
        """Keys that are ignored until they are released."""
        self._last: int | None = None
        """The key that was pressed last: the one that repeats."""
        self._wait = DELAY
        self._buttons: set[int] = set()
        """Buttons of the mouse that are held."""
        self._unseen = False
        """Is there a question that is not on the screen yet?"""

    def show(self) -> None:
        """Note that what is asked now is on the screen."""
        self._unseen = False

    def change(self) -> bool:
        """Note that another question is asked from now on; return whether a button of the mouse is held."""
        self._ignored.update(self._down)
        self._unseen = True
        return bool(self._buttons)

    def admits(self, event: pygame.event.Event) -> bool:
        """Return whether an event counts, and note which keys are down."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._down.clear()
            self._ignored.clear()
        elif event.type == pygame.KEYUP:
            self._down.pop(_key_id(event), None)
            self._ignored.discard(_key_id(event))
        elif event.type == pygame.KEYDOWN and event.key not in MODIFIERS:
            return self._admits_key(event)
        elif event.type == pygame.TEXTINPUT:
            return not self._unseen and self._last not in self._ignored
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._buttons.add(event.button)
            return not self._unseen
        elif event.type == pygame.MOUSEBUTTONUP:
            self._buttons.discard(event.button)
        return True

    def _admits_key(self, event: pygame.event.Event) -> bool:
        key = _key_id(event)
        again = key in self._down
        self._down[key] = event
        if not again:
            self._last, self._wait = key, DELAY
        if self._unseen:
            self._ignored.add(key)
        return key not in self._ignored and (not again or self._may_repeat(event))

    @property
    def repeating(self) -> pygame.event.Event | None:
        """The press that repeats while its key is held, None if there is none."""
        event = self._down.get(self._last) if self._last is not None and self._last not in self._ignored else None
        return event if event is not None and self._may_repeat(event) else None

    def repeat(self, dt: float) -> pygame.event.Event | None:
        """Let time pass; return the press of a held key if it is due again."""
        event = self.repeating
        self._wait -= dt if event is not None else 0.0
        if event is None or self._wait > 0:
            return None
        self._wait = max(0.0, self._wait + INTERVAL)
        return event


class ScrollPolicy:
    """Decide whether scrolling pans or zooms the table.

    Systems don't tell a trackpad from a mouse wheel. A trackpad scrolls by fractions or in both directions at once, a
    wheel by whole steps. Where this is not so (a trackpad under X11, a wheel with fine steps), the player sets it.
    """

    def __init__(self) -> None:
        self._left = 0.0
        """Seconds for which the trackpad is still taken to be in use."""

    def wait(self, dt: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - dt)

    def pans(self, event: pygame.event.Event, setting: str, ctrl: bool) -> bool:
        """Return whether a MOUSEWHEEL event pans; with Ctrl it always zooms."""
        x, y = getattr(event, "precise_x", float(event.x)), getattr(event, "precise_y", float(event.y))
        if getattr(event, "touch", False) or x % 1 or y % 1 or (x and y) or self._left > 0:
            self._left = GESTURE
        if ctrl or setting == ZOOM:
            return False
        return setting == PAN or self._left > 0 or bool(x and not y)


def _key_id(event: pygame.event.Event) -> int:
    """Return what stays the same from press to release, whatever layout is chosen meanwhile."""
    return getattr(event, "scancode", 0) or int(event.key)
