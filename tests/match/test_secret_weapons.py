"""Tests that the other side can't tell a Q-Ship's loads before it fires (v1.2.4 Traits > Q-Ship)."""

from __future__ import annotations

import json
from itertools import takewhile
from random import Random
from typing import Any

import pytest

from jovian.cards import UnitCard, parse_fleet, parse_scenario, parse_unit, parse_upgrade, with_upgrades
from jovian.match import Match, Setup
from jovian.match.saves import from_data, to_data
from tests.match.reachable import reachable
from tests.match.test_secrecy import knowledge
from tests.rules.stage import SHIP, SQUADRON, gun, weapon

SLOTS = [{"hardpoint": "II", "arcs": ["fore", "port", "starboard"], "count": 2}, {"hardpoint": "I", "arcs": ["turret"]}]
GUN = {"type": "Kinetic Cannon", "ac": 4, "as": 3}
RACK = {"type": "Missile", "missile": "AS", "as": 4, "traits": ["CMM", "Autofire"]}
KNOWN = {
    name: parse_upgrade({"upgrade": "weapon", "name": name, "tv": tv, "slot": slot, "weapon": line}, "test")
    for name, tv, slot, line in (("Gun II", 4, "II", GUN), ("Rack II", 2, "II", RACK), ("Rack I", 1, "I", RACK))
}
LOADS: tuple[dict[str, str], ...] = ({}, {"a": "Gun II"}, {"a": "Rack II", "b": "Rack I"})
BEAM = gun("Beam Projector", ac=3, as_=3, traits=["Autofire"])


def cards() -> dict[str, UnitCard]:
    """Return the cards of a raider with only hardpoints and a beam, an escort, and squadrons."""
    ship = {**SHIP, "structure": [4, 3, 2, 1], "marines": [2, 1]}
    built = (
        {**ship, "name": "Raider", "traits": ["Q-Ship", "CAP", "Hangers:2"], "weapons": [*SLOTS, BEAM]},
        {**ship, "name": "Guard", "weapons": [BEAM, gun("Kinetic Cannon", ac=3, as_=2)]},
        {**SQUADRON, "faction": "CEGA", "name": "Wing", "weapons": [weapon("Kinetic Cannon", ac=3, as_=3)]},
    )
    units = [parse_unit(each, "test") for each in built]
    return {card.key: card for card in units}


CARDS = cards()


def raid(seed: int, loads: dict[str, str]) -> Match:
    """Return a game of two fleets of raiders and guards, with these loads on side 0."""
    units: list[dict[str, Any]] = [{"unit": "cega/guard"}, {"unit": "cega/wing", "count": 3}]
    lists = [
        {"name": name, "faction": "CEGA", "size": 120, "units": [{"unit": "cega/raider", "hardpoints": each}, *units]}
        for name, each in (("Ours", loads), ("Theirs", {}))
    ]
    fleets = tuple(parse_fleet(each, "test", CARDS, KNOWN) for each in lists)
    scenario = parse_scenario({
        "name": "Raid", "summary": "A raid.", "table": {"width": 36, "height": 36}, "turns": 5,
        "fleets": ["one", "two"], "objectives": [{"kind": "most_victory_points", "points": 10}],
    }, "test", CARDS)  # fmt: skip
    return Match(Setup(scenario, fleets, CARDS, seed))


def fires(choice: list[Any]) -> bool:
    """Return whether an answer uses a hardpoint."""
    return any(word.startswith(("a", "b")) and word[1:].isdigit() for word in words(choice))


def words(value: Any) -> list[str]:
    if isinstance(value, list):
        return [word for each in value for word in words(each)]
    return [value] if isinstance(value, str) else []


def is_revealed(match: Match) -> bool:
    """Return whether the loads of side 0's raider are known."""
    return not any(model.owner == 0 and model.is_concealed for model in match.state.models.values())


