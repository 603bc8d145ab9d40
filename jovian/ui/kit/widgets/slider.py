"""A slider: a number in a range, by drag, wheel or arrow keys."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, ACCENT_DEEP, EDGE_HIGH, TEXT, TEXT_SOFT, WELL, px
from jovian.ui.kit.widgets.base import Action, Widget


class Slider(Widget):
    """The action's value is the number, always on a step."""

    def __init__(
        self, name: str, rect: pygame.Rect, label: str, low: float, high: float, value: float, *, step: float = 1.0,
        show: Callable[[float], str] = "{:g}".format,
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.label = label
        self.low, self.high, self.step = low, high, step
        self.value = value
        self.show = show

    @property
    def track_rect(self) -> pygame.Rect:
        """Where the knob runs."""
        return pygame.Rect(self.rect.left + px(8), self.rect.bottom - px(14), self.rect.width - px(16), px(6))

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Follow drags, and arrow keys while it has the focus."""
        if not self.visible or not self.enabled:
            return None
        self.track(event)
        if self.pressed and event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            run = self.track_rect
            share = (event.pos[0] - run.left) / max(1, run.width)
            return self._move(self.low + share * (self.high - self.low))
        if self.focused and event.type == pygame.KEYDOWN:
            sign = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            return self._move(self.value + sign * self.step) if sign else None
        return None

    def _move(self, wanted: float) -> Action | None:
        steps = round((wanted - self.low) / self.step)
        value = round(min(self.high, max(self.low, self.low + steps * self.step)), 6)
        if value == self.value:
            return None
        self.value = value
        self.touch()
        return Action(self.name, value)

    def draw(self, surface: pygame.Surface) -> None:
        """Label and value above, track and knob below."""
        super().draw(surface)
        if not self.visible:
            return
        draw_text(surface, self.rect.topleft, self.label, "body", TEXT_SOFT)
        draw_text(surface, self.rect.topright, self.show(self.value), "strong", TEXT, anchor="topright")
        run = self.track_rect
        share = (self.value - self.low) / (self.high - self.low)
        box(surface, run, WELL, radius=run.height // 2, border=EDGE_HIGH)
        filled = pygame.Rect(run.left, run.top, max(run.height, round(run.width * share)), run.height)
        box(surface, filled, ACCENT_DEEP, radius=run.height // 2)
        side = px(16)
        color = ACCENT if self.focused or self.pressed or self.hovered else TEXT_SOFT

        def disk(big: pygame.Surface, k: int) -> None:
            pygame.draw.circle(big, color, big.get_rect().center, side * k // 2)

        knob = supersampled(("slider", color), (side, side), disk)
        stamp(surface, knob, (run.left + run.width * share - side / 2, run.centery - side / 2))
