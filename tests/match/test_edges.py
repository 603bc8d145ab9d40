"""Tests that no model is placed, acts, or scores off the table in random games (v1.2.4 Leaving Play; R27)."""

from __future__ import annotations

import pytest

from jovian.game import Model, State
from jovian.match import Match
from jovian.table import extends_off_table
from tests.games import random_answers, setup

FLEETS = [
    ("cega-squadrons-250", "jovian-squadrons-250"), ("venusian-strike-250", "jovian-strike-250"),
    ("cega-150", "venusian-150"),
]  # fmt: skip


def outside(state: State, model: Model) -> bool:
    """Return whether a model is partly off the table."""
    return model.is_on_table and extends_off_table(model.base, model.pose, state.width, state.height)


@pytest.mark.parametrize("fleets", FLEETS)
@pytest.mark.parametrize("seed", [31, 32, *(pytest.param(seed, marks=pytest.mark.long) for seed in (33, 34))])
def test_nobody_is_left_off_the_table_and_attacks_are_made_on_it(fleets: tuple[str, str], seed: int) -> None:
    """An attacker is wholly on the table at the moment of its own attack."""
    match = Match(setup(seed, fleets))
    left, event_count, attacks = 0, 0, 0
    before: set[str] = set()
    for _ in random_answers(match, seed):
        state = match.state
        for event in match.events.to_json(event_count):
            left += event["type"] == "left_play" and event["how"] == "withdrawn"
            if event["type"] == "attacked" and event["window"] == "activation":
                attacks += 1
                assert event["attacker"] not in before, event
        event_count = len(match.events)
        before = {model.id for model in state.on_table() if outside(state, model)}
        if state.phase != "activation" and state.turn:
            continue
        act = state.activation
        moving = {act.model, *(each.model for each in state.paused)} if act is not None else set()
        for ident in before:
            model = state.models[ident]
            assert act is not None and under_way(state, model, moving), f"{model} stands off the table"
    assert attacks > 5
    assert left, "nobody came near an edge: no test"
    assert not [each for each in match.state.on_table() if outside(match.state, each)]


def under_way(state: State, model: Model, moving: set[str]) -> bool:
    """Return whether a model is moving: alone, in its formation, or in contact with the moving ship."""
    leaders = {state.models[ident].formation for ident in moving if ident in state.models} - {""}
    return model.id in moving or model.host in moving or model.formation in leaders
