"""What a computer player says of its answer, beside the model that acts: it stays a while, and fades."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from jovian.game import LogEntry, State
from jovian.game.events import Remarked
from jovian.ui.board import Camera
from jovian.ui.kit.boxes import box
from jovian.ui.kit.fonts import draw_text, line_height, measure, wrap
from jovian.ui.kit.theme import PANEL_HIGH, SIDES, TEXT, px

STAYS, FADES = 5.0, 1.0
"""Seconds that it is there, and the last of them, in which it fades."""
WIDEST = 300
AWAY = 1.4
"""Inches from the middle of the model."""


class Saying:
    """The latest remark."""

    def __init__(self) -> None:
        self.text = ""
        """What is said, "" for nothing."""
        self._side = 0
        self._model = ""
        self._left = 0.0

    def take(self, entries: Sequence[LogEntry], *states: State) -> None:
        """Hear what has been said; the first of the states that has an activation tells of whom."""
        said = next((each.event for each in reversed(entries) if isinstance(each.event, Remarked)), None)
        if said is not None:
            acting = next((state.activation.model for state in states if state.activation is not None), "")
            self.text, self._side, self._model, self._left = said.text, said.side, acting, STAYS

    def forget(self) -> None:
        """Nothing is said any more."""
        self.text, self._left = "", 0.0

    def live(self, dt: float) -> None:
        """Let so many seconds pass."""
        self._left -= dt
        if self._left <= 0:
            self.text = ""

    def draw(self, surface: pygame.Surface, view: pygame.Rect, camera: Camera, state: State) -> None:
        """Draw it above the model, at the top of the board if it stands nowhere."""
        if not self.text:
            return
        room = min(px(WIDEST), view.width - px(40), measure(self.text, "small")[0] + px(2))
        lines = wrap(self.text, "small", room)
        rect = pygame.Rect(0, 0, room + px(20), len(lines) * line_height("small") + px(12))
        rect.midbottom = self._spot(view, camera, state)
        rect.clamp_ip(view.inflate(-px(8), -px(8)))
        sheet = pygame.Surface(rect.size, pygame.SRCALPHA)
        box(sheet, sheet.get_rect(), PANEL_HIGH, radius=px(7), border=SIDES[self._side].main, alpha=240)
        for number, line in enumerate(lines):
            draw_text(sheet, (px(10), px(6) + number * line_height("small")), line, "small", TEXT)
        sheet.set_alpha(round(255 * min(1.0, self._left / FADES)))
        surface.blit(sheet, rect)

    def _spot(self, view: pygame.Rect, camera: Camera, state: State) -> tuple[int, int]:
        model = state.models.get(self._model)
        if model is None or not model.on_table:
            return view.centerx, view.top + px(86)
        x, y = camera.to_screen((model.pose.x, model.pose.y + AWAY))
        return round(x), round(y)
