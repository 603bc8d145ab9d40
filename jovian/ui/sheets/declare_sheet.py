"""The sheet of the declare step: the actions of a model's kind, what each needs and does, or why it is refused now.

It is a value that the controller makes anew; where it stands, which rows are in sight and how it is drawn is here.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from jovian.rules.facts.words import MAGNITUDE_WORDS
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import rule
from jovian.ui.kit.fonts import draw_text, wrap
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    EDGE_HIGH,
    GOOD,
    PANEL_HIGH,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WARN,
    Color,
    mix,
    px,
)
from jovian.ui.kit.widgets import Action, Button, Widget
from jovian.ui.sheets.sheet import Sheet

MARGIN = 14
WIDEST = 720
"""On a board so wide that this is less than two thirds of it, those are taken."""
SHARE = 60
"""Percent of the board's height that the sheet may take."""
NAMES, CHANCES = 132, 40
"""Widths of the columns before the text."""
ROW, LINE, FOOT_LINES = 20, 16, 4
"""Heights of a row and of a line of the foot, and how many lines that has."""
NARROW = 560
"""Below this width the head has two lines, and the foot half as many again."""
FIRM = mix(TEXT_FAINT, TEXT_SOFT, 0.55)
"""What cannot be declared is dim, but to be read."""


@dataclass(frozen=True, slots=True)
class Row:
    """One action, or none."""

    name: str
    """The action, no action, or the part of the list that it folds away; also the name of its widget."""
    title: str
    said: str
    """What it does, or why it cannot be declared."""
    able: bool
    chance: str = ""
    """How likely its skill test succeeds, "" without one."""
    needs: str = ""
    summary: str = ""
    place: str = ""
    odds: tuple[tuple[str, str], ...] = ()
    """Magnitude and its chance in that test."""
    taught: str = ""
    """What the odds are of."""
    fold: str = ""
    """`open` or `shut` for the line that folds a part of the list away."""


@dataclass(frozen=True, slots=True)
class DeclareSheet(Sheet):
    """A sheet with rows of which one is in hand; `answers` are the same rows as names, titles and texts."""

    rows: tuple[Row, ...] = ()
    chosen: int = 0
    top: int = 0
    """The row at the top of the list, where that keeps the one in hand in sight."""
    follow: bool = True
    """Must the row in hand be in sight?"""


