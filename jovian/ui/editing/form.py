"""A form: the rows of the chosen piece, or of the scenario, in a column that scrolls."""

from __future__ import annotations

import pygame

from jovian.editing.draft import Piece
from jovian.editing.forms.given import given, value_of
from jovian.editing.forms.piece_rows import piece_rows
from jovian.editing.forms.row import Kind, Row
from jovian.editing.forms.scenario_rows import scenario_rows
from jovian.ui.editing.row_widgets import HIGH, choices, label_room, widget_of
from jovian.ui.editing.workbench import Workbench
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, draw_wrapped
from jovian.ui.kit.forms import Choice
from jovian.ui.kit.theme import ACCENT, DANGER, EDGE, EDGE_HIGH, TEXT, TEXT_SOFT, mix, px
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.panels.panel import Panel

FOOT = 52
"""Pixels of the buttons below the rows of a piece."""
NOTCH = 48
"""Pixels of a notch of the wheel."""


class Form(Panel):
    """Its widgets are called by the paths of their rows (`terrain/0/x`); below them `scenario`, `copy`, `delete`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self.bench = bench
        self.rows: list[Row] = []
        self.offset = 0
        self.bad = ""
        """The name of the field in which something stands that means nothing."""
        self._of: Piece | None = None

    # --- layout ---
    def layout(self, rect: pygame.Rect) -> None:
        """Rows from the top, as far down as it is scrolled."""
        super().layout(rect)
        chosen = self.bench.chosen
        if chosen != self._of:
            self.offset, self._of, self.bad = 0, chosen, ""
        self.rows = piece_rows(self.bench.draft, chosen) if chosen is not None else scenario_rows(self.bench.draft)
        foot = px(FOOT) if chosen is not None else 0
        self.inner = pygame.Rect(rect.left + px(12), rect.top + px(8), rect.width - px(24), rect.height - px(16) - foot)
        self.offset = max(0, min(self.offset, px(HIGH) * len(self.rows) - self.inner.height))
        widgets: list[Widget] = []
        for number, row in enumerate(self.rows):
            place = self.place(number)
            made = widget_of(row, place, rect.inflate(-px(8), -px(8)), self._writing(row))
            if made is not None:
                made.visible = self.inner.contains(place)
                widgets.append(made)
        self.group.renew([*widgets, *self._below(foot)])

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

    def _below(self, foot: int) -> list[Widget]:
        if not foot:
            return []
        top, wide = self.rect.bottom - foot, (self.inner.width - px(16)) // 3
        names = (("scenario", "Scenario", "plain"), ("copy", "Copy", "plain"), ("delete", "Delete", "danger"))
        return [
            Button(name, pygame.Rect(self.inner.left + n * (wide + px(8)), top, wide, px(38)), label, kind=kind)
            for n, (name, label, kind) in enumerate(names)
        ]

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

    def use(self, action: Action) -> bool:
        """Take what a widget tells; False if it is none of its own."""
        if action.name in ("scenario", "copy", "delete"):
            {"scenario": lambda: self.bench.choose(None), "copy": self.bench.copy, "delete": self.bench.delete}[
                action.name
            ]()
            return True
        row = next((row for row in self.rows if name_of(row) == action.name and row.path), None)
        if row is None:
            return False
        if row.kind is Kind.PIECE:
            self.bench.choose(Piece(str(row.path[0]), int(row.path[1])))
        else:
            self._give(row, action)
        return True

    def _give(self, row: Row, action: Action) -> None:
        """Put what was written or chosen into the draft; what means nothing stays in its field alone."""
        self.bad = ""
        try:
            if row.kind in (Kind.CHOICE, Kind.ADD):
                value = choices(row)[int(action.value)].value
            else:
                value = action.value if row.kind is Kind.FLAG else value_of(row, str(action.value))
        except ValueError:
            self.bad = action.name
            return
        draft, piece = given(self.bench.draft, row, value)
        self.bench.do(draft, f"write {action.name}" if row.kind not in (Kind.ADD,) else "")
        if piece is not None:
            self.bench.choose(piece)

    def option_hint(self) -> tuple[pygame.Rect, str] | None:
        """What is to be said of the option under the pointer, in a list that is spread."""
        spread = self.group.spread
        row = next((row for row in self.rows if spread is not None and name_of(row) == spread.name), None)
        if row is None or not isinstance(spread, Choice) or spread.list is None or spread.list.hover_row < 0:
            return None
        said = choices(row)[spread.list.hover_row].help
        row_rect = spread.list.row_rect(spread.list.hover_row)
        return (pygame.Rect(self.rect.left - px(330), row_rect.top - px(6), 1, 1), said) if said else None

    def refresh(self) -> None:
        """Show the draft as it is now."""
        fact = (self.bench.draft, self.bench.chosen, self.bad)
        if fact != self._shown:
            self.offer(fact)
            self.layout(self.rect)

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
            elif row.kind not in (Kind.PIECE, Kind.FLAG):
                wrong = any(each.path == row.path for each in self.bench.problems) or self.bad == name_of(row)
                ink = DANGER if wrong else TEXT_SOFT
                pos = (place.left, place.centery)
                draw_text(canvas, pos, row.label, "body", ink, anchor="midleft", width=label_room(place))
        if self.full > self.inner.height:
            high = max(px(24), self.inner.height * self.inner.height // self.full)
            top = self.inner.top + (self.inner.height - high) * self.offset // (self.full - self.inner.height)
            thumb = pygame.Rect(self.inner.right - px(4), top, px(6), high)
            box(canvas, thumb, mix(EDGE, EDGE_HIGH, 0.7), radius=px(3))
        if self.bench.chosen is not None:
            canvas.fill(mix(ACCENT, EDGE, 0.6), (self.rect.left, self.rect.top, px(2), self.rect.height))


def name_of(row: Row) -> str:
    """What the widget of a row is called."""
    return "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")
