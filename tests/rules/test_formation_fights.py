"""Tests of formations in Dogfights and Bombing Runs (v1.2.4 Traits > Formation; R45, R72, R73, R76)."""

from typing import Any

import pytest

from jovian.table import is_flush, touches
from tests.rules.fights import GUN, OWN, counts, double, miss, plan, throw, wing
from tests.rules.stage import Staged, gun, settled, ship, squadron, stage, weapon
from tests.rules_api import other_formation_members

SPARE = ship("Spare", 1, (44, 4))
"""An enemy ship that has yet to activate, so that the turn continues."""


def melee(one: Any = None, two: Any = None) -> Staged:
    """Return a game in which S and S2 are about to resolve the interception of T and T2, both pairs in formation."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), **{"weapons": [GUN], **(one or {})}),
        *wing("T", 1, (24, 25), (24, 26), activated=True, **{"weapons": [GUN], **(two or {})}), SPARE, OWN,
    )  # fmt: skip
    return game.activate("s").answer("declare", "interception", 0, "t").resolve()


def hunted(one: Any = None, **target: Any) -> Staged:
    """Return a game in which the pair S, S2 intercepts the single squadron T."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), **{"weapons": [GUN], **(one or {})}),
        squadron("T", 1, (24, 25), activated=True, **{"weapons": [GUN], **target}), SPARE, OWN,
    )  # fmt: skip
    return game.activate("s").answer("declare", "interception", 0, "t").resolve()


def are_separate(game: Staged, *idents: str) -> bool:
    """Return whether they are in no formation."""
    return not any(
        game.model(model_id).formation or other_formation_members(game.match.state, game.model(model_id))
        for model_id in idents
    )


# --- Shared attacks ---
def test_one_pool_with_doubled_linked_weapons() -> None:
    """R76: one pool: AS, Skill and bid once; all weapons linked for one Fire Control, +1."""
    game = hunted().pick("keep").expect("plan", 0)
    game.expect_refused(["plan", ["a1", "a1+"], "linked", 0, 7])
    plan(game, 0, "a1 a1+", 0, 6, "linked")
    plan(game, 1, "a1", 0, 4)
    assert counts(game) == (7, 0, 0)
    game.faces(double(7)).faces(miss(2)).faces(miss(4)).expect("menu", 0)
    assert game.act.spent == ("s", "t") and game.rating("t", "structure") == 3


def test_every_member_pays_the_bid() -> None:
    """R76: the emptiest limits it; all pay."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), weapons=[GUN], fuel_left=2),
        squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
    )  # fmt: skip
    game.activate("s").answer("declare", "interception", 0, "t").resolve().pick("keep")
    game.expect("plan", 0).expect_refused(["plan", ["a1"], "singly", 3, 4], "At most 2 fuel")
    plan(game, 0, "a1", 2, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu")
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (0, 0)


def test_linked_missiles_of_all() -> None:
    """v1.2.4 Traits > Formation: all weapons gain Link, missiles too."""
    game = hunted({"weapons": [weapon("Missile", missile="AS", as_=3)]}).pick("keep").expect("missile", 0)
    assert game.offered() == [["decline"], ["missile", ["a1"]], ["missile", ["a1", "a1+"]]]
    game.pick("missile", ["a1", "a1+"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(3)).pick("allocate", [0, 1])
    assert counts(game) == (4, 0, 0)
    game.faces(miss(4)).expect("menu")


def test_the_owner_splits_the_damage() -> None:
    """R76: in a Dogfight as with any attack."""
    game = hunted().pick("keep")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces([1, 1, 1, 2, 3, 4]).faces(miss(3)).expect("allocate", 0).pick("allocate", [1, 1]).expect("menu", 0)
    assert (game.rating("s", "structure"), game.rating("s2", "structure")) == (3, 3)


def test_the_interceptors_inch_moves_its_whole_formation() -> None:
    """R73: 1" away with all its members."""
    game = hunted().pick("keep")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert (game.at("s")[:2], game.at("s2")[:2]) == ((24, 23), (24, 22))
    assert game.model("s2").formation == "s"


