"""The closed lists: every name that a card may use. What is not in them is refused when a card is read."""

from __future__ import annotations

from jovian.cards.values.cargo_names import CARGO, CargoRule
from jovian.cards.values.terrain_names import EDGES, LAYOUTS, TERRAIN_KINDS, TerrainRule
from jovian.cards.values.trait_names import MODEL_TRAITS, SYSTEM_TRAITS, WEAPON_TRAITS, TraitRule
from jovian.cards.values.upgrade_names import UNUSED

FACTIONS = ("CEGA", "Jovian", "Venusian")
"""Who fields fleets."""

COMMON = "Common"
"""What drones are built by: everybody has them, and no fleet is of it."""

KINDS = ("capital", "squadron")
"""The two kinds of unit card, v1.2.4 Components > Unit Cards."""

PRINTED_WEAPONS = (
    "Beam Projector",
    "Kinetic Cannon",
    "Mass Driver",
    "Missile",
    "Particle Cannon",
    "Lance",
    "Drone Bay",
)
"""What a card prints, v1.2.4 Attack > Weapon Type."""

WEAPON_TYPES = (*PRINTED_WEAPONS, "Point Defense", UNUSED)
"""With what every capital ship has besides, and what stands for a hardpoint without a weapon."""

MISSILE_KINDS = ("AC", "AS", "Nuke", "Torpedo")
"""v1.2.4 Attack > Missile; cluster munitions and swarms are weapon traits of these."""

ARCS = ("turret", "fore", "port", "starboard", "aft", "spinal")
"""v1.2.4 Attack > Model Arcs."""

CONTACTS = ("fore", "starboard", "aft", "port")
"""The sides of a base at which another may be placed in contact."""

SQUADRON_TYPES = ("exo-armor", "fighter", "drone")
"""v1.2.4 Components > Squadron."""

DRONE_CLASSES = (1, 2, 3)
"""v1.2.4 Attack > Drone."""

MAGNITUDES = ("D", "T", "Q+")
"""What may follow Autohit."""

STATION_WEAPONS = {"kinetic": "Kinetic Cannon", "beam": "Beam Projector"}
"""What a space station may be armed with, and the type of weapon that it is, v1.2.4 Terrain > Space Stations."""

ZONES = ("standard", "beacons", "corners")
"""v1.2.4 Scenarios > Deployment Zone."""

DEPLOYMENTS = ("fleet", "escalating")
"""v1.2.4 Scenarios > Deployment Type."""

INITIATIVES = ("random", "attacker-defender")
"""How the side with initiative is found, unless the scenario names it."""

FATES = ("table", "embarked", "reserve", "withdrawn", "destroyed", "captured", "crippled")
"""What may have become of a model that an objective counts."""

ROLES = ("attacker", "defender")
"""What the sides are in a scenario that has roles, the one with initiative first."""

PLACED_STATES = (
    "boarded",
    "captured",
    "crippled",
    "evading",
    "extra-fueled",
    "fuel-pod",
    "hard-burn",
    "overdriven-defense",
    "overdriven-sensors",
    "overdriven-thrusters",
    "station-keeping",
    "stealthed",
    "suppressed",
    "targeted",
    "towed",
)
"""The states that a placed model may be in: those that last beyond an activation.

Escorting and assaulting need a ship, and have keys of their own.
"""


def slug(text: str) -> str:
    """Lower case with hyphens for everything but letters and digits: `Shan-Yu` becomes `shan-yu`."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split()
    return "-".join(words)


__all__ = [
    "ARCS",
    "CARGO",
    "COMMON",
    "CONTACTS",
    "DEPLOYMENTS",
    "DRONE_CLASSES",
    "EDGES",
    "FACTIONS",
    "FATES",
    "INITIATIVES",
    "KINDS",
    "LAYOUTS",
    "MAGNITUDES",
    "MISSILE_KINDS",
    "MODEL_TRAITS",
    "PLACED_STATES",
    "PRINTED_WEAPONS",
    "ROLES",
    "SQUADRON_TYPES",
    "STATION_WEAPONS",
    "SYSTEM_TRAITS",
    "TERRAIN_KINDS",
    "WEAPON_TRAITS",
    "WEAPON_TYPES",
    "ZONES",
    "CargoRule",
    "TerrainRule",
    "TraitRule",
    "slug",
]
