"""Tests of tables: their tooltips, and labels next to reasons."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import column
from jovian.ui.kit.tables import Cell, Column, Table, TableRow, table_boxes
from jovian.ui.kit.widgets import Widget

WIDTH = 300


def lay(table: Table, width: int) -> list[Widget]:
    """Return the widgets of a table, laid out at a width."""
    box = column(*table_boxes(table, width))
    box.place(pygame.Rect(0, 0, width, box.wanted_height(width).best))
    return list(box.widgets())


def test_a_table_without_columns_has_no_heading() -> None:
    rows = (TableRow("a", "A"), TableRow("b", "B"))
    assert [widget.name for widget in lay(Table("Answer", (), rows), WIDTH)] == ["a", "b"]
    assert len(lay(Table("Answer", (Column("Hit", 40),), rows), WIDTH)) == 3


def test_the_numbers_of_dropped_columns_are_in_the_tooltip() -> None:
    columns = (Column("Range", 60, "There", rank=1), Column("Hit", 60, "There"))
    row = TableRow("b", "Beam", (Cell('6.0"'), Cell("95%")), hint="Rolls 3 base")
    for width, hint in ((400, "Rolls 3 base"), (180, 'Rolls 3 base. There Range: 6.0"')):
        (_, widget) = lay(Table("Weapon", columns, (row,)), width)
        assert widget.hint == hint


def test_a_long_label_keeps_clear_of_the_reason_next_to_it() -> None:
    pictures = []
    for label in ("Beam", "Beam Projector, Kinetic Cannon (no. 1), Kinetic Cannon (no. 2)"):
        surface = pygame.Surface((WIDTH, 200))
        gun = TableRow("gun", label, reason="It is 14 inches away. Move nearer.")
        rows = (gun, TableRow("other", "Other", reason="Fired."))
        widgets = lay(Table("Weapon", (Column("Hit", 40),), rows), WIDTH)
        widgets[1].draw(surface)
        pictures.append(surface.subsurface(WIDTH // 2, 0, WIDTH // 2, widgets[1].rect.top + 40).copy())
    assert len({pygame.image.tobytes(picture, "RGB") for picture in pictures}) == 1
