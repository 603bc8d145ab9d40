"""Check the cards, upgrades, fleets, and drawings that come with the game: `python -m tools.check_contents`.

These checks go beyond what makes a file legal: prices are comparable, fleets are full, and each rule is on some card.
Players who add their own cards don't need to meet them, and no rule relies on them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

from jovian.cards import (
    Base,
    FleetList,
    UnitCard,
    UpgradeCard,
    load_fleet,
    load_units,
    load_upgrade,
)
from jovian.cards.art import load_drawings
from jovian.cards.files import BUILTIN_SHELF, Shelf, files_in, use_shelves
from jovian.cards.names import ARCS, CARGO, COMMON, DRONE_CLASSES, FACTIONS, MISSILE_KINDS, PRINTED_WEAPONS, SLOTS, slug
from jovian.cards.traits import MODEL_TRAITS, WEAPON_TRAITS
from jovian.commands.check import check
from jovian.fleets.price import card_value
from jovian.frozen import frozen
from jovian.rules.setup.legality import tally

# --- The contents ---


@frozen
class Contents:
    """All cards, fleets, drawings, and upgrades of a shelf."""

    cards: Mapping[str, UnitCard]
    """By key."""
    fleets: Mapping[str, FleetList]
    """By stem."""
    drawings: frozenset[str]
    """The names of the silhouettes."""
    upgrades: Mapping[str, UpgradeCard]
    """By name."""

    def cards_of(self, faction: str) -> list[UnitCard]:
        """Return the unit cards of a faction."""
        return [card for card in self.cards.values() if card.faction == faction]


def load_contents(shelf: Shelf) -> Contents:
    """Read everything on a shelf. Raises CardError."""
    cards = load_units(shelf.units)
    upgrades = {card.name: card for card in map(load_upgrade, files_in(shelf.upgrades))}
    fleets = {path.stem: load_fleet(path, cards, upgrades) for path in files_in(shelf.fleets)}
    drawings: dict[str, object] = {}
    for path in files_in(shelf.silhouettes):
        drawings |= load_drawings(path, drawings)
    return Contents(cards, fleets, frozenset(drawings), upgrades)


def shelf_files(shelf: Shelf) -> list[Path]:
    """Return every file on a shelf."""
    return [path for folder in shelf for path in files_in(folder)]


# --- The price of a card ---

DRONE_VALUES = {1: (5.0, 6.0), 2: (7.0, 8.5), 3: (9.5, 11.0)}
"""The lowest and highest value of a drone, by its class. Drones cost 0 TV themselves."""
TOLERANCE = 0.06
"""The share by which a printed TV may differ from the value of the card."""


def price_fault(card: UnitCard) -> str:
    """Say how the TV of a card differs from its value, or return ""."""
    value = card_value(card)
    if card.drone:
        low, high = DRONE_VALUES[card.drone_class or 0]
        is_fair = card.tv == 0 and low <= value <= high
        fault = f"costs {card.tv} TV and is worth {value:.1f}, a drone of its class 0 and {low} to {high}"
        return "" if is_fair else fault
    return f"costs {card.tv} TV, worth {value:.1f}" if abs(card.tv - value) > TOLERANCE * value else ""


# --- Each card ---

VERSION = "1.2.4"
SHIP_STRUCTURE, SHIP_DEFENSE = range(3, 7), range(2, 6)
SQUADRON_BOXES = range(4, 7)
DRONE_BOXES = {1: range(1, 3), 2: range(2, 3), 3: range(3, 4)}
"""Structure boxes of a drone by its class."""
DRONE_FUEL = {1: (1,), 2: (2, 1), 3: (3, 2, 1)}


def card_faults(contents: Contents) -> Iterator[str]:
    """Yield a line for each fault of a card."""
    for card in contents.cards.values():
        yield from (f"{card.key}: {fault}" for fault in _faults_of(card) if fault)
        if card.image not in contents.drawings:
            yield f"{card.key}: has no drawing '{card.image}'"


def _faults_of(card: UnitCard) -> Iterator[str]:
    yield price_fault(card)
    yield "" if card.version == VERSION else f"is written for {card.version}, not {VERSION}"
    for track, boxes in card.tracks.items():
        if boxes and set(boxes) != set(range(1, boxes[0] + 1)):
            yield f"its {track} track {list(boxes)} doesn't go down to 1 by single steps"
    yield "" if card.image == slug(card.name) else f"its image is '{card.image}', not its name"
    if card.kind == "capital":
        yield from _ship_faults(card)
    else:
        yield from _drone_faults(card) if card.drone else _squadron_faults(card)
        if card.base != Base("hex", 1.0, 1.0):
            yield "a squadron has the standard hexagonal base"


def _ship_faults(card: UnitCard) -> Iterator[str]:
    if card.printed("structure") not in SHIP_STRUCTURE or card.printed("defense") not in SHIP_DEFENSE:
        yield "a ship has Structure 3 to 6 and Defense 2 to 5"
    if not (card.turns >= 1) == (card.speed >= 1) == (card.trait("Static") is None):
        yield "a ship moves and turns, and only what is Static does neither"
    if card.base.shape != "rect" or card.signature != 6:
        yield "a ship has a rectangular base and Signature 6"


def _squadron_faults(card: UnitCard) -> Iterator[str]:
    if len(card.tracks["structure"]) not in SQUADRON_BOXES or card.printed("fuel") < 2 or card.signature != 3:
        yield "a squadron has 4 to 6 Structure boxes, Fuel 2 or more and Signature 3"


def _drone_faults(card: UnitCard) -> Iterator[str]:
    drone_class = card.drone_class or 0
    if len(card.tracks["structure"]) not in DRONE_BOXES[drone_class] or card.tracks["fuel"] != DRONE_FUEL[drone_class]:
        yield "doesn't have the boxes of its class"
    if not card.trait("Controllable"):
        yield "a drone is Controllable"
    if card.signature not in (2, 3) or not any(weapon.as_ for weapon in card.weapons):
        yield "a drone has Signature 2 or 3 and a weapon against squadrons"


# --- Ready fleets ---

SIZES = ("150", "250", "squadrons-250", "strike-250")
"""The ends of the stems of each faction's ready fleets."""
SIZES_PLAYED, PER_SIZE = (150, 250, 500), 4
"""The sizes of ready fleets, and the number of ready fleets that each faction has of each."""
SHAPES = {150: ((2, 3), (4, 8)), 250: ((4, 4), (4, 8)), 500: ((6, 9), (8, 16))}
"""The least and most moving ships and squadrons of a ready fleet by its size."""
SQUADRON_SHAPES = {250: ((2, 2), (9, 13), (60, 75)), 500: ((4, 6), (16, 24), (45, 75))}
"""The same for fleets of squadrons, with the percentage of TV in squadrons."""
SLACK = 5
"""TV that a ready fleet may leave unspent: less than half of the smallest model."""


