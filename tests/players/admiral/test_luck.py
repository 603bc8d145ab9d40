"""Luck in private games: its mean is 0, and results scatter less without it."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest

from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players.admiral import LuckSum, balance
from jovian.players.ensign import Ensign
from jovian.players.quick import EvaluationCache, Quick
from tests.games import setup


def played_on(match: Match, activations: int, games: int) -> list[tuple[float, float]]:
    """Return balance and luck at the end of private games after some activations."""
    asked = match.decision
    assert asked is not None
    view, found = match.view(asked.side), []
    memory = EvaluationCache(view)
    for number in range(games):
        trial, quick, luck = view.trial(b"%d" % number), Quick(memory), LuckSum(asked.side, memory)
        begun = 0
        while trial.decision is not None:
            begun += trial.decision.kind == "declare"
            if begun > activations:
                break
            answer = quick.choose(trial.decision, trial.state)
            luck.note(trial.decision, trial.state, answer)
            trial.answer(answer)
        luck.settle_attacks(trial.state)
        found.append((balance(trial.state, asked.side), luck.total))
    return found


@pytest.fixture(scope="module", params=(2, 3))
def battle(request: pytest.FixtureRequest) -> Match:
    """Return a game of ensigns in turn 2 or 3, with wrecks and available shots."""
    match = Match(setup(8), log=False)
    players = Ensign(1), Ensign(2)
    while match.decision is not None and (match.state.turn < request.param or match.decision.kind != "activate"):
        match.answer(ask(match, players[match.decision.side]))
    return match


@pytest.mark.parametrize("count", [50, pytest.param(80, marks=pytest.mark.long)])
def test_luck_has_no_mean_and_takes_scatter_away(battle: Match, count: int) -> None:
    games = played_on(battle, 3, count)
    luck = [luck_of_game for _, luck_of_game in games]
    assert stdev(luck) > 1.0, "somebody was attacked"
    assert abs(fmean(luck)) < 3.0 * stdev(luck) / sqrt(count)
    assert stdev(came - luck_of_game for came, luck_of_game in games) < stdev(came for came, _ in games)


def test_both_sides_see_the_same_from_opposite_ends(battle: Match) -> None:
    assert balance(battle.state, 0) == pytest.approx(-balance(battle.state, 1))