def test_the_free_move_of_a_formation() -> None:
    """v1.2.4 Dogfight 8; R76: the lone survivor is the formation, which flies as one."""
    game = hunted(structure=[1]).pick("keep")
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "", 0, 0)
    game.faces(double(6)).faces(miss(3)).expect("free", 0).answer("fly", [[28, 24]]).expect("menu")
    assert (game.at("s")[:2], game.at("s2")[:2]) == ((28, 24), (28, 23))


# --- Losses in the fight ---
def slow_and_quick() -> Staged:
    """Return a game in which T's beam attacks S (kinetic, in formation, 1 Structure each) first. One may be lost."""
    game = hunted({"structure": [1]}, weapons=[weapon("Beam Projector", as_=3)]).pick("keep")
    plan(game, 0, "a1 a1+", 0, 4, "linked")
    plan(game, 1, "a1", 0, 4)
    return game.faces(double(4)).pick("stand").faces(miss(2))


def test_a_mate_is_lost_before_they_act() -> None:
    """v1.2.4 Dogfight 6: the formation isn't destroyed. It attacks with the rest: 1 weapon, no Link."""
    game = slow_and_quick().pick("allocate", [0, 1])
    assert game.model("s2").place == "destroyed"
    assert counts(game) == (4, 0, 0)
    game.faces(miss(4)).expect("menu", 0)


def test_the_leader_is_lost_before_they_act() -> None:
    """v1.2.4 Dogfight 6: whichever member the owner gave up, the other attacks and continues (R76)."""
    game = slow_and_quick().pick("allocate", [1, 0])
    assert game.model("s").place == "destroyed"
    assert counts(game) == (4, 0, 0)
    game.faces(miss(4)).expect("menu", 0)
    assert game.act.model == "s2" and game.at("s2")[1] < 23


def test_the_fight_goes_on_against_the_member_that_is_left() -> None:
    """v1.2.4 Dogfight 6: further instances and missiles attack the formation while a member remains."""
    guns = [weapon("Beam Projector", as_=3, count=2), weapon("Missile", missile="AS", as_=3)]
    game = stage(
        squadron("S", 0, (24, 24), weapons=guns, fire_control=3),
        *wing("T", 1, (24, 25), (24, 26), activated=True, structure=[1], weapons=[GUN]), SPARE, OWN,
    )  # fmt: skip
    game.activate("s").answer("declare", "interception", 0, "t").resolve().pick("keep").pick("missile", ["b1"])
    plan(game, 0, "a1 a2", 0, 4)
    plan(game, 1, "a1", 0, 2)
    game.faces(double(4)).pick("stand").faces(miss(4)).pick("allocate", [1, 0])
    game.expect("faces", 0).faces(miss(4)).pick("stand")
    game.faces(miss(2))
    assert counts(game) == (3, 0, 0)
    game.faces(double(3)).faces(miss(4))
    assert game.model("t").place == game.model("t2").place == "destroyed"
    game.expect("free", 0).answer("stay")


def test_a_formation_without_room_to_break_off_is_broken_up() -> None:
    """R26, R28: each goes to its nearest free place. With space behind, they stay together."""
    for y, together in ((20.0, True), (20.9, False)):
        game = stage(
            *wing("S", 0, (24, 24), (24, 23), weapons=[GUN]), squadron("T", 1, (24, 25), activated=True, weapons=[GUN]),
            ship("Wall", 0, (24, y), 90, activated=True), SPARE, OWN,
        ).activate("s").answer("declare", "interception", 0, "t").resolve().pick("keep")  # fmt: skip
        plan(game, 0, "", 0, 0)
        plan(game, 1, "", 0, 0)
        game.expect("menu", 0)
        assert are_separate(game, "s", "s2") is not together


