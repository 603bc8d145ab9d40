"""States of models (v1.2.4 States and the actions that enter them), as effects on the model in that state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game import Model, Refusal, State
from jovian.rules.facts.fuel import EXTRA_FUELED, FUEL_POD, PODS, TANKS
from jovian.rules.facts.parts import FLEX, Part
from jovian.rules.rulebook.action import Action
from jovian.rules.rulebook.condition import SHIPS, SQUADRONS, Condition, Ending
from jovian.rules.rulebook.effect import Resistance
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, ShotFacts
from jovian.rules.shooting import ratings
from jovian.rules.shooting.evasion import evade


@dataclass(frozen=True, slots=True)
class Evading(Ending):
    """Jinking at the price of aim."""

    name = "evading"
    place = "v1.2.4 Action > Evade"
    summary = "Counts as Evasive (at Short Range too if it is so by nature) and has Fire Control 1."

    def evades(self, shot: ShotFacts) -> Resistance | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """One attack at most."""
        return min(value, 1)


@dataclass(frozen=True, slots=True)
class Boosting(Condition):
    """Burning fuel for speed, until the end of the activation."""

    name = "boosting"
    place = "v1.2.4 Action > Boost"
    summary = '3" of Speed for each fuel burnt; counts as Evasive for this activation.'
    passes = True

    def speed(self, state: State, model: Model, value: int) -> int:
        """3" a fuel."""
        return value + 3 * self.level

    def evades(self, shot: ShotFacts) -> Resistance | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)


@dataclass(frozen=True, slots=True)
class StationKeeping(Ending):
    """Holding position."""

    name = "station-keeping"
    place = "v1.2.4 Action > Station Keep"
    summary = "Moves 0 to Thrusters inches forward and never back; attackers gain a flex die."
    only_of = SHIPS

    def limits(self, state: State, model: Model, least: float, most: float) -> tuple[float, float]:
        """Speed counts as 0 (R22)."""
        return 0.0, most - self._speed(state, model)

    @staticmethod
    def _speed(state: State, model: Model) -> float:
        return float(ratings.speed(state, model))

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """One flex die, in every attack window (R57)."""
        if shot.state.options.get("station_keeping") == "modifier":
            return (Part("Station Keeping", 1, self.place),)
        return (Part("Station Keeping", 1, self.place, FLEX),)


@dataclass(frozen=True, slots=True)
class Crippled(Condition):
    """A ship without Structure that still drifts on the table."""

    name = "crippled"
    place = "v1.2.4 States > Crippled"
    summary = "No Structure: Fire Control 1, only Damage Control, Withdraw or Ram, worth nothing unless it withdraws."
    only_of = SHIPS

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """One attack at most."""
        return min(value, 1)

    def may_declare(self, state: State, model: Model, action: Action) -> Refusal | None:
        """Only repairs and flight."""
        if action.desperate:
            return None
        return Refusal("A Crippled ship may only declare Damage Control, Withdraw or Ram.", self.place)

    def victory(self, state: State, model: Model) -> float | None:
        """Nothing, unless it withdrew."""
        return None if model.place == "withdrawn" else 0.0


@dataclass(frozen=True, slots=True)
class Escorting(Condition):
    """Flying in contact with a ship to protect it."""

    name = "escorting"
    place = "v1.2.4 Action > Combat Air Patrol > Escorting"
    summary = "Moves along with its ship, has no activation of its own, and intercepts what comes near."
    words = ("escorts its ship", "is no escort any more")


@dataclass(frozen=True, slots=True)
class Assaulting(Condition):
    """Exo-armors on the hull of an enemy ship."""

    name = "assaulting"
    place = "v1.2.4 Action > Assaulting"
    summary = "Clings to an enemy ship; only weapons without macro dice and Point Defense reach it; must bomb next."
    words = ("clings to the hull", "is off the hull")

    def target_refuses(self, shot: ShotFacts) -> Refusal | None:
        """Only weapons of Macro 0 and Point Defense may target it."""
        if shot.window not in (ACTIVATION, AUTOFIRE) or shot.weapon.macro == 0:
            return None
        return Refusal(f"{shot.target.name} clings to a hull: only weapons with Macro 0 may target it.", self.place)


@dataclass(frozen=True, slots=True)
class ExtraFueled(Condition):
    """Spare tanks, not yet used."""

    name = EXTRA_FUELED
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "At the start of one activation it may have two more fuel for that activation."
    only_of = SQUADRONS
    words = ("carries spare tanks", "draws on its spare tanks")


@dataclass(frozen=True, slots=True)
class FuelPod(Condition):
    """A pod of fuel, not yet used."""

    name = FUEL_POD
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Once a game it may have two more fuel for one activation."
    only_of = SQUADRONS
    words = ("carries a fuel pod", "draws on its fuel pod")


@dataclass(frozen=True, slots=True)
class SpareFuel(Condition):
    """Fuel beyond its capacity, for this activation only."""

    name = TANKS
    place = "v1.2.4 Traits > Fuel Tanks > Extra Fueled"
    summary = "Spare fuel, spent first; what is left at the end of the activation only fills up its own tanks."
    words = ("has {value} fuel in spare tanks", "has emptied its spare tanks")


@dataclass(frozen=True, slots=True)
class PodFuel(Condition):
    """Fuel from a pod, for this activation only."""

    name = PODS
    place = "v1.2.4 Scenarios > Water Raid > Fuel Pods"
    summary = "Fuel from its pod, spent first; what is left is lost at the end of the activation."
    words = ("has {value} fuel in its pod", "has emptied its fuel pod")
