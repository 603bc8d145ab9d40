"""Tests of upgrades in play: they count as if printed on the card (v1.2.4 Fleet > Characters, R79)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from jovian.cards import (
    Loaded,
    UnitCard,
    UpgradeCard,
    load_fleet,
    parse_scenario,
    parse_unit,
    unit_cards,
    upgrades,
    with_upgrades,
)
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.match import Match, Setup
from jovian.match.saves import from_data, to_data
from tests.games import setup
from tests.rules.stage import SHIP, SQUADRON, Cast, gun, ship, stage
from tests.rules_api import (
    multiplier,
    refuse_formation,
    tally,
    victory_points,
    victory_value,
)

RAIDERS = ("jovian-raiders-250", "cega-raiders-250")


def own_upgrades() -> dict[str, UpgradeCard]:
    """Return the game's own upgrades."""
    with use_shelves(BUILTIN_SHELF):
        return dict(upgrades())


def raid() -> Match:
    """Return a game of ready fleets with upgrades."""
    with use_shelves(BUILTIN_SHELF):
        return Match(setup(1, RAIDERS))


def by_name(match: Match, name: str) -> Any:
    return next(model for model in match.state.models.values() if model.name == name)


NO_WEAPONS = [each for each in own_upgrades().values() if each.weapon is None]


@pytest.mark.parametrize("upgrade", NO_WEAPONS, ids=lambda each: each.name)
def test_a_card_with_an_upgrade_is_the_card_that_prints_it(upgrade: UpgradeCard) -> None:
    base: dict[str, Any] = {**(SHIP if "capital" in upgrade.carriers else SQUADRON), "name": "Plain"}
    base["fuel" if "fuel" in base else "marines"] = [3, 2, 1]
    printed: dict[str, Any] = {**base, "tv": base["tv"] + upgrade.tv, "traits": list(map(str, upgrade.traits))}
    for rating, by in upgrade.raises:
        value = base[rating]
        printed[rating] = [*range(value[0] + by, value[0], -1), *value] if isinstance(value, list) else value + by
    found = with_upgrades(parse_unit(base, "test"), (upgrade,))
    assert replace(found, upgrades=()) == parse_unit(printed, "test")
    assert [each.name for each in found.upgrades] == [upgrade.name]


def test_the_ace_of_a_fleet_makes_three() -> None:
    """v1.2.4 Traits > Formation: it joins others of its model type."""
    match = raid()
    one, two, ace, other = (by_name(match, name) for name in ("Thorn 1", "Thorn 2", "Briar", "Lone Hand"))
    assert refuse_formation(one, [two, ace]) == ""
    assert refuse_formation(ace, [one, two]) == ""
    assert "one type" in refuse_formation(one, [two, other])
    ace.card = one.card
    assert "at most 2 squadrons" in refuse_formation(one, [two, ace])


def test_a_placed_raider_keeps_its_load_to_itself_and_is_saved_with_it() -> None:
    """v1.2.4 Traits > Q-Ship: like one of a fleet. The save contains the cards of its weapons."""
    with use_shelves(BUILTIN_SHELF):
        lines: list[dict[str, Any]] = [
            {"id": "trade", "card": "jovian/privateer", "side": 0, "x": 10, "y": 10, "cargo": ["Decoy Drones"],
             "upgrades": ["Commodore"], "hardpoints": {"b": "Kinetic Cannon II"}},
            {"id": "other", "card": "cega/uller", "side": 1, "x": 40, "y": 40},
        ]  # fmt: skip
        data = {"name": "Trade", "summary": "Placed.", "models": lines}
        scenario = parse_scenario({**data, "objectives": [{"kind": "most_victory_points", "points": 1}]}, "test")
        match = Match(Setup(scenario, (), unit_cards(), 3))
        plain = unit_cards()["jovian/privateer"].tv
        saved = json.loads(json.dumps(to_data(match)))
    again = from_data(saved, "save")
    assert set(saved["setup"]["upgrades"]) == {"Commodore", "Kinetic Cannon II"}
    assert again.state.digest() == match.state.digest()
    own, other = match.state.models["trade"], again.view(1).models["trade"]
    assert own.card == again.state.models["trade"].card and victory_value(own) == own.card.tv + 4
    assert "Kinetic Cannon II" in {mount.weapon.name for mount in own.card.mounts}
    assert plain < other.card.tv < own.card.tv and not other.cargo
    assert "Kinetic Cannon II" not in {mount.weapon.name for mount in other.card.mounts}
    started = next(each for each in match.events.to_json() if each["type"] == "started")
    assert started["sides"][0]["tv"] == other.card.tv


def test_a_fleet_is_worth_what_it_costs_with_its_upgrades() -> None:
    """R79: TV with upgrades."""
    match = raid()
    with use_shelves(BUILTIN_SHELF):
        for side, stem in enumerate(RAIDERS):
            fleet = load_fleet(stem)
            spent = tally(fleet, unit_cards())
            total = sum(victory_value(model) for model in match.state.models.values() if model.side == side)
            carried = sum(entry.upgrade_tv for entry in fleet.entries)
            assert spent.total == total and 20 < carried * 4 <= fleet.size
    laden = by_name(match, "Honest Trade")
    assert (laden.card.tv, laden.cargo, victory_value(laden)) == (42, ("Decoy Drones",), 46)
    assert victory_value(match.view(0).models[laden.id]) == 46 and laden.id not in match.view(1).models
    flag = by_name(match, "Pole Star")
    assert flag.card.tv == 44 and multiplier(match.state, flag) == 1.0, "in reserve"
    flag.place = "table"
    before = victory_points(match.state, 0)
    flag.place = "destroyed"
    assert victory_points(match.state, 0) == before - 44


def test_weapons_in_hardpoints_fire_and_break_as_others_do() -> None:
    """v1.2.4 Fleet > Hardpoints: damaged by a Critical Hit, repaired with the row of weapons."""
    slots = [{"hardpoint": "II", "arcs": ["fore"], "count": 2}, gun("Beam Projector", ac=2, as_=2)]
    card: UnitCard = parse_unit({**SHIP, "name": "Frame", "weapons": slots}, "test")
    armed = with_upgrades(card, (), (Loaded("a", own_upgrades()["Kinetic Cannon II"], 2),))
    frame = Cast(armed, {"card": armed.key, "id": "f", "side": 0, "x": 24, "y": 10, "heading": 0})
    game = stage(frame, ship("E", 1, (24, 18), 180)).begin("f")
    assert game.shot("f", "a1 a2", "e").weapon == "Kinetic Cannon II"
    assert game.shot("f", "a1 a2", "e").roll.net == game.shot("f", "a1", "e").roll.net + 1, "linked"
    assert not game.model("f").is_concealed and game.match.view(1).models["f"].card is armed
    game.model("f").damaged = ("a1",)
    game.expect_refused(["attack", ["a1"], "e"]).reason.index("damaged")


def test_every_trait_of_the_book_stands_on_a_card_or_an_upgrade_of_ours() -> None:
    with use_shelves(BUILTIN_SHELF):
        cards, found = list(unit_cards().values()), list(upgrades().values())
    guns = [mount.weapon for card in cards for mount in card.mounts] + [each.weapon for each in found if each.weapon]
    on_models = {trait.name for card in cards for trait in card.traits}
    on_models |= {trait.name for each in found for trait in each.traits}
    on_guns = {trait.name for gun in guns for trait in gun.traits}
    assert set(MODEL_TRAITS) <= on_models and set(WEAPON_TRAITS) <= on_guns
