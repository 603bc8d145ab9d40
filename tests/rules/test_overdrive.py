"""Tests of Overdrive and Overdriven (v1.2.4 Action > Overdrive; R43, R44, R67, R69)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, ship, squadron, stage
from tests.rules.turns import AWAY, HOME, RESULTS, pass_turn

WORN: dict[str, Any] = {"skill": 4, "defense": [3, 2, 1, 1], "sensors": [2, 1, 1], "thrusters": [2, 1, 1], "turns": 2}
"""Boxes that are redundant at 1."""


def driving(rating: str, magnitude: str = "T", **fields: Any) -> Staged:
    """Return ship A, all of whose ratings are at 1, after an Overdrive of this rating with this result of the test."""
    left = {"ratings": {"defense": 1, "sensors": 1, "thrusters": 1}}
    game = stage(ship("A", 0, (24, 12), **{**WORN, **left, **fields}), AWAY, HOME).activate("a")
    return game.answer("declare", "overdrive", 0, rating).faces(RESULTS[magnitude])


@pytest.mark.parametrize(("rating", "full"), [("defense", 3), ("sensors", 2), ("thrusters", 2)])
@pytest.mark.parametrize(("magnitude", "marked"), [("N", 2), ("D", 1), ("T", 0), ("Q+", 0)])
def test_the_test_decides_what_it_costs(rating: str, full: int, magnitude: str, marked: int) -> None:
    """v1.2.4 Action > Overdrive: N all redundant boxes, D one, T+ none. Then its full, undamaged value."""
    game = driving(rating, magnitude)
    assert game.model("a").boxes(rating)[-2:] == (1, 1)
    assert game.model("a").unmarked(rating) == 2 - marked
    assert game.rating("a", rating) == full
    assert game.model("a").states == {f"overdriven-{rating}": 1}
    game.expect_refused(["resolve"], "No declared action")


def test_an_undamaged_rating_may_be_driven_and_harmed() -> None:
    """v1.2.4 Action > Overdrive: any rating with at least 1 left; N marks the one box of its value."""
    game = driving("sensors", "N", ratings={})
    assert (game.model("a").unmarked("sensors"), game.rating("a", "sensors")) == (2, 2)
    pass_turn(game)
    assert game.rating("a", "sensors") == 1


def test_a_rating_at_zero_cannot_be_driven() -> None:
    """v1.2.4 Action > Overdrive: at least 1 remaining."""
    game = stage(ship("A", 0, (24, 12), ratings={"sensors": 0}), AWAY).activate("a")
    game.expect_refused(["declare", "overdrive", 0, "sensors"], "Defense, Thrusters")
    game.expect_allowed(["declare", "overdrive", 0, "thrusters"])


@pytest.mark.parametrize("named", [[], ["marines"], ["structure"], ["away"]])
def test_it_names_one_of_three_ratings(named: list[str]) -> None:
    """v1.2.4 Action > Overdrive: Defense, Sensors or Thrusters."""
    game = stage(ship("A", 0, (24, 12), marines=[2, 1]), AWAY).activate("a")
    game.expect_refused(["declare", "overdrive", 0, *named])


def test_only_ships_with_a_rating_left() -> None:
    """v1.2.4 Action > Overdrive: a Capital Ship Special Action. It needs a rating above 0."""
    stage(squadron("S", 0, (24, 12)), AWAY).activate("s").expect_refused(["declare", "overdrive", 0], "Only capital")
    gone = {"defense": 0, "sensors": 0, "thrusters": 0}
    dead = stage(ship("A", 0, (24, 12), ratings=gone), AWAY).activate("a")
    dead.expect_refused(["declare", "overdrive", 0, "defense"], "no rating with an unmarked box")


# --- Benefit ---
def test_driven_thrusters_move_and_turn_the_ship() -> None:
    """v1.2.4 Action > Overdriven: Speed 4, Thrusters 2 and two turns, though 1 is left."""
    room = driving("thrusters").room
    assert (room.min_move, room.forward, room.turns) == (2, 6, 2)


def test_driven_sensors_see_farther() -> None:
    """v1.2.4 Action > Overdriven: Optimum Range 6" + 2 x 3"."""
    far = ship("B", 1, (24, 27), 180, activated=True)
    own: dict[str, Any] = {**WORN, "ratings": {"sensors": 1}, "weapons": [gun(ac=3)]}
    game = stage(ship("A", 0, (24, 12), **own), far).activate("a")
    game.answer("declare", "overdrive", 0, "sensors").faces(RESULTS["T"]).expect_allowed(["attack", ["a1"], "b"])
    stage(ship("A", 0, (24, 12), **own), far).begin("a").expect_refused(["attack", ["a1"], "b"], "Long Range")


def test_driven_defense_gives_its_dice() -> None:
    """v1.2.4 Action > Overdriven: Point Defense has 3 dice and the one of Short Range, not 1."""
    game = stage(
        ship("A", 0, (24, 12), **WORN, ratings={"defense": 1}), squadron("S", 1, (24, 15), activated=True), AWAY
    ).activate("a")
    game.answer("declare", "overdrive", 0, "defense").faces(RESULTS["T"])
    assert game.shot("a", "pd", "s").roll.pool.base == 4


def test_it_stays_driven_though_all_boxes_go() -> None:
    """R44: to its printed end, even if the last box is marked at once."""
    game = driving("thrusters", "N")
    assert (game.model("a").unmarked("thrusters"), game.rating("a", "thrusters")) == (0, 2)
    pass_turn(game)
    assert (game.rating("a", "thrusters"), game.model("a").states) == (0, {})


def test_enemies_meet_the_driven_rating_until_the_end_phase() -> None:
    """v1.2.4 Action > Overdriven: until the End Phase, in the other side's activations too."""
    foe = ship("B", 1, (24, 24), 180, weapons=[gun("Missile", missile="AC", ac=3)])
    game = stage(ship("A", 0, (24, 12), **WORN, ratings={"defense": 1}), foe).activate("a")
    game.answer("declare", "overdrive", 0, "defense").faces(RESULTS["T"]).move(2).end()
    shot = game.begin("b").shot("b", "a1", "a")
    assert shot.opposition is not None and shot.opposition.pool.base == 3
    pass_turn(game)
    assert game.rating("a", "defense") == 1


# --- Damage meanwhile ---
def test_a_critical_hit_finds_nothing_in_a_rating_without_boxes() -> None:
    """v1.2.4 Damage > Critical Hit, R67: damage marks boxes. An overdriven rating without boxes isn't offered."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)]), ship("B", 1, (24, 22), 180, activated=True, ratings={"sensors": 0})
    ).begin("a")  # fmt: skip
    game.model("b").states["overdriven-sensors"] = 1
    game.attack("a1", "b").faces([1, 1, 1]).expect("critical")
    assert [choice[1] for choice in game.offered()] == ["thrusters", "defense"]
    game.pick("damage", "defense")


def test_the_catastrophic_table_looks_at_boxes() -> None:
    """R69: the table ignores Overdrive. An overdriven rating without boxes counts as 0."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)]),
        ship("B", 1, (24, 22), 180, activated=True, structure_left=1, ratings={"sensors": 0}), HOME, AWAY,
    ).begin("a")  # fmt: skip
    game.model("b").states["overdriven-sensors"] = 1
    game.attack("a1", "b").faces([1, 1, 1])
    assert "+1" in game.asked.title
    game.faces([1]).pick("damage", "defense")
