"""Tests of a Bombing Run's missiles, last ram, and free move (v1.2.4 Bombing Run 1, 7-9; R24, R70, R72, R73)."""

from typing import Any

import pytest

from tests.rules.fights import FAR, GUN, OWN, counts, double, miss, placed, plan, raid, throw, triple, wing
from tests.rules.stage import Staged, gun, rock, settled, ship, squadron, stage, weapon

FLAK = {"weapons": [gun(as_=2, ac=2)]}
ROCKET = weapon("Missile", missile="AC", ac=4)


def away(game: Staged) -> Staged:
    """Move the free 4" after the run to the north of the ship."""
    return game.expect("free", 0).answer("fly", [[24, 25.9]]).expect("menu", 0)


# --- Missiles ---
def test_missiles_are_declared_in_the_open_bomber_first() -> None:
    """v1.2.4 Bombing Run 1: bombing player first."""
    game = raid(
        {"weapons": [GUN, ROCKET], "fire_control": 2}, {"weapons": [gun("Missile", missile="AS", as_=3)]}
    ).expect("missile", 0)
    game.decline().expect("missile", 1).decline()
    plan(game, 0, "a1", 0, 0)
    away(game)


def test_which_missiles_a_ship_may_declare() -> None:
    """v1.2.4 Bombing Run 1: AS missiles that cover the Attacked Arc, CMM missiles in any arc, no others."""
    lines = [
        gun("Missile", missile="AS", as_=3, arcs=("fore",)),
        gun("Missile", missile="AS", as_=3, arcs=("aft",)),
        gun("Missile", missile="AS", as_=3, arcs=("aft",), traits=["CMM"]),
        gun("Missile", missile="AC", ac=6),
        gun("Missile", missile="Nuke", ac=6, as_=6),
    ]
    game = raid(None, {"weapons": lines})
    assert game.offered() == [["decline"], ["missile", ["a1"]], ["missile", ["c1"]]]
    game.decline()
    plan(game, 0, "a1", 0, 0)
    away(game)


def test_a_squadron_declares_missiles_against_ships() -> None:
    """v1.2.4 Bombing Run 1; R51: AS missiles have no rating against ships."""
    bay = [weapon("Missile", missile="AS", as_=5), ROCKET]
    game = raid({"weapons": bay})
    assert game.offered() == [["decline"], ["missile", ["b1"]]]
    game.pick("missile", ["b1"])
    plan(game, 0, "", 0, 0)
    assert counts(game) == (5, 1, 0)
    game.faces(miss(5), [6])
    away(game)


def test_the_bombers_missile_escalates_against_the_defense_pool() -> None:
    """v1.2.4 Bombing Run 8: +2 too (R72); the ship's Defense pool opposes it."""
    game = raid({"weapons": [GUN, ROCKET], "fire_control": 2}, FLAK).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 3)
    game.faces(miss(3))
    throw(game, 5, 5, 1, 2, 3, 4)
    assert counts(game) == (2, 0, 0)
    game.faces(miss(2))
    game.expect("critical", 0).pick("damage", "sensors")
    away(game)
    assert game.rating("b", "structure") == 2 and game.last("attacked")["result"] == "T5"


def test_the_ships_missile_flies_though_the_ship_is_dying() -> None:
    """v1.2.4 Bombing Run 8: even if the firing model was destroyed: here the squadron's, shot down before."""
    game = raid({"weapons": [ROCKET], "structure": [1]}, FLAK).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 5)
    game.faces(double(5)).faces(miss(3))
    assert game.model("s").place == "destroyed"
    throw(game, 5, 5, 1, 2, 3, 4)
    game.expect("critical", 0).pick("damage", "sensors")
    assert game.rating("b", "structure") == 2 and game.kind != "free"


def test_the_missile_of_a_ship_that_died() -> None:
    """v1.2.4 Bombing Run 8: even if the firing model was destroyed."""
    armed = {"weapons": [gun("Missile", missile="AS", as_=3)], "structure": [1]}
    game = raid({"weapons": [weapon("Particle Cannon", ac=3)]}, armed).expect("missile", 1).pick("missile", ["a1"])
    plan(game, 0, "a1", 0, 4)
    throw(game, 5, 5, 5, 1, 2, 3).faces(miss(3)).faces([6])
    assert game.model("b").place == "destroyed"
    game.faces(double(3)).faces(miss(2))
    assert game.rating("s", "structure") == 2
    away(game)


def test_limited_guns_are_spent_on_both_sides() -> None:
    """v1.2.4 Weapon Traits > Limited: after the first attack."""
    game = raid({"weapons": [weapon(ac=3, traits=["Limited"])]}, {"weapons": [gun(as_=2, traits=["Limited"])]})
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 3)
    game.faces(miss(5), [6]).faces(miss(3))
    away(game)
    assert (game.model("s").damaged, game.model("b").damaged) == (("a1",), ("a1",))


