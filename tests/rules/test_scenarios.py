"""Tests of victory: points, multipliers, winner (v1.2.4 Scenarios > Victory Conditions; R66, R79, R80)."""

from math import ceil
from typing import Any

import pytest

from jovian.cards import load_scenario
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import multiplier, victory_points

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}


def last_turn(*cast: Any, **scenario: Any) -> Staged:
    """Play turn 7 of 2 idle ships of 40 TV. This ends the game."""
    game = (
        stage(ship("A", 0, (10, 6), **STILL), ship("D", 1, (10, 42), 180, **STILL), *cast, turn=7, **scenario)
        .idle("a")
        .idle("d")
    )
    assert game.match.over
    return game


def victory(game: Staged) -> tuple[float, float]:
    """Return the Victory Points of both sides."""
    (_, first), (_, second) = game.match.state.scores
    return first, second


def objectives(game: Staged) -> tuple[float, float]:
    """Return the Objective Points of both sides."""
    (first, _), (second, _) = game.match.state.scores
    return first, second


def test_equal_is_a_draw() -> None:
    """v1.2.4 Scenarios > Victory Conditions: a tied "most" gives no points, and equal points are a draw (R80)."""
    game = last_turn()
    assert (victory(game), objectives(game), game.match.state.winner) == ((40, 40), (0, 0), None)
    assert game.last("ended")["winner"] is None


@pytest.mark.parametrize("side", [0, 1])
def test_most_victory_points_win_the_objective(side: int) -> None:
    """v1.2.4 Scenarios > Introductory Scenario: 10 points for the most Victory Points."""
    game = last_turn(squadron("S", side, (24, 24 - 6 + 12 * side), activated=True))
    assert objectives(game) == ((10, 0) if side == 0 else (0, 10))
    assert game.match.state.winner == side
    assert game.last("scored")["victory"] == victory(game)[1]


def test_victory_points_count_surviving_tv() -> None:
    """v1.2.4 Scenarios > Victory Points: the points total of the surviving models."""
    game = last_turn(squadron("S", 0, (24, 10), tv=17, activated=True), ship("E", 0, (30, 10), tv=55, activated=True))
    assert victory(game) == (112, 40)


def test_crippled_counts_nothing() -> None:
    """v1.2.4 Scenarios > Victory Points: Crippled x0."""
    assert victory(last_turn(ship("E", 0, (30, 10), structure_left=0, activated=True))) == (40, 40)


@pytest.mark.parametrize(("left", "points"), [(3, 60), (0, 60)])
def test_withdrawn_counts_half(left: int, points: float) -> None:
    """v1.2.4 Scenarios > Victory Points: Withdrawn x0.5, for a Crippled ship as well (R79)."""
    game = (
        stage(
            ship("E", 0, (30, 10), structure_left=left),
            ship("A", 0, (10, 6), activated=True),
            ship("D", 1, (10, 42), 180, activated=True),
            turn=7,
        )
        .begin("e", "withdraw")
        .resolve()
        .faces([2, 2, 1])
    )
    assert victory(game) == (points, 40)


def test_destroyed_counts_nothing() -> None:
    """v1.2.4 Scenarios > Victory Points: Destroyed x0."""
    game = stage(
        squadron("S", 0, (24, 13), structure_left=1, speed=12),
        ship("A", 0, (10, 10), activated=True),
        ship("D", 1, (10, 42), activated=True),
        turn=7,
        terrain=({"kind": "debris-field", "id": "d", "x": 24, "y": 20},),
    ).begin("s")
    game.fly((24, 24.9)).pick("enter").faces([2, 2, 1, 3])
    assert (game.model("s").place, victory(game)) == ("destroyed", (40, 40))


def test_embarked_counts_in_full() -> None:
    """R79: embarked models count in full."""
    game = last_turn(
        ship("E", 0, (30, 10), traits=["Hangers:1"], activated=True),
        squadron("S", 0, (0, 0), embarked_in="e", activated=True),
    )
    assert victory(game) == (90, 40)


def test_reserve_counts_in_full() -> None:
    """R79: a model In Reserve survives and counts in full."""
    game = stage(
        ship("A", 0, (10, 6), **STILL),
        ship("D", 1, (10, 42), 180, **STILL),
        squadron("S", 0, (40, 40), activated=True),
        turn=7,
    )
    game.model("s").place = "reserve"
    game.idle("a").idle("d")
    assert victory(game) == (50, 40)


@pytest.mark.parametrize("left", [3, 0])
def test_expendable_counts_in_full(left: int) -> None:
    """v1.2.4 Traits > Expendable: in full for its owner when Crippled or Destroyed (R66)."""
    assert victory(last_turn(ship("E", 0, (30, 10), structure_left=left, traits=["Expendable"], activated=True))) == (
        80,
        40,
    )


def test_expendable_withdrawn_counts_half() -> None:
    """R66, R79: Expendable doesn't change Withdrawn: half, Crippled or not."""
    game = (
        stage(
            ship("E", 0, (30, 10), structure_left=0, traits=["Expendable"]),
            ship("A", 0, (10, 6), activated=True),
            ship("D", 1, (10, 42), 180, activated=True),
            turn=7,
        )
        .begin("e", "withdraw")
        .resolve()
        .faces([2, 2, 1])
    )
    assert victory(game) == (60, 40)


def test_the_introductory_scenario() -> None:
    """v1.2.4 Scenarios > Introductory Scenario: standard zones, Fleet Deployment, random initiative, seven turns."""
    card = load_scenario("introductory")
    assert (card.zones, card.deployment, card.initiative, card.turns) == ("standard", "fleet", "random", 7)
    assert [repr(piece) for piece in card.objectives] == ["MostVictoryPoints(points=10, role='')"]


def test_half_a_model_is_rounded_up() -> None:
    """R9: every fraction rounds up; half of a Withdrawn model of 41 TV is 21."""
    game = last_turn(ship("Odd", 0, (30, 10), tv=41, activated=True))
    model = game.model("odd")
    model.place = "withdrawn"
    assert victory_points(game.match.state, 0) % 1 == 0
    assert ceil(41 * multiplier(game.match.state, model)) == 21
