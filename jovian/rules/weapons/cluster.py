"""Cluster munitions: missiles that help with point defense (v1.2.4 Traits > Weapon Traits > CMM, R64)."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.rules.rulebook.effect import Effect

FARTHEST = 12.0
"""Inches that it flies, whatever missile it is."""


@dataclass(frozen=True, slots=True)
class ClusterMunition(Effect):
    """Missiles that burst into many."""

    name = "CMM"
    place = "v1.2.4 Traits > Weapon Traits > CMM"
    summary = "May stand in for Defense against missiles, squadrons and bombers, and helps friends within 6\"."

    def missile_range(self, reach: float) -> float:
        """It flies no farther than that."""
        return min(reach, FARTHEST)
