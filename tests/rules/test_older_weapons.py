"""Tests of weapon traits of older editions, as options (v1.2.2, v1.2.3 Weapon Traits)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.dice import Result
from tests.rules.stage import Staged, dice, gun, parts, ship, squadron, stage, weapon
from tests.rules.turns import AWAY, HOME
from tests.rules_api import BOMBING, close_shot, damage_context, harm_words, nukes

OLD, LATER = "v1.2.2", "v1.2.3"


def facing(y: float, options: Any, *guns: dict[str, Any], **fields: Any) -> Staged:
    """Return the active ship A with these guns, and B ahead of it."""
    return stage(
        ship("A", 0, (24, 6), weapons=list(guns)), ship("B", 1, (24, y), 180, activated=True, **fields), HOME, AWAY,
        options=options,
    ).begin("a")  # fmt: skip


# --- Array ---
def test_an_array_fires_twice() -> None:
    """v1.2.2 Weapon Traits > Array: two attacks an activation, a Fire Control each, and no third."""
    game = facing(16, {"array": OLD}, gun("Particle Cannon", ac=3, traits=["Array"]))
    game.attack("a1", "b").faces([1, 2, 3]).attack("a1", "b").faces([1, 2, 3])
    assert game.last("attacked")["fire_control_left"] == 1
    game.expect_refused(["attack", ["a1"], "b"], "already been used")


def test_without_the_option_it_fires_once() -> None:
    """v1.2.4 Attack > Attack Window: no weapon more than once."""
    game = facing(16, None, gun("Particle Cannon", ac=3, traits=["Array"]))
    game.attack("a1", "b").faces([1, 2, 3]).expect_refused(["attack", ["a1"], "b"], "already been used")


# --- CMM ---
def test_clusters_of_old_burst_among_squadrons() -> None:
    """v1.2.3 Weapon Traits > CMM: results against squadrons escalate. It doesn't defend."""
    missiles = [gun("Missile", missile="AS", as_=4, ac=4, traits=["CMM"]), gun("Missile", missile="AC", ac=4)]

    def game(option: Any) -> Staged:
        return stage(
            ship("A", 0, (24, 6), weapons=missiles), squadron("S", 1, (24, 13), activated=True),
            ship("B", 1, (24, 19), 180, activated=True, weapons=missiles), HOME, AWAY, options=option,
        ).begin("a")  # fmt: skip

    old, usual = game({"cmm": LATER}), game(None)
    assert [each.shot("a", "a1", "s").roll.shift for each in (old, usual)] == [1, 0]
    assert old.shot("a", "a1", "b").roll.shift == 0
    bases = [each.shot("a", "b1", "b").opposition.pool.base for each in (old, usual)]  # type: ignore[union-attr]
    assert bases == [3, 4]
    old.expect_refused(["defend", "a1"], "CMM")


# --- Nuke ---
def test_nukes_of_old_are_fired_at_models() -> None:
    """v1.2.2, v1.2.3 Weapon Traits > Nuke: an attack like that of other missiles, and at no point of the table."""
    line = gun("Missile", missile="Nuke", ac=4, as_=4)
    game = facing(18, {"nuke": OLD}, line)
    assert nukes(game.match.state, game.model("a")) == []
    game.expect_refused(["nuke", "a1", 24, 18])
    shot = game.shot("a", "a1", "b")
    assert (dice(shot), shot.opposition is not None) == ((4, 0, 0), True)
    texts = [harm_words(game.match.state, damage_context(shot), Result.parse(code)) for code in ("D3", "T3", "Q+3")]
    assert texts == ["1 Structure of 3 and 1 Critical Hit", "2 Structure of 3 and 2 Critical Hits", texts[1]]
    game.attack("a1", "b").faces([2, 2, 3, 4]).faces([1, 3, 5]).pick("damage", "sensors")
    assert (game.rating("b", "structure"), game.rating("b", "sensors")) == (2, 1)
    assert "point" in facing(18, None, line).no_shot("a", "a1", "b")


def test_reactive_armor_does_not_blunt_a_nuke() -> None:
    """v1.2.2 Weapon Traits > Nuke with Reactive Armor: a Nuke isn't affected. Other missiles are."""
    both = {"nuke": OLD, "reactive_armor": OLD}
    lines = [gun("Missile", missile="Nuke", ac=4), gun("Missile", missile="AC", ac=4)]
    game = facing(18, both, *lines, traits=["Reactive Armor:1"])
    shots = [game.shot("a", each, "b") for each in ("a1", "b1")]
    texts = [harm_words(game.match.state, damage_context(shot), Result.parse("D3")) for shot in shots]
    assert texts == ["1 Structure of 3 and 1 Critical Hit", "no damage"]


