"""Build unit cards, upgrade cards, and fleets from documents, and check what the types of single keys can't.

The `build_` functions raise one CardError with all errors.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from jovian.cards.files import CardError, Document, KeyPath, Mention, about_key, absent, one_line, suggest_names
from jovian.cards.fleet import (
    AS_STRUCTURE,
    SECRET,
    TRACKS,
    Arcs,
    Base,
    DroneClass,
    FleetEntry,
    FleetFile,
    FleetList,
    Loaded,
    Mount,
    Slot,
    Trait,
    Unit,
    UnitCard,
    UpgradeCard,
    WeaponCard,
    named_entries,
)
from jovian.cards.keys import Either, Limits, Mark, OneOf, Rating, SquadronType, UnitKey
from jovian.cards.names import (
    ARCS,
    CARGO,
    COMMON,
    DEFAULT_CARRIERS,
    KINDS,
    MISSILE_KINDS,
    MISSILE_NAMES,
    SHIP_ROLES,
    SPINAL,
    SQUADRON_ROLES,
    SQUADRON_TYPES,
    WEAPON,
    WEAPON_TYPES,
    slug,
)
from jovian.cards.plain_json import MAX_BASE
from jovian.cards.plain_reader import read_plain
from jovian.cards.schema import checked
from jovian.cards.traits import BARE, CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.frozen import freeze_mapping, frozen

# --- Cargo in fleets and scenarios (v1.2.4 Fleet > Cargo) ---


def hold(card: UnitCard) -> int:
    """Return the number of cargo modules that a unit can carry."""
    return card.level("Cargo") if card.kind == "capital" else 0


def checked_cargo(names: Sequence[str], card: UnitCard, document: Document, path: KeyPath, who: str) -> tuple[str, ...]:
    """Return the cargo of a unit in order. Errors are recorded; `path` is the path of the list."""
    for number, name in enumerate(names):
        where = (*path, number)
        document.add_error_if(
            name not in CARGO, where, f"{who}: no cargo is called '{name}'{suggest_names(name, CARGO)}"
        )
        document.add_error_if(name in names[:number], where, f"{who}: cargo {name} is listed twice")
    slots = hold(card)
    document.add_error_if(
        bool(names) and not slots, path, f"{who}: only a capital ship with the trait Cargo carries cargo"
    )
    count = len(names)
    document.add_error_if(count > slots, path, f"{who}: has Cargo for {slots}, not for {count}")
    return tuple(names)


# --- Upgrades and hardpoints in fleets and scenarios (v1.2.4 Fleet) ---


def checked_upgrades(
    names: Sequence[str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: KeyPath, who: str
) -> tuple[UpgradeCard, ...]:
    """Return the upgrades of a unit in order. Errors are recorded; `path` is the path of the list."""
    upgrades: list[UpgradeCard] = []
    for number, name in enumerate(names):
        upgrade = known.get(name)
        fault = _upgrade_fault(name, upgrade, card, upgrades, known)
        document.add_error_if(bool(fault), (*path, number), f"{who}: {fault}")
        if upgrade is not None and not fault:
            upgrades.append(upgrade)
    return tuple(upgrades)


def _upgrade_fault(
    name: str, upgrade: UpgradeCard | None, card: UnitCard, before: list[UpgradeCard], known: Mapping[str, UpgradeCard]
) -> str:
    """Return why a unit may not have an upgrade after those before it, or ""."""
    if upgrade is None:
        return f"no upgrade is called '{name}'{suggest_names(name, known)}"
    if upgrade.kind == WEAPON:
        return f"{name} is a weapon, which stands under 'hardpoints'"
    if (card.squadron_type or card.kind) not in upgrade.carriers:
        return f"{name} is for {' or '.join(upgrade.carriers)}"
    if upgrade in before:
        return f"upgrade {name} is listed twice"
    has = {trait.name for trait in card.traits} | {trait.name for other in before for trait in other.traits}
    again = [trait.name for trait in upgrade.traits if trait.name in has and CARD_TRAITS[trait.name].takes == BARE]
    return f"{name} adds {again[0]}, which the unit already has" if again else ""


def checked_hardpoints(
    lines: Mapping[str, str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: KeyPath,
    who: str,
) -> tuple[Loaded, ...]:  # fmt: skip
    """Return the filled hardpoints of a unit by line. Errors are recorded; `path` is the path of the mapping."""
    slots = {slot.line: slot for slot in card.slots}
    filled: list[Loaded] = []
    for line, name in lines.items():
        upgrade, slot = known.get(name), slots.get(line)
        fault = _hardpoint_fault(line, name, slot, upgrade, slots, known)
        document.add_error_if(bool(fault), (*path, line), f"{who}: {fault}")
        if upgrade is not None and slot is not None and not fault:
            filled.append(Loaded(line, upgrade, slot.count))
    return tuple(sorted(filled, key=lambda loaded: loaded.line))


def _hardpoint_fault(
    line: str, name: str, slot: Slot | None, upgrade: UpgradeCard | None,
    slots: Mapping[str, Slot], known: Mapping[str, UpgradeCard],
) -> str:  # fmt: skip
    """Return why a weapon doesn't fit into a line of hardpoints, or ""."""
    if slot is None:
        there = f"; they are {', '.join(slots)}" if slots else "; it has no hardpoints"
        return f"its weapon line '{line}' is no hardpoint{there}"
    if upgrade is None:
        return f"no upgrade is called '{name}'{suggest_names(name, known)}"
    fits = upgrade.kind == WEAPON and upgrade.slot == slot.hardpoint
    return "" if fits else f"{upgrade.title} does not go into a hardpoint {slot.hardpoint}"


