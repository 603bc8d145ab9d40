"""What every screen is: it is laid out for a size, takes events, lives through time, and draws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from jovian.ui.kit.theme import VOID
from jovian.ui.kit.widgets import Action, Group

if TYPE_CHECKING:
    from jovian.ui.app import App


class Screen:
    """One page of the window. Subclasses fill `group` in `layout` and answer `act`."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.size = app.size
        self.group = Group()
        self.dirty = True

    @property
    def busy(self) -> bool:
        """Whether it wants to go on without an event: something moves."""
        return False

    @property
    def grabbing(self) -> bool:
        """Whether the next key is taken whatever it does elsewhere."""
        return False

    @property
    def stale(self) -> bool:
        """Whether it must be drawn again."""
        return self.dirty or self.group.dirty or self.busy

    def layout(self, size: tuple[int, int]) -> None:
        """Fit it to a window."""
        self.size = size
        self.dirty = True

    def handle(self, event: pygame.event.Event) -> None:
        """Take one event: widgets first, then Escape."""
        action = self.group.handle(event)
        if action is not None:
            self.act(action)
        elif self.app.keymap.command(event) == "cancel":
            self.cancel()

    def act(self, action: Action) -> None:
        """A widget was used."""

    def cancel(self) -> None:
        """Escape: no."""

    def update(self, dt: float) -> None:
        """Live through so many seconds."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything."""
        surface.fill(VOID)
        self.group.draw(surface)
        self.dirty = False
