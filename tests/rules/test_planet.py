"""Tests of a planet or large moon along an edge: it stops models, and pulls (v1.2.4 Terrain; R23, R26, R27, R32)."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit
from jovian.game import Game
from jovian.narrator import Narrator
from tests.rules.stage import SHIP, Staged, muster, rock, ship, squadron, stage
from tests.rules.turns import AWAY
from tests.rules_api import build_rulebook, is_leaving_table, set_free

EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}
"""Each edge, and the heading toward it."""


def planet(edge: str) -> dict[str, Any]:
    """Return a planet along an edge."""
    return {"kind": "planet", "id": "planet", "edge": edge}


def place_before(edge: str, inches: float, aside: float = 24.0) -> tuple[float, float]:
    """Return the place at this distance from an edge."""
    return {
        "north": (aside, 48 - inches),
        "east": (48 - inches, aside),
        "south": (aside, inches),
        "west": (inches, aside),
    }[edge]


def toward(edge: str, inches: float, turned: int = 0, **fields: Any) -> Staged:
    """Return a medium ship (Speed 4, Thrusters 2) at this distance from a planet ahead of it."""
    fields = {"thrusters": [2, 1], **fields}
    cast = ship("A", 0, place_before(edge, inches), (EDGES[edge] + turned) % 360, **fields)
    return stage(cast, *distant_enemy(edge), terrain=(planet(edge),)).begin("a")


def log_lines(game: Staged) -> list[str]:
    """Return the log of the game."""
    return [line.text for line in Narrator(build_rulebook()).tell(game.match.events)]


def distant_enemy(edge: str) -> tuple[Any, ...]:
    """Return a distant enemy at the other edge."""
    other = {"north": "south", "east": "west", "south": "north", "west": "east"}[edge]
    return (ship("Far", 1, place_before(other, 3, 40), activated=True, speed=0, thrusters=[1]),)


# --- Stopping ---
@pytest.mark.parametrize("edge", EDGES)
def test_a_ship_stops_at_a_planet_and_the_rest_is_waived(edge: str) -> None:
    """R27: it may go no farther than the edge. There its minimum is waived, and it may end."""
    game = toward(edge, 2.5)
    assert (game.room.forward, game.room.min_move) == (1.0, 1.0)
    refusal = game.expect_refused(["move", 2], 'Planet stops it after 1.0"')
    assert refusal.cited == "v1.2.4 Terrain > Planet or Large Moon"
    game.expect_refused(["end"], 'must still move 1.0"')
    game.move(1)
    assert game.at("a")[:2] == place_before(edge, 1.5)
    assert (game.room.forward, game.room.min_move, game.room.barred) == (0.0, 0.0, "planet")
    game.expect_refused(["move", 0.5], "Planet stops it here")
    game.expect_allowed(["end"]).end()
    assert game.model("a").is_on_table and not game.events("left_play")


def test_a_ship_that_touches_a_planet_need_not_move_at_all() -> None:
    """R27: the whole minimum is waived, in every turn."""
    game = toward("north", 1.5)
    assert (game.room.forward, game.room.min_move) == (0.0, 0.0)
    game.end()


def test_aslant_it_stops_with_its_corner() -> None:
    """R27: no part of the base comes over the edge."""
    game = toward("north", 4.0, 45, speed=6)
    forward = game.room.forward
    game.move(forward)
    top = max(y for _, y in game.model("a").base.outline(game.model("a").pose))
    assert 48 - 0.002 < top <= 48


def test_a_ship_backs_only_as_far_as_a_planet_behind_it() -> None:
    """R20, R27: astern too."""
    game = toward("south", 2.0, 180, speed=0, thrusters=[3, 2, 1])
    assert game.room.reverse == 0.5
    game.expect_refused(["move", -1], 'Only 0.5" of its reverse move')
    game.move(-0.5).end()
    assert game.at("a")[:2] == (24, 1.5)


@pytest.mark.parametrize("edge", EDGES)
def test_a_turn_at_a_planet_sets_the_ship_off_it(edge: str) -> None:
    """R26: a base that would swing over the edge is placed next to it, so a ship is never trapped there."""
    game = toward(edge, 1.5)
    shown = game.asked.preview(["turn", 45])  # type: ignore[attr-defined]
    assert shown.refusal is None and not shown.off_table
    game.turn(45)
    hull = game.model("a")
    assert hull.pose == shown.poses[-1]
    rim = hull.base.outline(hull.pose)
    assert all(-0.001 <= x <= 48.001 and -0.001 <= y <= 48.001 for x, y in rim)
    assert any(min(x, y, 48 - x, 48 - y) < 0.01 for x, y in rim), "no farther than needed"
    assert game.last("moved")["inches"] == pytest.approx(0.268, abs=0.001)
    assert any('turns +45°, pushed 0.3" away from the planet' in line for line in log_lines(game))
    game.end()
    assert hull.is_on_table


def test_a_turn_that_would_set_a_ship_onto_another_is_judged_there() -> None:
    """R24, R26: at its new place it would overlap another model without a free end ahead."""
    game = stage(
        ship("A", 0, (24, 46.5), 0, thrusters=[2, 1]), ship("B", 1, (24, 44.2), 90, base="small", activated=True),
        terrain=(planet("north"),),
    ).begin("a")  # fmt: skip
    game.expect_refused(["turn", 45], "with no free end left")
    game.end()


def test_the_other_edges_are_left_as_ever() -> None:
    """R27: next to a planet's edge a ship still withdraws over the next one."""
    game = stage(
        ship("A", 0, (45, 44), 90, thrusters=[2, 1]), ship("B", 0, (4, 4)), *distant_enemy("north"),
        terrain=(planet("north"),),
    ).begin("a")  # fmt: skip
    game.move(4).end()
    assert game.last("left_play")["how"] == "withdrawn"


