"""Where panels stand around a table; the right column: card above, log below, a strip between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from jovian.ui.kit.theme import px
from jovian.ui.panels.log_panel import LOWEST, LogPanel
from jovian.ui.panels.unit_card import UnitCard


class Places(NamedTuple):
    """The parts of a screen with a table."""

    top: pygame.Rect
    left: pygame.Rect
    middle: pygame.Rect
    """The board."""
    right: pygame.Rect
    low: pygame.Rect


def places_in(size: tuple[int, int]) -> Places:
    """The parts of a screen of that size."""
    wide, high = size
    top, low = px(46), px(84)
    left, right, tall = min(px(230), wide // 5), min(px(400), wide * 3 // 10), high - top - low
    return Places(
        pygame.Rect(0, 0, wide, top), pygame.Rect(0, top, left, tall),
        pygame.Rect(left, top, wide - left - right, tall), pygame.Rect(wide - right, top, right, tall),
        pygame.Rect(0, high - low, wide, low),
    )  # fmt: skip


class Column:
    """Lays them anew only when something has changed; `lay_strip` is told where the strip stands."""

    def __init__(self, card: UnitCard, log: LogPanel, lay_strip: Callable[[pygame.Rect], None]) -> None:
        self.card, self.log = card, log
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._lay_strip = lay_strip
        self._split = (0, 0, -1)

    def layout(self, rect: pygame.Rect) -> None:
        """Give it another place; what stands in it is to be laid afterwards."""
        self.rect, self._split = rect, (0, 0, -1)

    def lay(self, kept: int, wanted: int) -> None:
        """The card as high as it wants, the log hidden where there is no room for both.

        `kept` are the pixels at the bottom that something else has, `wanted` those that the strip would like.
        """
        rect, room, high = self.rect, self.rect.height - kept, self.card.wanted(self.card.model)
        split = min(room - px(150 if not kept else 90), max(px(200), high))
        split = split if split >= px(200) or not kept else min(room, max(px(200), high))
        strip = wanted if room - split - wanted >= px(LOWEST) else 0
        if (split, kept, strip) != self._split:
            self._split = (split, kept, strip)
            self.card.layout(pygame.Rect(rect.left, rect.top, rect.width, split))
            self._lay_strip(pygame.Rect(rect.left, rect.top + split, rect.width, strip))
            self.log.layout(pygame.Rect(rect.left, rect.top + split + strip, rect.width, room - split - strip))
