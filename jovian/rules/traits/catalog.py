"""Every effect by name: the one place that lists which of them are in play."""

from __future__ import annotations

from jovian.rules.rulebook.effect import Effect, WeaponType
from jovian.rules.traits import conditions, electronics, model_traits, states, weapon_traits, weapon_types

WEAPON_TYPE_EFFECTS: dict[str, WeaponType] = {
    effect.name: effect()
    for effect in (
        weapon_types.BeamProjector, weapon_types.KineticCannon, weapon_types.MassDriver, weapon_types.Missile,
        weapon_types.ParticleCannon, weapon_types.PointDefense, weapon_types.Lance, weapon_types.DroneBay,
    )
}  # fmt: skip

WEAPON_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        weapon_traits.ArmorPiercing, weapon_traits.Autofire, weapon_traits.Limited, weapon_traits.Link,
        weapon_traits.Sniper, weapon_traits.Snub, weapon_traits.Swarm, weapon_traits.Autohit, weapon_traits.Precise,
        weapon_traits.ClusterMunition,
    )
}  # fmt: skip

MODEL_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        electronics.ElectronicCounterMeasures, electronics.Cloak, electronics.Emissions,
        model_traits.EnergyArmor, model_traits.Evasive, model_traits.Renowned, model_traits.SelfDestruct,
        model_traits.Shield, model_traits.Static,
        model_traits.Expendable, model_traits.Fast, model_traits.Grappler, model_traits.Interceptor,
        model_traits.ReactiveArmor, model_traits.Sluggish, model_traits.Stealth,
    )
}  # fmt: skip

STATE_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        states.Assaulting, states.Boosting, states.Crippled, states.Escorting, states.Evading, states.ExtraFueled,
        states.FuelPod, states.PodFuel, states.SpareFuel, states.StationKeeping, conditions.Boarded,
        conditions.Captured, conditions.HardBurn, conditions.LongShot, conditions.OverdrivenDefense,
        conditions.OverdrivenSensors, conditions.OverdrivenThrusters, conditions.Stealthed, conditions.Suppressed,
        conditions.Targeted, conditions.Towed,
    )
}  # fmt: skip