def test_missiles_of_both_are_simultaneous() -> None:
    """v1.2.4 Bombing Run 8."""
    game = raid({"weapons": [ROCKET], "structure": [2, 1]}, {"weapons": [gun("Missile", missile="AS", as_=3)]})
    game.pick("missile", ["a1"]).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    throw(game, 5, 5, 1, 2, 3, 4)
    game.faces(miss(3)).faces(double(3)).faces(miss(3))
    game.expect("critical", 0).pick("damage", "sensors")
    assert game.model("s").place == "destroyed" and game.rating("b", "structure") == 2


def test_reactive_armor_hinders_missiles() -> None:
    """v1.2.4 Traits > Reactive Armor: missiles among them."""
    game = raid({"weapons": [ROCKET]}, {"traits": ["Reactive Armor:2"]}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    assert counts(game) == (4, 0, 0)
    away(game.faces(miss(4)))


@pytest.mark.parametrize(("kind", "base"), [("AC", 7), ("AS", 5)])
def test_swarm(kind: str, base: int) -> None:
    """v1.2.4 Weapon Traits > Swarm: AC missiles gain 2 in a Bombing Run; T+ shrinks last, after escalating (R7)."""
    game = raid({"weapons": [weapon("Missile", missile=kind, ac=4, traits=["Swarm"])]}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    assert counts(game) == (base, 1, 0)
    throw(game, *[5, 5, 1, 2, 3, 4, 6, 6][: base + 1])
    if game.kind == "faces":
        game.faces(miss(3))
    away(game)
    assert all(each[0] == "D" for each in game.last("attacked")["result"].split(","))


CLUSTER = gun("Missile", missile="AS", as_=5, traits=["CMM"])


def test_cluster_missiles_may_stand_in_for_defense() -> None:
    """v1.2.4 Weapon Traits > CMM; R64: AS in place of Defense in a Bombing Run, free; not if they are broken."""
    game = raid(None, {"weapons": [gun(as_=2), CLUSTER], "ratings": {"defense": 1}}).decline()
    plan(game, 0, "a1", 0, 0)
    game.expect("plan", 1).expect_allowed(["plan", ["a1"], "singly", 0, 7])
    game.expect_refused(["plan", ["a1"], "singly", 0, 8])
    plan(game, 1, "a1", 0, 0)
    away(game)
    broken = raid(None, {"weapons": [gun(as_=2), CLUSTER], "ratings": {"defense": 1}, "damaged": ["b1"]})
    plan(broken, 0, "a1", 0, 0)
    broken.expect("plan", 1).expect_refused(["plan", ["a1"], "singly", 0, 4])
    plan(broken, 1, "a1", 0, 0)
    away(broken)


def test_cluster_missiles_of_friends_help_the_ships_answer() -> None:
    """v1.2.4 Weapon Traits > CMM: +1 from friends within 6" to the ship's roll in a Bombing Run."""
    friend = ship("C", 1, (30, 20), activated=True, weapons=[CLUSTER])
    game = raid(None, {"weapons": [gun(as_=2)]}, friend)
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 3)
    assert counts(game) == (4, 0, 0)
    away(game.faces(miss(4)))


# --- A last ram ---
def test_with_one_structure_left_it_may_ram() -> None:
    """v1.2.4 Bombing Run 7: before the missiles, without Point Defense; the squadron is lost."""
    game = raid({"structure": [2, 1]}, FLAK)
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 5)
    game.faces(double(5)).faces(miss(6)).expect("ram", 0).pick("ram")
    game.faces(triple(3, 4)).expect("critical", 0).pick("damage", "sensors")
    assert game.model("s").place == "destroyed"
    assert (game.rating("b", "structure"), game.rating("b", "sensors")) == (2, 1)
    assert [each["weapon"] for each in game.events("attacked")] == ["Kinetic Cannon", "Ram"]


def test_the_ram_may_be_declined() -> None:
    """v1.2.4 Bombing Run 7: may; then it flies off."""
    game = raid({"structure": [1]})
    plan(game, 0, "a1", 0, 0)
    game.expect("ram", 0).decline()
    away(game)


def test_no_ram_with_more_structure() -> None:
    """v1.2.4 Bombing Run 7: 1 Structure left only."""
    game = raid()
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0)
    away(game)


