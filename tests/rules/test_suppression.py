"""Tests of Suppressing Fire and Suppressed:X (v1.2.4 Action > Suppressing Fire; R42, R44, R49, R63, R69)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import counts, miss
from tests.rules.stage import Cast, Staged, gun, parts, ship, squadron, stage
from tests.rules_api import suppression_shot, thrusters, turns

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
PAIR = [gun(ac=3, count=2, traits=["Link"])]
DRIVES: dict[str, Any] = {"thrusters": [4, 3, 2, 1], "turns": 2}


def pinning(one: Any = None, two: Any = None, *more: Cast, at: tuple[float, float] = (24, 44)) -> Staged:
    """Return A of side 0 with a turreted cannon of AC 3 at (24, 4), and B of side 1 far beyond its sensors."""
    return stage(
        ship("A", 0, (24, 4), **{**STILL, "weapons": [gun(ac=3)], **(one or {})}),
        ship("B", 1, at, 180, **{**DRIVES, **(two or {})}),
        *more,
    )  # fmt: skip


def pinned(level: int, **fields: Any) -> Staged:
    """Return B of side 0 at (24, 20), heading north, Suppressed to this level by A of side 1 north of it."""
    game = stage(
        ship("B", 0, (24, 20), 0, **{**DRIVES, **fields}), ship("A", 1, (24, 40), 180, activated=True),
        ship("Mate", 0, (4, 4), **STILL),
    )  # fmt: skip
    game.model("b").states["suppressed"] = level
    game.model("b").pinned_by = "a"
    return game


def level(game: Staged) -> int:
    """Return the Suppressed level of B."""
    return game.model("b").states.get("suppressed", 0)


# --- Requirement ---
def test_it_needs_a_kinetic_cannon() -> None:
    """v1.2.4 Action > Suppressing Fire: Kinetic Cannons, with a rating against ships."""
    for arms in ([gun("Beam Projector", ac=3)], [gun(as_=3)], []):
        pinning({"weapons": arms}).activate("a").expect_refused(["declare", "suppressing fire", 0], "Kinetic Cannon")


def test_a_damaged_cannon_is_none() -> None:
    """v1.2.4 Damage > Weapon Damage: damaged weapons are not used."""
    game = pinning({"damaged": ["a1"]}).activate("a")
    game.expect_refused(["declare", "suppressing fire", 0], "Kinetic Cannon")


def test_squadrons_do_not_suppress() -> None:
    """v1.2.4 Action > Capital Ship Special Actions."""
    game = stage(squadron("S", 0, (24, 4), weapons=[{"type": "Kinetic Cannon", "ac": 3}]), ship("B", 1, (24, 20)))
    game.activate("s").expect_refused(["declare", "suppressing fire", 0], "Only capital")


@pytest.mark.parametrize("what", ["friend", "squadron"])
def test_only_enemy_ships_are_pinned(what: str) -> None:
    """v1.2.4 Action > Suppressing Fire: a Capital Ship target."""
    other = ship("C", 0, (24, 10), activated=True) if what == "friend" else squadron("C", 1, (24, 10), activated=True)
    game = pinning({"weapons": [gun(arcs=("fore",), ac=3)]}, None, other, at=(40, 6)).begin("a", "suppressing fire")
    game.expect_refused(["resolve"])
    game.expect_refused(["resolve", "c"])


def test_it_must_lie_in_the_arc() -> None:
    """v1.2.4 Action > Suppressing Fire: in the cannon's arc, when resolved (R42)."""
    game = pinning({"weapons": [gun(arcs=("aft",), ac=3)]}).begin("a", "suppressing fire")
    game.expect_refused(["resolve"], "arc")


def test_cloaked_ships_are_not_pinned() -> None:
    """v1.2.4 Action > Suppressing Fire: without Cloak; a Cloak that is damaged no longer counts (R65)."""
    pinning(None, {"traits": ["Cloak"]}).begin("a", "suppressing fire").expect_refused(["resolve"])
    game = pinning(None, {"traits": ["Cloak"], "damaged": ["Cloak"]}).begin("a", "suppressing fire").resolve()
    assert level(game) == 3


