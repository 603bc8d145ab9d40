"""`check --ours`: what we ask of the contents that come with the game, beyond what makes a file legal.

Whoever adds cards of their own need not heed any of it; no rule and no test of the rules relies on it.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from jovian.cards import (
    CardError,
    FleetList,
    UnitCard,
    UpgradeCard,
    WeaponCard,
    load_fleet,
    load_scenario,
    load_unit,
    load_units,
    load_upgrade,
    unit_cards,
    upgrades,
)
from jovian.cards.art import load_drawings
from jovian.cards.building import read_file
from jovian.cards.files import (
    BUILTIN_SHELF,
    FLEET,
    SAVE,
    SCENARIO,
    SILHOUETTES,
    UNIT,
    UPGRADE,
    Shelf,
    files_in,
    holds_save,
    kind_of,
    place,
    use_shelves,
)
from jovian.cards.names import (
    ARCS,
    CARGO,
    COMMON,
    DRONE_CLASSES,
    FACTIONS,
    MISSILE_KINDS,
    MODEL_TRAITS,
    PRINTED_WEAPONS,
    SLOTS,
    slug,
)
from jovian.cards.names import WEAPON_TRAITS as NAMES_WEAPON_TRAITS
from jovian.commands.problem import print_line
from jovian.commands.stdout import print_json
from jovian.rules.setup.legality import tally

# --- contents ---
# The contents of a shelf as they are looked at here: all of it read, nothing left out.


@dataclass(frozen=True, slots=True)
class Contents:
    """Cards by key, fleets by stem, the names of the drawings, upgrades by name."""

    cards: Mapping[str, UnitCard]
    fleets: Mapping[str, FleetList]
    drawings: frozenset[str]
    upgrades: Mapping[str, UpgradeCard]

    def of(self, faction: str) -> list[UnitCard]:
        """The cards of a faction."""
        return [card for card in self.cards.values() if card.faction == faction]


def read(shelf: Shelf) -> Contents:
    """Everything on the shelf. Raises CardError."""
    cards = load_units(shelf.units)
    upgrades = {card.name: card for card in map(load_upgrade, files_in(shelf.upgrades))}
    fleets = {path.stem: load_fleet(path, cards, upgrades) for path in files_in(shelf.fleets)}
    names: dict[str, object] = {}
    for path in files_in(shelf.silhouettes):
        names |= load_drawings(path, names)
    return Contents(cards, fleets, frozenset(names), upgrades)


def files(shelf: Shelf) -> list[Path]:
    """Every file on the shelf."""
    return [path for folder in shelf for path in files_in(folder)]


# --- worth ---
# What a unit is worth in Threat Value: the yardstick that keeps the three factions comparable.
#
# Points for hull, movement and crew, for traits, and for guns. A pool of n dice is worth n(n + 1) / 4, since sets
# grow with pairs of dice; guns beyond the Fire Control rating count 40 %, the best first. A Drone Bay is worth its
# stock, less than as many free squadrons, since drones wait for commands. Printed TV may stray a little. Drones cost
# nothing themselves; the yardstick keeps those of one class alike. The weights are fitted to play: the cards are as
# they are because their fleets are even (docs/performance.md), and the weights price those cards.

TYPES = {
    "Beam Projector": 1.6,
    "Kinetic Cannon": 1.0,
    "Mass Driver": 1.0,
    "Missile": 0.95,
    "Particle Cannon": 1.15,
    "Lance": 1.0,
}
WEAPON_TRAITS = {
    "Link": 1.1, "Autofire": 1.3, "Sniper": 1.45, "AP": 1.1,
    "Precise": 0.85, "CMM": 1.2, "Swarm": 0.8, "Snub": 1.05, "Limited": 0.8,
    "Autohit": 1.05,
}  # fmt: skip
TRAITS = {
    "Hangers": 1.2, "Catapult": 0.85, "Launchers": 0.5, "CAP": 0.75, "Command": 2.15, "ECM": 2.5, "ECCM": 1.45,
    "Stealth": 1.6, "Evasive": 1.6, "Interceptor": 1.0, "Fast": 1.05, "Grappler": 1.0, "Repair": 1.15,
    "Sensor Array": 1.3, "Assault Craft": 0.1, "Energy Armor": 1.5, "Reactive Armor": 2.0, "TD": 1.0,
    "Formation": 0.75, "Comms": 0.55, "Escort": 1.0, "Fuel Tanks": 0.6, "Dock": 2.0, "Controllable": 0.0,
    "Cargo": 0.5, "Tender": 1.0, "Tug": 0.5, "Sluggish": -0.5, "Barrier": 1.5, "Shield": 2.5, "Cloak": 4.0,
    "Jammer": 2.0, "Emissions": -1.0, "Fire Ship": 0.0, "Exo-Suit": 0.7, "Marines": 0.5,
    "Static": -3.0, "Self Destruct": -6.0, "Expendable": 0.5, "Q-Ship": 1.0, "Heavy": 0.0,
}  # fmt: skip
SQUADRON_TRAIT = 0.4
AUTOHIT = {"D": 4, "T": 6, "Q+": 8}
"""The dice that a hit without a roll is worth."""
NUKE = 1.5
"""A burst strikes whoever is near."""
LANCE = 2.0
STOCK = {1: 0.85, 2: 2.0, 3: 2.95}
"""A box of a Drone Bay by the class of what it holds."""
DRONE_WORTH = {1: (5.0, 6.0), 2: (7.0, 8.5), 3: (9.5, 11.0)}
"""Least and most by the class of a drone."""
TOLERANCE = 0.06


def worth(card: UnitCard) -> float:
    """Threat Value by the yardstick."""
    ship = card.kind == "capital"
    bays = _total([STOCK[box] for mount in card.mounts for box in mount.weapon.stock])
    guns = sorted((_gun(mount.weapon, ship) for mount in card.mounts if not mount.weapon.stock), reverse=True)
    fire = card.fire_control
    shots = _total(guns[:fire]) + 0.4 * _total(guns[fire:])
    traits = _total([TRAITS[trait.name] * (trait.level or 1) for trait in card.traits])
    return shots + bays + _hull(card) + traits * (1.0 if ship else SQUADRON_TRAIT)


def _hull(card: UnitCard) -> float:
    boxes = {track: len(found) for track, found in card.tracks.items()}
    if card.kind == "squadron":
        return (
            0.9 * boxes["structure"]
            + card.armor["fore"]
            + 0.2 * card.speed
            + 0.4 * boxes["fuel"]
            + 0.5 * (card.skill + card.sensors)
        )
    armor = card.armor["fore"] + 1.5 * card.armor["side"] + 0.5 * card.armor["aft"]
    soft = boxes["defense"] + boxes["sensors"] + 0.7 * boxes["thrusters"] + 0.4 * boxes["marines"]
    return 2.4 * boxes["structure"] + armor + soft + 0.6 * card.speed + 0.6 * card.turns + card.skill


def _gun(weapon: WeaponCard, ship: bool) -> float:
    if weapon.type == "Lance":
        return LANCE
    sure = weapon.trait("Autohit")
    against = [AUTOHIT[sure.note] if sure and rating else rating for rating in (weapon.ac, weapon.as_)]
    power = 0.5 * _dice(against[0]) + 0.4 * _dice(against[1]) + 0.6 * weapon.macro
    power *= NUKE if weapon.missile == "Nuke" else 1.0
    power *= TYPES[weapon.type] * (_reach(weapon) if ship else 1.0)
    for trait in weapon.traits:
        power *= WEAPON_TRAITS[trait.name]
    return power


def _reach(weapon: WeaponCard) -> float:
    if weapon.spinal:
        return 0.75
    return 1.2 if "turret" in weapon.arcs else 0.75 + 0.1 * len(weapon.arcs)


def _dice(rating: int | None) -> float:
    return 0.0 if rating is None else rating * (rating + 1) / 4


def _total(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total += value
    return total


def stray(card: UnitCard) -> str:
    """How the price of a card strays from its worth, "" if it does not."""
    found = worth(card)
    if card.drone:
        least, most = DRONE_WORTH[card.drone_class or 0]
        good = card.tv == 0 and least <= found <= most
        said = f"costs {card.tv} TV and is worth {found:.1f}, a drone of its class 0 and {least} to {most}"
        return "" if good else said
    return f"costs {card.tv} TV, worth {found:.1f}" if abs(card.tv - found) > TOLERANCE * found else ""


# --- cards ---
# What we ask of each of our cards: its price, its boxes, its drawing.

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


# --- fleets ---
# What we ask of our ready fleets: that they are full, of the shape of their size, and use every card.

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


# --- roster ---
# What we ask of our cards together: each faction has what the rules are for, and some card uses every rule.

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
    yield from (name for name in NAMES_WEAPON_TRAITS if name not in on_guns)
    for kind in ("capital", "squadron"):
        yield from (f"{name} on a {kind} card" for name in BOTH_KINDS if (kind, name) not in on_weapons)
    yield from (each for each in PRINTED_WEAPONS if each not in {w.type for w in weapons})
    yield from (f"the missile {each}" for each in MISSILE_KINDS if each not in {gun.missile for gun in weapons})
    yield from (f"the arc {each}" for each in ARCS if each not in {arc for gun in weapons for arc in gun.arcs})


def shortfalls(contents: Contents) -> Iterator[str]:
    """Everything that falls short of what we ask, a line each."""
    yield from about_cards(contents)
    yield from about_roster(contents)
    yield from about_fleets(contents)


# --- check ---
# `check`: is a unit, upgrade, fleet, scenario, silhouette or save file good? What a file is, its content says.
#
# What passes can be played as it stands: fleets and scenarios are held against `rules.legality`, as by all who play
# them. The rules are imported for these and for saves alone: a unit is checked in half the time without them.


class Finding(NamedTuple):
    """What is said of one file."""

    file: str
    kind: str
    """One of `cards.kinds`, "" if it is none of them or cannot be read."""
    summary: str
    """What a good file holds, "" for a bad one."""
    errors: list[dict[str, Any]]
    """Line (None where none is to blame) and cause of everything that is wrong."""
    status: int


def check(given: list[str], as_json: bool = False) -> int:
    """Check every file; the worst status of them. Units and upgrades given along with fleets are known to them."""
    found = list(_findings(given))
    if as_json:
        print_json({"files": [_facts(finding) for finding in found]})
    else:
        for finding in found:
            _tell(finding)
    return max(finding.status for finding in found)


def _facts(finding: Finding) -> dict[str, Any]:
    """What `check --json` says of a file."""
    return {
        "file": finding.file, "kind": finding.kind, "good": not finding.errors, "summary": finding.summary,
        "errors": finding.errors,
    }  # fmt: skip


def check_ours(as_json: bool = False) -> int:
    """Check every file of the project, and say what falls short of what we ask of them."""
    with use_shelves(BUILTIN_SHELF):
        status = check([_named(path) for path in files(BUILTIN_SHELF)], as_json)
        if status:
            return status
        found = list(shortfalls(read(BUILTIN_SHELF)))
    for line in found:
        print_line(line, sys.stderr)
    if not found and not as_json:
        print("all of it is as we ask")
    return 1 if found else 0


def _named(path: Path) -> str:
    """As it stands in the project, if that is where we are."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _tell(finding: Finding) -> None:
    if not finding.errors:
        print_line(f"{finding.file}: {finding.kind}, {finding.summary}")
    for error in finding.errors:
        print_line(f"{place(finding.file, error['line'])}: {error['cause']}", sys.stderr)


