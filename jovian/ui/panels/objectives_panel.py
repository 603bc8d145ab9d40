"""An objective in words: what it gives and to whom, how each side stands, when it is counted, who may still win it.
A line of the panel of objectives: how high it is, and how it is drawn, roomy or compact. The panel of the
objectives: what each is for, what both sides have of it, who has the points now.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from jovian.game import State
from jovian.rules.basics.rolls import pluralize
from jovian.rules.scenario.objectives import amount_words, known_role
from jovian.rules.sequence.sequence import Progress, progress
from jovian.ui.kit.draw import draw_box, draw_pill, draw_side_badge
from jovian.ui.kit.fonts import draw_text, line_height, text_size, wrap
from jovian.ui.kit.theme import (
    BLADE,
    EDGE,
    PANEL_HIGH,
    PANEL_HOVER,
    SIDES,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    Color,
    mix_colors,
    px,
)
from jovian.ui.kit.widgets import Action, ScrollList
from jovian.ui.panels.panel import Panel

# --- objective words ---
# An objective in words: what it gives and to whom, how each side stands, when it is counted, who may still win it.

Names = tuple[str, str]


def points_words(points: int) -> str:
    """So many points, with a sign where they are lost."""
    return pluralize(points, "point") if abs(points) != 1 else f"{points} point"


def heading(each: Progress) -> str:
    """What an objective gives, and for what."""
    whose = f", {each.role} only" if each.role else ""
    return f"{points_words(each.points)} for {each.title}{whose}"


def amounts_of(each: Progress) -> tuple[str, str]:
    """What is counted for each side; "" where nothing is, or where it is none of that side's business."""
    first, second = (
        "" if share.amount is None else amount_words(share.amount, each.unit.strip() if each.unit == "%" else "")
        for share in each.shares
    )
    return first, second


def side_words(each: Progress, side: int, names: Names) -> str:
    """How a side stands, and what that gives it."""
    share = each.shares[side]
    if not share.eligible:
        return f"{names[side]}: not for this side"
    had = "" if share.amount is None else amount_words(share.amount, each.unit)
    stands = ", ".join(filter(None, (had, share.words)))
    gets = f"{points_words(share.earned)}" if share.earned else "no points"
    return f"{names[side]}: {stands + ' · ' if stands else ''}{gets}"


def when_words(each: Progress, over: bool) -> str:
    """Return when the objective is counted, or was."""
    if each.missed:
        return f"The game started after turn {each.turn}, so neither side scores this."
    if each.settled:
        return f"Settled in turn {each.turn}." if each.turn else "Settled." if not over else ""
    return f"Counted at the end of turn {each.turn}." if each.turn else "Counted at the end."


def open_words(each: Progress, names: Names) -> str:
    """Who may still win or lose the points."""
    open_to = [names[side] for side in (0, 1) if each.shares[side].open]
    verb = "lose" if each.points < 0 else "win"
    if each.settled:
        return ""
    if not open_to:
        return "Neither side can still score this."
    shut = [names[side] for side in (0, 1) if each.shares[side].eligible and not each.shares[side].open]
    return f"{' and '.join(open_to)} may still {verb} it{f', {shut[0]} no longer' if shut else ''}."


def lines_of(each: Progress, names: Names, over: bool = False) -> list[str]:
    """All there is to say of an objective, line by line, for a tooltip."""
    ends = " ".join(filter(None, (when_words(each, over), open_words(each, names))))
    return [f"{heading(each)}.".replace("..", "."), *(side_words(each, side, names) for side in (0, 1)), ends]


def holder(state: State, role: str) -> int | None:
    """The side of a role, None as long as nobody knows."""
    return next((side for side in (0, 1) if role and known_role(state, side) == role), None)


