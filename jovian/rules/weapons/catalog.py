"""Every weapon type and weapon trait by name: the one place that lists which of them are in play."""

from __future__ import annotations

from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.weapon_type import WeaponType
from jovian.rules.weapons import close_quarters, cluster, guns, hardpoints, missiles, point_defense, weapon_traits

WEAPON_TYPE_EFFECTS: dict[str, WeaponType] = {
    effect.name: effect()
    for effect in (
        guns.BeamProjector, guns.KineticCannon, guns.MassDriver, missiles.Missile,
        guns.ParticleCannon, point_defense.PointDefense, close_quarters.Lance, close_quarters.DroneBay,
        hardpoints.Hardpoint,
    )
}  # fmt: skip

WEAPON_EFFECTS: dict[str, type[Effect]] = {
    effect.name: effect
    for effect in (
        weapon_traits.ArmorPiercing, weapon_traits.Autofire, weapon_traits.Limited, weapon_traits.Link,
        weapon_traits.Sniper, weapon_traits.Snub, missiles.Swarm, weapon_traits.Autohit, weapon_traits.Precise,
        cluster.ClusterMunition,
    )
}  # fmt: skip
