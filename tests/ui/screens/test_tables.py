"""The page of a new game shows the table that will be played, says how it is laid out, and offers another by lot."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.screens.destinations import ToSetup
from jovian.ui.screens.setup import SetupScreen
from tests.face import layout_of
from tests.ui.fitting import misfits
from tests.ui.pilot import Pilot

SIZES = ((1280, 720), (1920, 1080))


def page(way: str, size: tuple[int, int] = SIZES[0], seed: str = "") -> tuple[Pilot, SetupScreen]:
    """The page with a way to lay out the table, chosen on the page of options."""
    pilot = Pilot(size)
    pilot.app.go(ToSetup())
    pilot.press("options")
    pilot.press(f"way {way}")
    pilot.press("done")
    if seed:
        pilot.click(pilot.widget("seed").rect.center)
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=seed))
    assert isinstance(pilot.screen, SetupScreen)
    return pilot, pilot.screen


@pytest.mark.parametrize("way", ["generated", "symmetric"])
def test_the_table_that_is_shown_is_played(way: str) -> None:
    pilot, screen = page(way)
    first = screen.begun.terrain
    assert layout_of(screen.begun) == way and first
    pilot.press("another")
    shown = screen.begun.terrain
    assert shown and shown != first
    pilot.press("start")
    assert pilot.match.state.terrain == shown


def test_a_typed_seed_has_its_table_and_another_takes_it_back() -> None:
    pilot, screen = page("generated", seed="12")
    typed = screen.begun.terrain
    assert screen.playing_seed == 12
    pilot.press("another")
    assert screen.seed == "" and screen.begun.terrain != typed


def test_only_tables_by_lot_have_another() -> None:
    for way in ("off", "placed"):
        pilot, screen = page(way)
        assert screen.begun.terrain == {}
        with pytest.raises(AssertionError, match="no widget"):
            pilot.widget("another")


@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_fits(size: tuple[int, int]) -> None:
    pilot, _ = page("symmetric", size)
    pilot.draw()
    assert misfits(pilot) == []
