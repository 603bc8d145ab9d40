"""The input policy: which key and button presses count, which keys repeat, and what scrolling and fingers do.

A press counts only if the player could see the question that it answers. When the question changes (player, decision,
screen, dialog, curtain, list), keys that are down are ignored until they are released. Presses that were queued before
the new question was on the screen are ignored too. Keys that answer wait a moment longer, until a person can have read
the prompt. So do clicks on a page or dialog that has come by itself, and on every question but the next order of the
same player. The window says so if a press came too soon.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from enum import Enum

import pygame

from jovian.ui.kit.keyboard import MODIFIERS
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import NOTCH
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
PRESSES = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN)
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
        self._is_touch_unseen = self._is_touch_early = False
        """Whether the last finger landed before its question was on the screen, or while clicks still waited."""
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
        self._is_question_unseen = self._is_touch_unseen = True
        return self.is_holding

    @property
    def is_holding(self) -> bool:
        """Whether a mouse button is held."""
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
        elif event.type == pygame.FINGERDOWN:
            self._is_touch_unseen, self._is_touch_early = self._is_question_unseen, self.is_guarding_clicks
        elif event.type == pygame.MOUSEBUTTONDOWN:
            self._held_buttons.add(event.button)
            is_left, by_finger = event.button == pygame.BUTTON_LEFT, getattr(event, "by_finger", False)
            is_early = is_left and (self.is_guarding_clicks or (by_finger and self._is_touch_early))
            self._is_early = self._is_early or is_early  # Other buttons also move the view.
            is_unseen = self._is_question_unseen or (is_left and by_finger and self._is_touch_unseen)
            return not is_unseen and not is_early
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


# --- Fingers ---

Pixel = tuple[int, int]
HOLD_SECONDS, SLOP = 0.5, 12
"""Seconds after which a finger that is held still only points, and the unscaled pixels that it may move until then."""
SCROLLED_LINE = 26
"""The unscaled pixels that count as one line, for what scrolls by lines."""
PINCH_ZOOM, MIN_PINCH = 5.0, 0.002
"""The zoom per unit of a pinch on a trackpad, and the smallest pinch that counts."""
TRACKPAD = -1
"""SDL's number for a trackpad, whose fingers aren't on the screen."""
NOWHERE_POINTED = (-1, -1)
"""Where the pointer is while nothing is pointed at."""
_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_BUTTONS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Gesture(Enum):
    """What the fingers on the screen do."""

    NONE = "none"
    LANDED = "landed"
    """A finger has just landed. It clicks if it is lifted soon."""
    POINTING = "pointing"
    MOVING = "moving"
    """They drag or pan with a held button, or scroll."""


class FingerInput:
    """Turns events of fingers on a touch screen into those of a mouse, so that no screen knows fingers.

    A tap is a left click. A finger that is held still points, and the pointer stays when it is lifted. A finger that
    moves drags, pans, or scrolls, as the place says where it has landed. Further fingers end what the first one does,
    then all pan and zoom together.
    """

    def __init__(self, drag_button: Callable[[Pixel], int], keeps_pointer: Callable[[Pixel], bool]) -> None:
        """Create it with functions of a place.

        `drag_button` returns the button that drags something there, 0 if none does and a drag scrolls. `keeps_pointer`
        returns whether the pointer stays there after a tap.
        """
        self._drag_button, self._keeps_pointer = drag_button, keeps_pointer
        self._places: dict[tuple[int, int], Pixel] = {}
        """Where each finger is, by device and finger."""
        self._gesture = Gesture.NONE
        self._seconds = 0.0
        """How long the first finger has been on the screen."""
        self._held = 0
        """The button that moving fingers hold, 0 if they scroll."""
        self._start = self._at = NOWHERE_POINTED
        """Where the first finger has landed, and the middle of all fingers."""
        self._span = 0.0
        """How far the fingers are from their middle."""
        self._rest = 0.0
        """The pixels scrolled since the last whole line."""

    @property
    def is_waiting(self) -> bool:
        """Whether a finger will only point if it is held longer."""
        return self._gesture is Gesture.LANDED

    def wait(self, dt: float) -> None:
        """Advance by that many seconds."""
        self._seconds += dt
        if self.is_waiting and self._seconds >= HOLD_SECONDS:
            self._gesture = Gesture.POINTING

    def forget(self) -> None:
        """Forget all fingers, and the button that they hold."""
        self._places.clear()
        self._gesture, self._held = Gesture.NONE, 0

    def translate(self, events: Iterable[pygame.event.Event], size: Pixel) -> Iterator[pygame.event.Event]:
        """Yield events on a screen of that size, with events of the mouse instead of those of fingers.

        Fingers that move at the same time move together. The landing of a finger is also yielded, because it may come
        too soon, and it ends what is held. Events of the mouse and pinches that SDL makes of fingers are left out.
        """
        for event in events:
            if event.type in _FINGERS:
                if event.touch_id != TRACKPAD:
                    yield from self._take(event, size)
            elif event.type == pygame.MULTIGESTURE:
                if not self._places:
                    pinch = event.pinched if abs(event.pinched) >= MIN_PINCH else 0.0
                    yield _zoom(max(0.5, 1 + PINCH_ZOOM * pinch))
            elif event.type not in _BUTTONS or not getattr(event, "touch", False):
                yield from self._follow()
                yield event
                if event.type == pygame.WINDOWFOCUSLOST:
                    yield from self._release()
                    self.forget()
        yield from self._follow()

    def _take(self, event: pygame.event.Event, size: Pixel) -> Iterator[pygame.event.Event]:
        finger = (event.touch_id, event.finger_id)
        place = _pixel(event.x, size[0]), _pixel(event.y, size[1])
        if event.type == pygame.FINGERDOWN:
            yield from self._follow()
            self._places[finger] = place
            yield event
            yield from self._land()
        elif finger in self._places and event.type == pygame.FINGERMOTION:
            self._places[finger] = place
        elif finger in self._places:
            yield from self._follow()
            del self._places[finger]
            yield from self._lift()

    def _land(self) -> Iterator[pygame.event.Event]:
        """Point with the first finger. With further ones, begin to pan and zoom."""
        if len(self._places) > 1:
            yield from self._regrip()
            return
        yield from self._release()
        self._grip()
        self._gesture, self._seconds, self._start = Gesture.LANDED, 0.0, self._at
        yield self._motion()

    def _lift(self) -> Iterator[pygame.event.Event]:
        """Click, or end what the fingers do. If some remain, they pan on."""
        if self._places:
            yield from self._regrip()
            return
        gesture, is_view = self._gesture, self._gesture is Gesture.MOVING and self._held != pygame.BUTTON_LEFT
        stays = gesture is Gesture.POINTING or (not is_view and self._keeps_pointer(self._start))
        self._gesture = Gesture.NONE
        if gesture is Gesture.LANDED:
            self._at = self._start
            yield from self._press(pygame.BUTTON_LEFT)
        yield from self._release()
        if not stays:
            self._at = NOWHERE_POINTED
            yield self._motion()

    def _regrip(self) -> Iterator[pygame.event.Event]:
        """Begin to pan, or to scroll where nothing can be dragged, from the new middle of the fingers."""
        yield from self._release()
        self._grip()
        self._gesture = Gesture.MOVING
        yield self._motion()
        if self._drag_button(self._at):
            yield from self._press(pygame.BUTTON_MIDDLE)

    def _follow(self) -> Iterator[pygame.event.Event]:
        """Yield what the fingers have done since the last time."""
        before, span = self._at, self._span
        if not self._places or not self._grip():
            return
        if self._gesture is Gesture.LANDED:
            if math.dist(self._start, self._at) < px(SLOP):
                return
            self._gesture, before, (self._at, end) = Gesture.MOVING, self._start, (self._start, self._at)
            if button := self._drag_button(self._start):
                yield from self._press(button)
            self._at = end
        if self._gesture is Gesture.MOVING and not self._held:
            yield self._wheel(self._at[0] - before[0], self._at[1] - before[1])
            return
        yield self._motion(before)
        if self._held == pygame.BUTTON_MIDDLE and span and self._span:
            yield _zoom(self._span / span)

    def _grip(self) -> bool:
        """Measure where the fingers are. Return whether that has changed."""
        old, places = (self._at, self._span), list(self._places.values())
        middle = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
        self._at = round(middle[0]), round(middle[1])
        self._span = sum(math.dist(middle, place) for place in places)
        return old != (self._at, self._span)

    # --- Events ---
    def _press(self, button: int) -> Iterator[pygame.event.Event]:
        self._held = button
        yield pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self._at, button=button, by_finger=True)

    def _release(self) -> Iterator[pygame.event.Event]:
        held, self._held = self._held, 0
        if held:
            yield pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self._at, button=held, by_finger=True)

    def _motion(self, before: Pixel | None = None) -> pygame.event.Event:
        """Return the motion of the pointer, with the held button if there is a place before."""
        x, y = before or self._at
        buttons = tuple(int(before is not None and self._held == button) for button in (1, 2, 3))
        rel = self._at[0] - x, self._at[1] - y
        return pygame.event.Event(pygame.MOUSEMOTION, pos=self._at, rel=rel, buttons=buttons, by_finger=True)

    def _wheel(self, dx: int, dy: int) -> pygame.event.Event:
        """Return the event of a wheel that scrolls by that many pixels."""
        self._rest += dy
        lines = int(self._rest / px(SCROLLED_LINE))
        self._rest -= lines * px(SCROLLED_LINE)
        across, down = dx / px(NOTCH), dy / px(NOTCH)
        return pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=lines, precise_x=across, precise_y=down)


def _zoom(factor: float) -> pygame.event.Event:
    """Return a pinch that zooms by a factor."""
    return pygame.event.Event(pygame.MULTIGESTURE, zoom=factor)


def _pixel(share: float, length: int) -> int:
    return min(length - 1, max(0, int(share * length)))
