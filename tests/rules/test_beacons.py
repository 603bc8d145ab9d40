"""Tests of beacons and of deployment near them (v1.2.4 Scenarios > Beacon Deployment Zone; R81)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from tests.rules.stage import SHIP, SQUADRON, Staged, muster, rock
from tests.rules_api import beacons, free_points

FIRST = ((6, 6), (18, 6), (30, 6), (42, 6))
SECOND = ((6, 42), (18, 42), (30, 42), (42, 42))


def hull(name: str, **fields: Any) -> Any:
    """Return a ship that may stay where it is, with a base of 2" by 3"."""
    return parse_unit({**SHIP, "name": name, "speed": 0, "thrusters": [1], **fields}, "test")


def wing(name: str, **fields: Any) -> Any:
    """Return a squadron."""
    return parse_unit({**SQUADRON, "name": name, "faction": "CEGA", **fields}, "test")


def stage_beacons(first: tuple[Any, ...], second: tuple[Any, ...], **scenario: Any) -> Staged:
    """Return a game of two fleets in which beacons are yet to be placed."""
    return muster(first, second, zones="beacons", **scenario)


def small(**scenario: Any) -> Staged:
    """Return two sides with a ship and a squadron each."""
    return stage_beacons((hull("A"), wing("S")), (hull("C"), wing("U")), **scenario)


def place_beacons(game: Staged, first: Any = FIRST, second: Any = SECOND) -> Staged:
    """Place all beacons, those of side 0 first."""
    for one, other in zip(first, second, strict=True):
        game.answer("beacon", *one, kind="beacon").answer("beacon", *other, kind="beacon")
    return game


def test_they_are_set_up_by_turns_from_the_initiative_on() -> None:
    game = small(initiative=1).expect("beacon", side=1).answer("beacon", 24, 24).expect("beacon", side=0)
    game.answer("beacon", 24, 36).expect("beacon", side=1)
    assert [each.side for each in beacons(game.match.state)] == [1, 0] and "(2 of 4)" in game.asked.title
    assert game.match.state.turn == 0, "before the first turn"


def test_four_each_and_then_the_first_turn() -> None:
    game = place_beacons(small()).expect("deploy", side=0)
    assert [sum(each.side == side for each in beacons(game.match.state)) for side in (0, 1)] == [4, 4]
    assert (game.match.state.turn, len(game.events("noted"))) == (1, 8)
    event = game.events("noted")[0]
    assert (event["said"], event["side"]) == ('sets up beacon 1 of 4 at 6", 6"', 0)


@pytest.mark.parametrize(("x", "free"), [(36.0, True), (35.9, False), (12.0, True), (12.1, False)])
def test_they_stand_twelve_inches_from_any_other(x: float, free: bool) -> None:
    """Exactly 12" is enough. Beacons of both sides count."""
    game = small().answer("beacon", 24, 24)
    if free:
        game.expect_allowed(["beacon", x, 24])
    else:
        game.expect_refused(["beacon", x, 24], '12" away from every other beacon')


def test_they_stand_on_the_table_and_its_rim_is_part_of_it() -> None:
    game = small().expect_allowed(["beacon", 0, 48]) or small()
    for point in ([-0.1, 9], [9, 48.1]):
        game.expect_refused(["beacon", *point], "on the table")


def test_the_rest_is_not_set_up_where_there_is_no_room() -> None:
    """A table of 24": the corners and the center, and no more."""
    game = small(table={"width": 24, "height": 24})
    for point in ((0, 0), (24, 24), (24, 0), (0, 24)):
        game.answer("beacon", *point, kind="beacon")
    game.expect_allowed(["beacon", 12, 12])
    game.answer("beacon", 12, 12, kind="beacon").answer("beacon", 12, 0, kind="beacon")
    game.answer("beacon", 12, 24, kind="beacon").answer("beacon", 0, 12, kind="beacon")
    assert game.kind == "deploy"
    crowded = small(table={"width": 24, "height": 24})
    for point in ((7, 7), (7, 19.5), (19.5, 13)):
        crowded.answer("beacon", *point, kind="beacon")
    while crowded.kind == "beacon":
        crowded.answer(*crowded.asked.default().to_json())
    assert crowded.kind == "deploy" and len(beacons(crowded.match.state)) < 8
    assert crowded.last("noted")["said"] == "there is no room for more beacons"


def test_the_only_place_left_is_found() -> None:
    """It is where two circles cross, off every grid."""
    taken = [(0.0, 0.0), (17.3, 0.0)]
    left = [
        (x, y)
        for x, y in free_points(taken, 12.0, (17.3, 9.0), True)
        if 0 <= x <= 17.3 and 0 <= y <= 9 and all((x - a) ** 2 + (y - b) ** 2 >= 143.99 for a, b in taken)
    ]
    assert left and all(abs(x - 8.65) < 0.8 and y > 8.3 for x, y in left)


def test_places_where_circles_cross_each_other_and_the_rim_are_tried() -> None:
    """They are off every row and grid."""
    table = (20.0, 20.0)
    for near, far in ((4.0, 0.0), (16.0, 20.0)):
        assert {(2.5, far), (8.5, far)} <= set(free_points([(5.5, near)], 5.0, table, True))
        assert {(far, 2.5), (far, 8.5)} <= set(free_points([(near, 5.5)], 5.0, table, True))
    crossed = {(round(x, 6), round(y, 6)) for x, y in free_points([(5.5, 7.3), (11.5, 15.3)], 50**0.5, table, True)}
    assert {(4.5, 14.3), (12.5, 8.3)} <= crossed