# --- Squadrons ---
@pytest.mark.parametrize("edge", EDGES)
def test_a_flight_may_not_cross_a_planet(edge: str) -> None:
    """R23: neither its end nor a waypoint. The refusal says so in advance."""
    game = stage(
        squadron("S", 0, place_before(edge, 2), speed=12), *distant_enemy(edge), terrain=(planet(edge),)
    ).begin("s")
    out, back = place_before(edge, -1), place_before(edge, 2, 26)
    assert game.expect_refused(["fly", [list(out)]], "would cross the Planet").draw
    game.expect_refused(["fly", [list(out), list(back)]], "would cross the Planet")
    game.fly(place_before(edge, 0.6)).end()
    assert game.model("s").is_on_table


def test_a_path_may_still_leave_over_another_edge_and_come_back() -> None:
    """R23: but not around the corner of a planet."""
    game = stage(squadron("S", 0, (46, 44), speed=12), *distant_enemy("north"), terrain=(planet("north"),)).begin("s")
    game.expect_refused(["fly", [[49.5, 44], [49.5, 49]]], "would cross")
    game.fly((49.5, 44), (46, 42)).end()
    assert game.model("s").is_on_table


def wing(ident: str, y: float, **fields: Any) -> Any:
    """Return a member of a formation."""
    return squadron("S", 0, (24, y), id=ident, speed=12, traits=["Formation"], **fields)


def test_none_of_a_formation_crosses_it() -> None:
    """R23, R76: each member of a formation flies equally far."""
    game = stage(
        wing("s", 44), wing("t", 45, formation="s"), *distant_enemy("north"),
        terrain=(planet("north"),),
    ).begin("s")  # fmt: skip
    game.expect_refused(["fly", [[24, 46.9]]], "would cross")
    game.fly((24, 46.4)).end()


def test_a_free_move_may_not_cross_it() -> None:
    """R23: Vector Attack: the reason is the same."""
    game = stage(
        ship("A", 0, (24, 40), 180, sensors=[3]), squadron("S", 0, (24, 46)), *distant_enemy("north"),
        terrain=(planet("north"),),
    ).begin("a", "vector attack")  # fmt: skip
    game.resolve().faces([1, 1, 2]).pick("send", "s").expect("free")
    game.expect_refused(["fly", [[24, 49]]], "would cross the Planet")
    game.expect_allowed(["fly", [[24, 47.4]]]).answer("fly", [[24, 47.4]])


def test_an_escort_at_the_bow_is_placed_anew_and_never_leaves() -> None:
    """R25, R26: it is over the edge before its ship, and is placed at the ship again."""
    game = stage(
        ship("A", 0, (24, 44), 0, thrusters=[2, 1], traits=["CAP"]), squadron("S", 0, (24, 46), escorting="a"),
        *distant_enemy("north"), terrain=(planet("north"),),
    ).begin("a").move(2.5).end().expect("attach")  # fmt: skip
    game.expect_refused(["stay"], "off the table")
    game.answer(*game.asked.default().to_json())
    assert game.model("s").is_on_table and game.model("s").is_escorting


