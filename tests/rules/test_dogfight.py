"""Tests of Dogfights (v1.2.4 Dogfight; Traits > Evasive, Grappler, Snub, Swarm; R6, R36, R53, R59, R62, R72, R73)."""

import json

import pytest

from jovian.match.saves import from_data, to_data
from tests.match.reachable import content
from tests.rules.fights import FAR, GUN, OWN, counts, double, duel, knowledge, miss, plan
from tests.rules.stage import squadron, stage, weapon
from tests.rules_api import Arms

ROCKET = weapon("Missile", missile="AS", as_=4)


# --- Declared missiles ---
def test_the_active_player_declares_a_missile_first() -> None:
    """v1.2.4 Dogfight 1: active player first; each spends Fire Control."""
    both = {"weapons": [GUN, ROCKET], "fire_control": 2}
    game = duel(both, both).expect("missile", 0).pick("missile", ["b1"]).expect("missile", 1)
    assert game.act.spent == ("s",)
    game.decline()
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 4)
    game.faces(miss(4)).faces(miss(4)).faces(miss(4)).expect("menu")


def test_the_active_player_is_first_when_it_is_intercepted_too() -> None:
    """v1.2.4 Dogfight 1: active player, not the interceptor."""
    both = {"weapons": [GUN, ROCKET], "fire_control": 2}
    game = stage(
        squadron("S", 0, (24, 24), activated=True, **both), squadron("T", 1, (24, 26), **both), FAR, OWN, initiative=1
    )
    game.begin("t").expect("interception", 0).pick("intercept", "s").expect("missile", 1).decline()
    game.expect("missile", 0).decline()
    plan(game, 1, "a1", 0, 4)
    plan(game, 0, "a1", 0, 4)
    game.faces(miss(4)).faces(miss(4)).expect("menu", 1)


def test_the_only_fire_control_goes_to_the_missile_or_to_the_gun() -> None:
    """v1.2.4 Dogfight 1, 6: expending Fire Control as normal; without a usable weapon all defend (R72)."""
    game = duel({"weapons": [GUN, ROCKET]}).pick("missile", ["b1"]).expect("plan", 0)
    game.expect_refused(["plan", ["a1"], "singly", 0, 4], "can't be used")
    game.expect_refused(["plan", [], "singly", 0, 2], "without a weapon")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 4)
    event = game.last("plans")["plans"][0]
    assert (event["weapon"], event["attack"], event["defense"], event["missile"]) == ("", 0, 3, ["b1"])
    game.faces(miss(4)).faces(miss(4)).expect("menu")


