"""Tests of Bombing Runs (v1.2.4 Bombing Run, Action > Bombing; R17, R36, R45, R51, R53, R57, R70, R72, R73)."""

import json

import pytest

from jovian.match.saves import from_data, to_data
from tests.rules.fights import FAR, GUN, OWN, counts, double, knowledge, miss, plan, raid, throw
from tests.rules.stage import Staged, gun, ship, squadron, stage, weapon

FLAK = {"weapons": [gun(as_=2, ac=2)]}
"""A ship's weapons: 2 dice in addition to Defense 3."""

ROCKET = weapon("Missile", missile="AC", ac=4)


def away(game: Staged) -> Staged:
    """Move the free 4" after the run to the north of the ship."""
    return game.expect("free", 0).answer("fly", [[24, 25.9]]).expect("menu", 0)


# --- Approach ---
def test_it_flies_into_contact_and_bombs() -> None:
    """v1.2.4 Bombing Run: it may move into contact with its target. There it bombs, or flies clear (R24)."""
    game = stage(squadron("S", 0, (24, 24.4), weapons=[GUN]), ship("B", 1, (24, 20), activated=True), OWN)
    game.begin("s", "bombing").expect_refused(["resolve"], "contact")
    game.fly((24, 22)).expect_refused(["end"], "in contact")
    game.resolve()
    plan(game, 0, "a1", 0, 4)
    away(game.faces(miss(5), [6]))


def test_only_squadrons_bomb_and_only_enemy_ships() -> None:
    """v1.2.4 Action > Bombing: declared by squadrons, against capital ships."""
    stage(ship("A", 0, (24, 24)), FAR).activate("a").expect_refused(["declare", "bombing", 0], "Only squadrons")
    game = stage(
        squadron("S", 0, (24, 26), weapons=[GUN]), ship("Own", 0, (24, 20), activated=True),
        squadron("T", 1, (24, 29), activated=True, fuel_left=0), FAR,
    )  # fmt: skip
    game.begin("s", "bombing")
    game.expect_no_end(24, 22, "touching Own")
    game.expect_no_end(24, 28, "touching T")


def test_the_target_is_gone_when_it_arrives() -> None:
    """R42: target and contact are checked only at resolution. An impossible run is wasted (R43)."""
    game = stage(
        squadron("S", 0, (24, 26), weapons=[GUN]),
        ship("B", 1, (24, 20), activated=True), OWN,
    )  # fmt: skip
    game.begin("s", "bombing").expect_refused(["resolve"], "contact")
    game.end()
    assert not game.events("plans")


def test_it_may_be_intercepted_on_its_way() -> None:
    """v1.2.4 Bombing Run: intercepted as part of its movement. Afterwards it continues and bombs."""
    game = stage(
        squadron("S", 0, (24, 24.9), weapons=[GUN], fire_control=2), ship("B", 1, (24, 20), activated=True),
        squadron("T", 1, (20.2, 22), activated=True), OWN,
    )  # fmt: skip
    game.begin("s", "bombing").fly((24, 22)).expect("interception", 1).pick("intercept", "t")
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu").fly((24, 22)).resolve()
    plan(game, 0, "a1", 0, 4)
    away(game.faces(miss(5), [6]))


def test_shot_down_on_its_way() -> None:
    """v1.2.4 Bombing Run: no squadron, no run."""
    game = stage(
        squadron("S", 0, (24, 24.9), weapons=[GUN], structure=[1]), ship("B", 1, (24, 20), activated=True),
        squadron("T", 1, (20.2, 22), activated=True, weapons=[GUN]), OWN,
    )  # fmt: skip
    game.begin("s", "bombing").fly((24, 22)).pick("intercept", "t")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(3)).expect("free", 1).answer("stay")
    assert game.model("s").place == "destroyed" and len(game.events("plans")) == 1


