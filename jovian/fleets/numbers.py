"""A fleet in a few numbers, and a unit in many, to compare them with others."""

from __future__ import annotations

from collections.abc import Mapping

from jovian.cards import FleetList, UnitCard
from jovian.frozen import frozen


@frozen
class FleetNumber:
    """One number of a fleet."""

    label: str
    value: float
    unit: str = ""


def fleet_numbers(fleet: FleetList, cards: Mapping[str, UnitCard]) -> list[FleetNumber]:
    """Return the numbers of a fleet, the same ones in the same order for each fleet."""
    flown = [entry.flown(cards[entry.unit]) for entry in fleet.entries]
    moving = [card.speed for card in flown if not card.station]
    return [
        FleetNumber("Points", sum(cards[entry.unit].tv + entry.upgrade_tv for entry in fleet.entries)),
        FleetNumber("Models", len(flown)),
        FleetNumber("Attacks a turn", sum(card.fire_control for card in flown)),
        FleetNumber("Dice against ships", sum(_dice(card)[0] for card in flown)),
        FleetNumber("Dice against squadrons", sum(_dice(card)[1] for card in flown)),
        FleetNumber("Structure boxes", sum(len(card.tracks.get("structure", ())) for card in flown)),
        FleetNumber("Mean speed", sum(moving) / len(moving) if moving else 0.0, '"'),
        FleetNumber("Places in hangers", sum(card.level("Hangers") for card in flown if card.kind == "capital")),
        FleetNumber("Squadrons", sum(card.kind == "squadron" for card in flown)),
    ]


def _dice(card: UnitCard) -> tuple[int, int]:
    """Return the printed dice of all weapons against ships, and against squadrons."""
    weapons = [mount.weapon for mount in card.mounts]
    return sum(weapon.ac or 0 for weapon in weapons), sum(weapon.as_ or 0 for weapon in weapons)


@frozen
class UnitNumber:
    """One row of a comparison of units."""

    label: str
    text: str
    value: float
    """The number that is compared."""
    is_less_better: bool = False


def unit_numbers(card: UnitCard) -> list[UnitNumber]:
    """Return the numbers of a unit, the same ones in the same order for each unit."""
    armor = {arc: card.armor.get(arc, 0) for arc in ("fore", "port", "aft")}
    boxes = {track: card.tracks.get(track, ()) for track in ("structure", "fuel", "marines")}
    against_ships, against_squadrons = _dice(card)
    armor_text = "/".join(map(str, armor.values())) if card.kind == "capital" else str(armor["fore"])
    return [
        UnitNumber("Points", str(card.tv), card.tv, is_less_better=True),
        UnitNumber("Speed", f'{card.speed}"', card.speed),
        UnitNumber("Turns", str(card.turns), card.turns),
        UnitNumber("Skill", str(card.skill), card.skill),
        UnitNumber("Fire Control", str(card.fire_control), card.fire_control),
        UnitNumber("Armor (fore/side/aft)", armor_text, sum(armor.values())),
        UnitNumber("Signature", str(card.signature), card.signature, is_less_better=True),
        UnitNumber("Sensors", str(card.sensors), card.sensors),
        *(UnitNumber(f"{track.capitalize()} boxes", str(len(row)), len(row)) for track, row in boxes.items()),
        UnitNumber("Dice against ships", str(against_ships), against_ships),
        UnitNumber("Dice against squadrons", str(against_squadrons), against_squadrons),
        UnitNumber("Most in 250 TV", str(card.unit_cap), card.unit_cap),
    ]
