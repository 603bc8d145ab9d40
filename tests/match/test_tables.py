"""Tests of whole games on tables placed at random, mirrored, or by the players: they meet the contract."""

from __future__ import annotations

import json
from itertools import islice
from random import Random

import pytest

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.match.saves import from_data, to_data
from jovian.players import make_player
from tests.games import setup
from tests.match.test_contract import PAIRS, fresh

WAYS = ("generated", "symmetric", "placed")
LOOKED, SAVED = 10, 300
"""At one of this number of decisions, the step starts again, or the game is saved and loaded."""
SEEDS = 20


def check_here(match: Match, number: int) -> None:
    """Check that the default and the first options are legal, and that the decision is stable."""
    decision = match.decision
    assert decision is not None and decision.check(decision.default()) is None
    if number % LOOKED == 0:
        assert all(decision.check(option.choice) is None for option in islice(decision.options(), 3))
        again = fresh(match) if decision.anchor else decision
        assert again is not None and again.question() == decision.question()
    if number % SAVED == 0:
        loaded = from_data(json.loads(json.dumps(to_data(match))), "save")
        assert loaded.state.digest() == match.state.digest() and loaded.state.pool == match.state.pool


def play_game(way: str, seed: int, names: tuple[str, str]) -> Match:
    """Play a game to its end and check it on the way."""
    match = Match(setup(seed, PAIRS[seed % len(PAIRS)], terrain=way), log=seed % 2 == 0)
    players = [make_player(name, seed) for name in names]
    while match.decision is not None:
        check_here(match, len(match.journal))
        match.answer(ask(match, players[match.decision.side]))
    assert match.over and match.state.pool == ()
    return match


@pytest.mark.parametrize("way", WAYS)
def test_a_game_keeps_the_contract_on_every_table(way: str) -> None:
    play_game(way, 0, ("random", "random"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("way", WAYS)
def test_many_games_keep_it(way: str, seed: int) -> None:
    play_game(way, seed, ("random", "random"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("way", WAYS)
def test_many_games_of_the_ensign_keep_it(way: str, seed: int) -> None:
    """The ensign plays against itself and against random answers."""
    play_game(way, seed, ("ensign", "ensign" if seed % 2 else "random"))


def test_taking_back_and_answering_again_gives_the_same_table() -> None:
    match, rng = Match(setup(3, terrain="placed"), keep_all=True), Random(3)
    while match.decision is not None and match.decision.kind == "lay":
        choice, before = match.decision.sample(rng).to_json(), match.state.digest()
        match.answer(choice)
        after = match.state.digest()
        match.undo()
        assert match.state.digest() == before
        match.answer(choice)
        assert match.state.digest() == after
    assert len(match.state.terrain) > 3
