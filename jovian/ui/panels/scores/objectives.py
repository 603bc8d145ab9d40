"""The panel of the objectives: what each is for, what both sides have of it, who has the points now.

All of it is reckoned from what the looking side knows. A click on it opens the briefing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pygame

from jovian.game import State
from jovian.rules.sequence.progress import Progress, progress
from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import badge, pill
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
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
    mix,
    px,
)
from jovian.ui.kit.widgets import Action, ScrollList
from jovian.ui.panels.panel import Panel
from jovian.ui.panels.scores.objective_words import amounts_of, holder, lines_of

ROW, HEAD = 42, 30
LINES = 3
"""Of a title at most."""
MOST = 50
"""Of a hundred parts of the column: as high as it may be."""
SHARE = "%"
"""The unit of what is a share of a fleet."""
SEEN = "Of the enemy's fleet counts what you have seen of it."
BRIEFING = "briefing"
"""What a click asks for."""


class Row(NamedTuple):
    """A line of the panel: an objective, and the side of its role where that is known."""

    each: Progress
    role: int | None


class Objectives(Panel):
    """Its list's action opens the briefing."""

    def __init__(self, names: tuple[str, str], key: str = "") -> None:
        super().__init__()
        self.names, self.key = names, key
        self._state: State | None = None
        self.rows: tuple[Row, ...] = ()
        self.totals = (0, 0)
        self._width, self._most = px(158), 1
        """Of a title, and how many lines of it are shown."""
        self.list = ScrollList("objectives", self.rect, self._draw_row, height_of=self._height, well=False)

    def wanted(self, room: int, width: int) -> int:
        """How high it would like to be in a column of so many pixels; titles have the lines that there is room for."""
        most, bare = room * MOST // 100, px(HEAD + 8)
        self._width = width - px(72)
        fits = (n for n in range(LINES, 1, -1) if bare + sum(self._high(row, n) for row in self.rows) <= most)
        self._most = next(fits, 1)
        return min(most, bare + sum(map(self._height, self.rows))) if self.rows else 0

    def _lines(self, row: Row) -> tuple[str, ...]:
        title = row.each.title[:1].upper() + row.each.title[1:]
        return wrap(title, "label", max(px(60), self._width - (px(14) if row.role is not None else 0)))

    def _high(self, row: Row, lines: int) -> int:
        return px(ROW) + (min(lines, len(self._lines(row))) - 1) * line_height("label")

    def _height(self, row: Any) -> int:
        return self._high(row, self._most)

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
            badge(canvas, (right, middle), look.main, look.hatched, px(5))
            right -= px(14)
        room = right - self.rect.left - px(16)
        pos = (self.rect.left + px(12), middle)
        draw_text(canvas, pos, "OBJECTIVES", "caps", TEXT_SOFT, anchor="midleft", width=room)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        each, body = row.each, rect.inflate(0, -px(4))
        box(surface, body, PANEL_HOVER if hovered else PANEL_HIGH, radius=px(5), border=EDGE)
        ink = BLADE if not each.settled else mix(BLADE, TEXT_FAINT, 0.6)
        left = body.left + px(34)
        draw_text(surface, (body.left + px(17), body.centery), f"{each.points:g}", "value", ink, anchor="center",
                  width=px(30))  # fmt: skip
        if row.role is not None:
            look = SIDES[row.role]
            badge(surface, (left + px(5), body.top + px(11)), look.main, look.hatched, px(4))
            left += px(14)
        top, high = body.top + px(11), body.bottom - px(10)
        color, room = TEXT_FAINT if each.settled else TEXT, body.right - px(6) - left
        lines = self._lines(row)
        shown = self._most
        for number, line in enumerate((*lines[: shown - 1], " ".join(lines[shown - 1 :]))[:shown]):
            pos = (left, top + number * line_height("label"))
            draw_text(surface, pos, line, "label", color, anchor="midleft", width=room)
        right = self._draw_state(surface, body.right - px(6), high, each)
        self._draw_amounts(surface, body.left + px(34), right - px(4), high, each)

    def _draw_amounts(self, surface: pygame.Surface, left: int, right: int, y: int, each: Progress) -> None:
        """What both sides have, in their colors; of what is for one side only that one's."""
        if each.shares[0].amount is None and not each.settled and not any(share.earned for share in each.shares):
            draw_text(surface, (left, y), "nobody so far", "label", TEXT_FAINT, anchor="midleft")
        for side, said in enumerate(amounts_of(each)):
            share = each.shares[side]
            if not said or not share.eligible:
                continue
            look = SIDES[side]
            badge(surface, (left + px(4), y), look.main, look.hatched, px(4))
            left = draw_text(surface, (left + px(11), y), said, "label", look.light, anchor="midleft",
                             width=max(1, right - left - px(11))).right + px(8)  # fmt: skip

    def _draw_state(self, surface: pygame.Surface, right: int, y: int, each: Progress) -> int:
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
