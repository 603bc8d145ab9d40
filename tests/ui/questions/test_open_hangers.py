"""Tests of an unidentified object with Hangers, by click and key: landing, launching, refusals, a forced launch."""

from __future__ import annotations

import pygame
import pytest

from jovian.match import Match
from jovian.ui.board import Ghost
from jovian.ui.board.board_help import station_lines
from tests.rules.stage import printed, rock, ship, squadron, stage
from tests.ui.pilot import Pilot, battle_at
from tests.ui.squadrons import FIGHTERS, HULL, begin, looking, scene

SIDES = ("Jovian", "CEGA")


def beside(boarders: tuple[int, int], *, inside: bool = False) -> Match:
    """Return a fighter aboard the hulk or 4" below it, and a distant ship of the other side."""
    hulk = rock("unidentified-object", (24, 24), id="u", name="Hulk", structure=4, hangers=2, boarders=list(boarders))
    wing = printed(FIGHTERS, 0, (24, 20), id="harpy")
    match = scene(wing, printed(HULL[0], 1, (24, 44), 180), terrain=(hulk,))
    if inside:
        model = match.state.models["harpy"]
        model.place, model.host = "embarked", "u"
    return match


def test_it_flies_into_contact_and_lands_by_a_key() -> None:
    pilot, _ = looking(match := beside((1, 0)))
    begin(pilot, "harpy")
    pilot.move(pilot.at(24, 24))
    assert any("contact: land on" in text for text in pilot.notes())
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].choice[0] == "fly"
    pilot.key(pygame.K_h)
    assert match.journal[-1].choice == ["land", "u"] and match.state.models["harpy"].host == "u"
    pilot.draw()
    texts = [text for text, _, _ in station_lines(match.state, match.state.models["u"], SIDES)]
    assert "Holds 2 squadrons" in texts and any(text.endswith("aboard") and "Harpy" in text for text in texts)


def test_without_marines_there_nothing_is_offered() -> None:
    pilot, _ = looking(beside((0, 2)))
    begin(pilot, "harpy")
    pilot.move(pilot.at(24, 24))
    assert not any("land on" in text for text in pilot.notes())


def test_those_aboard_are_chosen_at_the_object_and_launch_within_an_inch() -> None:
    pilot, _ = looking(match := beside((1, 0), inside=True))
    pilot.uncover()
    pilot.draw()
    pilot.select("u")
    pilot.wait(2)
    begin(pilot, "harpy")
    pilot.move(pilot.at(24, 10))
    (ghost,) = pilot.sees(Ghost)
    assert abs(ghost.pose.y - 21.5) < 0.1
    pilot.place(pilot.at(24, 10))
    assert match.journal[-1].choice[0] == "launch" and match.state.models["harpy"].is_on_table
    assert pilot.match is match


def forced() -> tuple[Pilot, Match]:
    """Return a game in which the fighter must leave the hulk in the End Phase."""
    match = beside((0, 1), inside=True)
    while match.decision is not None and match.decision.kind != "unload":
        match.answer(match.decision.default())
    pilot = Pilot()
    battle_at(pilot, match)
    pilot.uncover()
    pilot.wait(2)
    return pilot, match


def test_what_a_launch_brings_is_said_before() -> None:
    rules = ["search-objects", {"rule": "retrieve-from-objects", "token": "Intelligence Token"}]
    hulk = rock("unidentified-object", (24, 24), id="u", name="Hulk", structure=4, hangers=2, boarders=[1, 0],
                search=[3, 0])  # fmt: skip
    game = stage(
        squadron("Courier", 0, (0, 0), embarked_in="u"), ship("Z", 1, (44, 44), 180), terrain=(hulk,),
        special_rules=rules, tokens=[{"name": "Intelligence Token"}],
    )  # fmt: skip
    pilot = Pilot()
    battle_at(pilot, game.match)
    begin(pilot, "courier")
    assert pilot.title == "Courier, aboard Hulk, to bring 1 Intelligence Token"
    pilot.key(pygame.K_RETURN)
    assert dict(game.model("courier").loads) == {"Intelligence Token": 1}
    game.end()


def test_a_forced_launch_goes_where_it_is_clicked() -> None:
    pilot, match = forced()
    assert "next to Hulk" in pilot.title
    pilot.move(pilot.at(24.3, 22.1))
    (ghost,) = pilot.sees(Ghost)
    assert ghost.pose[:2] == pytest.approx((24.3, 22.1), abs=0.1) and "Harpy: leaves Hulk" in pilot.notes()
    pilot.draw()
    pilot.click(pilot.at(24.3, 22.1))
    assert match.journal[-1].kind == "unload" and match.state.models["harpy"].is_on_table


def test_farther_off_the_nearest_place_is_meant_and_enter_takes_the_first() -> None:
    pilot, match = forced()
    pilot.move(pilot.at(24, 20.5))
    (ghost,) = pilot.sees(Ghost)
    assert 21.4 < ghost.pose.y < 22.6
    pilot.key(pygame.K_n)
    pilot.key(pygame.K_RETURN)
    assert match.journal[-1].kind == "unload" and match.state.models["harpy"].is_on_table


def test_the_tooltip_tells_how_far_it_has_been_searched() -> None:
    hulk = rock("unidentified-object", (24, 24), id="u", name="Hulk", structure=4, boarders=[2, 0])
    game = stage(ship("A", 0, (4, 4)), ship("Z", 1, (44, 44), 180), terrain=(hulk,), special_rules=["search-objects"])
    state = game.match.state

    def said() -> list[str]:
        return [text for text, _, _ in station_lines(state, state.models["u"], SIDES)]

    assert "Search tokens, 3 needed: Jovian 0, CEGA 0" in said()
    state.notes["Search a UIO"] = (("u", 2, 1, 2),)
    assert "Search tokens, 3 needed: Jovian 2, CEGA 1" in said()
    state.notes["Search a UIO"] = (("u", 2, 3, 1),)
    assert "Searched by CEGA" in said()
