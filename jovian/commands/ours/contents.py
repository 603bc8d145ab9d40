"""The contents of a shelf as they are looked at here: all of it read, nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from jovian.cards import FleetList, UnitCard, UpgradeCard, load_fleet, load_units, load_upgrade
from jovian.cards.art import load_drawings
from jovian.cards.reading.shelf import Shelf, files_in


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
