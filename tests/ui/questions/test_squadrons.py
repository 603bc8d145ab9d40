"""Tests of orders of squadrons by click and key: deployment, launches, contact, and a whole game."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.match.entries import Answered
from jovian.table import distance
from jovian.ui.board import BaseRing, Ghost
from jovian.ui.panels.roster import rows_of
from jovian.ui.screens.battle import BattleScreen
from tests.games import setup
from tests.rules.stage import printed
from tests.rules_api import SQUADRONS
from tests.ui.pilot import Pilot, battle_at
from tests.ui.squadrons import ARMORS, CARRIER, FIGHTERS, FLEETS, HULL, begin, fly_on, looking, scene


# --- Deployment ---
def deploying() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game in which the first squadron is about to be deployed."""
    match = Match(setup(4, FLEETS), keep_all=True)
    while match.state.stage != SQUADRONS:
        assert match.decision is not None
        match.answer(match.decision.default())
    return (*looking(match), match)


def button(pilot: Pilot, verb: str) -> str:
    """Return the first enabled button of a verb."""
    return next(name for name in pilot.names() if name.startswith(f"{verb}:"))


def lit(pilot: Pilot, verb: str) -> list[str]:
    """Return the highlighted buttons of a verb."""
    return [name for name, offer in pilot.offers().items() if name.startswith(f"{verb}:") and offer.lit]


@pytest.mark.parametrize("key", [0, pygame.K_h])
def test_a_squadron_goes_aboard_in_secret(key: int) -> None:
    pilot, battle, match = deploying()
    side, ident = pilot.viewer, pilot.selected
    name = button(pilot, "land")
    ship = name.partition(":")[2]
    if key:
        pilot.key(key)
    else:
        pilot.press(name)
    assert match.journal[-1] == Answered(side, "deploy", ["embark", ident, ship])
    pilot.uncover()
    assert pilot.viewer != side and ident not in battle.selection.view.models
    assert battle.selection.view.unseen == {ship: 1}
    notes_of = {row.model_id: row.note for row in rows_of(battle.selection.view, battle.names)}
    assert notes_of[ship] == "1 aboard" and ident not in notes_of
    lines = " ".join(piece.text for line in battle.log.lines for piece in line.pieces)
    assert match.state.models[ident].name not in lines
    pilot.draw()


def test_an_escort_snaps_to_the_ship_under_the_pointer() -> None:
    pilot, battle, match = deploying()
    ident = pilot.selected
    ship = battle.selection.view.models[button(pilot, "escort").partition(":")[2]]
    pilot.move(pilot.at(ship.pose.x + 0.7, ship.pose.y))
    assert any("escorts" in text for text in pilot.notes())
    pilot.place(pilot.at(ship.pose.x + 0.7, ship.pose.y))
    verb, who, host, *pose = match.journal[-1].choice
    assert (verb, who, host) == ("escort", ident, ship.id) and pose[0] > ship.pose.x
    assert match.state.models[ident].is_escorting
    pilot.draw()


def test_an_escort_by_button_and_enter_and_escape_calls_it_off() -> None:
    pilot, _, match = deploying()
    pilot.key(pygame.K_k)
    assert pilot.offers()["auto"].label == "Confirm escort"
    pilot.key(pygame.K_ESCAPE)
    assert pilot.offers()["auto"].label == "Place it for me"
    name, ident = button(pilot, "escort"), pilot.selected
    pilot.press(name)
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[:3] == ["escort", ident, name.partition(":")[2]]


def test_two_of_a_kind_are_placed_as_a_formation() -> None:
    pilot, _, match = deploying()
    ident, side = pilot.selected, pilot.viewer
    partner = button(pilot, "partner").partition(":")[2]
    pilot.key(pygame.K_o)
    y = 6 if side == 0 else 42
    pilot.move(pilot.at(12, y))
    assert len(pilot.sees(Ghost)) == 2
    pilot.place(pilot.at(12, y))
    assert match.journal[-1].choice[0] == "place" and match.journal[-1].choice[-1] == partner
    assert match.state.models[partner].formation == ident
    pilot.draw()


