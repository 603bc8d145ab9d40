"""Tests of interceptions (v1.2.4 Action > Interception, Traits > Interceptor, Fast, Grappler; R24, R45, R56, R71)."""

from typing import Any

import pytest

from tests.rules.fights import FAR, GUN, OWN, double, duel, miss, placed, plan
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage, weapon


def watch(at: tuple[float, float] = (24, 18), name: str = "W", side: int = 1, **fields: Any) -> Cast:
    """Return an unarmed squadron that has been active and may react."""
    return squadron(name, side, at, **{"activated": True, **fields})


def flight(*others: Cast, side: int = 0, **fields: Any) -> Staged:
    """Start the activation of S at (24, 10), Speed 6, before its flight up the table."""
    mover = squadron("S", side, (24, 10), **fields)
    game = stage(mover, *others, FAR, OWN, initiative=side)
    return game.begin("s")


def standoff(game: Staged, first: int = 0) -> Staged:
    """Play a Dogfight in which both sides keep all dice for defense."""
    for side in (first, 1 - first):
        if game.kind == "plan":
            plan(game, side, "", 0, 0)
    return game


# --- Reactive ---
@pytest.mark.parametrize("side", [0, 1])
def test_offered_at_the_first_point_in_range(side: int) -> None:
    """v1.2.4 Action > Reactive Interception 1: interrupts at the first point within 3"."""
    game = flight(watch(side=1 - side), side=side).fly((24, 14.5)).expect("interception", 1 - side)
    assert game.at("s")[:2] == (24, 14)
    assert game.offered() == [["decline"], ["intercept", "w"], ["pass"]]
    game.decline().expect("menu", side)
    assert game.at("s")[:2] == (24, 14.5)


@pytest.mark.parametrize("side", [0, 1])
def test_it_flies_into_contact_and_fights(side: int) -> None:
    """v1.2.4 Action > Reactive Interception 2-3: into contact by the shortest path. The mover continues (R73)."""
    game = flight(watch(side=1 - side), side=side).fly((24, 14.5)).pick("intercept", "w").expect("plan", side)
    assert game.at("w")[:2] == (24, 15) and game.at("s")[:2] == (24, 14)
    standoff(game, side).expect("menu", side)
    assert game.at("w")[:2] == (24, 16) and game.at("s")[:2] == (24, 14)
    assert game.room.forward == pytest.approx(2)


def test_out_of_range_nobody_is_asked() -> None:
    """v1.2.4 Action > Reactive Interception: only within 3" at some point."""
    flight(watch((24, 18.02))).fly((24, 14)).expect("menu")


def test_passing_by_counts() -> None:
    """v1.2.4 Action > Reactive Interception: at any point of its activation, not only at the end."""
    game = flight(watch((27.9, 12)), speed=9).fly((24, 18)).expect("interception", 1)
    assert 10 < game.at("s")[1] < 12
    game.decline().expect("menu")
    assert game.at("s")[:2] == (24, 18)


