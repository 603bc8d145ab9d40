"""Terrain: what each kind does to what moves through it, overlaps it or hides behind it (v1.2.4 Terrain)."""

from __future__ import annotations

from jovian.rules.harm.laying import DEBRIS, SWARM, WRECK
from jovian.rules.rulebook.terrain_kind import Lot, TerrainKind
from jovian.rules.terrain.along import ATMOSPHERE
from jovian.rules.terrain.comet import COMET, TAIL
from jovian.rules.terrain.manned import HULK, HULKS, STATION, STATIONS

TERRAIN_KINDS: dict[str, TerrainKind] = {
    "asteroid-field": TerrainKind(
        "Asteroid Field", "v1.2.4 Terrain > Asteroid Field",
        "Strikes ships that move through it (2 dice) and obscures.", ac=2, veils=True,
        lot=Lot(5, 2.5, 4.5, uneven=True),
    ),
    "particle-cloud": TerrainKind(
        "Particle Cloud", "v1.2.4 Terrain > Particle Cloud", "Strikes what moves through it (2 dice) and obscures.",
        ac=2, as_=2, veils=True, lot=Lot(4, 2.5, 4.5, uneven=True),
    ),
    DEBRIS.kind: TerrainKind(
        "Debris Field", "v1.2.4 Terrain > Debris Field", "Strikes ships with 3 dice and squadrons with 4.", ac=3, as_=4,
        lot=Lot(2, 4.0, 4.0, most=2),
    ),
    SWARM.kind: TerrainKind(
        "Decoy Drone Swarm", "v1.2.4 Terrain > Decoy Drone Swarm",
        "Obscures and hides what is in it, and leaves it Sensors 0; shrinks in the End Phase, then is gone.",
        veils=True, cloaks=True, blinds=True, shrinks=True,
    ),
    "large-asteroid": TerrainKind(
        "Large Asteroid", "v1.2.4 Terrain > Large Asteroid", "Hides what is within 3\"; nothing may end on it.",
        solid=True, shelters=True, signature=12, lot=Lot(4, 1.6, 2.0, uneven=True, most=4),
    ),
    "small-moon": TerrainKind(
        "Small Moon", "v1.2.4 Terrain > Small Moons",
        "Hides what is within 3\" and may be flown over; what starts its movement on it has Speed +2.",
        shelters=True, hastens=2, lot=Lot(3, 2.0, 4.0, most=2),
    ),
    "planet": TerrainKind(
        "Planet", "v1.2.4 Terrain > Planet or Large Moon",
        "A table edge that stops ships and lets nothing through; Speed +2 toward it, -1 away from it.",
        solid=True, bars=True, pulls=2, holds=1,
    ),
    ATMOSPHERE: TerrainKind(
        "Atmosphere", "v1.2.4 Terrain > Atmosphere",
        "Strikes what moves through it (2 dice) and takes 1 off its Speed; what is in it has one ECM more.",
        ac=2, as_=2, slows=1, blurs=1,
    ),
    WRECK.kind: TerrainKind(
        "Wreck", "v1.2.4 Terrain > Wreck", "What is left of a dead ship; counts as a Large Asteroid.",
        solid=True, shelters=True, signature=6, lot=Lot(1, 1.0, 1.0, most=2),
    ),
    COMET: TerrainKind(
        "Comet", "v1.2.4 Terrain > Comets", "Moves 2d6 inches away from its tail every turn and pushes ships aside.",
        solid=True, shelters=True, signature=6, travels=True, tail=TAIL, lot=Lot(1, 1.0, 2.0, most=1, tail=(9.0, 2.0)),
    ),
    TAIL: TerrainKind(
        "Comet Tail", "v1.2.4 Terrain > Comets", "Strikes what moves through it or is swept by it (2 dice); obscures.",
        ac=2, as_=2, veils=True, travels=True,
    ),
    STATION: TerrainKind(
        "Space Station", STATIONS,
        "Strikes what moves through it (2 dice). It is a ship that stays where it is: it may be attacked and boarded.",
        ac=2, as_=2,
    ),
    HULK: TerrainKind("Unidentified Object", HULKS, "Marines may board it; nothing attacks it."),
}  # fmt: skip
"""Every kind that this edition of the game plays."""
