"""Tests of squadrons that ram capital ships (v1.2.4 Action > Ram, Bombing Run 7; R69, R76)."""

from typing import Any

import pytest

from tests.rules.fights import FAR, GUN, OWN, counts, double, miss, plan, raid, triple, wing
from tests.rules.stage import Cast, Staged, gun, ship, squadron, stage
from tests.rules_api import refuse_action, refuse_ever


def charge(*more: Cast, target: Any = None, **fields: Any) -> Staged:
    """Return S, with 1 Structure and a declared Ram, just in front of B (at 24, 20)."""
    return stage(
        squadron("S", 0, (24, 22), **{"structure": [1], **fields}),
        ship("B", 1, (24, 20), activated=True, **(target or {})), FAR, OWN, *more,
    ).begin("s", "ram")  # fmt: skip


# --- Allowed models ---
@pytest.mark.parametrize(("structure", "allowed"), [([4, 3, 2, 1], False), ([2], False), ([1], True), ([1, 1], True)])
def test_it_takes_structure_one(structure: list[int], allowed: bool) -> None:
    """v1.2.4 Ram: Structure 0-1."""
    game = stage(squadron("S", 0, (24, 24), structure=structure), FAR).activate("s")
    if allowed:
        game.expect_allowed(["declare", "ram", 0])
    else:
        game.expect_refused(["declare", "ram", 0], "Structure 1")


def test_or_a_fire_ship() -> None:
    """v1.2.4 Traits > Fire Ship: with more than 1 remaining Structure."""
    stage(squadron("S", 0, (24, 24), traits=["Fire Ship"]), FAR).activate("s").expect_allowed(["declare", "ram", 0])


def test_squadrons_are_not_rammed() -> None:
    """v1.2.4 Ram: a squadron rams only enemy capital ships."""
    game = stage(
        squadron("S", 0, (24, 24), structure=[1]), squadron("T", 1, (24, 26), activated=True, fuel_left=0),
        ship("Mine", 0, (24, 20), activated=True), FAR,
    ).begin("s", "ram")  # fmt: skip
    game.expect_no_end(24, 25, "touching T")
    game.expect_no_end(24, 22)
    game.expect_refused(["resolve"], "contact")
    game.end()


# --- Approach ---
def test_it_moves_into_contact_with_a_boost_if_need_be() -> None:
    """v1.2.4 Squadron Ramming 1: its movement; it may Boost."""
    bare = ship("B", 1, (24, 20), activated=True, ratings={"defense": 0})
    game = stage(squadron("S", 0, (24, 32), structure=[1]), bare, FAR, OWN).activate("s")
    game.declare("ram", 2).fly((24, 22)).resolve()
    game.faces(miss(3))
    assert game.model("s").place == "destroyed"


def test_it_fails_if_it_does_not_get_there() -> None:
    """v1.2.4 Squadron Ramming 1: without contact the Ram fails, and the squadron survives."""
    target = ship("B", 1, (24, 20), activated=True)
    game = stage(squadron("S", 0, (24, 32), structure=[1]), target, OWN).begin("s", "ram")
    game.fly((24, 26)).expect_refused(["resolve"], "contact")
    game.end()
    assert game.model("s").is_on_table


def test_it_may_be_intercepted_on_its_way() -> None:
    """v1.2.4 Interception: like any movement."""
    game = stage(
        squadron("S", 0, (24, 24.9), structure=[1]), ship("B", 1, (24, 20), activated=True),
        squadron("T", 1, (20.2, 22), activated=True, weapons=[GUN]), OWN,
    ).begin("s", "ram")  # fmt: skip
    game.fly((24, 22)).pick("intercept", "t")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 4)
    game.faces(double(4)).faces(miss(3)).expect("free", 1).answer("stay")
    assert game.model("s").place == "destroyed" and len(game.events("attacked")) == 1


# --- Ram ---
def test_point_defense_first() -> None:
    """v1.2.4 Squadron Ramming 2: Defense dice at Short Range; it costs the ship no Fire Control."""
    game = charge().resolve()
    assert counts(game) == (4, 0, 0)
    game.faces(double(4))
    assert game.model("s").place == "destroyed"
    assert [each["weapon"] for each in game.events("attacked")] == ["Point Defense"]
    assert game.rating("b", "structure") == 3


def test_no_defense_no_point_defense() -> None:
    """R51: Defense 0."""
    game = charge(target={"ratings": {"defense": 0}}).resolve()
    assert counts(game) == (3, 0, 0)
    game.faces(miss(3))


