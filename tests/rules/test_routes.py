"""Tests of routes to a place and of the area within reach (v1.2.4 Movement; R20 to R24)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, hypot, radians, sin
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.game import Model
from jovian.game.answers import Answer, Move, Pivot, Turn
from jovian.table import Pose, extends_off_table, within
from tests.rules.stage import Staged, rock, ship, stage
from tests.rules.test_move_ends import ASHORE, bases, crowd, others, rocks
from tests.rules_api import Preview, ReachArea, preview_route, reach_areas, routes_to, turns_in_place

Route = tuple[Answer, ...]
HULLS = st.fixed_dictionaries({
    "base": bases, "speed": st.integers(0, 7), "turns": st.integers(0, 4),
    "thrusters": st.sampled_from(([1], [2, 1], [4, 3, 2, 1])), "traits": st.sampled_from(([], [], ["Sluggish"])),
})  # fmt: skip
POINTS = st.tuples(st.floats(-12, 12), st.floats(-8, 12))
SHARES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=6, max_size=6)
BORDER = 0.12
"""Inches at the border of an area within which rounded routes may end outside of it."""


def moving(at: tuple[float, float] = (24, 20), heading: int = 0, **hull: Any) -> Staged:
    """Return a game in which A is about to move, alone on the table."""
    return stage(ship("A", 0, at, heading, **hull), ship("Far", 1, (46, 46), **ASHORE)).begin("a")


def routes(game: Staged, across: float, ahead: float, *, is_late: bool = False) -> list[Route]:
    """Return the routes to a point seen from the active ship."""
    model = game.model("a")
    return [*routes_to(model, game.room, model.pose.to_table(across, ahead), is_late=is_late)]


def best(game: Staged, across: float, ahead: float, *, is_late: bool = False) -> Route:
    """Return the best route, () if there is none."""
    return next(iter(routes(game, across, ahead, is_late=is_late)), ())


def preview(game: Staged, route: Route) -> Preview:
    """Return the preview of a route of the active ship."""
    steps = [order for order in route if isinstance(order, Move | Turn | Pivot)]
    return preview_route(game.match.state, game.model("a"), steps)


def is_on_base(model: Model, across: float, ahead: float) -> bool:
    """Return whether a point is on the base of the ship itself, where a click isn't about a place."""
    return abs(across) <= model.base.width / 2 + 0.01 and abs(ahead) <= model.base.length / 2 + 0.01


def areas(game: Staged) -> tuple[ReachArea, ...]:
    """Return the areas within reach of the active ship."""
    return reach_areas(game.match.state, game.model("a"), game.room)


# --- Routes ---
def test_a_place_ahead_takes_no_turn() -> None:
    game = moving(turns=1)
    assert best(game, 0.9, 4.1) == (Move(4.0),)
    assert best(game, 0, 9) == (Move(6.0),)
    assert best(game, 0, 1) == (Move(2.0),), "at least the minimum"


def test_a_place_to_the_side_takes_the_fewest_turns_first() -> None:
    game = moving(turns=2)
    assert best(game, 2, 4) == (Turn(27), Move(4.45))
    assert best(game, -4, -1) == (Turn(-45), Turn(-45), Move(4.1))


def test_shift_turns_as_late_as_possible() -> None:
    game = moving(turns=2)
    assert best(game, 2, 4, is_late=True) == (Move(2.0), Turn(45), Move(2.828))
    assert best(game, -4, -1, is_late=True) == best(game, -4, -1), "no place behind is reached after a move ahead"


def test_a_late_turn_is_as_late_as_the_length_allows() -> None:
    """A whole turn at the last moment takes more inches than there are, and a slighter one doesn't."""
    game = moving(turns=1)
    route = best(game, 2, 5.5, is_late=True)
    first, turn, second = route
    assert isinstance(first, Move) and isinstance(turn, Turn) and isinstance(second, Move)
    assert first.inches > 1 and 20 < turn.degrees < 45 and first.inches + second.inches <= 6
    assert preview(game, route).poses[-1].distance_to(Pose(26, 25.5, 0)) < 0.1


