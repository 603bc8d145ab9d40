"""A button: primary, ordinary or danger; off with a reason; with the key that presses it."""

from __future__ import annotations

import pygame

from jovian.ui.kit.boxes import box, glow
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.keyboard import KEYBOARD
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    DANGER,
    DANGER_DEEP,
    EDGE,
    EDGE_HIGH,
    PANEL,
    PANEL_HIGH,
    TEXT,
    TEXT_FAINT,
    Color,
    mix,
    px,
)
from jovian.ui.kit.widgets.base import Action, Widget, activates

_FILLS: dict[str, tuple[Color, Color]] = {
    "plain": (PANEL_HIGH, EDGE_HIGH),
    "primary": (ACCENT_DEEP, ACCENT),
    "danger": (DANGER_DEEP, DANGER),
}
class Button(Widget):
    """Press it with the mouse, with its key, or with Return while it has the focus."""

    pressed_by_keys = True

    def __init__(
        self, name: str, rect: pygame.Rect, label: str, *, kind: str = "plain", key: int = 0, hint: str = "",
        value: object = None, role: str = "button",
    ) -> None:  # fmt: skip
        super().__init__(name, rect)
        self.label = label
        self.kind = kind
        self.key = key
        """A pygame key code, 0 for none."""
        self.hint = hint
        self.value = value
        self.role = role
        self.lit = False
        """Whether it shows that its mode is on."""

    def handle(self, event: pygame.event.Event) -> Action | None:
        """Follow the mouse and the keys."""
        if not self.visible:
            return None
        pressed = self.track(event)
        if self.enabled and event.type == pygame.KEYDOWN:
            mods = getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META)
            pressed = (bool(self.key) and event.key == self.key and not mods) or (self.focused and activates(event))
        return Action(self.name, self.value) if pressed else None

    def _colors(self) -> tuple[Color, Color, Color]:
        fill, edge = _FILLS["primary" if self.lit and self.kind == "plain" else self.kind]
        if not self.enabled:
            return mix(PANEL, fill, 0.35), EDGE, TEXT_FAINT
        if self.pressed:
            return mix(fill, (0, 0, 0), 0.25), edge, TEXT
        if self.hovered:
            return mix(fill, edge, 0.28), mix(edge, TEXT, 0.3), (255, 255, 255)
        return fill, edge, TEXT

    def draw(self, surface: pygame.Surface) -> None:
        """Draw it with its label in the middle and its key in the corner."""
        super().draw(surface)
        if not self.visible:
            return
        fill, edge, ink = self._colors()
        rect = self.rect.move(0, 1) if self.pressed else self.rect
        if self.focused:
            glow(surface, rect, ACCENT, px(5), 110)
        top = mix(fill, (255, 255, 255), 0.07) if self.enabled and not self.pressed else fill
        border = ACCENT if self.focused else edge
        box(surface, rect, top, bottom=mix(fill, (0, 0, 0), 0.16), radius=px(6), border=border)
        room = rect.width - px(16)
        key = KEYBOARD.cap(pygame.key.name(self.key)) if self.key else ""
        keyed = bool(key) and measure(self.label, self.role)[0] + measure(key, "tiny")[0] + px(26) < rect.width
        draw_text(surface, rect.center, self.label, self.role, ink, anchor="center", width=room)
        if keyed:
            faint = mix(ink, fill, 0.45)
            draw_text(surface, (rect.right - px(8), rect.top + px(5)), key, "tiny", faint, anchor="topright")
