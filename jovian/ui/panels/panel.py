"""A panel: a part of the screen that is drawn on the shared canvas only when what it shows has changed. An offer: a
button of the action bar, as whoever answers a decision hands it to the bar.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import pygame

from jovian.game import Answer, Refusal
from jovian.ui.kit.fonts import WRITTEN, Cut
from jovian.ui.kit.theme import EDGE, PANEL, mix_colors
from jovian.ui.kit.widgets import Action, Group

# --- panel ---
# A panel: a part of the screen that is drawn on the shared canvas only when what it shows has changed.

GROUND = mix_colors(PANEL, (0, 0, 0), 0.35)
"""The color that lies under everything on a panel."""


class Panel:
    """Base of the battle's panels."""

    def __init__(self) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.group = Group()
        self._shown: Any = None
        self.stale = True
        self._cut: list[Cut] = []

    def layout(self, rect: pygame.Rect) -> None:
        """Fit it to its part of the screen."""
        self.rect, self.stale = rect, True

    def handle(self, event: pygame.event.Event) -> Action | None:
        """What was done with one of its widgets."""
        return self.group.handle(event)

    def offer(self, shown: Any) -> None:
        """Take everything that it is to show, as one value to compare; it is drawn again if that is new."""
        if shown != self._shown:
            self._shown, self.stale = shown, True

    @property
    def dirty(self) -> bool:
        """Whether it must be drawn again."""
        return self.stale or self.group.dirty

    def draw(self, canvas: pygame.Surface) -> None:
        """Draw it on the canvas if need be."""
        if not self.dirty:
            WRITTEN.cut += self._cut
            return
        known = len(WRITTEN.cut)
        clip = canvas.get_clip()
        canvas.set_clip(self.rect)
        canvas.fill(GROUND, self.rect)
        self.paint(canvas)
        self.group.draw(canvas)
        canvas.set_clip(clip)
        self._cut = WRITTEN.cut[known:]
        self.stale = False

    def paint(self, canvas: pygame.Surface) -> None:
        """Draw what is no widget; the ground is filled already."""
        pygame.draw.rect(canvas, EDGE, self.rect, 1)


# --- offer ---
# An offer: a button of the action bar, as whoever answers a decision hands it to the bar.


@dataclass(frozen=True, slots=True)
class ActionButton:
    """A button of the action bar."""

    name: str
    """What it is known by, no other beside it."""
    label: str
    kind: str = "plain"
    command: str = ""
    """The command of the keymap that presses it."""
    refusal: Refusal | None = None
    """Why it is off, None if it is on."""
    hint: str = ""
    lit: bool = False
    verb: str = ""
    """What it does, where several buttons do that to different things."""
    about: str = ""
    """Whom or what it does it to, then."""
    answer: Answer | None = None
    """The answer that it gives, None if it does something else."""

    @classmethod
    def to(cls, verb: str, about: str, label: str, **more: Any) -> ActionButton:
        """One of several buttons that do the same, each to something else."""
        return cls(f"{verb}:{about}", label, verb=verb, about=about, **more)


def named(offers: Iterable[ActionButton], name: str) -> ActionButton | None:
    """The offer of that name, None if there is none."""
    return next((offer for offer in offers if offer.name == name), None)
