"""Which widget a row of a form is."""

from __future__ import annotations

import pygame

from jovian.editing.forms.given import LISTED, text_of
from jovian.editing.forms.row import Kind, Option, Row
from jovian.ui.editing.branch import BranchRow
from jovian.ui.kit.forms import Choice, TextField
from jovian.ui.kit.theme import px
from jovian.ui.kit.widgets import Button, Toggle, Widget

HIGH = 36
"""Height of a row."""
LABELED = 38
"""The share of a row that its label has, in per cent."""
LONGEST = 2000
"""Letters of a text."""
DIGITS = "0123456789.-, "
OWN = "its own"
"""What is said of a list that stands where else a word does."""
MORE = Option(None, "Add …")


def label_room(place: pygame.Rect) -> int:
    """The pixels of a label."""
    return place.width * LABELED // 100 - px(8)


def choices(row: Row) -> tuple[Option, ...]:
    """What is offered in a row: first that nothing is added, or what stands there though it may not."""
    if row.kind is Kind.ADD:
        return (MORE, *row.options)
    there = any(option.value == row.value for option in row.options)
    label = OWN if isinstance(row.value, list) else str(row.value)
    return row.options if there else (Option(row.value, label), *row.options)


def widget_of(row: Row, place: pygame.Rect, within: pygame.Rect, writing: str | None) -> Widget | None:
    """The widget of a row, None if it needs none; `writing` is what is being written in its field."""
    name = "/".join(map(str, row.path)) + ("+" if row.kind is Kind.ADD else "")
    left = place.left + place.width * LABELED // 100
    right = pygame.Rect(left, place.top + px(3), place.right - left, place.height - px(6))
    made: Widget | None = None
    if row.kind in (Kind.CHOICE, Kind.ADD):
        options = choices(row)
        chosen = next((n for n, option in enumerate(options) if option.value == row.value), 0)
        made = Choice(name, right, [option.label for option in options], chosen, within)
        made.set_enabled(len(options) > 1, "There is nothing to choose from")
    elif row.kind is Kind.FLAG:
        made = Toggle(name, place, row.label, bool(row.value))
    elif row.kind is Kind.PIECE:
        made = Button(name, place.inflate(0, -px(6)), row.label, role="label")
    elif row.kind is Kind.BRANCH:
        made = BranchRow(name, place, row.value)
    elif row.kind not in (Kind.HEADING, Kind.NOTE):
        typed = row.kind in (Kind.NUMBER, Kind.WHOLE, Kind.NUMBERS)
        takes = _digit if typed else str.isprintable
        made = TextField(name, right, text_of(row) if writing is None else writing, most=LONGEST, takes=takes)
        made.ghost = "" if row.usual in (None, "") else f"{row.usual:g}" if typed else str(row.usual)
    hint = f"{row.help} {LISTED}".strip() if row.kind is Kind.NUMBERS else row.help
    if made is not None and made.enabled and hint:
        made.hint = hint
    return made


def _digit(letter: str) -> bool:
    return letter in DIGITS