def test_it_needs_fire_control() -> None:
    """v1.2.4 Action > Suppressing Fire: it expends Fire Control."""
    game = pinning({"fire_control": 1, "weapons": [gun(ac=3, count=2)], "sensors": [20]}).begin("a", "suppressing fire")
    game.attack("a1", "b").faces(miss(3)).expect_refused(["resolve"], "Fire Control")


def test_a_used_cannon_does_not_suppress() -> None:
    """v1.2.4 Action > Suppressing Fire: a weapon is used as in a normal attack, once."""
    game = pinning({"sensors": [20]}).begin("a", "suppressing fire").attack("a1", "b").faces(miss(3))
    game.expect_refused(["resolve"], "Kinetic Cannon")


def test_a_target_that_dies_first() -> None:
    """R42: the target is checked at resolution."""
    game = pinning(None, None, ship("C", 1, (40, 40), **STILL)).begin("a", "suppressing fire")
    game.model("b").place = "destroyed"
    game.expect_refused(["resolve", "b"])
    game.expect_allowed(["resolve", "c"])


# --- Effect ---
def test_any_distance_no_dice() -> None:
    """v1.2.4 Action > Suppressing Fire: at any distance, ignoring Sensor Range; the attack is not resolved."""
    game = pinning().begin("a", "suppressing fire").resolve().expect("menu", side=0)
    assert (level(game), game.model("b").pinned_by) == (3, "a")
    assert (game.events("rolled"), game.events("attacked")) == ([], [])


def test_neither_arc_range_nor_armor_changes_it() -> None:
    """v1.2.4 Action > Suppressing Fire: no modifiers of arc or range; X is the AC (R49)."""
    for heading, at in ((180, (24, 8.5)), (0, (24, 12)), (90, (24, 40))):
        game = stage(
            ship("A", 0, (24, 4), **STILL, weapons=[gun(ac=2)]),
            ship("B", 1, at, heading, armor={"fore": 2, "side": 2, "aft": 2}, traits=["ECM:2"]),
        )  # fmt: skip
        assert level(game.begin("a", "suppressing fire").resolve()) == 2


def test_links_raise_it() -> None:
    """v1.2.4 Action > Suppressing Fire: Link gains AC: one for each further cannon (R49)."""
    game = pinning({"weapons": PAIR}).begin("a", "suppressing fire").resolve().expect("weapons", side=0)
    assert sorted(game.offered()) == [["attack", ["a1"]], ["attack", ["a1", "a2"]], ["attack", ["a2"]]]
    game.pick("attack", ["a1", "a2"])
    assert (level(game), game.act.spent, sorted(game.act.used)) == (4, ("a",), ["a1", "a2"])


def test_the_rating_of_any_of_linked_cannons_may_be_used() -> None:
    """R59: ratings of one of them at the owner's choice, +1 for each other."""
    arms = [gun(ac=2, traits=["Link"]), gun(ac=4, traits=["Link"], name="Heavy Cannon")]
    game = pinning({"weapons": arms}).begin("a", "suppressing fire").resolve()
    options = [(option.choice[1], option.detail) for option in game.asked.options()]
    assert options == [(["a1"], "2 dice"), (["b1"], "4 dice"), (["a1", "b1"], "2 dice"), (["b1", "a1"], "4 dice")]
    game.pick("attack", ["b1", "a1"])
    assert level(game) == 5
    alike = pinning({"weapons": PAIR}).begin("a", "suppressing fire").resolve()
    assert alike.offered()[2:] == [["attack", ["a1", "a2"]]]
    alike.pick("attack", ["a1"])