def test_without_fire_control_no_missile_is_offered() -> None:
    """v1.2.4 Dogfight 1: it has been spent earlier in the activation (R40)."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[GUN, ROCKET]),
        squadron("T", 1, (24, 25), activated=True, weapons=[GUN]),
        FAR, OWN,
    )  # fmt: skip
    game.activate("s").answer("declare", "interception", 0, "t").attack("a1", "t").faces(miss(4)).resolve()
    game.expect("plan", 0).expect_refused(["plan", ["a1"], "singly", 0, 3])
    plan(game, 0, "", 1, 0)
    plan(game, 1, "a1", 0, 4)
    game.faces(miss(4)).expect("menu")


def test_only_missiles_against_squadrons_are_offered() -> None:
    """v1.2.4 Dogfight 1; R51: a printed - cannot attack squadrons; Nukes are fired at points."""
    bay = [weapon("Missile", missile="AC", ac=5), weapon("Missile", missile="Nuke", ac=5, as_=5), GUN]
    game = duel({"weapons": bay})
    plan(game, 0, "c1", 0, 4)
    plan(game, 1, "a1", 0, 4)
    game.faces(miss(4)).faces(miss(4)).expect("menu")


# --- Secret plan ---
def test_the_pool_is_weapon_skill_and_bid() -> None:
    """v1.2.4 Dogfight 2-4: AS, Skill and the bid; all of it is divided."""
    game = duel({"weapons": [weapon(as_=4)], "skill": 2}).expect("plan", 0)
    for bid, most in ((0, 6), (1, 7), (3, 9)):
        game.expect_allowed(["plan", ["a1"], "singly", bid, most])
        game.expect_refused(["plan", ["a1"], "singly", bid, most + 1])
    game.expect_refused(["plan", ["a1"], "singly", 4, 4], "At most 3 fuel")
    plan(game, 0, "a1", 3, 5)
    plan(game, 1, "a1", 0, 4)
    mine = game.last("plans")["plans"][0]
    assert (mine["fuel"], mine["attack"], mine["defense"]) == (3, 5, 4)
    game.faces(miss(5)).faces(miss(4)).expect("menu")


def test_a_share_is_nothing_or_two_at_least() -> None:
    """R72: a share of a split pool is 0 or at least 2."""
    game = duel().expect("plan", 0)
    for share in (1, 5):
        game.expect_refused(["plan", ["a1"], "singly", 0, share], "0 or at least 2")
    for share in (0, 2, 3, 4, 6):
        game.expect_allowed(["plan", ["a1"], "singly", 0, share])
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 0)
    game.faces(miss(6)).expect("menu")


def test_bids_are_spent_whatever_happens() -> None:
    """R72: both sides spend their bids, even without an attack."""
    game = duel()
    plan(game, 0, "a1", 2, 8)
    plan(game, 1, "a1", 3, 0)
    game.faces([*double(7), 6]).faces([1, 1, 1, 1, 2, 3, 4, 5, 6]).expect("menu")
    assert (game.rating("s", "fuel"), game.rating("t", "fuel")) == (1, 0)


def test_nothing_is_told_before_both_plans_are_in() -> None:
    """v1.2.4 Dogfight 5; R36: hidden, then revealed together, and only then rolled."""
    game = duel()
    plan(game, 0, "a1", 2, 4)
    assert game.asked.secret and not game.events("plans") and game.rating("s", "fuel") == 3
    plan(game, 1, "a1", 1, 3)
    event = game.last("plans")
    assert event["window"] == "dogfight" and event["seen_by"] == "both" and not game.events("rolled")
    assert event["plans"] == [
        {"model": "s", "weapon": "Kinetic Cannon", "mounts": ["a1"], "linked": False, "fuel": 2, "attack": 4,
         "defense": 4, "missile": []},
        {"model": "t", "weapon": "Kinetic Cannon", "mounts": ["a1"], "linked": False, "fuel": 1, "attack": 3,
         "defense": 4, "missile": []},
    ]  # fmt: skip
    game.faces(miss(4)).faces(miss(3)).expect("menu")


def test_the_second_side_sees_nothing_of_the_first_plan() -> None:
    """R36: the view, the decision, and private games don't change with the other side's sealed answer."""
    shown = []
    for bid, share in ((0, 0), (0, 6), (3, 2), (3, 9)):
        game = duel()
        plan(game, 0, "a1", bid, share)
        shown.append((knowledge(game.match, 1), content(game.match.view(0))))
        assert [e["type"] for e in game.match.events.to_json() if e["seen_by"] in ("both", 1)][-1] != "plans"
        plan(game, 1, "a1", 0, 0)
        while game.kind == "faces":
            game.faces([1, 2, 3, 4, 5, 6, 1, 2, 3][: counts(game)[0]])
    assert len({repr(each) for each in shown}) == 1


def test_saved_between_the_plans_and_resumed() -> None:
    """R36: a save in the middle of the bids resumes with the second of them."""
    game = duel()
    plan(game, 0, "a1", 2, 5)
    again = from_data(json.loads(json.dumps(to_data(game.match))), "fight")
    assert again.state.digest() == game.match.state.digest()
    assert again.decision is not None and again.decision.question() == game.asked.question()
    plan(game, 1, "a1", 1, 4)
    again.answer(["plan", ["a1"], "singly", 1, 4])
    assert again.events.to_json()[-1]["type"] == game.match.events.to_json()[-1]["type"]
    for choice in (["faces", miss(5), [], []], ["faces", miss(4), [], []]):
        game.answer(*choice)
        again.answer(choice)
    assert again.state.digest() == game.match.state.digest()
    assert [e["plans"] for e in again.events.to_json() if e["type"] == "plans"] == [game.last("plans")["plans"]]


def test_nobody_is_asked_who_has_nothing_to_choose() -> None:
    """R72: without weapon and Fuel, all dice defend."""
    bare = {"weapons": [], "fuel_left": 0}
    game = duel(None, bare)
    plan(game, 0, "a1", 0, 6)
    assert game.last("plans")["plans"][1]["defense"] == 3
    game.faces(double(6, 2)).faces(double(3)).expect("menu")
    assert game.rating("t", "structure") == 4


# --- Weapon initiative ---
ORDER = ["Beam Projector", "Particle Cannon", "Kinetic Cannon", "Mass Driver"]


@pytest.mark.parametrize(("quick", "slow"), [(q, s) for i, q in enumerate(ORDER) for s in ORDER[i + 1 :]])
@pytest.mark.parametrize("active_is_quick", [True, False])
def test_weapon_initiative(quick: str, slow: str, active_is_quick: bool) -> None:
    """v1.2.4 Dogfight > Weapon Initiative: a squadron destroyed before it acts doesn't attack."""
    types = (quick, slow) if active_is_quick else (slow, quick)
    one, two = ({"weapons": [weapon(each, as_=3)], "structure": [1]} for each in types)
    game = duel(one, two)
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6))
    if quick == "Beam Projector":
        game.pick("stand")
    victim, winner = ("t", "s") if active_is_quick else ("s", "t")
    assert game.model(victim).place == "destroyed" and game.model(winner).is_on_table
    assert [each["attacker"] for each in game.events("attacked")] == [winner]
    game.expect("free", game.model(winner).side).answer("stay")


