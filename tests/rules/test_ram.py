"""Tests of capital ships that ram capital ships (v1.2.4 Action > Ram; R24, R42, R50, R69).

`test_ramming.py` covers squadrons.
"""

from __future__ import annotations

from typing import Any

import pytest

from jovian.table import overlaps
from tests.rules.fights import counts, throw
from tests.rules.stage import Cast, Staged, gun, printed, ship, squadron, stage
from tests.rules_api import front_arc_part

LAST: dict[str, Any] = {"structure_left": 1}
NO, YES = [1, 2, 5], [2, 2, 5]
"""Skill tests of N and D."""
SPENT = {"defense": 0, "sensors": 0, "thrusters": 0}


def stage_ram(one: Any = None, two: Any = None, *more: Cast, heading: int = 90, y: float = 20.0) -> Staged:
    """Return A of side 0 (Structure 1), bow north at (24, 14), and B of side 1 ahead, port side toward it."""
    return stage(
        ship("A", 0, (24, 14), **{**LAST, **(one or {})}),
        ship("B", 1, (24, y), heading, **{"activated": True, **(two or {})}),
        *more, ship("Far", 1, (44, 44), 180, activated=True), ship("Own", 0, (4, 44), activated=True),
    )  # fmt: skip


def contact(game: Staged, inches: float) -> Staged:
    """Let A declare the Ram and move this far ahead."""
    return game.begin("a", "ram").move(inches)


def side_on(one: Any = None, two: Any = None, *more: Cast) -> Staged:
    """Let A move into the port side of B and resolve its Ram."""
    return contact(stage_ram(one, two, *more), 3.5).resolve()


# --- Requirement ---
@pytest.mark.parametrize(
    ("fields", "free"),
    [
        ({"structure_left": 3}, False), ({"structure_left": 2}, False), ({"structure_left": 1}, True),
        ({"structure_left": 0}, True), ({"structure_left": 3, "traits": ["Fire Ship"]}, True),
        ({"structure_left": 0, "traits": ["Fire Ship"]}, True), ({"structure": [2, 1, 1], "structure_left": 1}, True),
    ],
)  # fmt: skip
def test_who_may_ram(fields: dict[str, Any], free: bool) -> None:
    """v1.2.4 Action > Ram: Structure 0-1, a Crippled ship among them, or the trait Fire Ship."""
    game = stage_ram(fields).activate("a")
    if free:
        game.expect_allowed(["declare", "ram", 0])
    else:
        game.expect_refused(["declare", "ram", 0], "Structure 1")


def test_a_crippled_ship_that_declared_it_resolves_it() -> None:
    """R42: requirements are checked at resolution too. 0 is within 0-1."""
    game = contact(stage_ram(), 3.5)
    game.model("a").marks["structure"] = 3
    game.model("a").states["crippled"] = 1
    game.resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).faces([1])
    assert game.model("a").place == "destroyed"


# --- Contact ---
def test_it_may_stop_in_contact_for_its_ram_only() -> None:
    """R24: a declared Ram allows contact. Without one it must continue while a free end is ahead."""
    contact(stage_ram(), 3.5).expect_allowed(["resolve"]).resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).end()
    small = {"base": "small"}
    stage_ram(small, small, y=17.75).begin("a").move(2).expect_refused(["end"], "B")
    stage_ram(small, small, y=17.75).begin("a", "ram").move(2).expect_allowed(["resolve"])


@pytest.mark.parametrize(("inches", "free"), [(3.0, False), (3.49, False), (3.5, True)])
def test_the_bases_must_touch(inches: float, free: bool) -> None:
    """v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship 1: into base contact; otherwise the Ram fails."""
    game = contact(stage_ram(), inches)
    if free:
        game.expect_allowed(["resolve"]).resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3])
    else:
        game.expect_refused(["resolve"], "contact")


def test_a_ram_that_falls_short_is_wasted() -> None:
    """R43: an unresolved Ram is wasted, without damage."""
    game = contact(stage_ram(), 3.0).end()
    assert (game.rating("a", "structure"), game.rating("b", "structure"), game.events("rolled")) == (1, 3, [])


