"""Tests of choices before the battle: beacons, a quarter, an edge, by clicks with previews and reasons."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board import Ghost, Region, Ring
from tests.match.test_zones import changed
from tests.rules_api import beacons, corner_of, escape_edge
from tests.ui.pilot import Pilot, battle_at


def open_before_battle(way: str, seed: int = 5) -> Pilot:
    """Return the window before a battle of 2 humans, after the dice and before the first choice."""
    pilot = Pilot()
    battle_at(pilot, Match(changed(seed, way), keep_all=True))
    return pilot


def test_a_beacon_is_set_up_by_a_click() -> None:
    pilot = open_before_battle("beacons")
    pilot.move(pilot.at(24.1, 12.05))
    assert pilot.kind == "beacon" and pilot.sees(Ring, "lit") and '24", 12"' in pilot.notes()[0]
    pilot.click(pilot.at(24.1, 12.05))
    assert pilot.last == ["beacon", 24.0, 12.0]
    assert "1 of 4" in pilot.title and pilot.covered is None, "nothing is hidden yet"


def test_why_a_beacon_may_not_stand_there_is_said_and_drawn() -> None:
    pilot = open_before_battle("beacons")
    pilot.click(pilot.at(24, 12))
    pilot.move(pilot.at(30, 12))
    assert '12" away' in pilot.notes()[0] and pilot.sees(Ring, "refused") and pilot.sees(Ring, "measure")
    answers = len(pilot.journal)
    pilot.click(pilot.at(30, 12))
    assert pilot.refused is not None and len(pilot.journal) == answers
    pilot.click(pilot.at(36, 12))
    assert len(pilot.journal) == answers + 1


def test_beacons_by_keys_and_one_taken_back() -> None:
    pilot = open_before_battle("beacons")
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_n)
    picked = pilot.notes()[0]
    pilot.key(pygame.K_ESCAPE)
    pilot.key(pygame.K_n)
    assert pilot.notes()[0] != picked
    pilot.key(pygame.K_RETURN)
    assert pilot.last[0] == "beacon" and len(beacons(pilot.match.state)) == 1
    pilot.press("undo")
    assert pilot.kind == "beacon" and not beacons(pilot.match.state)


def test_a_click_sets_up_the_beacon_at_the_pointer_and_enter_the_one_of_the_keys() -> None:
    pilot = open_before_battle("beacons")
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_n)
    answers, first = len(pilot.journal), pilot.notes()[0]
    pilot.click(pilot.at(-0.4, 12))
    assert pilot.refused is not None and len(pilot.journal) == answers and pilot.notes()[0] == first
    pilot.move(pilot.at(30, 12))
    assert pilot.notes() == [first, '30", 12"']
    pilot.click(pilot.at(30, 12))
    assert pilot.last == ["beacon", 30, 12]
    pilot.uncover()
    pilot.key(pygame.K_n)
    x, y = (float(length.rstrip('"')) for length in pilot.notes()[0].split(", "))
    pilot.key(pygame.K_RETURN)
    assert pilot.last == ["beacon", x, y]


def test_all_beacons_and_then_a_model_at_one() -> None:
    pilot = open_before_battle("beacons")
    while pilot.kind == "beacon":
        pilot.choose("auto")
    pilot.uncover()
    side = pilot.match.decision.side if pilot.match.decision is not None else -1
    mine = next(each for each in beacons(pilot.match.state) if each.side == side)
    pilot.move(pilot.at(24, 24))
    assert pilot.kind == "deploy" and "in the deployment zone and wholly on the table" in pilot.notes()[0]
    pilot.move(pilot.at(mine.x, mine.y))
    assert pilot.sees(Ghost) and "°" in pilot.notes()[0]
    pilot.place(pilot.at(mine.x, mine.y))
    assert pilot.last[0] == "place"


def test_a_quarter_is_chosen_by_a_click() -> None:
    pilot = open_before_battle("corners")
    pilot.move(pilot.at(40, 40))
    assert pilot.kind == "corner" and pilot.sees(Region, "lit") and pilot.notes() == ["The north-east"]
    pilot.click(pilot.at(40, 40))
    state = pilot.match.state
    assert corner_of(state, state.initiative) == "north-east" and pilot.kind == "deploy"


def test_a_quarter_is_chosen_by_its_button_or_its_key() -> None:
    pilot = open_before_battle("corners")
    pilot.key(pygame.K_3)
    third = pilot.last
    pilot.press("undo")
    pilot.choose("0")
    assert third[0] == pilot.last[0] == "corner" and third != pilot.last


@pytest.mark.parametrize(("edge", "x", "y"), [("west", 5, 10), ("east", 43, 10), ("south", 10, 5), ("north", 10, 43)])
def test_the_escape_edge_is_chosen_by_a_click(edge: str, x: float, y: float) -> None:
    match = Match(changed(5, "ambush"), keep_all=True)
    while match.decision is not None and match.decision.kind != "edge":
        match.answer(match.decision.default())
    pilot = Pilot()
    battle_at(pilot, match)
    pilot.uncover()
    pilot.move(pilot.at(x, y))
    assert pilot.kind == "edge" and pilot.notes() == [f"The {edge} edge"] and pilot.sees(Region, "lit")
    pilot.click(pilot.at(x, y))
    assert escape_edge(pilot.match.state) == edge


def test_in_escalating_deployment_nothing_is_offered_that_comes_later() -> None:
    pilot = open_before_battle("escalating")
    while pilot.match.state.stage != "squadrons":
        pilot.choose("auto")
    pilot.uncover()
    assert pilot.kind == "deploy" and "(1 of 2)" in pilot.title
    assert "decline" not in pilot.offers()


def test_beacons_and_the_escape_edge_say_what_they_are() -> None:
    pilot = open_before_battle("beacons")
    pilot.click(pilot.at(24, 12))
    x, y = pilot.at(24, 12)
    hint_text = pilot.battle.hint_at((round(x), round(y)))
    assert hint_text is not None and hint_text[1].startswith("Beacon 1 of ") and 'within 3" of it' in hint_text[1]
    x, y = pilot.at(30, 30)
    assert pilot.battle.hint_at((round(x), round(y))) is None
    match = Match(changed(5, "ambush"), keep_all=True)
    while match.decision is not None and match.decision.kind != "edge":
        match.answer(match.decision.default())
    match.answer(["edge", "west"])
    pilot = Pilot()
    battle_at(pilot, match)
    x, y = pilot.at(0, 24)
    hint_text = pilot.battle.hint_at((round(x), round(y)))
    assert hint_text is not None and hint_text[1].startswith("Escape edge: ") and hint_text[0].height > 100