def test_the_later_squadron_acts_if_it_survives() -> None:
    """v1.2.4 Dogfight 6: damage applies before the later one attacks."""
    game = duel({"weapons": [weapon("Mass Driver", as_=3)]}, {"weapons": [weapon("Particle Cannon", as_=3)]})
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(double(6)).expect("menu")
    assert [each["attacker"] for each in game.events("attacked")] == ["t", "s"]
    assert (game.rating("s", "structure"), game.rating("t", "structure")) == (3, 3)


def test_equal_initiative_is_simultaneous() -> None:
    """v1.2.4 Dogfight 6.3: both may be lost. Then neither moves."""
    frail = {"structure": [1]}
    game = duel(frail, frail)
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(double(6))
    assert game.model("s").place == game.model("t").place == "destroyed"
    assert not [each for each in game.events("moved") if each["cause"] == "free"]


@pytest.mark.parametrize("other", ORDER)
@pytest.mark.parametrize("lance_is_active", [True, False])
def test_a_lance_strikes_with_any_other_weapon(other: str, lance_is_active: bool) -> None:
    """v1.2.4 Dogfight > Weapon Initiative: Lances are simultaneous with any weapon."""
    lance = {"weapons": [weapon("Lance", as_=3)], "structure": [1]}
    gun = {"weapons": [weapon(other, as_=3)], "structure": [1]}
    game = duel(lance, gun) if lance_is_active else duel(gun, lance)
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    for _ in range(2):
        game.faces(double(6))
        if game.kind == "reroll":
            game.pick("stand")
    assert game.model("s").place == game.model("t").place == "destroyed"


def test_two_lances_are_simultaneous() -> None:
    """v1.2.4 Dogfight > Weapon Initiative."""
    lance = {"weapons": [weapon("Lance", as_=3)], "structure": [1]}
    game = duel(lance, lance)
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(double(6))
    assert game.model("s").place == game.model("t").place == "destroyed"