# --- Breaking ---
def test_the_active_side_may_break_its_formation() -> None:
    """v1.2.4 Traits > Formation; R76: only one fights, the other continues the activation. They stay separate."""
    game = hunted().expect("formation", 0).pick("break", "s").expect("plan", 0)
    game.expect_refused(["plan", ["a1", "a1+"], "linked", 0, 4])
    plan(game, 0, "a1", 1, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0)
    assert game.act.model == "s2" and are_separate(game, "s", "s2") and game.model("s").activated
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (2, 3)
    game.fly((20, 20)).end()
    assert game.model("s2").activated and game.at("s")[:2] != (20, 20)


def test_a_weapon_fired_in_formation_is_not_fired_again_by_its_owner() -> None:
    """R59: the same physical weapon fires once in its own activation; the one that was not fired still may."""
    for fired, free in (("a1+", False), ("a1", True)):
        game = stage(
            *wing("S", 0, (24, 24), (24, 23), weapons=[GUN], fire_control=2),
            squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
        ).activate("s")  # fmt: skip
        game.answer("declare", "interception", 0, "t").attack(fired, "t").faces(miss(4)).resolve().pick("break", "s")
        plan(game, 0, "", 0, 0)
        plan(game, 1, "", 0, 0)
        game.expect("menu", 0)
        assert game.act.model == "s2"
        assert (game.asked.check(["attack", ["a1"], "t"]) is None) == free


def test_the_other_side_may_break_too() -> None:
    """v1.2.4 Traits > Formation: intercepted: both sides decide."""
    game = melee()
    asked = []
    while game.kind == "formation":
        asked.append(game.asked.side)
        game.pick("break", "t" if game.asked.side else "s")
    assert sorted(asked) == [0, 1]
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "s", "s2", "t", "t2")
    assert [plan["model"] for plan in game.last("plans")["plans"]] == ["s", "t"]


def test_both_may_keep_theirs() -> None:
    """v1.2.4 Traits > Formation: may."""
    game = melee().pick("keep").pick("keep")
    plan(game, 0, "a1 a1+", 0, 4, "linked")
    plan(game, 1, "a1 a1+", 0, 4, "linked")
    game.faces(miss(5)).faces(miss(5)).expect("menu", 0)
    assert game.model("s2").formation == "s" and game.model("t2").formation == "t"


def test_an_intercepted_formation_may_break() -> None:
    """R76: reactive: the member left out continues the activation with the remaining movement."""
    game = stage(
        *wing("S", 0, (24, 10), (24, 9)), squadron("T", 1, (24, 18), activated=True), SPARE, OWN
    ).begin("s")  # fmt: skip
    game.fly((24, 14.5)).pick("intercept", "t").expect("formation", 0).pick("break", "s")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert game.act.model == "s2" and are_separate(game, "s", "s2") and game.at("s")[:2] == (24, 14)
    assert game.room.forward == pytest.approx(2)
    game.fly((25.5, 13)).end()
    assert game.model("s").activated and game.model("s2").activated


def test_an_intercepting_formation_may_break() -> None:
    """v1.2.4 Traits > Formation: declare an Interception: one flies out, the other stays where it is."""
    game = stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN
    ).begin("s")  # fmt: skip
    game.fly((24, 14.5)).pick("intercept", "t").expect("formation", 1).pick("break", "t2")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "t", "t2") and game.at("t")[:2] == (24, 18) and game.at("t2")[1] < 17.5


def dry(game: Staged, ident: str) -> Staged:
    """Take all Fuel from one squadron."""
    model = game.model(ident)
    model.marks["fuel"] = len(model.boxes("fuel"))
    return game


