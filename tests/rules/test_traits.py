"""Tests of model and weapon traits (v1.2.4 Traits, Weapon Traits; R52, R54, R59, R62, R64, R66)."""

from typing import Any

import pytest

from tests.rules.stage import Cast, Staged, dice, gun, parts, ship, squadron, stage, weapon


def target(*lines: dict[str, Any], at: tuple[float, float] = (24, 22), heading: int = 180, **fields: Any) -> Staged:
    """Return a ship at (24, 12) that fires these weapons at another one, by default Optimum Range in its fore arc."""
    own = fields.pop("own", {})
    options = fields.pop("options", None)
    return stage(
        ship("A", 0, (24, 12), weapons=list(lines), **own),
        ship("B", 1, at, heading, activated=True, **fields),
        options=options,
    ).begin("a")


# --- Link ---
def test_linked_weapons_cost_one_fire_control_and_are_all_used() -> None:
    """v1.2.4 Weapon Traits > Link: one Fire Control, each weapon used, +1 for each further one."""
    game = target(gun(ac=2, count=3, traits=["Link"])).attack("a1 a2 a3", "b").faces([1, 2, 3], flex=[4])
    assert game.last("attacked")["fire_control_left"] == 2
    for mount in ("a1", "a2", "a3"):
        game.expect_refused(["attack", [mount], "b"], "already been used")


def test_link_uses_the_ratings_of_the_first() -> None:
    """R59: the ratings of one of them, at the owner's choice."""
    game = target(gun(ac=4, traits=["Link"]), gun(ac=2, macro=1, traits=["Link"]))
    assert dice(game.shot("a", "a1 b1", "b")) == (5, 0, 0)
    assert dice(game.shot("a", "b1 a1", "b")) == (3, 0, 1)


@pytest.mark.parametrize(
    "other",
    [
        gun("Mass Driver", ac=2, traits=["Link"]),
        gun(ac=2),
        gun(ac=2, arcs=("aft",), traits=["Link"]),
    ],
)
def test_what_does_not_link(other: dict[str, Any]) -> None:
    """v1.2.4 Weapon Traits > Link: a shared type and arc, and the trait on each."""
    game = target(gun(ac=2, arcs=("fore",), traits=["Link"]), other)
    game.expect_refused(["attack", ["a1", "b1"], "b"])
    game.expect_refused(["attack", ["a1", "a1"], "b"])


def test_linked_fire_goes_into_a_shared_arc() -> None:
    """v1.2.4 Weapon Traits > Link: at a target in the shared arc; here that is aft, but it lies fore and port (R16)."""
    game = target(
        gun("Missile", ("fore", "aft"), missile="AC", ac=2, traits=["Link"]),
        gun("Missile", ("port", "aft"), missile="AC", ac=2, traits=["Link"]),
        at=(16, 20),
    )
    game.expect_allowed(["attack", ["a1"], "b"]).expect_allowed(["attack", ["b1"], "b"])
    game.expect_refused(["attack", ["a1", "b1"], "b"])


def test_damaged_or_used_weapons_do_not_link() -> None:
    """R59: all unused (and undamaged)."""
    game = target(gun(ac=2, count=3, traits=["Link"]), own={"damaged": ["a3"]}).attack("a1", "b").faces([1, 2])
    game.expect_refused(["attack", ["a2", "a1"], "b"], "already")
    game.expect_refused(["attack", ["a2", "a3"], "b"], "damaged")


# --- Sniper, AP, Limited ---
def test_sniper_reaches_long_range_alone() -> None:
    """v1.2.4 Weapon Traits > Sniper: this weapon only, at -3."""
    game = target(gun(ac=3, traits=["Sniper", "Link"]), gun(ac=3, traits=["Link"]), at=(24, 29))
    assert parts(game.shot("a", "a1", "b")) == {"Long Range": -3}
    game.expect_refused(["attack", ["b1"], "b"], "Long Range")
    game.expect_refused(["attack", ["a1", "b1"], "b"], "Long Range")


@pytest.mark.parametrize(("armor", "left"), [(1, 0), (2, 0), (3, -1), (5, -3)])
def test_armor_piercing_ignores_two(armor: int, left: int) -> None:
    """v1.2.4 Weapon Traits > AP: up to two ratings of printed Armor (R64)."""
    assert target(gun(ac=3, traits=["AP"]), armor={"fore": armor}).shot("a", "a1", "b").roll.net == left


