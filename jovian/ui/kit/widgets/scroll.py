"""A virtualised list: only the rows in sight are drawn. Wheel, scrollbar, arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.theme import ACCENT, EDGE, EDGE_HIGH, WELL, mix, px
from jovian.ui.kit.widgets.base import Action, Widget, activates

DrawRow = Callable[[pygame.Surface, pygame.Rect, Any, bool, bool], None]
"""`(surface, rect, item, hovered, chosen)`."""


class ScrollList(Widget):
    """Rows of one height or of heights given by `height_of`. The action's value is the index of the row."""

    def __init__(
        self, name: str, rect: pygame.Rect, draw_row: DrawRow, *, row: int = 0,
        height_of: Callable[[Any], int] | None = None, well: bool = True,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.draw_row = draw_row
        self.row = row or px(30)
        self.height_of = height_of
        self.well = well
        self.items: Sequence[Any] = ()
        self.chosen = -1
        self.hover_row = -1
        self.offset = 0
        self._tops: list[int] = [0]
        self._grabbed: int | None = None

    def set_items(self, items: Sequence[Any], *, follow: bool = False) -> None:
        """Show these rows; with `follow` a list that stood at its end stays there."""
        at_end = self.offset >= self.furthest
        both = min(len(items), len(self.items))
        same = both > 0 and items[both - 1] is self.items[both - 1] and items[0] is self.items[0]
        tops = self._tops[: both + 1] if same else [0]  # rows that were only added or taken away at the end
        for item in items[len(tops) - 1 :]:
            tops.append(tops[-1] + (self.height_of(item) if self.height_of else self.row))
        self._tops, self.items = tops, list(items) if not isinstance(items, tuple) else items
        self.offset = self.furthest if follow and at_end else min(self.offset, self.furthest)
        self.touch()

    def stand_in(self, rect: pygame.Rect) -> None:
        """Take another place, at its end if it stood there."""
        at_end = self.offset >= self.furthest
        self.rect = pygame.Rect(rect)
        self.offset = self.furthest if at_end else min(self.offset, self.furthest)
        self.touch()

    def follow(self, old: Widget) -> None:
        """As far down as it was."""
        super().follow(old)
        if isinstance(old, ScrollList):
            self.offset = min(old.offset, self.furthest) if self.items else old.offset

    @property
    def full(self) -> int:
        """The height of all rows."""
        return self._tops[-1]

    @property
    def furthest(self) -> int:
        """The greatest offset."""
        return max(0, self.full - self.rect.height)

    @property
    def thumb(self) -> pygame.Rect:
        """The handle of the scrollbar; empty when everything is in sight."""
        if not self.furthest:
            return pygame.Rect(0, 0, 0, 0)
        height = max(px(24), self.rect.height * self.rect.height // self.full)
        top = self.rect.top + (self.rect.height - height) * self.offset // self.furthest
        return pygame.Rect(self.rect.right - px(10), top, px(8), height)

    def scroll_to(self, index: int) -> None:
        """Bring a row into sight."""
        top, bottom = self._tops[index], self._tops[index + 1]
        if top < self.offset:
            self._scroll(top)
        elif bottom > self.offset + self.rect.height:
            self._scroll(bottom - self.rect.height)

    def _scroll(self, offset: int) -> None:
        offset = min(self.furthest, max(0, offset))
        if offset != self.offset:
            self.offset = offset
            self.touch()

    def row_at(self, pos: tuple[int, int]) -> int:
        """The index of the row under a point, -1 for none."""
        if not self.rect.collidepoint(pos) or (self.furthest and pos[0] >= self.thumb.left):
            return -1
        y = pos[1] - self.rect.top + self.offset
        return self._index(y) if y < self.full else -1

    def _index(self, y: int) -> int:
        low, high = 0, len(self.items)
        while low < high:
            middle = (low + high) // 2
            if self._tops[middle + 1] <= y:
                low = middle + 1
            else:
                high = middle
        return low

    def row_rect(self, index: int) -> pygame.Rect:
        """Where a row stands now, in sight or not."""
        top = self.rect.top + self._tops[index] - self.offset
        width = self.rect.width - (px(12) if self.furthest else 0)
        return pygame.Rect(self.rect.left, top, width, self._tops[index + 1] - self._tops[index])

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Scroll by wheel, bar and keys; hover and choose rows."""
        if not self.visible or not self.enabled:
            return None
        if event.type == pygame.MOUSEWHEEL:
            if self.hovered:
                self._scroll(self.offset - round(getattr(event, "precise_y", event.y) * px(48)))
            return None
        if event.type == pygame.KEYDOWN:
            return self._key(event) if self.focused else None
        if self._drag(event):
            return None
        clicked = self.track(event)
        if event.type == pygame.MOUSEMOTION:
            row = self.row_at(event.pos)
            if row != self.hover_row:
                self.hover_row = row
                self.touch()
        row = self.row_at(event.pos) if clicked else -1
        return self._choose(row) if row >= 0 else None

    def let_go(self) -> None:
        """Let go of the scrollbar too."""
        super().let_go()
        self._grabbed = None

    def _choose(self, row: int) -> Action:
        self.chosen = row
        self.touch()
        return Action(self.name, row)

    def _drag(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.thumb.collidepoint(event.pos):
            self._grabbed = event.pos[1] - self.thumb.top
            return True
        if self._grabbed is None:
            return False
        if event.type == pygame.MOUSEMOTION:
            room = max(1, self.rect.height - self.thumb.height)
            self._scroll((event.pos[1] - self._grabbed - self.rect.top) * self.furthest // room)
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            self._grabbed = None
            return True
        return False

    def _key(self, event: pygame.event.Event) -> Action | None:
        moves = {
            pygame.K_UP: -1, pygame.K_DOWN: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8,
            pygame.K_HOME: -len(self.items), pygame.K_END: len(self.items),
        }  # fmt: skip
        if event.key in moves and self.items:
            self.chosen = min(len(self.items) - 1, max(0, self.chosen + moves[event.key]))
            self.scroll_to(self.chosen)
            return self._choose(self.chosen)
        return Action(self.name, self.chosen) if activates(event) and self.chosen >= 0 else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the rows in sight, clipped, and the scrollbar if there is more."""
        super().draw(surface)
        if not self.visible:
            return
        if self.well:
            box(surface, self.rect.inflate(px(4), px(4)), WELL, radius=px(6), border=EDGE)
        clip = surface.get_clip()
        surface.set_clip(self.rect.clip(clip))
        index = self._index(self.offset) if self.items else 0
        while index < len(self.items) and self._tops[index] < self.offset + self.rect.height:
            hovered, chosen = index == self.hover_row, index == self.chosen
            self.draw_row(surface, self.row_rect(index), self.items[index], hovered, chosen)
            index += 1
        surface.set_clip(clip)
        if self.furthest:
            color = ACCENT if self._grabbed is not None else mix(EDGE, EDGE_HIGH, 0.7)
            box(surface, self.thumb, color, radius=px(4))
