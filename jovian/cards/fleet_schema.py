"""Schemas of the files of units, upgrades, and fleets, and functions that build cards from them.

The schemas check single values. The `build_` functions check what belongs together, and raise one CardError with all
errors.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, StringConstraints, Tag, field_validator

from jovian.cards.files import CardError, Document, Path_, absent, suggest_names
from jovian.cards.fleet import (
    SECRET,
    TRACKS,
    Base,
    FleetEntry,
    FleetList,
    Loaded,
    Mount,
    Slot,
    Trait,
    UnitCard,
    UpgradeCard,
    WeaponCard,
)
from jovian.cards.names import (
    BARE,
    CARD_TRAITS,
    CARD_WEAPON_TRAITS,
    CARGO,
    COMMON,
    DEFAULT_CARRIERS,
    KINDS,
    SPINAL,
    WEAPON,
    TraitRule,
    slug,
)
from jovian.cards.schema import (
    Arc,
    Builder,
    Carrier,
    Extent,
    Faction,
    MissileKind,
    Name,
    Rating,
    SlotClass,
    Slug,
    SquadronType,
    Strict,
    UnitKey,
    UpgradeKind,
    WeaponType,
    checked,
)
from jovian.frozen import freeze_mapping

# --- Cargo in fleets and scenarios (v1.2.4 Fleet > Cargo) ---

CargoLine = Annotated[list[Annotated[str, StringConstraints(max_length=40)]], Field(max_length=20)]
"""The key `cargo` of a file: names of `names.CARGO`."""


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

Words = Annotated[str, StringConstraints(max_length=60)]
UpgradeLine = Annotated[list[Words], Field(max_length=20)]
"""The key `upgrades` of a line: names of upgrade cards."""
HardpointLine = Annotated[dict[Words, Words], Field(max_length=20)]
"""The key `hardpoints` of a line: the name of a weapon by the letter of its line in the weapon table."""


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
    return "" if fits else f"{name} does not go into a hardpoint {slot.hardpoint}"


# --- Unit files (v1.2.4 Components > Unit Cards) ---
# `ac` and `as` are a number, `ST` (as many dice as Structure), or `-` or missing (it can't attack that type).

Boxes = Annotated[list[Annotated[int, Field(ge=1, le=20)]], Field(max_length=20)]
Dice = Rating | Literal["-", "ST"] | None
ModelTrait = Annotated[
    str, StringConstraints(max_length=40), AfterValidator(lambda text: _check_trait(text, CARD_TRAITS))
]
WeaponTrait = Annotated[
    str, StringConstraints(max_length=40), AfterValidator(lambda text: _check_trait(text, CARD_WEAPON_TRAITS))
]


class OwnBase(Strict):
    """A base that isn't a standard one."""

    shape: Literal["rect", "hex", "circle"]
    width: Extent
    length: Extent | None = None


class SquadronWeapon(Strict):
    """One line of a squadron's weapon table."""

    type: WeaponType
    name: Name | None = None
    ac: Dice = None
    as_: Dice = Field(None, alias="as")
    macro: Annotated[int, Field(ge=-10, le=10)] = 0
    traits: list[WeaponTrait] = Field(default_factory=list)
    count: Annotated[int, Field(ge=1, le=12)] = 1
    missile: MissileKind | None = None
    drones: Rating = 0
    stock: Annotated[list[Annotated[int, Field(ge=1, le=3)]], Field(max_length=20)] = Field(default_factory=list)


class ShipWeapon(SquadronWeapon):
    """One line of a capital ship's weapon table."""

    arcs: Annotated[list[Arc], Field(min_length=1, max_length=4)]


class Hardpoint(Strict):
    """A line of a capital ship's weapon table that a fleet may fill (v1.2.4 Fleet > Hardpoints)."""

    hardpoint: SlotClass
    count: Annotated[int, Field(ge=1, le=12)] = 1
    arcs: Annotated[list[Arc], Field(min_length=1, max_length=4)]


def _line_kind(line: Any) -> str:
    """Return the tag of a line of a ship's weapon table: a weapon or a hardpoint."""
    return "slot" if isinstance(line, Hardpoint) or (isinstance(line, dict) and "hardpoint" in line) else "gun"