def fleet_faults(contents: Contents) -> Iterator[str]:
    """Yield a line for each fault of the ready fleets."""
    stems = [f"{slug(faction)}-{size}" for faction in FACTIONS for size in SIZES]
    yield from (f"there is no ready fleet {stem}" for stem in stems if stem not in contents.fleets)
    ready = Counter((fleet.faction, fleet.size) for fleet in contents.fleets.values())
    for faction, size in product(FACTIONS, SIZES_PLAYED):
        if ready[faction, size] < PER_SIZE:
            yield f"{faction}: has {ready[faction, size]} ready fleets of {size} TV, not {PER_SIZE}"
    for stem, fleet in contents.fleets.items():
        cards = [contents.cards[entry.unit] for entry in fleet.entries]
        yield from (f"{stem}: {fault}" for fault in _faults_of_fleet(stem, fleet, cards, contents))
    units = {entry.unit for fleet in contents.fleets.values() for entry in fleet.entries}
    unused = [key for key, card in contents.cards.items() if not card.drone and key not in units]
    yield from (f"{key}: flies in no ready fleet" for key in unused)
    carried = {cargo for fleet in contents.fleets.values() for entry in fleet.entries for cargo in entry.cargo}
    yield from (f"no ready fleet carries {cargo}" for cargo in CARGO if cargo not in carried)


