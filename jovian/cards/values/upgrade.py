"""What an upgrade card says, as a frozen value (v1.2.4 Fleet > Characters, Hardpoints)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import Protocol

from jovian.cards.values.card import Sourced, Trait, WeaponCard
from jovian.cards.values.older_names import CARD_TRAITS
from jovian.frozen import frozen


@frozen
class UpgradeCard(Sourced):
    """One upgrade card of any kind."""

    name: str
    kind: str
    """One of `upgrade_names.UPGRADE_KINDS`."""
    tv: int
    """Threat Value that it costs: of a weapon, each instance."""
    carriers: tuple[str, ...]
    """Who may have it, of `upgrade_names.CARRIERS`."""
    raises: tuple[tuple[str, int], ...]
    """Ratings and tracks that it raises, and by how much."""
    traits: tuple[Trait, ...]
    """Traits that it brings."""
    slot: str
    """The class of the hardpoint that it fills, "" if it is no weapon."""
    weapon: WeaponCard | None
    """What stands in the weapon table then, but for its arcs and number; None if it is no weapon."""
    source_text: str = field(compare=False, repr=False)
    """`source` as JSON."""

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def summary(self) -> str:
        """What it brings, in words."""
        found = [f"{by:+d} {rating.replace('_', ' ').title()}." for rating, by in self.raises]
        found += [f"{trait}: {CARD_TRAITS[trait.name].summary}" for trait in self.traits]
        return " ".join(found)


@frozen
class Loaded:
    """A line of hardpoints that has been filled."""

    line: str
    """Its letter, as in the ids of mounts."""
    upgrade: UpgradeCard
    count: int
    """How many instances the line holds, each of which is paid for."""

    @property
    def tv(self) -> int:
        """What all of it costs."""
        return self.upgrade.tv * self.count


class Equipped(Protocol):
    """A model of a fleet or of a scenario, which may have upgrades."""

    @property
    def upgrades(self) -> tuple[UpgradeCard, ...]:
        """Characters aboard, and what a squadron has more of."""

    @property
    def hardpoints(self) -> tuple[Loaded, ...]:
        """The hardpoints that are filled."""


def in_use(models: Iterable[Equipped]) -> dict[str, UpgradeCard]:
    """Every upgrade card that the models have, by name."""
    found: dict[str, UpgradeCard] = {}
    for model in models:
        found |= {each.name: each for each in (*model.upgrades, *(load.upgrade for load in model.hardpoints))}
    return found
