"""Tests of Point Defense and Autofire (v1.2.4 Weapons > Point Defense, Weapon Traits > Autofire; R55, R56)."""

from typing import Any

import pytest

from jovian.game import Refusal
from jovian.game.decision import PointRing
from tests.rules.stage import Staged, gun, parts, ship, squadron, stage
from tests.rules_api import assess

FAR = ship("Far", 1, (44, 44), activated=True)


def swarmed(**fields: Any) -> Staged:
    """Return a ship with three enemy squadrons around it, two of them in range."""
    return stage(
        ship("A", 0, (24, 24), **fields),
        squadron("S", 1, (24, 28), activated=True),
        squadron("T", 1, (20, 24), activated=True),
        squadron("U", 1, (24, 31), activated=True),
        FAR,
    ).begin("a")


def test_one_fire_control_one_roll_each() -> None:
    """v1.2.4 Weapons > Point Defense: against all squadrons in range for one Fire Control (R55)."""
    game = swarmed().defend()
    game.faces([1, 1, 2, 3]).faces([2, 2, 2, 3]).expect("menu")
    assert sorted(event["target"] for event in game.events("attacked")) == ["s", "t"]
    assert {event["fire_control_left"] for event in game.events("attacked")} == {2}
    assert sorted(game.rating(model_id, "structure") for model_id in ("s", "t")) == [2, 3]


def test_once_in_an_activation() -> None:
    """v1.2.4 Weapons > Point Defense: a single such attack per activation."""
    game = swarmed().defend().faces([1, 2, 3, 4]).faces([1, 2, 3, 4])
    game.expect_refused(["defend"], "already been used")


def test_needs_fire_control() -> None:
    """v1.2.4 Weapons > Point Defense: by expending a Fire Control."""
    game = swarmed(fire_control=1, weapons=[gun(as_=2)]).attack("a1", "u")
    while game.kind == "faces":
        game.faces([1, 2, 3][: game.asked.counts[0]])  # type: ignore[attr-defined]
    game.expect_refused(["defend"], "No Fire Control")


def test_short_range_only() -> None:
    """v1.2.4 Weapons > Point Defense: within the squadron's own Signature, whatever the Sensors (R55)."""
    game = stage(
        ship("A", 0, (24, 24), sensors=[4, 3, 2, 1]), squadron("S", 1, (24, 29.01), activated=True), FAR
    ).begin("a")
    game.expect_refused(["defend"], "its own Signature")
    near = stage(ship("A", 0, (24, 24)), squadron("S", 1, (24, 29), activated=True), FAR).begin("a")
    near.expect_allowed(["defend"])
    assert near.shot("a", "pd", "s").range.distance == pytest.approx(3.0)


def test_wide_signature_is_reached_from_afar() -> None:
    """R55: enemy squadrons within their own Signature."""
    game = stage(ship("A", 0, (24, 24)), squadron("S", 1, (24, 31), activated=True, signature=6), FAR).begin("a")
    game.expect_allowed(["defend"])


def test_why_a_squadron_is_beyond_it_is_said_and_drawn() -> None:
    """v1.2.4 Weapons > Point Defense: with the inches of the squadron's Signature."""
    game = swarmed()
    refusal = assess(game.match.state, game.model("a"), ("pd",), game.model("u"), "activation")
    assert isinstance(refusal, Refusal) and refusal.reason == 'U is 5.0" away: beyond Point Defense\'s 3".'
    assert refusal.draw == (PointRing((24, 24), 3.0),)


@pytest.mark.parametrize(("defense", "count"), [(3, 4), (2, 3), (1, 2)])
def test_dice_by_the_defense_that_is_left(defense: int, count: int) -> None:
    """v1.2.4 Weapons > Point Defense: AS is the ship's current Defense, macro 0, and Short Range adds 1."""
    game = stage(
        ship("A", 0, (24, 24), ratings={"defense": defense}), squadron("S", 1, (24, 28), activated=True), FAR
    ).begin("a")
    shot = game.shot("a", "pd", "s")
    assert (shot.roll.pool.base, shot.roll.pool.macro, parts(shot)) == (count, 0, {"Short Range": 1})