def test_armor_piercing_against_squadrons() -> None:
    """v1.2.4 Weapon Traits > AP: any armor."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(as_=3, traits=["AP"])]),
        squadron("S", 1, (24, 19), armor=3, activated=True),
        ship("B", 1, (44, 44), activated=True),
    ).begin("a")
    assert game.shot("a", "a1", "s").roll.net == -1


def test_armor_piercing_does_not_pass_energy_and_reactive_armor() -> None:
    """v1.2.4 Weapon Traits > AP: it doesn't ignore them."""
    beam = target(gun("Beam Projector", ac=3, traits=["AP"]), armor={"fore": 1}, traits=["Energy Armor:2"])
    assert beam.shot("a", "a1", "b").roll.net == -2
    shell = target(gun(ac=3, traits=["AP"]), armor={"fore": 1}, traits=["Reactive Armor:2"])
    assert shell.shot("a", "a1", "b").roll.net == -2


def test_limited_weapons_fire_once_for_good() -> None:
    """v1.2.4 Weapon Traits > Limited: spent after its first attack, each of the linked ones."""
    game = target(gun(ac=2, count=2, traits=["Limited", "Link"]), gun(ac=2))
    game.attack("a1 a2", "b").faces([1, 2, 3])
    assert game.model("a").damaged == ("a1", "a2")
    assert game.last("damaged")["cause"] == "Limited"


# --- ECM, ECCM, special armor ---
@pytest.mark.parametrize(("eccm", "result"), [(None, "T3"), ("ECCM:1", "Q+3"), ("ECCM:3", "Q+3")])
def test_ecm_may_diminish_instead(eccm: str | None, result: str) -> None:
    """v1.2.4 Traits > ECM: diminished once for each rating that ECCM does not cancel, as an option (R52)."""
    game = target(
        gun(ac=4),
        traits=["ECM:1"],
        own={"traits": [eccm] if eccm else []},
        options={"ecm": "diminish"},
        structure=[9, 8, 7, 6],
    )
    assert (game.shot("a", "a1", "b").roll.net, dice(game.shot("a", "a1", "b"))) == (0, (4, 0, 0))
    game.attack("a1", "b").faces([3, 3, 3, 3])
    assert game.last("attacked")["result"] == result
    while game.kind == "critical":
        game.pick("damage", "defense")


def test_ecm_diminishes_a_double_to_nothing() -> None:
    """v1.2.4 Dice System > Diminish: a D becomes N (R52)."""
    game = target(gun(ac=4), traits=["ECM:1"], options={"ecm": "diminish"}).attack("a1", "b").faces([3, 3, 1, 2])
    assert game.last("attacked")["result"] == "N"
    assert game.kind == "menu"


@pytest.mark.parametrize(
    ("kind", "energy", "reactive"),
    [
        ("Beam Projector", -2, 0),
        ("Particle Cannon", -2, 0),
        ("Mass Driver", 0, -2),
        ("Kinetic Cannon", 0, -2),
        ("Missile", 0, -2),
    ],
)
@pytest.mark.parametrize("heading", [180, 90, 0])
def test_energy_and_reactive_armor(kind: str, energy: int, reactive: int, heading: int) -> None:
    """v1.2.4 Traits > Energy Armor, Reactive Armor: added to Armor in all arcs, by weapon type."""
    line = gun(kind, ac=3, missile="AC") if kind == "Missile" else gun(kind, ac=3)
    plain = target(line, heading=heading).shot("a", "a1", "b").roll.net
    assert target(line, heading=heading, traits=["Energy Armor:2"]).shot("a", "a1", "b").roll.net - plain == energy
    assert target(line, heading=heading, traits=["Reactive Armor:2"]).shot("a", "a1", "b").roll.net - plain == reactive


def test_special_armor_adds_to_printed_armor() -> None:
    """v1.2.4 Traits > Energy Armor: it adds X."""
    shot = target(gun("Beam Projector", ac=3), armor={"fore": 1}, traits=["Energy Armor:1"]).shot("a", "a1", "b")
    assert parts(shot) == {"Armor 2, Energy Armor": -2}


def test_a_shield_stands_beside_the_shot_that_it_softens() -> None:
    """v1.2.4 Traits > Shield: it changes no die, so a text shows its effect before the shot and in the log."""
    game = target(gun(ac=4), traits=["Shield"])
    assert "Shield (sets of 1 and 2)" in [part.label for part in game.shot("a", "a1", "b").roll.all_contributions()]
    game.attack("a1", "b").faces([1, 2, 3, 4])
    assert [modifier[0] for modifier in game.last("attacked")["modifiers"]] == ["Shield (sets of 1 and 2)"]


