"""Tests that boxes decide nothing: the answers are the same if they contain all models."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jovian.game import Activation, Model, State
from jovian.match import Match
from jovian.table import Pose
from tests.benchmarks.questions import arithmetic_alone
from tests.games import random_answers, setup
from tests.rules.test_nearby import MOVES, PLACES, middle_of_a_game, moved
from tests.rules_api import (
    FLIGHT,
    Assessment,
    along_line,
    autofire,
    controllable,
    defenses,
    draggable_models,
    flight_to,
    flush_spots,
    forced_spot,
    free_landing,
    free_place,
    free_route,
    interception,
    missile_support,
    nearest_flush,
    obscured_by,
    own_contacts,
    packed_hull_spots,
    point_defense_support,
    refuse_flush,
    refuse_landing,
    refuse_stop,
    refuse_turn,
    rulebook,
    squadrons_to_send,
)

MANY = ("jovian-squadrons-250", "cega-strike-250")


def _step(model: Model, pose: Pose) -> tuple[float, float]:
    """Return a leg of at most 9" toward a pose."""
    dx, dy = pose.x - model.pose.x, pose.y - model.pose.y
    share = min(1.0, 9.0 / (abs(dx) + abs(dy) or 1.0))
    return dx * share, dy * share


def _squadrons_only(question: Callable[[State, Model, Model, Pose], Any]) -> Callable[[State, Model, Model, Pose], Any]:
    return lambda state, model, other, pose: None if model.is_capital else question(state, model, other, pose)


def _ships_only(question: Callable[[State, Model, Model, Pose], Any]) -> Callable[[State, Model, Model, Pose], Any]:
    return lambda state, model, other, pose: question(state, model, other, pose) if model.is_capital else None


def _legs(state: State, model: Model, other: Model, pose: Pose) -> Any:
    return [
        list(interrupt.on_leg(state, model, *_step(model, pose), FLIGHT)) for interrupt in rulebook(state).interrupts
    ]


def _turns(state: State, model: Model, other: Model, pose: Pose) -> Any:
    turned = model.at(model.pose.turned(pose.heading % 45))
    return [
        list(interrupt.on_turn(state, turned, model.pose, pose.heading % 45))
        for interrupt in rulebook(state).interrupts
    ]


def _defenses(state: State, model: Model, other: Model, pose: Pose) -> Any:
    return [(shot.target, shot.roll.pool) for shot in defenses(state, model) if isinstance(shot, Assessment)]


def _free_end(state: State, model: Model, other: Model, pose: Pose) -> Any:
    act = state.activation
    assert act is not None
    return [
        free_route(state, model, act), refuse_stop(state, model, 4.0), refuse_stop(state, model, -1.0),
        refuse_turn(state, model, 30),
    ]  # fmt: skip


QUESTIONS: dict[str, Callable[[State, Model, Model, Pose], Any]] = {
    "contacts": lambda state, model, other, pose: own_contacts(state, model.at(pose)),
    "legs": _legs,
    "turns": _turns,
    "interceptors here": _squadrons_only(
        lambda state, model, _, pose: interception.interceptors_near(state, model.at(pose))
    ),
    "contact": _squadrons_only(lambda state, model, other, pose: interception.contact_pose(state, model, other)),
    "autofire here": lambda state, model, other, pose: autofire.mounts_in_reach(state, model.at(pose)),
    "free place": lambda state, model, other, pose: free_place(state, model.at(pose)),
    "landing": _squadrons_only(lambda state, model, _, pose: refuse_landing(state, model.at(pose))),
    "free landing": _squadrons_only(lambda state, model, _, pose: free_landing(state, model.at(pose), 6.0)),
    "flight to": _squadrons_only(lambda state, model, other, pose: flight_to(state, model, other.id, 30.0)),
    "free end": _ships_only(_free_end),
    "hull": _ships_only(lambda state, ship, other, pose: other.is_capital or flush_spots(state, other, ship)),
    "nearest on the hull": _ships_only(
        lambda state, ship, other, pose: other.is_capital or nearest_flush(state, other.at(pose), ship)
    ),
    "flush": _ships_only(
        lambda state, ship, other, pose: [
            refuse_flush(state, other.at(spot), ship)
            for spot in (() if other.is_capital else flush_spots(state, other, ship))
        ]
    ),
    "room on the hull": _ships_only(
        lambda state, ship, other, pose: other.is_capital or packed_hull_spots(state, other, ship)
    ),
    "forced spot": _ships_only(lambda state, ship, other, pose: forced_spot(state, other, ship.at(pose))),
    "hidden": lambda state, model, other, pose: obscured_by(state, model.at(pose), other),
    "kinetic line": lambda state, model, other, pose: [hit.id for hit in along_line(state, model, other)],
    "point defense": _ships_only(lambda state, ship, other, pose: point_defense_support(state, ship)),
    "missiles": _ships_only(lambda state, ship, other, pose: missile_support(state, ship)),
    "defenses": _ships_only(_defenses),
    "sensed": lambda state, model, other, pose: [hit.id for hit in squadrons_to_send(state, model)],
    "controllable": lambda state, model, other, pose: [hit.id for hit in controllable(state, model, [])],
    "tug": lambda state, model, other, pose: draggable_models(state, model),
    "withdraw": lambda state, model, other, pose: rulebook(state).actions["withdraw"].refuse_resolve(state, model),
    "orders": _squadrons_only(
        lambda state, model, _, pose: [
            list(rulebook(state).orders[verb].options(state, model)) for verb in ("land", "escort")
        ]
    ),
}


def crowded(state: State) -> State:
    """Move everything on the table onto a third of its width, and return the state."""
    for model in state.on_table():
        model.pose = Pose(16 + model.pose.x / 3, 16 + model.pose.y / 3, model.pose.heading).rounded()
    return state


@pytest.mark.parametrize("name", QUESTIONS)
@settings(max_examples=50)
@given(moves=MOVES, which=st.integers(0, 30), whom=st.integers(0, 30), pose=PLACES, close=st.booleans())
def test_boxes_decide_nothing(
    name: str, moves: list[tuple[int, Pose]], which: int, whom: int, pose: Pose, close: bool
) -> None:
    state = crowded(moved(middle_of_a_game(), moves))
    models = list(state.on_table())
    model, other = models[which % len(models)], models[whom % len(models)]
    if model is other:
        return
    if close:  # Otherwise most are too far apart for any effect.
        pose = Pose(other.pose.x + pose.x / 24 - 1, other.pose.y + pose.y / 24 - 1, pose.heading)
    state.activation = Activation(model.id)
    state.activation.ran = 1.0
    answer = QUESTIONS[name](state, model, other, pose)
    with arithmetic_alone():
        assert QUESTIONS[name](state, model, other, pose) == answer


def test_a_game_goes_the_same_way_if_boxes_contain_everybody() -> None:
    """A random game of squadrons, ships, and terrain, with flying comets and placed templates."""
    digests = []
    for boxes in (nullcontext(), arithmetic_alone()):
        with boxes:
            match = Match(setup(11, MANY), log=False)
            for _ in random_answers(match, 11):
                pass
        digests.append(match.digests)
    assert digests[0] == digests[1] and len(digests[0]) > 50
