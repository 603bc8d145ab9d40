"""Cluster munitions: missiles that help with point defense (v1.2.4 Traits > Weapon Traits > CMM, R64)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game.parts import MACRO, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.shooting.aid import backing

FARTHEST = 12.0
"""Inches that it flies, whatever missile it is."""
BACKED = 6.0


class ClusterMunition(Effect):
    """Missiles that burst into many."""

    __slots__ = ()
    name = "CMM"
    place = "v1.2.4 Traits > Weapon Traits > CMM"
    summary = "May stand in for Defense against missiles, squadrons and bombers, and helps friends within 6\"."
    aided = True

    def missile_range(self, reach: float) -> float:
        """How far a missile flies: no farther than 12"."""
        return min(reach, FARTHEST)

    def weapon_parts(self, shot: ShotFacts) -> list[Part]:
        """A macro die from each friend near that has such missiles too."""
        return backing(shot.state, shot.attacker, MACRO)

    def stands_in(self, weapon: WeaponCard) -> int | None:
        """Its AS rating, as dice in place of Defense."""
        return weapon.as_ or 0

    def backs(self) -> float:
        """Inches within which it helps friends: 6."""
        return BACKED

    def fires_all_around(self) -> bool:
        """True: in a close fight its arc does not matter."""
        return True
