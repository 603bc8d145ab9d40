"""Tests of the table on the page of a new game: its picture, its layout, and another random layout."""

from __future__ import annotations

import pygame
import pytest

from jovian.cards import load_scenario, unit_cards
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match import Setup
from jovian.ui.board import first_picture, picture
from jovian.ui.kit.widgets import Signal
from jovian.ui.screens.navigation import ToNewGame
from jovian.ui.screens.new_game import NewGameScreen
from tests.rules_api import begin, layout_of
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot

SIZES = ((1280, 720), (1920, 1080))


def page(way: str, size: tuple[int, int] = SIZES[0], seed: str = "") -> tuple[Pilot, NewGameScreen]:
    """Return the page with a layout chosen on the options page."""
    pilot = Pilot(size)
    pilot.app.go(ToNewGame())
    pilot.press("options")
    pilot.press(f"value {way}")
    pilot.press("done")
    if seed:
        pilot.click(pilot.widget("seed").rect.center)
        pilot.post(pygame.event.Event(pygame.TEXTINPUT, text=seed))
    assert pilot.page == "setup"
    return pilot, pilot.screen


@pytest.mark.parametrize("way", ["generated", "symmetric"])
def test_the_table_that_is_shown_is_played(way: str) -> None:
    pilot, screen = page(way)
    first = screen.first_state.terrain
    assert layout_of(screen.first_state) == way and first
    pilot.press("another")
    shown = screen.first_state.terrain
    assert shown and shown != first
    pilot.begin()
    assert pilot.match.state.terrain == shown


def test_a_typed_seed_has_its_table_and_another_takes_it_back() -> None:
    pilot, screen = page("generated", seed="12")
    typed = screen.first_state.terrain
    assert screen.playing_seed == 12
    pilot.press("another")
    assert screen.seed == "" and screen.first_state.terrain != typed


def test_only_tables_by_lot_have_another() -> None:
    for way in ("off", "placed"):
        pilot, screen = page(way)
        assert screen.first_state.terrain == {}
        with pytest.raises(AssertionError, match="no widget"):
            pilot.widget("another")


def test_air_that_a_die_measures_is_shown_as_thin_and_as_thick_as_it_may_be() -> None:
    """v1.2.4 Terrain > Atmosphere, R32: 3" + 1d3", so 4" to 6". A table without terrain has none."""
    with use_shelves(BUILTIN_SHELF):
        orbit = load_scenario("low-orbit")
        state, empty = (
            begin(Setup(orbit, (), unit_cards())),
            begin(Setup(orbit, (), unit_cards(), 0, {"terrain": "off"})),
        )
    shown, plain = first_picture(state, 540), picture(state, 540)
    assert not any(piece.kind == "atmosphere" for piece in state.terrain.values()), "the state itself stays as it is"
    differ = [inch for inch in range(36, 48) if _band(shown, inch) != _band(plain, inch)]
    assert differ == [42, 43, 44, 45, 46, 47]
    assert len({_band(shown, inch) for inch in (42, 43)} & {_band(shown, inch) for inch in (44, 45)}) == 0
    assert pygame.image.tobytes(first_picture(empty, 540), "RGB") == pygame.image.tobytes(picture(empty, 540), "RGB")


def _band(surface: pygame.Surface, inch: int) -> bytes:
    """Return the pixels from one inch to the next, at 10 pixels per inch, without lines and names."""
    return pygame.image.tobytes(surface.subsurface((10 * (inch + 3) + 3, 60, 5, 60)), "RGB")


def test_the_page_says_what_the_die_does() -> None:
    with use_shelves(BUILTIN_SHELF):
        pilot = Pilot()
        pilot.app.go(ToNewGame())
        screen = pilot.screen
        assert isinstance(screen, NewGameScreen)
        screen.act(Signal("scenario", screen.scenarios.index("low-orbit")))
        with recorded_texts() as texts:
            pilot.draw()
        assert any("how far the atmosphere reaches" in text.whole for text in texts)


@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_fits(size: tuple[int, int]) -> None:
    pilot, _ = page("symmetric", size)
    pilot.draw()
    assert misfits(pilot) == []
