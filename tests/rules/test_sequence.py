"""Tests of the sequence of a game (v1.2.4 Sequence; R34, R35, R38 to R40)."""

from typing import Any

import pytest

from jovian.cards import parse_unit
from tests.rules.stage import SHIP, SQUADRON, Staged, muster, ship, squadron, stage

STILL = {"speed": 0, "thrusters": [1]}
"""A ship that may stay where it is."""


def still(name: str, side: int, x: float, **fields: Any) -> Any:
    """Return a ship that may idle, away from all others."""
    return ship(name, side, (x, 6 if side == 0 else 42), 0 if side == 0 else 180, **{**STILL, **fields})


def order(game: Staged) -> list[str]:
    """Return the models in the order of their activations."""
    return [each["model"] for each in game.events("activated")]


@pytest.mark.parametrize("initiative", [0, 1])
def test_sides_alternate_from_initiative(initiative: int) -> None:
    """v1.2.4 Sequence > Activation Phase: the side with initiative first, then in turn."""
    game = stage(
        still("A", 0, 10), still("B", 0, 20), still("C", 1, 10), still("D", 1, 20), initiative=initiative
    ).expect("activate", side=initiative)
    first, second = (("a", "b"), ("c", "d")) if initiative == 0 else (("c", "d"), ("a", "b"))
    for ident in (first[1], second[0], first[0], second[1]):
        game.idle(ident)
    assert order(game)[:4] == [first[1], second[0], first[0], second[1]]


def test_the_side_with_more_models_goes_on_alone() -> None:
    """v1.2.4 Sequence > Structure of a Game: several consecutive activations once the other side has no more."""
    game = stage(still("A", 0, 10), still("B", 0, 20), still("C", 0, 30), still("D", 1, 20))
    for ident in ("a", "d", "c", "b"):
        game.idle(ident)
    assert order(game)[:4] == ["a", "d", "c", "b"]
    assert game.match.state.turn == 2


def test_a_model_activates_once_a_turn() -> None:
    """v1.2.4 Sequence > Activation Phase: until all have been activated."""
    game = stage(still("A", 0, 10), still("B", 0, 20), still("E", 0, 30), still("D", 1, 20), still("F", 1, 30))
    game.idle("a").idle("d")
    game.expect_refused(["activate", "a"], "already activated")
    game.expect_refused(["activate", "d"], "your own models")
    game.expect_refused(["activate", "nobody"])
    game.idle("b")
    assert game.model("b").activated


def test_an_action_is_declared_first() -> None:
    """v1.2.4 Sequence > Activation Phase: a model declares its action first."""
    game = stage(still("A", 0, 10), still("D", 1, 20)).expect("declare", side=0)
    game.expect_refused(["move", 1])
    game.declare().expect("menu")


def test_phases_of_a_turn() -> None:
    """v1.2.4 Sequence > Structure of a Game: Deployment, Activation, End Phase."""
    game = stage(still("A", 0, 10), still("D", 1, 20)).idle("a").idle("d")
    assert [each["name"] for each in game.events("phase")] == ["end", "deployment", "activation"]
    assert game.match.state.phase == "activation"


def test_fuel_refreshes_in_the_end_phase() -> None:
    """v1.2.4 Sequence > End Phase: in particular, Fuel."""
    game = stage(squadron("S", 0, (24, 6)), still("D", 1, 20)).begin("s", boost=2).end()
    assert game.rating("s", "fuel") == 1
    game.idle("d")
    assert game.rating("s", "fuel") == 3


def test_seven_turns() -> None:
    """v1.2.4 Sequence > Structure of a Game: a game lasts for seven Game Turns (R39)."""
    game = stage(still("A", 0, 10), still("D", 1, 20))
    for turn in range(1, 8):
        assert (game.match.state.turn, game.match.over) == (turn, False)
        game.idle("a").idle("d")
    assert game.match.over
    assert game.last("ended")["turns"] == 7
    assert game.kind == ""


def test_initiative_is_fixed_for_the_game() -> None:
    """R34: the same side begins every turn."""
    game = stage(still("A", 0, 10), still("D", 1, 20), initiative=1)
    for _ in range(3):
        game.idle("d").idle("a")
    assert order(game)[:6] == ["d", "a"] * 3


def test_game_ends_when_a_side_has_nothing_left() -> None:
    """R39: at the End Phase, once a side has no ship or squadron with TV."""
    game = stage(still("A", 0, 10), still("D", 1, 20)).begin("a").end()
    game.begin("d", "withdraw").resolve().faces([3, 3, 1])
    assert game.match.over
    assert (game.match.state.turn, game.match.state.winner) == (1, 0)


def test_models_without_tv_do_not_keep_it_going() -> None:
    """R39: only models with TV count."""
    game = stage(still("A", 0, 10), still("D", 1, 20), squadron("S", 1, (40, 40), tv=0, activated=True)).idle("a")
    game.begin("d", "withdraw").resolve().faces([3, 3, 1])
    assert game.match.over


def test_embarked_models_keep_it_going() -> None:
    """R39: on the table, embarked, or in a reserve that may still arrive."""
    game = stage(
        still("A", 0, 10),
        still("D", 1, 20),
        still("E", 1, 30, traits=["Hangers:1"], tv=0, activated=True),
        squadron("S", 1, (0, 0), embarked_in="e"),
    ).idle("a")
    game.begin("d", "withdraw").resolve().faces([3, 3, 1])
    assert not game.match.over


def cards() -> tuple[Any, Any]:
    """Return a ship and a squadron card for a fleet."""
    return (
        parse_unit({**SHIP, "name": "Hull", **STILL}, "test"),
        parse_unit({**SQUADRON, "name": "Wing", "faction": "CEGA"}, "test"),
    )


@pytest.mark.parametrize(("rolls", "side"), [((5, 2), 0), ((2, 5), 1)])
def test_random_initiative(rolls: tuple[int, int], side: int) -> None:
    """v1.2.4 Sequence > Initiative: Random Selection if the scenario names no side."""
    hull, _ = cards()
    game = muster((hull,), (hull,), initiative="random").faces([rolls[0]]).faces([rolls[1]])
    game.expect("deploy", side=side)
    assert game.match.state.initiative == side


def test_tied_initiative_is_rolled_again() -> None:
    """R34: two dice that tie are rolled again."""
    hull, _ = cards()
    game = muster((hull,), (hull,), initiative="random").faces([3]).faces([3]).faces([1]).faces([2])
    assert game.match.state.initiative == 1


def test_the_start_is_told_with_both_sides() -> None:
    """The players by fleet, faction, and size, in the order of the sides."""
    one, two = parse_unit({**SHIP, "name": "A"}, "test"), parse_unit({**SHIP, "name": "B", "faction": "Jovian"}, "test")
    (event,) = muster((one,), (two, two)).events("started")
    assert [each["faction"] for each in event["sides"]] == ["CEGA", "Jovian"]
    assert [each["tv"] for each in event["sides"]] == [40, 80]