@pytest.mark.parametrize(("empty", "fighter"), [("t", "t2"), ("t2", "t")])
def test_a_formation_with_one_member_out_of_fuel_breaks_to_intercept(empty: str, fighter: str) -> None:
    """v1.2.4 Traits > Formation; R71: the member that has Fuel may intercept alone."""
    game = dry(stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (23, 18), activated=True), SPARE, OWN
    ), empty).begin("s")  # fmt: skip
    game.fly((24, 14.6)).expect("interception", 1)
    told = next(option.detail for option in game.asked.options() if option.choice[0] == "intercept")
    assert "the formation breaks: only T (3 Fuel left) fights" in told
    at = game.at(empty)
    game.pick("intercept", "t")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "t", "t2") and game.at(empty) == at and game.at(fighter)[1] < 18
    assert [plan["model"] for plan in game.last("plans")["plans"]] == ["s", fighter]


def test_a_formation_without_any_fuel_does_not_intercept() -> None:
    """v1.2.4 Action > Reactive Interception: Fuel 1+."""
    game = stage(squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN)
    dry(dry(game, "t"), "t2").begin("s").fly((24, 14.5)).expect("menu", 0)


def test_the_reach_of_a_formation_is_that_of_the_members_with_fuel() -> None:
    """R71: a member without Fuel doesn't intercept, however near it is."""
    game = stage(squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN)
    dry(game, "t").begin("s").fly((24, 13.9)).expect("menu", 0).fly((24, 14.2)).expect("menu", 0)
    game.fly((24, 15.5)).expect("interception", 1)
    assert game.at("s")[:2] == (24, 15)
    game.decline()


def test_a_formation_without_room_for_all_sends_the_one_that_has_room() -> None:
    """v1.2.4 Traits > Formation: the others need no space for contact if only one takes part."""
    walls = [ship(f"W{n}", 0, (x, 14), base="large", activated=True) for n, x in enumerate([21.95, 26.05])]
    game = stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (25, 18), activated=True), *walls, SPARE, OWN
    ).begin("s")  # fmt: skip
    game.fly((24, 14.6)).expect("interception", 1).pick("intercept", "t").expect("formation", 1)
    assert game.offered() == [["break", "t"], ["break", "t2"]]
    game.pick("break", "t")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    assert are_separate(game, "t", "t2") and game.at("t2")[:2] == (25, 18)


@pytest.mark.parametrize(("empty", "fighter"), [("s", "s2"), ("s2", "s")])
def test_an_active_interception_by_a_formation_with_one_member_out_of_fuel(empty: str, fighter: str) -> None:
    """v1.2.4 Traits > Formation; R42: one member with Fuel declares and fights; the other continues."""
    game = dry(stage(
        *wing("S", 0, (24, 24), (25, 24)), squadron("T", 1, (24.5, 25.2), activated=True), SPARE, OWN,
    ), empty).activate("s")  # fmt: skip
    game.answer("declare", "interception", 0, "t").fly((24, 24.2)).resolve()
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "s", "s2") and game.act.model == empty
    assert [plan["model"] for plan in game.last("plans")["plans"]] == [fighter, "t"]


def test_the_member_with_fuel_must_be_in_contact_itself() -> None:
    """R42: contact and Fuel are required of the squadron that fights."""
    game = dry(stage(
        *wing("S", 0, (24, 24), (24, 23)), squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
    ), "s").activate("s")  # fmt: skip
    game.answer("declare", "interception", 0, "t").expect_refused(["resolve"], "Only S has Fuel")
    game.answer(*game.asked.default().to_json())


def test_one_of_two_members_with_fuel_is_in_contact() -> None:
    """R42: the one in contact can fight. The other need not be in contact too."""
    game = dry(stage(
        *wing("S", 0, (24, 24), (24, 23), (24, 22), traits=["Ace"]),
        squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
    ), "s3").activate("s")  # fmt: skip
    settled(game.answer("declare", "interception", 0, "t").expect_allowed(["resolve"]))


