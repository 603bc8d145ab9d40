"""Build unit cards, upgrade cards, and fleets from documents, and check what the types of single keys can't.

The `build_` functions raise one CardError with all errors. A `line` is what `checked` returns: an object with an
attribute for each key.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Annotated, Any, Literal

from jovian.cards.files import CardError, Document, Mention, Path_, about_key, absent, suggest_names
from jovian.cards.fleet import (
    SECRET,
    TRACKS,
    Arcs,
    Base,
    DroneClass,
    FleetEntry,
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
from jovian.cards.keys import Either, Limits, OneOf, Rating, SquadronType, UnitKey, make
from jovian.cards.names import CARGO, COMMON, DEFAULT_CARRIERS, KINDS, SHIP_ROLES, SPINAL, SQUADRON_ROLES, WEAPON, slug
from jovian.cards.schema import checked
from jovian.cards.traits import BARE, CARD_TRAITS, CARD_WEAPON_TRAITS
from jovian.frozen import freeze_mapping, frozen

# --- Cargo in fleets and scenarios (v1.2.4 Fleet > Cargo) ---


def hold(card: UnitCard) -> int:
    """Return the number of cargo modules that a unit can carry."""
    return card.level("Cargo") if card.kind == "capital" else 0


def checked_cargo(names: list[str], card: UnitCard, document: Document, path: Path_, who: str) -> tuple[str, ...]:
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
    names: list[str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: Path_, who: str
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
    lines: Mapping[str, str], card: UnitCard, known: Mapping[str, UpgradeCard], document: Document, path: Path_,
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
        tuple[Annotated[WeaponCard | Slot, Either("hardpoint", Slot, ShipWeapon)], ...], Limits(max_length=20)
    ] = ()
    counterpart: UnitKey | None = None
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


def _card(unit: Any, document: Document) -> UnitCard:
    traits = build_traits(unit.traits, document, ("traits",))
    tracks = _tracks(unit, traits, document)
    slots = _slots(unit, document)
    _check_counterpart(unit, traits, slots, document)
    base, mounts = _base(unit.base, document), _mounts(unit, document)
    _check_drone(unit, document)
    document.add_error_if(not slug(unit.name), ("name",), about_key("name", "needs a letter or digit"))
    shared = unit.faction == COMMON and getattr(unit, "squadron_type", "") != "drone"
    document.add_error_if(shared, ("faction",), about_key("faction", f"only a drone is {COMMON}"))
    document.settle()
    sensors = max(unit.sensors, default=0) if isinstance(unit.sensors, list) else unit.sensors
    return make(
        UnitCard, unit, key=f"{slug(unit.faction)}/{slug(unit.name)}", image=unit.image or slug(unit.name), base=base,
        armor=_armor(unit.armor), sensors=sensors, tracks=tracks, mounts=mounts, slots=slots, traits=traits,
        source_text=json.dumps(document.data),
    )  # fmt: skip


def _base(base: Any, document: Document) -> Base:
    if isinstance(base, str):
        return BASES[base]
    needs = base.shape == "rect"
    document.add_error_if(needs and base.length is None, ("base",), about_key("base", "a rect needs a length"))
    longer = not needs and base.length is not None
    document.add_error_if(longer, ("base", "length"), about_key("base", f"a {base.shape} has no length"))
    return Base(base.shape, base.width, base.length or base.width)


def _armor(armor: Any) -> Mapping[str, int]:
    if isinstance(armor, int):
        return freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), armor))
    sides = {"side": armor.side, "port": armor.side, "starboard": armor.side}
    return freeze_mapping({"fore": armor.fore, **sides, "aft": armor.aft})


def _tracks(unit: Any, traits: tuple[Trait, ...], document: Document) -> Mapping[str, tuple[int, ...]]:
    """Return all tracks. A unit with the trait Marines:X has the marine boxes X to 1 (v1.2.4 Traits > Marines)."""
    tracks: dict[str, tuple[int, ...]] = {}
    for name in TRACKS:
        boxes = getattr(unit, name, [])
        tracks[name] = tuple(boxes) if isinstance(boxes, list) else ()
        ordered = sorted(tracks[name], reverse=True) == list(tracks[name])
        document.add_error_if(not ordered, (name,), about_key(name, "boxes must be listed highest first"))
    aboard = next((trait.level for trait in traits if trait.name == "Marines"), 0)
    both = bool(aboard and tracks["marines"])
    document.add_error_if(both, ("marines",), about_key("marines", "either boxes or the trait Marines, not both"))
    if aboard:
        tracks["marines"] = tuple(range(aboard, 0, -1))
    return freeze_mapping(tracks)


def _check_drone(unit: Any, document: Document) -> None:
    if unit.kind == KINDS[1]:
        drone, given = unit.squadron_type == "drone", unit.drone_class is not None
        document.add_error_if(drone and not given, ("squadron_type",), "a drone needs a drone_class, 1 to 3")
        document.add_error_if(given and not drone, ("drone_class",), "only a drone has a drone_class")


def build_traits(texts: list[str], document: Document, path: Path_) -> tuple[Trait, ...]:
    """Return the traits of a card. Errors are recorded, such as a trait that is listed twice."""
    traits = [Trait.parse(text) for text in texts]
    names = [trait.name for trait in traits]
    for index, name in enumerate(names):
        document.add_error_if(name in names[:index], (*path, index), f"trait {name} is listed twice")
    return tuple(traits)


def _slots(unit: Any, document: Document) -> tuple[Slot, ...]:
    """Return the hardpoints of a ship. Exactly those of the spinal class have the spinal arc."""
    slots: list[Slot] = []
    for index, line in enumerate(unit.weapons):
        if _is_hardpoint(line):
            path = ("weapons", index, "arcs")
            check_arcs(line.arcs, document, path)
            wrong = (line.hardpoint == SPINAL) != ("spinal" in line.arcs)
            document.add_error_if(wrong, path, f"hardpoint {line.hardpoint}: the arc spinal is for {SPINAL} alone")
            slots.append(make(Slot, line, line=chr(97 + index)))
    return tuple(slots)


def _is_hardpoint(line: Any) -> bool:
    """Return whether a line of a weapon table is a hardpoint that a fleet may fill."""
    return hasattr(line, "hardpoint")


def _check_counterpart(unit: Any, traits: tuple[Trait, ...], slots: tuple[Slot, ...], document: Document) -> None:
    """Check that a Q-Ship, and no other ship, has hardpoints and imitates a civilian card."""
    secret = any(trait.name == SECRET for trait in traits)
    wrong = getattr(unit, "counterpart", None) is not None and not secret
    document.add_error_if(wrong, ("counterpart",), f"only a {SECRET} has a counterpart")
    document.add_error_if(secret and not slots, ("traits",), f"a {SECRET} needs a hardpoint")


def _mounts(unit: Any, document: Document) -> tuple[Mount, ...]:
    mounts: list[Mount] = []
    for index, line in enumerate(unit.weapons):
        if not _is_hardpoint(line):
            weapon = build_weapon(line, unit.structure[0], document, ("weapons", index))
            mounts.extend(Mount(f"{chr(97 + index)}{number}", weapon) for number in range(1, weapon.count + 1))
    return tuple(mounts)


def build_weapon(line: Any, structure: int, document: Document, path: Path_) -> WeaponCard:
    """Return the weapon of a line. `structure` replaces ST. Errors are recorded."""
    arcs = getattr(line, "arcs", ["turret"])
    check_arcs(arcs, document, (*path, "arcs"))
    weapon = make(
        WeaponCard, line, name=line.name or (f"{line.missile} Missile" if line.missile else line.type),
        arcs=tuple(arcs), ac=_dice(line.ac, structure), as_=_dice(getattr(line, "as"), structure),
        traits=build_traits(line.traits, document, (*path, "traits")),
    )  # fmt: skip
    _check_weapon(weapon, document, path)
    return weapon


def _dice(printed: int | str | None, structure: int) -> int | None:
    """Return the dice, or None if it can't attack: missing, `-`, or 0 (R51)."""
    if isinstance(printed, str):
        return structure if printed == "ST" else None
    return printed or None


