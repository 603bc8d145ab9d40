"""Tests of actions (v1.2.4 Action, Repair; R22, R41 to R43, R50)."""

from typing import Any

import pytest

from jovian.game.decision import PointLine
from tests.rules.fights import OWN, wing
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon


def solo(mover: Any, *others: Any) -> Staged:
    """Return a game with a model to move and a distant enemy."""
    return stage(mover, *others, ship("Far", 1, (44, 44), 180, activated=True))


# --- Boost ---
@pytest.mark.parametrize(("fuel", "speed"), [(0, 6), (1, 9), (2, 12)])
def test_boost_adds_three_inches_a_fuel(fuel: int, speed: float) -> None:
    """v1.2.4 Action > Boost: 3" of Speed for each of 1 or 2 fuel, spent when declared."""
    game = solo(squadron("S", 0, (24, 12))).begin("s", boost=fuel)
    assert game.room.forward == speed
    assert game.rating("s", "fuel") == 3 - fuel
    game.fly((24, 12 + speed)).end()


def test_boost_burns_two_at_most() -> None:
    """v1.2.4 Action > Boost: maximum of 2; 3 with Fast."""
    game = solo(squadron("S", 0, (24, 12))).activate("s")
    game.expect_refused(["declare", "none", 3], "At most 2")
    fast = solo(squadron("S", 0, (24, 12), traits=["Fast"])).activate("s")
    fast.expect_refused(["declare", "none", 4], "At most 3")
    fast.declare(boost=3)
    assert fast.room.forward == 15


def test_boost_needs_the_fuel() -> None:
    """v1.2.4 Action > Boost: Fuel 1+."""
    game = solo(squadron("S", 0, (24, 12), fuel_left=1)).activate("s")
    game.expect_refused(["declare", "none", 2], "At most 1")
    empty = solo(squadron("S", 0, (24, 12), fuel_left=0)).activate("s")
    empty.expect_refused(["declare", "none", 1], "At most 0")


def test_ships_do_not_boost() -> None:
    """v1.2.4 Action > Boost: squadrons only."""
    game = solo(ship("A", 0, (24, 12))).activate("a")
    game.expect_refused(["declare", "none", 1])


def test_boost_goes_with_another_action() -> None:
    """v1.2.4 Action > Boost: in addition to other actions (R41)."""
    game = solo(squadron("S", 0, (24, 12))).begin("s", "evade", boost=1)
    assert game.model("s").states == {"boosting": 1, "evading": 1}


def test_boosting_ends_with_the_activation() -> None:
    """v1.2.4 Action > Boost: for the duration of its activation."""
    game = solo(squadron("S", 0, (24, 12)), squadron("T", 0, (4, 4))).begin("s", boost=1).end()
    assert game.model("s").states == {}
    events = [each for each in game.events("state") if each["state"] == "boosting"]
    assert [each["entered"] for each in events] == [True, False]


# --- Evade ---
def test_evade_enters_the_state_at_once() -> None:
    """v1.2.4 Action > Evade: Evading until the End Phase, Fire Control 1 (R43)."""
    game = solo(ship("A", 0, (24, 12), weapons=[gun(ac=2, count=2)]), ship("B", 1, (24, 22), 180, activated=True))
    game.begin("a", "evade").expect_refused(["resolve"], "No declared action")
    game.attack("a1", "b").faces([1, 2]).expect_refused(["attack", ["a2"], "b"], "No Fire Control")
    assert game.model("a").states == {"evading": 1}


@pytest.mark.parametrize(
    ("mover", "reason"),
    [
        (ship("A", 0, (24, 12), ratings={"thrusters": 0}), "Thrusters 1"),
        (squadron("A", 0, (24, 12), fuel_left=1), "2 Fuel"),
        (ship("A", 0, (24, 12), traits=["Sluggish"]), "Sluggish"),
    ],
)
def test_evade_has_requirements(mover: Any, reason: str) -> None:
    """v1.2.4 Action > Evade: Thrusters 1+ or Fuel 2+; never a Sluggish model."""
    solo(mover).activate("a").expect_refused(["declare", "evade", 0], reason)


