"""The panel of the objectives: what each is for, what both sides have of it, who has the points now.

All of it is reckoned from what the looking side knows. A click on it opens the briefing.
"""

from __future__ import annotations

from typing import Any

import pygame

from jovian.game import State
from jovian.rules.sequence.progress import progress
from jovian.ui.kit.draw import badge
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import SIDES, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, ScrollList
from jovian.ui.panels.panel import Panel
from jovian.ui.panels.scores.objective_row import Look, Row, draw_row, height
from jovian.ui.panels.scores.objective_words import holder, lines_of

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
            badge(canvas, (right, middle), look.main, look.hatched, px(5))
            right -= px(14)
        room = right - self.rect.left - px(16)
        pos = (self.rect.left + px(12), middle)
        draw_text(canvas, pos, "OBJECTIVES", "caps", TEXT_SOFT, anchor="midleft", width=room)

    def _draw_row(self, surface: pygame.Surface, rect: pygame.Rect, row: Any, hovered: bool, chosen: bool) -> None:
        draw_row(surface, rect, row, self._look, hovered)