def test_who_keeps_all_for_defense_does_not_attack() -> None:
    """v1.2.4 Dogfight 4: no attack dice, no attack, and no Fire Control spent."""
    game = duel(None, None)
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6, 5)).faces(miss(6)).expect("menu")
    assert [each["attacker"] for each in game.events("attacked")] == ["t"] and game.act.spent == ("t",)
    assert game.rating("s", "structure") == 3


# --- Several and linked weapons ---
def test_each_further_instance_costs_a_fire_control_and_has_the_same_share() -> None:
    """v1.2.4 Dogfight 6; R72: extra instances repeat the attack."""
    three = {"weapons": [weapon(as_=3, count=3)], "fire_control": 2}
    game = duel(three).expect("plan", 0)
    game.expect_refused(["plan", ["a1", "a2", "a3"], "singly", 0, 4], "can't be used")
    game.expect_refused(["plan", ["a1", "a2"], "linked", 0, 4], "can't be used")
    plan(game, 0, "a1 a2", 0, 4)
    plan(game, 1, "a1", 0, 0)
    game.faces(double(4)).faces(miss(6)).faces(double(4)).faces(miss(6)).expect("menu")
    assert game.act.spent == ("s", "s") and game.rating("t", "structure") == 2


@pytest.mark.parametrize(("count", "offers"), [(1, [["a1"]]), (2, [["a1"], ["a1", "a2"]])])
def test_each_way_to_declare_missiles_is_offered_once(count: int, offers: list[list[str]]) -> None:
    """v1.2.4 Dogfight > Missiles and Bids, Weapon Traits > Link: one alone, or several as one, not linked to itself."""
    game = duel({"weapons": [GUN | {"count": 1}, weapon("Missile", missile="AS", as_=3, count=count, traits=["Link"])]})
    given = [each[1] for each in game.expect("missile", 0).offered() if each[0] == "missile"]
    assert [[mount.replace("b", "a") for mount in each] for each in given] == offers
    game.decline()
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)


def test_what_arms_cost_is_told() -> None:
    """R58, R59: one Fire Control for linked weapons, one each for the others."""
    assert [Arms(("a1", "a2", "a3"), linked).cost for linked in (True, False)] == [1, 3]


def test_linked_instances_cost_one_fire_control() -> None:
    """v1.2.4 Traits > Link; R72: +1 for each other weapon."""
    linked = {"weapons": [weapon(as_=3, count=3, traits=["Link"])]}
    game = duel(linked)
    plan(game, 0, "a1 a2 a3", 0, 4, "linked")
    plan(game, 1, "a1", 0, 0)
    assert counts(game) == (5, 1, 0)
    game.faces(miss(5), [6]).expect("menu")
    assert game.act.spent == ("s",)


def test_two_weapons_of_different_lines_are_not_fired_together() -> None:
    """v1.2.4 Dogfight 2.2: one weapon is chosen."""
    game = duel({"weapons": [weapon(as_=3), weapon("Mass Driver", as_=3)], "fire_control": 2}).expect("plan", 0)
    game.expect_refused(["plan", ["a1", "b1"], "singly", 0, 4], "can't be used")
    plan(game, 0, "b1", 0, 4)
    plan(game, 1, "a1", 0, 6)
    game.faces(miss(6)).faces(miss(4)).expect("menu")


def test_a_weapon_fired_in_the_activation_fires_again() -> None:
    """R59: Dogfight counts apart from the activation."""
    game = stage(
        squadron("S", 0, (24, 24), weapons=[GUN], fire_control=2),
        squadron("T", 1, (24, 25), activated=True, weapons=[GUN]), FAR, OWN,
    )  # fmt: skip
    game.activate("s").answer("declare", "interception", 0, "t").attack("a1", "t").faces(miss(4)).resolve()
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(miss(6)).faces(miss(6)).expect("menu")
    game.expect_refused(["attack", ["a1"], "t"], "No Fire Control")


