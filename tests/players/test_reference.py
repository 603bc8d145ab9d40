"""The ensign is the reference player, so its weights and games stay the same.

If you change it on purpose, write the new digests here, and measure the other players again (`docs/opponents.md`).
"""

from __future__ import annotations

import pytest

from jovian.match import Match
from jovian.match.play_loop import step
from jovian.players import Ensign
from jovian.players.habits import ENSIGN, Weights
from tests.games import setup

TURNS = 2
"""Game Turns to play."""
RECORDED = {
    ("jovian-150", "venusian-150"): ("2a5ec799ef083245", 234),
    ("venusian-squadrons-250", "cega-strike-250"): ("cc95f90e6a369bd7", 343),
}
"""By fleets: the digest of a game of two ensigns after these turns, and the number of answers."""


def test_its_weights_are_the_same() -> None:
    assert ENSIGN == Ensign(1).weights == Weights(
        min_fight_margin=0.4, min_interception=0.2, min_attack=0.05, min_nuke=3.0, min_move_gain=0.05, move_first=1.1,
        nearest=4,
    )  # fmt: skip


@pytest.mark.parametrize("fleets", RECORDED)
def test_its_games_are_the_same(fleets: tuple[str, str]) -> None:
    match, players = Match(setup(14, fleets), log=False), [Ensign(1), Ensign(2)]
    while match.decision is not None and match.state.turn <= TURNS:
        step(match, players[match.decision.side])
    assert (match.state.digest()[:16], len(match.journal)) == RECORDED[fleets]
