"""The bases of the game, for tests of geometry (R14): width across the heading by length along it, in inches."""

from jovian.table import Shape

SMALL = Shape.rect(1.5, 2.0)
"""The base of small capital ships."""

MEDIUM = Shape.rect(2.0, 3.0)
"""The base of medium capital ships."""

LARGE = Shape.rect(2.5, 4.0)
"""The base of large capital ships."""

HEX = Shape.hexagon(1.0)
"""The base of squadrons: 1" across flats."""

BASES: dict[str, Shape] = {"small": SMALL, "medium": MEDIUM, "large": LARGE, "squadron": HEX}
"""Base sizes by name."""