def check_arcs(arcs: list[Any], document: Document, path: Path_) -> None:
    """Record arcs that can't be combined."""
    document.add_error_if(len(set(arcs)) != len(arcs), path, "an arc is listed twice")
    alone = [arc for arc in ("turret", "spinal") if arc in arcs and len(arcs) > 1]
    document.add_error_if(bool(alone), path, f"{''.join(alone[:1])} excludes other arcs")


def _check_weapon(weapon: WeaponCard, document: Document, path: Path_) -> None:
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


# --- Upgrades ---


def build_upgrade(document: Document) -> UpgradeCard:
    """Build the card of an upgrade document. Raises CardError with all errors."""
    line = checked(UpgradeCard, document)
    raises = tuple((name, by) for name, by in vars(line.raises).items() if by)
    _check_upgrade(line, raises, document)
    weapon = None if line.weapon is None else build_weapon(line.weapon, 0, document, ("weapon",))
    traits = build_traits(line.traits, document, ("traits",))
    document.settle()
    return make(
        UpgradeCard, line, carriers=tuple(line.carriers or DEFAULT_CARRIERS[line.upgrade]), traits=traits,
        raises=raises, weapon=weapon, source_text=json.dumps(document.data),
    )  # fmt: skip


def _check_upgrade(line: Any, raises: tuple[tuple[str, int], ...], document: Document) -> None:
    """Record keys that don't belong together."""
    is_weapon, weapon = line.upgrade == WEAPON, line.weapon
    brings = bool(line.traits or raises)
    for wrong, key, cause in (
        (is_weapon and weapon is None, "upgrade", "a weapon needs the key 'weapon': type, ac, as, macro, traits"),
        (is_weapon and line.slot is None, "upgrade",
         "a weapon needs the key 'slot': the class of hardpoint that it fills"),
        (not is_weapon and weapon is not None, "weapon", "only a weapon has the key 'weapon'"),
        (not is_weapon and line.slot is not None, "slot", "only a weapon has the key 'slot'"),
        (not is_weapon and not brings, "upgrade", "it has no effect: add 'traits' or 'raises'"),
        (is_weapon and brings, "upgrade", "a weapon has no 'traits' and 'raises': put its own traits under 'weapon'"),
        (SECRET in line.traits, "traits", f"an upgrade can't add {SECRET}"),
    ):  # fmt: skip
        document.add_error_if(wrong, (key,), f"{line.name}: {cause}")
    if weapon is not None:
        bay = bool(weapon.drones or weapon.stock)
        unfit = weapon.count != 1 or "ST" in (weapon.ac, getattr(weapon, "as")) or weapon.name is not None
        document.add_error_if(bay, ("weapon",), f"{line.name}: a Drone Bay doesn't fit into a hardpoint")
        cause = f"{line.name}: remove its name and count, and write its dice as numbers"
        document.add_error_if(unfit, ("weapon",), cause)


# --- Fleets ---


def build_fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """Build the fleet of a document from unit cards and upgrades. Raises CardError with all errors.

    `left_out` are the errors of skipped card files.
    """
    fleet, known = checked(FleetList, document), upgrades or {}
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
        lines.append((FleetEntry(line.unit, line.name or "", cargo, more, loaded), line.count))
    document.settle()
    return make(FleetList, fleet, entries=named_entries(lines, cards), source_text=json.dumps(document.data))
