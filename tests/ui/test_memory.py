"""Tests of the window's memory: caches of pictures and texts don't grow from game to game."""

from __future__ import annotations

from jovian.match import Match
from jovian.ui.kit.fonts import cached_pixels, clear_caches, kept_texts
from jovian.ui.screens.navigation import ToBattle, ToTitle
from jovian.ui.session.session import Session
from tests.games import setup
from tests.ui.pilot import Pilot

MOST_PIXELS = 12_000_000
"""48 MB."""


def test_what_is_kept_is_as_much_after_every_game() -> None:
    clear_caches()
    pilot = Pilot()
    kept = []
    for seed in range(3):
        pilot.app.go(ToBattle(Session(Match(setup(seed)), ("random", "random"))))
        for _ in range(15):
            pilot.app.step([], 0.1)
            pilot.draw()
        assert 0 < cached_pixels() < MOST_PIXELS and kept_texts() > 200
        pilot.app.go(ToTitle())
        pilot.draw()
        kept.append((cached_pixels(), kept_texts()))
    pixels, texts = zip(*kept, strict=True)
    assert len(set(texts)) == 1 and max(pixels) < MOST_PIXELS / 4
    assert max(pixels) - min(pixels) < 500, "only the name of the last game differs"
