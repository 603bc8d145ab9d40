"""Cards for the rules of capital ships at war: tenders, boarders, designators, cloaks, nukes, mines."""

from __future__ import annotations

import pytest

from jovian.cards import CardError, UnitCard, library, parse_unit
from jovian.cards.names import FACTIONS

CARDS = list(library().values())
PRINTED = {trait.name for card in CARDS for trait in card.traits}


def guns(card: UnitCard, trait: str) -> list[str]:
    """The names of the weapons of a card that have a trait."""
    return [weapon.name for weapon in card.weapons if weapon.trait(trait)]


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_a_tender(faction: str) -> None:
    """v1.2.4 Traits > Cargo, Tender, Tug, Repair."""
    (tender,) = [card for card in CARDS if card.faction == faction and card.trait("Tender")]
    assert tender.kind == "capital" and 2 <= tender.level("Cargo") <= 3
    assert tender.trait("Tug") and tender.level("Repair") == 1 and tender.trait("Hangers")


@pytest.mark.parametrize("faction", FACTIONS)
def test_each_faction_has_squadrons_that_board(faction: str) -> None:
    """v1.2.4 Components > Infantry & Exo-Suits, Traits > Marines."""
    own = [card for card in CARDS if card.faction == faction and card.kind == "squadron"]
    assert sum(bool(card.trait("Exo-Suit") or card.trait("Marines")) for card in own) == 1


def test_the_roster_has_a_use_for_every_rule_of_capital_ships() -> None:
    assert {
        "Assault Craft", "Barrier", "Cargo", "Cloak", "Command", "ECCM", "ECM", "Emissions", "Exo-Suit", "Expendable",
        "Fire Ship", "Jammer", "Marines", "Repair", "Self Destruct", "Sensor Array", "Shield", "Sluggish", "Static",
        "Stealth", "TD", "Tender", "Tug",
    } <= PRINTED  # fmt: skip
    weapons = {trait.name for card in CARDS for weapon in card.weapons for trait in weapon.traits}
    assert {"Autohit", "CMM", "Limited", "Precise"} <= weapons
    assert {"AC", "AS", "Nuke", "Torpedo"} <= {weapon.missile for card in CARDS for weapon in card.weapons}


def test_ships_and_squadrons_alike_are_precise_and_never_miss() -> None:
    for trait in ("Precise", "Autohit", "CMM", "Limited"):
        assert {card.kind for card in CARDS if guns(card, trait)} >= {"capital", "squadron"}, trait


def test_the_boarding_ship_brings_more_marines_than_others() -> None:
    fenrir = library()["cega/fenrir"]
    assert fenrir.trait("Assault Craft") and fenrir.trait("Fire Ship")
    most = max(card.printed("marines") for card in CARDS if card is not fenrir)
    assert fenrir.printed("marines") > most


def test_a_nuke_is_fired_once_and_reaches_both_kinds_of_target() -> None:
    """v1.2.4 Attack > Missile."""
    (nuke,) = [weapon for card in CARDS for weapon in card.weapons if weapon.missile == "Nuke"]
    assert nuke.ac and nuke.as_ and nuke.trait("Limited") and nuke.count == 2


def test_only_mines_stay_where_they_are() -> None:
    """v1.2.4 Traits > Static and Self Destruct."""
    (mine,) = [card for card in CARDS if card.trait("Static") or card.trait("Self Destruct")]
    assert (mine.key, mine.speed, mine.turns) == ("cega/caltrop", 0, 0)
    assert mine.tracks["thrusters"] == mine.tracks["marines"] == () and mine.trait("Expendable")
    assert guns(mine, "Autofire") == ["Mass Driver"]


@pytest.mark.parametrize("key", ["jovian/kestrel", "cega/caltrop"])
@pytest.mark.parametrize("level", [1, 3])
def test_the_trait_marines_is_a_track_of_marines(key: str, level: int) -> None:
    """v1.2.4 Traits > Marines: any unit has marines by it."""
    card = parse_unit({**library()[key].source, "traits": [f"Marines:{level}"]}, "test")
    assert card.tracks["marines"] == tuple(range(level, 0, -1)) and card.printed("marines") == level
    assert parse_unit(card.source, "save") == card


def test_marines_stand_on_a_card_once() -> None:
    with pytest.raises(CardError) as caught:
        parse_unit({**library()["cega/tengu"].source, "traits": ["Marines:2"]}, "test")
    assert caught.value.cause == "marines: either boxes or the trait Marines, not both"
