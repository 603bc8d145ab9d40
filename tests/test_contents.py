"""Tests of all contents: the game's own, the frozen ones, and a user's own.

No test here knows a card by name. A legal card, fleet, or scenario that somebody adds passes all of them.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from jovian.cards import (
    TRACKS,
    fleet_names,
    left_out,
    load_fleet,
    load_scenario,
    parse_fleet,
    parse_scenario,
    parse_unit,
    scenario_names,
    unit_cards,
)  # fmt: skip
from jovian.cards.art import silhouette, undrawn
from jovian.cards.files import BUILTIN_SHELF, Shelf, use_shelves
from jovian.cards.names import ARCS, slug
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.match import Match, Setup
from jovian.match.entries import Faults
from jovian.match.saves import from_data, to_data
from jovian.play import Play
from jovian.players import make_player, seat_seed
from tests.frozen_contents import FROZEN
from tests.rules_api import fleet_violations

UNIT = """
kind: capital
faction: CEGA
name: Aardvark
tv: 35
version: 1.2.4
speed: 3
fire_control: 2
turns: 1
skill: 3
unit_cap: 9
structure: [9, 8, 7, 6, 5, 4, 3, 2, 1]
defense: [1]
sensors: [2, 1]
thrusters: [1]
traits: [Static, Self Destruct]
weapons: [{type: Missile, missile: Nuke, arcs: [spinal], ac: 9, as: 9, traits: [Limited]}]
"""
DRONE = """
kind: squadron
squadron_type: drone
drone_class: 1
faction: Venusian
name: Wasp
tv: 3
version: 0.9.1
speed: 9
fire_control: 1
skill: 2
unit_cap: 1
structure: [1]
sensors: 1
fuel: [1]
"""
FLEET = """
name: A First Fleet
faction: CEGA
size: 150
units: [{unit: cega/wyvern, count: 3}, {unit: cega/aardvark, name: Alone}, cega/uller]
"""
SCENARIO = """
name: A Little Fight
summary: Sorts before all others, and places its models.
turns: 2
table: {width: 30, height: 24}
objectives: [{kind: most_victory_points, points: 1}]
models:
  - {id: aardvark, card: cega/aardvark, side: 0, x: 15, y: 6}
  - {id: wyvern, card: cega/wyvern, side: 1, x: 15, y: 18, heading: 180}
"""


@pytest.fixture(params=["ours", "frozen", "with a user's"])
def contents(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[None]:
    """Use the shelves that the test reads."""
    if request.param == "with a user's":
        shelf = Shelf.at(tmp_path)
        texts = {"aardvark": UNIT, "wasp": DRONE, "a-fleet": FLEET, "a-fight": SCENARIO}
        for (name, text), folder in zip(texts.items(), (shelf.units, *shelf[:3]), strict=True):
            folder.mkdir(exist_ok=True)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        with use_shelves(BUILTIN_SHELF, shelf):
            assert {"cega/aardvark", "venusian/wasp"} <= set(unit_cards())
            assert fleet_names()[0] == "a-fleet" and scenario_names()[0] == "a-fight"
            yield
    else:
        with use_shelves(BUILTIN_SHELF if request.param == "ours" else FROZEN):
            yield


def test_nothing_is_left_out(contents: None) -> None:
    assert left_out() == undrawn() == ()
    assert len(unit_cards()) > 30 and len(fleet_names()) > 9 and scenario_names()


def test_a_card_survives_its_source_pickle_and_copy(contents: None) -> None:
    for key, card in unit_cards().items():
        again = parse_unit(json.loads(json.dumps(card.source)), "save")
        assert again == card and again.source == card.source and hash(again) == hash(card), key
        assert pickle.loads(pickle.dumps(card)) == card == copy.deepcopy(card), key


def test_a_card_fits_the_uniform_shape(contents: None) -> None:
    for key, card in unit_cards().items():
        assert card.key == key == f"{slug(card.faction)}/{slug(card.name)}"
        assert tuple(card.tracks) == TRACKS and card.printed("structure") >= 1
        assert all(card.armor[arc] >= 0 for arc in ("fore", "side", "port", "starboard", "aft"))
        assert all(trait.name in MODEL_TRAITS for trait in card.traits)
        assert all(mount.weapon.type != "Point Defense" for mount in card.mounts)
        assert all(set(mount.weapon.arcs) <= set(ARCS) for mount in card.mounts)
        assert all(trait.name in WEAPON_TRAITS for mount in card.mounts for trait in mount.weapon.traits)
        assert silhouette(card.image, card.squadron_type or card.kind), key


def test_the_kinds_differ_only_in_what_they_leave_empty(contents: None) -> None:
    for key, card in unit_cards().items():
        if card.kind == "capital":
            assert card.tracks["fuel"] == () and card.squadron_type is None and not card.drone, key
            assert card.printed("sensors") == card.sensors, key
        else:
            assert card.tracks["thrusters"] == card.tracks["defense"] == card.tracks["sensors"] == (), key
            assert card.turns == 0 and all(mount.weapon.arcs == ("turret",) for mount in card.mounts), key


def test_a_ready_fleet_is_legal_and_survives_its_source(contents: None) -> None:
    for stem in fleet_names():
        fleet = load_fleet(stem)
        assert fleet_violations(fleet, unit_cards()) == [], stem
        again = parse_fleet(json.loads(json.dumps(fleet.source)), "save")
        assert again == fleet and hash(again) == hash(fleet), stem


def test_a_scenario_survives_its_source(contents: None) -> None:
    for stem in scenario_names():
        card = load_scenario(stem)
        again = parse_scenario(json.loads(json.dumps(card.source)), "save", key=stem)
        assert again == card and hash(again) == hash(card), stem


def test_a_scenario_can_be_played_and_saved_on_the_way(contents: None) -> None:
    for stem in scenario_names():
        scenario = load_scenario(stem)
        match = Match(Setup(scenario, tuple(load_fleet(each) for each in scenario.fleets), unit_cards(), 3))
        rng = Random(3)
        while match.decision is not None and len(match.journal) < 120:
            match.answer(match.decision.sample(rng))
        again = from_data(json.loads(json.dumps(to_data(match))), "save")
        assert again.state.digest() == match.state.digest(), stem


def test_a_ready_fleet_can_be_deployed(contents: None) -> None:
    introductory = load_scenario("introductory")
    for stem in fleet_names():
        fleet = load_fleet(stem)
        match = Match(Setup(introductory, (fleet, fleet), unit_cards(), 5), log=False)
        while match.decision is not None and match.state.phase == "deployment":
            match.answer(match.decision.default())
        assert len([model for model in match.state.models.values() if not model.place]) == 0, stem


@pytest.mark.long
@pytest.mark.parametrize("size", [150, 250, 500])
def test_every_ready_fleet_of_ours_plays_a_whole_game(size: int) -> None:
    """So every unit, and every upgrade, is in a game. Each fleet meets the one that follows it."""
    with use_shelves(BUILTIN_SHELF):
        fleets = [fleet for stem in fleet_names() if (fleet := load_fleet(stem)).size == size]
        assert len(fleets) >= 12
        scenario = load_scenario("introductory")
        for number, pair in enumerate(zip(fleets, (*fleets[1:], fleets[0]), strict=True)):
            game = Play(Match(Setup(scenario, pair, unit_cards(), number), log=False))
            faults = Faults()
            game.play_out(*(make_player("ensign", seat_seed(number, side)) for side in (0, 1)), faults=faults)
            assert game.state.over and faults.faults == (), [fleet.name for fleet in pair]
