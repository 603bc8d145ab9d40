"""The context panel: one content at a time, with its heading, its lines, a hint, and small buttons."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from functools import partial
from typing import Any

import pygame

from jovian.frozen import frozen
from jovian.game import Refusal
from jovian.ui.kit.boxes import NOWHERE, Align, Box, citation, line, row, text
from jovian.ui.kit.draw import draw_box, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.tables import RowWidget, TableHeading
from jovian.ui.kit.theme import BLADE, DANGER, EDGE, EDGE_HIGH, PANEL, SIDES, TEXT, TEXT_SOFT, WARN, mix_colors, px
from jovian.ui.kit.widgets import Signal, Widget
from jovian.ui.panels.column import Need
from jovian.ui.panels.panel import CanvasPanel, Press, renew_presses
from jovian.ui.panels.sheet import button_lines, text_lines
from jovian.ui.presentation.log import LogRowCache, PastActivation, deeds_of

PAD, BADGE, BAR = 10, 18, 8
"""The space at the edges, the width of the badge of a side, and that of the scroll bar."""
LEAST_LINES = 96
"""The height of the lines that small buttons leave. If there is less, they scroll with the lines."""
LEAST_CONTEXT, BEST_CONTEXT, CONTEXT_STEP = 150, 280, 26
"""The least and the best height of the panel, and that of one of its lines."""
_ARROWS = {pygame.K_UP: -1, pygame.K_DOWN: 1}


@frozen
class Content:
    """What the panel shows."""

    title: str = ""
    note: str = ""
    """A few words at the right of the title."""
    side: int | None = None
    """The side whose badge is before the title."""
    lines: Callable[[int], Sequence[Box]] = field(default=lambda width: (), compare=False)
    """Returns the lines at a width."""
    key: Hashable = None
    """What the lines depend on. Contents with equal fields look the same."""
    change: Callable[[Any], object] = field(default=lambda value: None, compare=False)
    """What gets the value of a widget that isn't a press."""
    presses: tuple[Press, ...] = field(default=(), compare=False)
    """What the widgets in the lines do now. They replace equal presses of an earlier content."""
    followed: str = ""
    """The name of the widget that stays in sight."""
    hint: str = ""
    advice: str = ""
    """What somebody new should know. It stays if there is no space for the hint."""
    notice: Refusal | None = None
    """Why the last click was refused, instead of the hints."""
    buttons: tuple[Press, ...] = ()
    """The small buttons below the lines."""