def innocent(games: list[Match], rng: Random) -> list[Any] | None:
    """Return an answer that uses no hardpoint of side 0 and is legal in all games."""
    asked = games[0].decision
    assert asked is not None
    for _ in range(60):
        choice = asked.sample(rng).to_json()
        if (asked.side == 1 or not fires(choice)) and not any(game.check(choice) for game in games):
            return choice
    return None


def keeps_secret(event: dict[str, Any]) -> bool:
    """Return whether an event keeps the secret."""
    return event.get("state") != "concealed"


@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_only_in_it_look_alike(seed: int) -> None:
    """The other side sees the same, has the same decisions, reads the same log, and gets the same private games."""
    games, rng, compared = [raid(seed, loads) for loads in LOADS], Random(seed), 0
    while games[0].decision is not None and not is_revealed(games[0]):
        choice = innocent(games, rng)
        if choice is None:
            break
        for game in games:
            game.answer(choice)
        asked = [(game.decision and (game.decision.side, game.decision.kind), is_revealed(game)) for game in games]
        assert asked[0] == asked[1] == asked[2]
        if games[0].decision is None:
            break
        if games[0].decision.side == 1 and len(games[0].journal) % 4 == 0:
            known = [knowledge(game) for game in games]
            assert known[0] == known[1] == known[2]
            compared += 1
    told = [list(takewhile(keeps_secret, (entry.to_json() for entry in game.events.seen_by(1)))) for game in games]
    assert told[0] == told[1] == told[2] and len(told[0]) > 100 and compared > 8


def test_permuting_what_is_loaded_changes_nothing() -> None:
    swapped = 0
    for seed in range(3):
        match, rng = raid(seed, LOADS[1]), Random(seed)
        other = with_upgrades(CARDS["cega/raider"], (), raid(seed, LOADS[2]).setup.fleets[0].entries[0].hardpoints)
        while match.decision is not None:
            decision = match.decision
            if decision.side == 1 and not is_revealed(match) and len(match.journal) % 5 == 0:
                before = knowledge(match)
                states = [match.state, *(mark.state for mark in match._marks)]
                models = [m for state in states for m in state.models.values() if m.owner == 0 and m.card.cover]
                cards = [model.card for model in models]
                for model in models:
                    model.card = other
                assert knowledge(match) == before
                for model, card in zip(models, cards, strict=True):
                    model.card = card
                swapped += 1
            match.answer(decision.sample(rng))
    assert swapped > 20


def test_no_way_leads_from_a_view_to_a_secret_card() -> None:
    match, rng, looked = raid(5, LOADS[2]), Random(5), 0
    while match.decision is not None and not is_revealed(match):
        if match.decision.side == 1 and len(match.journal) % 6 == 0:
            view = match.view(1)
            assert view.trial is not None
            found = list(reachable(match.decision.on(view), view, view.trial, view.trial(b"key")))
            (secret,) = (model.card for model in match.state.models.values() if model.owner == 0 and model.is_concealed)
            assert not any(isinstance(each, UnitCard) and each == secret for each in found)
            assert not any(isinstance(each, str) and each.startswith("Rack") for each in found)
            looked += 1
        match.answer(match.decision.sample(rng))
    assert looked > 4


def test_whole_games_show_them_at_last_and_are_saved() -> None:
    """A Q-Ship fires, is damaged, or is found out in random games with three loads, saved and loaded on the way."""
    told = 0
    for seed in range(9):
        match, rng = raid(seed, LOADS[seed % 3]), Random(seed)
        while match.decision is not None:
            match.answer(match.decision.sample(rng))
        again = from_data(json.loads(json.dumps(to_data(match))), "save")
        assert again.state.digest() == match.state.digest()
        events = [event for event in match.events.to_json() if event["type"] == "hardpoints"]
        told += len(events)
        assert len({event["model"] for event in events}) == len(events), "once each"
    assert told > 2


def test_a_save_without_upgrades_says_nothing_of_them() -> None:
    assert "upgrades" not in to_data(raid(1, {}))["setup"]
    assert sorted(to_data(raid(1, LOADS[2]))["setup"]["upgrades"]) == ["Rack I", "Rack II"]
