"""Tests of models that continue after an interception (v1.2.4 Dogfight 8, R71, R73, R76)."""

from __future__ import annotations

import pytest

from tests.games import finished
from tests.rules.fights import FAR, GUN, OWN, double, miss, plan, wing
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage

SPARE = ship("Spare", 1, (44, 4))
"""An enemy ship that has yet to activate, so that the turn continues."""


def caught(path: tuple[tuple[float, float], ...], **fields: object) -> Staged:
    """Return a game in which S flies up from (24, 10), Speed 9, and W intercepts it after 4"."""
    mover = squadron("S", 0, (24, 10), **{"speed": 9, "weapons": [GUN], **fields})
    hunter = squadron("W", 1, (24, 18), structure=[1], activated=True)
    return stage(mover, hunter, FAR, OWN).begin("s").fly(*path).pick("intercept", "w")


def fought(game: Staged, share: int = 0) -> Staged:
    """Play the fight, with attacks only by S, or none."""
    plan(game, 0, "a1" if share else "", 0, share)
    return plan(game, 1, "", 0, 0)


# --- Intercepted flight ---
def test_the_rest_of_the_path_is_not_flown() -> None:
    """R73: the survivor has its remaining inches for any path."""
    game = fought(caught(((24, 15), (28, 15)))).expect("menu", 0)
    assert game.at("s")[:2] == (24, 14) and game.room.forward == pytest.approx(5)
    assert game.expect_refused(["fly", [[24, 8.9]]], "The path is 5.1").cited.startswith("v1.2.4")
    game.fly((24, 9)).end()


def test_a_lone_survivor_goes_on_from_its_free_move() -> None:
    """Dogfight 8, R73: the free 4" doesn't count, and its old path is dropped."""
    game = fought(caught(((24, 15),)), 6).faces(double(6)).faces(miss(3)).expect("free", 0)
    game.answer("fly", [[20, 14]]).expect("menu", 0)
    assert game.at("s")[:2] == (20, 14) and game.room.forward == pytest.approx(5)
    game.expect_refused(["fly", [[14.9, 14]]], "The path is 5.1")
    game.fly((15, 14)).end()
    assert game.at("s")[:2] == (15, 14)


def test_what_was_flown_in_parts_adds_up() -> None:
    """R73: movement before the interrupted flight counts too."""
    mover = squadron("S", 0, (20, 10), speed=9)
    game = stage(mover, squadron("W", 1, (24, 18), activated=True), FAR, OWN).begin("s")
    game.fly((22, 10)).fly((24, 10), (24, 15)).pick("intercept", "w")
    fought(game).expect("menu", 0)
    assert game.room.forward == pytest.approx(1, abs=0.001)


def test_an_interceptor_that_dies_on_its_way_has_not_fought() -> None:
    """R71: the flight continues as ordered, and the squadron may still be intercepted once."""
    rocks = rock("particle-cloud", (24, 16.6), radius=0.5)
    game = stage(
        squadron("S", 0, (24, 10), speed=9), squadron("W", 1, (24, 18), structure=[1], activated=True),
        squadron("V", 1, (28, 16), activated=True), FAR, OWN, terrain=(rocks,),
    ).begin("s")  # fmt: skip
    game.fly((24, 14.2)).pick("intercept", "w")
    game.expect("avoid", 1).pick("enter").faces([6, 6])
    if game.kind == "faces":
        game.answer(*game.asked.default().to_json())
    assert game.model("w").place == "destroyed" and game.at("s")[:2] == (24, 14.2)
    assert not game.events("plans") and not game.act.intercepted
    game.fly((25, 14.2)).pick("intercept", "v")
    fought(game).expect("menu", 0)
    assert game.act.intercepted


# --- Squadrons of a formation ---
def pair(*more: Cast, goal: tuple[float, float] = (24, 14.5)) -> Staged:
    """Return a game in which the pair S, S2 flies up from (24, 10) and T intercepts it. V waits farther up."""
    return stage(
        *wing("S", 0, (24, 10), (24, 9), speed=9), squadron("T", 1, (24, 18), activated=True),
        squadron("V", 1, (28, 16), activated=True), *more, SPARE, OWN,
    ).begin("s").fly(goal).pick("intercept", "t")  # fmt: skip


def test_the_member_left_out_may_be_caught_by_another() -> None:
    """R71, R76: one of the pair has been intercepted, the other has not."""
    game = pair().pick("break", "s")
    fought(game).expect("menu", 0)
    assert game.act.model == "s2"
    game.fly((25.5, 14.5)).expect("interception", 1)
    assert ["intercept", "v"] in game.offered() and ["intercept", "t"] not in game.offered()
    game.pick("intercept", "v")
    fought(game).expect("menu", 0)
    assert [[each["model"] for each in told["plans"]] for told in game.events("plans")] == [["s", "t"], ["s2", "v"]]


def test_a_pair_that_fights_as_one_is_caught_once() -> None:
    """R76: kept together, both have been intercepted."""
    game = pair().pick("keep")
    fought(game).expect("menu", 0).fly((25.5, 14.5)).expect("menu", 0).end()


def test_the_leader_that_is_left_out_chooses_anew() -> None:
    """R73, R76: the fight ends the flight. The others continue by a path of their choice."""
    game = pair().pick("break", "s2")
    fought(game).expect("menu", 0)
    assert game.act.model == "s" and game.at("s")[:2] == (24, 14)
    game.fly((20, 14)).end()


def test_who_fights_for_a_formation_stays_on_nobody() -> None:
    """R24, R76: if it would stop over another squadron, it is moved clear near the fight."""
    game = pair(squadron("N", 0, (24.4, 14.3), activated=True), goal=(24, 16.7)).pick("break", "s")
    fought(game).expect("menu", 0)
    assert not game.match.state.models["s"].formation
    x, y, _ = game.at("s")
    assert (x, y) != (24, 14) and abs(x - 24) < 1.1 and game.at("n")[:2] == (24.4, 14.3)
    game.fly((20, 14)).end()


def test_a_poor_member_binds_its_formation() -> None:
    """R76: a member without enough Fuel keeps all from boosting and evading. The lowest Fuel counts."""
    game = stage(*wing("S", 0, (24, 18), (24, 19)), SPARE, OWN)
    game.model("s2").marks["fuel"] = 3
    game.activate("s").expect_refused(["declare", "none", 1], "At most 0")
    game.expect_refused(["declare", "evade", 0], "2 Fuel")


# --- Whole games ---
@pytest.mark.parametrize("seed", range(3))
def test_no_squadron_flies_farther_than_its_speed(seed: int) -> None:
    """R73: in random games, the flights of an activation stay within Speed, including fights and formations."""
    match = finished(60 + seed, ("cega-squadrons-250", "jovian-squadrons-250"))
    flown: dict[str, float] = {}
    boosted: dict[str, int] = {}
    fights = 0
    for event in match.events.to_json():
        if event["type"] == "activated":
            flown, boosted = {}, {}
        elif event["type"] == "state" and event["state"] == "boosting" and event["entered"]:
            boosted[event["model"]] = event["value"]
        elif event["type"] == "plans":
            fights += 1
        elif event["type"] == "moved" and event["cause"] == "squadron":
            model = match.state.models[event["model"]]
            flown[model.id] = flown.get(model.id, 0.0) + event["inches"]
            assert flown[model.id] <= model.card.speed + 3 * boosted.get(model.id, 0) + 0.01
    assert fights
