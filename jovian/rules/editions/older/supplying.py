"""Tender and Fleet Tender as older texts have them (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from jovian.game import Model
from jovian.game.parts import FLEX, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import EXPLOSION, ShotFacts
from jovian.rules.traits.supplies import Tender
from jovian.table import TOLERANCE

FED, NEAR, FAR = 3.0, 6.0, 12.0


class FeedingTender(Effect):
    """A ship that keeps the magazines of others full."""

    __slots__ = ()
    name = Tender.name
    place = "v1.2.2 Traits > Tender"
    summary = 'Missiles and kinetic cannons of friends within 3" have a flex die more; it resupplies as any ship does.'

    def aids_fire(self, helper: Model, inches: float, shot: ShotFacts) -> Part | None:
        """A flex die for a friend near enough, not for explosions."""
        fed = bool(shot.weapon.missile) or weapon_type(shot.state, shot.weapon).kinetic
        if not fed or shot.window == EXPLOSION or inches > FED + TOLERANCE:
            return None
        return Part(f"{self.name} {helper.name}", 1, self.place, FLEX)


class PlainTender(Effect):
    """A ship built to supply others."""

    __slots__ = ()
    name = Tender.name
    place = "v1.2.3 Traits > Tender"
    summary = 'Resupplies up to 6" away, and lays Decoy Drones as far away without such cargo.'

    def deploys_decoys(self) -> float:
        """6"."""
        return NEAR


class FleetTender(Effect):
    """A great ship built to supply a fleet."""

    __slots__ = ()
    name = "Fleet Tender"
    place = "v1.2.3 Traits > Fleet Tender"
    summary = 'Resupplies up to 12" away, and lays Decoy Drones as far away without such cargo.'

    def resupply_reach(self, reach: float) -> float:
        """12"."""
        return max(reach, FAR)

    def deploys_decoys(self) -> float:
        """12"."""
        return FAR
