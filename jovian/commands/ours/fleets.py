"""What we ask of our ready fleets: that they are full, of the shape of their size, and use every card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from jovian.cards import FleetList, UnitCard
from jovian.cards.values.names import CARGO, FACTIONS, slug
from jovian.commands.ours.contents import Contents
from jovian.rules.setup.legality import tally

SIZES = ("150", "250", "squadrons-250", "strike-250")
"""The ready fleets of each faction, as their stems end."""
SLACK = 5
"""TV that a ready fleet may leave unspent: less than half of the smallest model."""


def about_fleets(contents: Contents) -> Iterator[str]:
    """What falls short of what we ask of the ready fleets, a line each."""
    wanted = [f"{slug(faction)}-{size}" for faction in FACTIONS for size in SIZES]
    yield from (f"there is no ready fleet {stem}" for stem in wanted if stem not in contents.fleets)
    for stem, fleet in contents.fleets.items():
        cards = [contents.cards[entry.unit] for entry in fleet.entries]
        yield from (f"{stem}: {said}" for said in _fleet(stem, fleet, cards, contents))
    used = {entry.unit for fleet in contents.fleets.values() for entry in fleet.entries}
    idle = [key for key, card in contents.cards.items() if not card.drone and key not in used]
    yield from (f"{key}: flies in no ready fleet" for key in idle)
    carried = {cargo for fleet in contents.fleets.values() for entry in fleet.entries for cargo in entry.cargo}
    yield from (f"no ready fleet carries {cargo}" for cargo in CARGO if cargo not in carried)


def _fleet(stem: str, fleet: FleetList, cards: list[UnitCard], contents: Contents) -> Iterator[str]:
    spent = tally(fleet, contents.cards).total
    if not fleet.size - SLACK <= spent <= fleet.size:
        yield f"spends {spent} of {fleet.size} TV, all but {SLACK} should be"
    if len({entry.name for entry in fleet.entries}) < len(fleet.entries):
        yield "two models have one name"
    moving = [card.kind for card in cards if not card.trait("Static")]
    ships, squadrons = moving.count("capital"), moving.count("squadron")
    if "-squadrons-" in stem:
        yield from _squadrons(fleet, cards, ships, squadrons)
    elif not ((2 <= ships <= 3 if fleet.size <= 150 else ships == 4) and 4 <= squadrons <= 8):
        yield f"has {ships} ships and {squadrons} squadrons, which is not the shape of its size"
    if "-strike-" in stem:
        yield from _strike(fleet, cards)
    if fleet.size > 150 and ("-squadrons-" in stem or "-strike-" in stem):
        unnamed = [e.name for e in fleet.entries if e.name == contents.cards[e.unit].name]
        yield from (f"{name} has no name of its own" for name in unnamed)


def _squadrons(fleet: FleetList, cards: list[UnitCard], ships: int, squadrons: int) -> Iterator[str]:
    """Two carriers and everything that squadrons are for: CAP, drones, pairs for Formations, lancers."""
    spent = sum(card.tv for card in cards if card.kind == "squadron")
    if ships != 2 or not 9 <= squadrons <= 13 or not 60 * fleet.size <= 100 * spent <= 75 * fleet.size:
        yield f"has {ships} ships and {squadrons} squadrons for {spent} TV, not 2 and 9 to 13 for 60 to 75 %"
    if not any(card.level("Hangers") >= 2 and card.trait("CAP") for card in cards):
        yield "has no carrier with CAP"
    if not any(mount.weapon.stock for card in cards for mount in card.mounts):
        yield "has no drone ship"
    pairs = Counter(card.key for card in cards if card.trait("Formation"))
    if not pairs or any(number % 2 for number in pairs.values()):
        yield "has no pairs for Formations"
    if sum(any(weapon.type == "Lance" for weapon in card.weapons) for card in cards) < 2:
        yield "has not two squadrons with lances"


def _strike(fleet: FleetList, cards: list[UnitCard]) -> Iterator[str]:
    """A tender whose slots are all full, and something that boards."""
    tenders = [(entry, card) for entry, card in zip(fleet.entries, cards, strict=True) if card.trait("Tender")]
    if len(tenders) != 1 or len(tenders[0][0].cargo) != tenders[0][1].level("Cargo"):
        yield "has not one tender with all its cargo"
    if not any(card.trait("Exo-Suit") or card.trait("Marines") for card in cards):
        yield "has nothing that boards"
