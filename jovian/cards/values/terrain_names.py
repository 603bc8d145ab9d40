"""The terrain that a scenario file may lay out: each kind's name, and what shape a piece of it may have.

What a kind does in play is a `TerrainKind` of the rules layer.
"""

from __future__ import annotations

from typing import NamedTuple

OFF, GENERATED, SYMMETRIC, PLACED = "off", "generated", "symmetric", "placed"
BY_LOT = (GENERATED, SYMMETRIC)
LAYOUTS = (*BY_LOT, PLACED)
"""How a table may be laid out besides piece by piece: by lot, by lot and mirrored, by the players."""
EDGES = ("north", "east", "south", "west")
"""The edges of the table, clockwise from the one up the table."""


class TerrainRule(NamedTuple):
    """How a piece of one kind is written down."""

    name: str
    least: float = 0.5
    """Inches: the least and greatest radius of a circle."""
    greatest: float = 24.0
    usual: float | None = None
    """The radius that it has if none is given, None if one must be."""
    outline: bool = False
    """May it have corners rather than a radius?"""
    tail: bool = False
    """Does it draw a tail after it, whose length and width are given?"""
    edge: bool = False
    """Does it lie along an edge of the table, rather than at a place of its own?"""
    band: bool = False
    """Is it a band along that edge, as thick as others have a radius, or by a die if no thickness is given?"""
    stated: bool = False
    """Does the book say how large it is, so that corners must lie as far apart as those of such a circle?"""
    owned: bool = False
    """Is it a space station, a model that a side may own?"""
    boarded: bool = False
    """Is it a model that marines may board?"""

    @property
    def searched(self) -> bool:
        """Is it an unidentified object, which nobody owns and marines may search?"""
        return self.boarded and not self.owned


TERRAIN_KINDS: dict[str, TerrainRule] = {
    each.name: each
    for each in (
        TerrainRule("asteroid-field", outline=True),
        TerrainRule("particle-cloud", outline=True),
        TerrainRule("debris-field", 4.0, 4.0, usual=4.0),
        TerrainRule("large-asteroid", 1.0, 2.0, outline=True, stated=True),
        TerrainRule("small-moon", 2.0, 9.0, outline=True, stated=True),
        TerrainRule("wreck", 1.0, 2.0, usual=1.0),
        TerrainRule("comet", 1.0, 2.0, tail=True),
        TerrainRule("decoy-swarm", 3.0, 4.0, usual=4.0),
        TerrainRule("space-station", 1.0, 3.0, usual=1.5, owned=True, boarded=True),
        TerrainRule("unidentified-object", 1.0, 2.0, usual=1.0, boarded=True),
        TerrainRule("planet", edge=True),
        TerrainRule("atmosphere", 3.0, 6.0, edge=True, band=True),
    )
}
"""By name, in the order in which a file that names another is told of them."""
