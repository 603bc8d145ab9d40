"""The real window: opening it, full screen, and the loop that passes events to the app and draws it."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from time import perf_counter, time
from typing import Any

import pygame

from jovian.cards import CardError
from jovian.editing.labels import fleet_labels
from jovian.lessons import load_builtin_lessons
from jovian.players.worker import ProcessWorker
from jovian.rules.pages import rule_pages
from jovian.rules.setup.briefing import playable_content
from jovian.ui.app import App
from jovian.ui.kit.fonts import load_letters
from jovian.ui.kit.sound import MixerDevice
from jovian.ui.kit.theme import ACCENT, TEXT, TYPE
from jovian.ui.screens.screen import keep
from jovian.ui.settings import LARGEST, load_settings
from jovian.user_files.player_files import load_players
from jovian.user_files.save_writer import remove_temporary_files

# --- Window ---

Size = tuple[int, int]
FRAME_PIXELS = (16, 64)
"""Pixels of a display that the frame and the title bar of a window take."""
ICON_PIXELS = 64
"""Pixels along a side of the icon."""
PLANET_COLORS = ((148, 92, 64), (206, 160, 112), (164, 104, 70), (222, 184, 140), (150, 94, 66))
"""The colors of the planet on the icon, from top to bottom."""
POINTER_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
SIZE_EVENTS = (pygame.VIDEORESIZE, pygame.WINDOWRESIZED, pygame.WINDOWSIZECHANGED)


def open_window(size: Size) -> pygame.Surface:
    """Open the window in a size that fits the display. Return its surface."""
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
    return min(size[0], max(1, width - FRAME_PIXELS[0])), min(size[1], max(1, height - FRAME_PIXELS[1]))


class FullScreen:
    """Covers the display that the window is on, and gives the window back its size and position."""

    def __init__(self) -> None:
        self._size: Size = pygame.display.get_window_size()
        self._position = pygame.display.get_window_position()

    def enter(self) -> None:
        self._size, self._position = pygame.display.get_window_size(), pygame.display.get_window_position()
        if pygame.display.get_num_displays() > 1:
            _window().set_fullscreen(True)
        else:  # Without a window manager, a window stays at its corner whatever size it gets.
            pygame.display.set_window_position((0, 0))
            _set_mode(pygame.display.get_desktop_sizes()[0], pygame.FULLSCREEN)
        pygame.event.pump()

    def leave(self) -> None:
        """Show the window as it was before."""
        if pygame.display.get_num_displays() > 1:
            _window().set_windowed()
        else:
            _set_mode(self._size, pygame.RESIZABLE)
            pygame.display.set_window_position(self._position)
        pygame.event.pump()


def _window() -> pygame.Window:
    """Return the window of the display module, since only it knows its display."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def draw_icon() -> pygame.Surface:
    """Draw the icon of the window: a ship's chevron before a banded planet."""
    big = pygame.Surface((ICON_PIXELS * 4, ICON_PIXELS * 4), pygame.SRCALPHA)
    unit = ICON_PIXELS * 4 / 64
    pygame.draw.rect(big, (9, 12, 26), big.get_rect(), border_radius=round(14 * unit))
    planet = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    for band, color in enumerate(PLANET_COLORS):
        planet.fill(color, (0, round((12 + 8 * band) * unit), big.get_width(), round(8 * unit)))
    disk = pygame.Surface(big.get_size(), pygame.SRCALPHA)
    pygame.draw.circle(disk, (255, 255, 255, 255), (36 * unit, 32 * unit), 20 * unit)
    planet.blit(disk, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    big.blit(planet, (0, 0))
    for points, color in ((((6, 50), (34, 18), (30, 36)), ACCENT), (((6, 50), (30, 36), (38, 46)), TEXT)):
        pygame.draw.polygon(big, color, [(x * unit, y * unit) for x, y in points])
    return pygame.transform.smoothscale(big, (ICON_PIXELS, ICON_PIXELS))


class AppWindow:
    """The window around the app.

    The app is laid out for the actual size of the window. If the window is too small for the layout, everything is
    drawn smaller, and pointer positions are scaled. Input methods are only on while text is edited.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.full = False
        self._full_screen = FullScreen()
        self._noted_size: Size = pygame.display.get_window_size()
        """The size of the window when it was opened or last noted."""
        self._canvas: pygame.Surface | None = None
        self._caret: pygame.Rect | None = None
        pygame.key.stop_text_input()

    def follow(self) -> None:
        """Apply the settings, and lay out the app for the current size of the window."""
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
        """Store the size of the window in the settings if the user has changed it."""
        settings = self.app.settings
        size = pygame.display.get_window_size()
        if not self.full and size != self._noted_size:
            self._noted_size = settings.width, settings.height = size
            self.app.write_settings()

    def _follow_caret(self) -> None:
        """Turn input methods on only while text is edited, and place them next to the caret."""
        caret, old_caret = self.app.caret, self._caret
        if caret == old_caret:
            return
        self._caret = caret
        if caret is None:
            pygame.key.stop_text_input()
            return
        (width, height), (full_width, full_height) = self._small_size() or self.app.size, self.app.size
        caret_area = (
            caret.x * width // full_width,
            caret.y * height // full_height,
            caret.w,
            caret.h * height // full_height,
        )
        pygame.key.set_text_input_rect(pygame.Rect(caret_area))
        if old_caret is None:
            pygame.key.start_text_input()

    def events(self, events: Sequence[pygame.event.Event]) -> list[pygame.event.Event]:
        """Return the events for the app: without sizes, and with positions in the app's pixels."""
        return [self._translate(event) for event in events if event.type not in SIZE_EVENTS]

    def _translate(self, event: pygame.event.Event) -> pygame.event.Event:
        small_size = self._small_size()
        if event.type not in POINTER_EVENTS or small_size is None:
            return event
        width, height = self.app.size
        pos = (round(event.pos[0] * width / small_size[0]), round(event.pos[1] * height / small_size[1]))
        return pygame.event.Event(event.type, {**event.dict, "pos": pos})

    def _small_size(self) -> Size | None:
        """Return the size of the window if it is smaller than the layout of the app, else None."""
        surface = pygame.display.get_surface()
        if surface is None or surface.get_size() == self.app.size:
            return None
        return surface.get_size()

    def show(self) -> None:
        """Draw the app, scaled down if necessary."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        if self._small_size() is None:
            self.app.draw(surface)
        else:
            if self._canvas is None or self._canvas.get_size() != self.app.size:
                self._canvas = pygame.Surface(self.app.size, 0, 32)
            self.app.draw(self._canvas)
            pygame.transform.smoothscale(self._canvas, surface.get_size(), surface)
        pygame.display.flip()


# --- Main loop ---

FRAME_SECONDS = 1 / 60
"""Seconds between frames while something moves."""
IDLE_MS, STEP_MS = 500, 50
"""The longest sleep in milliseconds while nothing moves, and while there is something to read ahead."""
TEMPORARY_SECONDS = 3600
"""Seconds after which a temporary file is no longer in use."""


def main(size: tuple[int, int] | None = None, file: str = "") -> int:
    """Open the window, with a size and a file if given, and run until it is closed. Return the exit status."""
    _prepare_environment()
    settings, complaint = load_settings()
    players_fault = load_players()[1]
    complaints = [complaint, f"{players_fault}; the file is kept" if players_fault else ""]
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # From here on, SDL turns the signal into the event QUIT.
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_caption("Jovian Wars")
    pygame.display.set_icon(draw_icon())
    surface = open_window(_allowed_size(size or (settings.width, settings.height)))
    if size is not None:
        settings.fullscreen = settings.stored["fullscreen"] = False  # Only for this start, so it isn't stored.
    remove_temporary_files(time() - TEMPORARY_SECONDS)
    app = App(surface.get_size(), settings, ". ".join(filter(None, complaints)), ProcessWorker(), MixerDevice())
    if app.keymap.dropped:
        app.keep_settings()
    if file:
        app.open_file(file)
    try:
        _loop(app)
    finally:
        keep(app)
        app.game = None
        app.decision_worker.close()
        if app.background is not None:
            app.background.run.cancel()
    pygame.display.quit()
    if app.reopens:
        open_again()
    return 0


# --- Pauses ---

THRESHOLDS = (700, 10, 1000)
"""The thresholds of garbage collection. The last one keeps Python from searching all objects of a game in a frame."""
COLLECTIONS = 10
"""The number of collections among young objects after which all objects are searched when nothing moves."""


def start_collecting() -> None:
    """Keep imported objects out of all collections, and leave old objects to `PauseWork`."""
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


def _keep_loaded() -> None:
    """Collect garbage, and keep what has been loaded out of later collections."""
    gc.collect()
    gc.freeze()


class PauseWork:
    """What takes longer than a frame, and is done in steps while the user pauses and nothing moves."""

    def __init__(self) -> None:
        letters = [partial(load_letters, role) for role in TYPE]
        self._left: list[Callable[[], object]] = [
            _keep_loaded,
            load_builtin_lessons,
            fleet_labels,
            rule_pages,
            playable_content,
            *letters,
        ]
        """What is done once in a program, the last one first. What it reads is cached."""

    @property
    def wait_ms(self) -> int:
        """How long nothing must have happened before the next step."""
        return STEP_MS if self._left else IDLE_MS

    def do(self) -> None:
        """Read ahead, or else collect garbage among all objects if there may be enough."""
        if self._left:
            with suppress(CardError):  # The page that needs it tells what is wrong.
                self._left.pop()()
        elif gc.get_count()[2] >= COLLECTIONS:
            gc.collect()


# --- Starting again ---


def open_again() -> None:
    """Start the program again with the same arguments, in place of this process."""
    command = [sys.executable, *sys.orig_argv[1:]]
    if sys.platform == "win32":  # There, `execv` splits arguments that contain spaces.
        subprocess.Popen(command)
    else:
        os.execv(sys.executable, command)


def _prepare_environment() -> None:
    """Set variables that SDL reads when the display opens.

    Input methods show their own lists. Without the second variable, a flip costs 30 ms on X11 without a GPU.
    """
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")
    if os.environ.get("XDG_SESSION_TYPE") != "wayland" and os.environ.get("DISPLAY"):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def _allowed_size(size: tuple[int, int]) -> tuple[int, int]:
    """Return the size, limited to what a window may have."""
    return min(LARGEST["width"], max(640, size[0])), min(LARGEST["height"], max(480, size[1]))


def _loop(app: App) -> None:
    window, pause_work = AppWindow(app), PauseWork()
    before = perf_counter()
    while app.running:
        window.follow()
        if app.busy or app.dirty:
            events = pygame.event.get()
        else:
            first = pygame.event.wait(pause_work.wait_ms)
            events = [] if first.type == pygame.NOEVENT else [first, *pygame.event.get()]
            if not events:
                window.note_size()
                pause_work.do()
        now = perf_counter()
        app.step(window.events(_drop_motions(events)), min(0.1, now - before))
        before = now
        if app.dirty:
            window.show()
            app.take_unseen(window.events(_drop_motions(pygame.event.get())))
        spare = FRAME_SECONDS - (perf_counter() - now)
        if app.busy and spare > 0:
            pygame.time.wait(int(spare * 1000))
    if pygame.display.get_surface() is not None:
        window.note_size()


def _drop_motions(events: Sequence[Any]) -> list[Any]:
    """Return the events without motions that are followed by another one, so that slow machines keep up."""
    kept: list[Any] = []
    for event in events:
        is_motion = getattr(event, "type", 0) == pygame.MOUSEMOTION
        follows_motion = is_motion and bool(kept) and getattr(kept[-1], "type", 0) == pygame.MOUSEMOTION
        if follows_motion and getattr(event, "buttons", ()) == getattr(kept[-1], "buttons", ()):
            kept[-1] = event
        else:
            kept.append(event)
    return kept
