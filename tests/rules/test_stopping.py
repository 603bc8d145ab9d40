"""Tests of interrupted moves: models that may stop on a base, and that must continue (v1.2.4 Overlapping; R24, R25)."""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.table import touches
from tests.games import FLEETS, random_answers, setup
from tests.rules.fights import FAR, OWN, miss, plan, wing
from tests.rules.stage import Staged, gun, rock, ship, squadron, stage, weapon
from tests.rules_api import NextOrder, free_landing, free_route, ids_in_contact, unwanted_contacts

LASER = weapon("Particle Cannon", as_=3)
BEAM = gun("Particle Cannon", ac=2)


def over(**fields: object) -> Staged:
    """Return a game in which A has moved 4" onto B, with 4" left. C and D are near."""
    return stage(
        ship("A", 0, (24, 12), **{"thrusters": [4, 3, 2, 1], "weapons": [BEAM], **fields}),
        ship("B", 1, (24, 16), 180, activated=True), ship("C", 1, (24, 30), 180, activated=True),
        ship("D", 1, (34, 16), activated=True),
    ).begin("a").move(4)  # fmt: skip


# --- Ships ---
def test_a_ship_attacks_over_another_and_goes_on() -> None:
    """R24: a part of a move may stop on a base while a free end remains. Only the end must be free."""
    game = over().attack("a1", "d").faces(miss(3))
    assert game.room.forward == pytest.approx(4) and not game.act.stopped
    game.expect_refused(["end"], "touches B")
    assert game.asked.default().to_json() == ["move", 3.25]
    game.move(3.5).end()
    assert game.at("a") == (24, 19.5, 0)


def test_it_turns_there_only_where_a_free_end_is_left() -> None:
    """R24: the remaining movement must still lead to a free end."""
    game = over(turns=2)
    game.expect_allowed(["turn", 20])
    other = stage(
        ship("A", 0, (24, 12), thrusters=[4, 3, 2, 1], turns=1), ship("B", 1, (24, 16), 180, activated=True),
        ship("C", 1, (27.2, 19.2), 45, activated=True), FAR,
    ).begin("a").move(4)  # fmt: skip
    other.expect_refused(["turn", 45], "no free end")
    other.expect_allowed(["turn", -45])
    other.move(3.4).end()


def test_a_sluggish_ship_does_not_turn_into_another() -> None:
    """v1.2.4 Traits > Sluggish: the turn ends its move, so there is no free end."""
    game = stage(
        ship("A", 0, (24, 24), speed=4, thrusters=[4, 3, 2, 1], traits=["Sluggish"]),
        ship("B", 1, (26.3, 24), activated=True), FAR,
    ).begin("a")  # fmt: skip
    game.expect_refused(["turn", 45], "B")
    game.end()


def test_a_ship_in_reverse_goes_on_too() -> None:
    """R24: a free end in reverse counts too."""
    game = stage(
        ship("A", 0, (24, 24), speed=1, thrusters=[9, 3, 2, 1], weapons=[BEAM]),
        ship("B", 1, (24, 20.5), 180, base="small", activated=True), ship("D", 1, (34, 16), activated=True),
    ).begin("a").move(-3)  # fmt: skip
    game.expect_refused(["end"], "back")
    game.attack("a1", "d").faces(miss(3))
    inches = game.asked.default().to_json()[1]
    assert inches < 0
    game.move(inches).end()


def test_without_a_free_end_acting_ends_the_move() -> None:
    """R25: a ship that would be moved ahead stops, resolves its attacks and actions, and is moved ahead."""
    game = stage(
        ship("A", 0, (24, 12), speed=5, thrusters=[1], weapons=[BEAM], turns=0),
        ship("B", 1, (24, 17), 180, activated=True),
        ship("D", 1, (34, 16), activated=True), FAR,
    ).begin("a").move(4)  # fmt: skip
    game.attack("a1", "d").faces(miss(3))
    assert game.act.stopped and game.room.forward == 0
    game.end()
    assert game.at("a") == (24, 20, 0)


# --- Squadrons ---
def flying(*more: object, **fields: object) -> Staged:
    """Return a game in which S, with Speed 6, starts at (24, 10). V is at (24, 14)."""
    return stage(
        squadron("S", 0, (24, 10), **{"weapons": [LASER], **fields}), squadron("V", 0, (24, 14), activated=True), FAR,
        OWN, *more,
    ).begin("s")  # type: ignore[arg-type]  # fmt: skip


def test_a_squadron_stops_over_another_to_fire() -> None:
    """R24: it must continue. Ending there is refused, and the default moves it clear."""
    game = flying(squadron("T", 1, (27, 17), activated=True, fuel_left=0)).fly((24, 14))
    game.attack("a1", "t").faces(miss(3)).expect("menu", 0)
    game.expect_refused(["end"], "touching V")
    verb, path = game.asked.default().to_json()
    assert verb == "fly"
    game.answer(verb, path).end()
    assert len(game.events("moved")) == 2 and game.at("v")[:2] == (24, 14)


