"""Tests of whole games of the Scavenger Hunt: they meet the contract, and their objects are used."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from jovian.cards import parse_scenario
from jovian.match import Match
from tests.games import setup
from tests.match.test_everything_happens import hunting
from tests.match.test_tables import OFTEN, SPARSE, Often, play_checked

FLEETS = ("jovian-strike-250", "cega-strike-250")
TOKEN = "Intelligence"
HUNT: dict[str, Any] = {
    "zones": "corners", "deployment": "escalating", "tokens": [{"name": TOKEN}],
    "special_rules": [
        "objects-in-free-quarters", "search-objects", {"rule": "retrieve-from-objects", "token": TOKEN},
    ],
    "objectives": [
        {"kind": "most_victory_points", "points": 1},
        {"kind": "each", "points": 1, "count": {"of": "searched"}},
        {"kind": "each", "points": 1, "count": {"of": "bearers", "token": TOKEN, "on": "capital"}},
    ],
}  # fmt: skip
"""The changes to the Introductory Scenario."""
SEEDS = 8


def count_events(
    match: Match, seed: int, names: tuple[str, str] = ("random", "random"), often: Often = OFTEN
) -> Counter[str]:
    """Play a game to its end and check it on the way. Return the events by type."""
    play_checked(match, names, (seed, seed), often)
    assert match.over
    return Counter(str(event["type"]) for event in match.events.to_json())


def scavenged(seed: int) -> Match:
    """Return the setup of the scenario with the frozen contents."""
    usual = setup(seed, FLEETS)
    data = {**usual.scenario.source, **HUNT}
    return Match(replace(usual, scenario=parse_scenario(data, "hunt", usual.cards)))


@pytest.mark.parametrize("often", SPARSE)
def test_a_game_keeps_the_contract(often: Often) -> None:
    match = scavenged(1)
    count_events(match, 1, often=often)
    assert sum(1 for model in match.state.on_table() if model.is_neutral) == 3


@pytest.mark.parametrize("often", SPARSE)
def test_everything_of_it_happens_close_by(often: Often) -> None:
    counts: Counter[str] = Counter()
    for seed in range(6):
        counts += count_events(hunting(seed), seed, often=often)
    assert counts["object_searched"] and counts["carried"]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
def test_many_games_keep_it(seed: int) -> None:
    count_events(scavenged(seed), seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
def test_many_games_of_the_ensign_keep_it(seed: int) -> None:
    count_events(scavenged(seed), seed, ("ensign", "ensign" if seed % 2 else "random"))
