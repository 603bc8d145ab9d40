"""Tests of free moves: terrain attacks them, and they end on the table (v1.2.4 After the Dogfight; R26, R29, R73)."""

from __future__ import annotations

import pytest

from jovian.game import Terrain
from jovian.table import Pose, Shape, extends_off_table
from tests.rules.fights import FAR, GUN, OWN, duel, miss, placed, plan, raid, throw, wing
from tests.rules.stage import Staged, ship, squadron, stage
from tests.rules_api import FreeMove


def littered(game: Staged, at: tuple[float, float], radius: float = 4.0) -> Staged:
    """Return the table with a Debris Field at a place: 4 dice at a squadron that moves into it."""
    game.match.state.terrain["d"] = Terrain("d", "debris-field", Pose(*at, 0), (Shape.circle(radius),))
    return game


def strikes(game: Staged) -> list[str]:
    """Return the models that the debris attacked."""
    return [event["target"] for event in game.events("attacked") if event["window"] == "terrain"]


def test_terrain_strikes_the_inch_that_breaks_off() -> None:
    """R29: a move like any other. S is moved back into the debris behind it."""
    game = littered(duel(), (24, 19))
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.faces(miss(4)).expect("menu")
    assert strikes(game) == ["s"] and game.at("s")[:2] == (24, 23)


def test_a_squadron_that_dies_as_it_breaks_off() -> None:
    """R29: nothing hangs. The lost squadron's activation is over."""
    game = littered(duel({"structure": [1]}), (24, 19))
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.faces([5, 5, 1, 2])
    assert game.model("s").place == "destroyed"


def test_without_room_it_is_placed_and_not_struck() -> None:
    """R26, R28, docs/rulings.md: a placement is no move."""
    behind = ship("Wall", 0, (24, 22), 90, activated=True)
    game = littered(duel(None, None, behind), (24, 19))
    plan(game, 0, "a1", 0, 0)
    plan(game, 1, "a1", 0, 0)
    game.expect("menu")
    assert not strikes(game)


def test_terrain_strikes_the_four_inches_of_a_survivor() -> None:
    """R29, R73: the lone survivor of a dogfight."""
    game = littered(duel({"weapons": [{**GUN, "as": 6}]}, {"structure": [1]}), (24, 19))
    plan(game, 0, "a1", 0, 6)
    plan(game, 1, "a1", 0, 0)
    throw(game, 5, 5, 1, 2, 3, 4).faces(miss(6)).expect("free", 0)
    game.answer("fly", [[24, 21]]).faces(miss(4)).expect("menu")
    assert strikes(game) == ["s"]


def test_terrain_strikes_the_four_inches_after_a_run() -> None:
    """R29, R73: after a Bombing Run."""
    game = littered(raid(), (24, 27))
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("fly", [[24, 25.9]]).faces(miss(4)).expect("menu", 0)
    assert strikes(game) == ["s"]


def test_terrain_strikes_who_leaves_a_hull() -> None:
    """R29: the 4" move of an assailant that disengages in its ship's activation."""
    game = stage(
        placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN]), assaulting="b"),
        ship("B", 1, (24, 20)), initiative=1,
    ).expect("assault", 0)  # fmt: skip
    littered(game, (24, 27)).pick("disengage").expect("free", 0).answer("fly", [[24, 25.9]]).faces(miss(4))
    game.expect("declare", 1)
    assert strikes(game) == ["s"]


@pytest.mark.parametrize(("end", "fits"), [((24, 1.6), True), ((24, 1.4), False), ((24, 0.4), False)])
def test_a_formation_ends_its_free_move_on_the_table_with_all_its_members(end: tuple[float, float], fits: bool) -> None:
    """R26, R73: the whole formation moves, and the second one flies 1" behind."""
    group = wing("S", 0, (24, 4), (24, 3), activated=True)
    leader = ship("C", 0, (30, 6), skill=3, sensors=[3], speed=0, thrusters=[1])
    game = stage(leader, *group, ship("Far", 1, (44, 44), activated=True)).begin("c", "vector attack").resolve()
    game.faces([1, 2, 3]).pick("send", "s")
    if fits:
        game.expect_allowed(["fly", [list(end)]])
    else:
        game.expect_refused(["fly", [list(end)]], "on the table")
    game.answer("fly", [[24, 6]])


def test_nobody_is_intercepted_over_the_edge() -> None:
    """R23, R27: no fight off the table. The reaction is offered once the squadron is back."""
    game = stage(
        squadron("S", 0, (2, 24), weapons=[GUN]), squadron("T", 1, (2.5, 30), weapons=[GUN], activated=True),
        FAR, OWN,
    ).begin("s")  # fmt: skip
    game.fly((0.2, 24), (0.2, 27)).expect("menu", 0)
    game.fly((1.3, 27)).expect("interception", 1)
    model = game.model("s")
    assert not extends_off_table(model.base, model.pose, game.match.state.width, game.match.state.height)
    game.decline()
    game.end()


def test_autofire_reacts_to_the_free_move_of_the_active_squadron() -> None:
    """v1.2.4 Weapon Traits > Autofire, R73: the survivor of its own Bombing Run flies into range of E."""
    game = raid(None, None, ship("E", 1, (24, 30.5), activated=True))
    plan(game, 0, "a1", 0, 0)
    game.expect("free", 0).answer("fly", [[24, 25.9]]).expect("autofire", 1).decline()
    game.expect("menu", 0)


def test_autofire_does_not_react_to_free_moves_of_others() -> None:
    """v1.2.4 Weapon Traits > Autofire: S isn't active, but the ship that it leaves is."""
    game = stage(
        placed(squadron("S", 0, (24, 22), squadron_type="exo-armor", weapons=[GUN]), assaulting="b"),
        ship("B", 1, (24, 20)), ship("E", 1, (24, 30.5), activated=True), initiative=1,
    ).expect("assault", 0)  # fmt: skip
    game.pick("disengage").expect("free", 0).answer("fly", [[24, 25.9]])
    game.expect("declare", 1)


@pytest.mark.parametrize("at", [(24, 22), (23.2, 22), (25.5, 20.4)])
def test_who_may_not_stay_goes_to_the_nearest_free_place(at: tuple[float, float]) -> None:
    """R73: the default is legal, and as near as possible."""
    game = stage(squadron("S", 0, at), ship("B", 1, (24, 20)), OWN).begin("s")
    asked = FreeMove(game.match.state, game.model("s"), 0.5, "b")
    verb, path = asked.default().to_json()
    assert asked.check(["stay"]) is not None and verb == "fly" and asked.check([verb, path]) is None
    (x, y), (was_x, was_y) = path[-1], at
    assert (x - was_x) ** 2 + (y - was_y) ** 2 < 0.1**2
