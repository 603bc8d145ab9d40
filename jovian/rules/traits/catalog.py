"""Every effect of a model by name: the one place that lists which of them are in play."""

from __future__ import annotations

from jovian.rules.firing.suppression import Suppressed
from jovian.rules.harm.boarded import Boarded, Captured
from jovian.rules.harm.catastrophe import Crippled
from jovian.rules.moving.towing import Towed
from jovian.rules.places.attached import Assaulting, Escorting
from jovian.rules.rulebook.condition import Condition
from jovian.rules.rulebook.effect import Effect
from jovian.rules.shooting.evasion import Boosting, Evading, Evasive
from jovian.rules.traits import armor, auras, conditions, electronics, flight, states, supplies, worth

MODEL_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        armor.EnergyArmor, armor.ReactiveArmor, armor.Shield,
        auras.Barrier, auras.Command, auras.Comms, auras.Escort, auras.Jammer, auras.TargetDesignator,
        electronics.Cloak, electronics.ElectronicCounterMeasures, electronics.Emissions, electronics.Stealth,
        Evasive, flight.Fast, flight.Grappler, flight.Interceptor, flight.Sluggish, flight.Static,
        supplies.FuelPods, supplies.FuelTanks, worth.Expendable, worth.Renowned, worth.SelfDestruct,
    )
}  # fmt: skip

STATE_EFFECTS: dict[str, type[Condition]] = {
    effect.name: effect
    for effect in (
        Assaulting, Boosting, Crippled, Escorting, Evading, states.ExtraFueled, states.FuelPod, states.SpareFuel,
        states.PodFuel, states.StationKeeping, Boarded, Captured, conditions.HardBurn, conditions.LongShot,
        conditions.OverdrivenDefense, conditions.OverdrivenSensors, conditions.OverdrivenThrusters,
        electronics.Stealthed, Suppressed, conditions.Targeted, Towed,
    )
}  # fmt: skip
"""Those of which more than one room must know stand where they are brought about, the others here."""
