"""Tables of numbers: a heading that sorts, and rows that are buttons. Columns that don't fit are dropped by rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.frozen import frozen
from jovian.ui.kit.boxes import NOWHERE, Box
from jovian.ui.kit.draw import draw_bar, draw_box, draw_dice, draw_focus_glow, draw_rule, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    EDGE,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TARGET,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Button, Signal, Widget, activates

# --- Content ---


@frozen
class Column:
    """A column of numbers."""

    label: str
    width: int
    """In unscaled pixels. Longer texts make it wider."""
    group: str = ""
    """A word above the labels of several columns."""
    rank: int = 0
    """If space is short, the columns of the highest rank are dropped first. The tooltips of the rows have them then."""


@frozen
class Cell:
    """A number of a row."""

    text: str
    color: Color = TEXT
    order: float = 0.0
    """The value by which the column is sorted."""
    share: float | None = None
    """The length of a bar below the number, None for no bar."""


@frozen
class TableRow:
    """A row of a table."""

    name: str
    label: str
    cells: tuple[Cell | None, ...] = ()
    """A cell for each column, None for an empty one."""
    note: str = ""
    """A text below the label."""
    reason: str = ""
    """A text instead of the cells."""
    hint: str = ""
    mark: str = ""
    """The key that presses the row."""
    side: int | None = None
    lit: bool = False
    enabled: bool = True
    value: object = None
    dice: Sequence[tuple[int, str]] = ()
    """The dice below the text, each with its look."""


@frozen
class Table:
    """Columns and rows, in the order in which they are shown."""

    label: str
    """What the rows are."""
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]
    sorted_by: int | None = None
    """The column that the heading marks. None if the heading can't sort."""
    is_dense: bool = False
    """Whether the rows have less space between them."""
    min_label: int = 104
    """Minimum unscaled width of the labels. Columns are dropped until it is free."""

    def sorted_rows(self, column: int) -> Table:
        """Return the table sorted by a column, largest first. Column -1 is the label."""
        if column < 0:
            rows = sorted(self.rows, key=lambda row: row.label)
        else:
            rows = sorted(self.rows, key=lambda row: -_order(row, column))
        return replace(self, rows=tuple(rows), sorted_by=column)


def _order(row: TableRow, column: int) -> float:
    cell = row.cells[column] if column < len(row.cells) else None
    return cell.order if cell is not None else float("-inf")


# --- Layout ---

PAD, DENSE_PAD, MARK, BADGE = 4, 1, 16, 16
"""Space above and below the text of a row, and that of a dense table; widths of the key and of a side's badge."""
MIN_REASON_LEFT = 104
"""Minimum unscaled width of the label next to a reason."""
DICE_HEIGHT = 22
"""The height of the dice of a row."""
BAR = 5
"""Height of a bar with the space above it."""


@frozen
class TableLayout:
    """Where the columns of a table are within a width."""

    width: int
    label_left: int
    label_width: int
    rights: tuple[tuple[int, int], ...]
    """The number of each visible column, and its right edge."""
    pad: int
    """The space above and below the text of a row."""


def lay_columns(table: Table, width: int) -> TableLayout:
    """Return which columns are visible within a width, and where."""
    left = px(6) + (px(MARK) if any(row.mark for row in table.rows) else 0)
    left += px(BADGE) if any(row.side is not None for row in table.rows) else 0
    widths = [_column_width(table, n) for n in range(len(table.columns))]
    used = [n for n in range(len(widths)) if any(n < len(row.cells) and row.cells[n] for row in table.rows)]
    while used and sum(widths[n] for n in used) > width - left - px(table.min_label):
        used.remove(max(used, key=lambda n: (table.columns[n].rank, n)))
    rights, right = [], width - px(6)
    for n in reversed(used):
        rights.append((n, right))
        right -= widths[n]
    return TableLayout(
        width, left, max(px(40), right - left), tuple(reversed(rights)), px(DENSE_PAD if table.is_dense else PAD)
    )


def _column_width(table: Table, n: int) -> int:
    """Return the width in which neither the label of a column nor a number is cut."""
    cells = [row.cells[n] for row in table.rows if n < len(row.cells)]
    texts = [text_size(cell.text, "label")[0] for cell in cells if cell is not None]
    widest = max([*texts, text_size(table.columns[n].label, "small")[0]])
    return max(px(table.columns[n].width), widest + px(8))


