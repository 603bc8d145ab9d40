"""Tests of whole games with tokens: they meet the contract of all games, and hide what is hidden."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from jovian.cards import load_scenario, parse_scenario
from jovian.match import Match, Setup
from tests.games import setup
from tests.match.test_contract import PAIRS
from tests.match.test_tables import SPARSE, Often, play_checked

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NAMES = ("break-the-truce", "water-raid")


def scripted(name: str, seed: int) -> Setup:
    """Return the setup of one of our scenarios with frozen fleets."""
    usual = setup(seed, PAIRS[seed % len(PAIRS)])
    return replace(usual, scenario=parse_scenario(load_scenario(SCENARIOS / f"{name}.yaml").source, name, usual.cards))


@cache
def play_game(name: str, seed: int, often: Often, players: tuple[str, str] = ("random", "random")) -> Match:
    """Play a game to its end and check it on the way."""
    match = Match(scripted(name, seed))
    play_checked(match, players, (seed, seed), often)
    return match


@pytest.mark.parametrize("seed", [1, pytest.param(0, marks=pytest.mark.long)])
@pytest.mark.parametrize("often", SPARSE)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_keeps_the_contract_and_is_saved(name: str, often: Often, seed: int) -> None:
    match = play_game(name, seed, often)
    kinds = {entry.kind for entry in match.journal}
    assert match.over and kinds >= ({"beacon"} if name == NAMES[0] else {"lay", "issue"})


@pytest.mark.parametrize("often", SPARSE)
@pytest.mark.parametrize("name", NAMES)
def test_the_ensign_plays_it(name: str, often: Often) -> None:
    assert play_game(name, 2, often, ("ensign", "random")).over


def loads(match: Match) -> int:
    return sum(count for model in match.state.models.values() for _, count in model.loads)


def test_nothing_that_is_carried_is_lost_or_found_untold() -> None:
    """What models carry matches the events."""
    for name in NAMES:
        match = play_game(name, 1, SPARSE[0])
        carried: dict[str, int] = {}
        for entry in match.events:
            event = entry.to_json()
            if event["type"] == "carried":
                carried[event["model"]] = event["left"]
        assert {each.id: sum(n for _, n in each.loads) for each in match.state.models.values() if each.loads} == {
            ident: left for ident, left in carried.items() if left
        }
        assert loads(match) or name == NAMES[0]
