"""Tests of the options page: each option is explained, chosen, kept for the game, and reset."""

from __future__ import annotations

import pygame
import pytest

from jovian.ui.kit.widgets import ScrollList
from jovian.ui.screens.navigation import ToNewGame
from tests.rules_api import edition_options, game_options
from tests.ui.fitting import misfits, recorded_texts
from tests.ui.pilot import Pilot

SIZES = ((1280, 720), (1920, 1080))
RULES = [option.name for option in game_options() if option.is_rule]
"""The options that the page lists."""


def page(size: tuple[int, int] = (1280, 720)) -> Pilot:
    """Open the options from the page of a new game."""
    pilot = Pilot(size)
    pilot.app.go(ToNewGame())
    pilot.press("options")
    return pilot


def look_at(pilot: Pilot, name: str) -> None:
    """Click the row of an option."""
    listed: ScrollList = pilot.widget("options")  # type: ignore[assignment]
    row = RULES.index(name)
    listed.scroll_to(row)
    pilot.click(listed.row_rect(row).center)
    assert pilot.app.screen.option.name == name  # type: ignore[attr-defined]


def test_what_is_chosen_is_played() -> None:
    pilot = page()
    look_at(pilot, "ecm")
    pilot.press("value diminish")
    pilot.press("done")
    assert "1 changed" in pilot.widget("options").label  # type: ignore[attr-defined]
    pilot.begin()
    assert pilot.match.state.options == {"ecm": "diminish"}


def test_the_usual_way_is_not_kept() -> None:
    pilot = page()
    look_at(pilot, "terrain")
    pilot.press("value off")
    pilot.press("value on")
    look_at(pilot, "secondary")
    pilot.press("value modifier")
    pilot.press("rules v1.2.4")
    pilot.key(pygame.K_ESCAPE)
    pilot.begin()
    match = pilot.match
    assert match.state.options == {} and match.state.terrain


def test_both_are_shown_that_the_game_may_be_rehearsed_while_it_runs() -> None:
    pilot = page()
    assert [option.name for option in pilot.screen.options] == RULES  # type: ignore[attr-defined]
    assert not {"rehearsal", "rehearsing"} & set(RULES)
    pilot.press("done")
    pilot.press("rehearsal")
    pilot.press("options")
    pilot.press("rules v1.2.3")
    pilot.press("rules v1.2.4")
    pilot.press("done")
    assert pilot.widget("options").label == "Options: v1.2.4"  # type: ignore[attr-defined]
    pilot.begin()
    pilot.draw()
    assert pilot.match.rehearsal and pilot.match.setup.options == {"rehearsal": "on"}
    shown = pilot.widget("turn hint")
    assert shown.visible and "Unlimited undo and rehearsal: on" in shown.hint  # type: ignore[attr-defined]


def test_unlimited_undo_is_off_unless_it_was_chosen_beside_the_seats() -> None:
    pilot = page()
    pilot.press("done")
    pilot.press("rehearsal")
    pilot.press("rehearsal")
    pilot.begin()
    assert pilot.match.setup.options == {}


def test_an_older_text_is_chosen_at_once() -> None:
    pilot = page()
    pilot.press("rules v1.2.3")
    pilot.press("done")
    pilot.begin()
    assert pilot.match.state.options == edition_options("v1.2.3") != {}


def test_without_terrain_the_table_is_shown_empty() -> None:
    pilot = page()
    pilot.press("done")
    full = pygame.image.tobytes(pilot.draw(), "RGB")
    pilot.press("options")
    look_at(pilot, "terrain")
    pilot.press("value off")
    pilot.press("done")
    assert pygame.image.tobytes(pilot.draw(), "RGB") != full
    pilot.begin()
    assert not pilot.match.state.terrain


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RULES)
def test_every_way_is_told_in_full(name: str, size: tuple[int, int]) -> None:
    pilot = page(size)
    look_at(pilot, name)
    assert misfits(pilot) == []


def test_the_battle_says_what_is_played_otherwise() -> None:
    pilot = page()
    look_at(pilot, "ecm")
    pilot.press("value diminish")
    pilot.press("done")
    pilot.begin()
    pilot.draw()
    pill = pilot.widget("turn hint")
    assert pill.visible and "Changed options: ECM: diminish." in pill.hint.splitlines()


def test_many_options_are_counted_and_a_text_is_named() -> None:
    pilot = page()
    pilot.press("rules v1.2.3")
    pilot.press("done")
    pilot.begin()
    pilot.draw()
    assert "Changed options: all as v1.2.3." in pilot.widget("turn hint").hint.splitlines()
    other = page()
    other.press("done")
    other.begin()
    other.draw()
    assert "Changed options" not in other.widget("turn hint").hint


def test_the_switch_next_to_the_seats_says_what_it_allows() -> None:
    pilot = Pilot()
    pilot.press("new")
    pilot.move(pilot.widget("rehearsal").rect.center)
    with recorded_texts() as texts:
        pilot.draw()
    assert any(text.text.startswith("You can undo any choice") for text in texts)
    pilot.move((2, 2))
    with recorded_texts() as texts:
        pilot.draw()
    assert not any(text.text.startswith("You can undo any choice") for text in texts)