def test_contact_with_the_flank_is_no_ram() -> None:
    """v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship 1: the front arc must be in contact."""
    game = stage(
        ship("A", 0, (24, 14), **LAST, speed=0, thrusters=[1]), ship("B", 1, (26, 14), 0, activated=True)
    )  # fmt: skip
    game.begin("a", "ram").expect_refused(["resolve"], "front")


def test_contact_with_the_stern_is_no_ram() -> None:
    """v1.2.4 Action > Ram > Capital Ship Ramming Capital Ship 1: backing into a ship is no Ram."""
    game = stage(
        ship("A", 0, (24, 14), **LAST, speed=0, thrusters=[1]), ship("B", 1, (24, 10), 0, activated=True)
    )  # fmt: skip
    game.begin("a", "ram").move(-1).expect_refused(["resolve"], "front")


def test_it_may_turn_into_contact() -> None:
    """R24: a turn may lead to the contact of a Ram, even without a free end ahead."""
    game = stage(
        ship("A", 0, (24, 14), **LAST, speed=0, thrusters=[1]), ship("B", 1, (26.6, 14), 0, activated=True)
    )  # fmt: skip
    game.begin("a", "ram").expect_refused(["resolve"], "contact")
    game.turn(45).expect_allowed(["resolve"])
    game.resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3])


@pytest.mark.parametrize("what", ["friend", "squadron"])
def test_only_enemy_ships_are_rammed(what: str) -> None:
    """v1.2.4 Action > Ram: neither squadrons nor friends."""
    other = ship("C", 0, (24, 17), activated=True) if what == "friend" else squadron("C", 1, (24, 16), activated=True)
    game = stage(
        ship("A", 0, (24, 14), **LAST, speed=0, thrusters=[1]), other, ship("B", 1, (24, 40), activated=True)
    )  # fmt: skip
    game.begin("a", "ram").expect_refused(["resolve"], "enemy ship")
    game.expect_refused(["resolve", "c"])


def test_one_of_several_is_named() -> None:
    """v1.2.4 Action > Ram: one target. If two ships are in contact, the player names it."""
    game = stage(
        ship("A", 0, (24, 14), **LAST), ship("B", 1, (22.95, 20), activated=True),
        ship("C", 1, (25.05, 20), activated=True), ship("D", 1, (30, 20), activated=True),
    )  # fmt: skip
    game.begin("a", "ram").move(3.0).expect_refused(["resolve", "d"], "contact")
    game.expect_allowed(["resolve", "b"]).answer("resolve", "c").faces(NO)
    throw(game, 1, 2, 3, 4, 5)
    throw(game, 1, 2, 3)
    assert [event["target"] for event in game.events("attacked")] == ["c", "a"]


def test_a_target_that_dies_first_is_not_rammed() -> None:
    """R42: contact and target are checked at resolution."""
    game = stage_ram({"weapons": [gun(ac=3)]}, {**LAST, "ratings": {"defense": 0, "sensors": 0}}).begin("a", "ram")
    throw(game.attack("a1", "b"), 2, 2, 2, 6, 1).faces([4])
    assert game.model("b").place == "destroyed"
    game.move(3.25).expect_refused(["resolve"], "contact")


def test_one_ram_an_activation() -> None:
    """R41: one action, which ends with its resolution."""
    game = side_on().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3])
    game.expect_refused(["resolve"], "No declared action")
    game.end()


def test_a_ram_costs_no_fire_control() -> None:
    """v1.2.4 Action > Ram: it isn't an attack of either ship."""
    game = side_on({"weapons": [gun(ac=3)]}).faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3])
    assert (game.act.spent, game.act.used) == ((), ())
    game.expect_allowed(["attack", ["a1"], "b"])


