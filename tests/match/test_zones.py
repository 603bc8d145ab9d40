"""Tests of whole games with every kind of zone and deployment: they meet the contract."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from jovian.cards import parse_scenario
from jovian.match import Match, Setup
from tests.games import setup
from tests.match.test_contract import PAIRS
from tests.match.test_tables import OFTEN, SPARSE, Often, play_checked

WAYS: dict[str, dict[str, Any]] = {
    "escalating": {"deployment": "escalating"},
    "corners": {"zones": "corners", "deployment": "escalating"},
    "beacons": {"zones": "beacons", "initiative": "attacker-defender"},
    "far beacons": {"zones": "beacons", "deployment": "escalating"},
    "ambush": {
        "zones": "beacons",
        "initiative": "attacker-defender",
        "special_rules": ["ambush", {"rule": "no-withdrawal", "above": 1, "kind": "squadron"}],
    },
    "own": {
        "initiative": "attacker-defender",
        "zones": [
            {"side": "defender", "x": 24, "y": 24, "radius": 9},
            {"side": "attacker", "points": [[0, 0], [12, 0], [12, 30], [3, 30], [0, 48]]},
            {"side": "attacker", "points": [[48, 48], [30, 48], [48, 30]]},
        ],
    },
}
"""The changes to the Introductory Scenario."""
SEEDS = 12


def changed(seed: int, way: str) -> Setup:
    """Return the setup of the changed Introductory Scenario."""
    usual = setup(seed, PAIRS[seed % len(PAIRS)])
    data = {**usual.scenario.source, **WAYS[way]}
    return replace(usual, scenario=parse_scenario(data, way, usual.cards))


def play_game(way: str, seed: int, names: tuple[str, str] = ("random", "random"), often: Often = OFTEN) -> Match:
    """Play a game to its end and check it on the way."""
    match = Match(changed(seed, way), log=seed % 2 == 0)
    play_checked(match, names, (seed, seed), often)
    assert match.over
    return match


@pytest.mark.parametrize("often", SPARSE)
@pytest.mark.parametrize("way", WAYS)
def test_a_game_keeps_the_contract(way: str, often: Often) -> None:
    play_game(way, 0, often=often)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("way", WAYS)
def test_many_games_keep_it(way: str, seed: int) -> None:
    play_game(way, seed, ("ensign" if seed % 3 == 0 else "random", "ensign" if seed % 3 == 1 else "random"))


@pytest.mark.parametrize("way", WAYS)
def test_taking_back_and_answering_again_gives_the_same_game(way: str) -> None:
    """Undo covers setup and deployment too."""
    match, rng = Match(changed(3, way), keep_all=True), Random(3)
    while match.state.phase != "activation":
        assert match.decision is not None
        choice, before = match.decision.sample(rng).to_json(), match.state.digest()
        match.answer(choice)
        after = (match.state.digest(), json.dumps(match.events.to_json()))
        match.seek(len(match.journal) - 1)
        assert match.state.digest() == before
        match.answer(choice)
        assert (match.state.digest(), json.dumps(match.events.to_json())) == after
    assert len(match.journal) > 4