def test_who_is_freed_over_a_planet_stays_in_play() -> None:
    """R26, R74: if the ship is lost, an escort partly over the edge is placed next to it."""
    game = stage(
        ship("A", 0, (24, 45), 0, thrusters=[2, 1], traits=["CAP"]), squadron("S", 0, (24, 47), escorting="a"),
        *distant_enemy("north"), terrain=(planet("north"),),
    )  # fmt: skip
    escort, state = game.model("s"), game.match.state
    escort.pose = escort.pose.moved(0.0, 0.9)
    set_free(Game(state), [escort])
    assert escort.is_on_table and not escort.is_escorting and escort.pose.y <= 47.5
    assert is_leaving_table(state, escort.at(escort.pose.moved(24.0, 0.0))), "over the next edge it still leaves"


# --- Speed ---
@pytest.mark.parametrize("edge", EDGES)
def test_a_planet_ahead_adds_two_to_speed(edge: str) -> None:
    """v1.2.4 Terrain > Planet or Large Moon: both its ends in the Fore arc at the first move (R32)."""
    game = toward(edge, 30)
    assert (game.room.min_move, game.room.forward) == (4, 8)
    game.move(1).turn(45)
    assert (game.room.min_move, game.room.forward) == (3, 7), "read once"


@pytest.mark.parametrize("edge", EDGES)
def test_a_planet_behind_takes_one_off_speed(edge: str) -> None:
    """v1.2.4 Terrain > Planet or Large Moon: both its ends in the Aft arc (R32)."""
    game = toward(edge, 30, 180)
    assert (game.room.min_move, game.room.forward) == (1, 5)


def test_an_end_on_the_line_of_the_arc_is_in_it() -> None:
    """R15, R32: from 24" before the middle of a 48" edge both ends lie just on the lines of the Fore arc."""
    assert toward("north", 24).room.forward == 8
    assert toward("north", 23.9).room.forward == 6
    assert toward("north", 30, 10).room.forward == 6
    assert toward("south", 24, 180).room.forward == 5


def test_a_squadron_is_not_pulled() -> None:
    """v1.2.4 Terrain > Planet or Large Moon: a capital ship."""
    game = stage(squadron("S", 0, (24, 10)), *distant_enemy("north"), terrain=(planet("north"),)).begin("s")
    assert game.room.forward == 6
    game.end()


def test_speed_never_falls_below_nought() -> None:
    """A rating is never negative. Speed 0 away from a planet stays 0."""
    assert toward("south", 30, 180, speed=0, thrusters=[2, 1]).room.forward == 2


def test_planet_and_moon_add_up_and_are_doubled_by_a_hard_burn() -> None:
    """R22, R32: add and subtract, then double."""
    game = stage(
        ship("A", 0, (24, 12), thrusters=[2, 1], states={"hard-burn": 1}), AWAY,
        terrain=(planet("north"), rock("small-moon", (24, 12), radius=4)),
    ).begin("a")  # fmt: skip
    assert (game.room.min_move, game.room.forward) == (14, 18)


def test_without_terrain_there_is_no_planet() -> None:
    """The option `terrain` removes it too."""
    game = stage(
        ship("A", 0, (24, 45), 0, thrusters=[2, 1]), *distant_enemy("north"), terrain=(planet("north"),),
        options={"terrain": "off"},
    ).begin("a")  # fmt: skip
    assert game.room.forward == 6 and not game.match.state.terrain
    game.move(6).end()
    assert game.model("a").place == "withdrawn"


def test_what_leaves_a_ship_at_a_planet_stays_on_the_table() -> None:
    """R28: a launch is never placed over a table edge, nor over a planet."""
    game = stage(
        ship("A", 0, (24, 46.5), 0, thrusters=[2, 1], traits=["Hangers:1"]), squadron("S", 0, (0, 0), embarked_in="a"),
        *distant_enemy("north"), terrain=(planet("north"),),
    ).begin("s")  # fmt: skip
    game.expect_refused(["launch", 24, 48.6, 0], "off the table")
    game.launch(24, 44.1).end()