def test_who_leaves_a_formation_of_the_other_side_is_not_done() -> None:
    """R76: a member that leaves counts as activated only in its own side's activation. These can still activate."""
    game = stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19)), SPARE, OWN
    ).begin("s")  # fmt: skip
    game.fly((24, 14.5)).pick("intercept", "t").expect("formation", 1).pick("break", "t2")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "t", "t2") and not game.model("t").activated and not game.model("t2").activated


def test_an_intercepting_formation_flies_out_as_one() -> None:
    """v1.2.4 Action > Reactive Interception 2: into contact together."""
    game = stage(
        squadron("S", 0, (24, 10)), *wing("T", 1, (24, 18), (24, 19), activated=True), SPARE, OWN
    ).begin("s")  # fmt: skip
    game.fly((24, 14.5)).pick("intercept", "t").expect("formation", 1).pick("keep")
    assert (game.at("t")[:2], game.at("t2")[:2]) == ((24, 15), (24, 16))
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)


def test_no_member_of_the_named_formation_reacts() -> None:
    """R45: the target of an Active Interception may not intercept its hunter, whichever member was named."""
    for named in ("t", "t2"):
        game = stage(
            squadron("S", 0, (24, 10)), *wing("T", 1, (24, 14), (24, 15), activated=True), SPARE, OWN
        ).activate("s")  # fmt: skip
        game.answer("declare", "interception", 0, named).expect("menu", 0).fly((24, 13)).resolve()
        game.pick("keep")
        plan(game, 0, "", 0, 0)
        plan(game, 1, "", 0, 0)
        game.expect("menu", 0)


def test_three_break_into_one_and_two() -> None:
    """R76: one fights. The others stay separate, one of them with the activation."""
    game = stage(
        *wing("S", 0, (24, 24), (24, 23), (24.866, 23.5), traits=["Ace"]),
        squadron("T", 1, (24, 25), activated=True), SPARE, OWN,
    ).activate("s")  # fmt: skip
    game.answer("declare", "interception", 0, "t").resolve().pick("break", "s")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    assert are_separate(game, "s", "s2", "s3") and game.act.model == "s2"


# --- Bombing ---
def raiders(target: Any = None, **fields: Any) -> Staged:
    """Return a game in which S and S2 bomb B (at 24, 20), S at its fore edge."""
    game = stage(
        *wing("S", 0, (24, 22), (24, 23), **{"weapons": [GUN], **fields}),
        ship("B", 1, (24, 20), activated=True, **(target or {})), SPARE, OWN,
    )  # fmt: skip
    return game.begin("s", "bombing").resolve()


def test_a_formation_bombs_as_one() -> None:
    """R76: one pool, linked: +2 and +1; both fly their free 4" together and move no more."""
    game = raiders()
    plan(game, 0, "a1 a1+", 1, 3, "linked")
    assert counts(game) == (4, 1, 1)
    throw(game, 1, 2, 3, 4, 5, 6).expect("free", 0).answer("fly", [[24, 25.9]]).expect("menu", 0)
    assert (game.at("s")[:2], game.at("s2")[:2]) == ((24, 25.9), (24, 26.9))
    assert (game.rating("s", "fuel"), game.rating("s2", "fuel")) == (2, 2)
    game.expect_refused(["fly", [[24, 27]]])


