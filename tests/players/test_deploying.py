"""The ensign places beacons and deploys near them, in quarters, and in stages (v1.2.4 Scenarios)."""

from __future__ import annotations

from random import Random

import pytest

from jovian.game import RESERVE, Model
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.table import Vicinity
from tests.match.test_zones import changed
from tests.rules_api import beacons


def deployed(way: str, seed: int, turn: int = 1) -> Match:
    """Return a game of the ensign against random answers up to the Activation Phase of a turn."""
    match, ensign, rng = Match(changed(seed, way)), make_player("ensign", seed), Random(seed)
    while (match.state.turn, match.state.phase) < (turn, "activation") or match.state.phase == "deployment":
        decision = match.decision
        assert decision is not None
        if match.state.phase == "activation":
            match.answer(decision.default())
        else:
            match.answer(ask(match, ensign) if decision.side == 0 else decision.sample(rng))
        if match.state.turn == turn and match.state.phase == "activation":
            break
    return match


def fleet(match: Match) -> list[Model]:
    """Return the ensign's models."""
    return [model for model in match.state.models.values() if model.side == 0]


@pytest.mark.parametrize("seed", [1, 2])
def test_its_beacons_stand_together_before_its_own_edge(seed: int) -> None:
    own = [beacon for beacon in beacons(deployed("beacons", seed).state) if beacon.side == 0]
    assert len(own) == 4 and sum(beacon.y < 24 for beacon in own) >= 3


@pytest.mark.parametrize("seed", [1, 2])
def test_it_mans_every_beacon_and_brings_all(seed: int) -> None:
    match = deployed("beacons", seed)
    own = [Vicinity(beacon.x, beacon.y, 3) for beacon in beacons(match.state) if beacon.side == 0]
    models = [model for model in fleet(match) if model.is_on_table]
    assert all(any(zone.holds(model.base, model.pose) for model in models) for zone in own)
    assert not [model for model in fleet(match) if model.place == RESERVE]


@pytest.mark.parametrize("way", ["corners", "escalating"])
def test_it_holds_nobody_back_longer_than_it_must(way: str) -> None:
    assert [model for model in fleet(deployed(way, 3)) if model.place == RESERVE]
    assert not [model for model in fleet(deployed(way, 3, 2)) if model.place == RESERVE]


def test_in_a_quarter_it_looks_across_and_keeps_apart() -> None:
    match = deployed("corners", 4, 2)
    ships = [model for model in fleet(match) if model.is_capital]
    assert len(ships) > 1 and len({model.pose.heading for model in ships}) == 1
    assert all(one.pose.distance_to(other.pose) > 3 for one in ships for other in ships if one is not other)
