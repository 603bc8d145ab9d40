"""The bar across the top: scenario, phases of the turn, scores, whose go it is, undo and menu."""

from __future__ import annotations

import pygame

from jovian.game import Refusal, State
from jovian.ui.kit.draw import badge, chevrons, pill
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import BLADE, SIDES, TEXT, TEXT_FAINT, px
from jovian.ui.kit.widgets import Button
from jovian.ui.screens.battle.panel import Panel

PHASES = (("deployment", "Deployment"), ("activation", "Activation"), ("end", "End"))


class PhaseBar(Panel):
    """Its buttons are `undo`, `rules` and `menu`."""

    def __init__(self, names: tuple[str, str], title: str) -> None:
        super().__init__()
        self.names = names
        self.title = title
        self._fact: tuple[object, ...] = ()

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons at the right end."""
        super().layout(rect)
        wide, gap, top = px(84), px(8), rect.top + px(7)
        right = rect.right - px(10) - wide
        undo = Button("undo", pygame.Rect(right - 2 * (wide + gap), top, wide, rect.height - px(14)), "Undo")
        keys = Button("keys", pygame.Rect(right - wide - gap, top, wide, rect.height - px(14)), "Keys")
        menu = Button("menu", pygame.Rect(right, top, wide, rect.height - px(14)), "Menu")
        self.group.widgets = [undo, keys, menu]

    def show(self, state: State, asked: int | None, undo: Refusal | None) -> None:
        """What to say."""
        self.group["undo"].set_enabled(undo is None, undo.reason if undo else "")
        self._fact = (state.turn, state.scenario.turns, state.phase, state.scores, asked)
        self.offer(self._fact)

    def paint(self, canvas: pygame.Surface) -> None:
        """Title, phases, sides."""
        super().paint(canvas)
        turn, turns, phase, scores, asked = self._fact
        limit = self.group["undo"].rect.left - px(12)
        middle = self.rect.centery
        x = self.rect.left + px(14)
        if self.rect.width >= px(1400):
            x = draw_text(canvas, (x, middle), self.title, "heading", TEXT, anchor="midleft", width=px(220)).right + px(
                16
            )
        said = f"Turn {max(1, turn)} of {turns}" if isinstance(turn, int) else ""
        x = pill(canvas, (x, middle), said, BLADE, anchor="midleft").right + px(12)
        current = next((n for n, (key, _) in enumerate(PHASES) if key == phase), -1)
        steps = [label for _, label in PHASES]
        placed = chevrons(canvas, pygame.Rect(x, middle - px(13), 0, px(26)), steps, current)
        x = placed[-1].right + px(18)
        room = (limit - x) // 2
        for side in (0, 1):
            self._side(canvas, x + side * room, room, side, scores, asked)

    def _side(self, canvas: pygame.Surface, x: int, room: int, side: int, scores: object, asked: object) -> None:
        look, middle = SIDES[side], self.rect.centery
        if room < px(60):
            return
        badge(canvas, (x + px(8), middle), look.main, look.hatched, px(6))
        points = scores[side] if isinstance(scores, tuple) else (0.0, 0.0)
        score = f"{points[0]:g}" if points[0] == points[1] == 0 else f"{points[0]:g} · {points[1]:g} VP"
        color = look.main if asked == side else TEXT_FAINT
        width = room - px(34) - measure(score, "strong")[0]
        rect = draw_text(canvas, (x + px(20), middle), self.names[side], "strong", color, anchor="midleft", width=width)
        draw_text(canvas, (rect.right + px(8), middle), score, "strong", look.light, anchor="midleft")
        if asked == side:
            canvas.fill(look.main, (x, self.rect.bottom - px(4), rect.right - x, px(3)))