def test_a_missile_declared_before_the_ram_strikes_after_it() -> None:
    """v1.2.4 Bombing Run 7-8: the squadron rams and is gone, its missile still flies."""
    game = raid({"weapons": [ROCKET], "structure": [1]}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    game.pick("ram").faces(miss(3))
    throw(game, 5, 5, 1, 2, 3, 4)
    game.faces(miss(3)).expect("critical", 0).pick("damage", "sensors")
    assert [each["weapon"] for each in game.events("attacked")] == ["Ram", "Ship Missile"]
    assert game.model("s").place == "destroyed" and game.rating("b", "structure") == 2


# --- Leaving ---
def test_a_free_move_that_nobody_intercepts() -> None:
    """v1.2.4 Bombing Run 9; Action > Interception: no interception of the free move."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[GUN]), ship("B", 1, (24, 20), activated=True),
        squadron("T", 1, (24, 27), activated=True), OWN,
    )  # fmt: skip
    game.begin("s", "bombing").resolve()
    plan(game, 0, "a1", 0, 0)
    game.expect("free").expect_refused(["stay"], "touching B")
    game.expect_refused(["fly", [[24, 26.2]]], "4")
    game.expect_refused(["fly", [[24, 26]]], "touching T")
    game.answer("fly", [[26, 24.5]]).expect("menu", 0)


def test_no_more_movement_but_shots() -> None:
    """R73: no more movement after the free 4". Remaining shots are possible."""
    game = raid({"fire_control": 2, "sensors": 9})
    plan(game, 0, "a1", 0, 0)
    away(game)
    game.expect_refused(["fly", [[24, 27]]], "left")
    game.expect_allowed(["attack", ["a1"], "far"])
    game.expect_refused(["resolve"])
    game.end()


DYING: dict[str, Any] = {
    "structure": [4, 3, 2, 1], "structure_left": 0, "ratings": {"defense": 0, "sensors": 0, "thrusters": 0},
}  # fmt: skip
"""A ship that explodes if it rolls a 5 or 6 for Catastrophic Damage."""


def kill_with_guns() -> Staged:
    game = plan(raid(None, DYING), 0, "a1", 0, 4)
    return throw(game, *double(counts(game)[0], 5), *miss(counts(game)[1])) if game.kind == "faces" else game


def kill_with_missile() -> Staged:
    game = plan(raid({"weapons": [ROCKET]}, DYING).pick("missile", ["a1"]), 0, "", 0, 0)
    return throw(game, *double(sum(counts(game)), 5))


def kill_with_ram() -> Staged:
    """Let one of a formation ram, and the other fly away. Neither has fired."""
    pair = wing("S", 0, (24, 22), (24, 23), weapons=[GUN], structure_left=1)
    game = stage(*pair, ship("B", 1, (24, 20), activated=True, **DYING), FAR, OWN).begin("s", "bombing").resolve()
    plan(game, 0, "", 0, 0).answer("ram")
    return throw(game, *triple(sum(counts(game)), 5))


@pytest.mark.parametrize("kill", [kill_with_guns, kill_with_missile, kill_with_ram])
def test_the_explosion_of_the_ship_waits_for_the_free_move(kill: Any) -> None:
    """R70: the squadron flies its free 4" before the ship explodes, whatever killed it."""
    game = kill()
    while game.kind != "free":
        game.faces([6]) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    assert game.model("b").place == "destroyed" and game.match.state.queue
    flyer = game.asked.subject
    game.answer("fly", [[24, 25.9]])
    while game.kind == "faces":
        game.faces(miss(counts(game)[0]))
    events = game.match.events.to_json()
    blast = next(number for number, event in enumerate(events) if event.get("window") == "explosion")
    flight = max(number for number, event in enumerate(events) if event["type"] == "moved")
    assert flight < blast and events[flight]["model"] == flyer and not game.match.state.queue
    assert [event["target"] for event in events if event.get("window") == "explosion"] == [flyer]


def test_the_explosion_waits_though_terrain_strikes_on_the_free_move() -> None:
    """R29, R70: the terrain attack on the way is resolved. The explosion waits for the end of the move."""
    game = stage(
        squadron("S", 0, (24, 22), weapons=[GUN]), ship("B", 1, (24, 20), activated=True, **DYING), FAR, OWN,
        terrain=(rock("debris-field", (24, 24.5)),),
    ).begin("s", "bombing").resolve()  # fmt: skip
    plan(game, 0, "a1", 0, 4)
    throw(game, *double(counts(game)[0], 5), *miss(counts(game)[1]))
    while game.kind != "free":
        game.faces([6]) if game.kind == "faces" else game.answer(*game.asked.default().to_json())
    game.answer("fly", [[24, 25.9]])
    while settled(game).kind == "faces":
        game.faces(miss(counts(game)[0]))
    assert [event["window"] for event in game.events("attacked")] == [
        "bombing",
        "terrain",
        "terrain",
        "explosion",
    ], "its own debris strikes too"


def test_drones_are_squadrons_and_escorts_are_no_obstacle() -> None:
    """R24: squadrons near the ship don't block the way to the rest of it."""
    game = stage(
        squadron("S", 0, (24, 25), weapons=[GUN]), ship("B", 1, (24, 20), activated=True, traits=["CAP"]),
        placed(squadron("E", 1, (24, 18), fuel_left=0), escorting="b"), OWN,
    )  # fmt: skip
    game.begin("s", "bombing").fly((24, 22)).resolve()
    plan(game, 0, "a1", 0, 0)
    away(game)
