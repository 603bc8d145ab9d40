"""Tests of Nukes, fired at a point of the table (v1.2.4 Weapons > Missile; Damage > Explosion; R30, R60, R61, R70)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.fights import counts, throw
from tests.rules.stage import Cast, Staged, gun, rock, ship, squadron, stage

STILL: dict[str, Any] = {"speed": 0, "thrusters": [1]}
WARHEAD = gun("Missile", missile="Nuke", ac=3, as_=4)
AWAY: tuple[Cast, ...] = (ship("Own", 0, (4, 44), activated=True), ship("Foe", 1, (44, 44), 180, activated=True))
WIDE: dict[str, Any] = {"signature": 1, "activated": True}
"""A Signature too small for Short Range."""


def armed(*others: Cast, **fields: Any) -> Staged:
    """Return A of side 0 at (24, 8), bow north at y 9.5, with a turreted Nuke of AC 3 and AS 4."""
    return stage(ship("A", 0, (24, 8), **{**STILL, "weapons": [WARHEAD], **fields}), *others, *AWAY).begin("a")


def fire(game: Staged, x: float, y: float, mount: str = "a1") -> Staged:
    """Fire the Nuke at this point."""
    return game.answer("nuke", mount, x, y, kind="menu")


def sit_out(game: Staged) -> Staged:
    """Let all other rolls miss."""
    while game.kind == "faces":
        throw(game, *[1 + number % 6 for number in range(sum(counts(game)))])
    return game


def struck(game: Staged) -> list[str]:
    """Return the attacked models, in order."""
    return [event["target"] for event in game.events("attacked")]


# --- Targets ---
def test_it_targets_a_point_not_a_model() -> None:
    """v1.2.4 Weapons > Missile: a point of the table as opposed to a model."""
    game = armed(ship("B", 1, (24, 18), 180, activated=True))
    game.expect_refused(["attack", ["a1"], "b"], "point")
    fire(game, 24, 24.0)
    assert game.last("burst") | {"model": "a", "weapon": "a1", "at": [24, 24]} == game.last("burst")
    sit_out(game)


@pytest.mark.parametrize(("y", "free"), [(27.5, True), (27.52, False), (10, True), (9.5, True)])
def test_range_is_eighteen_inches_to_the_point(y: float, free: bool) -> None:
    """v1.2.4 Weapons > Missile: Maximum Range 18", from the base to the point (R61)."""
    game = armed()
    if free:
        game.expect_allowed(["nuke", "a1", 24, y])
    else:
        game.expect_refused(["nuke", "a1", 24, y], '18"')


def test_stealth_and_cloak_do_not_shorten_it() -> None:
    """R61: range and arc are to the point. Hidden models near it don't matter (R63)."""
    game = armed(ship("B", 1, (24, 26), 180, activated=True, traits=["Stealth", "Cloak"]))
    fire(game, 24, 27.5)
    assert struck(sit_out(game)) == ["b"]


@pytest.mark.parametrize(
    ("arcs", "point", "free"),
    [(("fore",), (24, 20), True), (("fore",), (30, 12), False), (("starboard",), (30, 8), True),
     (("starboard",), (18, 8), False), (("port", "aft"), (18, 8), True), (("fore",), (30, 14), True)],
)  # fmt: skip
def test_the_point_lies_in_the_arc(arcs: tuple[str, ...], point: tuple[float, float], free: bool) -> None:
    """R61: arc to the point; a line belongs to both arcs (R15)."""
    game = armed(weapons=[gun("Missile", arcs, missile="Nuke", ac=3)])
    if free:
        game.expect_allowed(["nuke", "a1", *point])
    else:
        game.expect_refused(["nuke", "a1", *point], "arc")


def test_the_point_lies_on_the_table() -> None:
    """v1.2.4 Weapons > Missile: a point on the table."""
    armed().expect_refused(["nuke", "a1", 24, -1], "off the table")


