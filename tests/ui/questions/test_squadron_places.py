"""Tests of places of squadrons by click and key: free moves, assaults, places next to a ship, launched drones."""

from __future__ import annotations

from typing import Any

import pygame

from jovian.game.decision import PointArc
from jovian.match import Match
from jovian.ui.board import Ghost
from jovian.ui.panels.roster import rows_of
from jovian.ui.screens.battle import BattleScreen
from tests.rules.stage import printed
from tests.rules_api import Attach, FreeMove, flush_spots
from tests.ui.pilot import Pilot
from tests.ui.squadrons import ARMORS, CARRIER, FIGHTERS, HULL, begin, fly_on, looking, scene


# --- Free moves and hulls ---
def free(inches: float, ship: str = "") -> tuple[Pilot, FreeMove, list[Any]]:
    """Return a game in which exo-armors have a free move at a ship, as after a Bombing Run, and the list of answers."""
    match = scene(printed(ARMORS, 0, (24, 20)), printed(HULL[0], 1, (24, 26), 90))
    state = match.state
    armors, hull = state.models["cerberus"], state.models["thunderbolt"]
    armors.pose = flush_spots(state, armors, hull)[0]
    pilot, _ = looking(match)
    decision = FreeMove(state, armors, inches, ship)
    return pilot, decision, pilot.ask(decision)


def test_a_free_move_by_click_and_by_course() -> None:
    pilot, asked, answers = free(4.0)
    at = asked.model.pose
    away = 1 if at.y > 26 else -1
    pilot.key(pygame.K_ESCAPE)
    assert answers == [] and pilot.refused is not None and "stay" not in pilot.names()
    pilot.draw()
    pilot.click(pilot.at(at.x, at.y + 12 * away))
    assert answers[0][0] == "fly"
    assert 3.9 < abs(answers[0][1][0][1] - at.y) <= 4
    for _ in range(24):
        pilot.key(pygame.K_e)
        if pilot.offers()["picked"].refusal is None:
            break
    pilot.key(pygame.K_RETURN)
    assert answers[1][0] == "fly"


def test_a_hull_is_assaulted_by_click_and_by_keys() -> None:
    pilot, asked, answers = free(4.0, "thunderbolt")
    spot = asked.hull_spots()[0]
    pilot.draw()
    pilot.click(pilot.on(spot))
    assert answers[0][0] == "assault"
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert answers[1][0] == "assault"


def test_enter_stays_where_that_is_legal() -> None:
    match = scene(printed(ARMORS, 0, (24, 20)), printed(HULL[0], 1, (24, 30), 90))
    pilot, _ = looking(match)
    answers = pilot.ask(FreeMove(match.state, match.state.models["cerberus"], 1.0))
    pilot.key(pygame.K_RETURN)
    assert answers == [["stay"]]


def test_bombs_become_an_assault_in_the_window() -> None:
    """From contact to the Assault, with Enter for all other decisions. Some seeds don't survive."""
    for start in (16, 18, 20):
        match = scene(printed(ARMORS, 0, (24, start + 2.5)), printed(HULL[0], 1, (24, 26), 90))
        match.reseed(bytes([start]) * 16)
        pilot, _ = looking(match)
        begin(pilot, "cerberus", "bombing")
        pilot.click(pilot.on(match.state.models["thunderbolt"].pose))
        fly_on(pilot)
        pilot.key(pygame.K_RETURN)
        for _ in range(60):
            if pilot.kind == "free" or match.state.activation is None:
                break
            pilot.answer_one()
        if pilot.kind == "free":
            break
    pilot.uncover()
    assert pilot.kind == "free"
    pilot.move((2, 2))
    pilot.press("assault")
    pilot.key(pygame.K_RETURN)
    armors = match.state.models["cerberus"]
    assert armors.is_assaulting and armors.host == "thunderbolt"
    pilot.draw()


def test_an_escort_is_placed_anew_about_its_ship() -> None:
    match = scene(printed(CARRIER, 0, (24, 12)), printed(FIGHTERS, 0, (24, 20)), printed(HULL[0], 1, (24, 40), 180))
    state = match.state
    ship, fighters = state.models["appalachian"], state.models["harpy"]
    fighters.pose = flush_spots(state, fighters, ship)[0]
    fighters.host, fighters.states["escorting"] = ship.id, 1
    pilot, _ = looking(match)
    decision = Attach(state, fighters, ship)
    answers = pilot.ask(decision)
    pilot.key(pygame.K_ESCAPE)
    assert answers == []
    pilot.draw()
    pilot.click(pilot.at(ship.pose.x + 1.5, ship.pose.y))
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    pilot.key(pygame.K_RETURN)
    verbs = [answer[0] for answer in answers]
    assert verbs[:2] == ["place", "place"] and all(decision.check(answer) is None for answer in answers)


# --- Drones ---
def bay() -> tuple[Pilot, BattleScreen, Match]:
    """Return a game in which a ship with a Drone Bay is active."""
    match = scene(printed(HULL[0], 0, (24, 20)), printed(CARRIER, 1, (24, 44), 180))
    pilot, battle = looking(match)
    begin(pilot, "thunderbolt")
    return pilot, battle, match


def test_drones_are_launched_by_click() -> None:
    pilot, battle, match = bay()
    pilot.press("drones")
    assert pilot.offers()["drones"].lit
    kinds = [name for name in pilot.names() if name.startswith("drone:")]
    assert len(kinds) == 6
    pilot.move(pilot.at(24, 40))
    pilot.draw()
    pilot.click(pilot.at(24, 40))
    verb, mount, _, x, y, _ = match.journal[-1].choice
    assert (verb, mount) == ("drone", "a1") and x == 24 and 24 < y < 28
    assert pilot.offers()["drones"].lit
    drones = [model for model in match.state.on_table() if model.is_drone]
    assert len(drones) == 1
    assert {row.model_id: row.note for row in rows_of(battle.selection.view, battle.names)}[drones[0].id] == "Drone"


def test_class_iii_drones_snap_to_a_ship_as_escorts_by_keys_too() -> None:
    pilot, _, match = bay()
    pilot.key(pygame.K_b)
    escort = next(card.key for card in match.state.drone_cards if card.drone_class == 3)
    pilot.press(f"drone:a1:{escort}")
    ship = match.state.models["thunderbolt"]
    pilot.move(pilot.at(ship.pose.x + 1.0, ship.pose.y))
    assert any("escorts" in text for text in pilot.notes())
    pilot.move((2, 2))
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    drone = next(model for model in match.state.on_table() if model.is_drone)
    assert drone.is_escorting and drone.host == "thunderbolt"
    pilot.draw()


def test_outside_of_the_arc_is_refused_and_drawn() -> None:
    pilot, _, match = bay()
    pilot.key(pygame.K_b)
    count = len(match.journal)
    pilot.click(pilot.at(24, 10))
    assert len(match.journal) == count
    assert pilot.refused is not None and any(isinstance(item, PointArc) for item in pilot.refused.draw)
    pilot.draw()
    pilot.key(pygame.K_ESCAPE)
    assert not pilot.offers()["drones"].lit and pilot.title.endswith("move or fire")


def test_a_click_flies_to_the_pointer_and_enter_assaults_at_the_place_of_the_keys() -> None:
    pilot, asked, answers = free(4.0, "thunderbolt")
    pilot.key(pygame.K_n)
    (ghost,) = pilot.sees(Ghost)
    pilot.click(pilot.at(asked.model.pose.x, 4))
    assert [verb for verb, *_ in answers] == ["fly"]
    pilot.key(pygame.K_RETURN)
    assert answers[1:] == [["assault", *ghost.pose]]
