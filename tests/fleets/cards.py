"""Cards for tests of fleets: round prices, upgrades, and a ship with hardpoints, beside the frozen ones."""

from __future__ import annotations

from jovian.cards import parse_unit, unit_cards
from jovian.cards.load import parse_upgrade
from jovian.fleets.status import Library

WEAPON = {"upgrade": "weapon", "tv": 2, "weapon": {"type": "Kinetic Cannon", "ac": 3, "as": 2}}
UPGRADES = [
    {"upgrade": "character", "name": "Captain", "tv": 2, "raises": {"skill": 1}},
    {"upgrade": "character", "name": "Ace Pilot", "tv": 3, "carriers": ["exo-armor", "fighter"], "traits": ["Ace"]},
    {**WEAPON, "name": "Kinetic Cannon II", "slot": "II"},
    {**WEAPON, "name": "Kinetic Cannon III", "slot": "III"},
]


def make_library() -> Library:
    """Return ships and a squadron of 25 TV, four upgrades, and the frozen cards."""
    known = unit_cards()
    ship, squad = dict(known["cega/uller"].source), dict(known["cega/wyvern"].source)
    hardpoints = [{"hardpoint": "I", "arcs": ["fore"]}, {"hardpoint": "II", "arcs": ["port", "starboard"], "count": 2}]
    made = [
        {**ship, "name": "Ship", "tv": 25, "unit_cap": 3, "traits": []},
        {**ship, "name": "Carrier", "tv": 25, "unit_cap": 3, "traits": ["Hangers:1"]},
        {**ship, "name": "Fort", "tv": 25, "unit_cap": 9, "traits": ["Static"]},
        {**ship, "name": "Freighter", "tv": 25, "unit_cap": 3, "traits": ["Cargo:2"]},
        {**ship, "name": "Raider", "tv": 25, "unit_cap": 3, "traits": [], "weapons": hardpoints},
        {**squad, "name": "Squad", "tv": 25, "unit_cap": 3},
    ]
    cards = {card.key: card for card in (parse_unit(data, "test") for data in made)}
    upgrades = [parse_upgrade(data, "test") for data in UPGRADES]
    return Library(dict(known) | cards, {upgrade.name: upgrade for upgrade in upgrades})


CARDS = make_library()