# --- Pools ---
def test_the_bombers_pool() -> None:
    """v1.2.4 Bombing Run 3.1: AC, Skill and bid; +2 as an Attack Modifier on top."""
    game = raid({"weapons": [weapon(ac=4, as_=2)], "skill": 2}).expect("plan", 0)
    game.expect_allowed(["plan", ["a1"], "singly", 0, 6])
    game.expect_refused(["plan", ["a1"], "singly", 0, 7])
    game.expect_allowed(["plan", ["a1"], "singly", 2, 8])
    game.expect_refused(["plan", ["a1"], "singly", 4, 4], "fuel")
    plan(game, 0, "a1", 2, 4)
    event = game.last("plans")["plans"]
    assert (event[0]["attack"], event[0]["defense"], event[0]["fuel"]) == (4, 4, 2)
    assert (event[1]["weapon"], event[1]["attack"], event[1]["defense"]) == ("", 0, 3)
    assert counts(game) == (5, 1, 0)
    away(game.faces(miss(5), [6]))
    assert game.rating("s", "fuel") == 1


def test_the_ships_pool() -> None:
    """v1.2.4 Bombing Run 2-3: ships bid no fuel; AS and current Defense."""
    game = raid(None, {"weapons": [gun(as_=3, ac=9)], "ratings": {"defense": 2}})
    plan(game, 0, "a1", 0, 6)
    game.expect("plan", 1).expect_allowed(["plan", ["a1"], "singly", 0, 5])
    game.expect_refused(["plan", ["a1"], "singly", 0, 6])
    game.expect_refused(["plan", ["a1"], "singly", 1, 5], "fuel")
    plan(game, 1, "a1", 0, 5)
    throw(game, *double(7), 6)
    assert counts(game) == (5, 0, 0)
    game.faces(miss(5))
    away(game)


def test_point_defense_is_no_answer() -> None:
    """R72: Point Defense is no Bombing weapon. A ship without weapons only defends, without a decision."""
    game = raid()
    plan(game, 0, "a1", 0, 4)
    assert game.last("plans")["plans"][1]["weapon"] == ""
    throw(game, *double(5, 5), 6)
    assert counts(game) == (3, 0, 0)
    away(game.faces(miss(3)))
    assert [each["attacker"] for each in game.events("attacked")] == ["s"]
    assert game.rating("b", "thrusters") == 1


def test_the_ships_fire_control_counts() -> None:
    """v1.2.4 Bombing Run 1, 6: expending Fire Control as normal."""
    guns = {"weapons": [gun(as_=2), gun("Missile", missile="AS", as_=3)], "fire_control": 1}
    game = raid(None, guns).expect("missile", 1).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 4)
    assert game.last("plans")["plans"][1]["weapon"] == ""
    game.faces(miss(5), [6])
    game.faces(miss(3))
    away(game)


