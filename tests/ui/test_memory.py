"""Tests of the window's memory: caches of pictures and texts don't grow from game to game."""

from __future__ import annotations

import sys

from jovian.garbage import CACHING
from jovian.match import Match
from jovian.session.session import Session
from jovian.table import minkowski
from jovian.ui.kit.fonts import cached_pixels, clear_caches, clear_texts, kept_texts
from jovian.ui.screens.navigation import ToBattle, ToTitle
from tests.games import setup
from tests.ui.pilot import Pilot

MOST_PIXELS = 12_000_000
"""48 MB."""


def test_what_is_kept_is_as_much_after_every_game() -> None:
    """The first game doesn't count: it fills the caches that a program fills once, unless other tests did so."""
    clear_caches()
    clear_texts()
    pilot = Pilot()
    kept = []
    for seed in range(4):
        pilot.app.go(ToBattle(Session(Match(setup(seed)), ("random", "random"))))
        for _ in range(15):
            pilot.app.step([], 0.1)
            pilot.draw()
        pixels, texts = cached_pixels(), kept_texts()
        assert pixels < MOST_PIXELS
        pilot.app.go(ToTitle())
        pilot.draw()
        assert cached_pixels() < pixels and kept_texts() < texts, "the title keeps less than a game"
        kept.append((cached_pixels(), kept_texts()))
    pixels_kept, texts_kept = zip(*kept[1:], strict=True)
    assert len(set(texts_kept)) == 1 and max(pixels_kept) < MOST_PIXELS / 4
    assert max(pixels_kept) - min(pixels_kept) < 500, "only the name of the last game differs"


def test_nothing_of_a_finished_game_is_cached_at_the_title() -> None:
    """Otherwise the window grows with each game, up to the limits of the caches."""
    pilot = Pilot()
    counts = []
    for seed in (1, 2):
        pilot.app.go(ToBattle(Session(Match(setup(seed)), ("ensign", "ensign"))))
        for _ in range(60):
            pilot.app.step([], 0.1)
        pilot.draw()
        played = cached_values()
        pilot.app.go(ToTitle())
        pilot.draw()
        counts.append((played, cached_values()))
    assert all(played > 500 and kept < 100 for played, kept in counts), counts


def cached_values() -> int:
    """Return the number of values in the caches that grow with games."""
    modules = [sys.modules[name] for name in CACHING if name in sys.modules]
    functions = [value for module in modules for value in vars(module).values() if hasattr(value, "cache_info")]
    return sum(value.cache_info().currsize for value in functions) + len(minkowski.SUMS)
