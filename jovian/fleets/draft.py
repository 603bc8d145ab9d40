"""A draft of a fleet: what a player has chosen so far, whether it is legal or not, and the edits of the fleet builder.

Drafts are immutable. Each edit returns another draft, so a history is a list of drafts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from jovian.cards import FleetList, UnitCard, UpgradeCard
from jovian.cards.fleet import FleetEntry, Loaded, named_entries
from jovian.cards.names import CARGO
from jovian.frozen import frozen

SIZES = (150, 250, 500)
"""The points of the three levels of play (v1.2.4 Fleet)."""
MAX_COUNT = 20
"""The most units of one line."""
MAX_LINES = 100


@frozen
class FleetLine:
    """One line of a draft: a number of equal units."""

    unit: str
    """The key of the unit card."""
    name: str = ""
    """The name of the model, or "" for the name of its card."""
    count: int = 1
    cargo: tuple[str, ...] = ()
    upgrades: tuple[str, ...] = ()
    hardpoints: tuple[tuple[str, str], ...] = ()
    """The letter of each filled weapon line, and the name of the weapon, in the order of the lines."""

    def to_data(self) -> dict[str, Any]:
        """Return the line as a file has it, without what has its default."""
        data: dict[str, Any] = {"unit": self.unit}
        data |= {"name": self.name} if self.name else {}
        data |= {"count": self.count} if self.count != 1 else {}
        data |= {key: list(value) for key in ("cargo", "upgrades") if (value := getattr(self, key))}
        return data | ({"hardpoints": dict(self.hardpoints)} if self.hardpoints else {})

    def with_weapon(self, letter: str, weapon: str) -> FleetLine:
        """Return the line with a weapon in a hardpoint, or with an empty hardpoint for ""."""
        filled = dict(self.hardpoints) | {letter: weapon}
        return replace(self, hardpoints=tuple(sorted((line, name) for line, name in filled.items() if name)))


@frozen
class FleetDraft:
    """A fleet that may still be incomplete or illegal."""

    name: str
    faction: str
    size: int
    """The most Threat Value that it may cost."""
    lines: tuple[FleetLine, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Return the fleet as a file has it."""
        units = [line.to_data() for line in self.lines]
        return {"name": self.name, "faction": self.faction, "size": self.size, "units": units}

    def with_line(self, number: int, **values: Any) -> FleetDraft:
        """Return the draft with other values in one line."""
        lines = list(self.lines)
        lines[number] = replace(lines[number], **values)
        return replace(self, lines=tuple(lines))

    def with_unit(self, unit: str) -> tuple[FleetDraft, int]:
        """Add one unit. Return the new draft and the number of its line: a plain line of that unit, or a new line."""
        plain = FleetLine(unit)
        for number, line in enumerate(self.lines):
            if replace(line, name="", count=1) == plain and line.count < MAX_COUNT:
                return self.with_line(number, count=line.count + 1), number
        return replace(self, lines=(*self.lines, plain)), len(self.lines)

    def without_unit(self, number: int) -> FleetDraft:
        """Remove one unit of a line, and the line with its last unit."""
        line = self.lines[number]
        return self.with_line(number, count=line.count - 1) if line.count > 1 else self.without_line(number)

    def without_line(self, number: int) -> FleetDraft:
        """Remove a line."""
        return replace(self, lines=self.lines[:number] + self.lines[number + 1 :])

    def with_split(self, number: int) -> FleetDraft:
        """Move one unit of a line with several into a line of its own, so that it can carry something else."""
        rest = self.with_line(number, count=self.lines[number].count - 1)
        single = replace(self.lines[number], count=1)
        return replace(rest, lines=(*rest.lines[: number + 1], single, *rest.lines[number + 1 :]))

    def build(self, cards: Mapping[str, UnitCard], upgrades: Mapping[str, UpgradeCard]) -> FleetList:
        """Return the fleet. What no card is known for is left out, so that an incomplete draft can be counted.

        `fleets/formats.py` reads lists strictly, and `fleets/status.py` says what is wrong with a draft.
        """
        lines = [(_entry(line, cards, upgrades), line.count) for line in self.lines if line.unit in cards]
        return FleetList(
            name=self.name, faction=self.faction, size=self.size, entries=named_entries(lines, cards),
            source_text=json.dumps(self.to_data()),
        )  # fmt: skip


def draft_of(fleet: FleetList) -> FleetDraft:
    """Return the draft of a fleet. Neighboring units that carry the same and are numbered alike become one line."""
    return draft_of_data(fleet.source)


def draft_of_data(data: Mapping[str, Any]) -> FleetDraft:
    """Return the draft of the data of a valid fleet file."""
    return FleetDraft(data["name"], data["faction"], data["size"], tuple(map(_line_of, data["units"])))


def _line_of(data: str | Mapping[str, Any]) -> FleetLine:
    if isinstance(data, str):
        return FleetLine(data)
    hardpoints = tuple(sorted((data.get("hardpoints") or {}).items()))
    cargo, upgrades = (tuple(data.get(key) or ()) for key in ("cargo", "upgrades"))
    return FleetLine(data["unit"], data.get("name") or "", data.get("count", 1), cargo, upgrades, hardpoints)


def _entry(line: FleetLine, cards: Mapping[str, UnitCard], upgrades: Mapping[str, UpgradeCard]) -> FleetEntry:
    """Return a unit of a line with the name of the line, without upgrades that no card is known for."""
    slots = {slot.line: slot for slot in cards[line.unit].slots}
    loaded = tuple(
        Loaded(letter, upgrades[name], slots[letter].count)
        for letter, name in line.hardpoints
        if letter in slots and name in upgrades
    )
    carried = tuple(upgrades[name] for name in line.upgrades if name in upgrades)
    cargo = tuple(name for name in line.cargo if name in CARGO)
    return FleetEntry(line.unit, line.name, cargo, carried, loaded)


def line_cost(line: FleetLine, cards: Mapping[str, UnitCard], upgrades: Mapping[str, UpgradeCard]) -> int:
    """Return the Threat Value of all units of a line with what they carry, 0 for an unknown unit."""
    if line.unit not in cards:
        return 0
    return line.count * (cards[line.unit].tv + _entry(line, cards, upgrades).upgrade_tv)
