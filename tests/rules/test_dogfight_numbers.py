"""Tests of the numbers of a Dogfight, and of the moves after it (v1.2.4 Dogfight 4, 6, 8; R6, R53, R62, R73)."""

from typing import Any

import pytest

from jovian.table import extends_off_table, touches
from tests.rules.fights import FAR, GUN, OWN, counts, double, duel, miss, placed, plan
from tests.rules.stage import Staged, dice, parts, ship, squadron, stage, weapon
from tests.rules_api import Fight, close_shot


def shot(game: Staged, attacker: str = "s", target: str = "t", mounts: str = "a1", **more: Any) -> Any:
    """Return the numbers of an attack with 4 dice against 3."""
    given = {"share": 4, "resist": 3, **more}
    one, two = game.model(attacker), game.model(target)
    return close_shot(game.match.state, one, tuple(mounts.split()), two, given["share"], given["resist"], "dogfight")


# --- Modifiers ---
def test_neither_armor_nor_range_nor_arc_nor_cover_count() -> None:
    """v1.2.4 Attack > Attack Modifier; R53: armor never counts in a Dogfight."""
    mailed = {"armor": 3, "traits": ["Reactive Armor:2", "Energy Armor:2"]}
    game = duel(None, mailed)
    assert (parts(shot(game)), dice(shot(game))) == ({}, (4, 0, 0))
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 4)
    assert counts(game) == (4, 0, 0)
    game.faces(miss(4)).faces(miss(4)).expect("menu")


def test_ecm_counts() -> None:
    """v1.2.4 Attack > Attack Modifier: ECM and ECCM in all windows."""
    game = duel(None, {"traits": ["ECM:2"]})
    assert dice(shot(game)) == (4, 0, -2)
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 4)
    assert counts(game) == (4, 0, 2)
    game.faces(double(4), [], [1, 6]).faces(miss(4)).expect("menu")
    assert game.rating("t", "structure") == 4


def test_eccm_cancels() -> None:
    """v1.2.4 Traits > ECCM: up to X ratings of ECM."""
    game = duel({"traits": ["ECCM:1"]}, {"traits": ["ECM:2"]})
    assert sum(parts(shot(game)).values()) == -1
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_macro_dice_of_the_weapon_count() -> None:
    """v1.2.4 Dogfight 6: weapon Macro ratings apply."""
    game = duel({"weapons": [weapon(as_=3, macro=2)]})
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    assert counts(game) == (6, 0, 2)
    game.faces(double(6), [], [1, 2]).faces(miss(6)).expect("menu")
    assert game.rating("t", "structure") == 2


def test_snub() -> None:
    """v1.2.4 Weapon Traits > Snub: +1 in a Dogfight."""
    game = duel({"weapons": [weapon(as_=3, traits=["Snub"])]})
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 6)
    assert counts(game) == (5, 0, 0)
    game.faces(miss(5)).faces(miss(6)).expect("menu")


def test_a_beam_may_be_rolled_again() -> None:
    """v1.2.4 Weapons > Beam Projector; R8: once, before the defense is rolled."""
    game = duel({"weapons": [weapon("Beam Projector", as_=3)]})
    plan(game, 0, "a1", 0, 3)
    plan(game, 1, "a1", 0, 3)
    game.faces(miss(3)).pick("reroll").faces(double(3)).faces(miss(3)).faces(miss(3)).expect("menu")
    assert game.rating("t", "structure") == 3


def test_grappler_adds_to_the_pool() -> None:
    """v1.2.4 Traits > Grappler: +1 Skill in a Dogfight."""
    game = duel({"traits": ["Grappler"]})
    plan(game, 0, "a1", 0, 7)
    plan(game, 1, "a1", 0, 6)
    game.faces([1, 2, 3, 4, 5, 6, 6]).faces(miss(6)).expect("menu")


@pytest.mark.parametrize(("traits", "fuel", "dice_left"), [(["Evasive"], 3, 3), (["Evasive"], 0, 2), ([], 3, 2)])
def test_evasive_adds_a_die_to_the_defense(traits: list[str], fuel: int, dice_left: int) -> None:
    """v1.2.4 Dogfight 4; Traits > Evasive: no effect with Fuel 0."""
    game = duel(None, {"traits": traits, "fuel_left": fuel})
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 4)
    assert game.last("plans")["plans"][1]["defense"] == dice_left
    game.faces(double(6))
    assert counts(game) == (dice_left, 0, 0)
    game.faces(miss(dice_left)).faces(miss(4)).expect("menu")


def test_a_booster_is_evasive() -> None:
    """v1.2.4 Action > Boost: it gains Evasive for its activation."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[GUN]), squadron("T", 1, (24, 25), activated=True, weapons=[GUN]), FAR, OWN
    )
    game.activate("s").answer("declare", "interception", 1, "t").resolve()
    plan(game, 0, "a1", 2, 4)
    plan(game, 1, "a1", 0, 0)
    assert game.last("plans")["plans"][0]["defense"] == 5
    game.faces(miss(4)).expect("menu")


@pytest.mark.parametrize(("kind", "count"), [("AS", 6), ("AC", 4)])
def test_swarm(kind: str, count: int) -> None:
    """v1.2.4 Weapon Traits > Swarm: AS missiles gain 2 in Dogfights; T+ shrinks last (R7)."""
    swarm = weapon("Missile", missile=kind, as_=4, traits=["Swarm"])
    game = duel({"weapons": [swarm]}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 4)
    game.faces(miss(4))
    assert counts(game) == (count, 0, 0)
    game.faces(double(count)).faces(miss(2)).expect("menu")
    assert game.last("attacked")["result"] == "D1" and game.rating("t", "structure") == 3


def test_small_pools() -> None:
    """R6, R72: a pool of 1 stays whole and rolls two dice."""
    game = duel(None, {"weapons": [], "skill": 1, "fuel_left": 0})
    plan(game, 0, "a1", 0, 6)
    game.faces(double(6))
    assert counts(game) == (2, 0, 0)
    game.faces(miss(2)).expect("menu")
    assert game.rating("t", "structure") == 3


# --- After the battle ---
def test_the_lone_survivor_has_a_free_move_of_four_inches() -> None:
    """v1.2.4 Dogfight 8: 4" in any direction; the active one resumes its activation (R73)."""
    game = duel(None, {"structure": [1]})
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "", 0, 0)
    game.faces(double(6)).faces(miss(3)).expect("free", 0)
    game.expect_refused(["fly", [[28.1, 24]]], "4")
    game.answer("fly", [[28, 24]]).expect("menu", 0)
    assert game.at("s")[:2] == (28, 24) and game.room.forward == pytest.approx(6)


