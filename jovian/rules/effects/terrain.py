"""Terrain: what each kind does to what moves through it, overlaps it or hides behind it (v1.2.4 Terrain)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TerrainEffect:
    """One kind of terrain, as facts that the core asks for."""

    name: str
    place: str
    summary: str
    ac: int = 0
    """Base dice against a capital ship that moves through, 0 for none."""
    as_: int = 0
    """Base dice against a squadron that moves through."""
    veils: bool = False
    """Are models that overlap it Obscured?"""
    solid: bool = False
    """Is it forbidden to end on it?"""
    shelters: bool = False
    """Does it give Stealth to models within 3"?"""
    signature: float = 0
    """As a blocker of lines; 0 never blocks."""
    cloaks: bool = False
    """Does it give Stealth to what overlaps it?"""
    blinds: bool = False
    """Has what overlaps it Sensors 0?"""
    travels: bool = False
    """Does it move at the end of each Deployment Phase?"""

    def rating(self, capital: bool) -> int:
        """Base dice of its attack on a mover."""
        return self.ac if capital else self.as_


TERRAIN_EFFECTS: dict[str, TerrainEffect] = {
    "asteroid-field": TerrainEffect(
        "Asteroid Field", "v1.2.4 Terrain > Asteroid Field", "Ships that move through it are struck (AC 2).",
        ac=2, veils=True,
    ),
    "particle-cloud": TerrainEffect(
        "Particle Cloud", "v1.2.4 Terrain > Particle Cloud", "Strikes what moves through it (2 dice) and obscures.",
        ac=2, as_=2, veils=True,
    ),
    "debris-field": TerrainEffect(
        "Debris Field", "v1.2.4 Terrain > Debris Field", "Strikes ships with 3 dice and squadrons with 4.", ac=3, as_=4
    ),
    "decoy-swarm": TerrainEffect(
        "Decoy Drone Swarm", "v1.2.4 Terrain > Decoy Drone Swarm",
        "Obscures and hides what is in it, and leaves it Sensors 0; shrinks in the End Phase, then is gone.",
        veils=True, cloaks=True, blinds=True,
    ),
    "large-asteroid": TerrainEffect(
        "Large Asteroid", "v1.2.4 Terrain > Large Asteroid", "Hides what is within 3\"; nothing may end on it.",
        solid=True, shelters=True, signature=12,
    ),
    "wreck": TerrainEffect(
        "Wreck", "v1.2.4 Terrain > Wreck", "What is left of a dead ship: a small large asteroid.",
        solid=True, shelters=True, signature=6,
    ),
    "comet": TerrainEffect(
        "Comet", "v1.2.4 Terrain > Comets", "Moves 2d6 inches away from its tail every turn and pushes ships aside.",
        solid=True, shelters=True, signature=6, travels=True,
    ),
    "comet-tail": TerrainEffect(
        "Comet Tail", "v1.2.4 Terrain > Comets", "Strikes what moves through it or is swept by it (2 dice); obscures.",
        ac=2, as_=2, veils=True, travels=True,
    ),
}  # fmt: skip
"""Every kind that this edition of the game plays."""