# --- Unit files (v1.2.4 Components > Unit Cards) ---

Boxes = Annotated[tuple[Annotated[int, Limits(ge=1, le=20)], ...], Limits(max_length=20)]
Structure = Annotated[Boxes, Limits(min_length=1)]


@frozen
class ShipWeapon(WeaponCard):
    """One line of a capital ship's weapon table."""

    arcs: Arcs


@frozen
class ShipArmor:
    """Armor by arc. Port and starboard have the same armor."""

    fore: Rating = 0
    side: Rating = 0
    aft: Rating = 0


@frozen(kw_only=True)
class Capital(Unit):
    """The keys of a capital ship card."""

    kind: Literal["capital"]
    role: Annotated[str, OneOf(SHIP_ROLES)] = ""
    base: Literal["small", "medium", "large"] | Base = "medium"
    turns: Rating
    armor: ShipArmor = ShipArmor()
    signature: Rating = 6
    structure: Structure
    defense: Boxes
    sensors: Boxes
    thrusters: Boxes
    marines: Boxes = ()
    weapons: Annotated[
        tuple[Annotated[ShipWeapon | Slot, Either("hardpoint", Slot, ShipWeapon)], ...], Limits(max_length=20)
    ] = ()
    counterpart: Annotated[UnitKey, Mark.NULL] = ""
    """The civilian ship that a Q-Ship imitates."""


@frozen(kw_only=True)
class Squadron(Unit):
    """The keys of a squadron card."""

    kind: Literal["squadron"]
    role: Annotated[str, OneOf(SQUADRON_ROLES)] = ""
    squadron_type: SquadronType
    drone_class: DroneClass | None = None
    base: Literal["hex"] | Base = "hex"
    armor: Rating = 0
    signature: Rating = 3
    structure: Structure
    sensors: Rating
    fuel: Boxes
    weapons: Annotated[tuple[WeaponCard, ...], Limits(max_length=20)] = ()


# --- Unit cards ---

BASES = {
    "small": Base("rect", 1.5, 2.0),
    "medium": Base("rect", 2.0, 3.0),
    "large": Base("rect", 2.5, 4.0),
    "hex": Base("hex", 1.0, 1.0),
}
"""Rectangles are width x length, the hexagon is 1" across flats (R14)."""