# --- Evasive ---
def dodging(inches: float = 7.0, line: dict[str, Any] | None = None, boosting: bool = False, **fields: Any) -> Staged:
    """Return a ship that fires at a squadron at this distance ahead. A boosting one is in its own activation."""
    guns = [line or gun("Particle Cannon", ac=3, as_=3)]
    game = stage(
        ship("A", 0, (24, 12), weapons=guns),
        squadron("S", 1, (24, 14 + inches), activated=not boosting, **fields),
        ship("B", 1, (44, 44), activated=True),
        initiative=int(boosting),
    )
    return game.begin("s", boost=1) if boosting else game.begin("a")


def test_evasive_opposes_with_skill() -> None:
    """v1.2.4 Traits > Evasive: an Opposed Roll against its Skill."""
    game = dodging(traits=["Evasive"]).attack("a1", "s").faces([5, 5, 5]).expect("evasion", side=1).pick("keep")
    game.expect("faces", side=1).faces([2, 2, 3]).expect("menu")
    assert game.last("attacked")["result"] == "D5"
    assert (game.rating("s", "structure"), game.rating("s", "fuel")) == (3, 3)


def test_evasive_may_spend_a_fuel_for_a_flex_die() -> None:
    """v1.2.4 Traits > Evasive: 1 Fuel for +1F, once an attack (R62)."""
    game = dodging(traits=["Evasive"]).attack("a1", "s").faces([5, 5, 1]).pick("spend").faces([2, 4, 3], flex=[2])
    game.expect("flex", side=1).pick("keep", [2, 2, 3]).expect("menu")
    assert game.rating("s", "fuel") == 2
    assert game.last("attacked")["result"] == "N"


@pytest.mark.parametrize(
    ("inches", "fields", "evades"),
    [
        (7.0, {}, False),
        (7.0, {"traits": ["Evasive"]}, True),
        (3.0, {"traits": ["Evasive"]}, False),
        (7.0, {"states": {"evading": 1}}, True),
        (3.0, {"states": {"evading": 1}}, False),
        (3.0, {"states": {"evading": 1}, "traits": ["Evasive"]}, True),
        (7.0, {"traits": ["Evasive"], "fuel_left": 0}, False),
        (7.0, {"boosting": True}, True),
        (3.0, {"boosting": True, "traits": ["Evasive"]}, False),
    ],
)
def test_when_evasive_works(inches: float, fields: dict[str, Any], evades: bool) -> None:
    """v1.2.4 Traits > Evasive, Action > Evade: at Short Range only if native and Evading, never at Fuel 0 (R62)."""
    assert (dodging(inches, **fields).shot("a", "a1", "s").opposition is not None) == evades


@pytest.mark.parametrize(("thrusters", "evades"), [(2, True), (1, True), (0, False)])
def test_ships_evade_while_they_have_thrusters(thrusters: int, evades: bool) -> None:
    """v1.2.4 Traits > Evasive: no effect with Thrusters 0; ships have no fuel to spend."""
    shot = target(gun(ac=3), states={"evading": 1}, ratings={"thrusters": thrusters}).shot("a", "a1", "b")
    assert (shot.opposition is not None) == evades
    assert shot.opposition is None or not shot.opposition.may_burn


def test_missiles_are_not_evaded() -> None:
    """v1.2.4 Traits > Evasive: no effect on missiles; their own opposed roll is the defence."""
    shot = dodging(line=gun("Missile", missile="AS", as_=3), traits=["Evasive", "Fast"]).shot("a", "a1", "s")
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex, shot.opposition.may_burn) == (3, 0, False)


def test_native_boosting_evades_better_for_free() -> None:
    """v1.2.4 Action > Boost: Evasive by nature, it gains +1F while Boosting, and spends no fuel for it (R62)."""
    shot = dodging(traits=["Evasive"], boosting=True).shot("a", "a1", "s")
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex, shot.opposition.may_burn) == (3, 1, False)


def test_fast_evades_with_a_flex_die() -> None:
    """v1.2.4 Traits > Fast: +1F when making the roll of Evasive."""
    shot = dodging(traits=["Evasive", "Fast"]).shot("a", "a1", "s")
    assert shot.opposition is not None
    assert (shot.opposition.pool.base, shot.opposition.pool.flex, shot.opposition.may_burn) == (3, 1, True)


def test_skill_one_gains_nothing_from_fuel() -> None:
    """R6, R11: below 2 base dice there are 2d6 and no flex die, so fuel buys nothing."""
    game = dodging(traits=["Evasive"], skill=1).attack("a1", "s").faces([5, 5, 1])
    game.faces([2, 3]).expect("menu")
    assert game.rating("s", "fuel") == 3
    assert game.last("rolled")["pool"] == {"base": 2, "flex": 0, "macro": 0}


