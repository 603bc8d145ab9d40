"""Tests of all scenarios of the rulebook: random games from the first roll to the score meet the contract."""

from __future__ import annotations

import json

import pytest

from jovian.cards import load_scenario
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.match.saves import from_data, to_data
from jovian.players import make_player
from tests.benchmarks.scenarios import SCENARIOS
from tests.games import setup
from tests.match.test_tables import check_here

SEEDS = 12
MIXED = (("random", "random"), ("ensign", "random"), ("random", "ensign"), ("ensign", "ensign"))


def play_game(stem: str, seed: int, names: tuple[str, str]) -> Match:
    """Play a scenario to its end and check it on the way."""
    one, two = load_scenario(stem).fleets
    match = Match(setup(seed, (one, two), stem))
    players = [make_player(name, seed + side) for side, name in enumerate(names)]
    while match.decision is not None:
        check_here(match, len(match.journal))
        match.answer(ask(match, players[match.decision.side]))
    return match


@pytest.mark.parametrize("stem", SCENARIOS)
def test_a_game_keeps_the_contract_and_is_scored(stem: str) -> None:
    match = play_game(stem, 3, ("random", "random"))
    first, second = match.state.scores
    assert match.over and match.state.winner == (None if first == second else int(second > first))
    again = from_data(json.loads(json.dumps(to_data(match))), "save")
    assert again.state.digest() == match.state.digest() and again.state.scores == match.state.scores


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