def test_the_start_counts() -> None:
    """R71: the start included, after the declaration; no move is needed."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 14)), FAR, OWN).begin("s").expect("interception", 1)
    game.pick("intercept", "w")
    standoff(game).expect("menu", 0)
    assert game.at("w")[:2] == (24, 12) and game.room.forward == pytest.approx(6)


def test_declining_is_final() -> None:
    """R71: once per squadron and activation, even if the target leaves and returns."""
    game = flight(watch(), speed=20).fly((24, 14.2)).decline()
    game.fly((24, 10)).fly((24, 14.4)).expect("menu")
    assert [each["what"] for each in game.events("declined")] == ["interception"]


def test_asked_anew_in_the_next_activation() -> None:
    """R71: once per activation, so again for another squadron, at no cost except Fuel."""
    game = stage(squadron("S", 0, (24, 10)), squadron("U", 0, (28, 10)), watch((27, 12)), FAR, OWN)
    game.begin("s").expect("interception", 1).pick("intercept", "w")
    standoff(game).fly((24, 7)).end()
    game.begin("u").expect("interception", 1).pick("intercept", "w")
    standoff(game).expect("menu", 0)


@pytest.mark.parametrize("fuel", [0, 1])
def test_fuel_is_needed(fuel: int) -> None:
    """v1.2.4 Action > Reactive Interception: Fuel 1+; it is a threshold, not a price (R42)."""
    game = flight(watch(fuel_left=fuel)).fly((24, 14.5))
    if not fuel:
        game.expect("menu")
        return
    game.pick("intercept", "w")
    standoff(game).expect("menu")
    assert game.rating("w", "fuel") == 1


def test_friends_and_ships_do_not_intercept() -> None:
    """v1.2.4 Interception: enemy squadrons only."""
    game = flight(watch(side=0), ship("B", 1, (27.5, 12), activated=True, ratings={"defense": 0}))
    game.fly((24, 14.5)).expect("menu")


def test_ships_are_not_intercepted() -> None:
    """v1.2.4 Interception: the target is a squadron."""
    game = stage(ship("A", 0, (24, 10), speed=6, ratings={"defense": 0}), watch((24, 16)), FAR).begin("a").move(3)
    game.expect("menu", 0)


def test_embarked_squadrons_do_not_intercept() -> None:
    """v1.2.4 States > Embarked: they are not on the table."""
    hangar = ship("B", 1, (24, 18), activated=True, traits=["Hangers:2"], ratings={"defense": 0})
    inside = placed(squadron("W", 1, (0, 0), activated=True), embarked_in="b")
    del inside.line["x"], inside.line["y"], inside.line["heading"]
    flight(hangar, inside).fly((24, 15)).expect("menu")


def test_a_squadron_that_launches_may_be_intercepted() -> None:
    """R56: a launch inside the range counts, as the first point of its activation."""
    hangar = ship("B", 0, (24, 10), activated=True, traits=["Hangers:2"])
    inside = placed(squadron("S", 0, (0, 0)), embarked_in="b")
    del inside.line["x"], inside.line["y"], inside.line["heading"]
    game = stage(hangar, inside, watch((24, 15)), FAR).begin("s").answer("launch", 24, 12.5, 0)
    game.expect("interception", 1).pick("intercept", "w")
    standoff(game).expect("menu", 0)


@pytest.mark.parametrize(("number", "asked"), [(1, False), (2, False), (3, True)])
def test_of_drones_only_class_three_intercepts(number: int, asked: bool) -> None:
    """v1.2.4 Weapons > Drone: any drone may be targeted, only Class III intercepts."""
    drone = watch(squadron_type="drone", drone_class=number)
    game = flight(drone).fly((24, 14.5))
    if asked:
        game.expect("interception", 1).decline()
    game.expect("menu", 0)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_drone_may_be_intercepted(number: int) -> None:
    """v1.2.4 Weapons > Drone: may be targeted by an Interception."""
    drone = watch((24, 11), squadron_type="drone", drone_class=number)
    game = stage(squadron("S", 0, (24, 10), weapons=[GUN]), drone, FAR)
    game.activate("s").answer("declare", "interception", 0, "w").resolve()
    plan(game, 0, "a1", 0, 0)
    standoff(game, 1).expect("menu")


def test_escorts_and_assailants_may_react() -> None:
    """v1.2.4 Action > Escorting: reactive interceptions within 3"."""
    game = flight(
        ship("C", 1, (29, 14), activated=True, traits=["CAP"], ratings={"defense": 0}),
        placed(watch((27.5, 14)), escorting="c", heading=270),
        ship("B", 0, (19, 14), activated=True),
        placed(watch((20.5, 14), "V", squadron_type="exo-armor"), assaulting="b", heading=90),
    )  # fmt: skip
    game.fly((24, 14.5)).expect("interception", 1)
    asked: list[str] = []
    while game.kind == "interception":
        asked += [choice[1] for choice in game.offered()[1:-1]]
        game.decline()
    assert sorted(set(asked)) == ["v", "w"]


# --- Interceptor ---
def test_interceptors_reach_as_far_as_their_speed_for_a_fuel() -> None:
    """v1.2.4 Traits > Interceptor: Speed in inches in place of 3" for one fuel."""
    game = flight(watch((24, 21), traits=["Interceptor"], speed=6)).fly((24, 14.5)).expect("interception", 1)
    assert game.at("s")[:2] == (24, 14)
    game.pick("intercept", "w")
    assert game.rating("w", "fuel") == 2
    standoff(game).expect("menu")
    assert game.rating("w", "fuel") == 2 and game.at("w")[:2] == (24, 16)


def test_beyond_three_inches_the_price_is_told_and_paid() -> None:
    """v1.2.4 Traits > Interceptor: a fuel for whatever is beyond 3", be it one inch."""
    game = flight(watch((24, 21), traits=["Interceptor"], speed=4)).fly((24, 16)).expect("interception", 1)
    (told,) = [option.detail for option in game.asked.options() if option.choice[0] == "intercept"]
    assert "1 Fuel for the range, 3 Fuel left" in told
    game.pick("intercept", "w")
    assert game.rating("w", "fuel") == 2
    standoff(game).expect("menu")


