"""Tests of Escalating Deployment (v1.2.4 Scenarios > Deployment Type > Escalating Deployment)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.match import Match
from tests.games import random_answers, setup
from tests.rules.stage import SHIP, SQUADRON, Staged, muster


def hull(name: str, **fields: Any) -> Any:
    """Return a ship that may stay where it is."""
    return parse_unit({**SHIP, "name": name, "speed": 0, "thrusters": [1], **fields}, "test")


def wing(name: str, **fields: Any) -> Any:
    """Return a squadron."""
    return parse_unit({**SQUADRON, "name": name, "faction": "CEGA", **fields}, "test")


ROOMY = {"traits": ["Hangers:2"]}


def fleets(**scenario: Any) -> Staged:
    """Return 2 carriers and 3 squadrons against 1 ship and 1 squadron."""
    one = (hull("A", **ROOMY), hull("B", **ROOMY), wing("S"), wing("T"), wing("V"))
    return muster(one, (hull("C"), wing("U")), deployment="escalating", **scenario)


def play_first_deployment(game: Staged) -> Staged:
    """Play the first Deployment Phase."""
    game.place("a", 10, 10).place("c", 10, 40, 180)
    return game.place("s", 30, 10).place("t", 34, 10).place("u", 30, 40)


def second_turn(game: Staged) -> Staged:
    """Idle through the first turn."""
    play_first_deployment(game)
    for name in ("a", "u", "s", "c", "t"):
        game.idle(name)
    assert game.match.state.turn == 2
    return game


def test_one_ship_each_and_then_two_squadrons_each() -> None:
    game = fleets().expect("deploy", side=0)
    game.expect_refused(["place", game.model("s").id, 30, 10, 0], "deployed now")
    game.place("a", 10, 10).expect("deploy", side=1).place("c", 10, 40, 180).expect("deploy", side=0)
    assert game.match.state.stage == "squadrons" and "(1 of 2)" in game.asked.title
    game.expect_refused(["place", game.model("b").id, 20, 10, 0], "deployed now")
    game.place("s", 30, 10).expect("deploy", side=0)
    assert "(2 of 2)" in game.asked.title
    game.place("t", 34, 10).expect("deploy", side=1).place("u", 30, 40)
    assert game.kind == "activate" and {game.model(each).place for each in "bv"} == {"reserve"}


def test_none_of_them_is_held_back() -> None:
    game = fleets()
    game.expect_refused(["decline"], "deploys 1 capital ship in the first Deployment Phase")
    game.place("a", 10, 10).place("c", 10, 40, 180)
    game.expect_refused(["decline"], "deploys 2 squadrons in the first Deployment Phase")
    assert ["decline"] not in game.offered()


def test_initiative_begins_with_both_of_its_squadrons() -> None:
    game = fleets(initiative=1).place("c", 10, 40, 180).place("a", 10, 10).expect("deploy", side=1)
    game.place("u", 30, 40).expect("deploy", side=0).place("s", 30, 10).place("t", 34, 10)
    assert game.kind == "activate"


def test_nothing_is_embarked_in_the_first_phase() -> None:
    game = fleets().place("a", 10, 10).place("c", 10, 40, 180)
    game.expect_refused(["embark", game.model("s").id, game.model("a").id], "in the first Deployment Phase")
    assert not [each for each in game.offered() if each[0] == "embark"]


@pytest.mark.parametrize(("others", "free"), [(1, True), (2, False)])
def test_a_formation_is_as_many_as_its_squadrons(others: int, free: bool) -> None:
    alike = tuple(wing("S", traits=["Formation", *(["Ace"] if others == 2 else [])]) for _ in range(3))
    game = muster((hull("A"), *alike), (hull("C"), wing("U")), deployment="escalating")
    game.place("a", 10, 10).place("c", 10, 40, 180)
    first, *rest = (model.id for model in game.match.state.models.values() if model.name.startswith("S"))
    choice = ["place", first, 30, 10, 0, *rest[:others]]
    if free:
        game.answer(*choice).expect("deploy", side=1)
    else:
        game.expect_refused(choice, "no more than 2 now")


def test_later_ships_come_until_both_decline() -> None:
    game = second_turn(fleets()).expect("deploy", side=0)
    assert game.match.state.stage == "capitals"
    game.decline()
    assert game.match.state.stage == "squadrons" and game.model("b").place == "reserve"
    assert [event["side"] for event in game.events("declined")] == [0, 1]


def test_later_squadrons_embark_on_ships_of_the_same_phase_only() -> None:
    game = second_turn(fleets()).place("b", 20, 10).expect("deploy", side=0)
    waits = game.model("v").id
    game.expect_refused(["embark", waits, game.model("a").id], "Only ships deployed in this phase")
    assert [each for each in game.offered() if each[0] == "embark"] == [["embark", waits, game.model("b").id]]
    game.answer("embark", waits, game.model("b").id)
    assert game.kind == "activate" and game.model("v").place == "embarked"


def test_a_ship_of_this_phase_does_not_carry_in_the_next() -> None:
    game = second_turn(fleets()).place("b", 20, 10).decline()
    for name in ("a", "u", "s", "c", "t", "b"):
        game.idle(name)
    assert game.match.state.turn == 3 and game.model("v").place == "reserve"
    game.expect_refused(["embark", game.model("v").id, game.model("b").id], "Only ships deployed in this phase")


def test_a_side_without_ships_brings_its_squadrons() -> None:
    game = muster((wing("S"),), (hull("C"), wing("U")), deployment="escalating").expect("deploy", side=1)
    game.place("c", 10, 40, 180).place("s", 30, 10).place("u", 30, 40)
    assert game.match.state.phase == "activation"


def test_what_has_come_is_undone_and_replayed() -> None:
    game = fleets().place("a", 10, 10)
    before = game.match.state.digest()
    game.place("c", 10, 40, 180)
    after = game.match.state.digest()
    game.match.seek(len(game.match.journal) - 1)
    assert game.match.state.digest() == before
    game.place("c", 10, 40, 180)
    assert game.match.state.digest() == after


def test_fleet_deployment_remembers_nothing() -> None:
    """Old games keep their digests."""
    match = Match(setup(5))
    for _ in random_answers(match, 5):
        assert match.state.notes == {}
        if match.state.turn > 1:
            break
