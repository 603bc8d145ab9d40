"""The log, and the strip above it with the last activation of a computer player.

The log shows events with dice faces. It wraps and draws only what is visible, so a long log stays fast.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import Revealed
from jovian.narrator import DAMAGE, DICE, QUIET, REMARK, Line, Names, Span
from jovian.rules.basics.rolls import code_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.draw import draw_dice, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs
from jovian.ui.panels.panel import Panel
from jovian.ui.presentation.log import LogRowCache, PastActivation, Row, activation_text
from jovian.ui.presentation.sounds import caption_of

# --- Log ---

TABS = ("All", "Dice", "Damage")
MIN_HEIGHT = 60
"""The log is hidden if its height is smaller."""
_ABOUT = {"Dice": DICE, "Damage": DAMAGE}
"""The subject of the lines in a tab. Headlines are in every tab, and the first tab has all lines."""


class LogPanel(Panel):
    """The log. The action of its list is the number of an event."""

    def __init__(self, sides: tuple[str, str], book: Rulebook) -> None:
        super().__init__()
        self.sides, self._book = sides, book
        self.tab = "All"
        self._remarks, self._captions = True, False
        self._names = Names(sides)
        self._entries: list[LogEntry] = []
        self._cache = LogRowCache(book)
        self._lines: list[Line] = []
        self._rows: list[Row] = []
        self._listed: list[Row] = []
        """The rows that the tab shows."""
        self._wrapped = 0
        """The number of lines that are wrapped into rows. The others are wrapped when they are drawn."""
        self._width = (0, 0)
        """The width and the scale that the lines were wrapped for."""
        self.tabs = Tabs("tabs", self.rect, TABS)
        self.list = ScrollList("log", self.rect, _draw_row, height_of=_height)

    def layout(self, rect: pygame.Rect) -> None:
        """Place the tabs above the list. If the width has changed, wrap all lines again."""
        super().layout(rect)
        self.group.widgets = []
        if rect.height < px(MIN_HEIGHT):
            return
        inner = rect.inflate(-px(20), -px(14))
        self.tabs = Tabs("tabs", pygame.Rect(inner.left, inner.top, inner.width, px(24)), TABS, TABS.index(self.tab))
        body = pygame.Rect(inner.left, inner.top + px(32), inner.width, max(px(20), inner.height - px(32)))
        self.list.stand_in(body)
        self.group.widgets = [self.tabs, self.list]
        if self._width != (body.width, px(1000)):
            self._width = (body.width, px(1000))
            self._rows, self._wrapped = [], 0
        self._wrap()

    @property
    def lines(self) -> list[Row]:
        """All rows, whatever the tab."""
        self._wrap()
        return self._rows

    def show(self, entries: Sequence[LogEntry], state: State) -> None:
        """Add new events. After an undo, drop events that are gone and lines whose names have changed."""
        known = len(self._entries)
        is_undo = len(entries) < known or (known > 0 and entries[known - 1] is not self._entries[-1])
        if is_undo:
            self._names = Names(self.sides)
        if len(entries) > known or (is_undo and entries):
            self._names.learn_state(state)
        if is_undo:
            known, self.stale = self._keep(entries), True
        if len(entries) > known:
            self._take(entries[known:], state)
            self.stale = True

    def _keep(self, entries: Sequence[LogEntry]) -> int:
        """Keep the first events as far as their lines still hold, and return how many were kept."""
        kept = 0
        for entry, old in zip(entries, self._entries, strict=False):
            self._learn(entry)
            if entry is not old or not self._cache.stands(entry, self._names):
                break
            kept += 1
        last = entries[kept - 1].n if kept else -1
        del self._entries[kept:]
        del self._lines[bisect_right(self._lines, last, key=_number) :]
        del self._rows[bisect_right(self._rows, last, key=_number) :]
        del self._listed[bisect_right(self._listed, last, key=_number) :]
        self._wrapped = min(self._wrapped, len(self._lines))
        self.list.set_items(self._listed)
        self.list.offset = self.list.furthest
        return kept

    def _learn(self, entry: LogEntry) -> None:
        if isinstance(entry.event, Revealed):
            self._names.learn(entry.event)

    def show_remarks(self, visible: bool) -> None:
        """Show or hide the remarks of computer players."""
        if visible != self._remarks:
            self._remarks, self.stale = visible, True
            self._filter()

    def show_captions(self, visible: bool) -> None:
        """Describe the sounds of new events, or not. Older lines stay as they are."""
        self._captions = visible

    def _take(self, entries: Sequence[LogEntry], state: State) -> None:
        for entry in entries:
            self._learn(entry)
            self._entries.append(entry)
            self._lines += self._cache.lines(entry, self._names)
            if self._captions and (caption := caption_of(entry.event, state)):
                self._lines.append(Line((Span(caption, QUIET),), number=entry.n))

    def paint(self, canvas: pygame.Surface) -> None:
        """Wrap the new lines and draw the list."""
        self._wrap()
        super().paint(canvas)

    def _wrap(self) -> None:
        """Wrap the new lines into rows, and list the rows."""
        lines, width = self._lines[self._wrapped :], max(px(60), self.list.rect.width - px(18))
        if not lines and self._wrapped:
            return
        if not self._wrapped:
            self._listed = []
            self.list.set_items(())
        rows = [row for line in lines for row in self._cache.rows(line, width)]
        self._rows += rows
        self._wrapped = len(self._lines)
        self._listed += self._wanted(rows)
        self.list.set_items(self._listed, follow=True)

    def _filter(self) -> None:
        self._listed = self._wanted(self._rows)
        self.list.set_items(self._listed, follow=True)

    def _wanted(self, rows: list[Row]) -> list[Row]:
        """Return the rows that the tab shows."""
        subject = _ABOUT.get(self.tab)
        visible = rows if self._remarks else [row for row in rows if row.about != REMARK]
        return [row for row in visible if subject is None or row.headline or row.about == subject]

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the meaning of the result code at a point."""
        row = self.list.row_at(pos)
        if row < 0:
            return None
        fatal, pieces = self._book.figures.quad_destroys, self.list.items[row].pieces
        texts = (code_words(piece.text, fatal) for piece in pieces)
        text = next((text for text in texts if text), "")
        return (self.list.row_rect(row), text) if text else None

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Filter by the chosen tab. For a click on a line, return the number of its event."""
        action = super().handle(event)
        if action is not None and action.name == "tabs":
            self.tab = str(action.value)
            self.list.set_items(())
            self._filter()
            self.list.offset = self.list.furthest
            return None
        if action is not None and action.name == "log":
            return Action("event", self.list.items[action.value].number)
        return None


def _number(item: Line | Row) -> int:
    """Return the number of the event that a line or a row belongs to."""
    return item.number


def _height(row: Any) -> int:
    return px(24) if row.dice else px(22) if row.headline else px(17)


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    x = rect.left + px(6)
    if row.dice:
        area = draw_dice(surface, (x, rect.top + px(3)), row.dice[:14], size=px(17), gap=px(3))
        x = area.right + px(8)
    for piece in row.pieces:
        width = rect.right - x
        if width > px(8):
            x = draw_text(
                surface, (x, rect.centery), piece.text, piece.role, piece.color, anchor="midleft", width=width
            ).right
        x += px(4)


# --- Last activation ---

AGAIN = "again"
AGAIN_HINT = "Show it again. You can also click its lines in the log."
LINES = 2
"""Lines of the summary."""
BUTTON_WIDTH = 84


class Recap(Panel):
    """The strip with the last activation of a computer player. Its button `again` replays the activation."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.text, self.side = "", "", 0

    @property
    def wanted(self) -> int:
        """The height that the strip needs, or 0 if it is empty."""
        return px(14) + line_height("strong") + LINES * line_height("small") if self.title else 0

    def layout(self, rect: pygame.Rect) -> None:
        """Place the button in the corner."""
        super().layout(rect)
        place = pygame.Rect(rect.right - px(BUTTON_WIDTH + 8), rect.top + px(5), px(BUTTON_WIDTH), px(22))
        self.group.widgets = [Button(AGAIN, place, "See again", role="label")] if rect.height else []

    def show(self, past: PastActivation | None) -> None:
        """Show an activation, or nothing."""
        model = past.before.models.get(past.model) if past is not None else None
        self.title = "" if past is None else model.name if model is not None else "An unseen model"
        self.text, self.side = (activation_text(past), past.side) if past is not None else ("", 0)
        if self.group.widgets:
            self.group.widgets[0].hint = f"{self.text}. {AGAIN_HINT}"
        self.offer((self.title, self.text, self.side))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the name of the model and the summary of its activation."""
        super().paint(canvas)
        if not self.title or not self.rect.height:
            return
        look, left, top = SIDES[self.side], self.rect.left + px(10), self.rect.top + px(7)
        middle = top + line_height("strong") // 2
        draw_side_badge(canvas, (left + px(6), middle), look.main, look.hatched, px(6))
        width = self.rect.width - px(BUTTON_WIDTH + 40)
        draw_text(canvas, (left + px(18), middle), self.title, "strong", look.main, anchor="midleft", width=width)
        lines = wrap(self.text, "small", self.rect.width - px(20))
        if len(lines) > LINES:
            lines = (*lines[: LINES - 1], f"{lines[LINES - 1]} …")
        for number, line in enumerate(lines):
            pos = (left, top + line_height("strong") + px(2) + number * line_height("small"))
            draw_text(canvas, pos, line, "small", TEXT_SOFT if number else ACCENT, width=self.rect.width - px(20))
