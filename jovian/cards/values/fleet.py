"""Fleet lists: which units a side brings. Whether a list is legal is for the rules to say."""

from __future__ import annotations

from dataclasses import field

from jovian.cards.values.card import Sourced, UnitCard
from jovian.cards.values.cargo_names import CARGO
from jovian.cards.values.fitting import fitted
from jovian.cards.values.upgrade import Loaded, UpgradeCard, in_use
from jovian.frozen import frozen


@frozen
class FleetEntry:
    """One model of a fleet."""

    unit: str
    """The key of its unit card."""
    name: str
    """What this one is called: its own name, or that of its card, numbered if there are several."""
    cargo: tuple[str, ...] = ()
    """What its Cargo slots hold, of `names.CARGO`. Private: the other side does not see it (v1.2.4 Traits > Cargo)."""

    upgrades: tuple[UpgradeCard, ...] = ()
    """Characters aboard, and what a squadron has more of."""
    hardpoints: tuple[Loaded, ...] = ()
    """The hardpoints that are filled."""

    @property
    def upgrade_tv(self) -> int:
        """Threat Value of its upgrades, which its unit card does not hold: cargo, characters, weapons."""
        cargo = sum(CARGO[name].tv for name in self.cargo)
        return cargo + sum(each.tv for each in self.upgrades) + sum(each.tv for each in self.hardpoints)

    def flown(self, card: UnitCard) -> UnitCard:
        """Its unit card with its upgrades, as it is played."""
        return fitted(card, self.upgrades, self.hardpoints)


@frozen
class FleetList(Sourced):
    """A fleet as its player wrote it down."""

    name: str
    faction: str
    size: int
    """Threat Value that it may cost in all."""
    entries: tuple[FleetEntry, ...]
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""

    def __hash__(self) -> int:
        return hash((self.name, self.entries))

    @property
    def upgrades(self) -> dict[str, UpgradeCard]:
        """Every upgrade card that is in use, by name."""
        return in_use(self.entries)