def test_without_defense_there_is_none() -> None:
    """R51: Defense 0: no Point Defense."""
    game = stage(ship("A", 0, (24, 24), ratings={"defense": 0}), squadron("S", 1, (24, 28), activated=True), FAR).begin(
        "a"
    )
    game.expect_refused(["defend"])
    mover = stage(squadron("S", 0, (24, 33)), ship("B", 1, (24, 24), activated=True, ratings={"defense": 0})).begin("s")
    mover.fly((24, 28)).expect("menu")


def test_it_is_not_aimed_at_one_target_nor_at_ships() -> None:
    """v1.2.4 Weapons > Point Defense: AC 0, and all squadrons at once."""
    game = swarmed()
    game.expect_refused(["attack", ["pd"], "s"], "at once")
    assert "against ships" in game.no_shot("a", "pd", "far")


def test_turrets_all_around() -> None:
    """v1.2.4 Weapons > Point Defense: no arcs."""
    game = stage(ship("A", 0, (24, 24)), squadron("S", 1, (24, 20), activated=True), FAR).begin("a")
    game.defend().faces([1, 2, 3, 4]).expect("menu")
    assert game.last("attacked")["weapon"] == "Point Defense"


# --- Support ---
def test_support_of_ships_and_cluster_missiles() -> None:
    """v1.2.4 Weapons > Point Defense: +1 from each ship in 3" with Defense, or CMM in 6"; one aid each (R55)."""
    cluster = [gun("Missile", missile="AS", as_=3, traits=["CMM"])]
    game = stage(
        ship("A", 0, (24, 24)),
        squadron("S", 1, (24, 28), activated=True),
        FAR,
        ship("Both", 0, (28.5, 24), activated=True, weapons=cluster),
        ship("Wide", 0, (17, 24), activated=True, weapons=cluster),
        ship("Broken", 0, (24, 16.5), activated=True, weapons=cluster, damaged=["a1"]),
        ship("Spent", 0, (28.5, 20.5), activated=True, ratings={"defense": 0}),
    ).begin("a")
    assert parts(game.shot("a", "pd", "s")) == {"Short Range": 1, "Both near": 1, "Wide near": 1}


def test_enemies_do_not_support() -> None:
    """v1.2.4 Weapons > Point Defense: friendly ships only."""
    game = stage(
        ship("A", 0, (24, 24)), squadron("S", 1, (24, 28), activated=True), ship("B", 1, (28, 24), activated=True)
    )
    assert parts(game.begin("a").shot("a", "pd", "s")) == {"Short Range": 1}


# --- Autofire ---
def incoming(*ships: Any, at: tuple[float, float] = (24, 36)) -> Staged:
    """Return a squadron above a ship at (24, 24), whose Point Defense starts at y = 29."""
    guards = ships or (ship("B", 1, (24, 24), activated=True),)
    return stage(squadron("S", 0, at, speed=20), *guards).begin("s")


def test_autofire_at_the_first_point_in_range() -> None:
    """v1.2.4 Weapon Traits > Autofire: at the first point in range, free of Fire Control."""
    game = incoming().fly((24, 27)).expect("autofire", side=1)
    assert game.asked.title.endswith("comes into range: autofire?")
    assert game.at("s")[1] == pytest.approx(29.0, abs=0.002)
    game.pick("fire", "b", "pd").faces([2, 2, 1, 3]).expect("menu")
    assert game.rating("s", "structure") == 3
    assert game.at("s")[:2] == (24, 27)
    assert game.last("attacked")["window"] == "autofire"


def test_autofire_may_be_declined_and_is_offered_once() -> None:
    """R56: one offer per weapon and enemy activation."""
    game = incoming().fly((24, 28)).decline().fly((24, 31)).fly((24, 28)).expect("menu")
    assert [event["what"] for event in game.events("declined")] == ["autofire"]
    assert not game.events("attacked")


def test_fired_once_too() -> None:
    """R56: not twice either."""
    game = incoming().fly((24, 28)).pick("fire", "b", "pd").faces([1, 2, 3, 4])
    game.fly((24, 31)).fly((24, 28)).expect("menu")
    assert len(game.events("attacked")) == 1


def test_starting_in_range_is_no_entering() -> None:
    """R56: starting and staying inside does not count."""
    game = incoming(at=(24, 28)).fly((24, 27)).expect("menu")
    assert not game.events("rolled")