def _faults_of_fleet(stem: str, fleet: FleetList, cards: list[UnitCard], contents: Contents) -> Iterator[str]:
    spent = tally(fleet, contents.cards).total
    if not fleet.size - SLACK <= spent <= fleet.size:
        yield f"spends {spent} of {fleet.size} TV; at most {SLACK} may be left"
    if len({entry.name for entry in fleet.entries}) < len(fleet.entries):
        yield "two models have the same name"
    moving = [card.kind for card in cards if not card.trait("Static")]
    ships, squadrons = moving.count("capital"), moving.count("squadron")
    if "-squadrons-" in stem:
        yield from _squadron_fleet_faults(fleet, cards, ships, squadrons)
    elif not all(
        low <= number <= high for number, (low, high) in zip((ships, squadrons), SHAPES[fleet.size], strict=True)
    ):
        yield f"has {ships} ships and {squadrons} squadrons, which is not the shape of its size"
    if "-strike-" in stem:
        yield from _strike_fleet_faults(fleet, cards)
    if fleet.size > 150 and ("-squadrons-" in stem or "-strike-" in stem):
        unnamed = [entry.name for entry in fleet.entries if entry.name == contents.cards[entry.unit].name]
        yield from (f"{name} has no name of its own" for name in unnamed)


def _squadron_fleet_faults(fleet: FleetList, cards: list[UnitCard], ships: int, squadrons: int) -> Iterator[str]:
    """Check for few ships and many squadrons, CAP, drones, pairs for Formations, and lances."""
    spent = sum(card.tv for card in cards if card.kind == "squadron")
    numbers, shape = (ships, squadrons, 100 * spent / fleet.size), SQUADRON_SHAPES[fleet.size]
    if not all(low <= number <= high for number, (low, high) in zip(numbers, shape, strict=True)):
        limits = ", ".join(f"{low} to {high}" for low, high in shape)
        yield f"has {ships} ships and {squadrons} squadrons for {spent} TV, not {limits} %"
    if not any(card.level("Hangers") >= 2 and card.trait("CAP") for card in cards):
        yield "has no carrier with CAP"
    if not any(mount.weapon.stock for card in cards for mount in card.mounts):
        yield "has no drone ship"
    pairs = Counter(card.key for card in cards if card.trait("Formation"))
    if not pairs or any(number % 2 for number in pairs.values()):
        yield "has no pairs for Formations"
    if sum(any(weapon.type == "Lance" for weapon in card.weapons) for card in cards) < 2:
        yield "has fewer than two squadrons with lances"


def _strike_fleet_faults(fleet: FleetList, cards: list[UnitCard]) -> Iterator[str]:
    """Check for one tender with all its cargo, and a squadron that boards."""
    tenders = [(entry, card) for entry, card in zip(fleet.entries, cards, strict=True) if card.trait("Tender")]
    if len(tenders) != 1 or len(tenders[0][0].cargo) != tenders[0][1].level("Cargo"):
        yield "doesn't have exactly one tender with all its cargo"
    if not any(card.trait("Exo-Suit") or card.trait("Marines") for card in cards):
        yield "has no squadron that boards"


# --- The roster ---

CHARACTERS = ("Ace Pilot", "Captain", "Chief Engineer", "Commodore", "Marine Commander")
BOTH_KINDS = ("Autohit", "CMM", "Limited", "Precise")
"""Weapon traits that both ships and squadrons print."""


def roster_faults(contents: Contents) -> Iterator[str]:
    """Yield a line for each unit that a faction lacks, and each name of the rules that no card uses."""
    for faction in FACTIONS:
        for unit, is_there in _wanted_units(contents.cards_of(faction)):
            if not is_there:
                yield f"{faction}: has no {unit}"
    for drone_class in DRONE_CLASSES:
        common = [card for card in contents.cards_of(COMMON) if card.drone_class == drone_class]
        if len(common) < 2:
            yield f"there are not two common drones of Class {drone_class}"
    yield from (f"no card has {name}" for name in _unused_names(contents))
    yield from (f"there is no {name} among the upgrades" for name in CHARACTERS if name not in contents.upgrades)
    filled = {upgrade.slot for upgrade in contents.upgrades.values()}
    offered = {slot.hardpoint for card in contents.cards.values() for slot in card.slots}
    for hardpoint in SLOTS:
        if hardpoint not in filled or hardpoint not in offered:
            yield f"there is no weapon or no ship for a hardpoint {hardpoint}"