def _findings(given: list[str]) -> Iterator[Finding]:
    cards, fittings = dict(unit_cards()), dict(upgrades())
    for file, kind in sorted(((file, _kind(file)) for file in given), key=lambda each: each[1] not in (UNIT, UPGRADE)):
        try:
            yield _saved(file) if kind == SAVE else Finding(file, kind, _checked(file, kind, cards, fittings), [], 0)
        except CardError as error:
            faults = sorted(error.all(), key=lambda each: each.line or 0)
            yield Finding(file, kind, "", [{"line": each.line, "cause": each.cause} for each in faults], 2)


def _saved(file: str) -> Finding:
    """What is said of a save."""
    from jovian.match import Diverged, SaveError
    from jovian.match.saves import load
    from jovian.rules.basics.rolls import pluralize

    try:
        match = load(file, log=False)
    except SaveError as error:
        found: list[dict[str, Any]] = [{"line": error.line, "cause": error.cause}]
        return Finding(file, SAVE, "", found, 1 if isinstance(error, Diverged) else 2)
    told = f"{match.setup.scenario.name}, turn {match.state.turn}, {pluralize(len(match.journal), 'answer')}"
    return Finding(file, SAVE, f"{told}, unsealed" if match.unsealed else told, [], 0)


def _kind(file: str) -> str:
    """What a file holds, "" if it cannot be told or read."""
    if holds_save(file):
        return SAVE
    try:
        return kind_of(read_file(Path(file)).data)
    except CardError:
        return ""