def _row_height(row: TableRow, layout: TableLayout, width: int = 0) -> int:
    text = len(_label_lines(row, layout)) * line_height("label")
    text += len(_note_lines(row, layout)) * line_height("small") + px(DICE_HEIGHT if row.dice else 0)
    reason = len(_reason_lines(row, layout)) * line_height("small")
    bar = px(BAR) if any(cell is not None and cell.share is not None for cell in row.cells) else 0
    return max(px(TARGET), max(text, reason) + bar + 2 * layout.pad)


def _note_lines(row: TableRow, layout: TableLayout) -> Sequence[str]:
    """Return the lines of the note. They may be below the cells."""
    return wrap(row.note, "small", layout.width - layout.label_left - px(6)) if row.note else ()


def _label_lines(row: TableRow, layout: TableLayout) -> Sequence[str]:
    """Return the lines of the label. A reason next to it has a place of its own."""
    width = _reason_left(layout) - px(8) - layout.label_left if row.reason else layout.label_width
    return wrap(row.label, "label", width)


def _reason_left(layout: TableLayout) -> int:
    return layout.label_left + min(layout.label_width, max(px(MIN_REASON_LEFT), layout.width * 34 // 100)) + px(8)


def _reason_lines(row: TableRow, layout: TableLayout) -> Sequence[str]:
    return wrap(row.reason, "small", layout.width - _reason_left(layout) - px(6)) if row.reason else ()


def _heading_height(table: Table) -> int:
    groups = any(column.group for column in table.columns)
    return max(px(TARGET), line_height("small") * (2 if groups else 1) + px(6))


def table_boxes(table: Table, width: int) -> list[Box]:
    """Return the rows of a table at a width, below a heading if it has columns."""
    layout, boxes = lay_columns(table, width), list[Box]()
    if table.columns:
        boxes.append(Box(widget=TableHeading(table, NOWHERE, layout), height_at=lambda _: _heading_height(table)))
    for row in table.rows:
        widget = RowWidget(replace(row, hint=_hint_with_dropped(table, row, layout)), NOWHERE, layout)
        boxes.append(Box(widget=widget, height_at=partial(_row_height, row, layout)))
    return boxes


def _hint_with_dropped(table: Table, row: TableRow, layout: TableLayout) -> str:
    """Return the tooltip of a row, with the numbers of the columns that don't fit."""
    visible = dict(layout.rights)
    cells = [(n, cell) for n, cell in enumerate(row.cells) if cell is not None and n not in visible]
    dropped = [f"{table.columns[n].group} {table.columns[n].label}: {cell.text}".strip() for n, cell in cells]
    return ". ".join(text for text in (row.hint.rstrip("."), ", ".join(dropped)) if text) if dropped else row.hint


# --- Widgets ---

SORT = "sort"
"""The name of the heading's action. Its value is the column, -1 for the label."""


class TableHeading(Widget):
    """The labels of the columns. A click on one sorts by it."""

    pressed_by_keys = True

    def __init__(self, table: Table, rect: pygame.Rect, layout: TableLayout) -> None:
        super().__init__(SORT, rect)
        self.table, self.layout = table, layout
        self.hint = "Click a heading to sort by it (Enter: by the next one)" if table.sorted_by is not None else ""
        self.enabled = table.sorted_by is not None

    @property
    def pointed(self) -> bool:
        """Whether the pointer is on it. The keyboard alone shows no tooltip, which would cover the rows."""
        return self.visible and self.hovered

    def column_at(self, x: int) -> int:
        """Return the column at a place, -1 for the label."""
        inside = x - self.rect.left
        return next((n for n, right in self.layout.rights if self._left(n) <= inside <= right), -1)

    def column_rect(self, column: int) -> pygame.Rect:
        """Return the rectangle of a column's label."""
        right = dict(self.layout.rights)[column]
        left = self._left(column)
        return pygame.Rect(self.rect.left + left, self.rect.top, right - left, self.rect.height)

    def _left(self, column: int) -> int:
        numbers = [n for n, _ in self.layout.rights]
        before = numbers.index(column) - 1
        return self.layout.rights[before][1] if before >= 0 else self.layout.label_left + self.layout.label_width

    def handle(self, event: pygame.event.Event) -> Signal | None:
        if not self.enabled:
            return None
        if event.type == pygame.KEYDOWN and self.focused and activates(event):
            order = [-1, *(n for n, _ in self.layout.rights)]
            at = order.index(self.table.sorted_by) if self.table.sorted_by in order else 0
            return Signal(SORT, order[(at + 1) % len(order)])
        return Signal(SORT, self.column_at(event.pos[0])) if self.track(event) else None

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        y = self.rect.bottom - px(4)
        color = ACCENT if self.table.sorted_by == -1 else TEXT_SOFT
        width = self.layout.label_left + self.layout.label_width - px(6)
        pos = (self.rect.left + px(6), y)
        draw_text(surface, pos, self.table.label, "small", color, anchor="bottomleft", width=width)
        groups: dict[str, list[int]] = {}
        for n, right in self.layout.rights:
            column = self.table.columns[n]
            color = ACCENT if self.table.sorted_by == n else TEXT_SOFT
            x = self.rect.left + right
            draw_text(surface, (x, y), column.label, "small", color, anchor="bottomright")
            if column.group:
                groups.setdefault(column.group, []).append(n)
        left = self.rect.left
        for group, numbers in groups.items():
            pos = (self.rect.left + dict(self.layout.rights)[numbers[-1]], y - line_height("small"))
            width = max(1, pos[0] - left - px(6))
            text = group if text_size(group, "small")[0] <= width else group.split()[0]
            left = draw_text(surface, pos, text, "small", TEXT_FAINT, anchor="bottomright", width=width).right
        draw_rule(surface, self.rect.left, self.rect.right, self.rect.bottom - 1)
        if self.focused:
            draw_focus_glow(surface, self.rect, ACCENT, px(4), 110)


class RowWidget(Button):
    """A row of a table, pressed like a button."""

    def __init__(self, row: TableRow, rect: pygame.Rect, layout: TableLayout) -> None:
        super().__init__(row.name, rect, row.label, hint=row.hint, value=row.value)
        self.row, self.layout = row, layout
        self.lit, self.enabled = row.lit, row.enabled

    def follow(self, old: Widget) -> None:
        """Keep a press that began before the numbers changed."""
        super().follow(old)
        self.pressed = old.pressed and old.rect == self.rect

    def draw(self, surface: pygame.Surface) -> None:
        Widget.draw(self, surface)
        if not self.visible:
            return
        row, rect = self.row, self.rect
        if self.lit or (self.enabled and (self.hovered or self.focused)):
            fill = mix_colors(PANEL_HIGH, ACCENT, 0.25) if self.lit else PANEL_HOVER
            draw_box(surface, rect.inflate(0, -2), fill, radius=px(4), border=ACCENT if self.lit else fill)
        if self.focused:
            draw_focus_glow(surface, rect, ACCENT, px(4), 110)
        x = rect.left + px(6)
        first = rect.top + self.layout.pad + line_height("label") // 2
        ink = TEXT if self.enabled else TEXT_SOFT
        if row.mark:
            box = pygame.Rect(x - px(2), 0, px(14), px(15))
            box.centery = first
            draw_box(surface, box, WELL, radius=px(3), border=EDGE)
            draw_text(surface, box.center, row.mark, "tiny", TEXT_SOFT, anchor="center")
        if row.side is not None:
            look = SIDES[row.side]
            x = rect.left + self.layout.label_left - px(BADGE) + px(6)
            draw_side_badge(surface, (x, first), look.main, look.hatched, px(4))
        x, y = rect.left + self.layout.label_left, rect.top + self.layout.pad
        for line in _label_lines(row, self.layout):
            draw_text(surface, (x, y), line, "label", ink)
            y += line_height("label")
        for line in _note_lines(row, self.layout):
            draw_text(surface, (x, y), line, "small", TEXT_SOFT)
            y += line_height("small")
        y = rect.top + self.layout.pad
        for line in _reason_lines(row, self.layout):
            draw_text(surface, (rect.left + _reason_left(self.layout), y), line, "small", TEXT_SOFT)
            y += line_height("small")
        if not row.reason:
            self._draw_cells(surface)
        if row.dice:
            side = min(px(DICE_HEIGHT - 4), (rect.width - px(30)) // len(row.dice) - px(3))
            draw_dice(surface, (x, rect.bottom - side - px(4)), row.dice, side, px(3))

    def _draw_cells(self, surface: pygame.Surface) -> None:
        y = self.rect.top + self.layout.pad + line_height("label") // 2
        for n, right in self.layout.rights:
            cell = self.row.cells[n] if n < len(self.row.cells) else None
            if cell is None:
                continue
            x = self.rect.left + right
            draw_text(surface, (x, y), cell.text, "label", cell.color, anchor="midright")
            if cell.share is not None:
                bar = pygame.Rect(x - px(36), self.rect.bottom - self.layout.pad - px(2), px(36), px(3))
                draw_bar(surface, bar, cell.share, cell.color)
