"""The log: what happened, with dice faces; virtualised, so that its length costs nothing. The strip between card
and log that tells what a computer player did last; pressed, it shows that again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import Revealed
from jovian.narrator import DAMAGE, DICE, REMARK, Line, Names
from jovian.rules.basics.rolls import code_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.draw import dice_row, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, wrap
from jovian.ui.kit.theme import ACCENT, SIDES, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, ScrollList, Tabs
from jovian.ui.panels.panel import Panel
from jovian.ui.presentation.log import LogRowCache, PastActivation, Row, summary

# --- log panel ---
# The log: what happened, with dice faces; virtualised, so that its length costs nothing.

TABS = ("All", "Dice", "Damage")
LOWEST = 60
"""Below this height the log is not shown at all."""
_ABOUT = {"Dice": DICE, "Damage": DAMAGE}
"""What the lines of a tab are about; headlines stand in each, everything in the first."""


class LogPanel(Panel):
    """Its list's action is the number of an event."""

    def __init__(self, sides: tuple[str, str], book: Rulebook) -> None:
        super().__init__()
        self.sides, self._book = sides, book
        self.tab = "All"
        self._remarks = True
        self._names = Names(sides)
        self._entries: list[LogEntry] = []
        self._known = LogRowCache(book)
        self._told: list[Line] = []
        self._rows: list[Row] = []
        self._listed: list[Row] = []
        """Those of the rows that the tab shows."""
        self._wrapped = 0
        """How many of the lines told are rows already; the others become so when they are to be drawn."""
        self._width = (0, 0)
        """The width and the scale that the lines were wrapped for."""
        self.tabs = Tabs("tabs", self.rect, TABS)
        self.list = ScrollList("log", self.rect, _draw_row, height_of=_height)

    def layout(self, rect: pygame.Rect) -> None:
        """Tabs above, the list below; every line is wrapped anew if it is given another width."""
        super().layout(rect)
        self.group.widgets = []
        if rect.height < px(LOWEST):
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
        """Every row told so far, whatever the tab."""
        self._wrap()
        return self._rows

    def show(self, entries: Sequence[LogEntry], state: State) -> None:
        """Follow the events; if some were taken back, those are told anew that other names are known of now."""
        known = len(self._entries)
        back = len(entries) < known or (known > 0 and entries[known - 1] is not self._entries[-1])
        if back:
            self._names = Names(self.sides)
        if len(entries) > known or (back and entries):
            self._names.learn_state(state)
        if back:
            known, self.stale = self._keep(entries), True
        if len(entries) > known:
            self._take(entries[known:])
            self.stale = True

    def _keep(self, entries: Sequence[LogEntry]) -> int:
        """Forget all from the first event on that is another one or would be told otherwise; how many are left."""
        kept = 0
        for entry, old in zip(entries, self._entries, strict=False):
            self._learn(entry)
            if entry is not old or not self._known.stands(entry, self._names):
                break
            kept += 1
        last = entries[kept - 1].n if kept else -1
        del self._entries[kept:]
        del self._told[bisect_right(self._told, last, key=_number) :]
        del self._rows[bisect_right(self._rows, last, key=_number) :]
        del self._listed[bisect_right(self._listed, last, key=_number) :]
        self._wrapped = min(self._wrapped, len(self._told))
        self.list.set_items(self._listed)
        self.list.offset = self.list.furthest
        return kept

    def _learn(self, entry: LogEntry) -> None:
        if isinstance(entry.event, Revealed):
            self._names.learn(entry.event)

    def show_remarks(self, shown: bool) -> None:
        """Show what computer players say of their answers, or leave it out."""
        if shown != self._remarks:
            self._remarks, self.stale = shown, True
            self._filter()

    def _take(self, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            self._learn(entry)
            self._entries.append(entry)
            self._told += self._known.lines(entry, self._names)

    def paint(self, canvas: pygame.Surface) -> None:
        """What was told since it was drawn last becomes rows now."""
        self._wrap()
        super().paint(canvas)

    def _wrap(self) -> None:
        """Make rows of what was told since, and list them."""
        told, width = self._told[self._wrapped :], max(px(60), self.list.rect.width - px(18))
        if not told and self._wrapped:
            return
        if not self._wrapped:
            self._listed = []
            self.list.set_items(())
        fresh = [row for line in told for row in self._known.rows(line, width)]
        self._rows += fresh
        self._wrapped = len(self._told)
        self._listed += self._wanted(fresh)
        self.list.set_items(self._listed, follow=True)

    def _filter(self) -> None:
        self._listed = self._wanted(self._rows)
        self.list.set_items(self._listed, follow=True)

    def _wanted(self, rows: list[Row]) -> list[Row]:
        """Those of some rows that the tab shows."""
        wanted = _ABOUT.get(self.tab)
        told = rows if self._remarks else [row for row in rows if row.about != REMARK]
        return [row for row in told if wanted is None or row.headline or row.about == wanted]

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the code of a result under a point says in words."""
        row = self.list.row_at(pos)
        if row < 0:
            return None
        fatal, pieces = self._book.figures.quad_destroys, self.list.items[row].pieces
        told = next((said for piece in pieces if (said := code_words(piece.text, fatal))), "")
        return (self.list.row_rect(row), told) if told else None

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Tabs sort, a click on a line gives the number of its event."""
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


def _number(told: Line | Row) -> int:
    """Of the event that a line or a row tells of."""
    return told.number


def _height(row: Any) -> int:
    return px(24) if row.dice else px(22) if row.headline else px(17)


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
    x = rect.left + px(6)
    if row.dice:
        area = dice_row(surface, (x, rect.top + px(3)), row.dice[:14], size=px(17), gap=px(3))
        x = area.right + px(8)
    for piece in row.pieces:
        width = rect.right - x
        if width > px(8):
            x = draw_text(
                surface, (x, rect.centery), piece.text, piece.role, piece.color, anchor="midleft", width=width
            ).right
        x += px(4)


# --- recap ---
# The strip between card and log that tells what a computer player did last; pressed, it shows that again.

AGAIN = "again"
AGAIN_HINT = "Pressed, it is shown once more, as by a click on its lines in the log."
LINES = 2
"""Of the summary."""
WORD = 84
"""Width of the button."""


class Recap(Panel):
    """Its button is `again`."""

    def __init__(self) -> None:
        super().__init__()
        self.title, self.text, self.side = "", "", 0

    @property
    def wanted(self) -> int:
        """The height that it would like, 0 with nothing to tell."""
        return px(14) + line_height("strong") + LINES * line_height("small") if self.title else 0

    def layout(self, rect: pygame.Rect) -> None:
        """The button in its corner."""
        super().layout(rect)
        place = pygame.Rect(rect.right - px(WORD + 8), rect.top + px(5), px(WORD), px(22))
        self.group.widgets = [Button(AGAIN, place, "See again", role="label")] if rect.height else []

    def show(self, past: PastActivation | None) -> None:
        """Take the activation that is to be told of."""
        model = past.before.models.get(past.model) if past is not None else None
        self.title = "" if past is None else model.name if model is not None else "An unseen model"
        self.text, self.side = (summary(past), past.side) if past is not None else ("", 0)
        if self.group.widgets:
            self.group.widgets[0].hint = f"{self.text}. {AGAIN_HINT}"
        self.offer((self.title, self.text, self.side))

    def paint(self, canvas: pygame.Surface) -> None:
        """Whose activation, and what came of it."""
        super().paint(canvas)
        if not self.title or not self.rect.height:
            return
        look, left, top = SIDES[self.side], self.rect.left + px(10), self.rect.top + px(7)
        middle = top + line_height("strong") // 2
        draw_side_badge(canvas, (left + px(6), middle), look.main, look.hatched, px(6))
        room = self.rect.width - px(WORD + 40)
        draw_text(canvas, (left + px(18), middle), self.title, "strong", look.main, anchor="midleft", width=room)
        lines = wrap(self.text, "small", self.rect.width - px(20))
        if len(lines) > LINES:
            lines = (*lines[: LINES - 1], f"{lines[LINES - 1]} …")
        for number, line in enumerate(lines):
            pos = (left, top + line_height("strong") + px(2) + number * line_height("small"))
            draw_text(canvas, pos, line, "small", TEXT_SOFT if number else ACCENT, width=self.rect.width - px(20))
