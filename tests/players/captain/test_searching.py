"""The captain's choice of ships that board objects, and of ships that keep their Marines for later."""

from __future__ import annotations

from typing import cast

import pytest

from jovian.game.answers import Declaration
from jovian.match.play_loop import ask
from jovian.players.captain import Captain
from jovian.players.captain.boarding import boarding_values, can_reach_object, marines_value_at_objects
from jovian.players.evaluation.goals import boarding_value, goals, next_boarding_value
from jovian.players.evaluation.objectives import max_distance
from tests.players.captain.test_judgment import field
from tests.players.test_objectives import stage_object
from tests.rules.stage import Staged, ship

MARINES = {"marines": [5, 4, 3, 2, 1]}


def slow(**fields: object) -> Staged:
    """Return a slow ship that reaches the object only by a turn."""
    return stage_object(ship("A", 0, (17, 19), 60, speed=3, **{**MARINES, **fields}))


def test_a_ship_that_comes_beside_an_object_by_a_turn_boards_it() -> None:
    game = slow()
    view = field(game).view
    assert can_reach_object(view, view.models["a"]) and next_boarding_value(view, view.models["a"]) == 0
    assert cast(Declaration, ask(game.activate("a").match, Captain(1))).action == "board"


def test_nobody_boards_without_marines_or_where_there_are_enough_or_far_away() -> None:
    full = stage_object(ship("A", 0, (17, 19), 60, speed=3, **MARINES), boarders=(3, 0))
    for game in (
        slow(states={"crippled": 1}, structure_left=0),
        full,
        stage_object(ship("A", 0, (4, 4), 0, **MARINES)),
    ):
        view = field(game).view
        assert not can_reach_object(view, view.models["a"])


def test_marines_are_kept_for_an_object_that_they_may_come_to() -> None:
    prey = ship("B", 1, (20, 10), 90, ratings={"defense": 0})
    near = stage_object(ship("A", 0, (20, 5), 0, **MARINES), prey)
    view = field(near).view
    model = view.models["a"]
    assert 0 < marines_value_at_objects(view, model) < boarding_value(view, model, view.models["u"])
    alone = stage_object(ship("A", 0, (20, 5), 0, **MARINES), prey, boarders=(3, 0))
    without = field(alone).view
    assert boarding_values(view, model).get("b", 0.0) < boarding_values(without, without.models["a"])["b"]


@pytest.mark.parametrize(("turn", "moves"), [(1, 5), (4, 2), (6, 0), (7, 0)])
def test_an_object_is_to_be_boarded_while_two_end_phases_remain_for_its_search(turn: int, moves: int) -> None:
    view = field(stage_object(ship("A", 0, (24, 6), 0, **MARINES), turn=turn, turns=7)).view
    model = view.models["a"]
    inches = [goal.in_time for goal in goals(view, model, {}) if goal.target_id == "u"]
    assert inches == [moves * max_distance(view, model)]
