"""What a side may know of its enemy's fleet: how much it may bring, what has been seen of it, what may still come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jovian.game import Model
from jovian.game.events import Started
from jovian.game.stranger import is_stranger
from jovian.match.knowledge import Knowledge
from jovian.rules.scenario.stages import CAPITALS, deployment_type
from jovian.rules.squadrons.hangers import HOLDS


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a hidden model is, for all that is known."""

    ship: str
    """The id of the ship that it is aboard, or left with; "" for one in reserve that has done something since."""
    capital: bool = False
    """Is it a capital ship in its dock?"""
    gone: bool = False
    """Did it leave the battle with that ship?"""


@dataclass(frozen=True, slots=True, eq=False)
class Enemy:
    """The enemy of a side, as that side may know it."""

    side: int
    name: str
    """What its fleet is called."""
    faction: str
    size: int
    """Threat Value that it may bring in all, which was told when the game began."""
    met: tuple[Model, ...]
    """What has been seen of its fleet, the dead too; nobody changes them."""
    berths: tuple[Berth, ...]
    """One for each hidden model that there must be; others may be in reserve."""
    reserve: bool
    """May there be others?"""
    capitals: bool
    """May there be capital ships among them?"""

    @property
    def left(self) -> int:
        """The Threat Value of what has not been seen, at most."""
        return self.size - sum(model.open_card.tv for model in self.met)


def enemy_of(known: Knowledge) -> Enemy:
    """The other side of a knowledge."""
    side, start = 1 - known.side, known.start
    told = next(entry.event for entry in known.told if isinstance(entry.event, Started)).sides[side]
    met = tuple(
        model for model in start.models.values()
        if model.owner == side and model.card.faction == told.faction and not model.drone
    )  # fmt: skip
    stage = deployment_type(start).stage(max(start.turn, 1), CAPITALS)
    to_come = start.turn <= 1 and start.stage in ("", CAPITALS)
    berths = tuple(_berths(known))
    return Enemy(side, told.name, told.faction, told.tv, met, berths, known.listed, stage.hold or to_come)


def _berths(known: Knowledge) -> Iterator[Berth]:
    """A berth for each unknown model aboard; only what no hanger of the card has room for is a docked ship."""
    models = known.start.models
    for counts, gone in ((known.aboard, False), (known.gone, True)):
        for ident, count in counts.items():
            seen = sum(1 for each in models.values() if each.aboard and each.host == ident and not is_stranger(each))
            docks = known.start.scenario.docking
            room = max(0, models[ident].card.level(HOLDS) - seen) if docks else count
            for number in range(count):
                yield Berth(ident, number >= room, gone)
    for each in models.values():
        if is_stranger(each) and not each.aboard:
            yield Berth("")
