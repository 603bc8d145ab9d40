"""Tests of whole games under the options: each one alone and all pairs meet the contract."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

import pytest

from jovian.match import Match
from jovian.match.saves import from_data, to_data
from tests.games import random_answers, setup
from tests.match.test_contract import PAIRS, fresh
from tests.rules_api import edition_options, editions, game_options

Ways = tuple[tuple[str, str], ...]
VARIED = [(option.name, each.name) for option in game_options() for each in option.variants]
"""Every option with every value except its default."""
SEED = 21
ALONE: list[Ways] = [(way,) for way in VARIED]
TOGETHER: list[Ways] = [(one, two) for one, two in combinations(VARIED, 2) if one[0] != two[0]]
SAVED = 150
"""The number of answers between saves."""
SPARSE = [400, pytest.param(SAVED, marks=pytest.mark.long)]
"""This number in a game that is played by default, and in the same game in a long run."""


def sampled(ways: list[Ways], count: int) -> list[Ways]:
    """Return `count` of the combinations, which change when options are added."""
    return Random(f"{SEED}/{len(ways)}").sample(ways, count)


def keeps_the_contract(seed: int, options: dict[str, str], saved: int = SAVED) -> None:
    """Check the contract in a whole random game of ready fleets under some options."""
    keep(Match(setup(seed, PAIRS[seed % len(PAIRS)], **options), keep_all=True), seed, saved)


def keep(match: Match, seed: int, saved: int = SAVED) -> None:
    """Play at random. Defaults are legal, checkpoints ask again, saves replay, and undone answers can be repeated."""
    for number, choice in enumerate(random_answers(match, seed)):
        decision = match.decision
        assert decision is not None and decision.check(decision.default()) is None, decision.title
        if decision.anchor:
            again = fresh(match)
            assert again is not None and again.question() == decision.question()
        if number % saved == 0:
            here = match.state.digest()
            loaded = from_data(json.loads(json.dumps(to_data(match))), "save")
            assert loaded.state.digest() == here and loaded.events.to_json() == match.events.to_json()
            match.answer(choice)
            after = match.state.digest()
            match.seek(len(match.journal) - 1)
            assert match.state.digest() == here
            match.answer(choice)
            assert match.state.digest() == after
            match.seek(len(match.journal) - 1)
    assert match.over


@pytest.mark.parametrize("saved", SPARSE)
@pytest.mark.parametrize("ways", sampled(ALONE, 2), ids=str)
def test_a_game_under_an_option(ways: Ways, saved: int) -> None:
    keeps_the_contract(SEED, dict(ways), saved)


@pytest.mark.parametrize("saved", SPARSE)
@pytest.mark.parametrize("ways", sampled(TOGETHER, 1), ids=str)
def test_a_game_under_two_options(ways: Ways, saved: int) -> None:
    keeps_the_contract(SEED + 1, dict(ways), saved)


@pytest.mark.long
@pytest.mark.parametrize("ways", ALONE, ids=str)
def test_a_game_under_every_option(ways: Ways) -> None:
    keeps_the_contract(VARIED.index(ways[0]), dict(ways))


@pytest.mark.long
@pytest.mark.parametrize("ways", sampled(TOGETHER, 60), ids=str)
def test_games_under_two_options(ways: Ways) -> None:
    keeps_the_contract(VARIED.index(ways[1]) + 100, dict(ways))


@pytest.mark.long
@pytest.mark.parametrize("text", editions())
@pytest.mark.parametrize("seed", range(4))
def test_games_of_every_edition(text: str, seed: int) -> None:
    keeps_the_contract(seed + 200, edition_options(text))