# --- Station Keep ---
def test_station_keeping_moves_up_to_thrusters_ahead() -> None:
    """v1.2.4 Action > Station Keep: Speed 0: 0 to Thrusters forward, no reverse (R22)."""
    game = solo(ship("A", 0, (24, 12))).begin("a", "station keep")
    assert (game.room.min_move, game.room.forward, game.room.reverse) == (0, 2, 0)
    game.expect_refused(["move", -1])
    game.move(2).turn(45).end()
    assert game.at("a") == (24, 14, 45)


def test_station_keeping_needs_thrusters_and_a_ship() -> None:
    """v1.2.4 Action > Station Keep: Thrusters 1+, a Capital Ship Special Action."""
    solo(ship("A", 0, (24, 12), ratings={"thrusters": 0})).activate("a").expect_refused(
        ["declare", "station keep", 0], "Thrusters 1"
    )
    solo(squadron("S", 0, (24, 12))).activate("s").expect_refused(["declare", "station keep", 0], "Only capital")


# --- Reorient ---
def test_reorient_success_is_one_free_pivot() -> None:
    """v1.2.4 Action > Reorient: D+: face any direction, at one point of the move, on top of the turns (R22)."""
    game = solo(ship("A", 0, (24, 12))).begin("a", "reorient")
    game.expect_refused(["pivot", 180], "Reorient")
    game.move(1).resolve().faces([2, 2, 5]).pivot(180).expect_refused(["pivot", 10], "Reorient")
    game.turn(45).expect_refused(["turn", 1], "no turn left")
    game.move(1).end()
    assert game.at("a")[2] == 225


def test_reorient_failure_is_one_more_turn() -> None:
    """v1.2.4 Action > Reorient: N: 1 more turn above the limit (R22)."""
    game = solo(ship("A", 0, (24, 12))).begin("a", "reorient").resolve().faces([1, 2, 5])
    game.expect_refused(["pivot", 90], "Reorient")
    game.turn(45).turn(45).expect_refused(["turn", 45], "no turn left")
    assert game.at("a")[2] == 90


def test_reorient_is_resolved_once() -> None:
    """v1.2.4 Action: one action per activation. An unresolved one is wasted (R41, R43)."""
    game = solo(ship("A", 0, (24, 12))).begin("a", "reorient").resolve().faces([1, 2, 5])
    game.expect_refused(["resolve"], "No declared action")
    wasted = solo(ship("A", 0, (24, 12))).begin("a", "reorient")
    wasted.expect_refused(["declare", "evade", 0])
    wasted.move(2).end()
    assert not wasted.events("rolled")


def test_reorient_needs_thrusters_when_resolved() -> None:
    """R42: ratings are checked at declaration and at resolution."""
    game = solo(ship("A", 0, (24, 12))).begin("a", "reorient")
    game.model("a").marks["thrusters"] = 2
    game.expect_refused(["resolve"], "Thrusters 1")
    solo(ship("A", 0, (24, 12), ratings={"thrusters": 0})).activate("a").expect_refused(
        ["declare", "reorient", 0], "Thrusters"
    )


# --- Damage Control ---
WRECKED = {
    "ratings": {"defense": 1, "sensors": 0, "thrusters": 1},
    "traits": ["Hangers:2", "Catapult"],
    "skill": 4,
    "weapons": [
        gun(ac=2),
        gun("Mass Driver", ("spinal",), ac=3),
        gun("Missile", missile="AC", ac=3, traits=["Limited"]),
    ],
    "damaged": ["a1", "b1", "c1", "Hangers", "Catapult"],
}
"""A ship with 2 Defense, 2 Sensors and 1 Thrusters boxes marked, two systems, a weapon, a spinal, a spent missile."""
RESULTS = {"N": [1, 2, 3, 4], "D": [1, 1, 3, 4], "T": [1, 1, 1, 4], "Q+": [1, 1, 1, 1]}


def repairing(magnitude: str, **fields: Any) -> Staged:
    """Return a game at the repair decision after this result of the Damage Control test."""
    game = solo(ship("A", 0, (24, 12), **{**WRECKED, **fields})).begin("a", "damage control")
    return game.resolve().faces(RESULTS[magnitude])


ROWS = {
    "N": ["damage"],
    "D": ["damage", "system"],
    "T": ["damage", "system", "weapon"],
    "Q+": ["damage", "system", "weapon", "spinal"],
}


