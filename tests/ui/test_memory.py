"""Tests of the window's memory: caches of pictures and texts don't grow from game to game."""

from __future__ import annotations

from jovian.match import Match
from jovian.ui.kit.fonts import cached_pixels, clear_caches, clear_texts, kept_texts
from jovian.ui.screens.navigation import ToBattle, ToTitle
from jovian.ui.session.session import Session
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