FORMS = dict(zip(KINDS, (Capital, Squadron), strict=True))
"""The keys of each kind of unit card."""


def build_unit(document: Document) -> UnitCard:
    """Build the card of a unit document. Raises CardError with all errors."""
    data = document.data
    if not isinstance(data, dict):
        raise document.error((), "must be a mapping")
    kind, known = data.get("kind"), f"must be {' or '.join(KINDS)}"
    if isinstance(kind, str) and kind in FORMS:
        return _card(checked(FORMS[kind], document), document)
    document.add_error_if("kind" not in data, (), (Mention("missing key 'kind'", "missing key", "kind"), f": {known}"))
    document.add_error_if("kind" in data, ("kind",), about_key("kind", f"{known}{suggest_names(kind, KINDS, few=0)}"))
    likely = KINDS[1] if {"squadron_type", "fuel"} & set(data) else KINDS[0]
    guess = Document(document.file, {**data, "kind": likely}, document.lines)
    with document.noting():
        checked(FORMS[likely], guess)
    document.settle()
    raise AssertionError("a card without a kind is refused")


def _card(unit: Capital | Squadron, document: Document) -> UnitCard:
    ship, squadron = (unit, None) if isinstance(unit, Capital) else (None, unit)
    _check_traits(unit.traits, document, ("traits",))
    tracks = _tracks(unit, document)
    slots = _slots(ship.weapons, document) if ship else ()
    _check_counterpart(ship, unit.traits, slots, document)
    base, mounts = _base(unit.base, document), _mounts(unit, document)
    if squadron:
        _check_drone(squadron, document)
    document.add_error_if(not slug(unit.name), ("name",), about_key("name", "needs a letter or digit"))
    is_drone = squadron is not None and squadron.squadron_type == "drone"
    shared = unit.faction == COMMON and not is_drone
    document.add_error_if(shared, ("faction",), about_key("faction", f"only a drone is {COMMON}"))
    document.settle()
    return UnitCard(
        key=f"{slug(unit.faction)}/{slug(unit.name)}", kind=unit.kind, faction=unit.faction, name=unit.name, tv=unit.tv,
        version=unit.version, image=unit.image or slug(unit.name), speed=unit.speed, fire_control=unit.fire_control,
        skill=unit.skill, unit_cap=unit.unit_cap, about=unit.about, traits=unit.traits, role=unit.role, base=base,
        turns=ship.turns if ship else 0, armor=_armor(unit.armor), signature=unit.signature,
        sensors=unit.sensors if isinstance(unit.sensors, int) else max(unit.sensors, default=0),
        tracks=tracks, mounts=mounts, slots=slots, counterpart=ship.counterpart if ship else "",
        squadron_type=squadron.squadron_type if squadron else None,
        drone_class=squadron.drone_class if squadron else None, source_text=json.dumps(document.data),
    )  # fmt: skip


def _base(base: str | Base, document: Document) -> Base:
    if isinstance(base, str):
        return BASES[base]
    needs = base.shape == "rect"
    document.add_error_if(needs and not base.length, ("base",), about_key("base", "a rect needs a length"))
    longer = not needs and bool(base.length)
    document.add_error_if(longer, ("base", "length"), about_key("base", f"a {base.shape} has no length"))
    return Base(base.shape, base.width, base.length or base.width)


ARMORED = ("fore", "side", "port", "starboard", "aft")
"""The keys of a card's armor."""


def _armor(armor: ShipArmor | int) -> Mapping[str, int]:
    if isinstance(armor, int):
        return freeze_mapping(dict.fromkeys(ARMORED, armor))
    sides = {"side": armor.side, "port": armor.side, "starboard": armor.side}
    return freeze_mapping({"fore": armor.fore, **sides, "aft": armor.aft})


