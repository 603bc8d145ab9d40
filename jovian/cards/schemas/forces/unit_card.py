"""How a checked unit file becomes a `UnitCard`, and what no schema can say of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jovian.cards.error import meant
from jovian.cards.reading.document import Document, Path_
from jovian.cards.schemas.forces.unit import (
    Capital,
    Hardpoint,
    OwnBase,
    ShipArmor,
    ShipWeapon,
    Squadron,
    SquadronWeapon,
)
from jovian.cards.schemas.validate import checked
from jovian.cards.values.card import TRACKS, Base, Mount, Slot, Trait, UnitCard, WeaponCard
from jovian.cards.values.fitting import SECRET
from jovian.cards.values.names import COMMON, KINDS, slug
from jovian.cards.values.upgrade_names import SPINAL
from jovian.frozen import freeze_mapping

BASES = {
    "small": Base("rect", 1.5, 2.0),
    "medium": Base("rect", 2.0, 3.0),
    "large": Base("rect", 2.5, 4.0),
    "hex": Base("hex", 1.0, 1.0),
}
"""R14; rectangles are width x length, the hexagon is 1" across flats."""


def build_unit(document: Document) -> UnitCard:
    """The card of a unit document. Raises CardError with everything that is wrong."""
    data = document.data
    if not isinstance(data, dict):
        raise document.error((), "must be a mapping")
    if data.get("kind") in KINDS:
        return _card(checked(Capital, document) if data["kind"] == KINDS[0] else checked(Squadron, document), document)
    kind, known = data.get("kind"), f"must be {' or '.join(KINDS)}"
    document.note_if("kind" not in data, (), f"missing key 'kind': {known}")
    document.note_if("kind" in data, ("kind",), f"kind: {known}{meant(kind, KINDS, few=0)}")
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
    document.note_if(not slug(unit.name), ("name",), "name: needs a letter or digit")
    shared = unit.faction == COMMON and not (isinstance(unit, Squadron) and unit.squadron_type == "drone")
    document.note_if(shared, ("faction",), f"faction: only a drone is {COMMON}")
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
    document.note_if(needs and base.length is None, ("base",), "base: a rect needs a length")
    longer = not needs and base.length is not None
    document.note_if(longer, ("base", "length"), f"base: a {base.shape} has no length")
    return Base(base.shape, base.width, base.length or base.width)


def _armor(armor: int | ShipArmor) -> Mapping[str, int]:
    if isinstance(armor, int):
        return freeze_mapping(dict.fromkeys(("fore", "side", "port", "starboard", "aft"), armor))
    sides = {"side": armor.side, "port": armor.side, "starboard": armor.side}
    return freeze_mapping({"fore": armor.fore, **sides, "aft": armor.aft})


def _tracks(unit: Capital | Squadron, traits: tuple[Trait, ...], document: Document) -> Mapping[str, tuple[int, ...]]:
    """Every track; who prints Marines:X and no boxes has X of them, X to 1 (v1.2.4 Traits > Marines)."""
    tracks: dict[str, tuple[int, ...]] = {}
    for name in TRACKS:
        boxes = getattr(unit, name, [])
        tracks[name] = tuple(boxes) if isinstance(boxes, list) else ()
        ordered = sorted(tracks[name], reverse=True) == list(tracks[name])
        document.note_if(not ordered, (name,), f"{name}: boxes must be listed highest first")
    aboard = next((trait.level for trait in traits if trait.name == "Marines"), 0)
    both = bool(aboard and tracks["marines"])
    document.note_if(both, ("marines",), "marines: either boxes or the trait Marines, not both")
    if aboard:
        tracks["marines"] = tuple(range(aboard, 0, -1))
    return freeze_mapping(tracks)


def _drone_class(unit: Capital | Squadron, document: Document) -> int | None:
    if isinstance(unit, Capital):
        return None
    drone, given = unit.squadron_type == "drone", unit.drone_class is not None
    document.note_if(drone and not given, ("squadron_type",), "a drone needs a drone_class, 1 to 3")
    document.note_if(given and not drone, ("drone_class",), "only a drone has a drone_class")
    return unit.drone_class


def build_traits(texts: list[str], document: Document, path: Path_) -> tuple[Trait, ...]:
    """The traits of a card, each once; what is wrong is noted."""
    found = [Trait.parse(text) for text in texts]
    names = [trait.name for trait in found]
    for index, name in enumerate(names):
        document.note_if(name in names[:index], (*path, index), f"trait {name} stands there twice")
    return tuple(found)


def _slots(unit: Capital | Squadron, document: Document) -> tuple[Slot, ...]:
    """Its hardpoints: those of the spinal class, and no others, lie along the ship."""
    slots: list[Slot] = []
    for index, line in enumerate(unit.weapons):
        if isinstance(line, Hardpoint):
            path = ("weapons", index, "arcs")
            check_arcs(line.arcs, document, path)
            wrong = (line.hardpoint == SPINAL) != ("spinal" in line.arcs)
            document.note_if(wrong, path, f"hardpoint {line.hardpoint}: the arc spinal is for {SPINAL} alone")
            slots.append(Slot(chr(97 + index), line.hardpoint, line.count, tuple(line.arcs)))
    return tuple(slots)


def _counterpart(unit: Capital | Squadron, traits: tuple[Trait, ...], document: Document) -> str:
    """The civilian card that it passes for, "" for none."""
    found = unit.counterpart if isinstance(unit, Capital) else None
    secret = any(trait.name == SECRET for trait in traits)
    document.note_if(found is not None and not secret, ("counterpart",), f"only a {SECRET} has a counterpart")
    armed = isinstance(unit, Capital) and any(isinstance(line, Hardpoint) for line in unit.weapons)
    document.note_if(secret and not armed, ("traits",), f"a {SECRET} needs a hardpoint")
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
    """The weapon of a line; `structure` is what ST stands for. What is wrong is noted."""
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
    """None for what cannot attack: left out, `-` and a printed 0 alike (R51)."""
    if isinstance(printed, str):
        return structure if printed == "ST" else None
    return printed or None


def check_arcs(arcs: list[Any], document: Document, path: Path_) -> None:
    """Note what arcs cannot stand together."""
    document.note_if(len(set(arcs)) != len(arcs), path, "an arc stands there twice")
    alone = [arc for arc in ("turret", "spinal") if arc in arcs and len(arcs) > 1]
    document.note_if(bool(alone), path, f"{''.join(alone[:1])} stands alone")


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
        document.note_if(wrong, path, f"{weapon.name}: {cause}")