@pytest.mark.parametrize("tie", [{"escorting": "b"}, {}])
def test_no_squadron_keeps_a_rammer_off_its_prey(tie: dict[str, str]) -> None:
    """R24, R25: the Ram's contact is allowed, and squadrons move aside. In contact with only them it may not stop."""
    wing = squadron("E", 1, (24, 18.5), activated=True, **tie)
    game = stage_ram(None, {"traits": ["CAP"], **LAST}, wing).begin("a", "ram")
    game.expect_refused(["move", 3.4], "E")
    game.move(3.5).resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).end()
    rammer, squad = game.model("a"), game.model("e")
    assert not overlaps(rammer.base, rammer.pose, squad.base, squad.pose)


def test_a_ship_still_keeps_a_rammer_off() -> None:
    """R24: another own ship doesn't move aside, and is no target."""
    game = stage_ram(None, None, ship("Mate", 0, (24, 18.4), 90, base="small", activated=True)).begin("a", "ram")
    game.expect_refused(["move", 3.5], "Mate")


# --- Rolls ---
def test_both_roll_their_starting_structure() -> None:
    """v1.2.4 Action > Ram 2: Base Pool equal to the starting Structure, whatever remains of it."""
    game = side_on({"structure": [5, 4, 3, 2, 1]}, {"structure": [4, 3, 2, 1], "structure_left": 2})
    game.expect("faces", side=0).faces(NO).expect("faces", side=0)
    assert counts(game) == (6, 0, 0), "5 Structure and the side"
    game.faces([1, 2, 3, 4, 5, 6]).expect("faces", side=1)
    assert counts(game) == (4, 0, 0)
    game.faces([1, 2, 3, 4])


