"""The strict schema of a fleet file, and how a checked one becomes a `FleetList`."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Annotated

from pydantic import Field, field_validator

from jovian.cards.error import CardError
from jovian.cards.reading.document import Document
from jovian.cards.schemas.absent import absent
from jovian.cards.schemas.forces.cargo import CargoLine, checked_cargo
from jovian.cards.schemas.forces.fitting import HardpointLine, UpgradeLine, checked_hardpoints, checked_upgrades
from jovian.cards.schemas.listed import Faction
from jovian.cards.schemas.validate import Name, Strict, UnitKey, checked
from jovian.cards.values.card import UnitCard
from jovian.cards.values.fleet import FleetEntry, FleetList
from jovian.cards.values.upgrade import UpgradeCard


class EntryLine(Strict):
    """One line of a fleet file; a plain key stands for a mapping with nothing else."""

    unit: UnitKey
    name: Name | None = None
    count: Annotated[int, Field(ge=1, le=20)] = 1
    cargo: CargoLine = Field(default_factory=list)
    upgrades: UpgradeLine = Field(default_factory=list)
    hardpoints: HardpointLine = Field(default_factory=dict)
    """Each of `count` carries the same."""


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
    """The fleet of a document; every unit must be among the cards, every upgrade among theirs.

    Raises CardError with everything that is wrong.

    `left_out` are the files of cards that are wrong.
    """
    fleet, known = checked(Fleet, document), upgrades or {}
    wanted: list[FleetEntry] = []
    for index, line in enumerate(fleet.units):
        path = ("units", index, "unit")
        if line.unit not in cards:
            document.note_if(True, path, f"no unit card has the key '{line.unit}'{absent(line.unit, cards, left_out)}")
            continue
        drone = cards[line.unit].drone
        document.note_if(drone, path, f"{line.unit} is a drone: only a Drone Bay brings it to the table")
        cargo = checked_cargo(line.cargo, cards[line.unit], document, ("units", index, "cargo"), line.unit)
        more = checked_upgrades(
            line.upgrades, cards[line.unit], known, document, ("units", index, "upgrades"), line.unit
        )
        path = ("units", index, "hardpoints")
        loaded = checked_hardpoints(line.hardpoints, cards[line.unit], known, document, path, line.unit)
        several = line.name is not None and line.count > 1
        for number in range(1, line.count + 1):
            name = f"{line.name} {number}" if several else line.name or ""
            wanted.append(FleetEntry(line.unit, name, cargo, more, loaded))
    document.settle()
    return FleetList(fleet.name, fleet.faction, fleet.size, _named(wanted, cards), json.dumps(document.data))


def _named(wanted: list[FleetEntry], cards: Mapping[str, UnitCard]) -> tuple[FleetEntry, ...]:
    """Entries with names; unnamed ones of a unit are numbered if the fleet holds several."""
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