def test_the_last_fuel_may_go_into_the_reach() -> None:
    """v1.2.4 Traits > Interceptor; R42: Fuel 1+ when declared. No Fuel is left to bid."""
    game = flight(watch((24, 21), traits=["Interceptor"], fuel_left=1, weapons=[GUN])).fly((24, 14.5))
    game.pick("intercept", "w")
    plan(game, 0, "", 0, 0)
    game.expect("plan", 1).expect_refused(["plan", ["a1"], "singly", 1, 4], "fuel")
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_within_three_inches_no_fuel_is_paid() -> None:
    """v1.2.4 Traits > Interceptor: it may expend; at 3" it need not."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 14), traits=["Interceptor"]), FAR, OWN).begin("s")
    game.pick("intercept", "w")
    standoff(game).expect("menu")
    assert game.rating("w", "fuel") == 3


def test_others_do_not_reach_so_far() -> None:
    """v1.2.4 Traits > Interceptor: without it 3", whatever the Speed."""
    flight(watch((24, 21), speed=12)).fly((24, 14.5)).expect("menu")


def test_an_interceptor_without_fuel_is_not_asked() -> None:
    """v1.2.4 Action > Reactive Interception: Fuel 1+."""
    flight(watch((24, 21), traits=["Interceptor"], fuel_left=0)).fly((24, 14.5)).expect("menu")


# --- Several models ---
def test_several_eligible_at_one_point() -> None:
    """v1.2.4 Interception: a squadron is intercepted once in an activation. Its enemy chooses the interceptor."""
    game = flight(watch((22, 18), "V"), watch((26, 18))).fly((24, 15)).expect("interception", 1)
    assert [each[1] for each in game.offered()[1:-1]] == ["v", "w"]
    game.pick("intercept", "w")
    standoff(game).expect("menu", 0)
    assert game.at("v")[:2] == (22, 18)
    assert not [each for each in game.events("declined") if each["what"] == "interception"]
    game.fly((23.2, 15)).expect("menu", 0)
    assert len(game.events("plans")) == 1


def test_each_comes_up_at_its_own_point() -> None:
    """R71: one decision for the leg. The chosen squadron intercepts where the target comes into its range."""
    game = flight(watch((24, 18), "V"), watch((27.8, 16))).fly((24, 14.9)).expect("interception", 1)
    assert [each[1] for each in game.offered()[1:-1]] == ["v", "w"] and game.at("s")[1] == 14
    game.pick("intercept", "w").expect("plan")
    assert game.at("s")[1] > 14
    standoff(game).expect("menu", 0)


def test_intercepted_once_only() -> None:
    """v1.2.4 Interception: not more than once in one activation."""
    game = flight(watch((24, 18), "V"), watch((27.8, 16)), speed=9).fly((24, 14.4)).pick("intercept", "v")
    standoff(game).expect("menu")
    game.fly((25, 14.4)).expect("menu")
    assert len(game.events("plans")) == 1


# --- Destroyed meanwhile ---
def test_shot_down_before_it_comes_in_range() -> None:
    """R56: after each reaction the others are checked again. A lost squadron isn't intercepted."""
    game = flight(ship("B", 1, (24, 17), activated=True), watch((24, 21)), structure=[1]).fly((24, 14))
    game.pick("fire", "b", "pd").faces(double(4))
    assert game.model("s").place == "destroyed" and game.kind != "interception"


def test_the_one_that_was_intercepted_is_lost() -> None:
    """v1.2.4 Dogfight 8: the activation is over; the interceptor flies its free 4"."""
    game = flight(watch(weapons=[GUN]), structure=[1]).fly((24, 14.5)).pick("intercept", "w")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 4)
    game.faces(double(4)).faces(miss(3)).expect("free", 1).answer("stay")
    assert game.last("deactivated")["model"] == "s"


def test_the_interceptor_is_lost() -> None:
    """v1.2.4 Dogfight 8: the active squadron has the free 4" in addition to its remaining movement (R73)."""
    game = flight(watch(structure=[1]), weapons=[GUN]).fly((24, 14.5)).pick("intercept", "w")
    plan(game, 0, "a1", 0, 4)
    plan(game, 1, "", 0, 0)
    game.faces(double(4)).faces(miss(3)).expect("free", 0).answer("fly", [[20, 14]]).expect("menu", 0)
    assert game.model("w").place == "destroyed"