@pytest.mark.parametrize(
    ("heading", "inches", "mine", "theirs"),
    [(90, 3.5, (4, 0, 0), (3, 0, 0)), (270, 3.5, (4, 0, 0), (3, 0, 0)), (0, 3.0, (4, 1, 0), (3, 0, 0)),
     (180, 3.0, (4, 0, 0), (4, 0, 0))],
)  # fmt: skip
def test_arcs_and_bows(heading: int, inches: float, mine: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    """v1.2.4 Action > Ram 2: Flank +1, Rear +2; bow against bow one base die for both."""
    game = contact(stage_ram(heading=heading), inches).resolve().faces(NO)
    assert counts(game) == mine
    game.faces([1, 2, 3, 4], [5] * mine[1])
    if game.kind == "flex":
        game.answer(*game.asked.default().to_json())
    assert counts(game) == theirs
    game.faces([1, 2, 3, 4][: theirs[0]]).expect("menu")


def test_a_ram_that_goes_deep_is_no_meeting_of_bows() -> None:
    """v1.2.4 Action > Ram 2: only if both ships' front arcs are in contact, also where bases overlap (R25)."""
    game = contact(stage_ram(), 4.25).resolve().faces(NO)
    assert counts(game) == (4, 0, 0), "3 Structure and the side"
    game.faces([1, 2, 3, 4])
    assert counts(game) == (3, 0, 0)
    game.faces([1, 2, 3])


def test_neither_range_nor_armor_nor_aim_counts() -> None:
    """R50: no range modifier. v1.2.4 Action > Ram 2: only the arc's modifier."""
    two = {"armor": {"fore": 2, "side": 2, "aft": 2}, "traits": ["ECM:2", "Reactive Armor:1", "Cloak", "Jammer"]}
    game = stage_ram({"armor": {"fore": 3}, "traits": ["ECM:1"]}, two)
    game.model("b").states["targeted"] = 2
    game = contact(game, 3.5).resolve().faces(NO)
    assert counts(game) == (4, 0, 0)
    game.faces([1, 2, 3, 4])
    assert counts(game) == (3, 0, 0)
    game.faces([1, 2, 3])
    assert [event["window"] for event in game.events("attacked")] == ["ram", "ram"]


@pytest.mark.parametrize(("test", "left", "sensors"), [(NO, 3, 1), (YES, 2, 1), ([2, 2, 2], 2, 1)])
def test_a_skill_test_escalates_the_rammer(test: list[int], left: int, sensors: int) -> None:
    """v1.2.4 Action > Ram 2: on a D+ all its successful results are Escalated by one; else they stand."""
    game = side_on().faces(test).faces([3, 3, 5, 6]).faces([1, 2, 3])
    if test != NO:
        game.expect("critical", side=0).pick("damage", "sensors")
    assert (game.rating("b", "structure"), game.rating("b", "sensors")) == (left, sensors)


def test_every_set_of_the_rammer_is_escalated() -> None:
    """v1.2.4 Action > Ram 2: all successful results."""
    game = side_on().faces(YES).faces([3, 3, 5, 5]).faces([1, 2, 3])
    game.pick("damage", "sensors").pick("damage", "defense")
    assert game.rating("b", "structure") == 1


def test_the_rammed_ship_always_escalates() -> None:
    """v1.2.4 Action > Ram 2: without a test: its D is a T."""
    game = side_on({"traits": ["Fire Ship"], "structure_left": 3}).faces(NO).faces([1, 2, 3, 4]).faces([6, 6, 1])
    game.expect("critical", side=1).pick("damage", "thrusters").expect("menu", side=0)
    assert (game.rating("a", "structure"), game.rating("a", "thrusters")) == (2, 1)


def test_nothing_is_escalated_from_nothing() -> None:
    """v1.2.4 Dice System > Escalate: an N stays an N."""
    game = side_on().faces(YES).faces([1, 2, 3, 4]).faces([1, 2, 3]).expect("menu", side=0)
    assert (game.rating("a", "structure"), game.rating("b", "structure")) == (1, 3)


def test_both_have_struck_before_either_is_hurt() -> None:
    """v1.2.4 Action > Ram 3: both rolls come before the damage, so a destroyed ship still deals its damage."""
    game = side_on({"traits": ["Fire Ship"], "structure_left": 3}, {**LAST, "ratings": {"defense": 0, "sensors": 0}})
    game.faces(YES).faces([6, 6, 1, 2]).faces([6, 6, 1]).expect("faces").faces([5])
    assert game.model("b").place == "destroyed"
    game.expect("critical", side=1).pick("damage", "thrusters").expect("menu", side=0)
    assert game.rating("a", "structure") == 2


# --- Damage to the rammer ---
def test_a_rammer_that_is_crippled_by_it_stays() -> None:
    """v1.2.4 Action > Ram 3: destroyed only if it was Crippled at the start; its own table roll decides (R69)."""
    game = side_on().faces(NO).faces([1, 2, 3, 4]).faces([6, 6, 1]).faces([5])
    game.pick("damage", "sensors").expect("menu", side=0)
    assert (game.model("a").is_on_table, game.model("a").is_crippled) == (True, True)


def test_a_rammer_may_die_by_the_table() -> None:
    """v1.2.4 Damage > Catastrophic Damage Table: Dead leaves a Wreck."""
    game = side_on().faces(NO).faces([1, 2, 3, 4]).faces([6, 6, 1]).faces([6])
    assert game.model("a").place == "destroyed"
    assert len(game.pieces("wreck")) == 1


def test_an_unhurt_fire_ship_stays() -> None:
    """v1.2.4 Traits > Fire Ship: it may ram. It has no other effect."""
    game = side_on({"traits": ["Fire Ship"], "structure_left": 3}).faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3])
    assert (game.model("a").is_on_table, game.rating("a", "structure")) == (True, 3)


@pytest.mark.parametrize("face", [1, 5, 6])
def test_a_crippled_rammer_is_destroyed_without_a_wreck(face: int) -> None:
    """v1.2.4 Action > Ram 3: removed from play; its roll only decides an explosion (R50)."""
    game = side_on({"structure_left": 0}).faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).faces([face])
    assert game.model("a").place == "destroyed"
    assert (game.pieces("wreck"), game.pieces("debris-field")) == ([], [])


def test_a_crippled_rammer_may_explode() -> None:
    """v1.2.4 Action > Ram 3: the Catastrophic Damage Table decides whether it Explodes; its target is near."""
    game = stage_ram({"structure_left": 0, "ratings": {"defense": 0, "sensors": 0}}, y=18.0)
    contact(game, 1.5).resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).faces([6])
    assert (game.model("a").place, len(game.pieces("debris-field"))) == ("destroyed", 1)
    assert game.asked.side == 0 and counts(game)[2] == 2, "an explosion of Structure 3 within 3 inches"
    base, flex, macro = counts(game)
    game.faces([1, 2, 3, 4, 5][:base], [6] * flex, [6] * macro)
    while game.kind == "flex":
        game.answer(*game.asked.default().to_json())
    assert [event["window"] for event in game.events("attacked")] == ["ram", "ram", "explosion"]


