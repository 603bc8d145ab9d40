"""The real window: the loop that waits for events, steps the app, and draws when something changed."""

from __future__ import annotations

import os
from collections.abc import Sequence
from time import perf_counter, time
from typing import Any

import pygame

from jovian.players.thinking import Beside
from jovian.ui.app import App
from jovian.ui.files.keeper import clean
from jovian.ui.files.own_players import load_players
from jovian.ui.files.settings import LARGEST, load_settings
from jovian.ui.glass import Glass, draw_icon, open_window
from jovian.ui.screens.leaving import keep

FRAME = 1 / 60
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
        settings.fullscreen = settings.written["fullscreen"] = False  # For this start: it isn't a change to write.
    clean(time() - STALE)
    app = App(surface.get_size(), settings, ". ".join(filter(None, complaints)), Beside())
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
        spare = FRAME - (perf_counter() - now)
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