def test_the_ship_that_is_bombed_by_a_formation() -> None:
    """v1.2.4 Traits > Formation: its answer is split by the owner of the formation."""
    game = raiders({"weapons": [gun(as_=2)]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 5)
    game.faces([1, 1, 1, 2, 3]).faces(miss(6)).expect("allocate", 0).pick("allocate", [1, 1])
    game.expect("free", 0).answer("fly", [[24, 25.9]]).expect("menu")
    assert (game.rating("s", "structure"), game.rating("s2", "structure")) == (3, 3)


def test_the_other_flies_on_when_one_is_lost_in_a_run() -> None:
    """R76: whichever member is given up, the survivor has the free 4" and the activation."""
    for share, left in (([0, 1], "s"), ([1, 0], "s2")):
        game = raiders({"weapons": [gun(as_=2)]}, structure=[2, 1], structure_left=1, skill=2)
        plan(game, 0, "a1", 0, 0)
        plan(game, 1, "a1", 0, 5)
        game.faces(double(5)).faces(miss(5)).pick("allocate", share)
        assert game.model(left).is_on_table
        if game.kind == "ram":
            game.decline()
        game.expect("free", 0).answer("fly", [[24, 26]]).expect("menu", 0)
        assert game.act.model == left
        game.expect_refused(["fly", [[24, 27]]])
        game.end()


def test_assaulting_does_not_tear_a_formation() -> None:
    """v1.2.4 Traits > Formation, Action > Assaulting: either all start the Assault, or the formation is broken."""
    game = raiders(squadron_type="exo-armor")
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("assault", 25.5, 20, 90)
    while game.kind not in ("menu", "activate", "declare"):
        game.answer(*game.asked.default().to_json())
    one, two, hull = game.model("s"), game.model("s2"), game.model("b")
    assert one.is_assaulting and is_flush(hull.base, hull.pose, one.base, one.pose)
    assert (two.is_assaulting and is_flush(hull.base, hull.pose, two.base, two.pose)) or are_separate(game, "s", "s2")


def test_a_ram_out_of_a_run_takes_one_only() -> None:
    """R76: one rams, the formation is broken, and the other has the free 4"."""
    game = raiders(structure=[1])
    plan(game, 0, "a1", 0, 0)
    game.pick("ram").faces(miss(3))
    assert game.model("s").place == "destroyed" and game.model("s2").is_on_table
    game.expect("free", 0).answer("fly", [[24, 26]])
    while game.kind == "menu":
        game.end()
    assert game.model("s2").activated and not touches(
        game.model("s2").base, game.model("s2").pose, game.model("b").base, game.model("b").pose
    )


def test_what_both_have_fired_is_spent_though_one_is_shot_down_meanwhile() -> None:
    """v1.2.4 Weapon Traits > Limited, R36: they fire together, so the survivor's weapon has made its attack too."""
    once = [weapon("Kinetic Cannon", ac=3, as_=3, traits=["Limited"])]
    game = melee(None, {"weapons": once, "structure": [1]}).pick("keep").pick("keep")
    plan(game, 0, "a1 a1+", 0, 6, "linked")
    plan(game, 1, "a1 a1+", 0, 4, "linked")
    game.faces(double(7)).faces(miss(2)).faces(miss(5)).pick("allocate", [1, 0])
    assert [game.model(model_id).place for model_id in ("t", "t2")] == ["destroyed", "table"]
    assert game.model("t2").damaged == ("a1",)
    settled(game)


@pytest.mark.parametrize(("mounts", "spent"), [(["a1"], ()), (["a1", "a1+"], ("a1",))])
def test_whose_missile_flew_is_spent_by_it(mounts: list[str], spent: tuple[str, ...]) -> None:
    """v1.2.4 Weapon Traits > Limited: the missile of the leader, which is lost before the hit, or of both."""
    arms = [weapon("Missile", missile="AS", as_=4, traits=["Limited"])]
    game = melee(None, {"weapons": arms, "structure": [1]}).pick("keep").pick("keep")
    game.expect("missile", 1).pick("missile", mounts)
    plan(game, 0, "a1 a1+", 0, 6, "linked")
    game.answer("plan", [], "singly", 0, 0, kind="plan").faces(double(7)).faces(miss(3)).pick("allocate", [1, 0])
    assert [game.model(model_id).place for model_id in ("t", "t2")] == ["destroyed", "table"]
    game.faces(miss(sum(counts(game))))
    assert game.model("t2").damaged == spent
    settled(game)
