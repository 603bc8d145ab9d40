"""The closed lists: every name that a card may use. What is not in them is refused when a card is read."""

from __future__ import annotations

from typing import NamedTuple

from jovian.cards.values.cargo_names import CARGO, CargoRule
from jovian.cards.values.trait_names import MODEL_TRAITS, SYSTEM_TRAITS, WEAPON_TRAITS, TraitRule

FACTIONS = ("CEGA", "Jovian", "Venusian")
"""Who fields fleets."""

COMMON = "Common"
"""What drones are built by: everybody has them, and no fleet is of it."""

KINDS = ("capital", "squadron")
"""The two kinds of unit card, v1.2.4 Components > Unit Cards."""

WEAPON_TYPES = (
    "Beam Projector",
    "Kinetic Cannon",
    "Mass Driver",
    "Missile",
    "Particle Cannon",
    "Lance",
    "Drone Bay",
    "Point Defense",
)
"""v1.2.4 Attack > Weapon Type. Point Defense is implicit and never printed on a card."""

MISSILE_KINDS = ("AC", "AS", "Nuke", "Torpedo")
"""v1.2.4 Attack > Missile; cluster munitions and swarms are weapon traits of these."""

ARCS = ("turret", "fore", "port", "starboard", "aft", "spinal")
"""v1.2.4 Attack > Model Arcs."""

SQUADRON_TYPES = ("exo-armor", "fighter", "drone")
"""v1.2.4 Components > Squadron."""

DRONE_CLASSES = (1, 2, 3)
"""v1.2.4 Attack > Drone."""

MAGNITUDES = ("D", "T", "Q+")
"""What may follow Autohit."""


class TerrainRule(NamedTuple):
    """One kind of terrain: its type, a sentence, and its place in the book."""

    name: str
    type: str
    """`area`, `edge` or `model`."""
    summary: str
    place: str


def _terrain(*rows: tuple[str, str, str, str]) -> dict[str, TerrainRule]:
    return {
        key: TerrainRule(key, type_, text, f"v1.2.4 Terrain > {place}") for key, type_, text, place in rows
    }


TERRAIN_KINDS: dict[str, TerrainRule] = _terrain(
    (
        "asteroid-field",
        "area",
        "Hides what is in it and strikes capital ships that move through it.",
        "Asteroid Field",
    ),
    ("atmosphere", "area", "Slows, strikes and veils whatever moves in it.", "Atmosphere"),
    ("comet", "model", "A body to hide behind, with a hazardous tail; it moves every turn.", "Comets"),
    ("debris-field", "area", "Strikes everything that moves through it, squadrons hardest.", "Debris Field"),
    (
        "decoy-swarm",
        "area",
        "Hides and blinds what is in it, shrinks, and is soon gone.",
        "Decoy Drone Swarm",
    ),
    (
        "large-asteroid",
        "model",
        "A rock that gives Stealth to what is near; nothing may overlap it.",
        "Large Asteroid",
    ),
    (
        "particle-cloud",
        "area",
        "Hides what is in it and strikes whatever moves through it.",
        "Particle Cloud",
    ),
    ("planet", "edge", "A table edge that pulls: no model may cross it.", "Planet or Large Moon"),
    (
        "small-moon",
        "area",
        "A great rock that gives Stealth and speeds up what starts above it.",
        "Small Moons",
    ),
    ("space-station", "model", "A capital ship that does not move, with guns and hangars.", "Space Stations"),
    ("unidentified-object", "model", "A hulk to be boarded and searched.", "Unidentified Object"),
    ("wreck", "model", "What remains of a dead ship, like a large asteroid.", "Wreck"),
)

SCENARIO_TERRAIN = ("asteroid-field", "particle-cloud", "debris-field", "large-asteroid", "wreck", "comet")
"""Which of them a scenario file may lay out."""

ZONES = ("standard", "beacon", "corner")
"""v1.2.4 Scenarios > Deployment Zone."""

DEPLOYMENTS = ("fleet", "escalating")
"""v1.2.4 Scenarios > Deployment Type."""

INITIATIVES = ("random", "attacker-defender")
"""How the side with initiative is found, unless the scenario names it."""

OBJECTIVE_KINDS = ("most_victory_points",)
"""What a scenario may give Objective Points for."""

SPECIAL_RULES = (
    "ambush",
    "blinded-by-the-light",
    "break-the-truce",
    "no-quarter-given",
    "scavenger-hunt",
    "water-raid",
)
"""Rules that only some scenarios have, named after the heading that gives them."""


def slug(text: str) -> str:
    """Lower case with hyphens for everything but letters and digits: `Shan-Yu` becomes `shan-yu`."""
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in text.lower()).split()
    return "-".join(words)


__all__ = [
    "ARCS",
    "CARGO",
    "COMMON",
    "DEPLOYMENTS",
    "DRONE_CLASSES",
    "FACTIONS",
    "INITIATIVES",
    "KINDS",
    "MAGNITUDES",
    "MISSILE_KINDS",
    "MODEL_TRAITS",
    "OBJECTIVE_KINDS",
    "SCENARIO_TERRAIN",
    "SPECIAL_RULES",
    "SQUADRON_TYPES",
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
