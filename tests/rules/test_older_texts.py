"""Tests of rules of older editions, as options of a game (v1.2.1 to v1.2.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.stage import Staged, gun, parts, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME
from tests.rules_api import BOMBING, close_shot

OLD = "v1.2.3"


def facing(y: float, options: Any = None, of_gun: Any = (), **fields: Any) -> Staged:
    """Return the active ship A with a gun with these traits and a missile, and B ahead of it."""
    guns = [gun(ac=3, traits=list(of_gun)), gun("Missile", missile="AC", ac=3)]
    return stage(
        ship("A", 0, (24, 6), weapons=guns), ship("B", 1, (24, y), 180, activated=True, **fields), HOME, AWAY,
        options=options,
    ).begin("a")  # fmt: skip


@pytest.mark.parametrize(("option", "band"), [(None, "optimum"), ({"stealth": "v1.2.2"}, "long")])
def test_stealth_that_dulls_sensors(option: Any, band: str) -> None:
    """v1.2.2 Traits > Stealth: it reduces the attacker's Sensors by its level, so 9" is beyond them."""
    game = facing(18, option, ["Sniper"], traits=["Stealth:2"])
    assert game.shot("a", "a1", "b").range.band == band


def test_missiles_do_not_mind_a_stealth_that_dulls_sensors() -> None:
    """v1.2.2 Traits > Stealth: missiles measure without an addition."""
    assert "Short Range" not in parts(facing(14, traits=["Stealth:1"]).shot("a", "b1", "b"))
    assert parts(facing(14, {"stealth": "v1.2.2"}, traits=["Stealth:1"]).shot("a", "b1", "b")) == {"Short Range": 1}


def test_a_snub_gun_has_a_macro_die_at_short_range() -> None:
    """v1.2.3 Weapon Traits > Snub."""
    shot = facing(12, {"snub": OLD}, ["Snub"]).shot("a", "a1", "b")
    assert parts(shot) == {"Short Range": 1} and shot.roll.pool.macro == 1
    assert facing(12, None, ["Snub"]).shot("a", "a1", "b").roll.net == 2
    assert parts(facing(20, {"snub": OLD}, ["Snub"]).shot("a", "a1", "b")) == {}


def test_a_sniper_is_best_far_away() -> None:
    """v1.2.3 Weapon Traits > Sniper: no bonus for Short Range, a flex die at Long Range."""
    assert parts(facing(12, {"sniper": OLD}, ["Sniper"]).shot("a", "a1", "b")) == {"Short Range": 1, "Sniper": -1}
    raid = {"weapons": [weapon(ac=3, traits=["Sniper"])]}
    near = stage(
        squadron("S", 0, (24, 22), **raid), ship("B", 1, (24, 20), activated=True), HOME, options={"sniper": OLD}
    )
    shot = close_shot(near.match.state, near.model("s"), ("a1",), near.model("b"), 3, 2, BOMBING)
    assert parts(shot) == {"Bombing": 2, "Sniper": -2}
    far, usual = (facing(28, option, ["Sniper"]).shot("a", "a1", "b") for option in ({"sniper": OLD}, None))
    assert (far.roll.net, far.roll.pool.flex) == (usual.roll.net, usual.roll.pool.flex + 1)


@pytest.mark.parametrize(("option", "lost"), [(None, True), ({"catastrophe": "v1.2.1"}, False)])
def test_eight_no_longer_explodes(option: Any, lost: bool) -> None:
    """v1.2.1 Damage > Catastrophic Damage Table: 6 to 8 Dead, 9 and more explodes."""
    game = stage(
        ship("A", 0, (24, 6), weapons=[gun("Kinetic Cannon", ac=3)], speed=1, thrusters=[1]),
        ship("B", 1, (24, 17), 180, activated=True, structure_left=1, ratings={"defense": 0, "sensors": 0}),
        options=option,
    ).begin("a")  # fmt: skip
    game.attack("a1", "b").faces([1, 1, 1]).faces([6]).expect("menu")
    assert game.model("b").place == "destroyed"
    assert bool(game.pieces("debris-field")) == lost and bool(game.pieces("wreck")) != lost
