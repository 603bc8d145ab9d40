"""What we ask of our cards together: each faction has what the rules are for, and some card uses every rule."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import UnitCard
from jovian.cards.values.names import (
    ARCS,
    DRONE_CLASSES,
    FACTIONS,
    MISSILE_KINDS,
    MODEL_TRAITS,
    PRINTED_WEAPONS,
    WEAPON_TRAITS,
)
from jovian.cards.values.upgrade_names import SLOTS
from jovian.commands.ours.contents import Contents

CHARACTERS = ("Ace Pilot", "Captain", "Chief Engineer", "Commodore", "Marine Commander")
BOTH_KINDS = ("Autohit", "CMM", "Limited", "Precise")
"""Weapon traits that ships and squadrons alike print."""


def about_roster(contents: Contents) -> Iterator[str]:
    """What the cards together lack, a line each."""
    for faction in FACTIONS:
        for what, found in _faction(contents.of(faction)):
            if not found:
                yield f"{faction}: has no {what}"
    for drone_class in DRONE_CLASSES:
        if sum(card.drone_class == drone_class for card in contents.cards.values()) < 2:
            yield f"there are not two drones of Class {drone_class}"
    yield from (f"no card of ours has {each}" for each in _unused(contents))
    yield from (f"there is no {each} among the upgrades" for each in CHARACTERS if each not in contents.upgrades)
    filled = {upgrade.slot for upgrade in contents.upgrades.values()}
    offered = {slot.hardpoint for card in contents.cards.values() for slot in card.slots}
    for slot in SLOTS:
        if slot not in filled or slot not in offered:
            yield f"there is no weapon or no ship for a hardpoint {slot}"


def _faction(own: list[UnitCard]) -> Iterator[tuple[str, bool]]:
    ships = [card for card in own if card.kind == "capital"]
    squadrons = [card for card in own if card.kind == "squadron"]
    lancers = [card for card in squadrons if any(weapon.type == "Lance" for weapon in card.weapons)]
    yield "three classes of ships", len(ships) >= 3
    yield "pair of fighters that fly in Formation", any(_pair(card) for card in squadrons)
    yield "two exo-armors with lances", len([card for card in lancers if card.squadron_type == "exo-armor"]) >= 2
    yield "squadron that boards", any(card.trait("Exo-Suit") or card.trait("Marines") for card in squadrons)
    yield "ship with a Drone Bay, CAP and Hangers", any(_drone_ship(card) for card in ships)
    yield "tender with Cargo, Tug, Repair and Hangers", any(_tender(card) for card in ships)


def _pair(card: UnitCard) -> bool:
    return card.squadron_type == "fighter" and card.trait("Formation") is not None


def _drone_ship(card: UnitCard) -> bool:
    """Is it a ship that launches drones of all three classes?"""
    stocks = [set(weapon.stock) for weapon in card.weapons if weapon.type == "Drone Bay"]
    return set(DRONE_CLASSES) in stocks and bool(card.trait("CAP") and card.trait("Hangers"))


def _tender(card: UnitCard) -> bool:
    has = all(card.trait(name) for name in ("Tender", "Tug", "Repair", "Hangers"))
    return has and 2 <= card.level("Cargo") <= 3


def _unused(contents: Contents) -> Iterator[str]:
    """Words of the closed lists that no card prints and no upgrade brings."""
    cards, upgrades = list(contents.cards.values()), list(contents.upgrades.values())
    weapons = [weapon for card in cards for weapon in card.weapons]
    printed = {trait.name for card in cards for trait in card.traits}
    printed |= {trait.name for upgrade in upgrades for trait in upgrade.traits}
    fitted = [each.weapon for each in upgrades if each.weapon is not None]
    on_weapons = {(card.kind, trait.name) for card in cards for gun in card.weapons for trait in gun.traits}
    on_guns = {each for _, each in on_weapons} | {trait.name for gun in fitted for trait in gun.traits}
    yield from (name for name in MODEL_TRAITS if name not in printed)
    yield from (name for name in WEAPON_TRAITS if name not in on_guns)
    for kind in ("capital", "squadron"):
        yield from (f"{name} on a {kind} card" for name in BOTH_KINDS if (kind, name) not in on_weapons)
    yield from (each for each in PRINTED_WEAPONS if each not in {w.type for w in weapons})
    yield from (f"the missile {each}" for each in MISSILE_KINDS if each not in {gun.missile for gun in weapons})
    yield from (f"the arc {each}" for each in ARCS if each not in {arc for gun in weapons for arc in gun.arcs})