ShipLine = Annotated[Annotated[ShipWeapon, Tag("gun")] | Annotated[Hardpoint, Tag("slot")], Discriminator(_line_kind)]


class ShipArmor(Strict):
    """Armor by arc. Port and starboard have the same armor."""

    fore: Rating = 0
    side: Rating = 0
    aft: Rating = 0


class Unit(Strict):
    """The keys of both kinds of unit cards."""

    faction: Builder
    name: Name
    tv: Annotated[int, Field(ge=0, le=500)]
    version: Annotated[str, StringConstraints(pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){0,3}$")]
    image: Slug | None = None
    speed: Rating
    fire_control: Rating
    skill: Rating
    unit_cap: Annotated[int, Field(ge=1, le=20)]
    structure: Annotated[Boxes, Field(min_length=1)]
    traits: list[ModelTrait] = Field(default_factory=list)


class Capital(Unit):
    """A capital ship card."""

    kind: Literal["capital"]
    base: Literal["small", "medium", "large"] | OwnBase = "medium"
    turns: Rating
    armor: ShipArmor = ShipArmor()
    signature: Rating = 6
    defense: Boxes
    sensors: Boxes
    thrusters: Boxes
    marines: Boxes = Field(default_factory=list)
    weapons: Annotated[list[ShipLine], Field(max_length=20)] = Field(default_factory=list)
    counterpart: UnitKey | None = None
    """The civilian ship that a Q-Ship imitates."""


class Squadron(Unit):
    """A squadron card."""

    kind: Literal["squadron"]
    squadron_type: SquadronType
    drone_class: Annotated[int, Field(ge=1, le=3)] | None = None
    base: Literal["hex"] | OwnBase = "hex"
    armor: Rating = 0
    signature: Rating = 3
    sensors: Rating
    fuel: Boxes
    weapons: Annotated[list[SquadronWeapon], Field(max_length=20)] = Field(default_factory=list)


def _check_trait(text: str, allowed: dict[str, TraitRule]) -> str:
    """Return the text if it is an allowed trait. Raises ValueError."""
    Trait.parse(text, allowed)
    return text


# --- Building unit cards ---

BASES = {
    "small": Base("rect", 1.5, 2.0),
    "medium": Base("rect", 2.0, 3.0),
    "large": Base("rect", 2.5, 4.0),
    "hex": Base("hex", 1.0, 1.0),
}
"""Rectangles are width x length, the hexagon is 1" across flats (R14)."""


def build_unit(document: Document) -> UnitCard:
    """Build the card of a unit document. Raises CardError with all errors."""
    data = document.data
    if not isinstance(data, dict):
        raise document.error((), "must be a mapping")
    if data.get("kind") in KINDS:
        return _card(checked(Capital, document) if data["kind"] == KINDS[0] else checked(Squadron, document), document)
    kind, known = data.get("kind"), f"must be {' or '.join(KINDS)}"
    document.add_error_if("kind" not in data, (), f"missing key 'kind': {known}")
    document.add_error_if("kind" in data, ("kind",), f"kind: {known}{suggest_names(kind, KINDS, few=0)}")
    likely = KINDS[1] if {"squadron_type", "fuel"} & set(data) else KINDS[0]
    guess = Document(document.file, {**data, "kind": likely}, document.lines)
    with document.noting():
        checked(Capital if likely == KINDS[0] else Squadron, guess)
    document.settle()
    raise AssertionError("a card without a kind is refused")


def _card(unit: Capital | Squadron, document: Document) -> UnitCard:
    traits = build_traits(unit.traits, document, ("traits",))
    tracks = _tracks(unit, traits, document)
    slots, counterpart = _slots(unit, document), _counterpart(unit, traits, document)
    base, mounts, drone_class = _base(unit.base, document), _mounts(unit, document), _drone_class(unit, document)
    document.add_error_if(not slug(unit.name), ("name",), "name: needs a letter or digit")
    shared = unit.faction == COMMON and not (isinstance(unit, Squadron) and unit.squadron_type == "drone")
    document.add_error_if(shared, ("faction",), f"faction: only a drone is {COMMON}")
    document.settle()
    return UnitCard(
        key=f"{slug(unit.faction)}/{slug(unit.name)}",
        kind=unit.kind,
        faction=unit.faction,
        name=unit.name,
        tv=unit.tv,
        version=unit.version,
        image=unit.image or slug(unit.name),
        base=base,
        speed=unit.speed,
        fire_control=unit.fire_control,
        turns=unit.turns if isinstance(unit, Capital) else 0,
        skill=unit.skill,
        unit_cap=unit.unit_cap,
        armor=_armor(unit.armor),
        signature=unit.signature,
        sensors=unit.sensors if isinstance(unit, Squadron) else max(unit.sensors, default=0),
        tracks=tracks,
        mounts=mounts,
        traits=traits,
        squadron_type=unit.squadron_type if isinstance(unit, Squadron) else None,
        drone_class=drone_class,
        source_text=json.dumps(document.data),
        slots=slots,
        counterpart=counterpart,
    )


def _base(base: str | OwnBase, document: Document) -> Base:
    if isinstance(base, str):
        return BASES[base]
    needs = base.shape == "rect"
    document.add_error_if(needs and base.length is None, ("base",), "base: a rect needs a length")
    longer = not needs and base.length is not None
    document.add_error_if(longer, ("base", "length"), f"base: a {base.shape} has no length")
    return Base(base.shape, base.width, base.length or base.width)


def _armor(armor: int | ShipArmor) -> Mapping[str, int]:
    if isinstance(armor, int):
        return freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), armor))
    sides = {"side": armor.side, "port": armor.side, "starboard": armor.side}
    return freeze_mapping({"fore": armor.fore, **sides, "aft": armor.aft})


