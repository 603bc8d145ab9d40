"""Every effect of a model by name: the one place that lists which of them are in play."""

from __future__ import annotations

from jovian.rules.firing.suppression import Suppressed
from jovian.rules.harm.boarded import Boarded, Captured, FirstAboard, SecondAboard
from jovian.rules.harm.catastrophe import Crippled
from jovian.rules.moving.towing import Towed
from jovian.rules.places.attached import Assaulting, Escorting
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.model_state import ModelState
from jovian.rules.shooting.evasion import Boosting, Evading, Evasive
from jovian.rules.traits import (
    action_states,
    armor,
    auras,
    decks,
    electronics,
    flight,
    fuel_states,
    secrecy,
    supplies,
    worth,
)

MODEL_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        armor.EnergyArmor, armor.ReactiveArmor, armor.Shield,
        auras.Barrier, auras.Command, auras.Comms, auras.Escort, auras.Jammer, auras.TargetDesignator,
        decks.Catapult, decks.Launchers,
        electronics.Cloak, electronics.ElectronicCounterMeasures, electronics.Emissions, electronics.Stealth,
        Evasive, flight.Fast, flight.Grappler, flight.Interceptor, flight.Sluggish, flight.Static,
        secrecy.QShip, supplies.FuelPods, supplies.FuelTanks, supplies.Tender, worth.Expendable, worth.Renowned,
        worth.SelfDestruct,
    )
}  # fmt: skip

STATE_EFFECTS: dict[str, type[ModelState]] = {
    effect.name: effect
    for effect in (
        Assaulting, Boosting, Crippled, Escorting, Evading, fuel_states.ExtraFueled, fuel_states.FuelPod,
        fuel_states.SpareFuel, fuel_states.PodFuel, action_states.StationKeeping, Boarded, FirstAboard,
        SecondAboard, Captured,
        action_states.HardBurn, action_states.LongShot, action_states.OverdrivenDefense,
        action_states.OverdrivenSensors, action_states.OverdrivenThrusters,
        secrecy.Concealed, electronics.Stealthed, Suppressed, action_states.Targeted, Towed,
    )
}  # fmt: skip
"""Those of which more than one room must know stand where they are brought about, the others here."""
