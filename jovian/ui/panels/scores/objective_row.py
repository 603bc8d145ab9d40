"""A line of the panel of objectives: how high it is, and how it is drawn, roomy or compact.

Compact lines have short titles, and what both sides have stands behind the last words where there is room for it.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from jovian.rules.sequence.progress import Progress
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, pill
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import BLADE, EDGE, PANEL_HIGH, PANEL_HOVER, SIDES, TEXT, TEXT_FAINT, TEXT_SOFT, Color, mix, px
from jovian.ui.panels.scores.objective_words import amounts_of

HIGH = 42
"""Of a roomy line with one line of title."""
LEFT, RIGHT, GAP = 34, 6, 4
"""Before the title, behind it, and between two lines of the panel."""
STEP, FRAME = 16, 6
"""Of a compact one: from line to line of its title, and how much higher it is than these."""
BADGE, APART = 11, 8
"""A badge with the gap behind it; between the amounts of both sides."""
NOBODY = "nobody so far"


class Row(NamedTuple):
    """An objective, and the side of its role where that is known."""

    each: Progress
    role: int | None


class Look(NamedTuple):
    """How all the lines are drawn."""

    lines: int
    """Of a title at most."""
    compact: bool
    width: int
    """Of a title."""


def height(row: Row, look: Look) -> int:
    """How high a line is."""
    lines = min(look.lines, len(title_lines(row, look)))
    if look.compact:
        return px(FRAME) + (lines + (not _beside(row, look))) * px(STEP)
    return px(HIGH) + (lines - 1) * line_height("label")


def title_lines(row: Row, look: Look) -> tuple[str, ...]:
    """The title in lines, as many as it takes."""
    title = row.each.short if look.compact else row.each.title
    marked = row.role is not None and not look.compact
    return wrap(title[:1].upper() + title[1:], "label", max(px(60), look.width - (px(14) if marked else 0)))


def draw_row(surface: pygame.Surface, rect: pygame.Rect, row: Row, look: Look, hovered: bool) -> None:
    """Its points, its title, what both sides have of it, and how it is decided."""
    each, body = row.each, rect.inflate(0, -px(GAP))
    box(surface, body, PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5), border=EDGE)
    ink = BLADE if not each.settled else mix(BLADE, TEXT_FAINT, 0.6)
    draw_text(surface, (body.left + px(17), body.centery), f"{each.points:g}", "value", ink, anchor="center",
              width=px(30))  # fmt: skip
    left, step = body.left + px(LEFT), px(STEP) if look.compact else line_height("label")
    top, low = body.top + px(11), body.bottom - px(10)
    if look.compact:
        top, low = (edge + way * (px(FRAME) + step) // 2 for edge, way in ((rect.top, 1), (rect.bottom, -1)))
    begin = left
    if row.role is not None and not look.compact:
        side = SIDES[row.role]
        badge(surface, (left + px(5), top), side.main, side.hatched, px(4))
        begin += px(14)
    color, room, lines = TEXT_FAINT if each.settled else TEXT, body.right - px(RIGHT) - begin, title_lines(row, look)
    if len(lines) > look.lines:
        lines = (*lines[: look.lines - 1], " ".join(lines[look.lines - 1 :]))
    for number, line in enumerate(lines):
        pos = (begin, top + number * step)
        written = draw_text(surface, pos, line, "label", color, anchor="midleft", width=room).right
    right = _draw_state(surface, body.right - px(RIGHT), low, each)
    beside = look.compact and _beside(row, look)
    _draw_amounts(surface, written + px(APART) if beside else left, right - px(4), low, each)


def _beside(row: Row, look: Look) -> bool:
    """Do the amounts stand behind the last line of the title?"""
    lines = title_lines(row, look)
    if len(lines) > look.lines:
        return False
    return measure(lines[-1], "label")[0] + px(APART) + _tail(row.each) <= look.width


def _tail(each: Progress) -> int:
    """How wide the amounts of both sides are, and what stands behind them."""
    amounts = _amounts(each)
    wide = sum(px(BADGE) + measure(said, "label")[0] + px(APART) for _, said in amounts)
    wide += measure(NOBODY, "label")[0] if _nobody(each) else 0
    wide += sum(measure(f"{share.earned:+d}", "tiny")[0] + px(18) for share in each.shares if share.earned)
    note = _note(each)[0]
    return wide + (measure(note, "tiny")[0] + px(6) if note else 0)


def _amounts(each: Progress) -> list[tuple[int, str]]:
    """What each side has that it is for, where that is counted."""
    return [(side, said) for side, said in enumerate(amounts_of(each)) if said and each.shares[side].eligible]


def _nobody(each: Progress) -> bool:
    """Is there nothing to count, and has nobody earned anything?"""
    return each.shares[0].amount is None and not each.settled and not any(share.earned for share in each.shares)


def _draw_amounts(surface: pygame.Surface, left: int, right: int, y: int, each: Progress) -> None:
    """What both sides have, in their colors; of what is for one side only that one's."""
    if _nobody(each):
        draw_text(surface, (left, y), NOBODY, "label", TEXT_FAINT, anchor="midleft")
    for side, said in _amounts(each):
        look = SIDES[side]
        badge(surface, (left + px(4), y), look.main, look.hatched, px(4))
        left = draw_text(surface, (left + px(BADGE), y), said, "label", look.light, anchor="midleft",
                         width=max(1, right - left - px(BADGE))).right + px(APART)  # fmt: skip


def _draw_state(surface: pygame.Surface, right: int, y: int, each: Progress) -> int:
    """Who has the points, when it is counted, whether it is over; where that begins."""
    for side in (1, 0):
        if earned := each.shares[side].earned:
            rect = pill(surface, (right, y), f"{earned:+d}", SIDES[side].main, anchor="midright", role="tiny")
            right = rect.left - px(3)
    said, color = _note(each)
    if said and measure(said, "tiny")[0] < px(90):
        right = draw_text(surface, (right - px(2), y), said, "tiny", color, anchor="midright").left
    return right


def _note(each: Progress) -> tuple[str, Color]:
    """A word on when it is counted, "" where that is the end."""
    if each.settled:
        return "SETTLED", TEXT_FAINT
    if not any(share.open for share in each.shares):
        return "OUT OF REACH", TEXT_FAINT
    return (f"TURN {each.turn}", TEXT_SOFT) if each.turn else ("", TEXT_SOFT)
