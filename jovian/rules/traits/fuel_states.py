"""States of fuel that a squadron has besides its own (v1.2.4 Traits > Fuel Tanks, Scenarios > Water Raid)."""

from __future__ import annotations

from jovian.game import Game, Model
from jovian.rules.facts.fuel import EXTRA_FUELED, FUEL_POD, PODS, TANKS
from jovian.rules.facts.marking import unmark
from jovian.rules.rulebook.model_state import SQUADRONS, ModelState, Sign


class ExtraFueled(ModelState):
    """Spare tanks, not yet used."""

    __slots__ = ()
    name = EXTRA_FUELED
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "At the start of one activation it may have two more fuel for that activation."
    sign = Sign("XF", lasting=True)
    only_of = SQUADRONS
    title = "Extra-Fueled"
    words = ("carries spare tanks", "draws on its spare tanks")


class FuelPod(ModelState):
    """A pod of fuel, not yet used."""

    __slots__ = ()
    name = FUEL_POD
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once a game it may have two more fuel for one activation."
    sign = Sign("FP", lasting=True)
    only_of = SQUADRONS
    words = ("carries a fuel pod", "draws on its fuel pod")


class SpareFuel(ModelState):
    """Fuel beyond its capacity, for this activation only."""

    __slots__ = ()
    name = TANKS
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "Spare fuel, spent first; what is left at the end of the activation only fills up its own tanks."
    sign = Sign("SF", levels=())
    passes = True
    words = ("has {value} fuel in spare tanks", "has emptied its spare tanks")

    @classmethod
    def pass_off(cls, game: Game, model: Model) -> None:
        """What is left fills up its own tanks first, the rest is lost."""
        for _ in range(min(cls.level_of(model), model.marks.get("fuel", 0))):
            unmark(game, model, "fuel", "spare tanks")


class PodFuel(ModelState):
    """Fuel from a pod, for this activation only."""

    __slots__ = ()
    name = PODS
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Fuel from its pod, spent first; what is left is lost at the end of the activation."
    sign = Sign("PF", levels=())
    passes = True
    words = ("has {value} fuel in its pod", "has emptied its fuel pod")
