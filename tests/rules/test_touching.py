"""Tests of placed models that touch others: their exact places, and impossible ones."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import CardError, parse_scenario, unit_cards
from jovian.game import State
from jovian.match import Match, Setup
from jovian.table import Pose, is_flush, touches
from tests.rules_api import scenario_flaws

SHIP = {"id": "ship", "card": "jovian/alexander", "side": 0, "x": 24, "y": 24, "heading": 90}
ENEMY = {"id": "enemy", "card": "cega/hachiman", "side": 1, "touching": "ship"}
WING = {"id": "wing", "card": "jovian/pathfinder", "side": 0, "touching": "ship"}
REST = {
    "name": "Contact", "summary": "Contact.", "objectives": [{"kind": "most_victory_points", "points": 1}],
}  # fmt: skip


def scenario(*models: dict[str, Any], **more: Any) -> Any:
    return parse_scenario({**REST, "models": list(models), **more}, "contact.yaml")


def table(*models: dict[str, Any], **more: Any) -> State:
    card = scenario(*models, **more)
    assert [flaw.refusal.reason for flaw in scenario_flaws(card, unit_cards())] == []
    return Match(Setup(card, (), unit_cards())).state


def in_contact(state: State, one: str, other: str) -> bool:
    first, second = state.models[one], state.models[other]
    return touches(first.base, first.pose, second.base, second.pose)


@pytest.mark.parametrize(
    ("side", "ahead", "right"), [("fore", 1, 0), ("aft", -1, 0), ("starboard", 0, 1), ("port", 0, -1)]
)
def test_it_stands_at_the_side_that_is_named(side: str, ahead: int, right: int) -> None:
    state = table(SHIP, {**ENEMY, "at": side, "heading": 270})
    assert in_contact(state, "enemy", "ship")
    x, y = state.models["ship"].pose.from_table(*state.models["enemy"].pose[:2])
    assert (round(y) > 0) - (round(y) < 0) == ahead and (round(x) > 0) - (round(x) < 0) == right
    assert state.models["enemy"].pose.heading == 270


def test_without_a_side_it_comes_from_ahead_and_with_a_place_from_there() -> None:
    assert table(SHIP, ENEMY).models["enemy"].pose == table(SHIP, {**ENEMY, "at": "fore"}).models["enemy"].pose
    state = table(SHIP, {**ENEMY, "x": 24, "y": 40, "heading": 180})
    assert state.models["enemy"].pose[0] == 24 and state.models["enemy"].pose[1] > 24
    assert in_contact(state, "enemy", "ship")


def test_an_escort_lies_flush_on_its_ship() -> None:
    state = table(SHIP, {**WING, "escorting": "ship", "at": "port"})
    ship, wing = state.models["ship"], state.models["wing"]
    assert wing.is_escorting and is_flush(ship.base, ship.pose, wing.base, wing.pose)


def test_several_make_room_for_each_other_and_for_terrain() -> None:
    others = [{**ENEMY, "id": f"enemy-{n}", "at": "fore"} for n in range(3)]
    state = table(SHIP, *others, terrain=[{"kind": "large-asteroid", "x": 24, "y": 27.5, "radius": 1}])
    assert all(in_contact(state, other["id"], "ship") for other in others)
    assert len({state.models[other["id"]].pose for other in others}) == 3


def test_one_may_touch_another_that_touches_a_third() -> None:
    state = table(SHIP, ENEMY, {**ENEMY, "id": "next", "touching": "enemy", "at": "fore"})
    assert in_contact(state, "next", "enemy")


def test_it_touches_a_station_too() -> None:
    station = {"id": "dock", "kind": "space-station", "x": 10, "y": 10, "structure": 7}
    assert in_contact(table({**ENEMY, "touching": "dock"}, terrain=[station]), "enemy", "dock")


def test_without_room_it_is_told() -> None:
    spots = [(x, y) for x in (20.5, 24, 27.5) for y in (20.5, 24, 27.5) if (x, y) != (24, 24)]
    rocks = [{"kind": "large-asteroid", "x": x, "y": y, "radius": 1.9} for x, y in spots]
    flaws = scenario_flaws(scenario(SHIP, ENEMY, terrain=rocks), unit_cards())
    assert "'enemy' has no free place in contact with 'ship'" in [flaw.refusal.reason for flaw in flaws]


@pytest.mark.parametrize(
    ("models", "cause"),
    [
        ([SHIP, {**ENEMY, "touching": "shap"}], "'shap' is not among the models; did you mean 'ship'?"),
        ([{**ENEMY, "touching": "enemy"}], "cannot touch itself"),
        ([SHIP, {**ENEMY, "x": 1, "y": 2, "at": "aft"}], "either x and y, or at"),
        ([SHIP, {**SHIP, "id": "b", "at": "aft"}], "at is a side of what it is touching"),
        ([SHIP, {**ENEMY, "touching": "next"}, {**ENEMY, "id": "next"}], "its line must be above this one"),
        ([{**ENEMY, "touching": None}], "needs x and y, or embarked_in, or touching"),
    ],
)
def test_what_cannot_be_is_refused(models: list[dict[str, Any]], cause: str) -> None:
    with pytest.raises(CardError) as caught:
        scenario(*models)
    assert cause in str(caught.value)


def test_where_it_stands_is_where_it_stands() -> None:
    """The same file gives the same place, and the touched model stays."""
    one, two = table(SHIP, ENEMY), table(SHIP, ENEMY)
    assert one.digest() == two.digest() and one.models["ship"].pose == Pose(24, 24, 90)