@pytest.mark.parametrize(
    ("faces", "structure", "critical"), [(miss(3), 3, False), (double(3), 3, True), (triple(3), 2, True)]
)
def test_the_skill_test(faces: list[int], structure: int, critical: bool) -> None:
    """v1.2.4 Squadron Ramming 3: D a Critical Hit, T+ also a Structure. The squadron is always lost (4)."""
    game = charge().resolve().faces(miss(4)).faces(faces)
    if critical:
        game.expect("critical", 0).pick("damage", "sensors")
    assert (game.rating("b", "structure"), game.rating("b", "sensors")) == (structure, 1 if critical else 2)
    assert game.model("s").place == "destroyed" and game.kind != "menu"
    assert game.last("attacked")["window"] == "ram"


def test_quadruples_are_no_more_than_triples() -> None:
    """v1.2.4 Squadron Ramming 3: T+."""
    game = charge(skill=4).resolve().faces(miss(4)).faces([2, 2, 2, 2]).pick("damage", "sensors")
    assert game.rating("b", "structure") == 2


def test_the_ship_may_die_of_it() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: a ram's Structure damage counts like any other."""
    game = charge(target={"structure": [1]}).resolve().faces(miss(4)).faces(triple(3))
    while game.kind == "critical":
        game.pick("damage", "sensors")
    game.faces([6])
    assert game.model("b").place == game.model("s").place == "destroyed"
    assert len(game.pieces("wreck")) == 1


def test_the_nearest_of_two_ships_may_be_chosen() -> None:
    """v1.2.4 Squadron Ramming: in contact with two, the ship named is rammed."""
    game = charge(ship("C", 1, (24, 24), activated=True, ratings={"defense": 0}))
    game.expect_refused(["resolve", "far"])
    game.answer("resolve", "c").faces(double(3)).pick("damage", "sensors")
    assert (game.rating("c", "sensors"), game.rating("b", "sensors")) == (1, 2)


# --- After a Bombing Run ---
def test_from_a_run_without_point_defense() -> None:
    """v1.2.4 Squadron Ramming 2: skipped if the Ram results from a Bombing Run."""
    game = raid({"structure": [1]}, {"weapons": [gun(as_=2)]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.pick("ram")
    assert counts(game) == (3, 0, 0)
    game.faces(double(3)).pick("damage", "thrusters")
    assert game.model("s").place == "destroyed" and game.rating("b", "thrusters") == 1


def test_no_ram_at_a_ship_that_is_gone() -> None:
    """v1.2.4 Bombing Run 7: ship and squadron must both still be there."""
    game = raid({"structure": [1]}, {"weapons": [gun(as_=2)]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 5)
    game.faces(double(5)).faces(miss(6))
    assert game.model("s").place == "destroyed" and game.kind != "ram"


# --- Formations ---
def test_of_a_formation_one_rams_and_the_other_flies_on() -> None:
    """R76: broken for good. The other member continues the activation, and has no second one this turn."""
    bare = ship("B", 1, (24, 20), activated=True, ratings={"defense": 0})
    pair = wing("S", 0, (24, 22), (24, 23), structure=[1])
    game = stage(*pair, bare, ship("Own", 0, (4, 4)), FAR).begin("s", "ram")
    game.resolve().faces(miss(3))
    mate = game.model("s2")
    assert game.model("s").place == "destroyed" and mate.is_on_table and not mate.formation
    act = game.match.state.activation
    assert mate.activated or (act is not None and act.model == "s2"), "it would activate twice"


def test_of_three_that_bomb_one_rams_and_the_others_fly_apart() -> None:
    """R76: the formation is broken for good, also for the remaining members."""
    trio = wing("S", 0, (24, 22), (24, 23), (24, 24), traits=["Ace"], weapons=[GUN])
    game = stage(*trio, ship("B", 1, (24, 20), activated=True, ratings={"defense": 0}), ship("Own", 0, (4, 4)), FAR)
    game.model("s").marks["structure"] = 3
    game.begin("s", "bombing").resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("ram", 0).pick("ram").faces(miss(3))
    assert game.model("s").place == "destroyed"
    assert [game.model(each).formation for each in ("s2", "s3")] == ["", ""]
    for _ in range(2):
        game.expect("free", 0).answer(*game.asked.default().to_json())


@pytest.mark.parametrize("structure", [[1], [2, 1], [4, 3, 2, 1]])
def test_every_squadron_may_come_to_ram(structure: list[int]) -> None:
    """v1.2.4 Action > Ram: with the last Structure, which some have from the start. The window lists it for all."""
    game = stage(squadron("S", 0, (24, 12), structure=structure), OWN, FAR)
    squadrons = game.match.state, game.model("s")
    assert refuse_ever(*squadrons, "ram") is None
    assert (refuse_action(*squadrons, "ram") is None) == (structure == [1])
