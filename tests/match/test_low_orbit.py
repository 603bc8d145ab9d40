"""Tests of whole games between a planet with an atmosphere and two comets: they never hang, and they replay."""

from __future__ import annotations

import json
from dataclasses import replace

from jovian.cards import parse_scenario
from jovian.match import Match, Setup
from jovian.match.saves import from_data, to_data
from tests.games import random_answers, setup
from tests.match.test_contract import fresh

LANDS = [
    {"id": "planet", "kind": "planet", "edge": "east"}, {"id": "air", "kind": "atmosphere"},
    {"id": "first", "kind": "comet", "x": 14, "y": 18, "heading": 90, "radius": 1.5, "tail_length": 8, "tail_width": 2},
    {"id": "next", "kind": "comet", "x": 14, "y": 30, "heading": 90, "radius": 1.5, "tail_length": 8, "tail_width": 2},
]  # fmt: skip


def orbit(seed: int) -> Setup:
    """Return the setup, in which a die determines the atmosphere."""
    usual = setup(seed)
    scenario = parse_scenario({**usual.scenario.source, "terrain": LANDS}, "orbit", usual.cards)
    return replace(usual, scenario=scenario)


def over_the_planet(match: Match) -> list[str]:
    """Return the models that extend over the planet's edge in the east, between two activations."""
    state = match.state
    standing = [(each.name, each.base.outline(each.pose)) for each in state.on_table()]
    return [name for name, rim in standing if any(x > state.width + 0.002 for x, _ in rim)]


def test_a_game_in_low_orbit_keeps_the_contract() -> None:
    """R23, R26, R27: no model is ever over the planet. The die for the atmosphere is rolled first, and once."""
    match, anchors = Match(orbit(4)), 0
    for _ in random_answers(match, 4):
        decision = match.decision
        if decision is not None and decision.anchor and anchors % 5 == 0:
            again = fresh(match)
            assert again is not None and again.question() == decision.question()
        anchors += decision is not None and decision.anchor
        if decision is not None and decision.kind == "activate":
            assert over_the_planet(match) == []
    events = list(match.events.to_json())
    rolled = [event for event in events if event["type"] == "rolled"]
    assert anchors > 100 and "thickness" in rolled[0]["purpose"]
    laid = [event["kind"] for event in events if event["type"] == "placed" and event["cause"] == "terrain"]
    assert laid == ["atmosphere"]
    assert any(event["weapon"] == "Atmosphere" for event in events if event["type"] == "attacked")
    again = from_data(json.loads(json.dumps(to_data(match))), "test")
    assert again.state.digest() == match.state.digest()