def test_a_crippled_rammer_strikes_first() -> None:
    """v1.2.4 Action > Ram 3: damage as normal, then it is Destroyed."""
    game = side_on({"structure_left": 0}).faces(YES).faces([6, 6, 1, 2]).faces([1, 2, 3])
    game.expect("critical", side=0).pick("damage", "thrusters").faces([1])
    assert (game.model("a").place, game.rating("b", "structure")) == ("destroyed", 2)


def test_who_was_aboard_a_crippled_rammer() -> None:
    """R28, R70: if it doesn't explode, models aboard are placed within 1" of it. If it does, they are lost."""
    for face, place in ((1, "table"), (6, "destroyed")):
        rammer = {"structure_left": 0, "ratings": {"defense": 0, "sensors": 0}, "traits": ["Hangers:1"]}
        game = stage_ram(rammer, {"base": "small"}, squadron("S", 0, (0, 0), embarked_in="a"), y=18.0)
        contact(game, 1.75).resolve().faces(NO).faces([1, 2, 3, 4]).faces([1, 2, 3]).faces([face])
        while game.kind in ("unload", "faces", "flex"):
            game.answer(*game.asked.default().to_json())
        assert game.model("s").place == place


# --- Book's example ---
def valiant_and_tengu() -> Staged:
    """Return the Valiant with 1 remaining Structure in contact with the side of the Tengu."""
    game = stage(
        printed("jovian/valiant", 0, (24, 14), structure_left=1),
        printed("cega/tengu", 1, (24, 20), 90, activated=True),
    )  # fmt: skip
    return game.begin("valiant", "ram").move(5.25 - 1.5).resolve()


def test_the_valiant_rams_the_tengu() -> None:
    """v1.2.4 Action > Ram, the Valiant: 5d6 of Structure 4 and the side, [D2, D5] becomes [T2, T5]."""
    game = valiant_and_tengu().faces(YES).expect("faces", side=0)
    assert counts(game) == (5, 0, 0)
    game.faces([2, 2, 5, 5, 6]).expect("faces", side=1)
    assert counts(game) == (3, 0, 0)
    game.faces([1, 2, 3])
    game.expect("critical", side=0).pick("damage", "defense").expect("critical", side=0).pick("damage", "thrusters")
    assert game.events("attacked")[0]["result"] == "T2,T5"
    assert [game.rating("tengu", track) for track in ("structure", "defense", "thrusters")] == [1, 3, 1]
    game.expect("menu")


def test_the_valiant_is_rammed_in_turn() -> None:
    """v1.2.4 Action > Ram, the Valiant: the Tengu's [D2] counts as [T2] and cripples it; it is not Destroyed."""
    game = valiant_and_tengu().faces(YES).faces([2, 2, 5, 5, 6]).faces([2, 2, 4])
    game.pick("damage", "defense").pick("damage", "thrusters").expect("faces").faces([3])
    game.expect("critical", side=1).pick("damage", "defense").expect("menu", side=0)
    assert game.events("attacked")[1]["result"] == "T2"
    assert (game.model("valiant").is_on_table, game.model("valiant").is_crippled) == (True, True)
    assert game.rating("valiant", "defense") == 3


def test_the_bow_is_the_front_of_the_base() -> None:
    """R15: from the center to the front edge, 45 degrees to either side, as wide as the base."""
    for size in ("small", "medium", "large"):
        base = stage(ship("A", 0, (24, 24), base=size), ship("B", 1, (4, 4))).model("a").base
        front = front_arc_part(base)
        assert max(y for _, y in front.points) == base.length / 2 and min(y for _, y in front.points) == 0
        assert max(x for x, _ in front.points) == base.width / 2 == -min(x for x, _ in front.points)