def test_it_costs_a_fire_control_and_the_weapon() -> None:
    """v1.2.4 Attack > Fire Control: one for each attack; a weapon once an activation."""
    game = armed(weapons=[gun("Missile", missile="Nuke", ac=3, count=2)], fire_control=1)
    fire(game, 24, 20)
    assert (game.act.spent, game.act.used) == (("a",), ("a1",))
    game.expect_refused(["nuke", "a1", 24, 20], "used")
    game.expect_refused(["nuke", "a2", 24, 20], "Fire Control")


def test_only_working_nukes_are_fired_so() -> None:
    """v1.2.4 Damage > Weapon Damage: damaged weapons may not attack; other missiles have targets."""
    armed(damaged=["a1"]).expect_refused(["nuke", "a1", 24, 20], "Nuke")
    armed(weapons=[gun("Missile", missile="AC", ac=3)]).expect_refused(["nuke", "a1", 24, 20], "Nuke")
    armed().expect_refused(["nuke", "b7", 24, 20], "Nuke")


def test_a_squadron_fires_all_around() -> None:
    """v1.2.4 Attack > Model Arcs: squadrons have no facing."""
    game = stage(squadron("S", 0, (24, 20), weapons=[{"type": "Missile", "missile": "Nuke", "ac": 2}]), *AWAY)
    game.begin("s").expect_allowed(["nuke", "a1", 24, 4]).expect_allowed(["nuke", "a1", 40, 20])


# --- Models inside ---
def test_all_within_six_inches_nearest_first_friend_or_foe() -> None:
    """v1.2.4 Damage > Explosion: all models within 6", friend and foe, nearest first (R70)."""
    game = armed(
        squadron("Near", 1, (24, 21.5), **WIDE), squadron("Friend", 0, (20, 20), **WIDE),
        ship("Big", 1, (32, 20), 0, **WIDE), squadron("Out", 1, (24, 26.6), **WIDE),
    )  # fmt: skip
    assert struck(sit_out(fire(game, 24, 20))) == ["near", "friend"]
    assert {event["window"] for event in game.events("attacked")} == {"explosion"}


def test_models_at_the_same_distance_are_struck_in_a_rolled_order() -> None:
    """R12, R61: as in an explosion."""
    game = fire(armed(squadron("S", 1, (22, 20), **WIDE), squadron("T", 0, (26, 20), **WIDE)), 24, 20)
    assert struck(sit_out(game.expect("faces", side=0).faces([6]))) == ["t", "s"]


@pytest.mark.parametrize(("y", "hit"), [(26.5, True), (26.499, True), (26.52, False)])
def test_six_inches_are_measured_to_the_base(y: float, hit: bool) -> None:
    """R13: within is up to and with 6", from the point to the nearest edge."""
    game = sit_out(fire(armed(squadron("S", 1, (24, y), **WIDE)), 24, 20))
    assert (struck(game) == ["s"]) is hit


def test_the_ship_that_fires_it_may_stand_inside() -> None:
    """v1.2.4 Damage > Explosion: all models; the opponent makes the attacker's choices then (R60)."""
    game = fire(armed(marines=[2, 1]), 24, 12).expect("faces", side=1)
    throw(game, 5, 5, 1, 2, 3, 4)
    game.expect("rating", side=1).pick("damage", "marines")
    assert (struck(game), game.rating("a", "marines")) == (["a"], 1)


def test_the_opponent_rolls_against_the_friends_of_the_firer() -> None:
    """R60: against its own side the enemy makes the choices, against the enemy the firing side."""
    game = fire(armed(squadron("Friend", 0, (24, 21), **WIDE), squadron("Enemy", 1, (24, 17), **WIDE)), 24, 20)
    game.expect("faces", side=1)
    throw(game, 1, 2, 3, 4, 5, 6, 6)
    game.expect("faces", side=0)
    throw(game, 1, 2, 3, 4, 5, 6)
    assert struck(game) == ["friend", "enemy"]