def _tracks(unit: Capital | Squadron, document: Document) -> Mapping[str, tuple[int, ...]]:
    """Return all tracks. A unit with the trait Marines:X has the marine boxes X to 1 (v1.2.4 Traits > Marines)."""
    tracks: dict[str, tuple[int, ...]] = {}
    for name in TRACKS:
        boxes = getattr(unit, name, ())
        tracks[name] = boxes if isinstance(boxes, tuple) else ()
        ordered = tuple(sorted(tracks[name], reverse=True)) == tracks[name]
        document.add_error_if(not ordered, (name,), about_key(name, "boxes must be listed highest first"))
    aboard = next((trait.level for trait in unit.traits if trait.name == "Marines"), 0)
    both = bool(aboard and tracks["marines"])
    document.add_error_if(both, ("marines",), about_key("marines", "either boxes or the trait Marines, not both"))
    if aboard:
        tracks["marines"] = tuple(range(aboard, 0, -1))
    return freeze_mapping(tracks)


def _check_drone(unit: Squadron, document: Document) -> None:
    drone, given = unit.squadron_type == "drone", unit.drone_class is not None
    document.add_error_if(drone and not given, ("squadron_type",), "a drone needs a drone_class, 1 to 3")
    document.add_error_if(given and not drone, ("drone_class",), "only a drone has a drone_class")


def _check_traits(traits: tuple[Trait, ...], document: Document, path: KeyPath) -> None:
    """Record each trait that is listed twice."""
    names = [trait.name for trait in traits]
    for index, name in enumerate(names):
        document.add_error_if(name in names[:index], (*path, index), f"trait {name} is listed twice")


def _slots(lines: tuple[ShipWeapon | Slot, ...], document: Document) -> tuple[Slot, ...]:
    """Return the hardpoints of a ship. Exactly those of the spinal class have the spinal arc."""
    slots: list[Slot] = []
    for index, line in enumerate(lines):
        if isinstance(line, Slot):
            path = ("weapons", index, "arcs")
            check_arcs(line.arcs, document, path)
            wrong = (line.hardpoint == SPINAL) != ("spinal" in line.arcs)
            document.add_error_if(wrong, path, f"hardpoint {line.hardpoint}: the arc spinal is for {SPINAL} alone")
            slots.append(replace(line, line=chr(97 + index)))
    return tuple(slots)


def _check_counterpart(
    ship: Capital | None, traits: tuple[Trait, ...], slots: tuple[Slot, ...], document: Document
) -> None:
    """Check that a Q-Ship, and no other ship, has hardpoints and imitates a civilian card."""
    secret = any(trait.name == SECRET for trait in traits)
    wrong = ship is not None and bool(ship.counterpart) and not secret
    document.add_error_if(wrong, ("counterpart",), f"only a {SECRET} has a counterpart")
    document.add_error_if(secret and not slots, ("traits",), f"a {SECRET} needs a hardpoint")


def _mounts(unit: Capital | Squadron, document: Document) -> tuple[Mount, ...]:
    mounts: list[Mount] = []
    for index, line in enumerate(unit.weapons):
        if isinstance(line, WeaponCard):
            weapon = build_weapon(line, unit.structure[0], document, ("weapons", index))
            mounts.extend(Mount(f"{chr(97 + index)}{number}", weapon) for number in range(1, weapon.count + 1))
    return tuple(mounts)


def build_weapon(line: WeaponCard, structure: int, document: Document, path: KeyPath) -> WeaponCard:
    """Return the weapon of a line. `structure` replaces ST. Errors are recorded."""
    check_arcs(line.arcs, document, (*path, "arcs"))
    ac, as_ = (structure if dice == AS_STRUCTURE else dice for dice in (line.ac, line.as_))
    weapon = WeaponCard(
        name=line.name or MISSILE_NAMES.get(line.missile or "", line.type), type=line.type,
        arcs=line.arcs or ("turret",), ac=ac, as_=as_, macro=line.macro, traits=line.traits, count=line.count,
        missile=line.missile, drones=line.drones, stock=line.stock,
    )  # fmt: skip
    _check_traits(weapon.traits, document, (*path, "traits"))
    _check_weapon(weapon, document, path)
    return weapon


