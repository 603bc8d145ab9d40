"""The bases of the game, for tests of geometry (R14): width across the heading by length along it, in inches."""

from jovian.table import Shape

SMALL = Shape.rect(1.5, 2.0)
"""Small capital ships."""

MEDIUM = Shape.rect(2.0, 3.0)
"""Medium capital ships."""

LARGE = Shape.rect(2.5, 4.0)
"""Large capital ships."""

HEX = Shape.hexagon(1.0)
"""Squadrons: 1" across flats."""

BASES: dict[str, Shape] = {"small": SMALL, "medium": MEDIUM, "large": LARGE, "squadron": HEX}
"""Base sizes by name."""
