"""Tests of rolls: flex dice, re-rolls, opposed rolls, skill tests (v1.2.4 Dice System, Types of Rolls)."""

from typing import Any

from tests.rules.stage import Staged, dice, gun, parts, ship, squadron, stage, weapon


def gunner(**weapon_fields: Any) -> Staged:
    """Return a ship that fires its only weapon at another one 7" away, at Optimum Range in the fore arc."""
    fields: dict[str, Any] = {"type_": "Particle Cannon", "ac": 3, "as_": 3, **weapon_fields}
    return stage(
        ship("A", 0, (24, 12), weapons=[gun(**fields)]),
        ship("B", 1, (24, 22), 180, activated=True),
    ).begin("a")


def pathfinders(flex: int = 1) -> Staged:
    """Return beams of AC 2 at Short Range of the flank (armor 0) for a net of +2: 3d6 and 1 flex die."""
    return stage(
        squadron("P", 0, (19, 24), weapons=[weapon("Mass Driver", ac=2, as_=3)]),
        ship("B", 1, (24, 24), activated=True),
    ).begin("p")


def test_flex_die_is_taken_out_by_the_roller() -> None:
    """v1.2.4 Dice System > Flex Pool, Dave's Pathfinders: of 4, 4, 5, 6 the best is [D4]; R5, R10."""
    game = pathfinders()
    assert dice(game.shot("p", "a1", "b")) == (3, 1, 0)
    game.attack("a1", "b").faces([4, 4, 5], flex=[6])
    game.expect("flex", side=0)
    assert game.offered() == [["keep", [4, 4, 5]], ["keep", [4, 5, 6]]]
    game.pick("keep", [4, 4, 5]).pick("damage", "rating")
    assert game.last("rolled")["result"] == "D4"
    assert game.rating("b", "sensors") == 1


def test_two_doubles_with_a_flex_die_leave_one() -> None:
    """v1.2.4 Dice System > Flex Pool, poor Dave: of 4, 4, 6, 6 he keeps [D4] or [D6], never both."""
    game = pathfinders()
    game.attack("a1", "b").faces([4, 4, 6], flex=[6])
    assert [choice[1] for choice in game.offered()] == [[4, 4, 6], [4, 6, 6]]
    game.pick("keep", [4, 6, 6])
    assert game.last("rolled")["result"] == "D6"
    game.pick("damage", "rating")
    assert game.rating("b", "thrusters") == 1


def test_no_question_where_every_removal_is_the_same() -> None:
    """v1.2.4 Dice System > Flex Pool: four of a kind leave one result whatever goes."""
    game = pathfinders()
    game.attack("a1", "b").faces([1, 2, 3], flex=[5]).expect("menu")
    assert game.last("rolled")["result"] == "N"


def test_macro_dice_raise_a_set_but_make_none() -> None:
    """v1.2.4 Dice System > Macro Pool: base 4, 4, 6 and macro 4, 6 give [T4]; the single 6 stays nothing (R5)."""
    game = gunner(macro=2)
    game.attack("a1", "b").faces([4, 4, 6], macro=[4, 6])
    assert game.last("attacked")["result"] == "T4"
    game.pick("damage", "defense")


def test_two_macro_dice_raise_twice() -> None:
    """v1.2.4 Dice System > Macro Pool: base 4, 4, 6 and macro 4, 4 give [Q4]."""
    game = gunner(macro=2)
    game.attack("a1", "b").faces([4, 4, 6], macro=[4, 4])
    assert game.last("attacked")["result"] == "Q+4"
    game.pick("damage", "defense").pick("damage", "defense")


def test_negative_macro_dice_lower_a_set() -> None:
    """v1.2.4 Dice System > Macro Pool: base 4, 4, 6 against -2M showing 4, 6 is no result."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=3)]), ship("B", 1, (24, 22), 180, armor={"fore": 2}, activated=True)
    ).begin("a")
    assert dice(game.shot("a", "a1", "b")) == (3, 0, -2)
    game.attack("a1", "b").faces([4, 4, 6], macro=[4, 6]).expect("menu")
    assert game.last("attacked")["result"] == "N"
    assert not game.events("damaged")


def test_fewer_than_two_base_dice_roll_two_bare_dice() -> None:
    """v1.2.4 Dice System > Base Pool of 1: 2d6 without flex or macro dice of either sign (R6)."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Particle Cannon", ac=1, macro=3)]),
        ship("B", 1, (24, 22), 180, activated=True, states={"evading": 1}),
    ).begin("a")
    assert dice(game.shot("a", "a1", "b")) == (2, 0, 0)
    game.attack("a1", "b").faces([3, 5]).expect("menu")
    assert game.last("rolled")["pool"] == {"base": 2, "flex": 0, "macro": 0}