def test_lost_on_the_way_to_contact() -> None:
    """R29: terrain attacks the free move into contact. Without an interceptor there is no Dogfight."""
    cloud = rock("particle-cloud", (24, 16.6), radius=0.5)
    game = stage(squadron("S", 0, (24, 10)), watch(structure=[1]), FAR, OWN, terrain=(cloud,)).begin("s")
    game.fly((24, 14.5)).pick("intercept", "w").expect("avoid", 1).pick("enter").faces([1, 1]).expect("menu", 0)
    assert game.model("w").place == "destroyed" and game.at("s")[:2] == (24, 14.5)
    assert not game.events("plans")


# --- No space ---
def ring(at: tuple[float, float], side: int) -> list[Cast]:
    """Return 6 squadrons around a place, closer together than a base is wide, without Fuel."""
    offsets = [(0, 1.05), (0.91, 0.525), (0.91, -0.525), (0, -1.05), (-0.91, -0.525), (-0.91, 0.525)]
    return [
        squadron(f"R{number}", side, (round(at[0] + dx, 3), round(at[1] + dy, 3)), activated=True, fuel_left=0)
        for number, (dx, dy) in enumerate(offsets)
    ]


def test_without_room_for_contact_there_is_no_interception() -> None:
    """v1.2.4 Action > Reactive Interception 2: impossible without space. Offered later, where there is space (R71)."""
    hunter = watch((24, 13.6), traits=["Interceptor"])
    game = stage(squadron("S", 0, (24, 10)), hunter, *ring((24, 10), 0), FAR, OWN).begin("s")
    game.expect("menu", 0).fly((24, 7)).expect("interception", 1)
    assert game.at("s")[1] < 10
    game.decline().expect("menu")


# --- Active ---
def test_active_interception() -> None:
    """v1.2.4 Action > Active Interception; R45: named when declared, fought in contact."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 14)), watch((30, 14), "V", fuel_left=0), FAR, OWN).activate("s")
    game.expect_refused(["declare", "interception", 0], "name")
    game.expect_refused(["declare", "interception", 0, "far"])
    game.expect_refused(["declare", "interception", 0, "own"])
    game.answer("declare", "interception", 0, "w").expect("menu", 0).expect_refused(["resolve"], "contact")
    game.fly((24, 13)).resolve()
    standoff(game).expect("menu", 0)
    assert game.at("s")[:2] == (24, 12) and game.room.forward == pytest.approx(3)
    game.expect_refused(["resolve"])


def test_the_named_target_does_not_react() -> None:
    """v1.2.4 Interception: the target of an Active Interception may not intercept its hunter; others may."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 14)), FAR, OWN).activate("s")
    game.answer("declare", "interception", 0, "w").expect("menu").fly((24, 13)).expect("menu")
    game.resolve()
    standoff(game).expect("menu")
    free = stage(squadron("S", 0, (24, 10)), watch((24, 14)), FAR, OWN).begin("s").expect("interception", 1)
    free.decline()


