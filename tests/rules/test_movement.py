"""Tests of movement of capital ships and squadrons (v1.2.4 Movement, R20 to R24)."""

import pytest

from tests.rules.stage import Staged, gun, printed, ship, squadron, stage


def stage_alone(mover: object, **more: object) -> Staged:
    """Return a model with a distant idle enemy."""
    return stage(mover, ship("Far", 1, (40, 44), 180, activated=True), **more)  # type: ignore[arg-type]


def test_shan_yu_moves_from_one_back_to_five_ahead() -> None:
    """v1.2.4 Movement > Capital Ship Movement, the Shan-Yu: Speed 2, Thrusters 3: -1" to 5"."""
    game = stage_alone(printed("venusian/shan-yu", 0, (24, 12))).begin("shan-yu")
    assert (game.room.min_move, game.room.forward, game.room.reverse) == (0, 5, 1)
    game.expect_refused(["move", 5.01], "Only 5.0")
    game.expect_refused(["move", -1.1], 'Only 1.0" of its reverse move is left.')
    game.expect_allowed(["move", -1.0]).move(5).end()
    assert game.at("shan-yu") == (24, 17, 0)


def test_damaged_shan_yu_moves_one_to_three() -> None:
    """v1.2.4 Movement > Capital Ship Movement, the Shan-Yu at Thrusters 1: at least 1", at most 3"."""
    game = stage_alone(printed("venusian/shan-yu", 0, (24, 12), ratings={"thrusters": 1})).begin("shan-yu")
    assert (game.room.min_move, game.room.forward, game.room.reverse) == (1, 3, 0)
    game.expect_refused(["end"], "must still move 1.0")
    game.move(0.5).expect_refused(["end"], "0.5")
    game.move(0.5).end()
    assert game.at("shan-yu") == (24, 13, 0)


def test_shan_yu_turns_twice() -> None:
    """v1.2.4 Movement > Capital Ship Movement, the Shan-Yu: two turns of up to 45 degrees, at any time (R21)."""
    game = stage_alone(printed("venusian/shan-yu", 0, (24, 12))).begin("shan-yu")
    game.turn(45).turn(45).expect_refused(["turn", 1], "no turn left")
    game.move(2).end()
    assert game.at("shan-yu") == (26, 12, 90)


@pytest.mark.parametrize(("thrusters", "turns"), [(3, 2), (2, 2), (1, 1)])
def test_turns_are_the_lower_of_turns_and_thrusters(thrusters: int, turns: int) -> None:
    """v1.2.4 Movement > Capital Ship Movement: the Shan-Yu at Thrusters 1 turns once, though its Turns are 2."""
    game = stage_alone(printed("venusian/shan-yu", 0, (24, 12), ratings={"thrusters": thrusters})).begin("shan-yu")
    assert game.room.turns == turns
    for _ in range(turns):
        game.turn(-45)
    game.expect_refused(["turn", -45])


@pytest.mark.parametrize("angle", [46, -46, 0, 90])
def test_a_turn_is_at_most_45_degrees(angle: int) -> None:
    """v1.2.4 Movement > Capital Ship Movement: each turn changes the heading by up to 45 degrees."""
    game = stage_alone(ship("A", 0, (24, 12))).begin("a")
    game.expect_refused(["turn", angle], "1 to 45")


def test_without_thrusters_a_passed_test_gives_one_turn() -> None:
    """v1.2.4 Movement > Capital Ship Movement: Thrusters 0: one test an activation, one turn (R22)."""
    game = stage_alone(ship("A", 0, (24, 12), ratings={"thrusters": 0})).begin("a")
    assert (game.room.min_move, game.room.forward) == (4, 4)
    game.turn(30).faces([2, 2, 5])
    assert game.at("a")[2] == 30
    game.expect_refused(["turn", 10], "no turn left")
    game.move(4).end()