def test_nobody_inside_is_a_shot_in_the_dark() -> None:
    """v1.2.4 Weapons > Missile: a point is a target even without models near it."""
    game = fire(armed(), 24, 24).expect("menu", side=0)
    assert (struck(game), game.act.used) == ([], ("a1",))


def test_embarked_models_are_not_inside() -> None:
    """v1.2.4 States > Embarked: off the table."""
    carrier = ship("C", 1, (24, 20), 180, traits=["Hangers:1"], **WIDE)
    game = fire(armed(carrier, squadron("S", 1, (0, 0), embarked_in="c")), 24, 17)
    assert struck(sit_out(game)) == ["c"]


# --- Attack ---
def test_dice_are_its_ac_and_as() -> None:
    """v1.2.4 Weapons > Missile: an explosion of a ship whose Structure is the AC, against squadrons the AS (R61)."""
    game = fire(armed(ship("B", 1, (24, 25), 180, **WIDE), squadron("S", 1, (28.5, 20), **WIDE)), 24, 19.4)
    dice = {}
    while game.kind == "faces":
        rolled = counts(game)
        throw(game, *[1 + number % 6 for number in range(sum(rolled))])
        dice[struck(game)[-1]] = rolled
    assert dice == {"b": (3, 0, 0), "s": (4, 0, 0)}


@pytest.mark.parametrize(("x", "macro"), [(27.5, 2), (27.49, 2), (27.52, 0), (29, 0)])
def test_macro_two_within_three_inches(x: float, macro: int) -> None:
    """v1.2.4 Damage > Explosion: Macro 2 up to 3", none beyond."""
    game = fire(armed(ship("B", 1, (x + 0.5, 20), 0, **WIDE)), 24, 20)
    assert counts(game)[2] == macro
    sit_out(game)


def test_short_range_is_the_signature_of_the_target() -> None:
    """R70: Short +1 or none, never Long."""
    game = fire(armed(squadron("S", 1, (28, 20), activated=True), squadron("T", 1, (18, 20), activated=True)), 24, 20)
    assert counts(game) == (4, 0, 0)
    throw(game, 1, 2, 3, 4)
    assert game.last("attacked")["band"] == "optimum"
    sit_out(game)
    near = fire(armed(squadron("S", 1, (26.6, 20), activated=True)), 24, 20)
    assert counts(near) == (5, 0, 2)
    sit_out(near)
    assert near.last("attacked")["band"] == "short"


@pytest.mark.parametrize(
    ("heading", "dice"), [(180, (3, 0, 0)), (90, (4, 0, 0)), (0, (4, 1, 0))],
)  # fmt: skip
def test_the_arc_that_faces_the_point_is_struck(heading: int, dice: tuple[int, int, int]) -> None:
    """v1.2.4 Damage > Explosion: arcs as if fired from the point."""
    game = fire(armed(ship("B", 1, (24, 26), heading, **WIDE)), 24, 20)
    assert counts(game) == dice
    sit_out(game)


@pytest.mark.parametrize(
    ("fields", "net"),
    [({"armor": {"fore": 1}}, -1), ({"traits": ["Energy Armor:2"]}, -2), ({"traits": ["Reactive Armor:2"]}, 0),
     ({"traits": ["ECM:2"]}, 0)],
)  # fmt: skip
def test_armor_and_energy_armor_count_reactive_does_not(fields: dict[str, Any], net: int) -> None:
    """R61: it attacks like a Particle Cannon. ECM affects only attacks by models (R52)."""
    game = fire(armed(ship("B", 1, (24, 26), 180, **WIDE, **fields)), 24, 20)
    assert counts(game) == (3, 0, -net)
    throw(game, *[1, 2, 3, 4, 5][: 3 - net])
    assert (game.last("attacked")["net"], game.last("rolled")["pool"]["macro"]) == (net, net)


