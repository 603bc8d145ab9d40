"""The log: what happened, with dice faces; virtualised, so that its length costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import Revealed
from jovian.narrator import Line, Names
from jovian.narrator.line import DAMAGE, DICE, REMARK
from jovian.rules.facts.words import code_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.dice import dice_row
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action, ScrollList, Tabs
from jovian.ui.panels.panel import Panel
from jovian.ui.presenting.log_rows import Row, Told

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
        self._known = Told(book)
        self._told: list[Line] = []
        self._rows: list[Row] = []
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
        self.list = ScrollList("log", body, _draw_row, height_of=_height)
        self.group.widgets = [self.tabs, self.list]
        if self._width != (body.width, px(1000)):
            self._width = (body.width, px(1000))
            self._rows, self._wrapped = [], 0
        if not self._wrap():
            self._filter()

    @property
    def lines(self) -> list[Row]:
        """Every row told so far, whatever the tab."""
        self._wrap()
        return self._rows

    def show(self, entries: Sequence[LogEntry], state: State) -> None:
        """Follow the events; told anew if some were taken back."""
        known = len(self._entries)
        if len(entries) < known or (known and entries[known - 1] is not self._entries[-1]):
            self._entries, self._told, self._rows, self._names = [], [], [], Names(self.sides)
            known, self._wrapped, self.stale = 0, 0, True
        if len(entries) > known:
            self._names.learn_state(state)
            self._take(entries[known:])
            self.stale = True

    def show_remarks(self, shown: bool) -> None:
        """Show what computer players say of their answers, or leave it out."""
        if shown != self._remarks:
            self._remarks, self.stale = shown, True
            self._filter()

    def _take(self, entries: Sequence[LogEntry]) -> None:
        for entry in entries:
            if isinstance(entry.event, Revealed):
                self._names.learn(entry.event)
            self._entries.append(entry)
            self._told += self._known.lines(entry, self._names)

    def paint(self, canvas: pygame.Surface) -> None:
        """What was told since it was drawn last becomes rows now."""
        self._wrap()
        super().paint(canvas)

    def _wrap(self) -> bool:
        """Make rows of what was told since, and list them. Was there anything?"""
        told, width = self._told[self._wrapped :], max(px(60), self.list.rect.width - px(18))
        if not told and self._wrapped:
            return False
        if not self._wrapped:
            self.list.set_items(())
        self._rows += [row for line in told for row in self._known.rows(line, width)]
        self._wrapped = len(self._told)
        self._filter()
        return True

    def _filter(self) -> None:
        wanted = _ABOUT.get(self.tab)
        rows = self._rows if self._remarks else (row for row in self._rows if row.about != REMARK)
        items = [row for row in rows if wanted is None or row.headline or row.about == wanted]
        self.list.set_items(items, follow=True)

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
