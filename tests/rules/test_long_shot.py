"""Tests of Long Shot (v1.2.4 Action > Long Shot; R42, R43, R49, R54)."""

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, parts, ship, squadron, stage
from tests.rules.turns import AWAY, RESULTS, pass_turn, whiff

FAR = (24.0, 28.0)
"""More than 12.5" from the bow of A: Long Range for Sensors 2."""
BREAKS = [("N", None, True), ("D", 3, False), ("D", 4, True), ("T", 5, False), ("T", 6, True), ("Q+", None, False)]


def pushing(magnitude: str = "N", at: tuple[float, float] = FAR, target: Any = None, **fields: Any) -> Staged:
    """Return ship A with this result of its Long Shot test, and ship B at this place."""
    return stage(
        ship("A", 0, (24, 12), **{"skill": 4, "weapons": [gun("Particle Cannon", ac=4, count=2)], **fields}),
        ship("B", 1, at, 180, activated=True, **(target or {})), AWAY,
    ).begin("a", "long shot").faces(RESULTS[magnitude])  # fmt: skip


def test_without_it_long_range_is_out_of_reach() -> None:
    """v1.2.4 Attack > Sensor Range: only Sniper and Long Shot."""
    game = stage(ship("A", 0, (24, 12), weapons=[gun(ac=4)]), ship("B", 1, FAR, 180, activated=True)).begin("a")
    game.expect_refused(["attack", ["a1"], "b"], "Long Range")


def test_it_reaches_long_range_at_minus_three() -> None:
    """v1.2.4 Action > Long Shot; R54: the table's -3, from the declaration on (R43)."""
    pushing().expect_refused(["resolve"], "No declared action")
    assert parts(pushing().shot("a", "a1", "b")) == {"Long Range": -3}


def test_sniper_suffers_the_minus_only_once() -> None:
    """R54: Sniper and Long Shot together are -3, once."""
    game = pushing(weapons=[gun(ac=4, traits=["Sniper"])])
    assert parts(game.shot("a", "a1", "b")) == {"Long Range": -3}


@pytest.mark.parametrize(("magnitude", "face", "broken"), BREAKS)
def test_the_weapon_may_break(magnitude: str, face: int | None, broken: bool) -> None:
    """v1.2.4 Action > Long Shot: by the test: always, on 4+, on 6, never; after the attack is resolved."""
    game = whiff(pushing(magnitude).attack("a1", "b"))
    if face is not None:
        game.faces([face])
    assert game.expect("menu").model("a").damaged == (("a1",) if broken else ())


def test_one_test_for_all_attacks() -> None:
    """v1.2.4 Action > Long Shot: one Skill Test for the entire activation; each attack strains its own weapon."""
    game = whiff(pushing("D").attack("a1", "b")).faces([4])
    game = whiff(game.attack("a2", "b")).faces([3]).expect("menu")
    assert game.model("a").damaged == ("a1",)
    assert sum("Long Shot" in event["purpose"] for event in game.events("rolled")) == 1


def test_each_linked_weapon_is_strained() -> None:
    """R49: each weapon fired at Long Range, with a die of its own."""
    game = pushing("D", weapons=[gun("Particle Cannon", ac=4, count=3, traits=["Link"])])
    whiff(game.attack("a1 a2 a3", "b")).faces([4]).faces([1]).faces([6]).expect("menu")
    assert game.model("a").damaged == ("a1", "a3")


def test_a_hit_counts_before_the_weapon_breaks() -> None:
    """v1.2.4 Action > Long Shot, N: damaged after resolving the attack."""
    game = pushing("N").attack("a1", "b").faces([1, 1, 1, 1], macro=[6, 6, 6]).expect("critical")
    assert game.model("a").damaged == ()
    while game.kind == "critical":
        game.pick(*game.offered()[0])
    assert game.model("a").damaged == ("a1",)
    assert game.rating("b", "structure") < 3


@pytest.mark.parametrize("y", [16.5, 24.0])
def test_nearer_attacks_strain_nothing(y: float) -> None:
    """v1.2.4 Action > Long Shot: only attacks at Long Range."""
    game = whiff(pushing("N", (24, y)).attack("a1", "b")).expect("menu")
    assert game.model("a").damaged == ()


def test_missiles_fly_no_farther() -> None:
    """v1.2.4 Action > Long Shot: it does not affect Missile attacks, nor breaks their launchers."""
    missile = [gun("Missile", missile="AC", ac=3)]
    pushing(at=(24, 34), weapons=missile).expect_refused(["attack", ["a1"], "b"], "beyond")
    game = whiff(pushing("N", weapons=missile).attack("a1", "b")).expect("menu")
    assert game.model("a").damaged == ()


def test_point_defense_reaches_no_farther() -> None:
    """v1.2.4 Weapons > Point Defense: Short Range only."""
    game = stage(ship("A", 0, (24, 12)), squadron("S", 1, (24, 18), activated=True), AWAY).begin("a", "long shot")
    game.faces([1, 2, 3]).expect_refused(["defend"], "Signature")


def test_cloaked_ships_are_reached() -> None:
    """R63: guns need Sniper or a Long Shot, however near the ship is; no Short Range bonus."""
    game = pushing("N", (24, 16), {"traits": ["Cloak"]})
    assert parts(game.shot("a", "a1", "b")) == {"Long Range": -3}
    whiff(game.attack("a1", "b"))
    assert game.model("a").damaged == ("a1",)


def test_a_weapon_with_nothing_against_the_target_stays_out() -> None:
    """v1.2.4 Action > Long Shot: any valid target: rating, arc, and other limits still apply (R51)."""
    lines = [gun("Particle Cannon", ac=4, arcs=("aft",)), gun("Particle Cannon", as_=4)]
    pushing(weapons=lines).expect_refused(["attack", ["a1"], "b"], "outside")
    pushing(weapons=lines).expect_refused(["attack", ["b1"], "b"], "no rating")


def test_it_needs_sensors_and_a_ship() -> None:
    """v1.2.4 Action > Long Shot: Sensors 1+. A Capital Ship Special Action."""
    blind = stage(ship("A", 0, (24, 12), ratings={"sensors": 0}), AWAY).activate("a")
    blind.expect_refused(["declare", "long shot", 0], "Sensors 1")
    stage(squadron("S", 0, (24, 12)), AWAY).activate("s").expect_refused(["declare", "long shot", 0], "Only capital")


def test_a_broken_weapon_does_not_fire_again() -> None:
    """v1.2.4 Damage > Weapon Damage: a broken weapon is out of use until it is repaired."""
    game = pass_turn(whiff(pushing("N").attack("a1", "b"))).begin("a", "long shot").faces(RESULTS["Q+"])
    game.expect_refused(["attack", ["a1"], "b"], "damaged")
    game.expect_allowed(["attack", ["a2"], "b"])


def test_it_ends_with_the_activation() -> None:
    """v1.2.4 Action > Long Shot: for the activation; States > During an Activation."""
    game = pushing("Q+").move(2)
    assert game.model("a").states == {"long-shot": 4}
    game.end()
    assert game.model("a").states == {}
