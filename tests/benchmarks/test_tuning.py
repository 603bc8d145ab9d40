"""Tests that the tuning plays real games with captains of the given weights."""

from __future__ import annotations

from dataclasses import astuple

import pytest

from jovian.players.captain.analysis import TEMPERAMENTS
from jovian.rehearsal.duels import meetings
from jovian.rehearsal.workers import Here
from tests.benchmarks import tuning

STEADY = (0.0,) * len(tuning.STEADY)
HOME = (8.0, *STEADY[1:])
"""A captain that overestimates every danger."""


def test_the_middle_of_the_search_is_the_steady_captain() -> None:
    assert tuning.weights(STEADY) == astuple(TEMPERAMENTS["steady"])


@pytest.mark.long
def test_other_weights_play_other_games_and_the_same_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "PAIRS", 1)
    fought = meetings(["introductory"], ["cega-150", "jovian-150"])
    one, other, again = tuning.generation([STEADY, HOME, STEADY], fought, 1, 150, Here())
    assert one == again != other
    assert 0 < one < 1
