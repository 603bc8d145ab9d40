"""The sheet of a prompt: the question, its place in the book, and a large button for each answer, the first lit."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.dice import PLAIN, SET, dice_row, die
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, Widget
from jovian.ui.sheets.answer import Answer, height, is_cut
from jovian.ui.sheets.sheet import Sheet

WIDEST, MARGIN, GAP = 620, 14, 6
MOST_COLUMNS = 6
SHARE, LEAST_WIDE = 0.4, 180
"""Of the height of its area a sheet takes no more, if columns no narrower than this bring it there."""
LEAST_HIGH, FACES_HIGH = 24, 70
"""The lowest button before answers are put in more columns; one that shows dice."""
TEXT_LINES = 4
DICE_HIGH = 22
"""Height of the dice below the words of an answer that keeps them."""


def lay_prompt(sheet: Sheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its buttons."""
    width = min(area.width - px(12), px(WIDEST))
    inner = width - 2 * px(MARGIN)
    head, gap = _head(sheet, inner), px(GAP)
    most = area.height - px(12) - head - px(MARGIN)
    columns = _columns(sheet, inner)
    while columns < MOST_COLUMNS and _rows(sheet, columns) * px(LEAST_HIGH + GAP) > most:
        columns += 1
    wide = (inner - gap * (columns - 1)) // columns
    highs = _heights(sheet, columns, wide, most)
    while head + sum(highs) > SHARE * area.height and columns < min(len(sheet.answers), inner // px(LEAST_WIDE)):
        narrower = (inner - gap * columns) // (columns + 1)
        if _are_cut(sheet, narrower) and not _are_cut(sheet, wide):
            break
        columns, wide = columns + 1, narrower
        highs = _heights(sheet, columns, wide, most)
    rect = pygame.Rect(0, 0, width, head + sum(highs) + gap * len(highs) + px(MARGIN) - gap)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    made: list[Widget] = []
    for index, answer in enumerate(sheet.answers):
        row, column = divmod(index, columns)
        left = rect.left + px(MARGIN) + column * (wide + gap)
        top = rect.top + head + sum(highs[:row]) + gap * row
        made.append(_button(sheet, answer, pygame.Rect(left, top, wide, highs[row]), index == 0))
    return rect, made


def _button(sheet: Sheet, answer: tuple[str, str, str], rect: pygame.Rect, first: bool) -> Widget:
    name, label, detail = answer
    suggested = first and not label.isdigit()
    if dice_to_type(sheet):
        return Button(name, rect, label, kind="primary" if suggested else "plain", hint=detail)
    return Answer(name, rect, label, detail, suggested, px(DICE_HIGH) if sheet.faces else 0)


def _head(sheet: Sheet, inner: int) -> int:
    title = len(wrap(sheet.title, "heading", inner)) * line_height("heading")
    return px(10) + title + len(_said(sheet, inner)) * line_height("small") + px(8)


def _said(sheet: Sheet, inner: int) -> Sequence[str]:
    """What is told below the question: a text if there is one, and the place in the book."""
    told = wrap(sheet.text, "small", inner)[:TEXT_LINES] if sheet.text else ()
    return (*told, sheet.place) if sheet.place else told


def _columns(sheet: Sheet, inner: int) -> int:
    """As many columns as no label is cut in, and one where there are details to read unless there is much room."""
    if dice_to_type(sheet):
        return 6
    if sheet.faces:
        return max(1, min(3, len(sheet.answers), inner // px(190)))
    widest = max(max(measure(label, "button")[0], measure(detail, "small")[0]) for _, label, detail in sheet.answers)
    return max(1, min(3, len(sheet.answers), inner // max(1, widest + px(50))))


def _heights(sheet: Sheet, columns: int, wide: int, most: int) -> list[int]:
    """The height of each row of buttons: what its texts need, less if there is not the room."""
    rows = _rows(sheet, columns)
    least = px(FACES_HIGH if sheet.faces else 40 if len(sheet.answers) <= 8 else 34)
    found = [least] * rows
    dice = px(DICE_HIGH) if sheet.faces else 0
    for index, (_, label, detail) in enumerate(sheet.answers):
        found[index // columns] = max(found[index // columns], height(label, detail, wide) + dice)
    if sum(found) + px(GAP) * rows > most:
        found = [max(px(14), most // rows - px(GAP))] * rows
    return found


def _are_cut(sheet: Sheet, wide: int) -> bool:
    """Return whether a button of that width cuts the words of an answer."""
    return any(is_cut(label, "button", wide) or is_cut(detail, "small", wide) for _, label, detail in sheet.answers)


def _rows(sheet: Sheet, columns: int) -> int:
    return (len(sheet.answers) + columns - 1) // columns


def dice_to_type(sheet: Sheet) -> bool:
    """Are the answers the six faces of a die?"""
    return bool(sheet.answers) and sheet.answers[0][1] == "1"


def draw_prompt(surface: pygame.Surface, rect: pygame.Rect, sheet: Sheet) -> None:
    """The question and what is told below it."""
    inner = rect.width - 2 * px(MARGIN)
    x, y = rect.left + px(MARGIN), rect.top + px(10)
    for line in wrap(sheet.title, "heading", inner):
        draw_text(surface, (x, y), line, "heading")
        y += line_height("heading")
    for line in _said(sheet, inner):
        draw_text(surface, (x, y), line, "small", TEXT_FAINT if line == sheet.place else TEXT_SOFT, width=inner)
        y += line_height("small")


def draw_on_buttons(surface: pygame.Surface, sheet: Sheet, widgets: Sequence[Widget]) -> None:
    """Dice on the answers that are dice, and the number key of each answer in its corner."""
    for widget, faces in zip(widgets, sheet.faces, strict=False):
        look = [(face, SET if faces.count(face) > 1 else PLAIN) for face in faces]
        side = min(px(18), (widget.rect.width - px(16)) // max(1, len(faces)) - px(3))
        left = widget.rect.centerx - len(faces) * (side + px(3)) // 2
        dice_row(surface, (left, widget.rect.bottom - side - px(4)), look, side, px(3))
    if dice_to_type(sheet):
        for widget in widgets:
            die(surface, (widget.rect.centerx - px(14), widget.rect.centery - px(14)), int(widget.name), SET, px(28))
    elif len(sheet.answers) > 1:
        for number, widget in enumerate(widgets[:9], 1):
            pos = (widget.rect.left + px(6), widget.rect.top + px(4))
            draw_text(surface, pos, str(number), "tiny", TEXT_SOFT if number == 1 else TEXT_FAINT)
