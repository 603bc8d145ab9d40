"""Tests of cargo in fleets and scenarios: its carriers, its costs, and refusals (v1.2.4 Fleet > Cargo)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jovian.cards import (
    CardError,
    FleetEntry,
    FleetList,
    Placement,
    load_fleet,
    parse_fleet,
    parse_scenario,
    parse_unit,
    unit_cards,
)
from jovian.cards.names import CARGO

SACK = parse_unit({**unit_cards()["cega/fury"].source, "name": "Sack", "traits": ["Cargo:2"]}, "test")
CARDS = dict(unit_cards()) | {SACK.key: SACK}


def fleet(*units: object) -> FleetList:
    """Return a fleet with these lines."""
    return parse_fleet({"name": "Convoy", "faction": "CEGA", "size": 250, "units": list(units)}, "test", CARDS)


def placed(card: str, cargo: object) -> Placement:
    """Return a placed model with this card and cargo."""
    model = {"id": "ship", "card": card, "side": 0, "x": 20, "y": 20, "cargo": cargo}
    data: dict[str, Any] = {"name": "Convoy", "summary": "One ship.", "models": [model]}
    objectives = [{"kind": "most_victory_points", "points": 10}]
    return parse_scenario({**data, "objectives": objectives}, "test", CARDS).models[0]


def test_every_ship_of_a_line_carries_its_cargo() -> None:
    line = {"unit": "cega/hotei", "count": 2, "cargo": ["Marines", "Fuel Pods"]}
    cargo = ("Marines", "Fuel Pods")
    assert fleet(line, "cega/fury").entries == (
        FleetEntry("cega/hotei", "Hotei 1", cargo),
        FleetEntry("cega/hotei", "Hotei 2", cargo),
        FleetEntry("cega/fury", "Fury", ()),
    )


def test_ships_that_differ_only_in_cargo_are_two() -> None:
    full, empty = fleet({"unit": "cega/hotei", "name": "Full", "cargo": ["Marines"]}), fleet("cega/hotei")
    assert full.entries != empty.entries and fleet({"unit": "cega/hotei", "cargo": []}).entries == empty.entries


def test_cargo_is_paid_for() -> None:
    (entry,) = fleet({"unit": "cega/hotei", "cargo": ["Fuel Pods", "Marines", "Decoy Drones"]}).entries
    assert entry.upgrade_tv == CARGO["Fuel Pods"].tv + CARGO["Marines"].tv + CARGO["Decoy Drones"].tv == 9
    assert FleetEntry("cega/hotei", "Hotei").upgrade_tv == 0


def test_a_placed_ship_carries_cargo() -> None:
    assert placed("jovian/amphora", ["Drone Munitions", "Debris Dispenser"]).cargo == (
        "Drone Munitions",
        "Debris Dispenser",
    )
    assert placed("cega/fury", []).cargo == ()


WRONG = [
    ("cega/hotei", ["Cheese"], "no cargo is called 'Cheese'; there are Drone Munitions, Fuel Pods, Marines"),
    ("cega/hotei", ["fuel pods"], "no cargo is called 'fuel pods'"),
    ("cega/hotei", ["Marines", "Fuel Pods", "Marines"], "cargo Marines is listed twice"),
    ("cega/hotei", list(CARGO)[:4], "has Cargo for 3, not for 4"),
    ("venusian/yu-tu", list(CARGO)[:3], "has Cargo for 2, not for 3"),
    ("cega/tengu", ["Marines"], "only a capital ship with the trait Cargo carries cargo"),
    ("cega/fury", ["Marines"], "only a capital ship with the trait Cargo carries cargo"),
    ("cega/sack", ["Fuel Pods"], "only a capital ship with the trait Cargo carries cargo"),
]


@pytest.mark.parametrize(("unit", "cargo", "cause"), WRONG)
def test_wrong_cargo_is_refused_in_fleets_and_scenarios(unit: str, cargo: list[str], cause: str) -> None:
    with pytest.raises(CardError) as listed:
        fleet({"unit": unit, "cargo": cargo})
    assert str(listed.value).startswith(f"test: {unit}: {cause}")
    with pytest.raises(CardError) as standing:
        placed(unit, cargo)
    assert str(standing.value).startswith(f"test: model ship: {cause}")
    assert len(str(listed.value).splitlines()) == len(str(standing.value).splitlines()) == 1


@pytest.mark.parametrize(("cargo", "cause"), [("Marines", "cargo: must be a list"), ([7], "cargo 1: must be a text")])
def test_cargo_is_a_list_of_names(cargo: object, cause: str) -> None:
    with pytest.raises(CardError, match=f"units 1 {cause}"):
        fleet({"unit": "cega/hotei", "cargo": cargo})
    with pytest.raises(CardError, match=f"models 1 {cause}"):
        placed("cega/hotei", cargo)


def test_the_line_of_the_fault_is_told(tmp_path: Path) -> None:
    path = tmp_path / "convoy.yaml"
    units = "units:\n  - cega/fury\n  - unit: cega/hotei\n    cargo:\n      - Marines\n      - Marines\n"
    path.write_text(f"name: Convoy\nfaction: CEGA\nsize: 250\n{units}", encoding="utf-8")
    with pytest.raises(CardError) as caught:
        load_fleet(path)
    assert str(caught.value) == f"{path}:9: cega/hotei: cargo Marines is listed twice"