def test_it_does_not_stop_where_nothing_free_is_left() -> None:
    """R24: the remaining flight must reach a free end."""
    game = flying(speed=4)
    game.expect_refused(["fly", [[24, 14]]], "touching V")
    game.expect_refused(["fly", [[24, 13.7]]], "touching V")
    game.expect_allowed(["fly", [[24, 13.2]]]).fly((24, 12.9)).end()


def test_terrain_that_would_strike_is_no_way_clear() -> None:
    """R24: ends that terrain attacks don't count."""
    cloud = rock("particle-cloud", (24, 15.9), radius=3)
    game = stage(
        squadron("S", 0, (24, 10), speed=5), squadron("V", 0, (24, 12.4), activated=True), FAR, OWN,
        terrain=(cloud,),
    ).begin("s")  # fmt: skip
    state, s = game.match.state, game.model("s")
    assert free_landing(state, s.at(s.pose.moved(0, 1.9)), 0.5) is None
    game.end()


def test_terrain_on_the_nearest_way_clear_leaves_the_others() -> None:
    """R24: a squadron flies any path. It may stop if it can leave in another direction."""
    cloud = rock("particle-cloud", (24, 16.4), radius=1)
    game = stage(
        squadron("S", 0, (24, 10), speed=7), squadron("V", 0, (24, 14), activated=True), FAR, OWN, terrain=(cloud,),
    ).begin("s")  # fmt: skip
    game.fly((24, 14.3)).expect_refused(["end"], "touching V")
    game.answer(*game.asked.default().to_json()).end()
    check_squadrons_clear(game)
    assert not game.events("attacked") and not game.events("avoided")


def test_the_shortest_flight_in_another_direction_is_the_default() -> None:
    """R24: lengths of 0.5", 1", and so on are tried, up to the remaining flight."""
    cloud = rock("particle-cloud", (24, 16.4), radius=1)
    game = stage(
        squadron("S", 0, (24, 10), speed=7), squadron("V", 0, (24, 14), activated=True), FAR, OWN, terrain=(cloud,),
    ).begin("s").fly((24, 14.3))  # fmt: skip
    start = game.model("s").pose
    game.answer(*game.asked.default().to_json())
    assert game.model("s").pose.distance_to(start) == pytest.approx(1.0, abs=0.002)
    game.end()


def test_a_formation_gets_clear_as_one() -> None:
    """R24: no member may end on another base, so all of them count."""
    game = stage(*wing("S", 0, (24, 10), (24, 9)), squadron("V", 0, (24, 14), activated=True), FAR, OWN).begin("s")
    game.fly((24, 14.9)).expect_refused(["end"], "touching V")
    game.answer(*game.asked.default().to_json()).end()
    check_squadrons_clear(game)


def test_a_fight_over_a_base_is_followed_by_a_free_end() -> None:
    """R24, R73: intercepted over another squadron, the survivor flies clear with its remaining movement."""
    game = flying(squadron("W", 1, (24, 18), activated=True)).fly((24, 15.1)).pick("intercept", "w")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0).expect_refused(["end"], "touching V")
    game.answer(*game.asked.default().to_json()).end()
    check_squadrons_clear(game)


def test_who_cannot_get_clear_any_more_is_put_clear() -> None:
    """R25, R26: without a free end the activation ends, and the squadron is moved clear."""
    game = flying(squadron("W", 1, (24, 18), activated=True)).fly((24, 14.4)).pick("intercept", "w")
    plan(game, 0, "", 0, 0)
    plan(game, 1, "", 0, 0)
    game.expect("menu", 0)
    game.act.ran = 6.0
    game.end()
    check_squadrons_clear(game)


def check_squadrons_clear(game: Staged) -> None:
    """Check that no single squadron touches another base."""
    models = [model for model in game.match.state.models.values() if model.is_on_table]
    for one in models:
        for two in models:
            wing = one.formation and one.formation == two.formation
            apart = one.id == two.id or wing or one.is_attached or two.is_attached
            assert apart or not touches(one.base, one.pose, two.base, two.pose), (one.id, two.id)


# --- Whole games ---
@pytest.mark.parametrize("fleets", [FLEETS, ("cega-squadrons-250", "jovian-squadrons-250")])
def test_no_end_is_allowed_where_a_free_one_is_left(fleets: tuple[str, str]) -> None:
    """R24: if an activation may end, no model is on a base that it could leave."""
    match, stops = Match(setup(31, fleets), log=False), 0
    for choice in random_answers(match, 31):
        menu = match.decision
        if not isinstance(menu, NextOrder) or menu.leaving() is not None:
            continue
        if not menu.model.is_on_table or not menu.act.moved:
            continue
        state, model = match.state, menu.model
        touched = unwanted_contacts(state, model) if model.is_capital else ids_in_contact(state, model)
        stops += bool(touched)
        if touched and not model.is_attached and menu.check(["end"]) is None:
            if model.is_capital:
                assert free_route(state, model, menu.act) is None
            else:
                assert free_landing(state, model, menu.envelope().forward) is None
        assert choice
    assert stops
