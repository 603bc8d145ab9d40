"""The pane between the app and the real window: it opens it, makes it full screen at once, and fits what it shows.
The real window: the loop that waits for events, steps the app, and draws when something changed.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from time import perf_counter, time
from typing import Any

import pygame

from jovian.players.worker import ProcessWorker
from jovian.ui.app import App
from jovian.ui.files.player_files import load_players
from jovian.ui.files.save_writer import clean
from jovian.ui.files.settings import LARGEST, load_settings
from jovian.ui.kit.theme import ACCENT, TEXT
from jovian.ui.screens.screen import keep

# --- glass ---
# The pane between the app and the real window: it opens it, makes it full screen at once, and fits what it shows.
#
# The app is laid out for the window as it is, whatever the system made of the size that was asked for. In a window
# too small to be laid out everything is drawn smaller, and where the pointer is counts accordingly. Input methods are
# on only where something is being written, and are told where that is.

Size = tuple[int, int]
FRAME = (16, 64)
"""Pixels of a display that the frame and the title bar of a window take."""
ICON = 64
"""Pixels along the side of the icon."""
BANDS = ((148, 92, 64), (206, 160, 112), (164, 104, 70), (222, 184, 140), (150, 94, 66))
"""The colors of the planet on it, from top to bottom."""
_POINTED = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_SIZED = (pygame.VIDEORESIZE, pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED)


def open_window(size: Size) -> pygame.Surface:
    """Open the window, of a size that fits the display. Return what is drawn on."""
    return _set_mode(fit_to_display(size), pygame.RESIZABLE)


def _set_mode(size: Size, flags: int) -> pygame.Surface:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # The system may make another size: `Glass` looks at that.
        surface = pygame.display.set_mode(size, flags)
        if surface.get_size() != size and flags == pygame.RESIZABLE:  # The first call may only have left full screen.
            surface = pygame.display.set_mode(size, flags)
    return surface


def fit_to_display(size: Size) -> Size:
    """Return the size, no larger than the display with the window's frame."""
    width, height = (pygame.display.get_desktop_sizes() or [size])[0]
    return min(size[0], max(1, width - FRAME[0])), min(size[1], max(1, height - FRAME[1]))


class FullScreen:
    """Covers the display that the window is on, and gives the window back its size and position."""

    def __init__(self) -> None:
        self._size: Size = pygame.display.get_window_size()
        self._position = pygame.display.get_window_position()

    def enter(self) -> None:
        """Cover the display."""
        self._size, self._position = pygame.display.get_window_size(), pygame.display.get_window_position()
        if pygame.display.get_num_displays() > 1:
            _window().set_fullscreen(True)
        else:  # Without a window manager, a window stays at its corner whatever size it gets.
            pygame.display.set_window_position((0, 0))
            _set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        pygame.event.pump()

    def leave(self) -> None:
        """Show the window again as it was."""
        if pygame.display.get_num_displays() > 1:
            _window().set_windowed()
        else:
            _set_mode(self._size, pygame.RESIZABLE)
            pygame.display.set_window_position(self._position)
        pygame.event.pump()