def _tracks(unit: Capital | Squadron, traits: tuple[Trait, ...], document: Document) -> Mapping[str, tuple[int, ...]]:
    """Return all tracks. A unit with the trait Marines:X has the marine boxes X to 1 (v1.2.4 Traits > Marines)."""
    tracks: dict[str, tuple[int, ...]] = {}
    for name in TRACKS:
        boxes = getattr(unit, name, [])
        tracks[name] = tuple(boxes) if isinstance(boxes, list) else ()
        ordered = sorted(tracks[name], reverse=True) == list(tracks[name])
        document.add_error_if(not ordered, (name,), f"{name}: boxes must be listed highest first")
    aboard = next((trait.level for trait in traits if trait.name == "Marines"), 0)
    both = bool(aboard and tracks["marines"])
    document.add_error_if(both, ("marines",), "marines: either boxes or the trait Marines, not both")
    if aboard:
        tracks["marines"] = tuple(range(aboard, 0, -1))
    return freeze_mapping(tracks)


def _drone_class(unit: Capital | Squadron, document: Document) -> int | None:
    if isinstance(unit, Capital):
        return None
    drone, given = unit.squadron_type == "drone", unit.drone_class is not None
    document.add_error_if(drone and not given, ("squadron_type",), "a drone needs a drone_class, 1 to 3")
    document.add_error_if(given and not drone, ("drone_class",), "only a drone has a drone_class")
    return unit.drone_class


def build_traits(texts: list[str], document: Document, path: Path_) -> tuple[Trait, ...]:
    """Return the traits of a card. Errors are recorded, such as a trait that is listed twice."""
    traits = [Trait.parse(text) for text in texts]
    names = [trait.name for trait in traits]
    for index, name in enumerate(names):
        document.add_error_if(name in names[:index], (*path, index), f"trait {name} is listed twice")
    return tuple(traits)


def _slots(unit: Capital | Squadron, document: Document) -> tuple[Slot, ...]:
    """Return the hardpoints of a ship. Exactly those of the spinal class have the spinal arc."""
    slots: list[Slot] = []
    for index, line in enumerate(unit.weapons):
        if isinstance(line, Hardpoint):
            path = ("weapons", index, "arcs")
            check_arcs(line.arcs, document, path)
            wrong = (line.hardpoint == SPINAL) != ("spinal" in line.arcs)
            document.add_error_if(wrong, path, f"hardpoint {line.hardpoint}: the arc spinal is for {SPINAL} alone")
            slots.append(Slot(chr(97 + index), line.hardpoint, line.count, tuple(line.arcs)))
    return tuple(slots)