def test_evasion_against_a_beam_comes_after_its_re_roll() -> None:
    """R8: the Primary finishes completely before the Secondary rolls."""
    game = (
        dodging(line=gun("Beam Projector", as_=3), traits=["Evasive"], fuel_left=1).attack("a1", "s").faces([1, 2, 3])
    )
    game.pick("reroll").faces([4, 4, 1]).expect("evasion").pick("keep").faces([1, 2, 3]).expect("menu")
    assert game.rating("s", "structure") == 3


def test_evading_on_the_way_against_autofire() -> None:
    """R62: ordinary shots and Autofire from beyond Short Range."""
    beam = gun("Particle Cannon", as_=3, traits=["Autofire"])
    game = stage(
        squadron("S", 0, (24, 36), speed=12, traits=["Evasive"]), ship("B", 1, (24, 18), activated=True, weapons=[beam])
    ).begin("s")
    game.fly((24, 28)).pick("fire", "b", "a1").faces([4, 4, 1]).expect("evasion", side=0).pick("keep").faces([3, 3, 1])
    assert game.last("attacked")["result"] == "N"
    assert game.kind == "menu"


# --- Sluggish ---
def heavy(**fields: Any) -> Staged:
    """Return a Sluggish ship that must move at least 2"."""
    mover: Cast = ship("A", 0, (24, 12), traits=["Sluggish"], **fields)
    return stage(mover, ship("Far", 1, (44, 44), activated=True))


def test_sluggish_turns_only_at_the_end() -> None:
    """v1.2.4 Traits > Sluggish: turns only at the end of a move; no more movement after one (R21)."""
    game = heavy().begin("a").move(3).turn(45)
    game.expect_refused(["move", 1], "Sluggish")
    game.end()
    assert game.at("a") == (24, 15, 45)


def test_sluggish_owes_its_minimum_before_it_turns() -> None:
    """R20, R21: turning first would avoid the minimum move."""
    game = heavy().begin("a")
    game.expect_refused(["turn", 45])
    game.move(1).expect_refused(["turn", 45])
    game.move(1).expect_allowed(["turn", 45])


def test_sluggish_reorients_by_two_turns() -> None:
    """v1.2.4 Traits > Sluggish, Action > Reorient: two turns instead of one, whatever the test says, none free."""
    for faces in ([1, 2, 3], [2, 2, 2]):
        game = heavy().begin("a", "reorient").move(2).resolve().faces(faces)
        game.expect_refused(["pivot", 180], "Reorient")
        game.turn(45).turn(45).expect_refused(["turn", 10], "no turn left")
        assert game.at("a")[2] == 90


@pytest.mark.parametrize(("turns", "in_all"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_sluggish_with_reorient_makes_two_turns_in_all(turns: int, in_all: int) -> None:
    """docs/rulings.md, R22: 2 turns in all, not 2 more. A ship with more of its own keeps them."""
    game = heavy(turns=turns, thrusters=[3, 2, 1], speed=5).begin("a", "reorient").move(2).resolve().faces([1, 2, 3])
    for _ in range(in_all):
        game.turn(10)
    game.expect_refused(["turn", 10], "no turn left")


# --- Squadrons' weapons ---
def test_stealth_of_squadrons_does_not_matter_to_guns() -> None:
    """v1.2.4 Traits > Stealth: for missile attacks only."""
    game = stage(
        squadron("P", 0, (24, 12), weapons=[weapon("Missile", missile="AS", as_=3), weapon(as_=3)], fire_control=2),
        squadron("S", 1, (24, 20), activated=True, traits=["Stealth"]),
        ship("B", 1, (44, 44), activated=True),
    ).begin("p")
    game.expect_refused(["attack", ["a1"], "s"], "Stealth")
    game.expect_allowed(["attack", ["b1"], "s"])


def test_a_weapon_that_cannot_attack_the_type_does_not_link() -> None:
    """R51, R59: a linked weapon fires too, so it needs a rating against the target."""
    game = target(gun(ac=3, as_=2, traits=["Link"]), gun(ac="-", as_=2, traits=["Link"]))
    game.expect_refused(["attack", ["a1", "b1"], "b"])


def test_each_linked_missile_must_reach() -> None:
    """R59: linked missiles of different ranges fire only as far as the shorter."""
    game = target(
        gun("Missile", missile="AS", ac=3, as_=3, traits=["Link"]),
        gun("Missile", missile="AS", ac=3, as_=3, traits=["Link", "Swarm"]),
        at=(24, 25),
    )
    game.expect_allowed(["attack", ["a1"], "b"])
    game.expect_refused(["attack", ["a1", "b1"], "b"])
