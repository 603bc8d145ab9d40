"""Tests of the price of a unit card. `tests/test_check_contents.py` checks the TV of each card of the game."""

from __future__ import annotations

from typing import Any

import pytest

from jovian.cards import parse_unit, unit_cards
from jovian.cards.names import PRINTED_WEAPONS
from jovian.fleets.price import TYPE_FACTORS, card_value, suggested_tv

SHIP, SQUADRON = "cega/uller", "cega/wyvern"


def value_with(key: str, **changes: Any) -> float:
    """Return the value of a card with other keys."""
    return card_value(parse_unit({**unit_cards()[key].source, **changes}, "card"))


def test_every_weapon_type_that_a_card_may_print_has_a_price() -> None:
    assert set(TYPE_FACTORS) == set(PRINTED_WEAPONS) - {"Drone Bay"}


@pytest.mark.parametrize("key", [SHIP, SQUADRON])
def test_more_of_anything_costs_more(key: str) -> None:
    card = unit_cards()[key].source
    plain = value_with(key)
    structure = card["structure"]
    better = {
        "speed": card["speed"] + 2, "skill": card["skill"] + 1, "structure": [structure[0], *structure],
        "weapons": [{**card["weapons"][0], "ac": 9}, *card["weapons"][1:]], "traits": ["Shield"],
    }  # fmt: skip
    for name, value in better.items():
        assert value_with(key, **{"traits": [], name: value}) > value_with(key, traits=[]), name
    assert value_with(key, traits=["ECM:2"]) > value_with(key, traits=["ECM:1"])
    assert plain > 0


def test_a_drone_costs_nothing_and_an_older_trait_adds_nothing() -> None:
    drones = [card for card in unit_cards().values() if card.drone]
    assert drones and all(suggested_tv(card) == 0 for card in drones)
    assert value_with(SHIP, traits=["Sweeper"]) == value_with(SHIP, traits=[])
    assert suggested_tv(unit_cards()[SHIP]) == round(card_value(unit_cards()[SHIP]))
