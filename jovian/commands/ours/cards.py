"""What we ask of each of our cards: its price, its boxes, its drawing."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.cards import UnitCard
from jovian.cards.values.names import COMMON, slug
from jovian.commands.ours.contents import Contents
from jovian.commands.ours.worth import stray

VERSION = "1.2.4"
SHIP_STRUCTURE, SHIP_DEFENSE = range(3, 7), range(2, 6)
SQUADRON_BOXES = range(4, 7)
DRONE_BOXES = {1: range(1, 3), 2: range(2, 3), 3: range(3, 4)}
"""Structure boxes of a drone by its class."""
DRONE_FUEL = {1: (1,), 2: (2, 1), 3: (3, 2, 1)}


def about_cards(contents: Contents) -> Iterator[str]:
    """What falls short of what we ask of each card, a line each."""
    for card in contents.cards.values():
        yield from (f"{card.key}: {said}" for said in _printed(card) if said)
        if card.image not in contents.drawings:
            yield f"{card.key}: has no drawing '{card.image}'"


def _printed(card: UnitCard) -> Iterator[str]:
    yield stray(card)
    yield "" if card.version == VERSION else f"is written for {card.version}, not {VERSION}"
    yield "" if card.image == slug(card.name) else f"its image is '{card.image}', not its name"
    yield from _ship(card) if card.kind == "capital" else _drone(card) if card.drone else _squadron(card)


def _ship(card: UnitCard) -> Iterator[str]:
    if card.printed("structure") not in SHIP_STRUCTURE or card.printed("defense") not in SHIP_DEFENSE:
        yield "a ship of ours has Structure 3 to 6 and Defense 2 to 5"
    if not (card.turns >= 1) == (card.speed >= 1) == (card.trait("Static") is None):
        yield "what moves also turns, and only what is Static does neither"
    if card.base.shape != "rect" or card.signature != 6:
        yield "a ship of ours has a rectangular base and Signature 6"


def _squadron(card: UnitCard) -> Iterator[str]:
    if len(card.tracks["structure"]) not in SQUADRON_BOXES or card.printed("fuel") < 2 or card.signature != 3:
        yield "a squadron of ours has 4 to 6 Structure boxes, Fuel 2 or more and Signature 3"
    yield from _hex(card)


def _drone(card: UnitCard) -> Iterator[str]:
    drone_class = card.drone_class or 0
    if len(card.tracks["structure"]) not in DRONE_BOXES[drone_class] or card.tracks["fuel"] != DRONE_FUEL[drone_class]:
        yield "has not the boxes of its class"
    if card.faction != COMMON or not card.trait("Controllable"):
        yield f"a drone of ours is {COMMON} and Controllable"
    if card.signature not in (2, 3) or not any(weapon.as_ for weapon in card.weapons):
        yield "a drone of ours has Signature 2 or 3 and something against squadrons"
    yield from _hex(card)


def _hex(card: UnitCard) -> Iterator[str]:
    if card.base != ("hex", 1.0, 1.0):
        yield "a squadron of ours stands on the usual hexagon"
