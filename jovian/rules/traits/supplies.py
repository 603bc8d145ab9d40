"""What a card does not print of fuel, drones and marines: what a squadron brings, and what a ship hands out.

v1.2.4 Traits > Fuel Tanks, Scenarios > Water Raid > Fuel Pods, Action > Resupply (R48).
"""

from __future__ import annotations

from typing import ClassVar

from jovian.game import Game, Model
from jovian.game.parts import FLEX, Part
from jovian.rules.facts.marking import restock, restore, stock_taken
from jovian.rules.harm.boarded import Boarded
from jovian.rules.harm.boarding import MARINES
from jovian.rules.rulebook.effect import Effect
from jovian.rules.traits.fuel_states import ExtraFueled, FuelPod
from jovian.table import TOLERANCE, distance

TANKS_REACH = 3.0
TENDER_REACH = 12.0


class Supply(Effect):
    """Something that a ship may hand out."""

    __slots__ = ()
    for_itself: ClassVar[bool] = False
    """May a supplier keep it, as one of those it supplies?"""
    freely: ClassVar[bool] = False
    """Do all get it, besides those whom the test lets be supplied?"""

    def held_by(self, ship: Model) -> bool:
        """Is it there to be handed out: a module of the cargo?"""
        return self.name in ship.cargo

    def needed(self, giver: Model, other: Model) -> bool:
        """Could another, or the giver itself, use it now?"""
        raise NotImplementedError

    def give(self, game: Game, other: Model) -> None:
        """Hand it out to a model."""
        raise NotImplementedError


class DroneMunitions(Supply):
    """New drones for Drone Bays."""

    __slots__ = ()
    name = "Drone Munitions"
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a ship that has launched drones."""
        return stock_taken(other)

    def give(self, game: Game, other: Model) -> None:
        """Fill up the stock of every class."""
        restock(other)


class FuelPods(Supply):
    """A pod of fuel on a squadron, or in the cargo of a ship."""

    __slots__ = ()
    name = "Fuel Pods"
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once a game it has two more Fuel for one activation."

    def brings(self, model: Model) -> str:
        """Full spare fuel, for a squadron."""
        return "" if model.capital else FuelPod.name

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a squadron: aboard the giver without spare tanks, else with burnt fuel."""
        if other.capital:
            return False
        return not ExtraFueled.holds(other) if other.aboard else other.marks.get("fuel", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Fill up its own tanks, or give it spare tanks if it is aboard."""
        if other.aboard:
            ExtraFueled.enter(game, other)
        else:
            restore(other, "fuel")


class Marines(Supply):
    """New marines for a model that has lost some."""

    __slots__ = ()
    name = MARINES
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """True where marines are lost and no enemies are aboard."""
        return not Boarded.holds(other) and other.marks.get("marines", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Bring back all marines that it has lost."""
        restore(other, "marines")


class FuelTanks(Supply):
    """Spare tanks on a squadron, or on a ship that hands them out."""

    __slots__ = ()
    name = "Fuel Tanks"
    place = "v1.2.4 Traits > Fuel Tanks"
    summary = "Starts with spare Fuel if a squadron; hands out spare Fuel if a ship."
    freely = True

    def brings(self, model: Model) -> str:
        """Full spare tanks, for a squadron."""
        return "" if model.capital else ExtraFueled.name

    def held_by(self, ship: Model) -> bool:
        """True for a ship with the trait; it is no cargo."""
        return ship.capital and ship.card.trait(self.name) is not None

    def needed(self, giver: Model, other: Model) -> bool:
        """True for a squadron without spare tanks, aboard or near; drones have none."""
        if other.capital or other.drone or ExtraFueled.holds(other):
            return False
        return other.aboard or distance(giver.base, giver.pose, other.base, other.pose) <= TANKS_REACH + TOLERANCE

    def give(self, game: Game, other: Model) -> None:
        """Give it a full spare tank."""
        ExtraFueled.enter(game, other)


class Tender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = "Tender"
    place = "v1.2.4 Traits > Tender"
    summary = 'Resupplies better, and from up to 12" away.'

    def resupply_reach(self, reach: float) -> float:
        """It supplies others within 12" at least."""
        return max(reach, TENDER_REACH)

    def aids_resupply(self) -> Part | None:
        """A flex die more in the test of Resupply."""
        return Part(self.name, 1, self.place, FLEX)


SUPPLIES: tuple[Supply, ...] = (DroneMunitions(), FuelPods(), Marines(), FuelTanks())
"""In the order in which they are handed out."""
