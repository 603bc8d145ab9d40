"""The input policy: which key and button presses count, which keys repeat, and what scrolling does.

A press counts only if the player could see the question that it answers. When the question changes (player, decision,
screen, dialog, curtain, list), keys that are down are ignored until they are released. Presses that were queued before
the new question was on the screen are ignored too. Keys that answer wait a moment longer, until a person can have read
the prompt. So do clicks on a page or dialog that has come by itself, and on every question but the next order of the
same player. The window says so if a press came too soon.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.ui.kit.keyboard import MODIFIERS
from jovian.ui.settings import PAN, ZOOM

REPEATED = frozenset({
    "pan left", "pan right", "pan up", "pan down", "point left", "point right", "point up", "point down", "zoom in",
    "zoom out", "left", "right",
})  # fmt: skip
"""The commands that a held key repeats."""
EDITING = frozenset({
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE, pygame.K_DELETE,
})  # fmt: skip
"""The keys that repeat in a text field; the system itself repeats letters."""
REPEAT_DELAY, REPEAT_INTERVAL = 0.28, 0.06
"""Seconds before a held key repeats for the first time, and between repeats."""
GESTURE_SECONDS = 0.5
"""Seconds without scrolling after which another device may be in use."""
GUARD_SECONDS, OTHER_SIDE_GUARD_SECONDS = 0.25, 0.4
"""Seconds for which a new prompt is on the screen before keys answer it, longer if another side must answer."""
PRESSES = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN)
"""Events that can answer a question."""


class InputGate:
    """Decides which presses reach the screen."""

    def __init__(
        self, may_repeat: Callable[[pygame.event.Event], bool], is_answer: Callable[[pygame.event.Event], bool]
    ) -> None:
        self._may_repeat, self._is_answer = may_repeat, is_answer
        self._keys_down: dict[int, pygame.event.Event] = {}
        """The press of each key that is down, without modifiers."""
        self._ignored: set[int] = set()
        """Keys that are ignored until they are released."""
        self._last_key: int | None = None
        """The key pressed last, which is the one that repeats."""
        self._seconds_to_repeat = REPEAT_DELAY
        self._held_buttons: set[int] = set()
        self._is_question_unseen = False
        """Whether there is a question that isn't on the screen yet."""
        self._guard_seconds = 0.0
        """Seconds until keys answer the prompt on the screen."""
        self._guards_clicks = False
        """Whether clicks wait as long."""
        self._is_early = False
        """Whether a key or a click that answers came too soon."""

    @property
    def is_guarding(self) -> bool:
        """Whether keys don't answer the prompt yet."""
        return self._guard_seconds > 0

    @property
    def is_guarding_clicks(self) -> bool:
        """Whether clicks don't answer the prompt yet."""
        return self._guards_clicks and self.is_guarding

    def guard(self, seconds: float, *, clicks: bool) -> None:
        """Note that there is a new prompt, which keys answer only after it was on the screen for some seconds.

        `clicks`: clicks wait as long, because the player didn't open the page.
        """
        self._guard_seconds, self._guards_clicks = seconds, clicks

    def take_early(self) -> bool:
        """Return once whether a key or a click that answers came too soon."""
        was_early, self._is_early = self._is_early, False
        return was_early

    def wait(self, dt: float) -> None:
        """Advance by that many seconds in which the current question was on the screen."""
        if not self._is_question_unseen:
            self._guard_seconds = max(0.0, self._guard_seconds - dt)

    def show(self) -> None:
        """Note that the current question is on the screen."""
        self._is_question_unseen = False

    def change(self) -> bool:
        """Note that the question has changed. Return whether a mouse button is held."""
        self._ignored.update(self._keys_down)
        self._is_question_unseen = True
        return bool(self._held_buttons)

    def admits(self, event: pygame.event.Event) -> bool:
        """Return whether an event counts, and note which keys are down."""
        if event.type == pygame.WINDOWFOCUSLOST:
            self._keys_down.clear()
            self._ignored.clear()
        elif event.type == pygame.KEYUP:
            self._keys_down.pop(_key_id(event), None)
            self._ignored.discard(_key_id(event))
        elif event.type == pygame.KEYDOWN and event.key not in MODIFIERS:
            return self._admits_key(event)
        elif event.type == pygame.TEXTINPUT:
            return not self._is_question_unseen and self._last_key not in self._ignored
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._held_buttons.add(event.button)
            is_early = event.button == pygame.BUTTON_LEFT and self.is_guarding_clicks  # Others also move the view.
            self._is_early = self._is_early or is_early
            return not self._is_question_unseen and not is_early
        elif event.type == pygame.MOUSEBUTTONUP:
            self._held_buttons.discard(event.button)
        return True

    def _admits_key(self, event: pygame.event.Event) -> bool:
        key = _key_id(event)
        is_repeat = key in self._keys_down
        self._keys_down[key] = event
        if not is_repeat:
            self._last_key, self._seconds_to_repeat = key, REPEAT_DELAY
        if self._is_question_unseen or (self.is_guarding and self._is_answer(event)):
            self._is_early = self._is_early or (not is_repeat and self._is_answer(event))
            self._ignored.add(key)
        return key not in self._ignored and (not is_repeat or self._may_repeat(event))

    @property
    def repeating(self) -> pygame.event.Event | None:
        """The press that repeats while its key is held, None if there is none."""
        event = (
            self._keys_down.get(self._last_key)
            if self._last_key is not None and self._last_key not in self._ignored
            else None
        )
        return event if event is not None and self._may_repeat(event) else None

    def repeat(self, dt: float) -> pygame.event.Event | None:
        """Advance by that many seconds. Return the press of a held key if it is due again."""
        event = self.repeating
        self._seconds_to_repeat -= dt if event is not None else 0.0
        if event is None or self._seconds_to_repeat > 0:
            return None
        self._seconds_to_repeat = max(0.0, self._seconds_to_repeat + REPEAT_INTERVAL)
        return event


class ScrollPolicy:
    """Decides whether scrolling pans or zooms the table.

    Systems don't tell a trackpad from a mouse wheel. A trackpad scrolls by fractions or in both directions at once, a
    wheel by whole steps. If this is wrong (a trackpad under X11, a wheel with fine steps), the player changes the
    setting.
    """

    def __init__(self) -> None:
        self._trackpad_seconds = 0.0
        """Seconds for which the trackpad counts as in use."""

    def wait(self, dt: float) -> None:
        """Advance by that many seconds."""
        self._trackpad_seconds = max(0.0, self._trackpad_seconds - dt)

    def pans(self, event: pygame.event.Event, setting: str, ctrl: bool) -> bool:
        """Return whether a MOUSEWHEEL event pans; with Ctrl it always zooms."""
        x, y = getattr(event, "precise_x", float(event.x)), getattr(event, "precise_y", float(event.y))
        if getattr(event, "touch", False) or x % 1 or y % 1 or (x and y) or self._trackpad_seconds > 0:
            self._trackpad_seconds = GESTURE_SECONDS
        if ctrl or setting == ZOOM:
            return False
        return setting == PAN or self._trackpad_seconds > 0 or bool(x and not y)


def _key_id(event: pygame.event.Event) -> int:
    """Return an id of the key that stays the same from press to release, even if the keyboard layout changes."""
    return getattr(event, "scancode", 0) or int(event.key)