def test_without_thrusters_a_failed_test_leaves_no_turn() -> None:
    """v1.2.4 Movement > Capital Ship Movement: a failed test can't be repeated in the activation (R22)."""
    game = stage_alone(ship("A", 0, (24, 12), ratings={"thrusters": 0})).begin("a")
    game.turn(30).faces([1, 2, 5]).expect_refused(["turn", 30])
    assert game.at("a")[2] == 0


def test_limits_are_fixed_at_the_first_move_or_turn() -> None:
    """R20: damage during the move doesn't change minimum, maximum, and turns."""
    game = stage_alone(
        ship("A", 0, (24, 12), heading=0),
        terrain=({"kind": "asteroid-field", "id": "field", "x": 24, "y": 16, "radius": 1},),
    ).begin("a")
    game.move(2).pick("enter").faces([5, 5]).expect("menu")
    assert game.rating("a", "thrusters") == 1
    assert (game.room.min_move, game.room.forward, game.room.turns) == (0, 4, 1)


def test_damage_before_the_first_move_counts() -> None:
    """R20: the limits are those of the moment in which the ship first moves or turns."""
    game = stage_alone(ship("A", 0, (24, 12), thrusters=[2, 1])).begin("a")
    assert game.room.min_move == 2
    game.model("a").marks["thrusters"] = 1
    assert (game.room.min_move, game.room.forward) == (3, 5)


def test_forward_and_reverse_are_not_mixed() -> None:
    """R20: a negative minimum allows straight reverse, but not both ways in one activation."""
    game = stage_alone(ship("A", 0, (24, 12), speed=1, thrusters=[3, 2, 1])).begin("a")
    assert game.room.reverse == 2
    game.move(-1).expect_refused(["move", 1], "mix forward and reverse")
    game.move(-1).expect_refused(["move", -0.5])
    game.end()
    assert game.at("a") == (24, 10, 0)


def test_forward_forbids_reverse() -> None:
    """R20: after a step ahead it can't reverse."""
    game = stage_alone(ship("A", 0, (24, 12), speed=1, thrusters=[3, 2, 1])).begin("a")
    game.move(1).expect_refused(["move", -1], "mix forward and reverse")


def test_turns_between_parts_of_a_move() -> None:
    """R21: turns pivot about the center, before, between or after the parts of a move."""
    game = stage_alone(ship("A", 0, (24, 12), turns=2)).begin("a")
    game.move(2).turn(45).turn(45).move(2).end()
    assert game.at("a") == (26, 14, 90)


def test_a_ship_need_not_turn() -> None:
    """v1.2.4 Movement > Capital Ship Movement: no minimum number of turns."""
    game = stage_alone(ship("A", 0, (24, 12))).begin("a")
    game.move(2).end()
    assert game.last("deactivated")["model"] == "a"


def test_squadron_flies_any_path_up_to_its_speed() -> None:
    """v1.2.4 Movement > Squadron Movement: a path no longer than Speed, with any number of bends."""
    game = stage_alone(squadron("S", 0, (24, 12))).begin("s")
    game.expect_refused(["fly", [[24, 15], [24, 18.1]]], "6.1")
    game.fly((26, 12), (26, 14)).expect_refused(["fly", [[26, 16.5]]], "2.0")
    game.fly((26, 16)).end()
    assert game.at("s")[:2] == (26, 16)


def test_squadron_flies_past_models() -> None:
    """v1.2.4 Movement > Overlapping: squadrons pass through others; bases are crossed freely (R23)."""
    game = stage_alone(
        squadron("S", 0, (24, 12)),
    ).begin("s")
    game.fly((24, 18)).end()
    crowd = stage(
        squadron("S", 0, (24, 12)),
        squadron("T", 0, (24, 14), activated=True),
        squadron("U", 1, (24, 16), activated=True),
    ).begin("s")
    crowd.decline().fly((24, 18)).end()
    assert crowd.at("s")[:2] == (24, 18)