def check_arcs(arcs: tuple[str, ...], document: Document, path: KeyPath) -> None:
    """Record arcs that can't be combined."""
    document.add_error_if(len(set(arcs)) != len(arcs), path, "an arc is listed twice")
    alone = [arc for arc in ("turret", "spinal") if arc in arcs and len(arcs) > 1]
    document.add_error_if(bool(alone), path, f"{''.join(alone[:1])} excludes other arcs")


def _check_weapon(weapon: WeaponCard, document: Document, path: KeyPath) -> None:
    missile, bay = weapon.type == "Missile", weapon.type == "Drone Bay"
    unarmed = weapon.ac is None and weapon.as_ is None
    for wrong, cause in (
        (missile and weapon.missile is None, "a Missile needs the key 'missile': AC, AS, Nuke or Torpedo"),
        (not missile and weapon.missile is not None, "only a Missile has the key 'missile'"),
        (bay and not (weapon.drones and weapon.stock), "a Drone Bay needs 'drones' and 'stock'"),
        (not bay and bool(weapon.drones or weapon.stock), "only a Drone Bay has 'drones' and 'stock'"),
        (bay and not unarmed, "a Drone Bay has no AC and AS"),
        (unarmed and not bay and weapon.type != "Lance", "needs an AC or an AS above 0"),
    ):
        document.add_error_if(wrong, path, f"{weapon.name}: {cause}")
    ratings = {"AC": weapon.ac, "AS": weapon.as_}
    for rule in (CARD_WEAPON_TRAITS[trait.name] for trait in weapon.traits):
        for wrong, cause in (
            (rule.weapon_type not in ("", weapon.type), f"{rule.name} is for the type {rule.weapon_type}"),
            (ratings.get(rule.rating, 0) is None, f"{rule.name} needs an {rule.rating}"),
            (weapon.trait(rule.excludes) is not None, f"{rule.name} and {rule.excludes} exclude each other"),
        ):
            document.add_error_if(wrong, path, f"{weapon.name}: {cause}")


# --- Unit cards of a game, as JSON (`plain_json.py`) ---


def read_card(data: Any) -> UnitCard:
    """Return the card of any JSON. Raises ValueError with one line if it isn't one."""
    card = read_plain(UnitCard, data, "card: ")
    for fault in _card_faults(card):
        raise ValueError(f"card '{one_line(card.key, 60)}': {fault}")
    return card


def _card_faults(card: UnitCard) -> Iterator[str]:
    """Yield the words of a card that the rules don't know, and sizes that no base has."""
    weapons = [mount.weapon for mount in card.mounts]
    allowed = (
        ("kind", [card.kind], (*KINDS, "object")),
        ("squadron_type", [card.squadron_type] if card.squadron_type else [], SQUADRON_TYPES),
        ("type", [weapon.type for weapon in weapons], WEAPON_TYPES),
        ("arcs", [arc for weapon in weapons for arc in weapon.arcs], ARCS),
        ("missile", [weapon.missile for weapon in weapons if weapon.missile is not None], MISSILE_KINDS),
        ("tracks", [*card.tracks], TRACKS),
        ("traits", _trait_names(card.traits), CARD_TRAITS),
        ("traits", [name for weapon in weapons for name in _trait_names(weapon.traits)], CARD_WEAPON_TRAITS),
    )
    for key, words, known in allowed:
        for word in words:
            if word not in known:
                yield f"{key} can't be '{one_line(word, 40)}'"
    if {*card.armor} != {*ARMORED}:
        yield "armor must have the keys " + ", ".join(ARMORED)
    if not all(0 < size <= MAX_BASE for size in (card.base.width, card.base.length)):
        yield f"a base must have a width and a length of at most {MAX_BASE}"
    if card.cover is not None:
        yield from _card_faults(card.cover)


