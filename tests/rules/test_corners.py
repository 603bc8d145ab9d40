"""Tests of table quarters, zones drawn by a scenario, and roles (v1.2.4 Scenarios > Deployment Zone)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from tests.rules.stage import SHIP, Staged, muster
from tests.rules_api import corner_of, role_of


def hull(name: str) -> Any:
    """Return a ship that may stay where it is, with a base of 2" by 3"."""
    return parse_unit({**SHIP, "name": name, "speed": 0, "thrusters": [1]}, "test")


def two(**scenario: Any) -> Staged:
    """Return one ship per side."""
    return muster((hull("A"),), (hull("C"),), **scenario)


QUARTERS = {"south-west": (12, 12), "south-east": (36, 12), "north-west": (12, 36), "north-east": (36, 36)}


@pytest.mark.parametrize("initiative", [0, 1])
@pytest.mark.parametrize("corner", QUARTERS)
def test_the_initiative_chooses_and_the_other_has_the_one_across(initiative: int, corner: str) -> None:
    game = two(zones="corners", initiative=initiative).expect("corner", side=initiative)
    game.answer("corner", corner).expect("deploy", side=initiative)
    x, y = QUARTERS[corner]
    for side, (left, bottom) in ((initiative, (x, y)), (1 - initiative, (48 - x, 48 - y))):
        mine = game.model("ac"[side]).id
        game.expect_allowed(["place", mine, left, bottom, 0])
        game.expect_refused(["place", mine, 48 - left, bottom, 0], "deployment zone")
        game.answer("place", mine, left, bottom, 0)
    assert game.match.state.phase == "activation"


@pytest.mark.parametrize(("x", "free"), [(23.0, True), (23.1, False)])
def test_the_whole_base_lies_in_the_quarter(x: float, free: bool) -> None:
    game = two(zones="corners").answer("corner", "south-west")
    choice = ["place", game.model("a").id, x, 12, 0]
    if free:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "wholly in the deployment zone")


def test_quarters_of_a_table_of_any_size() -> None:
    game = two(zones="corners", table={"width": 36, "height": 60}).answer("corner", "north-east")
    game.expect_allowed(["place", game.model("a").id, 19, 31.5, 0])
    game.expect_refused(["place", game.model("a").id, 18.9, 31.5, 0], "deployment zone")
    game.expect_refused(["place", game.model("a").id, 19, 28.5, 0], "deployment zone")


def test_both_look_across_and_the_choice_is_told() -> None:
    game = two(zones="corners").answer("corner", "south-east")
    assert game.asked.default().to_json()[4] == 315
    event = game.last("noted")
    assert (event["said"], event["side"]) == ("deploys in the south-east, the other side in the north-west", 0)
    assert [corner_of(game.match.state, side) for side in (0, 1)] == ["south-east", "north-west"]


def test_no_other_quarter_is_an_answer_and_the_choice_is_taken_back() -> None:
    game = two(zones="corners")
    game.expect_refused(["corner", "middle"], "not among the options")
    game.answer("corner", "south-west")
    game.match.undo()
    assert game.kind == "corner" and [corner_of(game.match.state, side) for side in (0, 1)] == ["", ""]


# --- Zones of the scenario, by side and by role ---
OWN = [
    {"side": "attacker", "x": 24, "y": 24, "radius": 6},
    {"side": "defender", "points": [[0, 0], [20, 0], [20, 8], [8, 8], [8, 20], [0, 20]]},
    {"side": 1, "points": [[40, 40], [48, 40], [48, 48], [40, 48]]},
]


@pytest.mark.parametrize("initiative", [0, 1])
def test_zones_by_role_and_by_side(initiative: int) -> None:
    game = two(zones=OWN, initiative=initiative)
    state = game.match.state
    assert [role_of(state, side) for side in (initiative, 1 - initiative)] == ["attacker", "defender"]
    for side in (initiative, 1 - initiative):
        mine, attacks = game.model("ac"[side]).id, side == initiative
        spots = {(24, 24): attacks, (24, 27.5): attacks, (24, 29): False, (4, 16): not attacks, (44, 44): side == 1,
                 (12, 6): not attacks, (12, 7): False}  # fmt: skip
        for (x, y), free in spots.items():
            if free:
                game.expect_allowed(["place", mine, x, y, 0])
            else:
                game.expect_refused(["place", mine, x, y, 0], "wholly in the deployment zone")
        game.answer(*game.asked.default().to_json())
    assert all(model.is_on_table for model in state.models.values())


@pytest.mark.parametrize(("first", "second", "attacker"), [(3, 5, 1), (6, 2, 0)])
def test_random_selection_decides_who_attacks(first: int, second: int, attacker: int) -> None:
    """v1.2.4 Scenarios > Water Raid, Ambush: the higher die attacks and has initiative; a tie is rolled again (R34)."""
    game = two(initiative="attacker-defender")
    assert "who attacks" in game.asked.title
    game.faces([4]).faces([4]).faces([first]).faces([second])
    state = game.match.state
    assert (state.initiative, role_of(state, attacker), role_of(state, 1 - attacker)) == (
        attacker, "attacker", "defender",
    )  # fmt: skip
    assert game.last("initiative") | {"n": 0} == game.last("initiative") | {"n": 0, "side": attacker, "attacker": True}
    assert [event["purpose"] for event in game.events("rolled")] == ["who attacks"] * 4
