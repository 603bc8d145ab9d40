"""The bar of a replay: what the step did, a slider with the turns, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from jovian.ui.kit.fonts import draw_text, draw_wrapped, line_height, text_size
from jovian.ui.kit.theme import TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import BUTTON_PAD, Button, Signal, Slider, Widget, button_rows
from jovian.ui.panels.panel import CanvasPanel, Press, press_button

PAD, GAP, NARROW_GAP = 10, 6, 3
"""Space at the edges of the bar, between its buttons, and between those of the first row."""
ROW_HEIGHT, MIN_BUTTON_WIDTH = 34, 84
"""The height of a row of buttons, and the least width of a button."""
SHARE = ("share", "Share", "Write the game as a web page, which opens in any browser")
"""The button that shares a game: name, label, and hint."""
SLIDER_HEIGHT, CAPTION_LINES = 44, 2


class TurnSlider(Slider):
    """A slider with a tick where each turn begins."""

    turns: tuple[tuple[int, int], ...] = ()
    """Pairs of a turn and the step at which it starts."""
    seek: Callable[[float], object]
    """What gets the chosen step."""

    def handle(self, event: pygame.event.Event) -> Signal | None:
        signal = super().handle(event)
        return Signal(self.name, partial(self.seek, signal.value)) if signal is not None else None

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the slider, and the numbers of the turns above their ticks if there is space."""
        super().draw(surface)
        track, end = self.track_rect, self.rect.left
        for turn, step in self.turns:
            x = track.left + round(track.width * (step - self.low) / max(1.0, self.high - self.low))
            surface.fill(TEXT_SOFT, (x, track.top - px(5), max(1, px(1)), track.height + px(8)))
            if x - px(10) > end and self.rect.left + px(70) < x < self.rect.right - px(90):
                pos = (x, track.top - px(5))
                end = draw_text(surface, pos, f"T{turn}", "tiny", TEXT_FAINT, anchor="midbottom").right


class ReplayBar(CanvasPanel):
    """The bar at the end of the right column of a replay: what the step did, a slider with the turns, and buttons.

    `transport` are the buttons of the first row, each with a sign instead of its label for narrow bars. `others` are in
    the rows below, and `seek` gets the step that is chosen with the slider.
    """

    is_urgent = True

    def __init__(
        self, transport: Sequence[tuple[str, Press]], others: Sequence[Press], seek: Callable[[float], object]
    ) -> None:
        super().__init__()
        self._transport, self._others, self._seek = transport, others, seek
        self.text = ""

    @property
    def presses(self) -> list[Press]:
        """All buttons of the bar."""
        return [*(press for _, press in self._transport), *self._others]

    def wanted(self, width: int) -> int:
        """Return the height that the bar needs at a width."""
        rows = 1 + len(self._rows(width))
        text = line_height("heading") + px(4) + CAPTION_LINES * line_height("body") + px(GAP)
        return text + px(SLIDER_HEIGHT + GAP) + rows * px(ROW_HEIGHT + GAP) - px(GAP) + 2 * px(PAD)

    def _rows(self, width: int) -> list[list[int]]:
        """Return the indices of the buttons of each row below the first one."""
        return button_rows([self._width(press) for press in self._others], width - 2 * px(PAD), px(GAP))

    def _first_row(self, width: int) -> list[tuple[Press, int]]:
        """Return the buttons of the first row with their widths. If the labels don't fit, they have signs."""
        wide = [press for _, press in self._transport]
        for presses in (wide, [replace(press, label=sign) for sign, press in self._transport]):
            row = [(press, text_size(press.label, "button")[0] + px(12)) for press in presses]
            if sum(needed for _, needed in row) + px(NARROW_GAP) * (len(row) - 1) <= width:
                break
        return row

    def _width(self, press: Press) -> int:
        return max(px(MIN_BUTTON_WIDTH), text_size(press.label, "button")[0] + 2 * px(BUTTON_PAD + 2))

    def layout(self, rect: pygame.Rect) -> None:
        """Place the slider below the text, and the rows of buttons below it. Each row is filled."""
        super().layout(rect)
        inner, height = rect.width - 2 * px(PAD), px(ROW_HEIGHT)
        rows = [self._first_row(inner)]
        rows += [[(self._others[n], self._width(self._others[n])) for n in row] for row in self._rows(rect.width)]
        step = height + px(GAP)
        top, buttons = rect.bottom - px(PAD) - len(rows) * step + px(GAP), list[Widget]()
        old = self.group.widgets[-1] if self.group.widgets else None
        track = pygame.Rect(rect.left + px(PAD), top - px(GAP + SLIDER_HEIGHT), inner, px(SLIDER_HEIGHT))
        for number, row in enumerate(rows):
            left, y, gap = rect.left + px(PAD), top + number * step, px(GAP if number else NARROW_GAP)
            widths = _spread([width for _, width in row], inner - gap * (len(row) - 1))
            for (press, _), width in zip(row, widths, strict=True):
                buttons.append(press_button(press, pygame.Rect(left, y, width, height)))
                left += width + gap
        slider = TurnSlider("at", track, "Step", 0, 1, 0)
        slider.seek = self._seek
        if isinstance(old, Slider):
            slider.high, slider.value = old.high, old.value
        self.group.widgets = [*buttons, slider]

    def show(self, at: int, length: int, playing: bool, text: str, turns: tuple[tuple[int, int], ...]) -> None:
        """Show the current step with its text."""
        slider, play = self.group["at"], self.group["play"]
        assert isinstance(slider, TurnSlider) and isinstance(play, Button)
        if not slider.pressed:
            slider.value = float(at)
        slider.high = float(max(1, length))
        play.label, play.lit, self.text = "Pause" if playing else "Play", playing, text
        slider.turns = turns
        slider.show = lambda value: f"{value:g} of {length}"
        self.offer((at, length, playing, text, turns))

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw the text of the current step."""
        super().paint(canvas)
        left, y, width = self.rect.left + px(PAD), self.rect.top + px(PAD), self.rect.width - 2 * px(PAD)
        draw_text(canvas, (left, y), "Replay", "heading", TEXT)
        y += line_height("heading") + px(4)
        area = pygame.Rect(left, y, width, CAPTION_LINES * line_height("body"))
        draw_wrapped(canvas, area, self.text, "body", TEXT_SOFT)


def _spread(wanted: list[int], width: int) -> list[int]:
    """Return widths that fill a width, each as much larger or smaller as the others."""
    total = sum(wanted)
    if total > width:
        return [max(1, least * width // total) for least in wanted]
    return [least + (width - total) // len(wanted) for least in wanted]