def _counterpart(unit: Capital | Squadron, traits: tuple[Trait, ...], document: Document) -> str:
    """Return the key of the civilian card that a Q-Ship imitates, or ""."""
    found = unit.counterpart if isinstance(unit, Capital) else None
    secret = any(trait.name == SECRET for trait in traits)
    document.add_error_if(found is not None and not secret, ("counterpart",), f"only a {SECRET} has a counterpart")
    armed = isinstance(unit, Capital) and any(isinstance(line, Hardpoint) for line in unit.weapons)
    document.add_error_if(secret and not armed, ("traits",), f"a {SECRET} needs a hardpoint")
    return found or ""


def _mounts(unit: Capital | Squadron, document: Document) -> tuple[Mount, ...]:
    mounts: list[Mount] = []
    for index, line in enumerate(unit.weapons):
        if isinstance(line, Hardpoint):
            continue
        weapon = build_weapon(line, unit.structure[0], document, ("weapons", index))
        mounts.extend(Mount(f"{chr(97 + index)}{number}", weapon) for number in range(1, weapon.count + 1))
    return tuple(mounts)


def build_weapon(line: SquadronWeapon, structure: int, document: Document, path: Path_) -> WeaponCard:
    """Return the weapon of a line. `structure` replaces ST. Errors are recorded."""
    arcs = line.arcs if isinstance(line, ShipWeapon) else ["turret"]
    check_arcs(arcs, document, (*path, "arcs"))
    traits = build_traits(line.traits, document, (*path, "traits"))
    weapon = WeaponCard(
        name=line.name or (f"Missile: {line.missile}" if line.missile else line.type),
        type=line.type,
        arcs=tuple(arcs),
        ac=_dice(line.ac, structure),
        as_=_dice(line.as_, structure),
        macro=line.macro,
        traits=traits,
        count=line.count,
        missile=line.missile,
        drones=line.drones,
        stock=tuple(line.stock),
    )
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
        (
            not missile and bool(weapon.trait("Swarm") or weapon.trait("CMM")),
            "Swarm and CMM are for missiles",
        ),
        (bool(weapon.trait("CMM")) and weapon.as_ is None, "CMM needs an AS"),
        (bool(weapon.trait("Swarm") and weapon.trait("CMM")), "Swarm and CMM exclude each other"),
    ):
        document.add_error_if(wrong, path, f"{weapon.name}: {cause}")


# --- Upgrades ---

Rise = Annotated[int, Field(ge=1, le=3)]


class Raises(Strict):
    """The amounts by which an upgrade raises ratings or adds boxes to tracks."""

    speed: Rise | None = None
    fire_control: Rise | None = None
    turns: Rise | None = None
    skill: Rise | None = None
    marines: Rise | None = None
    fuel: Rise | None = None


class Upgrade(Strict):
    """An upgrade file."""

    upgrade: UpgradeKind
    name: Name
    tv: Annotated[int, Field(ge=0, le=100)]
    carriers: Annotated[list[Carrier], Field(min_length=1)] | None = None
    traits: list[ModelTrait] = Field(default_factory=list)
    raises: Raises = Raises()
    slot: SlotClass | None = None
    weapon: SquadronWeapon | None = None


def build_upgrade(document: Document) -> UpgradeCard:
    """Build the card of an upgrade document. Raises CardError with all errors."""
    found = checked(Upgrade, document)
    _check_upgrade(found, document)
    weapon = None if found.weapon is None else build_weapon(found.weapon, 0, document, ("weapon",))
    traits = build_traits(found.traits, document, ("traits",))
    document.settle()
    raises = tuple((name, by) for name, by in found.raises.model_dump().items() if by)
    return UpgradeCard(
        name=found.name, kind=found.upgrade, tv=found.tv, raises=raises,
        carriers=tuple(found.carriers or DEFAULT_CARRIERS[found.upgrade]), traits=traits, slot=found.slot or "",
        weapon=weapon, source_text=json.dumps(document.data),
    )  # fmt: skip


