"""Weapons that stand on no card: every ship's own guns, a ship that explodes, and the types that they count as."""

from __future__ import annotations

from functools import lru_cache

from jovian.cards import WeaponCard

POINT_DEFENSE_GUNS = "Point Defense"
KINETIC_CANNON = "Kinetic Cannon"
"""What shells of Suppressing Fire count as."""
PARTICLE_CANNON = "Particle Cannon"
"""What explosions and Nukes count as."""


@lru_cache(maxsize=64)
def point_defense(rating: int) -> WeaponCard:
    """The implicit weapon of every capital ship: AS by the current Defense (v1.2.4 Attack > Point Defense)."""
    return WeaponCard(
        name=POINT_DEFENSE_GUNS, type=POINT_DEFENSE_GUNS, arcs=("turret",), ac=None, as_=rating or None, macro=0
    )


@lru_cache(maxsize=64)
def explosion_weapon(rating: int, macro: int, kind: str = "") -> WeaponCard:
    """What an exploding ship attacks with (v1.2.4 Damage > Explosion): as a Particle Cannon, unless another."""
    return WeaponCard(
        name="Explosion", type=kind or PARTICLE_CANNON, arcs=("turret",), ac=rating, as_=rating, macro=macro
    )
