"""The bar below a replay: buttons, a slider with the turns, and what the answer that it stands after brought about."""

from __future__ import annotations

import pygame

from jovian.ui.kit.fonts import draw_text
from jovian.ui.kit.theme import TEXT, TEXT_FAINT, TEXT_SOFT, px
from jovian.ui.kit.widgets import Button, Slider
from jovian.ui.panels.panel import Panel

_SIGNS = {"back": "<", "step": ">", "turn back": "<<", "turn": ">>"}
_HINTS = {
    "first": "To the beginning", "back": "An answer back", "step": "An answer on", "last": "To the end",
    "turn back": "A turn back", "turn": "A turn on",
}  # fmt: skip


class TurnSlider(Slider):
    """A slider with a tick where each turn begins."""

    turns: tuple[tuple[int, int], ...] = ()

    def draw(self, surface: pygame.Surface) -> None:
        """The numbers of the turns stand over their ticks where there is room."""
        super().draw(surface)
        run, end = self.track_rect, self.rect.left
        for turn, at in self.turns:
            x = run.left + round(run.width * (at - self.low) / max(1.0, self.high - self.low))
            surface.fill(TEXT_SOFT, (x, run.top - px(5), max(1, px(1)), run.height + px(8)))
            if x - px(10) > end and self.rect.left + px(70) < x < self.rect.right - px(90):
                end = draw_text(surface, (x, run.top - px(5)), f"T{turn}", "tiny", TEXT_FAINT, anchor="midbottom").right


class ReplayBar(Panel):
    """Slider and buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.said = ""

    def layout(self, rect: pygame.Rect) -> None:
        """Buttons left, slider in the middle, playing on at the right."""
        super().layout(rect)
        entries = (("first", "|<", 44), ("back", "< Step", 84), ("play", "Play", 96), ("step", "Step >", 84),
                   ("last", ">|", 44), ("turn back", "<< Turn", 90), ("turn", "Turn >>", 90))  # fmt: skip
        narrow = rect.width < px(1000)  # signs alone, so that the slider has room
        x, made = rect.left + px(12), []
        for name, label, wide in entries:
            if narrow:
                label, wide = _SIGNS.get(name, label), 44 if name in _SIGNS else min(wide, 80)
            where = pygame.Rect(x, rect.bottom - px(46), px(wide), px(38))
            made.append(Button(name, where, label, hint=_HINTS.get(name, "")))
            x += px(wide) + px(6)
        wide, label = (92, "Play on") if narrow else (150, "Play on from here")
        place = pygame.Rect(rect.right - px(122 + wide), rect.bottom - px(46), px(wide), px(38))
        keep = Button("on", place, label, hint="A copy of the game goes on from here")
        wide = 60 if narrow else 106
        edit = pygame.Rect(keep.rect.left - px(wide + 6), keep.rect.top, px(wide), px(38))
        label = "Edit" if narrow else "Edit a copy"
        copy = Button("edit", edit, label, hint="A scenario of this position, in the editor")
        wide, label = (72, "Rehearse") if narrow else (92, "Rehearse")
        ahead = pygame.Rect(copy.rect.left - px(wide + 6), keep.rect.top, px(wide), px(38))
        ask = Button("rehearse", ahead, label, hint="Computer players play many games from here")
        leave = Button("leave", pygame.Rect(rect.right - px(114), rect.bottom - px(46), px(102), px(38)), "Leave")
        old = self.group.widgets[-1] if self.group.widgets else None
        run = pygame.Rect(x + px(8), rect.bottom - px(50), ahead.left - x - px(20), px(42))
        slider = TurnSlider("at", run, "" if narrow else "Answer", 0, 1, 0)
        if isinstance(old, Slider):
            slider.high, slider.value = old.high, old.value
        place = pygame.Rect(rect.right - px(114), rect.top + px(4), px(102), px(26))
        chances = Button("chances", place, "Chances", hint="The curve of chances, and where the game turned")
        self.group.widgets = [*made, chances, ask, copy, keep, leave, slider]

    def show(self, at: int, length: int, playing: bool, said: str, turns: tuple[tuple[int, int], ...]) -> None:
        """Where it stands."""
        slider, play = self.group["at"], self.group["play"]
        assert isinstance(slider, TurnSlider) and isinstance(play, Button)
        if not slider.pressed:
            slider.value = float(at)
        slider.high = float(max(1, length))
        play.label, play.lit, self.said = "Pause" if playing else "Play", playing, said
        slider.turns = turns
        slider.show = lambda value: f"{value:g} of {length}"
        self.offer((at, length, playing, said, turns))

    def paint(self, canvas: pygame.Surface) -> None:
        """What happens at this moment."""
        super().paint(canvas)
        pos = (self.rect.left + px(14), self.rect.top + px(16))
        rect = draw_text(canvas, pos, "REPLAY", "strong", TEXT, anchor="midleft")
        pos = (rect.right + px(14), rect.centery)
        draw_text(canvas, pos, self.said, "body", TEXT_SOFT, anchor="midleft", width=self.rect.right - pos[0] - px(126))
