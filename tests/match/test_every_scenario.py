"""Tests of all scenarios of the rulebook: random games from the first roll to the score meet the contract."""

from __future__ import annotations

import pytest

from jovian.cards import load_scenario
from jovian.match import Match
from tests.benchmarks.scenarios import SCENARIOS
from tests.games import setup
from tests.match.test_tables import OFTEN, SPARSE, Often, play_checked

SEEDS = 12
MIXED = (("random", "random"), ("ensign", "random"), ("random", "ensign"), ("ensign", "ensign"))


def play_game(stem: str, seed: int, names: tuple[str, str], often: Often = OFTEN) -> Match:
    """Play a scenario to its end and check it on the way."""
    one, two = load_scenario(stem).fleets
    match = Match(setup(seed, (one, two), stem))
    play_checked(match, names, (seed, seed + 1), often)
    return match


@pytest.mark.parametrize("often", SPARSE)
@pytest.mark.parametrize("stem", SCENARIOS)
def test_a_game_keeps_the_contract_and_is_scored(stem: str, often: Often) -> None:
    match = play_game(stem, 3, ("random", "random"), often)
    first, second = match.state.scores
    assert match.over and match.state.winner == (None if first == second else int(second > first))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("stem", SCENARIOS)
def test_many_games_keep_it(stem: str, seed: int) -> None:
    assert play_game(stem, seed, MIXED[seed % len(MIXED)]).over


@pytest.mark.parametrize("stem", SCENARIOS)
def test_a_scenario_of_the_book_says_what_it_is_about(stem: str) -> None:
    """Each scenario has a name, a summary, and objectives, and a briefing if there is more to know."""
    card = load_scenario(stem)
    assert card.name and card.summary and card.objectives and card.turns == 7
    assert card.briefing or not (card.special_rules or card.tokens)