def test_a_comet_flies_into_a_planet() -> None:
    """R31: it doesn't stop, and is removed once its body is wholly beyond the edge."""
    near = rock("comet", (24, 45), id="comet", heading=0, radius=1, tail_length=4, tail_width=1)
    home = ship("Home", 0, (4, 4), speed=0, thrusters=[1], activated=True)
    last = ship("Last", 1, (44, 20), speed=0, thrusters=[1])
    game = stage(home, *distant_enemy("north"), last, terrain=(planet("north"), near))
    game.begin("last").end().faces([3, 3])
    assert not game.pieces("comet") and game.last("left_play")["how"] == "withdrawn"


# --- Other rules at that edge ---
def test_a_ship_that_ends_on_another_slides_back_from_a_planet() -> None:
    """R25, R26: ahead there is no space on the table, so it slides back until its front edge touches."""
    game = stage(
        ship("A", 0, (24, 40), 0, thrusters=[1], ratings={"thrusters": 0}),
        ship("B", 1, (24, 45.6), 90, activated=True, base="large", speed=0, thrusters=[1]),
        terrain=(planet("north"),),
    ).begin("a")  # fmt: skip
    game.move(4).end()
    assert game.at("a")[1] == pytest.approx(45.6 - 1.25 - 1.5, abs=0.01)


def test_a_pushed_squadron_stays_on_the_table() -> None:
    """R26: under a ship at the edge it takes the shortest way clear, never over a planet."""
    game = stage(
        ship("A", 0, (24, 42), 0, speed=5, thrusters=[1], ratings={"thrusters": 0}),
        squadron("S", 1, (24, 46.8), activated=True), terrain=(planet("north"),),
    ).begin("a").move(4.5)  # fmt: skip
    game.end()
    x, y = game.at("s")[:2]
    assert y <= 47.5 and abs(x - 24) > 1


def test_a_comet_pushes_nobody_over_a_planet() -> None:
    """R26, R31: to the nearest free place on the table."""
    near = rock("comet", (24, 40), id="comet", heading=0, radius=2, tail_length=4, tail_width=1)
    home = ship("Home", 0, (4, 4), speed=0, thrusters=[1], activated=True)
    hit = ship("Hit", 1, (24, 46.4), 90, activated=True)
    last = ship("Last", 1, (44, 20), speed=0, thrusters=[1])
    game = stage(home, hit, last, terrain=(planet("north"), near)).begin("last").end().faces([2, 2])
    rim = game.model("hit").base.outline(game.model("hit").pose)
    assert game.model("hit").is_on_table and all(0 <= x <= 48 and y <= 48.001 for x, y in rim)


def test_a_hard_burn_into_a_planet_stops_there() -> None:
    """R22, R27: at any speed."""
    game = toward("north", 8, speed=6, states={"hard-burn": 2})
    assert (game.room.min_move, game.room.forward) == (6.5, 6.5)
    game.move(6.5).end()
    assert game.at("a")[:2] == (24, 46.5)


def test_a_drifting_ship_stops_at_a_planet() -> None:
    """v1.2.1, as an option: the drift of a crippled ship ends at the edge too (R27)."""
    game = stage(
        ship("A", 0, (24, 45.5), 0, structure_left=0, states={"crippled": 1}), ship("C", 0, (4, 4)),
        *distant_enemy("north"),
        terrain=(planet("north"),), options={"drift": "v1.2.1"},
    ).answer("activate", "a").faces([3])  # fmt: skip
    assert game.model("a").is_on_table and game.at("a")[:2] == (24, 46.5)


def test_models_deploy_beside_a_planet() -> None:
    """v1.2.4 Scenarios > Deployment Zone: the zone reaches to its edge, and not over it."""
    hull = parse_unit({**SHIP, "name": "Hull"}, "test")
    game = muster((hull,), (hull,), terrain=[planet("south")])
    first = next(iter(game.match.state.models))
    game.expect_refused(["place", first, 24, 1.4, 0], "zone")
    game.answer("place", first, 24, 1.5, 0)


def test_a_tug_drags_nothing_over_a_planet() -> None:
    """R26, R48: to the farthest place that is free of its edge."""
    game = stage(
        ship("A", 0, (24, 47.2), 90, base="small", traits=["Tug"]),
        ship("B", 0, (27.5, 45.7), 90, traits=["Static"], speed=0, base="large"), *distant_enemy("north"),
        terrain=(planet("north"),),
    ).begin("a", "tug").resolve()  # fmt: skip
    assert all(y <= 48.001 for _, y in game.model("b").base.outline(game.model("b").pose))