def test_the_free_move_may_be_declined() -> None:
    """v1.2.4 Dogfight 8: may."""
    game = duel(None, {"structure": [1]})
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "", 0, 0)
    game.faces(double(6)).faces(miss(3)).expect("free", 0).answer("stay").expect("menu")
    assert game.at("s")[:2] == (24, 24)


def test_the_surviving_target_flies_too() -> None:
    """v1.2.4 Dogfight 8: the survivor, in the other side's activation, which is over."""
    game = duel({"structure": [1]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(6)).expect("free", 1).answer("fly", [[24, 29]])
    assert game.at("t")[:2] == (24, 29) and game.last("deactivated")["model"] == "s"


def test_if_both_live_the_interceptor_moves_an_inch_away() -> None:
    """v1.2.4 Dogfight 8: 1" directly away from the other."""
    game = duel()
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0)
    assert (game.at("s")[:2], game.at("t")[:2]) == ((24, 23), (24, 25))
    assert game.room.forward == pytest.approx(6)


def test_the_reacting_interceptor_moves_an_inch_away() -> None:
    """v1.2.4 Dogfight 8: the intercepting squadron, not the active one, which continues as before."""
    game = stage(squadron("S", 0, (24, 24), activated=True), squadron("T", 1, (24, 27)), FAR, OWN, initiative=1)
    game.begin("t").pick("intercept", "s")
    plan(game, 1, "", 1, 0)
    plan(game, 0, "", 0, 0)
    game.expect("menu", 1)
    assert (game.at("s")[:2], game.at("t")[:2]) == ((24, 25), (24, 27))
    game.fly((24, 33)).end()
    assert game.at("t")[:2] == (24, 33)


def test_an_escort_returns_to_its_ship() -> None:
    """v1.2.4 Action > Escorting: instead of the 1" or 4" it returns and continues to escort."""
    game = stage(
        ship("C", 1, (24, 20), activated=True, traits=["CAP"]),
        placed(squadron("E", 1, (24, 22), weapons=[GUN]), escorting="c"),
        squadron("S", 0, (24, 25), weapons=[GUN]), OWN,
    )  # fmt: skip
    game.begin("s").pick("intercept", "e")
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0)
    assert game.at("e")[:2] == (24, 22) and game.model("e").is_escorting and game.model("e").host == "c"


def test_an_escort_that_is_left_alone_returns_too() -> None:
    """v1.2.4 Action > Escorting: in place of the free 4"."""
    game = stage(
        ship("C", 1, (24, 20), activated=True, traits=["CAP"]),
        placed(squadron("E", 1, (24, 22), weapons=[GUN]), escorting="c"),
        squadron("S", 0, (24, 25), structure=[1]), OWN,
    )  # fmt: skip
    game.begin("s").pick("intercept", "e")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(3))
    assert game.model("s").place == "destroyed"
    assert game.kind != "free" and game.at("e")[:2] == (24, 22) and game.model("e").is_escorting


@pytest.mark.parametrize("at", [(24, 0.6), (0.7, 24)])
def test_the_inch_ends_on_the_table(at: tuple[float, float]) -> None:
    """R26, R28: a placement by rule never puts a base over the table edge."""
    x, y = at
    beyond = (x, y + 1) if y < 1 else (x + 1.154, y)
    game = stage(squadron("S", 0, at), squadron("T", 1, beyond, activated=True), FAR, OWN).activate("s")
    game.answer("declare", "interception", 0, "t")
    game.resolve()
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    s = game.model("s")
    assert not extends_off_table(s.base, s.pose, 48, 48)


def test_the_inch_ends_clear_of_others() -> None:
    """R28: without space it goes to the nearest free place."""
    game = duel(None, None, squadron("U", 1, (24, 22.7), activated=True, fuel_left=0))
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    s = game.model("s")
    assert not any(touches(s.base, s.pose, o.base, o.pose) for o in (game.model("t"), game.model("u")))


def test_a_bomb_is_no_weapon_for_a_dogfight() -> None:
    """The older page's Bomb: it may not be used in a Dogfight; in a Bombing Run it may."""
    bomb = [weapon("Kinetic Cannon", ac=4, as_=4, traits=["Bomb"])]
    game = stage(squadron("S", 0, (24, 24), weapons=bomb), squadron("T", 1, (30, 30)), FAR, OWN)
    state, bomber = game.match.state, game.model("s")
    assert [arms.mounts for arms in Fight(state, bomber, game.model("t"), "dogfight").arms()] == [()]
    assert [arms.mounts for arms in Fight(state, bomber, game.model("far"), "bombing").arms()] == [("a1",), ()]