class ContextPanel(CanvasPanel):
    """The panel. If there is too little space, the hint goes first, then the lines scroll."""

    is_urgent = True

    def __init__(self, help_key: str) -> None:
        super().__init__()
        self._help_key = help_key
        self.content = Content()
        self._first = 0
        """The first line in sight."""
        self._seen = range(0)
        """The numbers of the lines in sight."""
        self._lines: list[Box] = []
        self._fixed: list[Box] = []
        """The lines below those that scroll."""
        self._body = self._thumb = pygame.Rect(0, 0, 0, 0)

    def layout(self, rect: pygame.Rect) -> None:
        super().layout(rect)
        self._lay()

    def show(self, content: Content) -> None:
        """Show a content. One with another title begins with its first line."""
        old, self.content = self.content, content
        if content != old:
            self._first = self._first if content.title == old.title else 0
            self._lay()
            if content.followed != old.followed:
                self.reveal(content.followed)
        else:
            renew_presses(self.group.widgets, (*content.presses, *content.buttons))

    # --- Layout ---
    @property
    def _title_lines(self) -> tuple[str, ...]:
        badge = px(BADGE) if self.content.side is not None else 0
        return wrap(self.content.title, "heading", max(1, self.rect.width - 2 * px(PAD) - badge))

    @property
    def _is_note_below(self) -> bool:
        """Whether the note has a line of its own."""
        width = text_size(self._title_lines[-1], "heading")[0] + text_size(self.content.note, "small")[0] + px(8)
        return bool(self.content.note) and width > self.rect.width - 2 * px(PAD) - px(BADGE)

    @property
    def _head(self) -> pygame.Rect:
        height = 0
        if self.content.title:
            height = len(self._title_lines) * line_height("heading") + px(12)
            height += line_height("small") if self._is_note_below else 0
        return pygame.Rect(self.rect.left, self.rect.top, self.rect.width, height)

    def _lay(self) -> None:
        """Lay out the lines, and below them the hint and the buttons."""
        self.stale = True
        if not self.rect.width:
            return
        content, head = self.content, self._head
        inner = pygame.Rect(self.rect.left + px(PAD), head.bottom + px(6), self.rect.width - 2 * px(PAD), 0)
        inner.height = max(0, self.rect.bottom - px(6) - inner.top)
        width = inner.width - px(BAR)
        self._lines = list(content.lines(width))
        buttons = list(button_lines(content.buttons, inner.width))
        notice = self._notice_lines(inner.width)
        hint = text_lines(content.hint, inner.width, "small", TEXT_SOFT)
        advice = text_lines(content.advice, inner.width, "small", TEXT, is_link=True)
        needed, gap = sum(self._heights(self._lines, width)), px(6)
        choices = [notice] if notice else [[*advice, *hint], advice, hint, []]
        for words in choices:
            self._fixed = [*words, *buttons]
            fixed = self._fixed_height(inner.width)
            if needed + fixed <= inner.height:
                break
        if needed + fixed > inner.height and inner.height - fixed < min(needed, px(LEAST_LINES)):
            self._lines, self._fixed = [*self._lines, *buttons], choices[-1]
            fixed = self._fixed_height(inner.width)
        self._body = pygame.Rect(inner.left, inner.top, width, max(0, inner.height - fixed))
        y = inner.bottom - fixed + (gap if self._fixed else 0)
        for box in self._fixed:
            height = box.wanted_height(inner.width).best
            box.place(pygame.Rect(inner.left, y, inner.width, height))
            y += height + (px(4) if box.children else 0)
        self._place_lines()
        self.group.renew(widget for box in (*self._lines, *self._fixed) for widget in _widgets_of(box))

    def _notice_lines(self, width: int) -> list[Box]:
        notice = self.content.notice
        if notice is None:
            return []
        lines = text_lines(notice.reason, width, "strong", mix_colors(DANGER, WARN, 0.3))
        key = line(self._help_key, "small", TEXT_SOFT)
        return [*lines, *([row(citation(notice.cited, grow=1), key)] if notice.cited else [])]

    def _heights(self, boxes: Sequence[Box], width: int) -> list[int]:
        return [box.wanted_height(width).best for box in boxes]

    def _fixed_height(self, width: int) -> int:
        rows = sum(bool(box.children) for box in self._fixed)
        return sum(self._heights(self._fixed, width)) + px(4) * rows + px(6) if self._fixed else 0

    def _place_lines(self) -> None:
        """Place the lines from the first one in sight on. Those without space are out of sight."""
        body, heights = self._body, self._heights(self._lines, self._body.width)
        total = sum(heights)
        self._first = min(self._first, max(0, len(heights) - 1))
        while self._first and sum(heights[self._first - 1 :]) <= body.height:
            self._first -= 1
        y, end = body.top, self._first
        while end < len(heights) and y + heights[end] <= body.bottom:
            self._lines[end].place(pygame.Rect(body.left, y, body.width, heights[end]))
            y, end = y + heights[end], end + 1
        self._seen = range(self._first, end)
        for number, box in enumerate(self._lines):
            if number not in self._seen:
                box.place(NOWHERE)
            for widget in _widgets_of(box):
                widget.visible = number in self._seen
        self._thumb = pygame.Rect(0, 0, 0, 0)
        if len(self._seen) < len(heights):
            above = sum(heights[: self._first])
            self._thumb = pygame.Rect(body.right + px(3), body.top + body.height * above // total, px(5), 0)
            self._thumb.height = max(px(12), body.height * (y - body.top) // total)
        self.stale = True

    @property
    def shows_all(self) -> bool:
        """Whether no line is out of sight."""
        return not self._thumb.width

    def scroll(self, step: int) -> None:
        """Scroll by a number of lines."""
        if step < 0 or self._seen.stop < len(self._lines):
            self._first = max(0, self._first + step)
            self._place_lines()

    def reveal(self, name: str) -> bool:
        """Scroll to a widget. Return whether there is one of that name."""
        named = (n for n, box in enumerate(self._lines) if any(w.name == name for w in _widgets_of(box)))
        at = next(named, None)
        if at is None:
            return False
        if at < self._seen.start:
            self.scroll(at - self._seen.start)
        while at >= self._seen.stop > self._seen.start:
            self.scroll(1)
        return True

    # --- Input ---
    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Scroll by the wheel, and by arrows in a table. Return what was pressed or changed."""
        if event.type == pygame.MOUSEWHEEL:
            self.scroll(-event.y)
            return None
        if event.type == pygame.KEYDOWN and self._take_arrow(event):
            return Signal("arrow")
        action = self.group.handle(event)
        if action is None or isinstance(action.value, Press) or callable(action.value):
            return action
        return Signal(action.name, partial(self.content.change, action.value))

    def _take_arrow(self, event: pygame.event.Event) -> bool:
        """Go to the next row of the table. Return whether the event was an arrow key in one."""
        rows, focus = [widget for widget in self.group.widgets if isinstance(widget, RowWidget)], self.group.focus
        if event.key not in _ARROWS or not isinstance(focus, RowWidget | TableHeading) or not rows:
            return False
        at = rows.index(focus) + _ARROWS[event.key] if isinstance(focus, RowWidget) else 0
        chosen = rows[min(len(rows) - 1, max(0, at))]
        self.reveal(chosen.name)
        self.group.focus_on(chosen)
        return True

    @property
    def pointed(self) -> object:
        """The value of the row or button under the pointer, or that the keyboard is on, None for none."""
        return getattr(self.group.pointed, "value", None)

    # --- Drawing ---
    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the heading, the lines, and the hint."""
        head, rect = self._head, self.rect
        draw_box(canvas, rect, PANEL, radius=px(6), border=EDGE)
        if head.height:
            self._draw_head(canvas, head)
        for box in (*self._lines[self._seen.start : self._seen.stop], *self._fixed):
            box.draw(canvas)
        if self._fixed and not self.shows_all:
            draw_rule(canvas, self._body.left, rect.right - px(PAD), self._body.bottom + px(3), EDGE)
        if self._thumb.width:
            draw_box(canvas, self._thumb, EDGE_HIGH, radius=px(2))

    def _draw_head(self, canvas: pygame.Surface, head: pygame.Rect) -> None:
        content, left, right = self.content, head.left + px(PAD), head.right - px(PAD)
        look = SIDES[content.side] if content.side is not None else None
        fill = mix_colors(PANEL, look.deep, 0.5) if look is not None else mix_colors(PANEL, BLADE, 0.08)
        draw_box(canvas, head, fill, radius=px(6), border=EDGE)
        y = head.top + px(6)
        if look is not None:
            pos = (left + px(6), y + line_height("heading") // 2)
            draw_side_badge(canvas, pos, look.main, look.hatched, px(6))
            left += px(BADGE)
        for words in self._title_lines:
            draw_text(canvas, (left, y), words, "heading", TEXT)
            y += line_height("heading")
        if content.note:
            middle = y + line_height("small") // 2 if self._is_note_below else y - line_height("heading") // 2
            draw_text(canvas, (right, middle), content.note, "small", TEXT_SOFT, anchor="midright", width=right - left)


def context_need() -> Need:
    """Return the height that the panel needs in a column."""
    lines = range(LEAST_CONTEXT + CONTEXT_STEP, BEST_CONTEXT + 1, CONTEXT_STEP)
    return Need(px(LEAST_CONTEXT), tuple(px(height) for height in lines), 1, gets_rest=True)


def recap_content(past: PastActivation, sides: tuple[str, str], words: LogRowCache) -> Content:
    """Return what a model did in its running or last activation, a number and a text for each deed."""
    model = past.before.models.get(past.model)
    title = f"{model.name if model is not None else 'An unseen model'} {'acted' if past.is_done else 'acts'}"
    deeds = tuple(deeds_of(past, sides, words))
    return Content(title, lines=partial(_deed_lines, deeds), key=deeds)


def _deed_lines(deeds: Sequence[str], width: int) -> list[Box]:
    return [
        row(line(f"{number}", "strong", BLADE, width=22), text(deed, "body", TEXT, grow=1), align=Align.START)
        for number, deed in enumerate(deeds, 1)
    ]


def _widgets_of(box: Box) -> list[Widget]:
    """Return all widgets in a box, whether it is in sight or not."""
    own = [box.widget] if box.widget is not None else []
    return [*own, *(widget for child in box.children for widget in _widgets_of(child))]