def test_leaving_and_coming_back_is() -> None:
    """R56: it comes from outside into range."""
    game = incoming(at=(24, 28)).fly((24, 31)).fly((24, 27)).expect("autofire").decline().expect("menu")
    assert not game.events("rolled")


def test_passing_through_counts() -> None:
    """v1.2.4 Weapon Traits > Autofire: at any point of the activation, not only where it ends."""
    game = incoming(at=(20, 28.4)).fly((28, 28.4)).expect("autofire").decline().expect("menu")
    assert game.at("s")[:2] == (28, 28.4)


def test_a_squadron_shot_down_comes_no_farther() -> None:
    """v1.2.4 Basic Rules > Interruptions and Responses: the shot is resolved on the way."""
    game = stage(
        squadron("S", 0, (24, 36), speed=12, structure_left=1),
        ship("A", 0, (4, 4)),
        ship("B", 1, (24, 24), activated=True),
    ).begin("s")
    game.fly((24, 27)).pick("fire", "b", "pd").faces([2, 2, 1, 3]).expect("declare")
    assert game.model("s").place == "destroyed"
    assert game.act.model == "a"


def test_each_mount_of_each_ship_in_its_owners_order() -> None:
    """R56: reactions at one point in the order of the reacting side."""
    beam = gun("Particle Cannon", as_=3, traits=["Autofire"])
    game = incoming(
        ship("B", 1, (24, 24), activated=True, weapons=[beam], ratings={"sensors": 0}),
        ship("C", 1, (30, 10), activated=True),
    ).fly((24, 28))
    assert game.offered() == [["fire", "b", "a1"], ["fire", "b", "pd"], ["decline"], ["pass"]]
    game.pick("fire", "b", "pd").faces([1, 2, 3, 4])
    assert game.offered() == [["fire", "b", "a1"], ["decline"], ["pass"]]
    game.pick("fire", "b", "a1").faces([1, 2, 3, 4]).expect("menu")


def test_printed_autofire_reaches_as_far_as_sensors() -> None:
    """v1.2.4 Weapon Traits > Autofire: the model's Sensor Range, at ships as well."""
    beam = gun("Particle Cannon", ac=3, traits=["Autofire"])
    game = stage(
        ship("A", 0, (24, 6), thrusters=[4, 3, 2, 1]), ship("B", 1, (24, 24), 180, activated=True, weapons=[beam])
    ).begin("a")
    game.move(5).expect("autofire", side=1)
    assert game.at("a")[1] == 9.0
    game.pick("fire", "b", "a1").faces([1, 2, 3]).expect("menu")
    assert game.at("a")[1] == 11.0
    assert game.last("attacked")["band"] == "optimum"


def test_damaged_and_friendly_mounts_do_not_react() -> None:
    """v1.2.4 Weapon Traits > Autofire: an undamaged weapon of the enemy."""
    beam = gun("Particle Cannon", ac=3, traits=["Autofire"])
    game = stage(
        ship("A", 0, (24, 6), thrusters=[4, 3, 2, 1]),
        ship("Mate", 0, (20, 24), 180, activated=True, weapons=[beam]),
        ship("B", 1, (24, 24), 180, activated=True, weapons=[beam], damaged=["a1"]),
    ).begin("a")
    game.move(5).expect("menu")
    assert not game.events("attacked")


def test_autofire_leaves_the_own_activation_its_shot() -> None:
    """R59: the physical weapon fires once in its own activation. Autofire counts separately."""
    game = stage(
        squadron("S", 0, (24, 36), speed=12),
        ship("B", 1, (24, 24), speed=1, thrusters=[1]),
    ).begin("s")
    game.fly((24, 28)).pick("fire", "b", "pd").faces([1, 2, 3, 4]).end()
    game.begin("b").defend().faces([1, 2, 3, 4]).end()
    assert [event["window"] for event in game.events("attacked")] == ["autofire", "activation"]


def test_a_turn_may_come_into_range() -> None:
    """R56: a base that swings into range has come from outside."""
    beam = gun("Particle Cannon", ac=3, traits=["Autofire"])
    game = stage(
        ship("A", 0, (24, 12), base="large", thrusters=[4, 3, 2, 1]),
        ship("B", 1, (24, 27.6), 180, activated=True, weapons=[beam]),
    ).begin("a")
    game.turn(30).expect("autofire", side=1).decline().expect("menu")
    assert game.at("a")[2] == 30
