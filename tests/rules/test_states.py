"""Tests of the effects and the end of states (v1.2.4 States)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, ship, squadron, stage


def crippled(**fields: Any) -> Staged:
    """Return a crippled gunship and a target."""
    return stage(
        ship("A", 0, (24, 12), structure_left=0, weapons=[gun(ac=2, count=2)], **fields),
        ship("B", 1, (24, 24), 180, activated=True),
    ).activate("a")


def test_crippled_ship_has_fire_control_one() -> None:
    """v1.2.4 States > Crippled: reduced to Fire Control 1; it moves and attacks otherwise as normal."""
    game = crippled().declare().move(2).attack("a1", "b").faces([1, 2])
    game.expect_refused(["attack", ["a2"], "b"], "No Fire Control")
    game.turn(30).end().faces([1])


def test_crippled_and_evading_is_still_one() -> None:
    """R40: several limits: the lower of the printed rating and 1."""
    game = crippled(states={"evading": 1}).declare()
    game.attack("a1", "b").faces([1, 2]).expect_refused(["attack", ["a2"], "b"], "No Fire Control")


def test_no_fire_control_stays_none() -> None:
    """R40: a printed 0 is lower than 1."""
    game = crippled(fire_control=0).declare()
    game.expect_refused(["attack", ["a1"], "b"], "No Fire Control")


@pytest.mark.parametrize("action", ["evade", "station keep", "reorient"])
def test_crippled_ship_may_only_repair_or_withdraw(action: str) -> None:
    """v1.2.4 States > Crippled: Repair (Damage Control, R43) and Withdraw only."""
    game = crippled()
    game.expect_refused(["declare", action, 0], "Crippled")
    game.expect_allowed(["declare", "damage control", 0]).expect_allowed(["declare", "withdraw", 0])


@pytest.mark.parametrize(("state", "action"), [("evading", "evade"), ("station-keeping", "station keep")])
def test_states_of_the_turn_end_in_the_end_phase(state: str, action: str) -> None:
    """v1.2.4 Action > Evading, Station Keeping: cancelled in the End Phase, not before (R44)."""
    game = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 40), 180, speed=0, thrusters=[1])).begin("a", action)
    if game.room.min_move:
        game.move(game.room.min_move)
    game.end()
    assert state in game.model("a").states
    game.begin("b").end()
    assert state not in game.model("a").states
    assert game.last("state") | {"state": state, "entered": False} == game.last("state")


def test_a_state_outlasts_the_rating_it_needed() -> None:
    """R44: to its printed end, even without Thrusters."""
    game = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, 40), 180)).begin("a", "evade")
    game.model("a").marks["thrusters"] = 2
    game.move(4).end()
    assert game.model("a").states == {"evading": 1}


def test_damage_lasts_for_the_game() -> None:
    """v1.2.4 States: damage stays on the card for the whole game. Fuel refreshes in the End Phase."""
    game = (
        stage(
            squadron("S", 0, (24, 12), structure_left=2, fuel_left=1),
            ship("B", 1, (24, 40), 180, speed=0, thrusters=[1]),
        )
        .begin("s")
        .end()
    )
    game.begin("b").end()
    assert game.match.state.turn == 2
    assert (game.rating("s", "structure"), game.rating("s", "fuel")) == (2, 3)


def test_crippled_stays_crippled() -> None:
    """v1.2.4 States > Crippled: it doesn't end by itself."""
    game = crippled(speed=1, thrusters=[1]).declare().end().faces([1])
    assert game.match.state.turn == 2
    assert game.model("a").is_crippled
