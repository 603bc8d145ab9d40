"""Ready fleets: legal by v1.2.4 Fleet, and close to their size. Fleet files that are wrong are refused."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from jovian.cards import CardError, FleetEntry, fleet_names, library, load_fleet, parse_fleet
from jovian.cards.names import CARGO, FACTIONS, slug

SQUADRONS = [f"{slug(faction)}-squadrons-250" for faction in FACTIONS]
STRIKES = [f"{slug(faction)}-strike-250" for faction in FACTIONS]

every_fleet = pytest.mark.parametrize("stem", fleet_names())


def test_each_faction_has_its_four_fleets() -> None:
    sizes = ("150", "250", "squadrons-250", "strike-250")
    assert {f"{slug(faction)}-{size}" for faction in FACTIONS for size in sizes} <= set(fleet_names())


@every_fleet
def test_a_fleet_obeys_the_construction_rules(stem: str) -> None:
    """v1.2.4 Fleet > Point Restrictions and Unit Cap; R4, R9."""
    fleet = load_fleet(stem)
    cards = [library()[entry.unit] for entry in fleet.entries]
    upgrades = sum(entry.upgrade_tv for entry in fleet.entries)
    total = upgrades + sum(card.tv for card in cards)
    assert fleet.size - 4 <= total <= fleet.size
    for kind in ("capital", "squadron"):
        assert 4 * sum(card.tv for card in cards if card.kind == kind) >= fleet.size
    assert 4 * (upgrades + sum(card.tv for card in cards if card.trait("Static"))) <= fleet.size
    started = -(-fleet.size // 250)
    for key, number in Counter(card.key for card in cards).items():
        assert number <= library()[key].unit_cap * started
    assert {card.faction for card in cards} == {fleet.faction}


@every_fleet
def test_a_fleet_has_the_shape_of_its_size(stem: str) -> None:
    fleet = load_fleet(stem)
    cards = [library()[entry.unit] for entry in fleet.entries]
    kinds = [card.kind for card in cards if not card.trait("Static")]
    ships, squadrons = kinds.count("capital"), kinds.count("squadron")
    if stem in SQUADRONS:
        assert ships == 2 and 9 <= squadrons <= 13
    else:
        assert (2 <= ships <= 3) if fleet.size == 150 else ships == 4
        assert 4 <= squadrons <= 8
    assert len({entry.name for entry in fleet.entries}) == len(fleet.entries)


@pytest.mark.parametrize("stem", SQUADRONS)
def test_a_squadron_fleet_flies_everything_that_squadrons_are_for(stem: str) -> None:
    """A carrier with CAP, a drone ship, pairs for Formations, lancers; 60 to 75 % of its size in squadrons."""
    fleet = load_fleet(stem)
    cards = [library()[entry.unit] for entry in fleet.entries]
    spent = sum(card.tv for card in cards if card.kind == "squadron")
    assert 60 * fleet.size <= 100 * spent <= 75 * fleet.size
    assert any(card.level("Hangers") >= 2 and card.trait("CAP") for card in cards)
    assert any(mount.weapon.stock for card in cards for mount in card.mounts)
    pairs = Counter(card.key for card in cards if card.trait("Formation"))
    assert pairs and all(number % 2 == 0 for number in pairs.values())
    assert sum(any(weapon.type == "Lance" for weapon in card.weapons) for card in cards) >= 2
    assert all(entry.name != library()[entry.unit].name for entry in fleet.entries)


@pytest.mark.parametrize("stem", STRIKES)
def test_a_strike_fleet_sends_out_what_the_special_ships_are_for(stem: str) -> None:
    """A tender whose slots are all full, something that boards, and a name for every model."""
    fleet = load_fleet(stem)
    cards = [library()[entry.unit] for entry in fleet.entries]
    tenders = [entry for entry, card in zip(fleet.entries, cards, strict=True) if card.trait("Tender")]
    assert [len(entry.cargo) for entry in tenders] == [library()[tenders[0].unit].level("Cargo")]
    assert sum(bool(entry.cargo) for entry in fleet.entries) == 1
    assert any(card.trait("Exo-Suit") or card.trait("Marines") for card in cards)
    assert all(entry.name != library()[entry.unit].name for entry in fleet.entries)


def test_the_strike_fleets_carry_every_cargo() -> None:
    assert {name for stem in STRIKES for entry in load_fleet(stem).entries for name in entry.cargo} == set(CARGO)


@every_fleet
def test_a_fleet_survives_its_source(stem: str) -> None:
    fleet = load_fleet(stem)
    again = parse_fleet(json.loads(json.dumps(fleet.source)), "save")
    assert again == fleet and hash(again) == hash(fleet)


def test_every_unit_flies_in_some_ready_fleet() -> None:
    used = {entry.unit for stem in fleet_names() for entry in load_fleet(stem).entries}
    assert used == {key for key, card in library().items() if not card.drone}


def test_names_of_entries() -> None:
    units = ["cega/fury", "cega/fury", "cega/tengu", {"unit": "cega/uller", "name": "Ox", "count": 2}]
    fleet = parse_fleet({"name": "Mine", "faction": "CEGA", "size": 150, "units": units}, "save")
    assert fleet.entries == (
        FleetEntry("cega/fury", "Fury 1"),
        FleetEntry("cega/fury", "Fury 2"),
        FleetEntry("cega/tengu", "Tengu"),
        FleetEntry("cega/uller", "Ox 1"),
        FleetEntry("cega/uller", "Ox 2"),
    )


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"size": 0}, "size"),
        ({"size": True}, "size"),
        ({"units": []}, "units"),
        ({"units": "cega/fury"}, "units: must be a list"),
        ({"units": ["cega/nobody"]}, "no unit card has the key 'cega/nobody'"),
        ({"units": [7]}, "units 1"),
        ({"units": [{"unit": "cega/fury", "count": 0}]}, "units 1 count"),
        ({"units": [{"unit": "cega/fury", "upgrade": "x"}]}, "unknown key 'units 1 upgrade'"),
        ({"captain": "x"}, "unknown key 'captain'"),
        ({"faction": "Common"}, "faction: must be 'CEGA', 'Jovian' or 'Venusian', not 'Common'"),
        ({"units": ["common/sentry"]}, "common/sentry is a drone: only a Drone Bay brings it to the table"),
    ],
)
def test_a_wrong_fleet_is_refused(change: dict[str, object], cause: str) -> None:
    data = {"name": "Mine", "faction": "CEGA", "size": 150, "units": ["cega/fury"], **change}
    with pytest.raises(CardError) as caught:
        parse_fleet(data, "mine")
    assert str(caught.value).startswith("mine:1: ") and cause in caught.value.cause
