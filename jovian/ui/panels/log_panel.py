"""The log: what happened, with dice faces; virtualised, so that its length costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pygame

from jovian.game import Event, State
from jovian.rules.facts.telling import code_words
from jovian.rules.rulebook.rulebook import Rulebook
from jovian.ui.kit.dice import dice_row
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Action, ScrollList, Tabs
from jovian.ui.panels.panel import Panel
from jovian.ui.telling.log_line import Line, wrapped
from jovian.ui.telling.log_lines import lines_of

TABS = ("All", "Dice", "Damage")
LOWEST = 60
"""Below this height the log is not shown at all."""
_KINDS = {"All": ("head", "dice", "damage", "text"), "Dice": ("head", "dice"), "Damage": ("head", "damage")}


class LogPanel(Panel):
    """Its list's action is the number of an event."""

    def __init__(self, sides: tuple[str, str], book: Rulebook) -> None:
        super().__init__()
        self.sides, self._book = sides, book
        self.tab = "All"
        self._names: dict[str, tuple[str, int | None]] = {}
        self._events: list[Event] = []
        self._lines: list[Line] = []
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
            told, self._events, self._lines = self._events, [], []
            self._take(told)
        self._filter()

    @property
    def lines(self) -> list[Line]:
        """Every row told so far, whatever the tab."""
        return self._lines

    def show(self, events: Sequence[Event], state: State) -> None:
        """Follow the events; told anew if some were taken back."""
        known = len(self._events)
        if len(events) < known or (known and events[known - 1] is not self._events[-1]):
            self._events, self._lines, self._names, known = [], [], {}, 0
            self.list.set_items(())
        if len(events) > known:
            self._names |= {model.id: (model.name, model.side) for model in state.models.values()}
            self._names |= {piece.id: (piece.kind.replace("-", " "), None) for piece in state.terrain.values()}
            self._take(events[known:])
            self.stale = True

    def _take(self, events: Sequence[Event]) -> None:
        width = self.list.rect.width - px(18)
        for event in events:
            if event["type"] == "revealed":
                self._names[event["model"]] = (event["name"], event["side"])
            self._events.append(event)
            for line in lines_of(event, self._names, self.sides, self._book):
                self._lines += wrapped(line, max(px(60), width))
        self._filter()

    def _filter(self) -> None:
        kinds = _KINDS[self.tab]
        items = self._lines if self.tab == "All" else [line for line in self._lines if line.kind in kinds]
        self.list.set_items(items, follow=True)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """What the code of a result under a point says in words."""
        row = self.list.row_at(pos)
        if row < 0:
            return None
        told = next((said for piece in self.list.items[row].pieces if (said := code_words(piece.text))), "")
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


def _height(line: Any) -> int:
    return px(24) if line.dice else px(22) if line.kind == "head" else px(17)


def _draw_row(surface: pygame.Surface, rect: pygame.Rect, line: Any, hovered: bool, chosen: bool) -> None:
    x = rect.left + px(6)
    if line.dice:
        area = dice_row(surface, (x, rect.top + px(3)), line.dice[:14], size=px(17), gap=px(3))
        x = area.right + px(8)
    for piece in line.pieces:
        width = rect.right - x
        if width > px(8):
            x = draw_text(
                surface, (x, rect.centery), piece.text, piece.role, piece.color, anchor="midleft", width=width
            ).right
        x += px(4)