def _wanted_units(cards: list[UnitCard]) -> Iterator[tuple[str, bool]]:
    """Yield each unit that a faction should have, and whether it has one."""
    ships = [card for card in cards if card.kind == "capital"]
    squadrons = [card for card in cards if card.kind == "squadron"]
    lancers = [card for card in squadrons if any(weapon.type == "Lance" for weapon in card.weapons)]
    pairs = [card for card in squadrons if card.squadron_type == "fighter" and card.trait("Formation")]
    yield "eight classes of ships", len([card for card in ships if not card.trait("Static")]) >= 8
    yield "six types of squadrons", len([card for card in squadrons if not card.drone]) >= 6
    yield "drones of its own", any(card.drone for card in squadrons)
    for role in ("corvette", "battleship", "carrier", "transport", "q-ship"):
        yield role, any(card.role == role for card in ships)
    yield "pair of fighters that fly in Formation", bool(pairs)
    yield "two exo-armors with lances", len([card for card in lancers if card.squadron_type == "exo-armor"]) >= 2
    yield "squadron that boards", any(card.trait("Exo-Suit") or card.trait("Marines") for card in squadrons)
    yield "ship with a Drone Bay, CAP and Hangers", any(_is_drone_ship(card) for card in ships)
    yield "tender with Cargo, Tug, Repair and Hangers", any(_is_tender(card) for card in ships)


def _is_drone_ship(card: UnitCard) -> bool:
    """Return whether a ship launches drones of all three classes."""
    stocks = [set(weapon.stock) for weapon in card.weapons if weapon.type == "Drone Bay"]
    return set(DRONE_CLASSES) in stocks and bool(card.trait("CAP") and card.trait("Hangers"))


def _is_tender(card: UnitCard) -> bool:
    has_traits = all(card.trait(name) for name in ("Tender", "Tug", "Repair", "Hangers"))
    return has_traits and 2 <= card.level("Cargo") <= 3


def _unused_names(contents: Contents) -> Iterator[str]:
    """Yield the names of the closed lists that no card prints and no upgrade brings."""
    cards, upgrades = list(contents.cards.values()), list(contents.upgrades.values())
    weapons = [weapon for card in cards for weapon in card.weapons]
    traits = {trait.name for card in cards for trait in card.traits}
    traits |= {trait.name for upgrade in upgrades for trait in upgrade.traits}
    fitted = [upgrade.weapon for upgrade in upgrades if upgrade.weapon is not None]
    printed = {(card.kind, trait.name) for card in cards for weapon in card.weapons for trait in weapon.traits}
    weapon_traits = {name for _, name in printed} | {trait.name for weapon in fitted for trait in weapon.traits}
    yield from (name for name in MODEL_TRAITS if name not in traits)
    yield from (name for name in WEAPON_TRAITS if name not in weapon_traits)
    for kind in ("capital", "squadron"):
        yield from (f"{name} on a {kind} card" for name in BOTH_KINDS if (kind, name) not in printed)
    yield from (name for name in PRINTED_WEAPONS if name not in {weapon.type for weapon in weapons})
    yield from (f"the missile {kind}" for kind in MISSILE_KINDS if kind not in {weapon.missile for weapon in weapons})
    yield from (f"the arc {arc}" for arc in ARCS if arc not in {arc for weapon in weapons for arc in weapon.arcs})


# --- The command ---


def find_faults(contents: Contents) -> Iterator[str]:
    """Yield a line for everything that falls short."""
    yield from card_faults(contents)
    yield from roster_faults(contents)
    yield from fleet_faults(contents)


def main() -> int:
    """Check every file of the game, then its contents. Return the exit status."""
    with use_shelves(BUILTIN_SHELF):
        if status := check([_short_path(path) for path in shelf_files(BUILTIN_SHELF)]):
            return status
        faults = list(find_faults(load_contents(BUILTIN_SHELF)))
    for fault in faults:
        print(fault, file=sys.stderr)
    if not faults:
        print("all contents are good")
    return 1 if faults else 0


def _short_path(path: Path) -> str:
    """Return a path relative to the current folder if it is below."""
    folder = Path.cwd()
    return str(path.relative_to(folder) if path.is_relative_to(folder) else path)


if __name__ == "__main__":
    sys.exit(main())