# --- objective row ---
# A line of the panel of objectives: how high it is, and how it is drawn, roomy or compact.
#
# Compact lines have short titles, and what both sides have stands behind the last words where there is room for it.

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
    draw_box(surface, body, PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5), border=EDGE)
    ink = BLADE if not each.settled else mix_colors(BLADE, TEXT_FAINT, 0.6)
    draw_text(surface, (body.left + px(17), body.centery), f"{each.points:g}", "value", ink, anchor="center",
              width=px(30))  # fmt: skip
    left, step = body.left + px(LEFT), px(STEP) if look.compact else line_height("label")
    top, low = body.top + px(11), body.bottom - px(10)
    if look.compact:
        top, low = (edge + way * (px(FRAME) + step) // 2 for edge, way in ((rect.top, 1), (rect.bottom, -1)))
    begin = left
    if row.role is not None and not look.compact:
        side = SIDES[row.role]
        draw_side_badge(surface, (left + px(5), top), side.main, side.hatched, px(4))
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
    return text_size(lines[-1], "label")[0] + px(APART) + _tail(row.each) <= look.width


def _tail(each: Progress) -> int:
    """How wide the amounts of both sides are, and what stands behind them."""
    amounts = _amounts(each)
    wide = sum(px(BADGE) + text_size(said, "label")[0] + px(APART) for _, said in amounts)
    wide += text_size(NOBODY, "label")[0] if _nobody(each) else 0
    wide += sum(text_size(f"{share.earned:+d}", "tiny")[0] + px(18) for share in each.shares if share.earned)
    note = _note(each)[0]
    return wide + (text_size(note, "tiny")[0] + px(6) if note else 0)


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
        draw_side_badge(surface, (left + px(4), y), look.main, look.hatched, px(4))
        left = draw_text(surface, (left + px(BADGE), y), said, "label", look.light, anchor="midleft",
                         width=max(1, right - left - px(BADGE))).right + px(APART)  # fmt: skip


def _draw_state(surface: pygame.Surface, right: int, y: int, each: Progress) -> int:
    """Who has the points, when it is counted, whether it is over; where that begins."""
    for side in (1, 0):
        if earned := each.shares[side].earned:
            rect = draw_pill(surface, (right, y), f"{earned:+d}", SIDES[side].main, anchor="midright", role="tiny")
            right = rect.left - px(3)
    said, color = _note(each)
    if said and text_size(said, "tiny")[0] < px(90):
        right = draw_text(surface, (right - px(2), y), said, "tiny", color, anchor="midright").left
    return right


def _note(each: Progress) -> tuple[str, Color]:
    """A word on when it is counted, "" where that is the end."""
    if each.settled:
        return "SETTLED", TEXT_FAINT
    if not any(share.open for share in each.shares):
        return "OUT OF REACH", TEXT_FAINT
    return (f"TURN {each.turn}", TEXT_SOFT) if each.turn else ("", TEXT_SOFT)


# --- objectives ---
# The panel of the objectives: what each is for, what both sides have of it, who has the points now.
#
# All of it is reckoned from what the looking side knows. A click on it opens the briefing.

HEAD = 30
LOOKS = ((3, False, 50), (4, True, 60), (2, True, 60), (1, False, 50))
"""From the roomiest on: lines of a title at most, whether lines are compact, and how high it may be: parts of the
hundred of the column."""
SHARE = "%"
"""The unit of what is a share of a fleet."""
SEEN = "Of the enemy's fleet counts what you have seen of it."
BRIEFING = "briefing"
"""What a click asks for."""


class Objectives(Panel):
    """Its list's action opens the briefing."""

    def __init__(self, names: tuple[str, str], key: str = "") -> None:
        super().__init__()
        self.names, self.key = names, key
        self._state: State | None = None
        self.rows: tuple[Row, ...] = ()
        self.totals = (0, 0)
        self._look = Look(1, False, px(158))
        self.list = ScrollList("objectives", self.rect, self._draw_row, height_of=self._height, well=False)

    def wanted(self, room: int, width: int) -> int:
        """How high it would like to be in a column of so many pixels; titles have the lines that there is room for."""
        bare, wide = px(HEAD + 8), width - px(72)
        for lines, compact, share in LOOKS:
            self._look, most = Look(lines, compact, wide), room * share // 100
            high = bare + sum(height(row, self._look) for row in self.rows)
            if high <= most:
                break
        return min(most, high) if self.rows else 0

    def _height(self, row: Any) -> int:
        return height(row, self._look)

    def layout(self, rect: pygame.Rect) -> None:
        """A heading, and the list below it."""
        super().layout(rect)
        area = pygame.Rect(rect.left + px(8), rect.top + px(HEAD), rect.width - px(16), rect.height - px(HEAD + 6))
        offset = self.list.offset
        self.list = ScrollList("objectives", area, self._draw_row, height_of=self._height, well=False)
        self.list.set_items(self.rows)
        self.list.offset = min(offset, self.list.furthest)
        self.group.widgets = [self.list] if area.height > 0 else []

    def take(self, state: State) -> None:
        """Take the state whose objectives are told."""
        if state is self._state:  # what is shown never changes, an answer makes another
            return
        self._state = state
        found = tuple(Row(each, holder(state, each.role)) for each in progress(state))
        if found != self.rows:
            self.rows = found
            self.list.set_items(found)
        first, second = (sum(row.each.shares[side].earned for row in found) for side in (0, 1))
        self.totals = first, second
        self.offer((found, self.totals, state.over))

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """All there is to say of the objective under a point."""
        index = self.list.row_at(pos) if self.rect.collidepoint(pos) else -1
        if index < 0 or self._state is None:
            return None
        more = f"Click, or press {self.key}, for the briefing." if self.key else "Click for the briefing."
        each, over = self.rows[index].each, self._state.over
        seen = SEEN if each.unit == SHARE and self._state.viewer is not None and not over else ""
        lines = [*lines_of(each, self.names, over), seen, more]
        return self.list.row_rect(index), "\n".join(filter(None, lines))

    def handle(self, event: pygame.event.Event) -> Action | None:
        """A click on a row, or on the heading."""
        if super().handle(event) is not None:
            return Action(BRIEFING)
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        head = pygame.Rect(self.rect.topleft, (self.rect.width, px(HEAD)))
        return Action(BRIEFING) if pressed and self.rows and head.collidepoint(event.pos) else None

    def paint(self, canvas: pygame.Surface) -> None:
        """The heading with the points of both sides."""
        super().paint(canvas)
        if not self.rect.height:
            return
        middle, right = self.rect.top + px(HEAD) // 2 + px(2), self.rect.right - px(12)
        for side in (1, 0):
            look = SIDES[side]
            right = draw_text(
                canvas, (right, middle), str(self.totals[side]), "strong", look.light, anchor="midright"
            ).left - px(9)
            draw_side_badge(canvas, (right, middle), look.main, look.hatched, px(5))
            right -= px(14)
        room = right - self.rect.left - px(16)
        pos = (self.rect.left + px(12), middle)
        draw_text(canvas, pos, "OBJECTIVES", "caps", TEXT_SOFT, anchor="midleft", width=room)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        draw_row(surface, rect, row, self._look, hovered)
