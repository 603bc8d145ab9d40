"""The units that a fleet can buy, filtered, searched, and sorted."""

from __future__ import annotations

from collections.abc import Callable

from jovian.cards import UnitCard
from jovian.fleets.status import Library
from jovian.frozen import frozen

COSTS = ((0, 15), (16, 30), (31, 45), (46, 9999))
"""The lowest and the highest Threat Value of each price class."""
SORTS: dict[str, Callable[[UnitCard], tuple[object, ...]]] = {
    "Dearest": lambda card: (-card.tv, card.name),
    "Cheapest": lambda card: (card.tv, card.name),
    "Name": lambda card: (card.name,),
    "Role": lambda card: (card.role, -card.tv, card.name),
}
"""The orders by name."""


@frozen
class CatalogFilter:
    """Which units to show, in which order. Empty values show all."""

    words: str = ""
    """Words that the name, the role, the description, a trait, or a weapon contains."""
    kind: str = ""
    """`capital` or `squadron`."""
    role: str = ""
    trait: str = ""
    cost: int | None = None
    """The number of the price class."""
    most: int | None = None
    """The most that a unit may cost."""
    faction: str = ""
    """Another faction, to look at its units."""
    sort: str = "Dearest"

    def find_units(self, library: Library, faction: str) -> list[UnitCard]:
        """Return the units of a fleet of a faction that the filter shows."""
        cards = library.fleet_units(self.faction or faction)
        return sorted(filter(self.shows, cards), key=SORTS[self.sort])

    def shows(self, card: UnitCard) -> bool:
        """Return whether the filter shows a unit."""
        low, high = COSTS[self.cost] if self.cost is not None else (0, 9999)
        return (
            self.kind in ("", card.kind) and self.role in ("", card.role) and low <= card.tv <= high
            and (not self.trait or card.trait(self.trait) is not None)
            and (self.most is None or card.tv <= self.most)
            and all(word in _text(card) for word in self.words.lower().split())
        )  # fmt: skip


def _text(card: UnitCard) -> str:
    """Return all that the search looks through."""
    weapons = (f"{weapon.name} {weapon.type} {' '.join(map(str, weapon.traits))}" for weapon in card.weapons)
    return " ".join((card.name, card.role, card.about, *map(str, card.traits), *weapons)).lower()


def roles_of(library: Library, faction: str) -> list[str]:
    """Return the roles of the units of a faction, sorted."""
    return sorted({card.role for card in library.fleet_units(faction) if card.role})


def traits_of(library: Library, faction: str) -> list[str]:
    """Return the names of the traits of the units of a faction, sorted."""
    return sorted({trait.name for card in library.fleet_units(faction) for trait in card.traits})
