"""Tests of tables: which rows are visible after scrolling."""

from __future__ import annotations

import pygame

from jovian.ui.kit.tables import Cell, Column, RowWidget, Table, TableRow, lay_table, scrolled, table_height
from jovian.ui.kit.widgets import Widget

WIDTH = 300


def table(count: int) -> Table:
    return Table("Row", (Column("Number", 40),), tuple(TableRow(str(n), f"Row {n}") for n in range(count)))


def lay(count: int, first: int = 0, fitting: int = 4) -> list[Widget]:
    return lay_table(table(count), pygame.Rect(0, 0, WIDTH, table_height(table(fitting), WIDTH)), first)


def visible(widgets: list[Widget]) -> list[str]:
    return [widget.name for widget in widgets if isinstance(widget, RowWidget) and widget.visible]


def wheel(y: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEWHEEL, y=y)


def test_the_wheel_stops_at_both_ends() -> None:
    first, widgets = 0, lay(6)
    seen = []
    for y in (1, -1, -1, -1, -1, 1):
        first = scrolled(widgets, wheel(y))
        widgets = lay(6, first)
        seen.append(visible(widgets)[0])
    assert seen == ["0", "1", "2", "2", "2", "1"]


def test_a_shorter_table_leaves_no_space_empty() -> None:
    assert visible(lay(3, first=5)) == ["0", "1", "2"]
    assert visible(lay(5, first=4)) == ["1", "2", "3", "4"]


def test_a_table_without_rows_or_without_space_scrolls_nowhere() -> None:
    assert scrolled(lay(0), wheel(-1)) == 0 and scrolled((), wheel(-1)) == 0
    assert visible(lay(3, first=9, fitting=0)) == []


def test_the_numbers_of_dropped_columns_are_in_the_tooltip() -> None:
    columns = (Column("Range", 60, "There", rank=1), Column("Hit", 60, "There"))
    row = TableRow("b", "Beam", (Cell('6.0"'), Cell("95%")), hint="Rolls 3 base")
    for width, hint in ((400, "Rolls 3 base"), (180, 'Rolls 3 base. There Range: 6.0"')):
        (_, widget) = lay_table(Table("Weapon", columns, (row,)), pygame.Rect(0, 0, width, 200))
        assert widget.hint == hint


def test_a_long_label_keeps_clear_of_the_reason_next_to_it() -> None:
    pictures = []
    for label in ("Beam", "Beam Projector, Kinetic Cannon (no. 1), Kinetic Cannon (no. 2)"):
        surface = pygame.Surface((WIDTH, 200))
        gun = TableRow("gun", label, reason="It is 14 inches away. Move nearer.")
        rows = (gun, TableRow("other", "Other", reason="Fired."))
        widgets = lay_table(Table("Weapon", (Column("Hit", 40),), rows), surface.get_rect())
        widgets[1].draw(surface)
        pictures.append(surface.subsurface(WIDTH // 2, 0, WIDTH // 2, widgets[1].rect.top + 40).copy())
    assert len({pygame.image.tobytes(picture, "RGB") for picture in pictures}) == 1