@pytest.mark.parametrize("side", [0, 1])
def test_squadron_may_not_end_touching_another_base(side: int) -> None:
    """v1.2.4 Movement > Squadron Movement: not touching another base, friend or foe."""
    game = stage(
        squadron("S", 0, (24, 12)),
        ship("B", side, (24, 18), activated=True, ratings={"defense": 0}),
        ship("C", 1, (40, 40), activated=True),
    ).begin("s")
    game.expect_no_end(24, 16.2, "touching B")
    game.fly((24, 15.9)).end()
    assert game.at("s")[:2] == (24, 15.9)


def test_capital_ships_do_not_fly_nor_squadrons_advance() -> None:
    """v1.2.4 Movement: each kind has its own moves."""
    game = stage_alone(ship("A", 0, (24, 12))).begin("a")
    game.expect_refused(["fly", [[24, 14]]], "straight")
    other = stage_alone(squadron("S", 0, (24, 12))).begin("s")
    other.expect_refused(["move", 2], "path")
    other.expect_refused(["turn", 20], "no facing")


def test_moves_are_told() -> None:
    """Events: `moved` with its path, cause, and inches."""
    game = stage_alone(ship("A", 0, (24, 12))).begin("a").move(3)
    event = game.last("moved")
    assert (event["model"], event["cause"], event["inches"]) == ("a", "advance", 3.0)
    assert event["path"] == [[24.0, 12.0, 0], [24.0, 15.0, 0]]


def test_attack_in_the_middle_of_a_move() -> None:
    """v1.2.4 Sequence > Activation Phase: attacks may be resolved before, after or while interrupting a move."""
    game = stage(
        ship("A", 0, (24, 12), weapons=[gun(ac=2, as_=2, count=2)]), ship("B", 1, (24, 26), 180, activated=True)
    ).begin("a")
    game.move(1).attack("a1", "b").faces([1, 2]).turn(10).move(1).attack("a2", "b").faces([1, 2]).move(1).end()
    assert game.events("attacked")[0]["distance"] == 10.0


def test_turns_of_a_hurt_ship_stay_what_they_were() -> None:
    """R20: the number of turns is fixed too. At Thrusters 0 in mid-move, its remaining turn needs no test."""
    game = stage_alone(ship("A", 0, (24, 12), turns=2)).begin("a").move(2)
    game.model("a").marks["thrusters"] = 2
    game.turn(45).expect("menu").turn(45).expect("menu")
    game.expect_refused(["turn", 45], "no turn left")


def test_a_flight_that_leads_nowhere_is_none() -> None:
    """v1.2.4 Movement > Squadron Movement: a path must have a length."""
    game = stage_alone(squadron("S", 0, (24, 12))).begin("s")
    game.expect_refused(["fly", [[24, 12]]], "no length")
    game.expect_refused(["fly", []])
    game.expect_refused(["fly", [[24, 12.5]] * 17])


@pytest.mark.parametrize(("thrusters_left", "traits"), [(2, []), (0, []), (0, ["Sluggish"])])
def test_turns_0_is_no_turn_at_all(thrusters_left: int, traits: list[str]) -> None:
    """docs/rulings.md: with and without Thrusters: the test at Thrusters 0 restores only an existing turn (R22)."""
    game = stage(
        ship("A", 0, (24, 12), turns=0, ratings={"thrusters": thrusters_left}, traits=traits),
        ship("Far", 1, (44, 44), activated=True),
    ).begin("a").move(4)  # fmt: skip
    assert (game.room.turns, game.room.needs_test) == (0, False)
    game.expect_refused(["turn", 10], "no turn left")


def test_turns_0_may_still_reorient() -> None:
    """R22: turns of Reorient are added."""
    game = stage(ship("A", 0, (24, 12), turns=0), ship("Far", 1, (44, 44), activated=True)).begin("a", "reorient")
    game.move(2).resolve().faces([1, 2, 3]).turn(45).expect_refused(["turn", 10], "no turn left")
