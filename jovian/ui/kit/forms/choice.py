"""A choice among many: what is chosen, and on a click or Return the list of all, spread over what lies around it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import WRITTEN, draw_text
from jovian.ui.kit.theme import ACCENT, EDGE_HIGH, PANEL_HIGH, PANEL_HOVER, TEXT, TEXT_FAINT, Color, mix, px
from jovian.ui.kit.widgets.base import Action, Widget, activates
from jovian.ui.kit.widgets.rows import draw_line
from jovian.ui.kit.widgets.scroll import ScrollList

ROW = 34
"""Height of a row of the list."""
_NEXT = {pygame.K_UP: -1, pygame.K_DOWN: 1}


class Choice(Widget):
    """A box that shows what is chosen. The action's value is the index of what was chosen now."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, labels: Sequence[str], chosen: int, within: pygame.Rect, *,
        ink: Color = TEXT, role: str = "body",
    ) -> None:  # fmt: skip
        """The list of all stays `within` a rectangle."""
        super().__init__(name, rect)
        self.labels = tuple(labels)
        self.chosen = chosen
        self.within = pygame.Rect(within)
        self.ink, self.role = ink, role
        self.shown = ""
        """What it shows instead of the label of what is chosen."""
        self.list: ScrollList | None = None
        """The list of all while it is spread."""

    @property
    def spread(self) -> bool:
        """Whether its list lies over the others."""
        return self.list is not None

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Spread the list, choose from it; arrow keys choose while it has the focus."""
        if not self.visible or not self.enabled:
            return None
        if self.list is not None:
            return self._choosing(event, self.list)
        if self.track(event) or (self.focused and activates(event)):
            self._open()
        elif self.focused and event.type == pygame.KEYDOWN and event.key in _NEXT:
            return self._take(min(len(self.labels) - 1, max(0, self.chosen + _NEXT[event.key])))
        return None

    def _choosing(self, event: pygame.event.Event, listed: ScrollList) -> Action | None:
        """Escape, and a click beside the list, leave all as it is."""
        if event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._close()
            elif activates(event):
                return self._take(listed.chosen)
            else:
                listed.handle(event)
                self.touch()
            return None
        if event.type == pygame.MOUSEBUTTONDOWN and not listed.rect.collidepoint(event.pos):
            self._close()
            return None
        made = listed.handle(event)
        self.dirty = self.dirty or listed.dirty
        return self._take(int(made.value)) if made is not None else None

    def _take(self, index: int) -> Action | None:
        self._close()
        if index == self.chosen:
            return None
        self.chosen = index
        return Action(self.name, index)

    def _close(self) -> None:
        self.list, self.pressed = None, False
        self.touch()

    def _open(self) -> None:
        """Below the box where there is room for all or more than above it, else above."""
        gap = px(6)
        below, above = self.within.bottom - self.rect.bottom - gap, self.rect.top - self.within.top - gap
        high = px(ROW) * len(self.labels)
        down = below >= min(high, above)
        high = min(high, below if down else above)
        top = self.rect.bottom + gap if down else self.rect.top - gap - high
        made = ScrollList("all", pygame.Rect(self.rect.left, top, self.rect.width, high), draw_line, row=px(ROW))
        made.set_items(self.labels)
        made.chosen, made.focused = self.chosen, True
        made.scroll_to(self.chosen)
        self.list = made
        self.touch()

    def draw(self, surface: pygame.Surface) -> None:
        """What is chosen, with a mark that there is more; over everything the list."""
        super().draw(surface)
        if not self.visible:
            return
        lit = self.hovered or self.focused or self.spread
        fill = PANEL_HOVER if lit and self.enabled else PANEL_HIGH
        box(surface, self.rect, fill, radius=px(6), border=ACCENT if self.focused or self.spread else EDGE_HIGH)
        ink = self.ink if self.enabled else TEXT_FAINT
        pos, text = (self.rect.left + px(12), self.rect.centery), self.shown or self.labels[self.chosen]
        draw_text(surface, pos, text, self.role, ink, anchor="midleft", width=self.rect.width - px(40))
        self._draw_mark(surface, ink)
        if self.list is not None:
            WRITTEN.cover(self.list.rect)
            box(surface, self.list.rect.inflate(px(12), px(12)).move(0, px(4)), (0, 0, 0), radius=px(10), alpha=140)
            self.list.draw(surface)

    def _draw_mark(self, surface: pygame.Surface, ink: Color) -> None:
        size = (px(12), px(8))
        color = mix(ink, PANEL_HIGH, 0.3)

        def draw(big: pygame.Surface, k: int) -> None:
            wide, high = big.get_size()
            points = [(k, k), (wide // 2, high - k), (wide - k, k)]
            pygame.draw.lines(big, color, False, points, 2 * k)

        pos = (self.rect.right - px(14) - size[0], self.rect.centery - size[1] // 2)
        stamp(surface, supersampled(("choice", color), size, draw), pos)