def _checked(file: str, kind: str, cards: dict[str, UnitCard], fittings: dict[str, UpgradeCard]) -> str:
    """What is said of a good file that is no save. Raises CardError for a bad one."""
    if kind == UNIT:
        card = load_unit(Path(file))
        cards[card.key] = card
        return f"{card.key}, {card.tv} TV"
    if kind == UPGRADE:
        upgrade = load_upgrade(Path(file))
        fittings[upgrade.name] = upgrade
        return f"{upgrade.name}, {upgrade.kind}, {upgrade.tv} TV"
    if kind == FLEET:
        return _checked_fleet(file, cards, fittings)
    if kind == SILHOUETTES:
        return f"{len(load_drawings(file))} drawings"
    if kind == SCENARIO:
        return _scenario(file, cards, fittings)
    read_file(Path(file))
    raise CardError(file, None, "is neither a unit, an upgrade, a fleet, a scenario, silhouettes nor a save")


def _scenario(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_scenario
    from jovian.rules.basics.rolls import pluralize

    scenario = load_scenario(Path(file), cards, fittings)
    refuse_scenario(Path(file), scenario, cards)
    return f"{scenario.name}, {len(scenario.terrain)} terrain, {pluralize(len(scenario.models), 'model')}"


def _checked_fleet(file: str, cards: Mapping[str, UnitCard], fittings: Mapping[str, UpgradeCard]) -> str:
    from jovian.play import refuse_fleet
    from jovian.rules.setup.legality import tally

    fleet = load_fleet(Path(file), cards, fittings)
    refuse_fleet(Path(file), fleet, cards)
    spent = tally(fleet, cards)
    return f"{fleet.name}, {spent.total} of {fleet.size} TV ({spent.squadrons} in squadrons), legal"