class Entry(Button):
    """A row that is pressed to declare it, or to be told why not."""

    def __init__(self, row: Row, rect: pygame.Rect, lit: bool) -> None:
        super().__init__(row.name, rect, row.title, hint=row.said)
        self.row, self.lit = row, lit
        self.under = False
        """Is the pointer on it, and was it moved there since a key chose another row?"""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """As a button, noting where the pointer goes."""
        if event.type == pygame.MOUSEMOTION and self.under != self.rect.collidepoint(event.pos):
            self.under = not self.under
            self.touch()
        return super().handle(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Name, chance of the test, and as much of the text as there is room for: all of it is in the foot."""
        Widget.draw(self, surface)
        row, rect = self.row, self.rect
        if self.lit or self.under:
            fill = (ACCENT_DEEP if row.able else PANEL_HIGH) if self.lit else mix(PANEL_HIGH, EDGE_HIGH, 0.3)
            box(surface, rect, fill, radius=px(4), border=ACCENT if self.lit else None, alpha=230)
        ink = TEXT if row.able else FIRM
        left = rect.left + px(8)
        if row.fold:
            self._draw_fold(surface, left)
            return
        draw_text(surface, (left, rect.centery), row.title, "label", ink, anchor="midleft", width=px(NAMES - 4))
        right = left + px(NAMES + CHANCES - 12)
        draw_text(surface, (right, rect.centery), row.chance, "label", GOOD if row.able else FIRM, anchor="midright")
        start = left + px(NAMES + CHANCES)
        color = (TEXT if self.lit else TEXT_SOFT) if row.able else FIRM
        width = rect.right - px(6) - start
        draw_text(surface, (start, rect.centery), row.said, "small", color, anchor="midleft", width=width)


    def _draw_fold(self, surface: pygame.Surface, left: int) -> None:
        """A triangle that points down where the part is open, its name, and what is in it."""
        row, middle, half = self.row, self.rect.centery, px(4)
        across = [(left, middle - half), (left, middle + half), (left + half, middle)]
        down = [(left - half // 2, middle - half // 2), (left + half * 3 // 2, middle - half // 2),
                (left + half // 2, middle + half)]  # fmt: skip
        pygame.draw.polygon(surface, TEXT_SOFT, down if row.fold == "open" else across)
        name = draw_text(surface, (left + px(12), middle), row.title, "label", TEXT_SOFT, anchor="midleft")
        pos = (name.right + px(12), middle)
        width = self.rect.right - px(6) - pos[0]
        if row.fold == "shut" and width > px(30):
            draw_text(surface, pos, row.said, "small", FIRM, anchor="midleft", width=width)


@dataclass(frozen=True, slots=True)
class Top:
    """The row that is to be at the top."""

    row: int


class Wheel(Widget):
    """The ground under the rows: the wheel on it moves the list, and does not reach the board."""

    def __init__(self, rect: pygame.Rect, top: int, furthest: int) -> None:
        super().__init__("wheel", rect)
        self.top, self.furthest = top, furthest

    @property
    def focusable(self) -> bool:
        """It is not to be reached by Tab."""
        return False

    def handle(self, event: pygame.event.Event) -> Action | None:
        """The row that is to be at the top now."""
        if event.type == pygame.MOUSEWHEEL and self.hovered:
            return Action(self.name, Top(min(self.furthest, max(0, self.top - event.y))))
        return super().handle(event)


def lay_declare(sheet: DeclareSheet, area: pygame.Rect) -> tuple[pygame.Rect, list[Widget]]:
    """Where the sheet stands at the bottom of an area, and its widgets: the ground, then the rows in sight."""
    width = min(area.width - px(12), max(px(WIDEST), area.width * 2 // 3))
    wide = width - 2 * px(MARGIN - 6) - px(10)
    head, foot, count = _head(width), _foot(width), len(sheet.rows)
    seen = min(count, max(1, (area.height * SHARE // 100 - head - foot) // px(ROW)))
    rect = pygame.Rect(0, 0, width, head + seen * px(ROW) + foot)
    rect.midbottom = (area.centerx, area.bottom - px(6))
    start = min(sheet.top, count - seen)
    if sheet.follow:
        start = min(max(start, sheet.chosen - seen + 1), sheet.chosen)
    made: list[Widget] = [Wheel(rect, start, count - seen)]
    left, top = rect.left + px(MARGIN - 6), rect.top + head
    for index in range(start, start + seen):
        place = pygame.Rect(left, top + (index - start) * px(ROW), wide, px(ROW) - 1)
        made.append(Entry(sheet.rows[index], place, index == sheet.chosen))
    return rect, made


def _narrow(width: int) -> bool:
    return width < px(NARROW)


def _head(width: int) -> int:
    return px(46 if _narrow(width) else 30)


def _foot(width: int) -> int:
    return FOOT_LINES * (3 if _narrow(width) else 2) // 2 * px(LINE) + px(14)


def draw_declare(surface: pygame.Surface, rect: pygame.Rect, sheet: DeclareSheet, widgets: list[Widget]) -> None:
    """Everything but the rows: the head, how far the list goes on, and what the row in hand is about."""
    left, inner = rect.left + px(MARGIN), rect.width - 2 * px(MARGIN)
    name = draw_text(surface, (left, rect.top + px(7)), sheet.title, "strong", width=inner)
    if _narrow(rect.width):
        draw_text(surface, (left, name.bottom), sheet.text, "small", TEXT_SOFT, width=inner)
    else:
        room = rect.right - px(MARGIN) - name.right - px(16)
        pos = (rect.right - px(MARGIN), name.centery)
        draw_text(surface, pos, sheet.text, "small", TEXT_SOFT, anchor="midright", width=room)
    entries = [each for each in widgets if isinstance(each, Entry)]
    _bar(surface, rect, len(entries), len(sheet.rows), sheet.rows.index(entries[0].row) if entries else 0)
    under = next((each.row for each in entries if each.under), sheet.rows[sheet.chosen])
    foot = _foot(rect.width)
    _draw_foot(surface, pygame.Rect(left, rect.bottom - foot + px(4), inner, foot - px(8)), under)


def _bar(surface: pygame.Surface, rect: pygame.Rect, seen: int, count: int, start: int) -> None:
    """How much of the list is in sight."""
    if seen >= count:
        return
    high = rect.height - _head(rect.width) - _foot(rect.width)
    top = rect.top + _head(rect.width) + high * start // count
    thumb = pygame.Rect(rect.right - px(12), top, px(6), max(px(16), high * seen // count))
    box(surface, thumb, EDGE_HIGH, radius=px(3))


def _draw_foot(surface: pygame.Surface, area: pygame.Rect, row: Row) -> None:
    """Place in the book and the odds of its test, why it is refused, requirement, and what it does."""
    rule(surface, area.left, area.right, area.top)
    y, step, right = area.top + px(5), px(LINE), area.right
    name = draw_text(surface, (area.left, y), row.title, "label", ACCENT)
    narrow = _narrow(area.width + 2 * px(MARGIN))
    at = y + step if narrow and row.chance else y
    for word, chance in reversed(row.odds):
        right = draw_text(surface, (right, at), f"{word} {chance}", "label", GOOD, anchor="topright").left - px(10)
    if row.taught:
        right = draw_text(surface, (right, at), row.taught, "small", TEXT_SOFT, anchor="topright").left - px(10)
    pos = (name.right + px(10), y)
    draw_text(surface, pos, row.place, "small", TEXT_FAINT, width=max(1, (right if at == y else area.right) - pos[0]))
    y = at
    for text, color in _told(row):
        for line in wrap(text, "small", area.width):
            y += step
            if y + step > area.bottom + px(6):
                return
            draw_text(surface, (area.left, y), line, "small", color)


def _told(row: Row) -> list[tuple[str, Color]]:
    """The texts of the foot: why not, what it needs, what it does."""
    if row.fold:
        return [(row.said, TEXT_SOFT)]
    needs = f"Needs: {row.needs}" if row.needs not in ("", "-") else "Needs nothing"
    why = [(row.said, WARN)] if not row.able else []
    return [*why, (needs, TEXT), (row.summary or ("" if why else row.said), TEXT_SOFT)]


def magnitudes_at(rect: pygame.Rect, sheet: DeclareSheet, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
    """What N, D, T and Q+ are, for a point in the foot that shows their chances."""
    foot = pygame.Rect(rect.left, rect.bottom - _foot(rect.width), rect.width, px(2 * LINE))
    if not foot.collidepoint(pos) or not sheet.rows[sheet.chosen].odds:
        return None
    return foot, " ".join(MAGNITUDE_WORDS.values())