# --- Torpedo, Swarm, AP, Precise ---
@pytest.mark.parametrize(("option", "near"), [(None, True), ({"torpedo": "plain"}, False)])
def test_the_short_range_of_torpedoes(option: Any, near: bool) -> None:
    """v1.2.3 Weapon Traits > Torpedo: 6" farther, the default."""
    shot = facing(20, option, gun("Missile", missile="Torpedo", ac=3)).shot("a", "a1", "b")
    assert parts(shot) == ({"Short Range": 1} if near else {})


def test_swarms_of_old_are_no_better_at_close_quarters() -> None:
    """v1.2.2, v1.2.3 Weapon Traits > Swarm: only weaker triples. The range is the table's."""
    bases = []
    for option in ({"swarm": OLD}, None):
        raid = {"weapons": [weapon("Missile", missile="AC", ac=4, traits=["Swarm"])]}
        game = stage(squadron("S", 0, (24, 22), **raid), ship("B", 1, (24, 20), activated=True), HOME, options=option)
        shot = close_shot(game.match.state, game.model("s"), ("a1",), game.model("b"), None, 3, BOMBING)
        bases.append(
            (shot.roll.rating.value, sum(part.value for part in shot.roll.contributions if part.kind == "base"))
        )
        assert shot.roll.swarm
    assert bases == [(4, 0), (4, 2)]


def test_armor_piercing_of_old_ignores_all_printed_armor() -> None:
    """v1.2.3 Traits > AP: all of it, but not Reactive Armor."""
    line = gun(ac=4, traits=["AP"])
    nets = [facing(16, each, line, armor={"fore": 4}, traits=["Reactive Armor:1"]).shot("a", "a1", "b").roll.net
            for each in ({"ap": LATER}, None)]  # fmt: skip
    assert nets == [-1, -3]


@pytest.mark.parametrize(("option", "breaks"), [(None, True), ({"precise": OLD}, False)])
def test_precise_weapons_of_old_break_none_more_easily(option: Any, breaks: bool) -> None:
    """v1.2.2, v1.2.3 Weapon Traits > Precise: weapons break on a 5."""
    game = facing(16, option, gun(ac=3, traits=["Precise"]), weapons=[gun(ac=2)])
    game.attack("a1", "b").faces([1, 1, 1])
    (choice,) = [each for each in game.offered() if each[-1] == "a1"]
    game.pick(*choice).faces([4])
    assert (game.model("b").damaged == ("a1",)) == breaks


def test_precise_snipers() -> None:
    """v1.2.2 Weapon Traits > Sniper: a flex die and Precise in its own activation, and no farther than others."""
    game = facing(16, {"sniper": OLD}, gun(ac=3, traits=["Sniper"]))
    shot, reacting = game.shot("a", "a1", "b"), game.shot("a", "a1", "b", "autofire")
    assert (shot.roll.pool.flex, shot.impact.precise) == (1, True)
    assert (reacting.roll.pool.flex, reacting.impact.precise) == (0, False)
    assert "Long Range" in facing(28, {"sniper": OLD}, gun(ac=3, traits=["Sniper"])).no_shot("a", "a1", "b")


# --- Ace ---
def test_an_ace_has_better_weapons() -> None:
    """v1.2.2 Weapon Traits > Ace: a flex die in each attack roll; once, whether model or weapon has it."""
    game = facing(16, {"ace": OLD}, gun(ac=3, traits=["Ace"]), gun(ac=3))
    assert [game.shot("a", each, "b").roll.pool.flex for each in ("a1", "b1")] == [1, 0]
    flexes = []
    for option in (OLD, "v1.2.4"):
        wing = squadron("S", 0, (24, 12), weapons=[weapon(ac=3), weapon(ac=3, traits=["Ace"])], traits=["Ace"])
        flown = stage(wing, ship("B", 1, (24, 22), 180, activated=True), HOME, options={"ace": option}).begin("s")
        flexes.append([flown.shot("s", each, "b").roll.pool.flex for each in ("a1", "b1")])
    assert flexes == [[1, 1], [0, 0]]


def test_an_ace_is_better_at_everything() -> None:
    """v1.2.3 Traits > Ace: a base die in attacks, against missiles, and in the pool of a close fight."""

    def game(option: str) -> Staged:
        return stage(
            squadron("S", 0, (24, 12), weapons=[weapon(ac=3)], traits=["Ace"]),
            ship("B", 1, (24, 22), 180, weapons=[gun("Missile", missile="AS", as_=3)]), HOME,
            options={"ace": option},
        ).begin("s")  # fmt: skip

    found = []
    for option in (LATER, "v1.2.4"):
        played = game(option)
        missile = played.shot("b", "a1", "s").opposition
        assert missile is not None
        found.append((played.shot("s", "a1", "b").roll.pool.base, missile.pool.base))
    assert found == [(4, 4), (3, 3)]