def test_beam_may_be_rolled_again_once() -> None:
    """v1.2.4 Types of Rolls > Re-Rolls: all dice again, once, and the second roll stands (R8)."""
    game = gunner(type_="Beam Projector")
    game.attack("a1", "b").faces([1, 2, 3]).expect("reroll", side=0).pick("reroll").faces([5, 5, 1]).expect("menu")
    assert [event["rerolled"] for event in game.events("rolled")] == [False, True]
    assert game.last("attacked")["result"] == "D5"
    assert game.rating("b", "thrusters") == 1


def test_a_worse_second_roll_stands() -> None:
    """v1.2.4 Types of Rolls > Re-Rolls: the second roll counts even if it is worse (R8)."""
    game = gunner(type_="Beam Projector")
    game.attack("a1", "b").faces([5, 5, 1]).pick("reroll").faces([1, 2, 3]).expect("menu")
    assert game.last("attacked")["result"] == "N"
    assert game.rating("b", "thrusters") == 2


def test_a_roll_may_stand() -> None:
    """v1.2.4 Types of Rolls > Unopposed Roll: a re-roll is a choice."""
    game = gunner(type_="Beam Projector")
    game.attack("a1", "b").faces([6, 6, 1]).pick("stand").expect("menu")
    assert len(game.events("rolled")) == 1
    assert game.rating("b", "thrusters") == 1


def test_skill_test_of_the_alexander() -> None:
    """v1.2.4 Types of Rolls > Skill Test: Skill 2, Thrusters 0, 1 and 4 fall: it cannot make its turn (R22)."""
    game = stage(ship("Alexander", 0, (24, 12), skill=2, ratings={"thrusters": 0}), ship("B", 1, (24, 40)))
    game.begin("alexander").turn(30).faces([1, 4]).expect("menu")
    assert game.at("alexander") == (24, 12, 0)
    game.expect_refused(["turn", 30], "no turn left")


def missile_duel(primary: list[int], secondary: list[int]) -> Staged:
    """Return a missile of AC 5 fired at a ship of Defense 4."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=5)]),
        ship("B", 1, (24, 22), 180, defense=[4, 3, 2, 1], activated=True),
    ).begin("a")
    return game.attack("a1", "b").faces(primary).faces(secondary)


def test_secondary_chooses_which_double_to_negate() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: the Secondary chooses if a D against [D2,D3] leaves [D3] or [D2] (R1)."""
    game = missile_duel([2, 2, 3, 3, 6], [1, 1, 4, 5]).expect("reduce", side=1)
    assert sorted(game.offered()) == [["reduce", "D2"], ["reduce", "D3"]]
    game.pick("reduce", "D3").expect("menu")
    assert (game.rating("b", "defense"), game.rating("b", "sensors")) == (4, 1)


def test_triple_takes_two_results_or_two_steps_of_one() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: a T against [D2,T3] takes two steps in any way (R1)."""
    game = missile_duel([2, 2, 3, 3, 3], [1, 1, 1, 5]).expect("reduce", side=1)
    assert sorted(choice[1] for choice in game.offered()) == ["D2", "D3"]
    game.pick("reduce", "D2").expect("menu")
    assert game.rating("b", "defense") == 3


def test_doubles_of_the_secondary_add_up() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: two D take two steps, so [T6] is gone (R1)."""
    game = missile_duel([6, 6, 6, 1, 2], [1, 1, 5, 5]).expect("menu")
    assert game.last("attacked")["result"] == "N"


def test_quadruple_negates_everything() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: Q+ leaves nothing of [D2,T3] (R1)."""
    game = missile_duel([2, 2, 3, 3, 3], [4, 4, 4, 4]).expect("menu")
    assert game.last("attacked")["result"] == "N"


def test_primary_without_result_is_not_opposed() -> None:
    """v1.2.4 Types of Rolls > Opposed Roll: there is nothing to resist in N."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun("Missile", missile="AC", ac=5)]),
        ship("B", 1, (24, 22), 180, activated=True),
    ).begin("a")
    game.attack("a1", "b").faces([1, 2, 3, 4, 5]).expect("menu")
    assert len(game.events("rolled")) == 1


def test_typed_faces_are_judged() -> None:
    """v1.2.4 Dice System > Dice Pools: as many dice as in the pool, each from 1 to 6."""
    game = gunner()
    game.attack("a1", "b")
    game.expect_refused(["faces", [1, 2], [], []], "3 base dice")
    game.expect_refused(["faces", [1, 2, 7], [], []])
    game.expect_refused(["faces", [1, 2, True], [], []])
    game.faces([1, 2, 3])
    assert parts(game.shot("a", "a1", "b")) == {}
