"""Fuel, marines, and drones that ships hand out: what Resupply gives, and the states that fuel brings about.

`actions/any_model.py` has the action Resupply (v1.2.4 Action > Resupply, R48).
"""

from __future__ import annotations

from typing import ClassVar

from jovian.game import Game, Model
from jovian.rules.basics.model import EXTRA_FUELED, FUEL_POD, PODS, TANKS, restock, restore, stock_taken, unmark
from jovian.rules.damage.boarding import MARINES, Boarded
from jovian.rules.rulebook.effect import SQUADRONS, Effect, ModelState, StateMarker
from jovian.table import TOLERANCE, distance

# --- States (v1.2.4 Traits > Fuel Tanks, Scenarios > Water Raid) ---


class ExtraFueled(ModelState):
    """Full spare tanks."""

    __slots__ = ()
    name = EXTRA_FUELED
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "At the start of 1 activation, it may take 2 more fuel for that activation."
    sign = StateMarker("XF", lasting=True)
    only_of = SQUADRONS
    title = "Extra-Fueled"
    words = ("carries spare tanks", "draws on its spare tanks")


class FuelPod(ModelState):
    """A full fuel pod."""

    __slots__ = ()
    name = FUEL_POD
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once per game, it may take 2 more fuel for 1 activation."
    sign = StateMarker("FP", lasting=True)
    only_of = SQUADRONS
    words = ("carries a fuel pod", "draws on its fuel pod")


class SpareFuel(ModelState):
    """Fuel beyond its capacity, for one activation."""

    __slots__ = ()
    name = TANKS
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "Spare fuel, spent first. At the end of the activation, the rest refills its own tanks or is lost."
    sign = StateMarker("SF", levels=())
    passes = True
    words = ("has {value} fuel in spare tanks", "has emptied its spare tanks")

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """Refill its own tanks from the remaining spare fuel. The rest is lost."""
        for _ in range(min(cls.level_of(model), model.marks.get("fuel", 0))):
            unmark(game, model, "fuel", "spare tanks")


class PodFuel(ModelState):
    """Fuel from a pod, for one activation."""

    __slots__ = ()
    name = PODS
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Fuel from its pod, spent first. At the end of the activation, the rest is lost."
    sign = StateMarker("PF", levels=())
    passes = True
    words = ("has {value} fuel in its pod", "has emptied its fuel pod")


# --- What a ship hands out ---
TANKS_REACH = 3.0


class SupplyKind(Effect):
    """Base of what a ship may hand out with Resupply."""

    __slots__ = ()
    for_itself: ClassVar[bool] = False
    """Whether a supplier may use it for itself."""
    for_all: ClassVar[bool] = False
    """Whether all models in need get it, in addition to those that the test allows."""

    def held_by(self, ship: Model) -> bool:
        """Return whether a ship has it to hand out, as a module of its cargo."""
        return self.name in ship.cargo

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a model, or the giver itself, could use it now."""
        raise NotImplementedError

    def give(self, game: Game, other: Model) -> None:
        """Give it to a model."""
        raise NotImplementedError


class DroneMunitions(SupplyKind):
    """New drones for Drone Bays."""

    __slots__ = ()
    name = "Drone Munitions"
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        return stock_taken(other)

    def give(self, game: Game, other: Model) -> None:
        restock(other)


class FuelPods(SupplyKind, trait="Fuel Pods", tests="rules/test_fuel"):
    """A fuel pod of a squadron, or in the cargo of a ship."""

    __slots__ = ()

    def brings(self, model: Model) -> str:
        """Return the state of a squadron that starts with a pod, else ""."""
        return "" if model.is_capital else FuelPod.name

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron aboard has no spare tanks, or one on the table has burnt fuel."""
        if other.is_capital:
            return False
        return not ExtraFueled.holds(other) if other.is_embarked else other.marks.get("fuel", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        """Refill its own tanks, or give it spare tanks if it is aboard."""
        if other.is_embarked:
            ExtraFueled.enter(game, other)
        else:
            restore(other, "fuel")


class Marines(SupplyKind):
    """New marines for a model that has lost some."""

    __slots__ = ()
    name = MARINES
    for_itself = True

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether it has lost marines and no enemies are aboard."""
        return not Boarded.holds(other) and other.marks.get("marines", 0) > 0

    def give(self, game: Game, other: Model) -> None:
        restore(other, "marines")


class FuelTanks(SupplyKind, trait="Fuel Tanks", tests="rules/test_fuel"):
    """Spare tanks of a squadron, or of a ship that hands them out."""

    __slots__ = ()
    for_all = True

    def brings(self, model: Model) -> str:
        """Return the state of a squadron that starts with spare tanks, else ""."""
        return "" if model.is_capital else ExtraFueled.name

    def held_by(self, ship: Model) -> bool:
        """Return whether the ship has the trait. It isn't cargo."""
        return ship.is_capital and ship.card.trait(self.name) is not None

    def needed(self, giver: Model, other: Model) -> bool:
        """Return whether a squadron without spare tanks is aboard or near. Drones have none."""
        if other.is_capital or other.is_drone or ExtraFueled.holds(other):
            return False
        return other.is_embarked or distance(giver.base, giver.pose, other.base, other.pose) <= TANKS_REACH + TOLERANCE

    def give(self, game: Game, other: Model) -> None:
        ExtraFueled.enter(game, other)


SUPPLIES: tuple[SupplyKind, ...] = (DroneMunitions(), FuelPods(), Marines(), FuelTanks())
"""In the order in which they are handed out."""
