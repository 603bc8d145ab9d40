"""Tests of Hard Burn over its turns (v1.2.4 Action > Hard Burn, Movement; R20, R22)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules.turns import AWAY, pass_turn, set_states


def burning(**fields: Any) -> Staged:
    """Return ship A (Speed 4, Thrusters 2, 2 turns), which has declared Hard Burn."""
    return stage(ship("A", 0, (24, 4), **{"turns": 2, **fields}), AWAY).begin("a", "hard burn")


def room(game: Staged) -> tuple[float, float, int]:
    """Return minimum, maximum, and turns."""
    return game.room.min_move, game.room.forward, game.room.turns


def test_speed_doubles_and_one_turn_is_left() -> None:
    """v1.2.4 Action > Hard Burn: Speed 8, so 6" to 10"; Turns 1; at once (R43)."""
    game = burning()
    assert game.model("a").states == {"hard-burn": 2}
    assert room(game) == (6, 10, 1)
    game.expect_refused(["resolve"], "No declared action")
    game.move(6).turn(45).expect_refused(["turn", 45], "no turn left")
    game.move(4).expect_refused(["move", 1])


@pytest.mark.parametrize("printed", [0, 1, 3])
def test_turns_become_one_from_any_value(printed: int) -> None:
    """R22: from any value."""
    assert burning(turns=printed).room.turns == 1


def test_thrusters_still_count() -> None:
    """R22: limited by Thrusters. The move is 8" plus or minus the remaining ones."""
    assert room(burning(ratings={"thrusters": 1})) == (7, 9, 1)


def test_it_needs_thrusters_and_a_ship() -> None:
    """v1.2.4 Action > Hard Burn: Thrusters 1+, a Capital Ship Special Action."""
    stage(ship("A", 0, (24, 4), ratings={"thrusters": 0}), AWAY).activate("a").expect_refused(
        ["declare", "hard burn", 0], "Thrusters 1"
    )
    stage(squadron("S", 0, (24, 4)), AWAY).activate("s").expect_refused(["declare", "hard burn", 0], "Only capital")


def test_it_burns_for_two_turns_and_steers_badly_for_three() -> None:
    """v1.2.4 Action > Hard Burn:X: 2, 1, 0, over; Speed doubles above 0, Turns 1 throughout, no new Hard Burn."""
    game = pass_turn(burning()).activate("a")
    assert game.model("a").states == {"hard-burn": 1}
    game.expect_refused(["declare", "hard burn", 0], "still")
    assert room(game.declare()) == (6, 10, 1)
    pass_turn(game).activate("a")
    assert game.model("a").states == {"hard-burn": 0}
    game.expect_refused(["declare", "hard burn", 0], "still")
    assert room(game.declare()) == (2, 6, 1)
    pass_turn(game).activate("a")
    assert game.model("a").states == {}
    game.expect_allowed(["declare", "hard burn", 0])
    assert room(game.declare()) == (2, 6, 2)


def test_it_counts_down_in_every_end_phase() -> None:
    """v1.2.4 Action > Hard Burn:X: whether or not the ship moves. Each step is logged."""
    game = stage(ship("A", 0, (24, 4), activated=True), ship("B", 1, (24, 40), 180))
    pass_turn(set_states(game, "a", hard_burn=2))
    assert game.last("state") | {"state": "hard-burn", "value": 1, "entered": True} == game.last("state")


def test_it_lasts_though_the_thrusters_are_gone() -> None:
    """R44: the state stays without the rating that it needed. Without Thrusters the turn needs a test (R22)."""
    game = set_states(stage(ship("A", 0, (24, 4), ratings={"thrusters": 0}), AWAY), "a", hard_burn=1).begin("a")
    assert room(game)[:2] == (8, 8)
    game.move(8).turn(30).faces([2, 2, 3])
    assert game.at("a")[2] == 30


def test_other_actions_remain_open() -> None:
    """v1.2.4 Action > Hard Burn:X: only Hard Burn itself is barred."""
    game = set_states(stage(ship("A", 0, (24, 4)), AWAY), "a", hard_burn=1).activate("a")
    for action in ("evade", "reorient", "station keep", "silent running"):
        game.expect_allowed(["declare", action, 0])


def test_station_keeping_stops_a_burning_ship() -> None:
    """R22, v1.2.4 Action > Station Keep: Speed is 0: nothing to double."""
    game = set_states(stage(ship("A", 0, (24, 4)), AWAY), "a", hard_burn=1).begin("a", "station keep")
    assert room(game) == (0, 2, 1)


def test_reorient_comes_on_top() -> None:
    """R22: one more turn, or a free pivot, in addition to the one of the burn."""
    game = set_states(stage(ship("A", 0, (24, 4), turns=2), AWAY), "a", hard_burn=1).begin("a", "reorient")
    game.resolve().faces([1, 2, 3])
    assert game.room.turns == 2
