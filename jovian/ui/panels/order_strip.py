"""The order strip: which models have acted this turn, which one acts, and which sides come next.

It names sides, not models, for what is still to come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from jovian.frozen import frozen
from jovian.game import LogEntry, State
from jovian.game.events import Activated, PhaseBegan
from jovian.rules.sequence.activation import sides_to_come
from jovian.ui.board.colors import draw_dashed_line
from jovian.ui.board.sprites import draw_figure
from jovian.ui.kit.draw import draw_box
from jovian.ui.kit.fonts import draw_text, text_size
from jovian.ui.kit.theme import ACCENT, EDGE, PANEL_HIGH, SIDES, TEXT_SOFT, mix_colors, px
from jovian.ui.kit.widgets import Signal
from jovian.ui.panels.panel import CanvasPanel, ignore

STRIP_HEIGHT = 36
TILE, PLACE, TILE_HEIGHT, GAP, WIDE = 20, 12, 26, 3, 150
"""Widths of the tile of a model and of a place to come, their height, the gap between them, and the width from which
the strip has words.
"""
MIN_FUTURE = 4
"""Places of sides to come that have priority over models that have acted."""


@frozen
class ActivationOrder:
    """What the strip shows."""

    acted: tuple[str, ...]
    """The models that have acted this turn, the first one first."""
    active: str
    """The model that acts, or ""."""
    sides: tuple[int, ...]
    """The sides of the next activations."""


def order_of(state: State, events: Sequence[LogEntry]) -> ActivationOrder:
    """Return the order of a turn, outside its Activation Phase only that of the sides.

    Drones act within the activation of another model, so they have no place in it.
    """
    first = state.paused[0] if state.paused else state.activation
    active = first.model if first is not None else ""
    acted: list[str] = []
    for entry in reversed(events if state.phase == "activation" else ()):
        event = entry.event
        if entry.turn != state.turn or (isinstance(event, PhaseBegan) and event.name == "activation"):
            break
        if isinstance(event, Activated) and event.model != active and event.model not in acted:
            model = state.models.get(event.model)
            acted += [event.model] if model is not None and not model.is_drone else []
    return ActivationOrder(tuple(reversed(acted)), active, sides_to_come(state))


class OrderStrip(CanvasPanel):
    """The panel. A click on a tile calls `select` with the id of its model."""

    def __init__(self, names: tuple[str, str], select: Callable[[str], object] = ignore) -> None:
        super().__init__()
        self.names, self._select = names, select
        self.order = ActivationOrder((), "", ())
        self._state: State | None = None
        self._seen: tuple[State | None, int] = (None, -1)
        self._hints: list[tuple[pygame.Rect, str, str]] = []
        """The tiles with the ids of their models ("" for a side) and their explanations."""

    def take(self, state: State, events: Sequence[LogEntry]) -> None:
        """Show the order in a state after some events."""
        if (state, len(events)) != self._seen:
            self._seen, self._state = (state, len(events)), state
            self.order = order_of(state, events)
            models = [state.models.get(model_id) for model_id in (*self.order.acted, self.order.active)]
            self.offer((self.order, [model.side for model in models if model is not None]))

    def handle(self, event: pygame.event.Event) -> Signal | None:
        """Select the model whose tile is clicked."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            hit = next((key for rect, key, _ in self._hints if key and rect.collidepoint(event.pos)), "")
            return Signal("select", partial(self._select, hit)) if hit else None
        return super().handle(event)

    def hint_at(self, pos: tuple[int, int]) -> tuple[pygame.Rect, str] | None:
        """Return the explanation of the tile at a point, or None."""
        return next(((rect, text) for rect, _, text in self._hints if rect.collidepoint(pos)), None)

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the tiles from left to right. If there is little space, those of the earliest models are omitted."""
        self._hints = []
        if not self.rect.height or self._state is None:
            return
        super().paint(canvas)
        x, right, step, place = self.rect.left + px(8), self.rect.right - px(4), px(TILE + GAP), px(PLACE + GAP)
        is_wide, then = self.rect.width >= px(WIDE), text_size("then", "tiny")[0] + px(8)
        if is_wide:
            word = draw_text(canvas, (x, self.rect.centery), "Order", "caps", TEXT_SOFT, anchor="midleft")
            x, right = word.right + px(8), right - then
        past = [*self.order.acted, *([self.order.active] if self.order.active else [])]
        kept = place * min(MIN_FUTURE, len(self.order.sides))
        shown = past[-max(1, (right - x - kept) // step) :] if past else []
        for model_id in shown:
            self._draw_model(canvas, pygame.Rect(x, 0, px(TILE), px(TILE_HEIGHT)), model_id)
            x += step
        if is_wide and self.order.sides:
            words = "then" if shown else "first"
            x = draw_text(canvas, (x + px(1), self.rect.centery), words, "tiny", TEXT_SOFT, anchor="midleft").right
            x += px(5)
        for side in self.order.sides[: max(0, (self.rect.right - px(4) - x) // place)]:
            self._draw_side(canvas, pygame.Rect(x, 0, px(PLACE), px(TILE_HEIGHT)), side)
            x += place

    def _draw_model(self, canvas: pygame.Surface, rect: pygame.Rect, model_id: str) -> None:
        rect.centery = self.rect.centery
        model = self._state.models.get(model_id) if self._state is not None else None
        if model is None:
            return
        look, is_active = SIDES[model.side], model_id == self.order.active
        fill = mix_colors(look.deep, look.main, 0.25) if is_active else mix_colors(PANEL_HIGH, look.deep, 0.4)
        draw_box(canvas, rect, fill, radius=px(4), border=ACCENT if is_active else mix_colors(EDGE, look.main, 0.4))
        draw_figure(canvas, rect.center, model, rect.height - px(6), dim=not is_active)
        words = f"{model.name} acts now." if is_active else f"{model.name} has acted this turn."
        self._hints.append((rect, model_id, words))

    def _draw_side(self, canvas: pygame.Surface, rect: pygame.Rect, side: int) -> None:
        rect.centery = self.rect.centery
        corners = [rect.topleft, rect.topright, rect.bottomright, rect.bottomleft, rect.topleft]
        draw_dashed_line(canvas, corners, mix_colors(SIDES[side].main, PANEL_HIGH, 0.15), 1, 4, 3)
        self._hints.append((rect, "", f"A model of {self.names[side]} will act."))
