"""Tests of turns and stops over a base during a move (v1.2.4 Movement > Capital Ship Movement; R20 to R24)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jovian.game import Terrain
from jovian.match import Match
from jovian.table import Pose, Shape, extends_off_table, overlaps, touches
from tests.games import random_answers, setup
from tests.rules.stage import Cast, Staged, rock, ship, squadron, stage
from tests.rules_api import NextOrder, describe_route, free_route, unwanted_contacts

THRUSTERS = [4, 3, 2, 1]
ASHORE = {"activated": True}


def walled(**fields: Any) -> Staged:
    """Return a game in which A is about to move. B is 4" ahead of it, and C blocks the way behind B."""
    return stage(
        ship("A", 0, (24, 12), **{"thrusters": THRUSTERS, "turns": 2, **fields}),
        ship("B", 1, (24, 16), 180, **ASHORE), ship("C", 1, (24, 20.3), 90, **ASHORE),
    ).begin("a")  # fmt: skip


def route_to_free_end(game: Staged) -> str:
    """Return the route to a free end that the search finds for the active ship."""
    state = game.match.state
    route = free_route(state, game.model(game.act.model), game.act)
    return "none" if route is None else describe_route(route)


# --- Legal answers ---
def test_a_ship_turns_over_a_base_and_leaves_it() -> None:
    """v1.2.4 Movement: a turn may be taken at any point; only the end must be free (R24)."""
    game = walled()
    game.expect_allowed(["move", 4]).move(4).expect_refused(["end"], "touches B")
    game.turn(45).move(4).end()
    assert game.at("a")[:2] == pytest.approx((26.828, 18.828))
    assert game.at("b") == (24, 16, 180)


def test_it_turns_over_a_base_towards_another_if_a_turn_is_left() -> None:
    """R24: the free end is behind the second turn."""
    game = stage(
        ship("A", 0, (24, 12), thrusters=THRUSTERS, turns=2), ship("B", 1, (24, 16), 180, **ASHORE),
        ship("C", 1, (27.2, 19.2), 45, **ASHORE),
    ).begin("a").move(4)  # fmt: skip
    game.expect_allowed(["turn", 45]).turn(45)
    assert "turn" in route_to_free_end(game)
    game.answer(*game.asked.default().to_json())
    while game.kind == "menu" and game.asked.check(["end"]) is not None:
        game.answer(*game.asked.default().to_json())
    game.end()
    a = game.model("a")
    assert not any(touches(a.base, a.pose, game.model(other).base, game.model(other).pose) for other in "bc")


def test_without_turns_only_straight_ahead_counts() -> None:
    """R24: a ship that may not turn doesn't stop if no place ahead is free."""
    game = walled(turns=0)
    game.expect_refused(["move", 4], 'A would end on B. It can end free: 0.75" ahead')


def test_a_turn_by_a_test_is_no_way_out() -> None:
    """R22, R24: at Thrusters 0 the turn is uncertain."""
    game = walled(speed=4, ratings={"thrusters": 0})
    assert (game.room.turns, game.room.needs_test, game.room.min_move) == (1, True, 4)
    assert route_to_free_end(game) == "none"
    game.move(4).end()
    assert game.last("moved")["cause"] == "overlap"


def test_a_free_turn_is_a_way_out() -> None:
    """v1.2.4 Action > Reorient: the free turn leads to any heading (R22, R24)."""
    game = stage(
        ship("A", 0, (24, 16), thrusters=[2, 1], speed=1, turns=0), ship("B", 1, (24, 19.2), 90, **ASHORE),
        ship("C", 1, (26.2, 16), **ASHORE), ship("D", 1, (21.8, 16), **ASHORE),
    ).begin("a", "reorient").resolve().faces([1, 1, 2])  # fmt: skip
    assert game.room.pivot
    game.move(1).expect_refused(["end"], "B")
    game.answer(*game.asked.default().to_json())
    while game.asked.check(["end"]) is not None:
        game.answer(*game.asked.default().to_json())
    game.end()


