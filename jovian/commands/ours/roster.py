"""What we ask of our cards together: each faction has what the rules are for, and some card uses every rule."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import UnitCard
from jovian.cards.values.names import ARCS, DRONE_CLASSES, FACTIONS, MISSILE_KINDS, PRINTED_WEAPONS
from jovian.commands.ours.contents import Contents

MODEL_TRAITS = (
    "Assault Craft", "Barrier", "CAP", "Cargo", "Catapult", "Cloak", "Command", "Comms", "Controllable", "Dock", "ECCM",
    "ECM", "Emissions", "Escort", "Evasive", "Exo-Suit", "Expendable", "Fire Ship", "Formation", "Fuel Tanks",
    "Grappler", "Hangers", "Interceptor", "Jammer", "Marines", "Repair", "Self Destruct", "Sensor Array", "Shield",
    "Sluggish", "Static", "Stealth", "TD", "Tender", "Tug",
)  # fmt: skip
"""Traits that some card of ours prints. An Ace is an upgrade: it flies with its own kind."""
WEAPON_TRAITS = ("AP", "Autofire", "Autohit", "CMM", "Limited", "Link", "Precise", "Sniper", "Snub", "Swarm")
BOTH_KINDS = ("Autohit", "CMM", "Limited", "Precise")
"""Weapon traits that ships and squadrons alike print."""


def about_roster(contents: Contents) -> Iterator[str]:
    """What is missing."""
    for faction in FACTIONS:
        for what, found in _faction(contents.of(faction)):
            if not found:
                yield f"{faction}: has no {what}"
    for drone_class in DRONE_CLASSES:
        if sum(card.drone_class == drone_class for card in contents.cards.values()) < 2:
            yield f"there are not two drones of Class {drone_class}"
    yield from (f"no card of ours has {each}" for each in _unused(list(contents.cards.values())))


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
    """With all three classes aboard."""
    stocks = [set(weapon.stock) for weapon in card.weapons if weapon.type == "Drone Bay"]
    return set(DRONE_CLASSES) in stocks and bool(card.trait("CAP") and card.trait("Hangers"))


def _tender(card: UnitCard) -> bool:
    has = all(card.trait(name) for name in ("Tender", "Tug", "Repair", "Hangers"))
    return has and 2 <= card.level("Cargo") <= 3


def _unused(cards: list[UnitCard]) -> Iterator[str]:
    """Words of the closed lists that no card prints."""
    weapons = [weapon for card in cards for weapon in card.weapons]
    printed = {trait.name for card in cards for trait in card.traits}
    on_weapons = {(card.kind, trait.name) for card in cards for gun in card.weapons for trait in gun.traits}
    yield from (name for name in MODEL_TRAITS if name not in printed)
    yield from (name for name in WEAPON_TRAITS if name not in {each for _, each in on_weapons})
    for kind in ("capital", "squadron"):
        yield from (f"{name} on a {kind} card" for name in BOTH_KINDS if (kind, name) not in on_weapons)
    yield from (each for each in PRINTED_WEAPONS if each not in {w.type for w in weapons})
    yield from (f"the missile {each}" for each in MISSILE_KINDS if each not in {gun.missile for gun in weapons})
    yield from (f"the arc {each}" for each in ARCS if each not in {arc for gun in weapons for arc in gun.arcs})