@pytest.mark.parametrize(("y", "free"), [(10.5, True), (10.6, False)])
def test_any_part_of_a_base_within_three_inches_is_enough(y: float, free: bool) -> None:
    """3" and half of the base from the beacon at (18, 6)."""
    game = place_beacons(small())
    choice = ["place", game.model("a").id, 18, y, 0]
    if free:
        game.expect_allowed(choice)
    else:
        game.expect_refused(choice, "in the deployment zone and wholly on the table")


def test_a_base_near_a_beacon_stays_on_the_table() -> None:
    game = place_beacons(small(), ((6, 0), (18, 0), (30, 0), (42, 0)))
    game.expect_refused(["place", game.model("a").id, 18, 1, 0], "wholly on the table")
    game.expect_allowed(["place", game.model("a").id, 18, 1.5, 0])


def test_the_beacons_of_the_enemy_are_no_zone() -> None:
    game = place_beacons(small())
    game.expect_refused(["place", game.model("a").id, 18, 42, 0], "in the deployment zone")


def test_a_model_looks_at_the_enemy_from_where_it_is() -> None:
    game = place_beacons(small(), SECOND, FIRST)
    (x, y, heading) = game.asked.default().to_json()[2:]
    assert (x, y, heading) == (6, 42, 150), "to the middle of the enemy's beacons"


# --- Fleet Deployment: a model at each beacon ---
FOUR = (hull("A"), hull("B"), wing("S"), wing("T"))


def test_every_beacon_needs_a_model_as_far_as_there_are_models() -> None:
    game = place_beacons(stage_beacons(FOUR, (hull("C"), wing("U")))).place("a", 6, 6)
    game.place("c", 6, 42)
    game.expect_refused(["place", game.model("b").id, 6, 9.5, 0], "3 beacons of this side still without a model")
    game.place("b", 18, 6)
    game.expect_refused(["place", game.model("s").id, 18, 9, 0], "2 beacons")
    game.expect_refused(["decline"], "2 beacons")
    game.place("s", 30, 6).place("u", 18, 42)
    game.expect_refused(["decline"], "1 beacon of this side")
    game.place("t", 42, 6)
    assert game.kind == "activate"


def test_one_to_spare_may_go_anywhere_or_wait() -> None:
    game = place_beacons(stage_beacons((*FOUR, wing("V")), (hull("C"), wing("U")))).place("a", 6, 6).place("c", 6, 42)
    game.expect_allowed(["place", game.model("b").id, 6, 9.5, 0])
    game.place("b", 18, 6).place("s", 30, 6).place("u", 18, 42).place("t", 42, 6)
    game.expect_allowed(["decline"])
    game.decline()
    assert game.model("v").place == "reserve"


def test_fewer_models_than_beacons_go_to_one_each() -> None:
    game = place_beacons(small()).place("a", 6, 6).place("c", 6, 42)
    game.expect_refused(["place", game.model("s").id, 6, 9, 0], "3 beacons")
    game.place("s", 42, 6).expect("deploy", side=1)


def test_a_formation_leaves_enough_for_the_other_beacons() -> None:
    wings = tuple(wing("S", traits=["Formation"]) for _ in range(4))
    game = place_beacons(stage_beacons((hull("A"), *wings), (hull("C"), wing("U")))).place("a", 6, 6).place("c", 6, 42)
    first, second, *_ = (each.id for each in game.match.state.models.values() if each.name.startswith("S"))
    game.expect_allowed(["place", first, 18, 6, 0, second])
    game.answer("place", first, 18, 6, 0).place("u", 18, 42)
    third, fourth = (each.id for each in game.asked.models if each.id != second)
    game.expect_allowed(["place", second, 30, 6, 0])
    game.answer("place", second, 18, 9, 0)
    game.expect_refused(["place", third, 30, 6, 0, fourth], "2 beacons")


def test_whoever_goes_aboard_mans_no_beacon() -> None:
    game = place_beacons(stage_beacons((hull("A", traits=["Hangers:2"]), wing("S"), wing("T")), (hull("C"),)))
    game.place("a", 6, 6).place("c", 6, 42)
    game.expect_refused(["embark", game.model("s").id, game.model("a").id], "3 beacons")


def test_a_beacon_without_room_is_let_be() -> None:
    """Three rocks and the edge leave no place near it."""
    rocks = [rock("small-moon", (24, 6), radius=6, id="moon")]
    game = place_beacons(
        stage_beacons((hull("A"),), (hull("C"),), terrain=rocks), ((24, 6), (0, 30), (12, 30), (36, 30))
    )
    while game.kind == "deploy" and game.asked.side == 0:
        answer = game.asked.default()
        game.expect_allowed(answer.to_json())
        game.answer(*answer.to_json())
    assert game.model("a").is_on_table


def test_escalating_deployment_asks_for_no_model_at_each() -> None:
    game = place_beacons(small(deployment="escalating")).place("a", 6, 6).place("c", 6, 42)
    game.expect_allowed(["place", game.model("s").id, 6, 9, 0])


def test_reserves_come_to_any_beacon_later() -> None:
    game = place_beacons(stage_beacons((*FOUR, wing("V")), (hull("C"), wing("U")))).place("a", 6, 6).place("c", 6, 42)
    game.place("b", 18, 6).place("s", 30, 6).place("u", 18, 42).place("t", 42, 6).decline()
    for name in ("a", "c", "b", "u", "s", "t"):
        game.idle(name)
    game.expect_allowed(["place", game.model("v").id, 18, 9.5, 0])
    game.expect_allowed(["decline"])


def test_a_beacon_is_taken_back() -> None:
    game = small()
    before = game.match.state.digest()
    game.answer("beacon", 24, 24)
    game.match.undo()
    assert game.match.state.digest() == before and beacons(game.match.state) == ()