def test_it_burns_redundant_boxes() -> None:
    """v1.2.4 Damage > Explosion: a Particle Cannon attack."""
    game = fire(armed(ship("B", 1, (24, 26), 180, sensors=[2, 1, 1], ratings={"sensors": 1}, **WIDE)), 24, 20)
    throw(game, 3, 3, 1)
    assert game.rating("b", "sensors") == 0


def test_it_does_not_escalate_besides() -> None:
    """R61: a double stays a double."""
    game = fire(armed(ship("B", 1, (24, 26), 180, **WIDE)), 24, 20)
    throw(game, 1, 1, 5)
    assert (game.last("attacked")["result"], game.rating("b", "structure"), game.rating("b", "defense")) == ("D1", 3, 2)


def test_it_is_unopposed() -> None:
    """R61: neither Defense nor Skill nor Evasive is rolled against it, though it is a missile."""
    game = fire(armed(squadron("S", 1, (28.6, 20), traits=["Evasive"], **WIDE), ship("B", 1, (18, 20), **WIDE)), 24, 20)
    throw(game, 2, 2, 3, 4)
    assert game.rating("s", "structure") == 3
    sit_out(game)
    assert all("against" not in event["purpose"] for event in game.events("rolled"))


def test_a_jammer_does_not_stop_it() -> None:
    """v1.2.4 Traits > Jammer: Non-Nuke missiles only (R63)."""
    game = fire(armed(ship("B", 1, (24, 26), 180, traits=["Jammer"], **WIDE)), 24, 20)
    throw(game, 1, 1, 5)
    assert game.rating("b", "defense") == 2


def test_it_leaves_no_debris() -> None:
    """v1.2.4 Weapons > Missile: no Debris Field."""
    game = sit_out(fire(armed(), 24, 20))
    assert game.match.state.terrain == {}


def test_a_ship_that_it_kills_explodes_after_all_others_were_struck() -> None:
    """R70: resolved after the whole attack; its own debris is placed."""
    dying = {"structure_left": 1, "ratings": {"defense": 0, "sensors": 0, "thrusters": 0}}
    game = fire(armed(ship("B", 1, (24, 22.6), 180, **dying, **WIDE), squadron("S", 1, (19, 20), **WIDE)), 24, 20)
    throw(game, 1, 1, 1, 6, 6).expect("faces").faces([6])
    assert game.model("b").place == "destroyed"
    sit_out(game)
    assert [(event["attacker"], event["target"]) for event in game.events("attacked")] == [
        ("a", "b"), ("a", "s"), ("b", "s")
    ]  # fmt: skip
    assert len(game.pieces("debris-field")) == 1


def test_a_target_lost_meanwhile_is_left_out() -> None:
    """v1.2.4 States > Destroyed: a model lost with its carrier before its turn isn't attacked."""
    game = armed(ship("B", 1, (24, 22.6), 180, **WIDE), squadron("S", 1, (19, 20), **WIDE))
    fire(game, 24, 20).expect("faces")
    game.model("s").place = "destroyed"
    assert struck(sit_out(game)) == ["b"]


def test_firing_it_may_end_the_firer() -> None:
    """R70: if the active model dies its activation ends."""
    weak = {"structure_left": 1, "ratings": {"defense": 0, "sensors": 0}}
    game = stage(ship("A", 0, (24, 8), **STILL, weapons=[WARHEAD], **weak), ship("Mate", 0, (4, 44)), AWAY[1])
    fire(game.begin("a"), 24, 13)
    throw(game, *[2] * sum(counts(game)))
    while game.kind in ("faces", "critical"):
        game.faces([5]) if game.kind == "faces" else game.pick(*game.offered()[0])
    assert game.model("a").place == "destroyed"
    assert game.kind in ("activate", "declare")


# --- Effect on the weapon and its ship ---
def test_a_limited_nuke_is_spent() -> None:
    """v1.2.4 Weapon Traits > Limited: after its first attack, with or without targets."""
    game = fire(armed(weapons=[gun("Missile", missile="Nuke", ac=3, traits=["Limited"])]), 24, 20)
    assert game.model("a").damaged == ("a1",)