def test_another_model_in_hand_drops_the_formation() -> None:
    pilot, _, _ = deploying()
    pilot.key(pygame.K_o)
    assert lit(pilot, "partner")
    pilot.key(pygame.K_n)
    assert not lit(pilot, "partner")


# --- Aboard ---
def carrying() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game before the activation of a carrier or of its two fighters aboard."""
    aboard = [printed(FIGHTERS, 0, (0, 0), embarked_in="appalachian") for _ in range(2)]
    for number, each in enumerate(aboard):
        each.line.update(id=f"harpy-{number}", name=f"Harpy {number}")
        del each.line["x"], each.line["y"]
    match = scene(printed(CARRIER, 0, (24, 12)), *aboard, printed(HULL[0], 1, (24, 40), 180))
    return (*looking(match), match)


def test_those_aboard_are_chosen_at_their_carrier() -> None:
    pilot, _, match = carrying()
    assert pilot.kind == "activate" and pilot.selected == ""
    pilot.click(pilot.on(match.state.models["appalachian"].pose))
    assert pilot.selected == "appalachian"
    assert [name for name in pilot.names() if name.startswith("aboard")] == ["aboard:harpy-0", "aboard:harpy-1"]
    pilot.draw()
    pilot.click(pilot.labels["appalachian"].center)
    assert pilot.selected == "harpy-0"
    pilot.press("aboard:harpy-1")
    assert pilot.selected == "harpy-1" and not pilot.journal
    pilot.key(pygame.K_d)
    assert pilot.selected == "appalachian"
    pilot.press("aboard:harpy-1")
    pilot.place(pilot.at(24, 30))
    assert [entry.choice[0] for entry in pilot.journal] == ["activate", "declare", "launch"]
    assert pilot.match.state.activation is not None
    assert pilot.match.state.activation.model == "harpy-1"


def test_a_launch_stays_within_reach_and_the_button_takes_the_first_place() -> None:
    pilot, _, match = carrying()
    begin(pilot, "harpy-0")
    ship = match.state.models["appalachian"]
    for at, least, most in (((24, 30), 5.8, 6.001), ((10, 12), 0.8, 1.001)):
        pilot.move(pilot.at(*at))
        (ghost,) = pilot.sees(Ghost)
        assert least < distance(ghost.base, ghost.pose, ship.base, ship.pose) <= most
    pilot.place(pilot.at(24, 30))
    assert match.journal[-1].choice[0] == "launch" and match.state.models["harpy-0"].is_on_table


def test_a_formation_launches_by_keys_and_idling_ends_it() -> None:
    pilot, _, match = carrying()
    begin(pilot, "harpy-0")
    pilot.key(pygame.K_o)
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[0] == "launch" and match.journal[-1].choice[-1] == "harpy-1"
    assert match.state.models["harpy-1"].formation == "harpy-0"
    pilot.draw()
    other, second, match = carrying()
    begin(other, "harpy-0")
    assert other.offers()["end"].label == "Idle"
    other.key(pygame.K_SPACE)
    assert match.journal[-1].choice == ["end"] and second.session.match.state.models["harpy-0"].is_embarked


def test_it_flies_back_into_contact_and_lands() -> None:
    pilot, _, match = carrying()
    begin(pilot, "harpy-0")
    pilot.place(pilot.at(24, 30))
    pilot.move(pilot.at(24, 12))
    assert any("contact: land on" in text for text in pilot.notes())
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[0] == "fly"
    assert "end" not in pilot.names()
    pilot.key(pygame.K_h)
    assert match.journal[-1].choice == ["land", "appalachian"] and match.state.models["harpy-0"].is_embarked
    pilot.draw()
    assert "end" in pilot.names() and "launch" not in pilot.names()


# --- Contact ---
def bombing() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game with exo-armors near an enemy ship."""
    match = scene(printed(ARMORS, 0, (24, 22)), printed(HULL[0], 1, (24, 26), 90))
    return (*looking(match), match)


