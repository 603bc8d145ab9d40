"""The reference player stays the same: its games are those of the ensign on the day it was frozen."""

from __future__ import annotations

from pathlib import Path

import pytest

from jovian.match import Match
from jovian.match.play_loop import step
from tests.games import setup
from tests.source import imported_names
from tests.yardstick.ensign import Ensign

HERE = Path(__file__).parent
TURNS = 2
"""Game Turns to play."""
RECORDED = {
    ("jovian-150", "venusian-150"): ("5ed6f64a1b3195d3", 228),
    ("venusian-squadrons-250", "cega-strike-250"): ("25081f0e48f2c4e5", 528),
}
"""By fleets: the digest of a game of two ensigns after these turns, and the number of answers."""


@pytest.mark.parametrize("fleets", RECORDED)
def test_its_games_are_the_same(fleets: tuple[str, str]) -> None:
    match, players = Match(setup(14, fleets), log=False), [Ensign(1), Ensign(2)]
    while match.decision is not None and match.state.turn <= TURNS:
        step(match, players[match.decision.side])
    assert (match.state.digest()[:16], len(match.journal)) == RECORDED[fleets]


def test_it_imports_nothing_from_the_current_players() -> None:
    imports = {
        name for path in HERE.rglob("*.py") for name in imported_names(path) if name.startswith("jovian.players")
    }
    assert imports == set()