def test_a_ship_backs_only_if_its_minimum_is_negative() -> None:
    assert best(moving(speed=1, thrusters=[3, 2, 1]), 0, -2) == (Move(-2.0),)
    assert best(moving(speed=4), 0, -3) == ()


def test_without_turns_only_the_length_counts() -> None:
    for hull in ({"turns": 0}, {"traits": ["Sluggish"]}):
        assert best(moving(**hull), 3, 4) == (Move(4.0),)
        assert not areas(moving(traits=["Sluggish"]))


def test_a_free_turn_is_kept_for_what_turns_cannot_do() -> None:
    game = stage(ship("A", 0, (24, 20), turns=1, speed=1), ship("Far", 1, (46, 46), **ASHORE))
    game.begin("a", "reorient").resolve().faces([1, 1, 2])
    assert game.room.pivot
    assert turns_in_place(game.room, 40) == (Turn(40),)
    assert turns_in_place(game.room, -130) == (Pivot(-130),)


def test_a_place_beside_a_blocked_lane_takes_a_slight_turn() -> None:
    """A point within the width of the base is ahead. Behind an obstacle there, another route leads to it."""
    game = stage(ship("A", 0, (24, 14), turns=1), ship("B", 1, (22.6, 18), base="small", **ASHORE)).begin("a")
    straight, turned = routes(game, 0.9, 4)[:2]
    assert straight == (Move(4.0),) and preview(game, straight).onward
    assert turned == (Turn(13), Move(4.1)) and not preview(game, turned).ends_on


@settings(max_examples=40, deadline=None)
@given(HULLS, st.integers(0, 359), POINTS, st.booleans())
def test_every_order_of_a_route_is_legal(hull: dict[str, Any], heading: int, point: Any, is_late: bool) -> None:
    """On a free table nothing refuses the orders, and after a move the activation may end."""
    for route in routes(moving(heading=heading, **hull), *point, is_late=is_late):
        game = moving(heading=heading, **hull)
        assert sum(isinstance(order, Turn) for order in route) <= game.room.turns
        for order in route:
            game.expect_allowed(order.to_json()).answer(*order.to_json())
        if isinstance(route[-1], Move):
            game.expect_allowed(["end"])


@settings(max_examples=60, deadline=None)
@given(HULLS, st.integers(0, 359), st.floats(0, 1), st.floats(0, 1), st.booleans())
def test_a_route_ends_at_a_place_within_reach(
    hull: dict[str, Any], heading: int, share: float, far: float, is_late: bool
) -> None:
    """The error is at most that of the rounding, or half the width of the base if the place is straight ahead."""
    game = moving(heading=heading, **hull)
    room, most = game.room, 0 if "Sluggish" in hull["traits"] else min(179, 45 * game.room.turns)
    bearing, inches = most * (2 * share - 1), room.min_move + (room.forward - room.min_move) * far
    across, ahead = inches * sin(radians(bearing)), inches * cos(radians(bearing))
    model, route = game.model("a"), best(game, across, ahead, is_late=is_late)
    if is_on_base(model, across, ahead):
        return
    x, y = model.pose.to_table(across, ahead)
    end, is_straight = preview(game, route).poses[-1], len(route) == 1
    assert hypot(end.x - x, end.y - y) < (model.base.width / 2 + 0.15 if is_straight else 0.25)
    turns = sum(isinstance(order, Turn) for order in route)
    assert turns <= max(1, ceil(abs(bearing) / 45))


@settings(max_examples=40, deadline=None)
@given(HULLS, others, rocks, POINTS, st.booleans())
def test_a_route_is_refused_only_for_what_stands_in_the_way(
    hull: dict[str, Any], near: Any, pieces: Any, point: Any, is_late: bool
) -> None:
    """Routes are the same on a crowded table, and a refusal names something on it."""
    game = crowd(hull, near, pieces)
    game.begin("a")
    alone = moving((24, 16), **hull)
    assert routes(game, *point, is_late=is_late) == routes(alone, *point, is_late=is_late)
    for route in routes(game, *point, is_late=is_late):
        refusal = preview(game, route).refusal
        assert refusal is None or refusal.cited.endswith(("Overlapping", "R24")), refusal


