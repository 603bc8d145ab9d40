"""The ensign places beacons and deploys near them, in quarters, and in stages (v1.2.4 Scenarios)."""

from __future__ import annotations

from random import Random

import pytest

from jovian.game import RESERVE, Model
from jovian.match import Match
from jovian.match.play_loop import ask
from jovian.players import make_player
from jovian.players.evaluation.deployment import Departure, start_cost, turns_to
from jovian.players.evaluation.places import LEAVING_COST
from jovian.table import Pose, Vicinity, extends_off_table
from tests.games import setup
from tests.match.test_zones import changed
from tests.rules.stage import ship, stage
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


@pytest.mark.parametrize(("seed", "fleets"), [(0, ("cega-250", "cega-250")), (3, ("cega-250", "jovian-250"))])
def test_no_ship_starts_toward_its_own_edge_although_it_is_to_leave_there(seed: int, fleets: tuple[str, str]) -> None:
    match, players = Match(setup(seed, fleets, "water-raid")), [make_player("ensign", seed + side) for side in (0, 1)]
    while match.state.phase != "activation":
        assert match.decision is not None
        match.answer(ask(match, players[match.decision.side]))
    for model in (model for model in fleet(match) if model.is_capital):
        assert model.pose.heading in (0, 90, 270)
        assert not extends_off_table(model.base, model.pose.advanced(model.card.speed), 48, 48)
    assert any(model.pose.y < 6 for model in fleet(match) if model.is_capital)


@pytest.mark.parametrize(("heading", "turns"), [(180, 1.0), (135, 2.0), (90, 3.0), (0, 5.0)])
def test_a_ship_turns_before_it_goes_to_its_exit(heading: int, turns: float) -> None:
    game = stage(ship("A", 0, (24, 20), heading, speed=4, thrusters=[4]), ship("D", 1, (24, 44), 180))
    view = game.match.view(0)
    assert turns_to(view, view.models["a"], Pose(24, 12)) == turns


def test_an_enemy_astern_costs_a_start_more_than_one_ahead() -> None:
    def cost(y: float, heading: int) -> float:
        game = stage(ship("A", 0, (24, y), heading, speed=3, thrusters=[1]), ship("D", 1, (24, 44), 180))
        view = game.match.view(0)
        return start_cost(view, view.models["a"], Departure(0.0, 0))

    assert cost(10, 0) == 0.0 < cost(10, 90) < cost(10, 180) < LEAVING_COST < cost(3, 180)