@pytest.mark.parametrize("magnitude", ["D", "T", "Q+"])
def test_rows_that_a_result_offers(magnitude: str) -> None:
    """v1.2.4 Repair > Capital Ship Repairing Itself: one row of the table, by the magnitude."""
    game = repairing(magnitude).expect("repair", side=0)
    assert [choice[1] for choice in game.offered()] == ROWS[magnitude]
    game.pick("repair", "damage", "")
    while game.kind == "repair":
        game.pick(*game.offered()[0])


@pytest.mark.parametrize(("face", "repaired"), [(3, False), (4, True), (6, True)])
def test_failure_repairs_a_rating_on_four(face: int, repaired: bool) -> None:
    """v1.2.4 Repair, N: Rating Damage on a 4+."""
    game = repairing("N").faces([face])
    if repaired:
        game.pick("repair", "damage", "sensors")
    assert game.rating("a", "sensors") == int(repaired)
    assert game.kind == "menu"


@pytest.mark.parametrize(("magnitude", "count"), [("D", 1), ("T", 2), ("Q+", 3)])
def test_success_repairs_ratings_without_a_die(magnitude: str, count: int) -> None:
    """v1.2.4 Repair, D, T, Q+: one, two or three Rating Damage."""
    game = repairing(magnitude).pick("repair", "damage", "")
    for track in ("sensors", "defense", "sensors")[:count]:
        game.pick("repair", "damage", track)
    assert game.kind == "menu"
    assert (game.rating("a", "sensors"), game.rating("a", "defense")) == ((count + 1) // 2, 1 + count // 2)


@pytest.mark.parametrize(("face", "repaired"), [(3, False), (4, True)])
def test_double_repairs_a_system_on_four(face: int, repaired: bool) -> None:
    """v1.2.4 Repair, D: System Trait Damage on a 4+."""
    game = repairing("D").pick("repair", "system", "").faces([face])
    if repaired:
        game.pick("repair", "system", "Hangers")
    assert game.model("a").marks.get("Hangers", 0) == int(not repaired)
    assert game.kind == "menu"


@pytest.mark.parametrize(("magnitude", "count"), [("T", 1), ("Q+", 2)])
def test_triple_repairs_systems_without_a_die(magnitude: str, count: int) -> None:
    """v1.2.4 Repair, T, Q+: one or two System Trait Damage."""
    game = repairing(magnitude).pick("repair", "system", "").pick("repair", "system", "Catapult").expect("menu")
    marks = game.model("a").marks
    assert (marks.get("Catapult", 0), marks.get("Hangers", 0)) == (0, 2 - count)


@pytest.mark.parametrize(("face", "left"), [(3, ("a1", "b1", "c1")), (4, ("b1", "c1"))])
def test_triple_repairs_a_weapon_on_four(face: int, left: tuple[str, ...]) -> None:
    """v1.2.4 Repair, T: Weapon Damage on a 4+; a Limited weapon is never repaired."""
    game = repairing("T").pick("repair", "weapon", "").faces([face])
    assert game.model("a").damaged == left
    assert game.kind == "menu"


def test_quadruple_repairs_a_weapon_without_a_die() -> None:
    """v1.2.4 Repair, Q+: Weapon Damage Auto."""
    game = repairing("Q+").pick("repair", "weapon", "").expect("menu")
    assert game.model("a").damaged == ("b1", "c1")


@pytest.mark.parametrize(("face", "left"), [(3, ("a1", "b1", "c1")), (4, ("a1", "c1"))])
def test_quadruple_repairs_a_spinal_weapon_on_four(face: int, left: tuple[str, ...]) -> None:
    """v1.2.4 Repair, Q+: SPN Weapon Damage on a 4+."""
    game = repairing("Q+").pick("repair", "spinal", "").faces([face])
    assert game.model("a").damaged == left
    assert game.kind == "menu"


def test_structure_and_marines_are_never_repaired() -> None:
    """v1.2.4 Repair: a ship can't repair the Crippled state either."""
    game = solo(ship("A", 0, (24, 12), structure_left=0, marines=[2, 1], ratings={"marines": 1})).begin(
        "a", "damage control"
    )
    game.resolve().faces([1, 1, 1]).expect("menu")
    assert (game.rating("a", "structure"), game.rating("a", "marines"), game.model("a").is_crippled) == (0, 1, True)


def test_a_lone_rating_is_repaired_no_higher_than_printed() -> None:
    """v1.2.4 Repair: not past starting values."""
    game = solo(ship("A", 0, (24, 12), ratings={"sensors": 1})).begin("a", "damage control").resolve().faces([1, 1, 1])
    assert game.rating("a", "sensors") == 2
    assert game.model("a").marks["sensors"] == 0


def test_squadrons_do_no_damage_control() -> None:
    """v1.2.4 Action > Damage Control: a Capital Ship Special Action."""
    solo(squadron("S", 0, (24, 12))).activate("s").expect_refused(["declare", "damage control", 0], "Only capital")


# --- Withdraw ---
@pytest.mark.parametrize(("faces", "place"), [([2, 2, 5], "withdrawn"), ([1, 2, 5], "table")])
def test_withdraw_by_a_test(faces: list[int], place: str) -> None:
    """v1.2.4 Action > Withdraw: D+ takes the model out, with half its points."""
    game = solo(ship("A", 0, (24, 12)), squadron("Mate", 0, (4, 4))).begin("a", "withdraw").resolve().faces(faces)
    assert game.model("a").place == place


def test_embarked_models_withdraw_too() -> None:
    """v1.2.4 Action > Withdraw: with all Embarked models."""
    game = solo(
        ship("A", 0, (24, 12), traits=["Hangers:1"]),
        squadron("S", 0, (0, 0), embarked_in="a"),
        squadron("Mate", 0, (4, 4)),
    )
    game.begin("a", "withdraw").resolve().faces([2, 2, 5])
    assert (game.model("a").place, game.model("s").place) == ("withdrawn", "withdrawn")


@pytest.mark.parametrize(("y", "free"), [(21.0, True), (20.99, False)])
def test_withdraw_needs_six_inches(y: float, free: bool) -> None:
    """v1.2.4 Action > Withdraw: 6" from enemies, measured when resolved (R50)."""
    game = stage(ship("A", 0, (24, 12)), ship("B", 1, (24, y), 180, activated=True)).begin("a", "withdraw")
    if free:
        game.expect_allowed(["resolve"])
    else:
        game.expect_refused(["resolve"], "6")


@pytest.mark.parametrize(("y", "free"), [(18.99, False), (19, True)])
def test_every_member_of_a_formation_is_six_inches_away_to_withdraw(y: float, free: bool) -> None:
    """v1.2.4 Action > Withdraw, R50: the leader is farther away than the other member."""
    game = stage(*wing("S", 0, (24, 11), (24, 12)), ship("B", 1, (24, y + 1), 180, activated=True), OWN)
    game.begin("s", "withdraw")
    if free:
        game.resolve().faces([2, 2, 5])
        assert [game.model(each).place for each in ("s", "s2")] == ["withdrawn", "withdrawn"]
    else:
        refusal = game.expect_refused(["resolve"], 'B is only 6.0" away from S')
        assert refusal.draw[0] == PointLine((24, 12), (24, y + 1))
        game.end()


def test_withdraw_may_be_declared_in_contact_and_resolved_away() -> None:
    """R42: distance counts only when it is resolved."""
    game = stage(squadron("S", 0, (24, 12)), ship("B", 1, (24, 17), 180, activated=True), ship("Mate", 0, (4, 4)))
    game.begin("s", "withdraw").expect_refused(["resolve"], "B is only")
    game.fly((24, 8)).resolve().faces([4, 4, 1])
    assert game.model("s").place == "withdrawn"


def test_unknown_actions_are_refused() -> None:
    """v1.2.4 Action: only actions of the rulebook."""
    solo(ship("A", 0, (24, 12))).activate("a").expect_refused(["declare", "dance", 0], "no action")


def test_squadron_keeps_its_fire_after_boost() -> None:
    """v1.2.4 Action > Boost: it costs no Fire Control."""
    game = stage(squadron("S", 0, (24, 12), weapons=[weapon(ac=3)]), ship("B", 1, (24, 24), 180, activated=True)).begin(
        "s", boost=1
    )
    game.expect_allowed(["attack", ["a1"], "b"])