def _check_upgrade(found: Upgrade, document: Document) -> None:
    """Record keys that don't belong together."""
    gun, line = found.upgrade == WEAPON, found.weapon
    brings = bool(found.traits) or found.raises != Raises()
    for wrong, key, cause in (
        (gun and line is None, "upgrade", "a weapon needs the key 'weapon': type, ac, as, macro, traits"),
        (gun and found.slot is None, "upgrade", "a weapon needs the key 'slot': the class of hardpoint that it fills"),
        (not gun and line is not None, "weapon", "only a weapon has the key 'weapon'"),
        (not gun and found.slot is not None, "slot", "only a weapon has the key 'slot'"),
        (not gun and not brings, "upgrade", "it has no effect: add 'traits' or 'raises'"),
        (gun and brings, "upgrade", "a weapon has no 'traits' and 'raises': put its own traits under 'weapon'"),
        (SECRET in found.traits, "traits", f"an upgrade can't add {SECRET}"),
    ):  # fmt: skip
        document.add_error_if(wrong, (key,), f"{found.name}: {cause}")
    if line is not None:
        bay = bool(line.drones or line.stock)
        unfit = line.count != 1 or "ST" in (line.ac, line.as_) or line.name is not None
        document.add_error_if(bay, ("weapon",), f"{found.name}: a Drone Bay doesn't fit into a hardpoint")
        cause = f"{found.name}: remove its name and count, and write its dice as numbers"
        document.add_error_if(unfit, ("weapon",), cause)


# --- Fleets ---


class EntryLine(Strict):
    """A line of a fleet file. The key of a unit card alone is short for a mapping with the key `unit`."""

    unit: UnitKey
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=20)] = 1
    cargo: CargoLine = Field(default_factory=list)
    upgrades: UpgradeLine = Field(default_factory=list)
    hardpoints: HardpointLine = Field(default_factory=dict)
    """Cargo, upgrades, and hardpoints are the same for each of `count` units."""


class Fleet(Strict):
    """A fleet file."""

    name: Name
    faction: Faction
    size: Annotated[int, Field(ge=1, le=5000)]
    units: Annotated[list[EntryLine], Field(min_length=1, max_length=100)]

    @field_validator("units", mode="before")
    @classmethod
    def _spell_out(cls, units: object) -> object:
        if not isinstance(units, list):
            return units
        return [{"unit": unit} if isinstance(unit, str) else unit for unit in units]


def build_fleet(
    document: Document, cards: Mapping[str, UnitCard], left_out: Collection[CardError] = (),
    upgrades: Mapping[str, UpgradeCard] | None = None,
) -> FleetList:  # fmt: skip
    """Build the fleet of a document from unit cards and upgrades. Raises CardError with all errors.

    `left_out` are the errors of skipped card files.
    """
    fleet, known = checked(Fleet, document), upgrades or {}
    entries: list[FleetEntry] = []
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
        several = line.name is not None and line.count > 1
        for number in range(1, line.count + 1):
            name = f"{line.name} {number}" if several else line.name or ""
            entries.append(FleetEntry(line.unit, name, cargo, more, loaded))
    document.settle()
    return FleetList(fleet.name, fleet.faction, fleet.size, _with_names(entries, cards), json.dumps(document.data))


def _with_names(wanted: list[FleetEntry], cards: Mapping[str, UnitCard]) -> tuple[FleetEntry, ...]:
    """Return the entries with names. Several unnamed units of a card are numbered."""
    totals: dict[str, int] = {}
    for entry in wanted:
        totals[entry.unit] = totals.get(entry.unit, 0) + (not entry.name)
    given: dict[str, int] = {}
    entries = []
    for entry in wanted:
        unit, name = entry.unit, entry.name
        if not name:
            given[unit] = given.get(unit, 0) + 1
            name = cards[unit].name + (f" {given[unit]}" if totals[unit] > 1 else "")
        entries.append(replace(entry, name=name))
    return tuple(entries)
