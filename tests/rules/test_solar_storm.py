"""Tests of Blinded by the Light, until the third turn (v1.2.4 Scenarios > Solar Storm, R82)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.match import Match
from jovian.match.saves import load, save
from tests.rules.fights import throw
from tests.rules.stage import Cast, Staged, drone, gun, ship, squadron, stage
from tests.rules_api import sensor_band

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
GUN = gun(ac=4, as_=4)
MISSILE = {"type": "Missile", "missile": "AC", "arcs": ["turret"], "ac": 4, "as": "-"}
STORM = ["blinded-by-the-light"]


def storm(turn: int, inches: float, *more: Cast, weapons: Any = (GUN,), **fields: Any) -> Staged:
    """Return A of side 0 and B of side 1 bow to bow at this distance in this turn of the storm."""
    return stage(
        ship("A", 0, (24, 12), **STILL, weapons=list(weapons), **fields), ship("B", 1, (24, 15 + inches), 180, **STILL),
        *more, turn=turn, special_rules=STORM,
    )  # fmt: skip


@pytest.mark.parametrize("turn", [1, 2])
def test_guns_reach_short_range_only(turn: int) -> None:
    """R82: turns 1 and 2. Signature 6 is Short Range."""
    storm(turn, 6).shot("a", "a1", "b")
    assert "storm" in storm(turn, 6.1).no_shot("a", "a1", "b").lower()
    assert sensor_band(storm(turn, 6.1).match.state, *pair(storm(turn, 6.1)), 6.1) == "long"


def pair(game: Staged) -> tuple[Any, Any]:
    """Return the two ships."""
    return game.model("a"), game.model("b")


def test_the_storm_is_over_in_the_third_turn() -> None:
    assert storm(3, 8).shot("a", "a1", "b").range.band == "optimum"


def test_without_the_rule_nothing_is_blinded() -> None:
    game = stage(ship("A", 0, (24, 12), **STILL, weapons=[GUN]), ship("B", 1, (24, 23), 180, **STILL))
    assert game.shot("a", "a1", "b").range.band == "optimum"


def test_missiles_are_unaffected() -> None:
    """R82."""
    assert storm(1, 14, weapons=[MISSILE]).shot("a", "a1", "b").range.distance == pytest.approx(14)


def test_sniper_and_long_shot_are_useless() -> None:
    """R82: nothing enables attacks at Long Range."""
    sniper = gun("Beam Projector", ac=4, traits=["Sniper"])
    assert "storm" in storm(2, 8, weapons=[sniper]).no_shot("a", "a1", "b").lower()
    storm(3, 14, weapons=[sniper]).shot("a", "a1", "b")
    game = storm(1, 8).begin("a", "long shot")
    throw(game, 1, 1, 2)
    assert "storm" in game.no_shot("a", "a1", "b").lower()
    game.end()


def test_emissions_do_not_shine_through() -> None:
    """All models are reduced to Short Range, also those with Emissions."""
    loud = stage(
        ship("A", 0, (24, 12), **STILL, weapons=[GUN]), ship("B", 1, (24, 23), 180, **STILL, traits=["Emissions:1"]),
        special_rules=STORM,
    )  # fmt: skip
    assert "storm" in loud.no_shot("a", "a1", "b").lower()


@pytest.mark.parametrize(("turn", "reached"), [(2, False), (3, True)])
def test_drones_are_commanded_at_short_range_only(turn: int, reached: bool) -> None:
    """v1.2.4 Action > Drone Command: in Sensor Range, which the storm shortens.

    A drone's own Cloak doesn't matter.
    """
    cloaked = drone("D", 0, (24, 16.9), traits=["Controllable", "Cloak"])
    near = storm(turn, 20, cloaked).begin("a", "drone command")
    near.expect_allowed(["resolve"]).end()
    far = storm(turn, 20, drone("D", 0, (24, 19))).begin("a", "drone command")
    assert (far.asked.check(["resolve"]) is None) == reached
    far.end()


@pytest.mark.parametrize(("turn", "escalates"), [(2, 0), (3, 1)])
def test_designators_see_at_short_range_only(turn: int, escalates: int) -> None:
    """v1.2.4 Traits > TD: of Optimum Range only Short Range is left. The missile's range is unchanged."""
    eye = squadron("S", 0, (24, 19), traits=["TD"], activated=True, fuel_left=0)
    game = storm(turn, 14, eye, weapons=[MISSILE])
    assert game.shot("a", "a1", "b").roll.shift == escalates


@pytest.mark.parametrize(("turn", "free"), [(1, False), (2, False), (3, True)])
def test_nobody_boards_in_the_storm(turn: int, free: bool) -> None:
    game = storm(turn, 1, marines=[3, 2, 1]).activate("a")
    if free:
        game.expect_allowed(["declare", "board", 0])
    else:
        game.expect_refused(["declare", "board", 0], "storm")
    game.declare().end()


def test_a_saved_storm_goes_on(tmp_path: Any) -> None:
    game = storm(1, 6.1)
    file = tmp_path / "storm.json"
    save(game.match, file)
    again: Match = load(file)
    assert again.state.digest() == game.match.state.digest()
    assert again.state.rulebook is game.match.state.rulebook
