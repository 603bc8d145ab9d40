"""Tests of whole games of ready fleets with upgrades: Q-Ships, hardpoints, characters, trios with an Ace."""

from __future__ import annotations

import json
from random import Random

import pytest

from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.match.saves import from_data, to_data
from jovian.players import make_player
from tests.games import setup
from tests.match.test_contract import fresh

PAIRS = [
    ("jovian-raiders-250", "cega-raiders-250"), ("cega-raiders-250", "jovian-raiders-250"),
    ("jovian-raiders-250", "jovian-raiders-250"), ("venusian-strike-250", "jovian-raiders-250"),
]  # fmt: skip


def play(seed: int, players: tuple[str, str] = ("random", "random")) -> Match:
    """Play a game and check the contract on the way."""
    with use_shelves(BUILTIN_SHELF):
        match = Match(setup(seed, PAIRS[seed % len(PAIRS)]))
    rng, seats = Random(seed), [make_player(name, seed=seed + side) for side, name in enumerate(players)]
    while match.decision is not None:
        decision = match.decision
        if len(match.journal) % 12 == 0:
            assert decision.check(decision.default()) is None
            view = match.view(decision.side)
            assert view.trial is not None
            asked = view.trial(b"key").decision
            assert asked is not None and asked.question() == decision.on(view).question()
            again = fresh(match) if decision.anchor else None
            assert again is None or again.question() == decision.question()
            strangers = [m for m in view.models.values() if m.owner != decision.side and m.is_concealed]
            assert all(model.card.cover is None for model in strangers)
        plain = players[decision.side] == "random"
        match.answer(decision.sample(rng).to_json() if plain else ask(match, seats[decision.side]))
    again = from_data(json.loads(json.dumps(to_data(match))), "save")
    assert again.state.digest() == match.state.digest() and again.events.to_json() == match.events.to_json()
    return match


@pytest.mark.parametrize("seed", range(4))
def test_random_games_keep_the_contract(seed: int) -> None:
    match = play(seed)
    events = match.events.to_json()
    shown = [event for event in events if event["type"] == "hardpoints"]
    raiders = [model for model in match.state.models.values() if model.card.cover is not None]
    assert 1 <= len(raiders) == len(shown) and not any(model.is_concealed for model in raiders), (
        "at the latest at the end"
    )


def test_the_ensign_opens_the_gun_ports() -> None:
    """The ensign fires hidden weapons, and plays against unknown ones."""
    match = play(0, ("ensign", "ensign"))
    shown = [event for event in match.events.to_json() if event["type"] == "hardpoints"]
    assert len(shown) == 1 and shown[0]["phase"] == "activation"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(24))
def test_many_games_keep_the_contract(seed: int) -> None:
    assert play(seed, ("ensign", "ensign") if seed >= 22 else ("random", "random")).over