def test_a_sluggish_ship_turns_clear_at_the_end_of_its_move() -> None:
    """v1.2.4 Traits > Sluggish: it turns only then. The turn can make its end free (R24)."""
    game = stage(
        ship("A", 0, (24, 12), speed=4, thrusters=[1], turns=1, traits=["Sluggish"]),
        ship("B", 1, (25.9, 18.9), 90, **ASHORE), ship("C", 1, (22.1, 18.9), 90, **ASHORE),
    ).begin("a")  # fmt: skip
    while game.kind == "menu" and game.asked.check(["end"]) is not None:
        game.answer(*game.asked.default().to_json())
    game.end()
    a = game.model("a")
    assert not any(touches(a.base, a.pose, game.model(other).base, game.model(other).pose) for other in "bc")


# --- Refusals ---
def test_a_turn_may_not_lead_where_every_end_is_on_something() -> None:
    """R24: no overlap on purpose, by a turn that leaves its minimum no free end."""
    game = stage(
        ship("A", 0, (24, 12), speed=4, thrusters=[1], turns=1),
        *(ship(f"B{n}", 1, (24 + at, 12 + at), 135, base="large", **ASHORE) for n, at in enumerate([2.4, 4.2])),
    ).begin("a")  # fmt: skip
    refusal = game.expect_refused(["turn", 45], "could only end on something")
    assert "ahead" in refusal.reason
    game.turn(-45).move(4).end()


def test_a_ship_may_turn_towards_the_edge_and_towards_terrain() -> None:
    """R24: those ends aren't overlaps. The player may choose them."""
    edge = stage(ship("A", 0, (24, 46), 90, thrusters=[1], turns=1), ship("E", 1, (4, 4), **ASHORE)).begin("a")
    edge.expect_allowed(["turn", -45]).expect_allowed(["move", 5])
    field = rock("asteroid-field", (28, 16), radius=3)
    game = stage(
        ship("A", 0, (24, 12), speed=4, thrusters=[1], turns=1), ship("E", 1, (4, 4), **ASHORE), terrain=(field,)
    ).begin("a")
    game.expect_allowed(["turn", 45])


def test_a_ship_that_may_stay_does_not_move_onto_another() -> None:
    """R24: its current place is a free end too."""
    game = stage(
        ship("A", 0, (24, 12), speed=1, thrusters=[1], turns=0), ship("B", 1, (24, 16), **ASHORE),
    ).begin("a")  # fmt: skip
    game.expect_refused(["move", 2], "It can end free: 0.75")
    close = stage(
        ship("A", 0, (24, 12), speed=1, thrusters=[1], turns=0), ship("B", 1, (24, 15.008), **ASHORE),
    ).begin("a")  # fmt: skip
    close.expect_refused(["move", 2], "It can end free: where it is")
    close.end()


def test_the_window_says_how_to_go_on() -> None:
    """A legal stop on a base shows what must follow."""
    game = walled()
    shown = game.asked.preview(["move", 4])  # type: ignore[attr-defined]
    assert shown.refusal is None and shown.ends_on == ("B",)
    assert shown.onward == 'turn right 45°, 3.5" ahead'
    assert game.asked.preview(["move", 0.25]).onward == ""  # type: ignore[attr-defined]
    assert game.asked.preview(["move", 5.25]).onward == 'turn right 45° twice, 2.75" ahead'  # type: ignore[attr-defined]


# --- No dead ends ---
bases = st.sampled_from(("small", "medium", "large"))
places = st.tuples(st.integers(-50, 50), st.integers(-20, 80)).map(lambda at: (24 + at[0] / 10, 16 + at[1] / 10))
others = st.lists(st.tuples(bases, places, st.integers(0, 23)), min_size=1, max_size=5)
rocks = st.lists(st.tuples(places, st.sampled_from(("large-asteroid", "asteroid-field"))), max_size=2)
hulls = st.fixed_dictionaries({
    "base": bases, "speed": st.integers(0, 6), "turns": st.integers(0, 3),
    "thrusters": st.sampled_from(([1], [2, 1], [4, 3, 2, 1])),
    "traits": st.sampled_from(([], ["Sluggish"])), "ratings": st.sampled_from(({}, {"thrusters": 0})),
})  # fmt: skip