def test_it_uses_fire_control_and_weapons() -> None:
    """v1.2.4 Action > Suppressing Fire: its weapons count as used. Others can still fire."""
    game = pinning({"weapons": [gun(ac=3, count=2)], "sensors": [20], "fire_control": 2})
    game.begin("a", "suppressing fire").resolve().pick("attack", ["a1"])
    game.expect_refused(["attack", ["a1"], "b"], "used")
    game.attack("a2", "b").faces(miss(3)).expect_refused(["attack", ["a2"], "b"])


def test_a_limited_cannon_is_spent() -> None:
    """v1.2.4 Weapon Traits > Limited: used as if it had taken part in a normal attack."""
    game = pinning({"weapons": [gun(ac=3, traits=["Limited"])]}).begin("a", "suppressing fire").resolve()
    assert game.model("a").damaged == ("a1",)


@pytest.mark.parametrize(("before", "ac", "after"), [(2, 4, 3), (4, 1, 5), (0, 1, 1)])
def test_a_second_pinning_adds_one(before: int, ac: int, after: int) -> None:
    """v1.2.4 Action > Suppressing Fire: already Suppressed: one more, whatever the AC."""
    game = pinning({"weapons": [gun(ac=ac)]})
    if before:
        game.model("b").states["suppressed"] = before
    game.begin("a", "suppressing fire").resolve()
    assert level(game) == after


def test_nobody_else_on_the_line_is_hurt() -> None:
    """R49: no secondaries."""
    game = pinning(None, None, squadron("S", 1, (24, 24), activated=True)).begin("a", "suppressing fire").resolve()
    game.expect("menu")
    assert game.rating("s", "structure") == 4


# --- Suppressed ---
@pytest.mark.parametrize(("x", "left"), [(1, 4), (2, 3), (3, 2), (5, 0), (9, 0)])
def test_thrusters_fall_by_one_less_than_x(x: int, left: int) -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: Thrusters X-1 lower, not below 0."""
    game = pinned(x)
    assert thrusters(game.match.state, game.model("b")) == left
    assert turns(game.match.state, game.model("b")) == min(2, left)


def test_a_ship_that_heeds_moves_by_the_reduced_rating() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: Speed and turns follow the Thrusters that are left."""
    game = pinned(4).answer("activate", "b").expect("suppressed", side=0).pick("heed").declare()
    assert (game.room.min_move, game.room.forward, game.room.turns) == (3, 5, 1)
    game.move(3).end()
    assert level(game) == 4


def test_thrusters_that_are_gone_forbid_actions() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: a requirement of Thrusters 1+ counts the reduced rating."""
    game = pinned(5).answer("activate", "b").pick("heed")
    for action in ("hard burn", "station keep", "reorient", "evade"):
        game.expect_refused(["declare", action, 0], "Thrusters")
    game.declare().move(4)


def test_pressing_on_restores_the_thrusters() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: its actual Thrusters, at once an attack of AC 2, Macro X."""
    game = pinned(3).answer("activate", "b").pick("defy").expect("faces", side=1)
    assert counts(game) == (2, 0, 3)
    game.faces([1, 2], [], [5, 5, 5]).expect("declare", side=0)
    assert game.last("attacked") | {"attacker": "a", "target": "b"} == game.last("attacked")
    game.declare("reorient")
    assert (level(game), game.room.min_move, game.room.forward, game.room.turns) == (0, 0, 8, 2)
    game.end()


