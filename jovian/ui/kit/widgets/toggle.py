"""A toggle: a labelled switch, on or off."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import ACCENT, ACCENT_DEEP, EDGE_HIGH, TEXT, TEXT_FAINT, TEXT_SOFT, WELL, px
from jovian.ui.kit.widgets.base import Action, Widget, activates


class Toggle(Widget):
    """Click it, or press Return while it has the focus; the action's value is the new position."""

    pressed_by_keys = True

    def __init__(self, name: str, rect: pygame.Rect, label: str, on: bool = False, hint: str = "") -> None:
        super().__init__(name, rect)
        self.label = label
        self.on = on
        self.hint = hint

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Flip on a click."""
        if not self.visible:
            return None
        if self.track(event) or (self.focused and self.enabled and activates(event)):
            self.on = not self.on
            self.touch()
            return Action(self.name, self.on)
        return None

    def draw(self, surface: pygame.Surface) -> None:
        """Label left, switch right; the knob's place tells what the color tells."""
        super().draw(surface)
        if not self.visible:
            return
        ink = TEXT_FAINT if not self.enabled else TEXT if self.hovered or self.focused else TEXT_SOFT
        width, height = px(38), px(20)
        track = pygame.Rect(self.rect.right - width, self.rect.centery - height // 2, width, height)
        draw_text(
            surface, self.rect.midleft, self.label, "body", ink, anchor="midleft",
            width=self.rect.width - width - px(10),
        )  # fmt: skip
        edge = ACCENT if self.focused or self.on else EDGE_HIGH
        box(surface, track, ACCENT_DEEP if self.on else WELL, radius=height // 2, border=edge)
        side = height - 6
        knob = supersampled(
            ("knob", ink), (side, side), lambda big, k: _disk(big, ink)
        )
        stamp(surface, knob, (track.right - side - 3 if self.on else track.left + 3, track.top + 3))


def _disk(big: pygame.Surface, color: tuple[int, int, int]) -> None:
    pygame.draw.circle(big, color, big.get_rect().center, big.get_width() // 2)
