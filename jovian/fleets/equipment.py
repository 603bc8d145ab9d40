"""What a unit of a fleet may carry: upgrades, cargo, and weapons for its hardpoints, and why something doesn't fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from jovian.cards import UnitCard
from jovian.cards.building import equipment_faults
from jovian.cards.names import CARGO, WEAPON
from jovian.fleets.draft import FleetLine
from jovian.fleets.status import Library
from jovian.frozen import frozen


@frozen
class EquipmentOffer:
    """Something that a unit carries or could carry."""

    section: str
    """`upgrades`, `cargo`, or `hardpoints`."""
    name: str
    tv: int
    """The Threat Value for one unit. A weapon has the price of all instances of its line."""
    summary: str
    """Its effect in words."""
    is_carried: bool = False
    reason: str = ""
    """Why it can't be added, or ""."""
    letter: str = ""
    """The letter of the weapon line, for a weapon."""
    title: str = ""
    """The name that people read, if it differs."""


def equipment_offers(line: FleetLine, library: Library) -> list[EquipmentOffer]:
    """Return what a unit carries and could carry: upgrades, cargo, then weapons by line. What doesn't fit is last."""
    card = library.units.get(line.unit)
    if card is None:
        return []
    offers = [*_upgrades(line, card, library), *_cargo(line, card, library)]
    fitting = [offer for offer in offers if offer.is_carried or not offer.reason]
    return [*fitting, *_weapons(line, card, library), *(offer for offer in offers if offer not in fitting)]


def _upgrades(line: FleetLine, card: UnitCard, library: Library) -> Iterator[EquipmentOffer]:
    for upgrade in library.upgrades.values():
        if upgrade.kind != WEAPON:
            offer = EquipmentOffer("upgrades", upgrade.name, upgrade.tv, upgrade.summary)
            yield _judged(offer, line, card, library)


def _cargo(line: FleetLine, card: UnitCard, library: Library) -> Iterator[EquipmentOffer]:
    """Yield each kind of cargo, or nothing for a unit without slots."""
    for cargo in CARGO.values() if card.level("Cargo") or line.cargo else ():
        yield _judged(EquipmentOffer("cargo", cargo.name, cargo.tv, cargo.summary), line, card, library)


def _weapons(line: FleetLine, card: UnitCard, library: Library) -> Iterator[EquipmentOffer]:
    """Yield the weapons of the class of each hardpoint."""
    filled = dict(line.hardpoints)
    for slot in card.slots:
        for upgrade in library.upgrades.values():
            if upgrade.kind == WEAPON and upgrade.slot == slot.hardpoint and upgrade.weapon is not None:
                weapon = upgrade.weapon
                dice = ", ".join(
                    f"{label} {value}" for label, value in (("Ships", weapon.ac), ("Squadrons", weapon.as_)) if value
                )
                summary = ", ".join(text for text in (dice, *map(str, weapon.traits)) if text)
                is_carried = filled.get(slot.line) == upgrade.name
                yield EquipmentOffer(
                    "hardpoints",
                    upgrade.name,
                    upgrade.tv * slot.count,
                    summary,
                    is_carried,
                    "",
                    slot.line,
                    upgrade.title,
                )


def _judged(offer: EquipmentOffer, line: FleetLine, card: UnitCard, library: Library) -> EquipmentOffer:
    """Return an offer with whether the unit carries it, else why it can't."""
    if offer.name in getattr(line, offer.section):
        return replace(offer, is_carried=True)
    before, after = (_faults(each, card, library) for each in (line, with_equipment(line, offer)))
    new = [fault for fault in after if fault not in before]
    return replace(offer, reason=new[0].removeprefix(f"{card.name}: ") if new else "")


def _faults(line: FleetLine, card: UnitCard, library: Library) -> list[str]:
    faults = equipment_faults(line.cargo, line.upgrades, dict(line.hardpoints), card, library.upgrades)
    return [fault for section in faults.values() for fault in section]


def with_equipment(line: FleetLine, offer: EquipmentOffer) -> FleetLine:
    """Return the line with something added, or without it if its units carry it."""
    if offer.section == "hardpoints":
        return line.with_weapon(offer.letter, "" if offer.is_carried else offer.name)
    carried: tuple[str, ...] = getattr(line, offer.section)
    values = tuple(name for name in carried if name != offer.name) if offer.is_carried else (*carried, offer.name)
    return replace(line, cargo=values) if offer.section == "cargo" else replace(line, upgrades=values)