def test_a_limited_weapon_is_spent() -> None:
    """v1.2.4 Weapon Traits > Limited: after its first attack, gun or missile."""
    spare = [weapon(as_=3, traits=["Limited"]), weapon("Missile", missile="AS", as_=4, traits=["Limited"])]
    game = duel({"weapons": spare, "fire_control": 2}).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 0)
    game.faces(miss(4)).faces(miss(4)).expect("menu")
    assert game.model("s").damaged == ("a1", "b1")


# --- Missiles ---
def test_a_missile_strikes_last_and_escalates_against_the_defense_pool() -> None:
    """v1.2.4 Dogfight 7: the Defense pool in place of Skill, and one escalation."""
    game = duel({"weapons": [GUN, ROCKET], "fire_control": 2, "skill": 3}, {"skill": 5}).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "a1", 0, 6)
    game.faces(miss(4)).faces(miss(6))
    assert counts(game) == (4, 0, 0)
    game.faces(double(4))
    assert counts(game) == (2, 0, 0)
    game.faces(miss(2)).expect("menu")
    assert game.last("attacked")["result"] == "T1" and game.rating("t", "structure") == 2


def test_a_missile_meets_nothing_where_no_dice_defend() -> None:
    """v1.2.4 Dogfight 7; R72: a share of 0 is no roll."""
    game = duel({"weapons": [ROCKET]}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 6)
    game.faces(miss(6)).faces(double(4)).expect("menu")
    assert game.rating("t", "structure") == 2


def test_a_missile_flies_on_when_its_squadron_is_gone() -> None:
    """v1.2.4 Dogfight 7: even if the firing squadron was destroyed. The only survivor flies 4" (8)."""
    game = duel({"weapons": [ROCKET], "structure": [1], "skill": 1}).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 4)
    game.faces(double(4)).faces(miss(2)).faces(double(4, 6)).faces(miss(2))
    assert game.model("s").place == "destroyed" and game.rating("t", "structure") == 2
    game.expect("free", 1).answer("stay")


def test_missiles_are_simultaneous() -> None:
    """v1.2.4 Dogfight 7: both fly, whichever squadron is lost."""
    both = {"weapons": [ROCKET], "structure": [2, 1]}
    game = duel(both, both).pick("missile", ["a1"]).pick("missile", ["a1"])
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.faces(double(4)).faces(miss(3)).faces(double(4)).faces(miss(3))
    assert game.model("s").place == game.model("t").place == "destroyed"


def test_a_missile_has_nobody_left_to_strike() -> None:
    """v1.2.4 Dogfight 7: the guns destroyed its target. The missile is spent all the same."""
    armed = {"weapons": [GUN, weapon("Missile", missile="AS", as_=4, traits=["Limited"])], "fire_control": 2}
    game = duel(armed, {"structure": [1]}).pick("missile", ["b1"])
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 6)
    game.faces(double(6)).faces(miss(6)).expect("free", 0).answer("stay")
    assert game.model("s").damaged == ("b1",) and len(game.events("attacked")) == 2


def test_against_who_fires_nothing_all_dice_fall_before_the_damage() -> None:
    """v1.2.4 Dogfight > Weapon Initiative: a squadron that only defends has no weapon initiative."""
    game = duel({"weapons": [{**GUN, "count": 2}], "fire_control": 2}, {"structure": [1], "weapons": []})
    plan(game, 0, "a1 a2", 0, 4)
    plan(game, 1, "", 0, 0)
    for _ in range(2):
        game.expect("faces", 0).faces([5, 5, 5, 5]).expect("faces", 1).faces([1, 2, 3])
    game.expect("free", 0).answer("stay").expect("menu", 0)
    assert not game.model("t").is_in_game and len(game.events("attacked")) == 2


@pytest.mark.parametrize(("traits", "linked"), [([], False), (["Link"], True)])
def test_only_weapons_with_link_are_fired_linked(traits: list[str], linked: bool) -> None:
    """v1.2.4 Weapon Traits > Link: two of one line, for one Fire Control."""
    game = duel({"weapons": [{**GUN, "count": 2, "traits": traits}], "fire_control": 2})
    assert any(choice[2] == "linked" for choice in game.offered()) == linked
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