def test_a_ship_fires_several_instances() -> None:
    """v1.2.4 Bombing Run 6: one Fire Control each, the same share."""
    game = raid(None, {"weapons": [gun(as_=2, count=2)]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1 a2", 0, 5)
    game.faces(double(5)).faces([1, 1, 2, 3, 4, 5]).faces(double(5)).faces(miss(6))
    away(game)
    assert game.rating("s", "structure") == 3


# --- Attacked arc ---
ARCS = [((24, 22), "fore"), ((24, 18), "aft"), ((25.577, 20), "starboard"), ((22.423, 20), "port")]
"""The place of contact, and the arc that the squadron attacks."""


def fly_off(game: Staged, at: tuple[float, float]) -> None:
    """Make the free move straight away from the ship."""
    x, y = at
    game.expect("free", 0).answer("fly", [[round(x + 1.5 * (x - 24), 3), round(y + 1.5 * (y - 20), 3)]])


@pytest.mark.parametrize(("at", "arc"), ARCS)
def test_only_weapons_that_bear_on_the_attacked_arc_answer(at: tuple[float, float], arc: str) -> None:
    """v1.2.4 Bombing Run 2.2: a weapon that can fire in the Attacked Arc, or a turret."""
    lines = [gun(arcs=(each,), as_=2) for _, each in ARCS] + [gun(as_=2)]
    game = raid(None, {"weapons": lines}, at=at)
    plan(game, 0, "a1", 0, 0)
    game.expect("plan", 1)
    for line, (_, each) in zip("abcd", ARCS, strict=True):
        choice = ["plan", [f"{line}1"], "singly", 0, 5]
        if each == arc:
            game.expect_allowed(choice)
        else:
            game.expect_refused(choice, "can't be used")
    plan(game, 1, "e1", 0, 0)
    fly_off(game, at)


def test_the_arc_touched_is_the_attacked_arc() -> None:
    """R17: in a Bombing Run it is the arc touched, whatever the rest of the base lies in."""
    sides = {"fore": 3, "side": 0, "aft": 0}
    game = raid(None, {"armor": sides, "weapons": [gun(arcs=("fore",), as_=2)]}, at=(25.577, 21.3))
    plan(game, 0, "a1", 0, 4)
    game.expect("plan", 1).expect_allowed(["plan", ["a1"], "singly", 0, 5])
    plan(game, 1, "a1", 0, 0)
    assert counts(game) == (4, 0, 1)
    game.faces(miss(4), [], [6]).expect("free").answer("fly", [[28, 24]])


@pytest.mark.parametrize(("at", "arc", "heading"), [
    ((22.5, 20.6), "port", 0), ((22.5, 19.2), "port", 0),
    ((25.5, 20.8), "starboard", 0), ((25.5, 19.4), "starboard", 0),
    ((23.4, 22), "fore", 0), ((24.6, 18), "aft", 0), ((24.8, 21.5), "port", 90), ((23.4, 18.5), "starboard", 90),
])  # fmt: skip
def test_the_arc_touched_is_that_of_the_middle_of_the_contact(at: tuple[float, float], arc: str, heading: int) -> None:
    """R17: the middle of the common edge counts, not the corner nearest to the squadron's start."""
    armor = {"fore": 3, "side": 3, "aft": 3, arc if arc in ("fore", "aft") else "side": 0}
    game = stage(squadron("S", 0, at, weapons=[GUN]), ship("B", 1, (24, 20), heading, activated=True, armor=armor), OWN)
    assert game.shot("s", "a1", "b", "bombing").range.arc == arc


@pytest.mark.parametrize(("at", "arc"), ARCS)
def test_armor_of_the_attacked_arc_and_no_arc_bonus(at: tuple[float, float], arc: str) -> None:
    """v1.2.4 Bombing Run: armor counts by the arc; R53: bonuses of arc and range do not."""
    armor = {"fore": 3, "side": 2, "aft": 1}
    game = raid(None, {"armor": armor}, at=at)
    plan(game, 0, "a1", 0, 4)
    expected = {"fore": (4, 0, 1), "port": (4, 0, 0), "starboard": (4, 0, 0), "aft": (5, 0, 0)}
    assert counts(game) == expected[arc]
    count = expected[arc]
    game.faces(miss(count[0]), [], [6] * count[2])
    fly_off(game, at)
    assert game.last("attacked")["arc"] == arc


ARMORED = ["Reactive Armor:2", "Energy Armor:3"]


@pytest.mark.parametrize(
    ("kind", "net"),
    [("Kinetic Cannon", 0), ("Mass Driver", 0), ("Beam Projector", -1), ("Particle Cannon", -1), ("Lance", 2)],
)
def test_reactive_and_energy_armor(kind: str, net: int) -> None:
    """v1.2.4 Bombing Run: both count; Weapons > Lance: against a Lance neither does."""
    game = raid({"weapons": [weapon(kind, ac=3, as_=3)]}, {"traits": ARMORED})
    plan(game, 0, "a1", 0, 3)
    base, flex, macro = {2: (4, 1, 0), 0: (3, 0, 0), -1: (3, 0, 1)}[net]
    assert counts(game) == (base, flex, macro)
    game.faces(miss(base), [5] * flex, [6] * macro)
    if game.kind == "reroll":
        game.pick("stand")
    away(game)
    assert game.last("attacked")["net"] == net


def test_printed_armor_counts_against_a_lance() -> None:
    """v1.2.4 Weapons > Lance: only those two traits do nothing against it."""
    game = raid({"weapons": [weapon("Lance", as_=3)]}, {"armor": {"fore": 2}, "traits": ARMORED})
    plan(game, 0, "a1", 0, 4)
    assert counts(game) == (4, 0, 0)
    away(game.faces(miss(4)))


def test_a_lance_bombs_with_skill() -> None:
    """v1.2.4 Weapons > Lance; R51: Skill instead of AC, whatever is printed."""
    game = raid({"weapons": [weapon("Lance", ac=6, as_=2)], "skill": 4}).expect("plan", 0)
    game.expect_allowed(["plan", ["a1"], "singly", 1, 9])
    game.expect_refused(["plan", ["a1"], "singly", 1, 10])
    dash = raid({"weapons": [weapon("Lance", as_=2)], "skill": 2})
    for each in (game, dash):
        plan(each, 0, "a1", 0, 4)
        away(each.faces(miss(5), [6]))


def test_a_weapon_without_ac_does_not_bomb() -> None:
    """R51: a printed - cannot attack that type at all."""
    game = raid({"weapons": [weapon(as_=3)]}, FLAK)
    plan(game, 0, "", 1, 0)
    plan(game, 1, "a1", 0, 0)
    away(game)
    assert game.rating("s", "fuel") == 2


def test_the_two_is_the_bombers_alone() -> None:
    """R72: guns and missiles of the squadron, not the ship's."""
    game = raid(None, FLAK)
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 5)
    assert counts(game) == (5, 0, 0)
    away(game.faces(miss(5)))


def test_station_keeping_gives_a_flex_die() -> None:
    """R57: attackers of a Station Keeping ship gain one flex die in all windows."""
    game = raid(None, {"states": {"station-keeping": 1}})
    plan(game, 0, "a1", 0, 3)
    assert counts(game) == (4, 2, 0)
    away(game.faces(miss(4), [5, 6]))


def test_ecm_counts() -> None:
    """v1.2.4 Attack > Attack Modifier: ECM in all windows; +2 -1 is +1."""
    game = raid(None, {"traits": ["ECM:1"]})
    plan(game, 0, "a1", 0, 3)
    assert counts(game) == (4, 0, 0)
    away(game.faces(miss(4)))


def test_snub() -> None:
    """v1.2.4 Weapon Traits > Snub: +1 in a Bombing Run: +3 in all."""
    game = raid({"weapons": [weapon(ac=3, traits=["Snub"])]})
    plan(game, 0, "a1", 0, 3)
    assert counts(game) == (4, 1, 1)
    away(game.faces(miss(4), [5], [6]))


def test_grappler_is_for_dogfights() -> None:
    """v1.2.4 Traits > Grappler: Interception and Dogfight only."""
    game = raid({"traits": ["Grappler"]}).expect("plan", 0)
    game.expect_refused(["plan", ["a1"], "singly", 0, 7])
    plan(game, 0, "a1", 0, 0)
    away(game)


def test_evasive_adds_a_die() -> None:
    """v1.2.4 Bombing Run 4: +1 to the Defense pool of an Evasive squadron."""
    game = raid({"traits": ["Evasive"]}, FLAK)
    plan(game, 0, "a1", 0, 3)
    plan(game, 1, "a1", 0, 5)
    assert game.last("plans")["plans"][0]["defense"] == 4
    game.faces(miss(4), [6]).faces(double(5))
    assert counts(game) == (4, 0, 0)
    away(game.faces(miss(4)))


def test_fast_ships_may_cost_a_fuel() -> None:
    """v1.2.4 Traits > Fast: a bomber of a Fast model tests, and N loses 1 Fuel. Fast bombers don't test."""
    game = raid(None, {"traits": ["Fast"]})
    game.faces(miss(3)).expect("plan", 0).expect_refused(["plan", ["a1"], "singly", 3, 4], "At most 2 fuel")
    plan(game, 0, "a1", 0, 0)
    away(game)
    good = raid(None, {"traits": ["Fast"]}).faces(double(3)).expect("plan", 0)
    good.expect_allowed(["plan", ["a1"], "singly", 3, 4])
    plan(good, 0, "a1", 0, 0)
    away(good)
    fast = raid({"traits": ["Fast"]}, {"traits": ["Fast"]})
    plan(fast, 0, "a1", 0, 0)
    away(fast)


# --- Simultaneous attacks ---
def test_both_strike_at_once() -> None:
    """v1.2.4 Bombing Run 6: a squadron that is shot down has bombed all the same."""
    game = raid({"structure": [1]}, FLAK)
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 5)
    throw(game, *double(5, 5), 6)
    game.faces(double(5)).faces(miss(2))
    assert game.model("s").place == "destroyed" and game.rating("b", "thrusters") == 1
    assert game.kind != "free"