# --- Reach ---
def test_the_fewest_turns_tell_the_areas_apart() -> None:
    game = moving(turns=2)
    assert {area.turns for area in areas(game)} == {1, 2}
    nearest = min(hypot(x - 24, y - 20) for area in areas(game) for x, y in area.outline)
    farthest = max(hypot(x - 24, y - 20) for area in areas(game) for x, y in area.outline)
    assert (nearest, farthest) == (pytest.approx(2), pytest.approx(6))


def test_a_rock_leaves_a_hole_with_a_place_behind_it() -> None:
    piece = rock("large-asteroid", (24, 18), radius=1)
    game = stage(ship("A", 0, (24, 14), turns=1, speed=6), ship("E", 1, (46, 46), **ASHORE), terrain=(piece,))
    game.begin("a")
    assert not any(_contains(area, (24, 18)) for area in areas(game))
    assert any(_contains(area, (26.5, 18)) for area in areas(game))
    assert any(_contains(area, (24, 21.4)) for area in areas(game))


def test_a_place_after_a_turn_that_is_refused_is_out_of_reach() -> None:
    """The second turn would end on the station, and every free end after it is behind rocks that strike."""
    hull = {"base": "small", "speed": 4, "turns": 3, "thrusters": [4, 3, 2, 1], "traits": []}
    game = crowd(hull, [("large", (27.1, 16.0), 3)], [((25.9, 16.0), "asteroid-field")])
    model = game.model("a")
    model.pose = Pose(24, 16, 0)
    game.begin("a")
    across, ahead = model.pose.from_table(29.57, 13.17)
    assert all(preview(game, route).refusal is not None for route in routes(game, across, ahead))
    assert areas(game) and not any(_contains(area, (29.57, 13.17)) for area in areas(game))


def _contains(area: ReachArea, point: tuple[float, float]) -> bool:
    (x, y), is_inside = point, False
    for (x1, y1), (x2, y2) in zip(area.outline, (*area.outline[1:], area.outline[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_inside = not is_inside
    return is_inside


def _samples(area: ReachArea, shares: list[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Yield points in an area, not at its border."""
    xs, ys = zip(*area.outline, strict=True)
    for across, along in shares:
        x, y = min(xs) + (max(xs) - min(xs)) * across, min(ys) + (max(ys) - min(ys)) * along
        around = [(x + BORDER * sin(radians(way)), y + BORDER * cos(radians(way))) for way in range(0, 360, 45)]
        if all(_contains(area, each) for each in ((x, y), *around)):
            yield x, y


def _is_free(shown: Preview) -> bool:
    return shown.refusal is None and not shown.onward and not shown.off_table


@settings(max_examples=40, deadline=None)
@given(HULLS, others, rocks, st.integers(0, 359), st.floats(2, 24), SHARES)
def test_every_place_within_reach_is_a_legal_stop(
    hull: dict[str, Any], near: Any, pieces: Any, heading: int, y: float, shares: Any
) -> None:
    """A route ends there, and the ship touches nothing and stays on the table."""
    game = crowd(hull, near, pieces)
    state, model = game.match.state, game.model("a")
    there = Pose(24, y, heading).rounded()
    rest = [other for other in state.on_table() if other.id != "a"]
    if not any(within(model.base, there, other.base, other.pose, 0.1) for other in rest):
        model.pose = there
    game.begin("a")
    model, base = game.model("a"), game.model("a").base
    for area in areas(game):
        for point in _samples(area, shares):
            across, ahead = model.pose.from_table(*point)
            if is_on_base(model, across, ahead):
                continue
            assert 0 < point[0] < state.width and 0 < point[1] < state.height
            shown = [preview(game, route) for route in routes(game, across, ahead)]
            assert any(_is_free(each) for each in shown), (point, shown)
            end = next(each for each in shown if _is_free(each)).poses[-1]
            assert not extends_off_table(base, end, state.width, state.height)
            assert not any(within(base, end, other.base, other.pose, -0.001) for other in rest if other.id != "a")
