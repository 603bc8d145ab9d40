"""Widgets, from buttons to dialogs, and the group that passes events to them.

Each widget has `handle(event) -> Signal | None` and `draw(surface)`. Widgets read `event.pos`, never the mouse itself,
so that posted events work like real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pygame

from jovian.cards.page_texts import CITATION
from jovian.frozen import frozen
from jovian.ui.kit.draw import (
    blit_premultiplied,
    draw_box,
    draw_focus_glow,
    draw_focus_ring,
    draw_key_cap,
    key_cap_width,
    supersampled,
)
from jovian.ui.kit.fonts import SMALLER, WRITTEN, cites_rule, draw_text, draw_wrapped, line_height, text_size, wrap
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.sound import PRESS_NOTE
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    BUTTON,
    DANGER,
    DANGER_DEEP,
    EDGE,
    EDGE_HIGH,
    PANEL,
    PANEL_HIGH,
    PANEL_HOVER,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    Color,
    mix_colors,
    px,
)

# --- Base ---

ROW = 34
"""The best height of a widget in a form, unscaled."""
NOTCH = 48
"""The unscaled pixels that one notch of the wheel scrolls."""
WRITING = (pygame.KEYDOWN, pygame.TEXTINPUT, pygame.TEXTEDITING)
"""Events that write text."""


@frozen
class Signal:
    """What a widget says when the player has used it."""

    name: str
    """The name of the widget."""
    value: Any = None
    """The chosen value: a tab, a number, a row, or a text."""


class Extent(NamedTuple):
    """A width or a height in pixels on the screen."""

    least: int
    best: int
    """The size if there is enough space."""


NOTHING = Extent(0, 0)
OnUse = Callable[[Any], object]
"""The function that gets the value of a signal."""


class Widget:
    """The base of all widgets: a named rectangle that can be hovered, pressed, focused, or disabled."""

    types = False
    """Whether keys write text while the widget has the focus."""
    pressed_by_keys = False
    """Whether Return and Space press the widget while it has the focus."""
    is_audible = True
    """Whether an action of the widget is heard."""

    def __init__(self, name: str, rect: pygame.Rect) -> None:
        self.name = name
        self.rect = pygame.Rect(rect)
        self.on_use: OnUse | None = None
        """What the widget does with the value of its signal, None if its panel does it."""
        self.visible = True
        self.enabled = True
        self.reason = ""
        """The tooltip that says why the widget is disabled."""
        self.hint = ""
        """The tooltip that says what the widget does."""
        self.hovered = False
        self.pressed = False
        self.focused = False
        self.dirty = True
        """Whether the widget must be redrawn."""

    @property
    def wanted_width(self) -> Extent:
        """The width at which the widget can be used and read, and its best one."""
        return NOTHING

    @property
    def wanted_height(self) -> Extent:
        """The height at which the widget can be used and read, and its best one."""
        return Extent(line_height("body") + px(6), px(ROW))

    @property
    def focusable(self) -> bool:
        """Whether Tab can focus the widget. A disabled one says why it is disabled."""
        return self.visible and (self.enabled or bool(self.reason))

    @property
    def pointed(self) -> bool:
        """Whether the pointer is on the widget, or the keyboard: it has the focus and takes no text."""
        return self.visible and (self.hovered or (self.focused and not self.types))

    @property
    def engaged(self) -> bool:
        """Whether the widget needs all keys, for an input method or an open list."""
        return self.spread

    @property
    def spread(self) -> bool:
        """Whether the widget has an open list that covers others and takes every event."""
        return False

    @property
    def caret(self) -> pygame.Rect | None:
        """The place of the text cursor, or None."""
        return None

    def owns(self, event: pygame.event.Event) -> bool:
        """Return whether only this widget may handle an event while it has the focus."""
        return event.type in WRITING if self.types else self.pressed_by_keys and activates(event)

    def follow(self, old: Widget) -> None:
        """Take over the state of the widget with the same name before a new layout."""
        is_same_place = old.rect == self.rect
        self.focused = old.focused
        self.hovered, self.pressed = old.hovered and is_same_place, old.pressed and is_same_place

    @property
    def hint_rect(self) -> pygame.Rect:
        """The place that the hint explains."""
        return self.rect

    def touch(self) -> None:
        """Ask to be redrawn."""
        self.dirty = True

    def set_enabled(self, enabled: bool, reason: str = "") -> None:
        """Enable the widget, or disable it with a reason."""
        reason = "" if enabled else reason
        if (enabled, reason) != (self.enabled, self.reason):
            self.enabled, self.reason = enabled, reason
            self.pressed = False
            self.touch()

    def track(self, event: pygame.event.Event) -> bool:
        """Follow hovering and pressing with the left button. Return whether the widget was clicked."""
        if event.type == pygame.MOUSEMOTION:
            self._set("hovered", self.rect.collidepoint(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._set("pressed", self.enabled and self.rect.collidepoint(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            clicked = self.pressed and self.enabled and self.rect.collidepoint(event.pos)
            self._set("pressed", False)
            return clicked
        return False

    def drag_button(self, pos: tuple[int, int]) -> int:
        """Return the mouse button that drags something at a point of the widget, 0 if none does."""
        return 0

    def let_go(self) -> None:
        """Forget that the mouse button is held, so that its release does nothing."""
        self._set("pressed", False)

    def _set(self, attribute: str, value: bool) -> None:
        if getattr(self, attribute) != value:
            setattr(self, attribute, value)
            self.touch()

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle an event, and return what the player did, or None."""
        self.track(event)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the widget."""
        self.dirty = False


def activates(event: pygame.event.Event) -> bool:
    """Return whether an event is a key that presses the focused widget."""
    return bool(event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE))


class HintArea(Widget):
    """A part of a page that only has a tooltip."""

    @property
    def focusable(self) -> bool:
        return False


# --- Button ---


def draw_label(surface: pygame.Surface, rect: pygame.Rect, text: str, role: str, color: Color) -> None:
    """Draw a text in the middle of a rectangle. If it is too wide, draw it in lines, smaller if necessary."""
    if text_size(text, role)[0] <= rect.width:
        draw_text(surface, rect.center, text, role, color, anchor="center")
        return
    for role in (role, *SMALLER.get(role, ())):  # noqa: B020
        lines, height = wrap(text, role, rect.width), text_size(text, role)[1]
        step = height * 5 // 6
        if (len(lines) - 1) * step + height <= rect.height and not any(line.endswith("…") for line in lines):
            break
    else:
        lines = (text,)
    for number, line in enumerate(lines):
        y = rect.centery + (2 * number - len(lines) + 1) * step // 2
        draw_text(surface, (rect.centerx, y), line, role, color, anchor="center", width=rect.width)


_FILLS: dict[str, tuple[Color, Color]] = {
    "plain": (PANEL_HIGH, EDGE_HIGH),
    "primary": (ACCENT_DEEP, ACCENT),
    "danger": (DANGER_DEEP, DANGER),
    "mode": (mix_colors(PANEL_HIGH, ACCENT_DEEP, 0.3), ACCENT),
}
"""The fill and the edge of each kind of button. A plain button whose mode is on is a `mode`."""
CAP_GAP, BUTTON_PAD, CAP_WIDTH = 8, 8, 24
"""Space between the label of a button and its key cap, at both ends, and at least for a cap."""


class Button(Widget):
    """A button, pressed with the mouse, its key, or Return while it has the focus."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, label: str, *, kind: str = "plain", key: int = 0, hint: str = "",
        value: object = None, role: str = "button",
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.label = label
        self.kind = kind
        self.key = key
        """A pygame key code, or 0."""
        self.cap = ""
        """The key cap to show if something else handles the key."""
        self.hint = hint
        self.value = value
        self.role = role
        self.lit = False
        """Whether the button's mode is on. The suggested answer is a primary button instead."""
        self.command = ""
        """The command of the keymap that presses the button, "" for none."""

    @property
    def wanted_width(self) -> Extent:
        width = text_size(self.label, self.role)[0] + 2 * px(BUTTON_PAD)
        cap = px(CAP_GAP) + max(px(CAP_WIDTH), key_cap_width(self.key_label)) if self.key or self.command else 0
        return Extent(width, width + px(BUTTON_PAD) + cap)

    @property
    def key_label(self) -> str:
        """The text of the key cap, "" for none."""
        return KEYBOARD.cap(pygame.key.name(self.key)) if self.key else self.cap

    @property
    def wanted_height(self) -> Extent:
        return Extent(line_height(self.role) + px(6), px(BUTTON))

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Follow the mouse and the keys."""
        if not self.visible:
            return None
        pressed = self.track(event)
        if self.enabled and event.type == pygame.KEYDOWN:
            mods = getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
            pressed = (bool(self.key) and event.key == self.key and not mods) or (self.focused and activates(event))
        return Signal(self.name, self.value) if pressed else None

    def _colors(self) -> tuple[Color, Color, Color]:
        is_mode = self.lit and self.kind == "plain"
        fill, edge = _FILLS["mode" if is_mode else self.kind]
        ink = mix_colors(ACCENT, TEXT, 0.4) if is_mode else TEXT
        if not self.enabled:
            return mix_colors(PANEL, fill, 0.35), EDGE, TEXT_FAINT
        if self.pressed:
            return mix_colors(fill, (0, 0, 0), 0.25), edge, ink
        if self.hovered:
            return mix_colors(fill, edge, 0.28), mix_colors(edge, TEXT, 0.3), (255, 255, 255)
        return fill, edge, ink

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the button with its label and key cap in the middle. The cap is omitted if it doesn't fit."""
        super().draw(surface)
        if not self.visible:
            return
        fill, edge, ink = self._colors()
        rect = self.rect.move(0, 1) if self.pressed else self.rect
        if self.focused:
            draw_focus_glow(surface, rect, ACCENT, px(5), 110)
        top = mix_colors(fill, (255, 255, 255), 0.07) if self.enabled and not self.pressed else fill
        border = ACCENT if self.focused else edge
        draw_box(surface, rect, top, bottom=mix_colors(fill, (0, 0, 0), 0.16), radius=px(6), border=border)
        max_width = rect.width - 2 * px(BUTTON_PAD)
        key = self.key_label
        width = text_size(self.label, self.role)[0]
        cap_width = key_cap_width(key) + px(CAP_GAP) if key else 0
        if not key or width + cap_width > max_width or rect.height < px(24):
            draw_label(surface, rect.inflate(-px(BUTTON_PAD), -px(4)), self.label, self.role, ink)
        else:
            left = rect.centerx - (width + cap_width) // 2
            draw_text(surface, (left, rect.centery), self.label, self.role, ink, anchor="midleft")
            pos = (left + width + px(CAP_GAP), rect.centery)
            draw_key_cap(surface, pos, key, mix_colors(ink, fill, 0.2), fill, anchor="midleft")
        WRITTEN.forget_lines(rect)