def _trait_names(traits: tuple[Trait, ...]) -> list[str]:
    return [trait.name for trait in traits]


# --- Upgrades ---


def build_upgrade(document: Document) -> UpgradeCard:
    """Build the card of an upgrade document. Raises CardError with all errors."""
    upgrade = checked(UpgradeCard, document)
    _check_upgrade(upgrade, document)
    weapon = None if upgrade.weapon is None else build_weapon(upgrade.weapon, 0, document, ("weapon",))
    _check_traits(upgrade.traits, document, ("traits",))
    document.settle()
    return replace(
        upgrade, carriers=upgrade.carriers or DEFAULT_CARRIERS[upgrade.kind], weapon=weapon,
        source_text=json.dumps(document.data),
    )  # fmt: skip


def _check_upgrade(upgrade: UpgradeCard, document: Document) -> None:
    """Record keys that don't belong together."""
    is_weapon, weapon = upgrade.kind == WEAPON, upgrade.weapon
    brings, is_secret = bool(upgrade.traits or upgrade.raises), any(trait.name == SECRET for trait in upgrade.traits)
    for wrong, key, cause in (
        (is_weapon and weapon is None, "upgrade", "a weapon needs the key 'weapon': type, ac, as, macro, traits"),
        (is_weapon and not upgrade.slot, "upgrade",
         "a weapon needs the key 'slot': the class of hardpoint that it fills"),
        (not is_weapon and weapon is not None, "weapon", "only a weapon has the key 'weapon'"),
        (not is_weapon and bool(upgrade.slot), "slot", "only a weapon has the key 'slot'"),
        (not is_weapon and not brings, "upgrade", "it has no effect: add 'traits' or 'raises'"),
        (is_weapon and brings, "upgrade", "a weapon has no 'traits' and 'raises': put its own traits under 'weapon'"),
        (is_secret, "traits", f"an upgrade can't add {SECRET}"),
    ):  # fmt: skip
        document.add_error_if(wrong, (key,), f"{upgrade.name}: {cause}")
    if weapon is not None:
        bay = bool(weapon.drones or weapon.stock)
        unfit = weapon.count != 1 or AS_STRUCTURE in (weapon.ac, weapon.as_) or bool(weapon.name)
        document.add_error_if(bay, ("weapon",), f"{upgrade.name}: a Drone Bay doesn't fit into a hardpoint")
        cause = f"{upgrade.name}: remove its name and count, and write its dice as numbers"
        document.add_error_if(unfit, ("weapon",), cause)


# --- Fleets ---


def build_fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """Build the fleet of a document from unit cards and upgrades. Raises CardError with all errors.

    `left_out` are the errors of skipped card files.
    """
    fleet, known = checked(FleetFile, document), upgrades or {}
    lines: list[tuple[FleetEntry, int]] = []
    for index, line in enumerate(fleet.units):
        path = ("units", index, "unit")
        if line.unit not in cards:
            document.add_error_if(
                True, path, f"no unit card has the key '{line.unit}'{absent(line.unit, cards, left_out)}"
            )
            continue
        drone = cards[line.unit].drone
        document.add_error_if(drone, path, f"{line.unit} is a drone: only a Drone Bay brings it to the table")
        cargo = checked_cargo(line.cargo, cards[line.unit], document, ("units", index, "cargo"), line.unit)
        more = checked_upgrades(
            line.upgrades, cards[line.unit], known, document, ("units", index, "upgrades"), line.unit
        )
        path = ("units", index, "hardpoints")
        loaded = checked_hardpoints(line.hardpoints, cards[line.unit], known, document, path, line.unit)
        lines.append((FleetEntry(line.unit, line.name, cargo, more, loaded), line.count))
    document.settle()
    entries = named_entries(lines, cards)
    return FleetList(fleet.name, fleet.faction, fleet.size, entries, source_text=json.dumps(document.data))