def crowd(hull: dict[str, Any], near: Any, pieces: Any) -> Staged:
    """Put A among other ships and rocks. A ship that would overlap another stays away."""
    cast: list[Cast] = [ship("A", 0, (24, 16), **hull), ship("Far", 1, (44, 44), **ASHORE)]
    cast += [ship(f"H{n}", 1, (4 + 5 * n, 4), base=base, **ASHORE) for n, (base, _, _) in enumerate(near)]
    game = stage(*cast)
    state = game.match.state
    for n, (_, at, turned) in enumerate(near):
        model, there = game.model(f"h{n}"), Pose(*at, 15 * turned).rounded()
        if not any(overlaps(model.base, there, other.base, other.pose) for other in state.on_table() if other != model):
            model.pose = there
    for n, (at, kind) in enumerate(pieces):
        state.terrain[f"r{n}"] = Terrain(f"r{n}", kind, Pose(*at, 0), (Shape.circle(0.8),))
    return game


def orders(game: Staged, rng: Random) -> list[list[Any]]:
    """Return some random orders to move and turn. They can be refused."""
    room = game.room
    turns: list[list[Any]] = [["turn", rng.choice((-45, -30, -7, 12, 45))] for _ in range(2)]
    if room.forward > 0:
        turns += [["move", round(max(0.1, rng.random() * room.forward), 2)], ["move", round(room.forward, 3)]]
    if room.reverse > 0:
        turns += [["move", -round(max(0.1, rng.random() * room.reverse), 2)]]
    rng.shuffle(turns)
    return turns


@settings(max_examples=150, deadline=None)
@example({"base": "medium", "speed": 4, "turns": 2, "thrusters": [2, 1], "traits": [], "ratings": {}},
         [("medium", (24.0, 20.0), 0), ("medium", (27.0, 21.0), 3)], [], 3)  # fmt: skip
@given(hulls, others, rocks, st.integers(0, 999))
def test_a_ship_always_has_a_legal_order_and_an_end(hull: Any, near: Any, pieces: Any, seed: int) -> None:
    """R24: after any legal turns and stops it can still reach a free end if it could at first."""
    game, rng = crowd(hull, near, pieces), Random(seed)
    game.begin("a")
    state, act = game.match.state, game.act
    could = None
    for step in range(40):
        asked = game.asked
        if state.activation is not act or not game.model("a").is_on_table:
            break
        if not isinstance(asked, NextOrder):
            game.match.answer(asked.default().to_json())
            could = could if asked.kind == "faces" else None
            continue
        model = game.model("a")
        if could is None and not act.moved:
            could = free_route(state, model, act) is not None
        default = asked.default()
        assert asked.check(default.to_json()) is None, (default, step)
        if asked.check(["end"]) is None:
            touched = unwanted_contacts(state, model) if act.moved else []
            off = extends_off_table(model.base, model.pose, state.width, state.height)
            assert not (could and touched and not off and not act.struck and not act.avoided)
        legal = [choice for choice in orders(game, rng) if step < 6 and asked.check(choice) is None]
        game.match.answer(legal[0] if legal else default.to_json())
    assert state.activation is not act or not game.model("a").is_on_table, "the activation never ends"


@pytest.mark.parametrize("seed", [5, 6])
def test_whole_games_of_turns_over_bases(seed: int) -> None:
    """In random games ships often overlap. Each default is legal, and every save can be replayed."""
    match, stops = Match(setup(seed, ("jovian-strike-250", "cega-strike-250")), log=False), 0
    for _ in random_answers(match, seed):
        menu = match.decision
        if isinstance(menu, NextOrder) and menu.model.is_capital and menu.act.moved and menu.model.is_on_table:
            stops += bool(unwanted_contacts(match.state, menu.model))
            assert menu.check(menu.default().to_json()) is None
    assert stops


def test_the_escorts_of_a_ship_are_no_obstacle() -> None:
    """R24: the search looks past the squadrons in contact with the ship."""
    game = stage(
        ship("A", 0, (24, 12), thrusters=THRUSTERS, traits=["CAP"]), squadron("S", 0, (24, 14), escorting="a"),
        ship("B", 1, (24, 16), 180, **ASHORE), ship("C", 1, (24, 40), 180, **ASHORE),
    ).begin("a").move(3)  # fmt: skip
    assert route_to_free_end(game) == '4.25" ahead'
    game.move(4.25).end().answer("stay")
