"""The pane between the app and the real window: it opens it, makes it full screen at once, and fits what it shows.

The app is laid out for the window as it is, whatever the system made of the size that was asked for. In a window too
small to be laid out everything is drawn smaller, and where the pointer is counts accordingly. Input methods are on only
where something is being written, and are told where that is.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import pygame

from jovian.ui.app import App

Size = tuple[int, int]
_POINTED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_SIZED = (pygame.VIDEORESIZE, pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED)


def open_window(size: Size, full: bool) -> pygame.Surface:
    """The window: of a size, or over the whole desktop, in its own resolution, with or without a window manager."""
    desktop = (pygame.display.get_desktop_sizes() or [size])[0]
    wanted, flags = (desktop, pygame.FULLSCREEN) if full else (size, pygame.RESIZABLE)
    had = pygame.display.get_surface() is not None
    if had and full:  # where nobody manages it, a window stays at its corner whatever size it gets
        pygame.display.set_window_position((0, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # that the system made another size of it: that is looked at
        surface = pygame.display.set_mode(wanted, flags)
        if surface.get_size() != wanted and not full:  # the first call may only have left full screen
            surface = pygame.display.set_mode(wanted, flags)
    if had and not full:
        pygame.display.set_window_position((max(0, desktop[0] - size[0]) // 2, max(0, desktop[1] - size[1]) // 2))
    return surface


class Glass:
    """What the loop shows the app through."""

    def __init__(self, app: App, full: bool) -> None:
        self.app = app
        self.full = full
        self.windowed: Size = (app.settings.width, app.settings.height)
        """The size to come back to from full screen."""
        self._canvas: pygame.Surface | None = None
        self._caret: pygame.Rect | None = None
        pygame.key.stop_text_input()

    def follow(self) -> None:
        """Do what the settings say, and lay the app out for the window as it is."""
        if self.app.settings.fullscreen != self.full:
            if not self.full:
                self.windowed = pygame.display.get_window_size()
            self.full = self.app.settings.fullscreen
            open_window(self.windowed, self.full)
        surface = pygame.display.get_surface()
        if surface is not None:
            self.app.resize(surface.get_size())
        self._follow_caret()

    def _follow_caret(self) -> None:
        """Where a key is a command no input method may take it; where it is text, the method stands beside it."""
        caret, before = self.app.caret, self._caret
        if caret == before:
            return
        self._caret = caret
        if caret is None:
            pygame.key.stop_text_input()
            return
        (wide, high), (over, down) = self._shrunk() or self.app.size, self.app.size
        shown = (caret.x * wide // over, caret.y * high // down, caret.w, caret.h * high // down)
        pygame.key.set_text_input_rect(pygame.Rect(shown))
        if before is None:
            pygame.key.start_text_input()

    def events(self, events: Sequence[pygame.event.Event]) -> list[pygame.event.Event]:
        """Events as the app sees them: sizes come from the window itself, points are of the app's own pixels."""
        return [self._seen(event) for event in events if event.type not in _SIZED]

    def _seen(self, event: pygame.event.Event) -> pygame.event.Event:
        shrunk = self._shrunk()
        if event.type not in _POINTED or shrunk is None:
            return event
        wide, high = self.app.size
        pos = (round(event.pos[0] * wide / shrunk[0]), round(event.pos[1] * high / shrunk[1]))
        return pygame.event.Event(event.type, {**event.dict, "pos": pos})

    def _shrunk(self) -> Size | None:
        """The window's size if that is smaller than what the app is laid out for."""
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self.app.size:
            return None
        return surface.get_size()

    def show(self) -> None:
        """Draw the app, smaller if it must be."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        if self._shrunk() is None:
            self.app.draw(surface)
        else:
            if self._canvas is None or self._canvas.get_size() != self.app.size:
                self._canvas = pygame.Surface(self.app.size, 0, 32)
            self.app.draw(self._canvas)
            pygame.transform.smoothscale(self._canvas, surface.get_size(), surface)
        pygame.display.flip()