def test_a_wreck_suffers_no_more_of_the_same_volley() -> None:
    """R69, R70: both attacks are rolled. The first one destroys the ship, and the second has no effect."""
    game = raid({"weapons": [{**GUN, "count": 2}], "fire_control": 2}, {"structure_left": 0, "ratings": {"defense": 0}})
    plan(game, 0, "a1 a2", 0, 6)
    game.faces([5, 5, 5, 5, 1, 2, 3], [6]).answer("keep", [1, 2, 3, 5, 5, 5, 5], kind="flex")
    game.faces([3, 3, 1, 2, 4, 5, 6], [6]).answer("keep", [1, 2, 3, 3, 4, 5, 6], kind="flex")
    game.faces([6]).expect("free", 0)
    assert not game.model("b").is_on_table and not game.events("damaged")
    game.answer("fly", [[24, 25.9]]).expect("menu", 0)


def test_a_ship_that_dies_has_fired() -> None:
    """v1.2.4 Bombing Run 6: simultaneous: Defense lost to the run still counted."""
    game = raid({"weapons": [weapon(ac=3)]}, {**FLAK, "defense": [3, 1]})
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 5)
    throw(game, 1, 1, 2, 3, 4, 6)
    assert counts(game) == (5, 0, 0)
    game.faces(double(5))
    assert counts(game) == (2, 0, 0)
    away(game.faces(miss(2)))
    assert game.rating("b", "defense") == 1 and game.rating("s", "structure") == 3


