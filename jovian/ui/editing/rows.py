"""Rows of a form in a column that scrolls: what the forms of the window share."""

from __future__ import annotations

import pygame

from jovian.editing.forms.given import value_of
from jovian.editing.forms.row import Kind, Row
from jovian.ui.editing.row_widgets import HIGH, choices, label_room, widget_of
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, draw_wrapped
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import DANGER, EDGE, EDGE_HIGH, TEXT, TEXT_SOFT, mix, px
from jovian.ui.kit.widgets import Action, Widget
from jovian.ui.panels.panel import Panel

FOOT = 52
"""Pixels of the buttons below the rows."""
NOTCH = 48
"""Pixels of a notch of the wheel."""


class Rows(Panel):
    """Its widgets are called by the paths of their rows (`terrain/0/x`). Subclasses say which rows and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[Row] = []
        self.offset = 0
        self.bad = ""
        """The name of the field in which something stands that means nothing."""

    # --- what there is ---
    def made(self) -> list[Row]:
        """The rows as they are now."""
        raise NotImplementedError

    @property
    def foot(self) -> int:
        """The pixels below the rows that buttons have."""
        return 0

    def below(self) -> list[Widget]:
        """The buttons there."""
        return []

    def wrong(self, row: Row) -> bool:
        """Is something wrong with what stands in a row?"""
        return self.bad == name_of(row)

    # --- layout ---
    def layout(self, rect: pygame.Rect) -> None:
        """Rows from the top, as far down as it is scrolled."""
        super().layout(rect)
        self.rows = self.made()
        high = rect.height - px(16) - self.foot
        self.inner = pygame.Rect(rect.left + px(12), rect.top + px(8), rect.width - px(24), high)
        self.offset = max(0, min(self.offset, px(HIGH) * len(self.rows) - self.inner.height))
        widgets: list[Widget] = []
        for number, row in enumerate(self.rows):
            place = self.place(number)
            made = widget_of(row, place, rect.inflate(-px(8), -px(8)), self._writing(row))
            if made is not None:
                made.visible = self.inner.contains(place)
                widgets.append(made)
        self.group.renew([*widgets, *self.below()])

    def place(self, number: int) -> pygame.Rect:
        """Where a row stands now, in sight or not."""
        wide = self.inner.width - (px(12) if self.full > self.inner.height else 0)
        return pygame.Rect(self.inner.left, self.inner.top + px(HIGH) * number - self.offset, wide, px(HIGH))

    @property
    def full(self) -> int:
        """The height of all rows."""
        return px(HIGH) * len(self.rows)

    def _writing(self, row: Row) -> str | None:
        """What is being written in the field of a row, None if that is not where something is written."""
        focus = self.group.focus
        there = focus is not None and focus.types and focus.name == name_of(row)
        return getattr(focus, "text", None) if there else None

    # --- input ---
    def handle(self, event: pygame.event.Event) -> Action | None:
        """The wheel scrolls, unless a list is spread; Tab goes from row to row, in sight or not."""
        if event.type == pygame.MOUSEWHEEL and self.group.spread is None:
            self.offset -= round(getattr(event, "precise_y", event.y) * px(NOTCH))
            self.layout(self.rect)
            return None
        if event.type == pygame.KEYDOWN and event.key == pygame.K_TAB and not self.group.engaged:
            self._tab(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return None
        return super().handle(event)

    def _tab(self, step: int) -> None:
        """Give the focus to the next widget, and scroll to it."""
        able = [widget.name for widget in self.group.widgets if widget.enabled]
        if not able:
            return
        focus = self.group.focus
        at = able.index(focus.name) + step if focus is not None and focus.name in able else min(0, step)
        name = able[at % len(able)]
        row = next((number for number, each in enumerate(self.rows) if name_of(each) == name), None)
        if row is not None:
            top = px(HIGH) * row
            self.offset = max(min(self.offset, top), top + px(HIGH) - self.inner.height)
        for widget in self.group.widgets:
            widget.focused = widget.name == name
        self.layout(self.rect)

    def value_in(self, row: Row, action: Action) -> object:
        """What a widget gave to a row. Raises ValueError, and the row is marked, if that means nothing."""
        self.bad = ""
        if row.kind in (Kind.CHOICE, Kind.ADD):
            return choices(row)[int(action.value)].value
        try:
            return action.value if row.kind is Kind.FLAG else value_of(row, str(action.value))
        except ValueError:
            self.bad = action.name
            raise

    def row_of(self, action: Action) -> Row | None:
        """The row of the widget that was used."""
        return next((row for row in self.rows if name_of(row) == action.name and row.path), None)

    def option_hint(self) -> tuple[pygame.Rect, str] | None:
        """What is to be said of the option under the pointer, in a list that is spread."""
        spread = self.group.spread
        row = next((row for row in self.rows if spread is not None and name_of(row) == spread.name), None)
        if row is None or not isinstance(spread, Choice) or spread.list is None or spread.list.hover_row < 0:
            return None
        said = choices(row)[spread.list.hover_row].help
        row_rect = spread.list.row_rect(spread.list.hover_row)
        return (pygame.Rect(self.rect.left - px(330), row_rect.top - px(6), 1, 1), said) if said else None

    # --- drawing ---
    def paint(self, canvas: pygame.Surface) -> None:
        """Titles, labels, and the bar beside what scrolls."""
        super().paint(canvas)
        for number, row in enumerate(self.rows):
            place = self.place(number)
            if not self.inner.contains(place):
                continue
            if row.kind is Kind.HEADING:
                draw_text(canvas, (place.left, place.bottom - px(6)), row.label, "heading", TEXT, anchor="bottomleft")
                canvas.fill(EDGE, (place.left, place.bottom - px(3), place.width, 1))
            elif row.kind is Kind.NOTE:
                draw_wrapped(canvas, place, row.label, "small", TEXT_SOFT)
            elif row.kind not in (Kind.PIECE, Kind.BRANCH, Kind.FLAG):
                ink = DANGER if self.wrong(row) else TEXT_SOFT
                pos = (place.left, place.centery)
                draw_text(canvas, pos, row.label, "body", ink, anchor="midleft", width=label_room(place))
        if self.full > self.inner.height:
            high = max(px(24), self.inner.height * self.inner.height // self.full)
            top = self.inner.top + (self.inner.height - high) * self.offset // (self.full - self.inner.height)
            thumb = pygame.Rect(self.inner.right - px(4), top, px(6), high)
            box(canvas, thumb, mix(EDGE, EDGE_HIGH, 0.7), radius=px(3))


def name_of(row: Row) -> str:
    """What the widget of a row is called."""
    return "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")
