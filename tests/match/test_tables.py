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
Often = tuple[int, int]
"""The step starts again at one of the first number of decisions. The game is saved at one of the second."""
OFTEN: Often = (7, 97)
SPARSE = [(10, 300), pytest.param(OFTEN, marks=pytest.mark.long)]
"""These numbers in a game that is played by default, and in the same game in a long run."""
SEEDS = 20


def play_checked(match: Match, names: tuple[str, str], seeds: tuple[int, int], often: Often = OFTEN) -> None:
    """Play a game to its end. Check on the way that the default and the first options are legal, that the decision is
    stable, and that saves can be loaded.

    The save of the end is loaded, and the earlier ones are its beginnings.
    """
    players = [make_player(*each) for each in zip(names, seeds, strict=True)]
    looked, saved = often
    saves = []
    while (decision := match.decision) is not None:
        number = len(match.journal)
        assert decision.check(decision.default()) is None
        if number % looked == 0:
            assert all(decision.check(option.choice) is None for option in islice(decision.options(), 3))
            again = fresh(match) if decision.anchor else decision
            assert again is not None and again.question() == decision.question()
        if number % saved == 0:
            saves.append((json.dumps(to_data(match)), match.state.digest(), match.state.pool))
        match.answer(ask(match, players[decision.side]))
    data = json.loads(json.dumps(to_data(match)))
    loaded = from_data(data, "save", keep_all=True)
    assert loaded.state.digest() == match.state.digest() and loaded.state.scores == match.state.scores
    for text, digest, pool in saves:
        early = json.loads(text)
        journal, digests = (data[key][: len(early[key])] for key in ("journal", "digests"))
        seal = {"answers": len(journal), "digests": len(digests), "state": digest}
        assert early == {**data, "journal": journal, "digests": digests, "seal": seal}
        there = loaded.fork_at(len(journal)).state
        assert there.digest() == digest and there.pool == pool


def play_game(way: str, seed: int, names: tuple[str, str], often: Often = OFTEN) -> Match:
    """Play a game to its end and check it on the way."""
    match = Match(setup(seed, PAIRS[seed % len(PAIRS)], terrain=way), log=seed % 2 == 0)
    play_checked(match, names, (seed, seed), often)
    assert match.over and match.state.pool == ()
    return match


@pytest.mark.parametrize("often", SPARSE)
@pytest.mark.parametrize("way", WAYS)
def test_a_game_keeps_the_contract_on_every_table(way: str, often: Often) -> None:
    play_game(way, 0, ("random", "random"), often)


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