def test_a_nuke_does_not_break_silent_running() -> None:
    """v1.2.4 Action > Silent Running > Stealthed: missiles do not cancel it."""
    game = armed(squadron("S", 1, (24, 22), **WIDE))
    game.model("a").states["stealthed"] = 1
    sit_out(fire(game, 24, 20))
    assert game.model("a").states == {"stealthed": 1}


@pytest.mark.parametrize("hit", [True, False])
def test_self_destruct_acts_after_the_burst(hit: bool) -> None:
    """v1.2.4 Traits > Self Destruct: its first attack, also at an empty point, is its last (R50)."""
    game = armed(squadron("S", 1, (24, 22), **WIDE), traits=["Self Destruct"])
    sit_out(fire(game, 24, 20 if hit else 12.5 + 15))
    assert game.model("a").place == "destroyed"


def test_it_is_offered_at_each_enemy_that_it_may_reach() -> None:
    """The menu lists the places of enemies as centers."""
    game = stage(
        ship("A", 0, (24, 10), weapons=[gun("Missile", ("fore",), missile="Nuke", ac=4, as_=4)], speed=0),
        ship("B", 1, (24, 24.5), activated=True), squadron("T", 1, (26.25, 22), activated=True),
    ).begin("a")  # fmt: skip
    assert sorted(answer[2:] for answer in game.offered() if answer[0] == "nuke") == [[24.0, 24.5], [26.25, 22.0]]


@pytest.mark.parametrize(("x", "legal"), [(0, True), (48, True), (-0.01, False), (48.01, False)])
def test_any_point_of_the_table_to_its_very_edge(x: float, legal: bool) -> None:
    """v1.2.4 Weapons > Missile > Nuke: a point of the table."""
    game = stage(
        ship("A", 0, (6 if x < 24 else 42, 10), weapons=[gun("Missile", missile="Nuke", ac=4)], speed=0),
        ship("B", 1, (24, 40), activated=True),
    ).begin("a")  # fmt: skip
    if legal:
        game.expect_allowed(["nuke", "a1", x, 12])
    else:
        game.expect_refused(["nuke", "a1", x, 12], "off the table")


# --- Burst ---
TRUCE = [{"kind": "first_to_attack", "points": -2}]


@pytest.mark.parametrize("point", [(24, 20), (40, 20)], ids=["an empty point", "an enemy"])
def test_firing_a_nuke_is_the_first_attack_wherever_it_bursts(point: tuple[float, float]) -> None:
    """R82: the Nuke breaks the truce, not the models that it hits."""
    target = ship("B", 1, (40, 20), 180, activated=True)
    game = stage(
        ship("A", 0, (30, 8), **STILL, weapons=[WARHEAD]), target, *AWAY, objectives=TRUCE
    ).begin("a")  # fmt: skip
    fire(game, *point)
    assert game.match.state.notes == {"First to Attack": 0}
    sit_out(game)
    assert [event["said"] for event in game.events("noted")] == ["A is the first to attack"]


def test_a_burst_is_obscured_along_the_line_from_its_point() -> None:
    """R19, R61: it is a Particle Cannon from the point, so pieces on the line obscure it as for any gun."""
    cloud = rock("particle-cloud", (24, 22), points=[[-3, -3], [3, -3], [3, 3], [-3, 3]])
    game = stage(
        ship("A", 0, (24, 8), **STILL, weapons=[WARHEAD]), squadron("S", 1, (24, 22), **WIDE), *AWAY, terrain=(cloud,)
    ).begin("a")  # fmt: skip
    fire(game, 24, 25)
    sit_out(game)
    hidden = [name for name, value, *_ in game.last("attacked")["modifiers"] if name.startswith("Obscured")]
    assert hidden == ["Obscured by Particle Cloud"]
