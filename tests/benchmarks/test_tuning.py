"""Tests that the tuning plays real games with captains of the given weights, and finds effects that there are."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from jovian.players.captain.analysis import TEMPERAMENTS
from jovian.rehearsal.duels import meetings
from jovian.rehearsal.workers import Here
from tests.benchmarks.tuning import NAMES, Trial, draw, effects, trials, weights

USUAL = (0,) * len(NAMES)
FEARFUL = (20, *USUAL[1:])
"""A captain that overestimates every danger."""


def test_without_levels_the_weights_are_those_of_the_steady_captain() -> None:
    assert weights(USUAL) == astuple(TEMPERAMENTS["steady"])


def test_the_levels_of_both_captains_are_drawn_from_the_seed() -> None:
    levels = draw(200, 1)
    assert levels == draw(200, 1) != draw(200, 2)
    for number in range(len(NAMES)):
        assert {one[number] - other[number] for one, other in levels} == {-2, 0, 2}


def test_the_effect_of_a_weight_is_found_among_others_that_do_nothing() -> None:
    played = [Trial(pair, 0.5 + 0.1 * (pair[0][2] - pair[1][2])) for pair in draw(400, 1)]
    best, *others = effects(played)
    assert best.name == NAMES[2] and best.share == pytest.approx(0.2)
    assert all(abs(other.share) < 2 * other.half for other in others)


@pytest.mark.long
def test_a_captain_that_fears_everything_loses_and_the_same_games_end_alike() -> None:
    fought = meetings(["introductory"], ["cega-150", "jovian-150"])
    played = trials([(USUAL, FEARFUL)] * 3, fought, 1, Here())
    assert played == trials([(USUAL, FEARFUL)] * 3, fought, 1, Here())
    assert sum(trial.score for trial in played) > 1.5