def test_the_shells_harm_like_a_kinetic_cannon() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: resolved like an attack: macro dice raise a set."""
    game = pinned(3).answer("activate", "b").pick("defy").faces([6, 6], [], [6, 1, 2])
    game.expect("critical", side=1).pick("damage", "sensors").expect("declare", side=0)
    assert (game.rating("b", "structure"), game.rating("b", "sensors")) == (2, 1)
    game.declare().end()


@pytest.mark.parametrize(
    ("fields", "dice"),
    [({"armor": {"fore": 2}}, (2, 0, 1)), ({"armor": {"side": 2, "aft": 2}}, (2, 0, 3)),
     ({"armor": {"fore": 1}, "traits": ["Reactive Armor:1"]}, (2, 0, 1)), ({"traits": ["Energy Armor:2"]}, (2, 0, 3))],
)  # fmt: skip
def test_the_armor_that_faces_the_suppressor_counts(fields: dict[str, Any], dice: tuple[int, int, int]) -> None:
    """R49: against the armor that faces the suppressor."""
    game = pinned(3, **fields).answer("activate", "b").pick("defy")
    assert counts(game) == dice
    game.faces([1, 2], [], [5, 5, 5][: dice[2]]).declare().end()


@pytest.mark.parametrize("heading", [0, 90, 180])
def test_the_shells_have_no_bonus_of_arc_or_range(heading: int) -> None:
    """R49: AC 2 with Macro X and the armor, no more: pinned at any range, from any side."""
    game = stage(
        ship("B", 0, (24, 20), heading, **DRIVES), ship("A", 1, (24, 25), 180, activated=True),
        ship("Mate", 0, (4, 4), **STILL),
    )  # fmt: skip
    game.model("b").states["suppressed"] = 2
    game.model("b").pinned_by = "a"
    game.answer("activate", "b").pick("defy")
    assert counts(game) == (2, 0, 2)
    game.faces([1, 2], [], [5, 5]).declare().end()


def test_shells_of_a_ship_that_is_gone() -> None:
    """R44: the state stays if the suppressor is destroyed. Its side still rolls."""
    game = pinned(3)
    game.model("a").place = "destroyed"
    game.answer("activate", "b").pick("defy").expect("faces", side=1).faces([1, 2], [], [5, 5, 5]).declare().end()


def test_pressing_on_may_be_the_end() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: a destroyed ship has no activation."""
    game = pinned(3, structure_left=1, ratings={"defense": 0, "sensors": 0}).answer("activate", "b").pick("defy")
    game.faces([6, 6], [], [6, 1, 2]).faces([4])
    assert game.model("b").place == "destroyed"
    game.expect("declare")
    assert game.act.model == "mate"


def test_without_thrusters_lost_nothing_is_asked() -> None:
    """Rulings, Capital ships at war: Suppressed:1 costs nothing. Without Thrusters, no level does."""
    pinned(1).answer("activate", "b").expect("declare").declare().end()
    pinned(3, ratings={"thrusters": 0}).answer("activate", "b").expect("declare").declare().move(4)


def test_it_ends_in_the_end_phase() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: Cancellation: End Phase."""
    game = pinned(3).answer("activate", "b").pick("heed").declare().move(2).end().begin("mate").end()
    assert (game.match.state.turn, level(game)) == (2, 0)


def test_a_ship_that_has_activated_is_pinned_until_the_end_phase_only() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: it is too late for an effect."""
    game = pinning(None, {"activated": True}).begin("a", "suppressing fire").resolve()
    assert level(game) == 3
    game.end()
    assert (game.match.state.turn, level(game)) == (2, 0)


def test_systems_count_by_boxes_on_the_catastrophic_table() -> None:
    """R69: the table ignores Suppressed: reduced Thrusters aren't a lost system."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun(ac=3)], **STILL),
        ship("B", 1, (24, 17), 180, structure_left=1, thrusters=[1], activated=True), ship("C", 1, (44, 44)),
    )  # fmt: skip
    game.model("b").states["suppressed"] = 4
    game.begin("a").attack("a1", "b").faces([1, 1, 1]).faces([5]).pick("damage", "sensors").expect("menu")
    assert game.model("b").is_on_table


def test_the_attack_of_the_odds_is_the_one_that_is_rolled() -> None:
    """v1.2.4 Action > Suppressing Fire > Suppressed: armor is the only part (R49)."""
    game = pinned(3, armor={"fore": 2})
    assert parts(suppression_shot(game.match.state, game.model("b"))) == {"Armor 2": -2}
