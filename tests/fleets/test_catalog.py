"""The catalog of units, what they may carry, doctrines, and the numbers of fleets and units."""

from __future__ import annotations

from random import Random

import pytest

from jovian.cards import load_fleet, unit_cards, upgrades
from jovian.cards.files import BUILTIN_SHELF, use_shelves
from jovian.cards.names import FACTIONS
from jovian.fleets.catalog import SORTS, CatalogFilter, roles_of, traits_of
from jovian.fleets.doctrines import DOCTRINES
from jovian.fleets.draft import FleetDraft, FleetLine
from jovian.fleets.equipment import EquipmentOffer, equipment_offers, with_equipment
from jovian.fleets.numbers import fleet_numbers, unit_numbers
from jovian.fleets.random_fleet import random_fleet
from jovian.fleets.status import Library, fleet_status, is_legal, search_fix
from tests.fleets.cards import CARDS


def names(**values: object) -> list[str]:
    return [card.name for card in CatalogFilter(**values).find_units(CARDS, "CEGA")]  # type: ignore[arg-type]


def test_filters_are_combined() -> None:
    every = names()
    assert {"Ship", "Carrier", "Squad"} <= set(every)
    assert set(names(kind="squadron")) | set(names(kind="capital")) == set(every)
    assert names(trait="Cargo", kind="squadron") == [] and "Freighter" in names(trait="Cargo")
    assert names(words="freight") == ["Freighter"] and names(words="no such unit") == []
    assert {card.tv for card in CatalogFilter(cost=1).find_units(CARDS, "CEGA")} <= set(range(16, 31))
    assert all(card.tv <= 20 for card in CatalogFilter(most=20).find_units(CARDS, "CEGA"))
    assert all(card.faction == "Jovian" for card in CatalogFilter(faction="Jovian").find_units(CARDS, "CEGA"))


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_has_the_same_units(sort: str) -> None:
    assert sorted(names(sort=sort)) == sorted(names())


def test_roles_and_traits_are_those_of_the_faction() -> None:
    assert "Hangers" in traits_of(CARDS, "CEGA") and roles_of(CARDS, "CEGA") == sorted(roles_of(CARDS, "CEGA"))


def offer(line: FleetLine, name: str, letter: str = "") -> EquipmentOffer:
    return next(each for each in equipment_offers(line, CARDS) if (each.name, each.letter) == (name, letter))


def test_what_fits_is_added_and_removed() -> None:
    line = FleetLine("cega/raider")
    for name, letter in (("Captain", ""), ("Kinetic Cannon II", "b")):
        assert not offer(line, name, letter).is_carried and not offer(line, name, letter).reason
        line = with_equipment(line, offer(line, name, letter))
        assert offer(line, name, letter).is_carried
    assert line == FleetLine("cega/raider", upgrades=("Captain",), hardpoints=(("b", "Kinetic Cannon II"),))
    assert offer(line, "Kinetic Cannon II", "b").tv == 2 * 2, "each instance of the line costs"
    for name, letter in (("Captain", ""), ("Kinetic Cannon II", "b")):
        line = with_equipment(line, offer(line, name, letter))
    assert line == FleetLine("cega/raider")


def test_what_does_not_fit_says_why_and_is_last() -> None:
    offers = equipment_offers(FleetLine("cega/raider"), CARDS)
    assert offers[-1].name == "Ace Pilot" and offers[-1].reason == "Ace Pilot is for exo-armor or fighter"
    assert all(each.letter == "b" for each in offers if each.name == "Kinetic Cannon II")
    full = FleetLine("cega/freighter", cargo=("Marines", "Fuel Pods"))
    assert offer(full, "Decoy Drones").reason == "has Cargo for 2, not for 3" and offer(full, "Marines").is_carried
    assert equipment_offers(FleetLine("cega/gone"), CARDS) == []


def test_a_unit_is_split_off_a_line() -> None:
    draft = FleetDraft("Test", "CEGA", 150, (FleetLine("cega/squad", "Anvil", 3), FleetLine("cega/ship")))
    split = draft.with_split(0)
    assert [(line.unit, line.count) for line in split.lines] == [("cega/squad", 2), ("cega/squad", 1), ("cega/ship", 1)]


def test_a_search_for_a_fix_can_be_interrupted() -> None:
    draft = FleetDraft("Test", "CEGA", 50, (FleetLine("cega/ship", count=3),))
    steps = list(search_fix(draft, "Points", CARDS))
    assert len(steps) > 10 and steps[-1] is not None and next(search_fix(draft, "Points", CARDS)) is not steps[-1]


def test_numbers_of_a_fleet_and_of_units() -> None:
    fleet = load_fleet("jovian-250")
    numbers = {number.label: number.value for number in fleet_numbers(fleet, unit_cards())}
    assert numbers["Models"] == len(fleet.entries) and numbers["Points"] <= 250 and numbers["Mean speed"] > 0
    empty = FleetDraft("Test", "CEGA", 150).build(CARDS.units, CARDS.upgrades)
    assert all(number.value == 0 for number in fleet_numbers(empty, CARDS.units))
    labels = [[number.label for number in unit_numbers(CARDS.units[f"cega/{key}"])] for key in ("ship", "squad")]
    assert labels[0] == labels[1]


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("size", [150, 250, 500])
def test_each_doctrine_gives_legal_fleets(faction: str, size: int) -> None:
    with use_shelves(BUILTIN_SHELF):
        library = Library(unit_cards(), upgrades())
    for doctrine, weights in DOCTRINES.items():
        draft = random_fleet(library, faction, size, Random(size), weights)
        assert is_legal(fleet_status(draft, library)), doctrine
