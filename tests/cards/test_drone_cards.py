"""Drones and the bays that launch them: v1.2.4 Attack > Drone and Drone Bay."""

from __future__ import annotations

import pytest

from jovian.cards import CardError, UnitCard, library, load_units, parse_unit
from jovian.cards.load import UNITS
from jovian.cards.names import COMMON, DRONE_CLASSES, FACTIONS

CARDS = list(library().values())
DRONES = [card for card in CARDS if card.drone]
BOXES = {1: (1, 2), 2: (2, 2), 3: (3, 3)}
"""Fewest and most Structure boxes by class."""
FUEL = {1: (1,), 2: (2, 1), 3: (3, 2, 1)}

every_drone = pytest.mark.parametrize("card", DRONES, ids=lambda card: card.key)


def test_everybody_has_two_types_of_each_class() -> None:
    assert list(load_units(UNITS / "common")) == [f"common/{card.image}" for card in DRONES]
    for drone_class in DRONE_CLASSES:
        assert sum(card.drone_class == drone_class for card in DRONES) >= 2
    assert {library()["common/sentry"].drone_class, library()["common/observer"].drone_class} == {2}


@every_drone
def test_a_drone_is_free_small_and_takes_commands(card: UnitCard) -> None:
    least, most = BOXES[card.drone_class or 0]
    assert (card.faction, card.tv) == (COMMON, 0) and card.trait("Controllable")
    assert least <= len(card.tracks["structure"]) <= most and card.tracks["fuel"] == FUEL[card.drone_class or 0]
    assert card.signature in (2, 3) and any(weapon.as_ for weapon in card.weapons)


def test_drones_have_the_parts_that_they_play() -> None:
    cards = library()
    assert cards["common/observer"].trait("TD") and cards["common/observer"].sensors == 3
    assert cards["common/sentry"].weapons[0].trait("Autofire")
    assert cards["common/talon"].trait("Interceptor") and cards["common/warden"].trait("Escort")


def test_only_drones_are_drones_and_only_they_are_common() -> None:
    assert {card.key for card in CARDS if card.faction == COMMON} == {card.key for card in DRONES}
    assert COMMON not in FACTIONS and not library()["cega/fury"].drone and not library()["cega/uller"].drone


@pytest.mark.parametrize("key", ["cega/fury", "cega/uller"])
def test_nothing_else_is_common(key: str) -> None:
    with pytest.raises(CardError, match="faction: only a drone is Common"):
        parse_unit({**library()[key].source, "faction": COMMON}, "test")


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_may_have_drones_of_its_own(faction: str) -> None:
    assert parse_unit({**library()["common/gnat"].source, "faction": faction}, "test").drone


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_a_ship_with_a_drone_bay_and_cap(faction: str) -> None:
    """Whatever the stock of a bay holds, some drone of its class exists."""
    ships = [card for card in CARDS if card.faction == faction and any(m.weapon.stock for m in card.mounts)]
    assert len(ships) == 1 and ships[0].trait("CAP") and ships[0].trait("Hangers")
    (bay,) = [weapon for weapon in ships[0].weapons if weapon.type == "Drone Bay"]
    assert bay.drones in (1, 2) and len(bay.stock) == 5 and {1, 2, 3} == set(bay.stock)
    assert (bay.ac, bay.as_) == (None, None) and bay.count == 1


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_a_pair_fighter_and_lancers(faction: str) -> None:
    own = [card for card in CARDS if card.faction == faction and card.kind == "squadron"]
    assert [card.squadron_type for card in own if card.trait("Formation")] == ["fighter"]
    lancers = [card for card in own if any(weapon.type == "Lance" for weapon in card.weapons)]
    assert len(lancers) == 2 and {card.squadron_type for card in lancers} == {"exo-armor"}


def test_the_roster_has_a_use_for_every_rule_of_squadrons() -> None:
    printed = {trait.name for card in CARDS for trait in card.traits}
    assert {"Comms", "Grappler", "Fuel Tanks", "Escort", "Dock", "Formation", "Controllable"} <= printed
    assert "Ace" not in printed, "an Ace is an upgrade: it flies with its own kind"