# --- Secrecy ---
def test_plans_stay_sealed() -> None:
    """R36: the ship's view, decision, and private games don't change with the bomber's sealed plan."""
    shown = []
    for bid, share in ((0, 0), (0, 4), (3, 2), (2, 4)):
        game = raid(None, FLAK)
        plan(game, 0, "a1", bid, share)
        assert not game.events("plans") and game.rating("s", "fuel") == 3
        shown.append(repr((knowledge(game.match, 1), game.match.view(0).digest())))
        plan(game, 1, "a1", 0, 0)
        if share:
            game.faces(miss(share + 1), [6])
        away(game)
    assert len(set(shown)) == 1


def test_saved_between_the_plans_and_resumed() -> None:
    """R36: a save in the middle resumes with the ship's plan."""
    game = raid(None, FLAK)
    plan(game, 0, "a1", 2, 4)
    again = from_data(json.loads(json.dumps(to_data(game.match))), "run")
    assert again.state.digest() == game.match.state.digest()
    assert again.decision is not None and again.decision.question() == game.asked.question()
    for choice in (["plan", ["a1"], "singly", 0, 3], ["faces", miss(5), [6], []], ["faces", miss(3), [], []]):
        again.answer(choice)
        game.answer(*choice)
    again.answer(["fly", [[24, 25.9]]])
    away(game)
    assert again.state.digest() == game.match.state.digest()
