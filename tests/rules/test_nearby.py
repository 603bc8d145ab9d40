"""Tests of queries for near models: they return all that the exact arithmetic finds, for any states."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jovian.game import DESTROYED, State, view
from jovian.game.game import OPEN
from jovian.match import Match
from jovian.table import Pose, Shape, distance, first_touch, first_touch_outline, touches
from jovian.table.measure import segment_touches
from tests.games import random_answers, setup
from tests.rules_api import (
    all_on_way,
    models_maybe_on_leg,
    models_maybe_on_line,
    models_maybe_within,
    own_contacts,
    pieces_maybe_within,
    pieces_near,
    pieces_on_way,
)
from tests.table.bases import BASES, HEX

PLACES = st.builds(Pose, st.floats(0, 48).map(lambda x: round(x, 3)), st.floats(0, 48).map(lambda y: round(y, 3)),
                   st.integers(0, 359))  # fmt: skip
SHAPES = st.sampled_from(list(BASES.values()))
MOVES = st.lists(st.tuples(st.integers(0, 30), PLACES), max_size=6)


@cache
def middle_of_a_game(seed: int = 1) -> State:
    """Return a random game of squadrons and ships in its second turn."""
    match = Match(setup(seed, ("jovian-squadrons-250", "cega-250")))
    for _ in random_answers(match, seed):
        if match.state.turn > 1:
            break
    return match.state


def moved(state: State, moves: list[tuple[int, Pose]]) -> State:
    """Return a copy in which some models are elsewhere, the first of them out of play."""
    copy = state.clone()
    models = list(copy.models.values())
    for number, (which, pose) in enumerate(moves):
        models[which % len(models)].pose = pose
        if number == 0:
            models[which % len(models)].place = DESTROYED
    return copy


@given(MOVES, MOVES, SHAPES, PLACES, st.sampled_from((0.0, 3.0, 6.0, 18.0)))
def test_nobody_near_is_left_out(
    one: list[tuple[int, Pose]], two: list[tuple[int, Pose]], shape: Shape, pose: Pose, inches: float
) -> None:
    start = middle_of_a_game()
    for state in (moved(start, one), moved(start, two), start):
        models = models_maybe_within(state, shape, pose, inches)
        wanted = [m for m in state.on_table() if distance(shape, pose, m.base, m.pose) <= inches + 0.001]
        assert [model for model in state.on_table() if model in models] == models
        assert all(model in models for model in wanted)


def test_a_model_at_the_very_distance_is_near() -> None:
    """Corners of two squadrons point at each other, so that their distance is that of the circles around them."""
    state = middle_of_a_game().clone()
    model = next(model for model in state.on_table() if model.base is HEX)
    model.pose = Pose(20.0, 20.0, 0)
    for step in (1, -1):
        probe = Pose(20.0 + step * (2 * HEX.reach + 6.0), 20.0, 0)
        assert distance(HEX, probe, model.base, model.pose) == pytest.approx(6.0)
        assert model in models_maybe_within(state, HEX, probe, 6.0)
        assert model in models_maybe_on_leg(state, HEX, probe, step * 1.0, 0.0, 6.0)


@given(MOVES, PLACES, PLACES, st.sampled_from((0.0, 1.0)))
def test_nobody_along_a_line_is_left_out(moves: list[tuple[int, Pose]], p: Pose, q: Pose, width: float) -> None:
    state = moved(middle_of_a_game(), moves)
    models = models_maybe_on_line(state, p[:2], q[:2], width)
    assert all(m in models for m in state.on_table() if segment_touches(p[:2], q[:2], width, m.base, m.pose))


@given(MOVES, st.integers(0, 30), PLACES)
def test_contacts_are_those_of_the_exact_arithmetic(moves: list[tuple[int, Pose]], which: int, pose: Pose) -> None:
    state = moved(middle_of_a_game(), moves)
    models = list(state.on_table())
    model = models[which % len(models)]
    strangers = [
        other for other in models
        if other is not model and other.host != model.id and model.host != other.id
        and not (model.formation and other.formation == model.formation)
    ]  # fmt: skip
    touched = [other.id for other in strangers if touches(model.base, pose, other.base, other.pose)]
    assert [ident for ident in own_contacts(state, model.at(pose)) if ident in state.models] == touched


LEGS = st.tuples(st.integers(-12, 12), st.integers(-12, 12))


@given(MOVES, SHAPES, PLACES, LEGS, st.sampled_from((0.0, 3.0, 12.0)))
def test_nobody_on_the_way_is_left_out(
    moves: list[tuple[int, Pose]], shape: Shape, pose: Pose, leg: tuple[int, int], inches: float
) -> None:
    state = moved(middle_of_a_game(), moves)
    models = models_maybe_on_leg(state, shape, pose, *leg, inches)
    assert [model for model in state.on_table() if model in models] == models
    for model in state.on_table():
        met = first_touch(shape, pose, *leg, model.base, model.pose, inches) is not None
        if met or distance(shape, pose, model.base, model.pose) <= inches + 0.001:
            assert model in models


@given(SHAPES, PLACES, LEGS, st.sampled_from((0.0, 3.0)), st.lists(st.tuples(st.integers(0, 9), PLACES), max_size=3))
def test_no_piece_of_terrain_is_left_out(
    shape: Shape, pose: Pose, leg: tuple[int, int], inches: float, moves: list[tuple[int, Pose]]
) -> None:
    """One of the pieces has moved, and one is gone."""
    state = middle_of_a_game().clone()
    pieces = list(state.terrain.values())
    for number, (which, place) in enumerate(moves):
        piece = pieces[which % len(pieces)]
        state.terrain[piece.id] = piece.at(place)
        if number == 2:
            del state.terrain[piece.id]
    close, met = pieces_near(state, shape, pose, inches), pieces_on_way(state, shape, pose, *leg)
    assert [piece for piece in state.terrain.values() if piece in close] == close
    for piece in state.terrain.values():
        apart = min(distance(shape, pose, part, piece.pose) for part in piece.outline)
        assert apart > inches + 0.001 or piece in close
        touched = first_touch_outline(shape, pose, *leg, piece.outline, piece.pose) is not None
        assert not (touched or apart <= 0.001) or piece in met


@given(MOVES, SHAPES, PLACES, LEGS)
def test_both_in_one_question(moves: list[tuple[int, Pose]], shape: Shape, pose: Pose, leg: tuple[int, int]) -> None:
    state = moved(middle_of_a_game(), moves)
    assert pieces_maybe_within(state, shape, pose, 3.0) == (
        models_maybe_within(state, shape, pose, 3.0),
        pieces_near(state, shape, pose, 3.0),
    )
    ahead = models_maybe_on_leg(state, shape, pose, *leg), pieces_on_way(state, shape, pose, *leg)
    assert all_on_way(state, shape, pose, *leg) == ahead


def test_copies_share_a_key_and_other_games_and_views_have_their_own() -> None:
    state = middle_of_a_game()
    assert state.clone().cache_key is state.cache_key
    views = [view(state, side) for side in (0, 1, OPEN)]
    keys = {state.cache_key, middle_of_a_game(seed=2).cache_key, *(seen.cache_key for seen in views)}
    assert len(keys) == 5
    assert [view(seen, 1 - side).cache_key for side, seen in enumerate(views[:2])] == [v.cache_key for v in views[:2]]


def test_a_model_that_a_copy_no_longer_has_is_near_nothing() -> None:
    """After the launch of a drone is undone, the state has no such drone."""
    state = middle_of_a_game()
    gone, *others = state.on_table()
    assert gone in models_maybe_within(state, gone.base, gone.pose, 48.0)
    before = state.clone()
    del before.models[gone.id]
    assert [model.id for model in models_maybe_within(before, gone.base, gone.pose, 48.0)] == [m.id for m in others]