# --- Rows of lists ---


def draw_back(surface: pygame.Surface, rect: pygame.Rect, hovered: bool, chosen: bool) -> None:
    """Draw the background of a row."""
    fill = mix_colors(WELL, ACCENT_DEEP, 0.8) if chosen else PANEL_HOVER if hovered else WELL
    draw_box(surface, rect.inflate(-px(4), -px(4)), fill, radius=px(5), border=ACCENT if chosen else fill)


def draw_line(surface: pygame.Surface, rect: pygame.Rect, text: object, hovered: bool, chosen: bool) -> None:
    """Draw a row with one line of text."""
    draw_back(surface, rect, hovered, chosen)
    ink = TEXT if chosen or hovered else TEXT_SOFT
    pos = (rect.left + px(12), rect.centery)
    draw_text(surface, pos, str(text), "body", ink, anchor="midleft", width=rect.width - px(20))


# --- Scroll list ---

DrawRow = Callable[[pygame.Surface, pygame.Rect, Any, bool, bool], None]
"""Draws a row: `(surface, rect, item, hovered, chosen)`."""


class ScrollList(Widget):
    """A list that scrolls and draws only its visible rows. The action's value is the index of the row."""

    def __init__(
        self, name: str, rect: pygame.Rect, draw_row: DrawRow, *, row: int = 0,
        height_of: Callable[[Any], int] | None = None, well: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.draw_row = draw_row
        self.row = row or px(30)
        self.height_of = height_of
        self.well = well
        self.items: Sequence[Any] = ()
        self.chosen = -1
        self.hover_row = -1
        self.offset = 0
        self._tops: list[int] = [0]
        self._grabbed: int | None = None

    @property
    def wanted_height(self) -> Extent:
        return Extent(self.row, max(self.row, self.full))

    @property
    def focusable(self) -> bool:
        return super().focusable and bool(self.items)

    def set_items(self, items: Sequence[Any], *, follow: bool = False) -> None:
        """Set the rows. With `follow`, a list that is scrolled to its end stays there."""
        at_end = self.offset >= self.furthest
        both = min(len(items), len(self.items))
        same = both > 0 and items[both - 1] is self.items[both - 1] and items[0] is self.items[0]
        tops = self._tops[: both + 1] if same else [0]  # Rows were only added or removed at the end.
        for item in items[len(tops) - 1 :]:
            tops.append(tops[-1] + (self.height_of(item) if self.height_of else self.row))
        self._tops, self.items = tops, list(items) if not isinstance(items, tuple) else items
        self.offset = self.furthest if follow and at_end else min(self.offset, self.furthest)
        self.touch()

    def stand_in(self, rect: pygame.Rect) -> None:
        """Move the list to another rectangle. If it is scrolled to its end, it stays there."""
        at_end = self.offset >= self.furthest
        self.rect = pygame.Rect(rect)
        self.offset = self.furthest if at_end else min(self.offset, self.furthest)
        self.touch()

    def follow(self, old: Widget) -> None:
        """Keep the scroll offset of the old list, and what the mouse does in it."""
        super().follow(old)
        if isinstance(old, ScrollList):
            self.offset = min(old.offset, self.furthest) if self.items else old.offset
            if old.rect == self.rect:
                self.hover_row, self._grabbed = old.hover_row, old._grabbed

    @property
    def full(self) -> int:
        """The height of all rows."""
        return self._tops[-1]

    @property
    def furthest(self) -> int:
        """The largest offset."""
        return max(0, self.full - self.rect.height)

    @property
    def thumb(self) -> pygame.Rect:
        """The handle of the scrollbar, empty if all rows are visible."""
        if not self.furthest:
            return pygame.Rect(0, 0, 0, 0)
        height = max(px(24), self.rect.height * self.rect.height // self.full)
        top = self.rect.top + (self.rect.height - height) * self.offset // self.furthest
        return pygame.Rect(self.rect.right - px(10), top, px(8), height)

    def scroll_to(self, index: int) -> None:
        """Scroll a row into view."""
        top, bottom = self._tops[index], self._tops[index + 1]
        if top < self.offset:
            self._scroll(top)
        elif bottom > self.offset + self.rect.height:
            self._scroll(bottom - self.rect.height)

    def _scroll(self, offset: int) -> None:
        offset = min(self.furthest, max(0, offset))
        if offset != self.offset:
            self.offset = offset
            self.touch()

    def row_at(self, pos: tuple[int, int]) -> int:
        """Return the index of the row at a point, or -1."""
        if not self.rect.collidepoint(pos) or (self.furthest and pos[0] >= self.thumb.left):
            return -1
        y = pos[1] - self.rect.top + self.offset
        return self._index(y) if y < self.full else -1

    def _index(self, y: int) -> int:
        low, high = 0, len(self.items)
        while low < high:
            middle = (low + high) // 2
            if self._tops[middle + 1] <= y:
                low = middle + 1
            else:
                high = middle
        return low

    def row_rect(self, index: int) -> pygame.Rect:
        """Return the rectangle of a row, visible or not."""
        top = self.rect.top + self._tops[index] - self.offset
        width = self.rect.width - (px(12) if self.furthest else 0)
        return pygame.Rect(self.rect.left, top, width, self._tops[index + 1] - self._tops[index])

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Scroll by wheel, bar, and keys. Hover and choose rows."""
        if not self.visible or not self.enabled:
            return None
        if event.type == pygame.MOUSEWHEEL:
            if self.hovered:
                self._scroll(self.offset - round(getattr(event, "precise_y", event.y) * px(NOTCH)))
            return None
        if event.type == pygame.KEYDOWN:
            return self._key(event) if self.focused else None
        if self._drag(event):
            return None
        clicked = self.track(event)
        if event.type == pygame.MOUSEMOTION:
            row = self.row_at(event.pos)
            if row != self.hover_row:
                self.hover_row = row
                self.touch()
        row = self.row_at(event.pos) if clicked else -1
        return self._choose(row) if row >= 0 else None

    def drag_button(self, pos: tuple[int, int]) -> int:
        return pygame.BUTTON_LEFT if self.thumb.collidepoint(pos) else 0

    def let_go(self) -> None:
        """Release the scrollbar, too."""
        super().let_go()
        self._grabbed = None

    def _choose(self, row: int) -> Signal:
        self.chosen = row
        self.touch()
        return Signal(self.name, row)

    def _drag(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.thumb.collidepoint(event.pos):
            self._grabbed = event.pos[1] - self.thumb.top
            return True
        if self._grabbed is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            travel = max(1, self.rect.height - self.thumb.height)
            self._scroll((event.pos[1] - self._grabbed - self.rect.top) * self.furthest // travel)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self._grabbed = None
            return True
        return False

    @property
    def moves(self) -> dict[int, int]:
        """How many rows each key moves on."""
        return {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8,
            pygame.K_HOME: -len(self.items), pygame.K_END: len(self.items),
        }  # fmt: skip

    def _key(self, event: pygame.event.Event) -> Signal | None:
        if event.key in self.moves and self.items:
            self.chosen = min(len(self.items) - 1, max(0, self.chosen + self.moves[event.key]))
            self.scroll_to(self.chosen)
            return self._choose(self.chosen)
        return Signal(self.name, self.chosen) if activates(event) and self.chosen >= 0 else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the visible rows, and the scrollbar if there are more."""
        super().draw(surface)
        if not self.visible:
            return
        if self.well:
            draw_box(surface, self.rect.inflate(px(4), px(4)), WELL, radius=px(6), border=EDGE)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        self.draw_rows(surface)
        surface.set_clip(clip)
        if self.furthest:
            color = ACCENT if self._grabbed is not None else mix_colors(EDGE, EDGE_HIGH, 0.7)
            draw_box(surface, self.thumb, color, radius=px(4))

    def draw_rows(self, surface: pygame.Surface) -> None:
        """Draw the visible rows."""
        index = self._index(self.offset) if self.items else 0
        while index < len(self.items) and self._tops[index] < self.offset + self.rect.height:
            hovered, chosen = index == self.hover_row, index == self.chosen
            self.draw_row(surface, self.row_rect(index), self.items[index], hovered, chosen)
            index += 1


# --- Slider ---


class Slider(Widget):
    """A number in a range, set by drag or arrow keys. The action's value is the number, always on a step."""

    is_audible = False

    def __init__(
        self, name: str, rect: pygame.Rect, label: str, low: float, high: float, value: float, *, step: float = 1.0,
        show: Callable[[float], str] = "{:g}".format,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.label = label
        self.low, self.high, self.step = low, high, step
        self.value = value
        self.show = show

    @property
    def wanted_height(self) -> Extent:
        return Extent(line_height("body") + px(16), line_height("body") + px(18))

    def drag_button(self, pos: tuple[int, int]) -> int:
        return pygame.BUTTON_LEFT

    @property
    def track_rect(self) -> pygame.Rect:
        """The track of the knob."""
        return pygame.Rect(self.rect.left + px(8), self.rect.bottom - px(14), self.rect.width - px(16), px(6))

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Follow drags, and arrow keys while the slider has the focus."""
        if not self.visible or not self.enabled:
            return None
        self.track(event)
        if self.pressed and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            track = self.track_rect
            share = (event.pos[0] - track.left) / max(1, track.width)
            return self._move(self.low + share * (self.high - self.low))
        if self.focused and event.type == pygame.KEYDOWN:
            sign = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            return self._move(self.value + sign * self.step) if sign else None
        return None

    def _move(self, wanted: float) -> Signal | None:
        steps = round((wanted - self.low) / self.step)
        value = round(min(self.high, max(self.low, self.low + steps * self.step)), 6)
        if value == self.value:
            return None
        self.value = value
        self.touch()
        return Signal(self.name, value)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the label and the value above the track and the knob."""
        super().draw(surface)
        if not self.visible:
            return
        draw_text(surface, self.rect.topleft, self.label, "body", TEXT_SOFT)
        draw_text(surface, self.rect.topright, self.show(self.value), "strong", TEXT, anchor="topright")
        track = self.track_rect
        share = (self.value - self.low) / (self.high - self.low)
        draw_box(surface, track, WELL, radius=track.height // 2, border=EDGE_HIGH)
        filled = pygame.Rect(track.left, track.top, max(track.height, round(track.width * share)), track.height)
        draw_box(surface, filled, ACCENT_DEEP, radius=track.height // 2)
        side = px(16)
        color = ACCENT if self.focused or self.pressed or self.hovered else TEXT_SOFT

        def disk(big: pygame.Surface, k: int) -> None:
            pygame.draw.circle(big, color, big.get_rect().center, side * k // 2)

        knob = supersampled(("slider", color), (side, side), disk)
        blit_premultiplied(surface, knob, (track.left + track.width * share - side / 2, track.centery - side / 2))


# --- Tabs ---


class Tabs(Widget):
    """A row of labels, one of which is open. The action's value is the label of the tab."""

    def __init__(self, name: str, rect: pygame.Rect, labels: Sequence[str], chosen: int = 0) -> None:
        super().__init__(name, rect)
        self.labels = tuple(labels)
        self.chosen = chosen
        self.hover_tab = -1

    @property
    def wanted_width(self) -> Extent:
        least = sum(text_size(label, "tiny")[0] + px(16) for label in self.labels)
        best = max(text_size(label, "label")[0] for label in self.labels) + px(28)
        return Extent(least, best * len(self.labels))

    def tab_rect(self, index: int) -> pygame.Rect:
        """Return the rectangle of a tab. All are as wide, or if the labels don't fit then, as wide as their labels."""
        gap = px(6)
        widths, space = [text_size(label, "label")[0] + gap + px(8) for label in self.labels], self.rect.width + gap
        weights = widths if max(widths) * len(widths) > space else [1] * len(widths)
        left, right = (space * sum(weights[:end]) // sum(weights) for end in (index, index + 1))
        return pygame.Rect(self.rect.left + left, self.rect.top, right - left - gap, self.rect.height)

    def _at(self, pos: tuple[int, int]) -> int:
        return next((i for i in range(len(self.labels)) if self.tab_rect(i).collidepoint(pos)), -1)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Open a tab by click, or by arrow keys while the row has the focus."""
        if not self.visible or not self.enabled:
            return None
        clicked = self.track(event)
        if event.type == pygame.MOUSEMOTION and self._at(event.pos) != self.hover_tab:
            self.hover_tab = self._at(event.pos)
            self.touch()
        if clicked:
            return self._open(self._at(event.pos))
        if self.focused and event.type == pygame.KEYDOWN:
            sign = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            return self._open(min(len(self.labels) - 1, max(0, self.chosen + sign)))
        return None

    def _open(self, index: int) -> Signal | None:
        if index < 0 or index == self.chosen:
            return None
        self.chosen = index
        self.touch()
        return Signal(self.name, self.labels[index])

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the labels, the open one lit."""
        super().draw(surface)
        if not self.visible:
            return
        for index, label in enumerate(self.labels):
            rect, lit = self.tab_rect(index), index == self.chosen
            fill = ACCENT_DEEP if lit else PANEL_HOVER if index == self.hover_tab else PANEL_HIGH
            draw_box(surface, rect, fill, radius=px(5), border=ACCENT if lit or self.focused else EDGE)
            ink = TEXT if lit or index == self.hover_tab else TEXT_SOFT
            width = rect.width - px(8)
            draw_text(surface, rect.center, label, "label", ink, anchor="center", width=width, may_shrink=True)


# --- Toggle ---


class Toggle(Widget):
    """A labeled switch, set by click or Return. The action's value is the new position."""

    pressed_by_keys = True

    def __init__(self, name: str, rect: pygame.Rect, label: str, on: bool = False, hint: str = "") -> None:
        super().__init__(name, rect)
        self.label = label
        self.on = on
        self.hint = hint

    @property
    def wanted_width(self) -> Extent:
        width = text_size(self.label, "body")[0] + px(48)
        return Extent(width, width)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Flip the switch on a click."""
        if not self.visible:
            return None
        if self.track(event) or (self.focused and self.enabled and activates(event)):
            self.on = not self.on
            self.touch()
            return Signal(self.name, self.on)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the label on the left, the switch on the right. The knob also shows the position without color."""
        super().draw(surface)
        if not self.visible:
            return
        ink = TEXT_FAINT if not self.enabled else TEXT if self.hovered or self.focused else TEXT_SOFT
        width, height = px(38), px(20)
        track = pygame.Rect(self.rect.right - width, self.rect.centery - height // 2, width, height)
        draw_text(
            surface, self.rect.midleft, self.label, "body", ink, anchor="midleft",
            width=self.rect.width - width - px(10),
        )  # fmt: skip
        edge = ACCENT if self.focused or self.on else EDGE_HIGH
        draw_box(surface, track, ACCENT_DEEP if self.on else WELL, radius=height // 2, border=edge)
        side = height - 6
        knob = supersampled(("knob", ink), (side, side), lambda big, k: _disk(big, ink))
        blit_premultiplied(surface, knob, (track.right - side - 3 if self.on else track.left + 3, track.top + 3))


def _disk(big: pygame.Surface, color: tuple[int, int, int]) -> None:
    pygame.draw.circle(big, color, big.get_rect().center, big.get_width() // 2)


# --- Tooltip ---

Line = tuple[str, str, Color]
"""Text, role, and color. The text after a tab is right-aligned."""


class Tooltip:
    """A few lines next to what they explain, always inside the screen. Not a widget: it takes no events.

    If it cites a rule, its last line says which key opens the rule.
    """

    rules_key = ""
    """The label of that key, "" if there is none. The app sets it."""

    def __init__(self, lines: Sequence[Line], width: int = 0) -> None:
        self.width = width or px(300)
        self.text = "\n".join(text for text, _, _ in lines)
        more = [(f"{self.rules_key}: rules", "small", ACCENT)] if self.rules_key and cites_rule(self.text) else []
        self.lines = [part for line in (*lines, *more) for part in _fitted(line, self.width)]

    @classmethod
    def of(cls, title: str, text: str = "", place: str = "", color: Color = TEXT) -> Tooltip:
        """Create a tooltip from a title, a text, and a citation. A citation at the end of the title is a line too."""
        if not place and (cited := CITATION.search(title)) and cited.start() and cited.end() == len(title):
            title, place = title[: cited.start()].rstrip(), cited.group()
        lines: list[Line] = [(title, "strong", color)]
        if text:
            lines.append((text, "small", TEXT))
        if place:
            lines.append((place, "small", TEXT_SOFT))
        return cls(lines)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        widths = [text_size(text.replace("\t", "    "), role)[0] for text, role, _ in self.lines]
        return max(widths, default=0) + px(22), sum(line_height(role) for _, role, _ in self.lines) + px(16)

    def place(self, near: pygame.Rect, screen: pygame.Rect, *, is_beside: bool = False) -> pygame.Rect:
        """Return the place below a rectangle, or above it if there is no space, inside the screen. Or left of it."""
        rect = pygame.Rect((near.left, near.bottom + px(6)), self.size)
        if is_beside:
            rect.topright = near.left - px(6), near.top
        elif rect.bottom > screen.bottom:
            rect.bottom = near.top - px(6)
        return rect.clamp(screen.inflate(-px(8), -px(8)))

    def draw(self, surface: pygame.Surface, near: pygame.Rect, *, is_beside: bool = False) -> pygame.Rect:
        """Draw the tooltip next to a rectangle, and return its box."""
        rect = self.place(near, surface.get_rect(), is_beside=is_beside)
        draw_box(surface, rect.move(0, px(3)), (0, 0, 0), radius=px(7), alpha=110)
        draw_box(surface, rect, mix_colors(PANEL_HIGH, (0, 0, 0), 0.25), radius=px(6), border=EDGE_HIGH, alpha=244)
        y = rect.top + px(8)
        for text, role, color in self.lines:
            left, _, right = text.partition("\t")
            draw_text(surface, (rect.left + px(11), y), left, role, color)
            if right:
                draw_text(surface, (rect.right - px(11), y), right, role, color, anchor="topright")
            y += line_height(role)
        WRITTEN.cover(rect)
        WRITTEN.tooltip = self.text
        return rect


def _fitted(line: Line, width: int) -> list[Line]:
    text, role, color = line
    if "\t" in text:
        return [line]
    return [(part, role, color) for part in wrap(text, role, width)]


# --- Group ---


class Group:
    """Widgets in drawing order. Events go to the topmost widget first, and Tab moves the focus."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets: list[Widget] = list(widgets)

    def __getitem__(self, name: str) -> Widget:
        for widget in self.widgets:
            if widget.name == name:
                return widget
        raise KeyError(name)

    def renew(self, widgets: Iterable[Widget]) -> None:
        """Replace the widgets after a new layout. Those with the same name keep focus and state."""
        before = {widget.name: widget for widget in self.widgets}
        self.widgets = list(widgets)
        for widget in self.widgets:
            old = before.get(widget.name)
            if type(old) is type(widget):
                widget.follow(old)

    @property
    def dirty(self) -> bool:
        """Whether any widget must be redrawn."""
        return any(widget.dirty for widget in self.widgets)

    @property
    def focus(self) -> Widget | None:
        """The widget that has the focus, or None."""
        return next((widget for widget in self.widgets if widget.focused), None)

    @property
    def engaged(self) -> bool:
        """Whether a widget needs all keys."""
        return any(widget.engaged for widget in self.widgets)

    @property
    def spread(self) -> Widget | None:
        """The widget with an open list, or None."""
        return next((widget for widget in self.widgets if widget.spread), None)

    @property
    def caret(self) -> pygame.Rect | None:
        """The place of the text cursor, or None."""
        return self.focus.caret if self.focus is not None else None

    def move_focus(self, step: int) -> None:
        """Focus the next (1) or the previous (-1) widget."""
        able = [widget for widget in self.widgets if widget.focusable]
        if not able:
            return
        current = self.focus
        index = able.index(current) + step if current in able else (0 if step > 0 else -1)
        self.focus_on(able[index % len(able)])

    def focus_on(self, wanted: Widget | None) -> None:
        """Give the focus to one widget, or to none."""
        for widget in self.widgets:
            if widget.focused != (widget is wanted):
                widget.focused = widget is wanted
                widget.touch()

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Pass an event to the widgets, and return the first action."""
        if self.spread is not None:
            return _heard(self.spread, event)
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not self.engaged:
            self.move_focus(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            under = self.at(event.pos)
            self.focus_on(under if under is not None and under.types else None)
        focus = self.focus
        if focus is not None and focus.owns(event):
            return _heard(focus, event)
        first: Signal | None = None
        for widget in list(reversed(self.widgets)):
            action = _heard(widget, event)
            first = first or action
        return first

    def carry_out(self, signal: Signal) -> None:
        """Do what the widget of a signal does."""
        on_use = self[signal.name].on_use
        if on_use is not None:
            on_use(signal.value)

    def let_go(self) -> None:
        """Forget held mouse buttons, so that their release does nothing."""
        for widget in self.widgets:
            widget.let_go()

    def drag_button(self, pos: tuple[int, int]) -> int:
        """Return the mouse button that drags something at a point, 0 if none does."""
        widget = self.spread or self.at(pos)
        return widget.drag_button(pos) if widget is not None else 0

    def at(self, pos: tuple[int, int]) -> Widget | None:
        """Return the topmost visible widget at a point, or None."""
        for widget in reversed(self.widgets):
            if widget.visible and widget.rect.collidepoint(pos):
                return widget
        return None

    @property
    def pointed(self) -> Widget | None:
        """The widget under the pointer, else the one that the keyboard is on, or None."""
        pointed = [widget for widget in reversed(self.widgets) if widget.pointed]
        return next((widget for widget in pointed if widget.hovered), pointed[0] if pointed else None)

    @property
    def hint(self) -> str:
        """The tooltip of the pointed widget with the reason for disabling it, or ""."""
        pointed = self.pointed
        return f"{pointed.reason} {pointed.hint}".strip() if pointed is not None else ""

    def tooltip(self) -> tuple[Tooltip, pygame.Rect] | None:
        """Return the tooltip of the pointed widget, and its rectangle. The reason for disabling comes first."""
        order = [*filter(lambda widget: widget.hovered, reversed(self.widgets)), *self.widgets]
        for widget in order:
            if widget.pointed and (widget.reason or widget.hint):
                return Tooltip.of(widget.reason or widget.hint), widget.hint_rect
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all widgets, one with an open list last, and a ring around the one that the keyboard is on."""
        for widget in sorted(self.widgets, key=lambda widget: widget.spread):
            widget.draw(surface)
            if cites_rule(f"{widget.reason} {widget.hint}"):  # It leads to its own rule.
                WRITTEN.forget_lines(widget.hint_rect)
        focus = self.focus
        if focus is not None and focus.visible and not focus.types and not focus.spread:
            draw_focus_ring(surface, focus.rect)


def move_focus(groups: Sequence[Group], step: int) -> None:
    """Focus the next (1) or the previous (-1) widget of several groups. After the last one, none has the focus."""
    able = [(group, widget) for group in groups for widget in group.widgets if widget.focusable]
    now = next((number for number, (_, widget) in enumerate(able) if widget.focused), len(able))
    number = (now + step) % (len(able) + 1)
    chosen = able[number] if number < len(able) else (None, None)
    for group in groups:
        group.focus_on(chosen[1] if group is chosen[0] else None)


def focus_next_group(groups: Sequence[Group]) -> None:
    """Focus the first widget of the next group that has one. After the last group, no widget has the focus."""
    able = [group for group in groups if any(widget.focusable for widget in group.widgets)]
    now = next((number for number, group in enumerate(able) if group.focus is not None), -1)
    for group in groups:
        group.focus_on(None)
    if now + 1 < len(able):
        able[now + 1].move_focus(1)


def _heard(widget: Widget, event: pygame.event.Event) -> Signal | None:
    """Pass an event to a widget, note a press that is heard, and return the action."""
    action = widget.handle(event)
    if action is not None and widget.is_audible:
        PRESS_NOTE.set()
    return action


# --- Dialog ---

NO, OFF = "no", "off"


GROUP_END, GROUP_GAP = ("", "", ""), 10
"""What ends a group of answers of a dialog, and the space between groups."""
MANY_ANSWERS, COLUMN_WIDTH, COLUMN_STEP = 5, 420, 30
"""A dialog with at least this many answers is a column of this width, or of the width of its widest answer. Its buttons
are at least as far apart as the last number."""


class Modal(Widget):
    """A dialog over everything else. The action's value is the chosen answer, `no` for Escape or a click outside."""

    def __init__(
        self, name: str, screen: pygame.Rect, title: str, text: str,
        answers: Sequence[tuple[str, str, str]] = (("yes", "OK", "primary"),), caps: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        """Create a dialog. `answers` are (name, label, kind of button), and Return gives the first one.

        A button of the kind `OFF` can't be pressed. The text should say why.
        `GROUP_END` between answers leaves space in a column. `caps` are the key caps of answers that have one.
        """
        super().__init__(name, screen)
        self._caps = caps or {}
        self.title = title
        self.text = text
        self.answers = tuple(answer for answer in answers if answer != GROUP_END)
        self._group_ends = [index for index, answer in enumerate(answers) if answer == GROUP_END]
        self._group_ends = [index - number for number, index in enumerate(self._group_ends)]
        self.box = pygame.Rect(0, 0, 0, 0)
        self._below = 0
        """The height of the buttons at the bottom."""
        self.buttons = Group()
        self.layout(screen)

    @property
    def caret(self) -> pygame.Rect | None:
        """The place of the text cursor, or None."""
        return self.buttons.caret

    @property
    def question(self) -> tuple[object, ...]:
        """The state of the dialog. A press that started in another state is ignored."""
        return (self.buttons.spread,)

    def drag_button(self, pos: tuple[int, int]) -> int:
        return self.buttons.drag_button(pos)

    def let_go(self) -> None:
        """Forget held mouse buttons."""
        self.buttons.let_go()

    def layout(self, screen: pygame.Rect) -> None:
        """Place the dialog: wide enough for its buttons, and as tall as its text needs and the screen allows.

        A dialog with many answers is a column at the left edge, if the screen is high enough. Its buttons are lower if
        they only fit then.
        """
        self.rect = pygame.Rect(screen)
        step = px(BUTTON + 4) + px(10)
        widths = [max(px(120), text_size(label, "button")[0] + px(48)) for _, label, _ in self.answers]
        width = min(screen.width - px(40), max(px(COLUMN_WIDTH), max(widths, default=0) + px(48)))
        lines, rows = len(wrap(self.text, "body", width - px(48))), [[index] for index in range(len(widths))]
        space = screen.height - px(128) - lines * line_height("body")
        gaps, gap = len(self._group_ends), px(GROUP_GAP)
        gap = gap if len(rows) * px(COLUMN_STEP) + gaps * gap <= space else 0
        is_column = len(rows) >= MANY_ANSWERS and len(rows) * px(COLUMN_STEP) <= space
        if is_column:
            widths, step = [width - px(48)] * len(rows), min(step, (space - gaps * gap) // len(rows))
        else:
            width = min(screen.width - px(40), max(px(440), sum(widths) + px(12) * len(widths) + px(48)))
            lines = len(wrap(self.text, "body", width - px(48)))
            rows, gap = button_rows(widths, width - px(48), px(12)), 0
        self._below = len(rows) * step + gaps * gap + px(14)
        height = px(66) + lines * line_height("body") + px(24) + self._below
        self.box = pygame.Rect(0, 0, width, min(height, screen.height - px(24)))
        self.box.center = screen.center
        if is_column:
            self.box.left = screen.left + px(24)
        top = self.box.bottom - self._below
        buttons: list[Widget] = []
        for row in rows:
            right = self.box.right - px(24)
            top += gap * self._group_ends.count(row[0])
            for index in row:
                answer, label, kind = self.answers[index]
                rect = pygame.Rect(right - widths[index], top, widths[index], min(px(BUTTON + 4), step - px(5)))
                button = Button(answer, rect, label, kind="plain" if kind == OFF else kind)
                button.set_enabled(kind != OFF, "")
                button.cap = self._caps.get(answer, "")
                buttons.append(button)
                right -= widths[index] + px(12)
            top += step
        self.buttons = Group(buttons)

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Handle every event, so that nothing below the dialog gets one."""
        if event.type == pygame.KEYDOWN and not self.buttons.engaged:
            if event.key == pygame.K_ESCAPE:
                return Signal(self.name, NO)
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                focus = self.buttons.focus
                return Signal(self.name, self.answers[0][0] if focus is None or focus.types else focus.name)
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.box.collidepoint(event.pos):
            return Signal(self.name, NO)
        action = self.buttons.handle(event)
        self.dirty = self.dirty or self.buttons.dirty
        return Signal(self.name, action.name) if action else None

    def draw(self, surface: pygame.Surface) -> None:
        """Darken the screen, then draw the dialog."""
        super().draw(surface)
        draw_box(surface, self.rect, (2, 4, 10), radius=1, alpha=150)
        draw_box(surface, self.box.move(0, px(6)).inflate(px(8), px(8)), (0, 0, 0), radius=px(14), alpha=120)
        fade = mix_colors(PANEL_HIGH, (0, 0, 0), 0.4)
        draw_box(surface, self.box, PANEL_HIGH, bottom=fade, radius=px(10), border=EDGE_HIGH)
        inner = self.box.inflate(-px(48), -px(40))
        draw_text(surface, inner.topleft, self.title, "title", width=inner.width)
        top = inner.top + px(46)
        text = pygame.Rect(inner.left, top, inner.width, self.box.bottom - self._below - top - px(2))
        draw_wrapped(surface, text, self.text, "body", TEXT_SOFT)
        self.buttons.draw(surface)


def button_rows(widths: Sequence[int], max_width: int, gap: int) -> list[list[int]]:
    """Return the indices of the buttons of each row, as many in a row as fit."""
    rows: list[list[int]] = [[]]
    for index, width in enumerate(widths):
        if rows[-1] and sum(widths[n] + gap for n in rows[-1]) + width > max_width:
            rows.append([])
        rows[-1].append(index)
    return rows
