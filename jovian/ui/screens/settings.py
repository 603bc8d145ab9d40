"""The settings: scale, animation, and what is switched on or off."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.ui.board.art.backdrop import backdrop
from jovian.ui.files.settings import REASONS, SCROLLING, SPEEDS
from jovian.ui.kit.draw import panel
from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import TEXT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Action, Button, Tabs, Toggle, Widget
from jovian.ui.screens.destinations import ToKeys
from jovian.ui.screens.screen import Host, Screen

SCALES = (0.0, 0.8, 1.0, 1.25, 1.5, 2.0)
_REASONS = ("Off", "In the log", "On the table too")
_SCROLLING = ("Wheel zooms, trackpad pans", "Zoom", "Pan")
_TOGGLES = (
    ("labels", "Names beside models"), ("curtain", "Curtain between secret choices of two players"),
    ("autosave", "Save after each answer"),
    ("ask_always", "Ask even if one answer is best in every respect"), ("fullscreen", "Full screen"),
)  # fmt: skip

_VALUES: dict[str, Sequence[object]] = {"scale": SCALES, "speed": SPEEDS, "reasons": REASONS, "scrolling": SCROLLING}


class SettingsScreen(Screen):
    """`back` is the screen that it returns to."""

    def __init__(self, app: Host, back: Screen) -> None:
        super().__init__(app)
        self.back = back

    def layout(self, size: tuple[int, int]) -> None:
        """One column, set closer where the window is low."""
        super().layout(size)
        wide = min(size[0] - px(40), px(640))
        tight = min(1.0, (size[1] - px(84)) / px(654))

        def down(value: int) -> int:
            return round(px(value) * tight)

        first = max(down(64), px(54))  # the title stands over it at its own size
        self._panel = pygame.Rect((size[0] - wide) // 2, down(50), wide, down(524) + first)
        inner = self._panel.inflate(-px(40), -down(40))
        settings = self.app.settings
        y = inner.top + first
        scales = ["Fitting", *(f"{value:.0%}" for value in SCALES[1:])]
        scale = Tabs("scale", pygame.Rect(inner.left, y, inner.width, down(32)), scales)
        scale.chosen = min(range(len(SCALES)), key=lambda n: abs(SCALES[n] - settings.scale))
        speeds = ["Off", *(f"{value:g}×" for value in SPEEDS[1:])]
        speed = Tabs("speed", pygame.Rect(inner.left, y + down(74), inner.width, down(32)), speeds)
        speed.chosen = SPEEDS.index(settings.speed)
        reasons = Tabs("reasons", pygame.Rect(inner.left, y + down(148), inner.width, down(32)), _REASONS)
        reasons.chosen = REASONS.index(settings.reasons)
        scrolling = Tabs("scrolling", pygame.Rect(inner.left, y + down(222), inner.width, down(32)), _SCROLLING)
        scrolling.chosen = SCROLLING.index(settings.scrolling)
        made: list[Widget] = [scale, speed, reasons, scrolling]
        y += down(272)
        for name, label in _TOGGLES:
            made.append(Toggle(name, pygame.Rect(inner.left, y, inner.width, down(34)), label, getattr(settings, name)))
            y += down(40)
        y = min(size[1] - px(58), self._panel.bottom + px(16))
        made.append(Button("keys", pygame.Rect(self._panel.left, y, px(160), px(46)), "Keys"))
        made.append(
            Button("done", pygame.Rect(self._panel.right - px(160), y, px(160), px(46)), "Done", kind="primary")
        )
        self.group.renew(made)

    def _held(self) -> str:
        """What is said of a scale that the window does not hold."""
        wanted, now = self.app.settings.scale, self.app.settings.interface_scale(self.size)
        return f" · {wanted:.0%} is held to {now:.0%}: this window has no room for more" if wanted > now else ""

    def act(self, action: Action) -> None:
        """Note what was set, and follow it at once."""
        settings, name = self.app.settings, action.name
        if name == "done":
            self.cancel()
            return
        if name == "keys":
            self.app.go(ToKeys(self))
            return
        chosen = self.group[name]
        if isinstance(chosen, Tabs):
            setattr(settings, name, _VALUES[name][chosen.chosen])
        else:
            setattr(settings, name, bool(action.value))
        self.app.keep_settings()

    def cancel(self) -> None:
        """Go back to the screen that it was opened from."""
        self.app.show(self.back)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the panel with a label above each setting."""
        surface.blit(backdrop(self.size), (0, 0))
        panel(surface, self._panel)
        draw_text(surface, (self._panel.left + px(20), self._panel.top + px(8)), "SETTINGS", "title", TEXT)
        labels = (
            ("scale", f"Size of the interface{self._held()}"), ("speed", "Animation"),
            ("reasons", "Reasons of computer players"),
            ("scrolling", "Scrolling on the table (with Ctrl it always zooms)"),
        )  # fmt: skip
        for name, label in labels:
            rect = self.group[name].rect
            pos = (rect.left, rect.top - px(2))
            draw_text(surface, pos, label, "body", TEXT_SOFT, anchor="bottomleft", width=rect.width)
        self.group.draw(surface)
        self.dirty = False
