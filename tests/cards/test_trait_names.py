"""Tests of traits as cards print them, and of the closed list of the rulebook's traits."""

from __future__ import annotations

import pytest

from jovian.cards import Trait
from jovian.cards.names import CARGO, CargoRule
from jovian.cards.traits import CARD_TRAITS, MODEL_TRAITS, SYSTEMS, WEAPON_TRAITS, TraitRule
from tests.rules_api import HOUSE_RULE

ENTRIES = [*MODEL_TRAITS.values(), *WEAPON_TRAITS.values(), *CARGO.values()]


def test_a_system_trait_is_a_trait_of_models_and_none_is_of_weapons_too() -> None:
    assert set(SYSTEMS) < set(CARD_TRAITS) and not set(MODEL_TRAITS) & set(WEAPON_TRAITS)


@pytest.mark.parametrize("rule", ENTRIES)
def test_every_entry_says_what_it_does_and_where_the_book_has_it(rule: TraitRule | CargoRule) -> None:
    assert rule.name and rule.summary.endswith(".") and rule.summary.count(".") <= 2 and 14 <= len(rule.summary) < 140
    assert rule.place.startswith(("v1.2.4 ", HOUSE_RULE))


def test_every_cargo_of_the_book_is_listed() -> None:
    """v1.2.4 Action > Resupply, Deploy Debris Field, Deploy Decoy Drones. The prices are our own."""
    assert list(CARGO) == ["Drone Munitions", "Fuel Pods", "Marines", "Debris Dispenser", "Decoy Drones"]
    assert all(key == rule.name and 2 <= rule.tv <= 4 for key, rule in CARGO.items())
    assert [rule.place.rpartition(" > ")[2] for rule in CARGO.values()] == [
        "Resupply", "Resupply", "Resupply", "Deploy Debris Field", "Deploy Decoy Drones",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text", ["ECM:2", "Hangers:12", "CAP", "Cargo:3", "Autohit:Q+", "Catapult", "Stealth", "Stealth:2"]
)
def test_a_trait_turns_back_into_its_text(text: str) -> None:
    assert str(Trait.parse(text)) == text
    assert Trait.parse(str(Trait.parse(text))) == Trait.parse(text)


def test_ace_stands_with_formation_and_takes_nothing() -> None:
    """v1.2.4 Traits > Formation."""
    ace = MODEL_TRAITS["Ace"]
    assert ace.place.startswith("v1.2.4 Traits > Formation") and ace.place != MODEL_TRAITS["Formation"].place
    assert str(Trait.parse("Ace", MODEL_TRAITS)) == "Ace" and "Ace" not in SYSTEMS


def test_parts_of_a_trait() -> None:
    assert Trait.parse("ECM:2") == Trait("ECM", 2)
    assert Trait.parse("Cargo: 3") == Trait("Cargo", 3)
    assert Trait.parse("Autohit:T") == Trait("Autohit", 0, "T")


WRONG = [
    "", "ECM", "ECM:", "ECM:0", "ECM:x", "ECM:-1", "ECM:100", "ECM:²", "CAP:1", "CAP:", "Nothing", "Autohit",
    "Autohit:5", "ecm:1", "ECM:1:2", "Ace:1",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_trait_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"trait"):
        Trait.parse(text)