def test_a_click_on_the_target_flies_into_contact_and_enter_bombs() -> None:
    pilot, _, match = bombing()
    begin(pilot, "cerberus", "bombing")
    ship = match.state.models["thunderbolt"]
    pilot.move(pilot.on(ship.pose))
    assert any("contact: bomb" in text for text in pilot.notes())
    pilot.draw()
    count = len(match.journal)
    pilot.click(pilot.on(ship.pose))
    assert len(match.journal) == count and pilot.pinned[0][0] == "fly"
    assert pilot.offers()["deed"].label == "Go and bomb Thunderbolt"
    pilot.click(pilot.on(ship.pose))
    armors = match.state.models["cerberus"]
    fly_on(pilot)
    assert distance(armors.base, armors.pose, ship.base, ship.pose) <= 0.001
    if match.journal[-1].choice[0] == "fly":  # Something has answered the flight, so the rest waits.
        assert "end" not in pilot.names() and "resolve" in pilot.names()
        pilot.key(pygame.K_RETURN)
    assert ["resolve", "thunderbolt"] in [entry.choice for entry in match.journal]


def test_beside_the_target_the_contact_is_on_that_side() -> None:
    pilot, _, match = bombing()
    begin(pilot, "cerberus", "bombing")
    ship = match.state.models["thunderbolt"]
    pilot.move(pilot.at(ship.pose.x + ship.base.length / 2 + 0.7, ship.pose.y))
    assert any("contact: bomb" in text for text in pilot.notes())
    assert pilot.sees(Ghost)[0].pose.x > ship.pose.x + ship.base.length / 2


def test_a_course_by_keys() -> None:
    pilot, _, match = bombing()
    begin(pilot, "cerberus")
    for _ in range(6):
        pilot.key(pygame.K_e)
    pilot.key(pygame.K_RETURN)
    verb, path = match.journal[-1].choice
    assert verb == "fly" and path[0][0] > 28 and abs(path[0][1] - 22) < 0.01


def test_without_an_action_the_enemy_is_aimed_at_instead() -> None:
    pilot, _, match = bombing()
    begin(pilot, "cerberus")
    count = len(match.journal)
    assert "on a model for contact" not in pilot.hint
    pilot.click(pilot.on(match.state.models["thunderbolt"].pose))
    assert len(match.journal) == count


def test_enemies_that_may_intercept_are_shown_with_their_reach() -> None:
    match = scene(printed(ARMORS, 0, (24, 20)), printed("jovian/shrike", 1, (26, 26)))
    pilot, _ = looking(match)
    begin(pilot, "cerberus")
    pilot.move(pilot.at(24, 26))
    reaches = [each for each in pilot.sees(BaseRing, "threat") if each.inches >= 3]
    assert [each.pose for each in reaches] == [match.state.models["shrike"].pose]
    assert any("may intercept" in text for text in pilot.notes())
    pilot.draw()


# --- A whole game ---
@pytest.mark.parametrize("turns", [3, pytest.param(99, marks=pytest.mark.long)])
def test_a_hot_seat_game_of_squadrons(turns: int) -> None:
    """By default, 3 turns are played, and in a long run the whole game."""
    pilot = Pilot()
    battle = battle_at(pilot, Match(setup(6, FLEETS), keep_all=True))
    match, idle = pilot.match, 0
    while pilot.screen is battle and match.state.turn <= turns and idle < 6:
        before = len(match.journal)
        pilot.answer_one()
        idle = 0 if len(match.journal) > before else idle + 1
    assert match.state.turn == 4 if turns == 3 else pilot.page == "result" and match.over
