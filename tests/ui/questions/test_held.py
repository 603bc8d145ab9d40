"""Tests of what is placed: pressed down, turned by dragging, shown first, and meant by a second click."""

from __future__ import annotations

import pygame

from jovian.game import Model
from jovian.game.answers import Fly, Place
from jovian.match import Match
from jovian.ui.board import BoardPath, Ghost
from jovian.ui.screens.battle import BattleScreen
from tests.rules.fights import OWN
from tests.rules.stage import ship, squadron, stage
from tests.ui.pilot import Pilot, battle_at
from tests.ui.questions.test_lay import laying
from tests.ui.questions.test_squadrons import carrying, deploying
from tests.ui.squadrons import begin

HERE, THERE = (12.0, 6.0), (30.0, 6.0)


def own_place(pilot: Pilot, at: tuple[float, float]) -> tuple[int, int]:
    """Return the pixel of a place in the zone of the side that deploys."""
    return pilot.at(at[0], at[1] if pilot.viewer == 0 else 48 - at[1])


def ghost(pilot: Pilot) -> Ghost:
    (found,) = pilot.sees(Ghost)
    return found


def test_a_click_shows_the_place_and_a_second_one_means_it() -> None:
    pilot, _, match = deploying()
    given, at = len(match.journal), own_place(pilot, HERE)
    pilot.click(at)
    assert len(match.journal) == given and pilot.offers()["place"].kind == "primary"
    pilot.move(own_place(pilot, THERE))
    assert abs(ghost(pilot).pose.x - HERE[0]) < 0.2, "it stays where it is shown"
    pilot.click(own_place(pilot, THERE))
    assert len(match.journal) == given and abs(ghost(pilot).pose.x - THERE[0]) < 0.2
    pilot.click(own_place(pilot, THERE))
    assert match.journal[-1].choice[0] == Place.verb


def test_escape_and_the_right_button_take_it_up_again() -> None:
    pilot, _, match = deploying()
    given = len(match.journal)
    for take_up in (lambda: pilot.key(pygame.K_ESCAPE), lambda: pilot.click(own_place(pilot, THERE), 3)):
        pilot.click(own_place(pilot, HERE))
        assert "place" in pilot.offers()
        take_up()
        assert "place" not in pilot.offers() and len(match.journal) == given
    pilot.click(own_place(pilot, THERE), 3)
    assert pilot.app.modal is None and len(match.journal) == given, "with nothing to cancel it does nothing"


def test_dragging_turns_a_model_and_enter_places_it() -> None:
    pilot, _, match = deploying()
    start = own_place(pilot, HERE)
    pilot.drag(start, (start[0] + 80, start[1]))
    assert ghost(pilot).pose.heading == 90
    pilot.drag(start, (start[0], start[1] + 80))
    assert ghost(pilot).pose.heading == 180, "what is shown turns where it is"
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[0] == Place.verb and match.journal[-1].choice[4] == 180


def test_a_finger_turns_a_model_that_a_second_tap_places() -> None:
    pilot, _, match = deploying()
    start = own_place(pilot, HERE)
    pilot.swipe(start, (start[0] + 80, start[1]))
    assert ghost(pilot).pose.heading == 90
    pilot.tap(start)
    assert match.journal[-1].choice[0] == Place.verb and match.journal[-1].choice[4] == 90


def test_a_second_finger_places_and_shows_nothing() -> None:
    pilot, _, match = deploying()
    given, (x, y) = len(match.journal), own_place(pilot, HERE)
    pilot.look()
    pilot.land((x, y))
    pilot.slide((x + 40, y))
    pilot.land((x + 60, y), (x, y - 40))
    pilot.lift((x + 60, y), (x, y - 40))
    assert len(match.journal) == given and "place" not in pilot.offers()


def test_a_refused_place_says_why_and_isnt_shown() -> None:
    pilot, _, match = deploying()
    given = len(match.journal)
    pilot.click(pilot.at(24, 24))
    assert len(match.journal) == given and pilot.refused is not None and "place" not in pilot.offers()


def test_dragging_turns_a_launch_that_a_second_click_sends() -> None:
    pilot, _, match = carrying()
    begin(pilot, "harpy-0")
    given, start = len(match.journal), pilot.at(24, 15)
    pilot.drag(start, (start[0] - 60, start[1]))
    assert len(match.journal) == given and ghost(pilot).pose.heading == 270
    pilot.click(pilot.on(ghost(pilot).pose))
    assert match.journal[-1].choice[0] == "launch" and match.journal[-1].choice[3] == 270


def test_dragging_turns_a_piece_of_terrain() -> None:
    pilot = laying()
    start = pilot.at(24, 24)
    pilot.drag(start, (start[0] + 80, start[1]))
    assert pilot.last[0] == "lay" and pilot.last[4] == 90


def ready() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game in which a ship and a squadron may act, and no model is chosen."""
    match = stage(ship("A", 0, (12, 12)), squadron("B", 0, (30, 12)), ship("E", 1, (24, 44), 180), OWN).match
    pilot = Pilot()
    battle = battle_at(pilot, match)
    pilot.uncover()
    return pilot, battle, match


def test_dragging_a_ready_model_shows_its_move() -> None:
    pilot, _, match = ready()
    model: Model = match.state.models["b"]
    pilot.drag(pilot.on(model.pose), pilot.at(33, 14))
    assert pilot.selected == "b" and not match.journal and pilot.sees(BoardPath)
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[0] == Fly.verb and round(match.state.models["b"].pose.x) == 33
    pilot, _, match = ready()
    pilot.click(pilot.on(match.state.models["b"].pose))
    assert pilot.selected == "b" and not pilot.pinned, "a click only chooses it"


def test_the_right_button_cancels_unless_it_drags() -> None:
    pilot, _, match = ready()
    pilot.click(pilot.on(match.state.models["b"].pose))
    pilot.click(pilot.at(33, 14), 3)
    assert pilot.selected == "" and not match.journal
    pilot.click(pilot.on(match.state.models["b"].pose))
    before, (x, y) = pilot.camera, pilot.at(33, 14)
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=3))
    pilot.move((x + 40, y))
    pilot.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x + 40, y), button=3))
    assert pilot.selected == "b" and pilot.camera != before