def _window() -> pygame.Window:
    """Return the window of the display module, which offers nothing itself that knows on which display it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def draw_icon() -> pygame.Surface:
    """Draw the icon of the window: a ship's chevron before a banded planet."""
    big = pygame.Surface((ICON * 4, ICON * 4), pygame.SRCALPHA)
    unit = ICON * 4 / 64
    pygame.draw.rect(big, (9, 12, 26), big.get_rect(), border_radius=round(14 * unit))
    planet = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    for band, color in enumerate(BANDS):
        planet.fill(color, (0, round((12 + 8 * band) * unit), big.get_width(), round(8 * unit)))
    disk = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    pygame.draw.circle(disk, (255, 255, 255, 255), (36 * unit, 32 * unit), 20 * unit)
    planet.blit(disk, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    big.blit(planet, (0, 0))
    for points, color in ((((6, 50), (34, 18), (30, 36)), ACCENT), (((6, 50), (30, 36), (38, 46)), TEXT)):
        pygame.draw.polygon(big, color, [(x * unit, y * unit) for x, y in points])
    return pygame.transform.smoothscale(big, (ICON, ICON))


class Glass:
    """What the loop shows the app through."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.full = False
        self._full_screen = FullScreen()
        self._opened: Size = pygame.display.get_window_size()
        """The size of the window as it was opened or noted last."""
        self._canvas: pygame.Surface | None = None
        self._caret: pygame.Rect | None = None
        pygame.key.stop_text_input()

    def follow(self) -> None:
        """Do what the settings say, and lay the app out for the window as it is."""
        if self.app.settings.fullscreen != self.full:
            self.note_size()
            self.full = self.app.settings.fullscreen
            if self.full:
                self._full_screen.enter()
            else:
                self._full_screen.leave()
        surface = pygame.display.get_surface()
        if surface is not None:
            self.app.resize(surface.get_size())
        self._follow_caret()

    def note_size(self) -> None:
        """Write the size of the window into the settings if it was changed by hand."""
        settings = self.app.settings
        size = pygame.display.get_window_size()
        if not self.full and size != self._opened:
            self._opened = settings.width, settings.height = size
            self.app.write_settings()

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


# --- run ---
# The real window: the loop that waits for events, steps the app, and draws when something changed.

RUN_FRAME = 1 / 60
"""Seconds between frames while something moves."""
IDLE_MS = 500
"""Longest sleep while nothing does."""
STALE = 3600
"""Seconds after which a temporary file belongs to nobody."""


def main(size: tuple[int, int] | None = None, file: str = "") -> int:
    """Open the window, of a size and with a file if they are given, and play until it is closed. Return the status."""
    _environment()
    settings, complaint = load_settings()
    players_fault = load_players()[1]
    complaints = [complaint, f"{players_fault}; the file is kept" if players_fault else ""]
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_caption("Jovian Wars")
    pygame.display.set_icon(draw_icon())
    surface = open_window(_possible(size or (settings.width, settings.height)))
    if size is not None:
        settings.fullscreen = settings.to_json["fullscreen"] = False  # For this start: it isn't a change to write.
    clean(time() - STALE)
    app = App(surface.get_size(), settings, ". ".join(filter(None, complaints)), ProcessWorker())
    if app.keymap.dropped:
        app.keep_settings()
    if file:
        app.open_file(file)
    try:
        _loop(app)
    finally:
        keep(app)
        app.mind.close()
        if app.beside is not None:
            app.beside.run.cancel()
    pygame.display.quit()
    return 0


def _environment() -> None:
    """Before the display opens: input methods are to show their own lists, and a flip costs 30 ms on X11 without a GPU
    unless SDL is told to leave it be.
    """
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    if os.environ.get("XDG_SESSION_TYPE") != "wayland" and os.environ.get("DISPLAY"):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def _possible(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size within what a window may have."""
    return min(LARGEST["width"], max(640, size[0])), min(LARGEST["height"], max(480, size[1]))


def _loop(app: App) -> None:
    glass = Glass(app)
    before = perf_counter()
    while app.running:
        glass.follow()
        if app.busy or app.dirty:
            events = pygame.event.get()
        else:
            first = pygame.event.wait(IDLE_MS)
            events = [] if first.type == pygame.NOEVENT else [first, *pygame.event.get()]
            if not events:
                glass.note_size()
        now = perf_counter()
        app.step(glass.events(_thinned(events)), min(0.1, now - before))
        before = now
        if app.dirty:
            glass.show()
            app.take_unseen(glass.events(_thinned(pygame.event.get())))
        spare = RUN_FRAME - (perf_counter() - now)
        if app.busy and spare > 0:
            pygame.time.wait(int(spare * 1000))
    if pygame.display.get_surface() is not None:
        glass.note_size()


def _thinned(events: Sequence[Any]) -> list[Any]:
    """Without the motions that another motion follows at once: a slow machine does not fall behind the mouse."""
    kept: list[Any] = []
    for event in events:
        motion = getattr(event, "type", 0) == pygame.MOUSEMOTION
        after = motion and bool(kept) and getattr(kept[-1], "type", 0) == pygame.MOUSEMOTION
        if after and getattr(event, "buttons", ()) == getattr(kept[-1], "buttons", ()):
            kept[-1] = event
        else:
            kept.append(event)
    return kept