def test_an_interceptor_may_be_intercepted() -> None:
    """v1.2.4 Interception: by another squadron. If it survives, it continues its own interception."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 17), "T"), watch((28, 14)), FAR, OWN).activate("s")
    game.answer("declare", "interception", 0, "t").fly((24, 16)).expect("interception", 1)
    assert game.offered()[1:-1] == [["intercept", "w"]]
    game.pick("intercept", "w")
    standoff(game).expect("menu", 0)
    game.fly((24, 16)).resolve()
    standoff(game).expect("menu")
    assert [[each["model"] for each in told["plans"]] for told in game.events("plans")] == [["s", "w"], ["s", "t"]]


def test_without_contact_it_is_wasted() -> None:
    """R45: without contact it is wasted; contact with another squadron is no use."""
    game = stage(squadron("S", 0, (24, 10)), watch((24, 14)), watch((28, 10), "V", fuel_left=0), FAR, OWN).activate("s")
    game.answer("declare", "interception", 0, "w")
    assert game.expect_no_end(27, 10).cited.startswith("v1.2.4")
    game.expect_no_end(28, 11, "touching V")
    game.end()
    assert not game.events("plans")


def test_the_named_target_is_gone() -> None:
    """R42: the target is checked at resolution. If it was destroyed before, the action is wasted."""
    game = stage(squadron("S", 0, (24, 10), weapons=[GUN]), watch((24, 13), structure=[1]), FAR, OWN).activate("s")
    game.answer("declare", "interception", 0, "w").attack("a1", "w").faces(double(4))
    game.expect_refused(["resolve"], "gone")
    game.end()


def test_active_interception_needs_fuel_and_a_squadron() -> None:
    """v1.2.4 Action > Active Interception: Fuel 1+, which a Boost must leave (R42)."""
    game = stage(squadron("S", 0, (24, 10), fuel_left=0), watch((24, 14), fuel_left=0), FAR).activate("s")
    game.expect_refused(["declare", "interception", 0, "w"], "1 Fuel")
    stage(ship("A", 0, (24, 10)), watch((24, 14)), FAR).activate("a").expect_refused(
        ["declare", "interception", 0, "w"], "squadrons"
    )
    boosted = stage(squadron("S", 0, (24, 10), fuel_left=2), watch((24, 14)), FAR).activate("s")
    boosted.expect_refused(["declare", "interception", 2, "w"], "leaves 0 Fuel")
    boosted.expect_allowed(["declare", "interception", 1, "w"]).declare("none", 2)
    boosted.decline().end()


# --- Free moves ---
def test_free_moves_are_not_intercepted() -> None:
    """v1.2.4 Interception: not the free move at the end of a Dogfight."""
    game = duel(None, {"structure": [1]}, watch((30, 24)))
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "", 0, 0)
    game.faces(double(6)).faces(miss(3)).expect("free").answer("fly", [[27.9, 24]]).expect("menu", 0)
    assert not [each for each in game.events("declined") if each["what"] == "interception"]


def test_vector_attacks_are_not_intercepted() -> None:
    """v1.2.4 Interception: not the 4" move of a Vector Attack."""
    game = stage(ship("A", 0, (24, 6)), squadron("S", 0, (24, 10), activated=True), watch((24, 17)), FAR)
    game.begin("a", "vector attack").resolve().faces(miss(3))
    while game.kind != "free":
        game.answer(*next(choice for choice in game.offered() if "s" in choice))
    game.answer("fly", [[24, 14]])
    while game.kind == "vector":
        game.decline()
    game.expect("menu", 0)
    assert game.at("s")[:2] == (24, 14)


# --- Fast ---
def test_catching_the_fast_may_cost_a_fuel() -> None:
    """v1.2.4 Traits > Fast: a squadron without Fast tests, and N loses 1 Fuel."""
    game = duel(None, {"traits": ["Fast"]}).faces(miss(3)).expect("plan", 0)
    assert game.rating("s", "fuel") == 2
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_catching_the_fast_with_a_success() -> None:
    """v1.2.4 Traits > Fast: with D+ it behaves normally."""
    game = duel(None, {"traits": ["Fast"]}).faces(double(3)).expect("plan", 0)
    assert game.rating("s", "fuel") == 3
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_the_fast_catch_the_fast() -> None:
    """v1.2.4 Traits > Fast: models with Fast do not test."""
    game = duel({"traits": ["Fast"]}, {"traits": ["Fast"]})
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_reacting_to_the_fast_is_tested_too() -> None:
    """v1.2.4 Traits > Fast: any Interception of it; the last fuel may go, the Dogfight follows."""
    game = flight(watch(fuel_left=1, weapons=[GUN]), traits=["Fast"]).fly((24, 14.5)).pick("intercept", "w")
    game.faces(miss(3))
    assert game.rating("w", "fuel") == 0
    plan(game, 0, "", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_grapplers_test_with_one_more() -> None:
    """v1.2.4 Traits > Grappler: +1 Skill in an Interception as well: the test to catch a Fast squadron."""
    game = duel({"traits": ["Grappler"], "skill": 3}, {"traits": ["Fast"]})
    game.faces(miss(4))
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")


def test_boosting_as_the_fast_do() -> None:
    """v1.2.4 Traits > Fast: up to 3 Fuel for 9" in one Boost; others 2."""
    fast = stage(squadron("S", 0, (24, 10), traits=["Fast"]), FAR).activate("s")
    fast.declare(boost=3)
    assert fast.room.forward == pytest.approx(15)
    slow = stage(squadron("S", 0, (24, 10)), FAR).activate("s")
    slow.expect_refused(["declare", "none", 3], "At most 2")


def test_a_missile_squadron_intercepts_as_any_other() -> None:
    """v1.2.4 Dogfight 1: the reacting squadron may declare its missile too."""
    game = flight(watch(weapons=[weapon("Missile", missile="AS", as_=3)])).fly((24, 14.5)).pick("intercept", "w")
    game.expect("missile", 1).pick("missile", ["a1"])
    standoff(game)
    game.faces(miss(3)).expect("menu", 0)
