"""A hardpoint of a secret ship without a weapon, or without one that is known (v1.2.4 Fleet > Hardpoints)."""

from __future__ import annotations

from jovian.cards import WeaponCard
from jovian.game import Model, State
from jovian.rules.rulebook.shot_facts import LONG, ShotFacts
from jovian.rules.rulebook.weapon_type import WeaponType


class Hardpoint(WeaponType):
    """What stands in the weapon table in place of a weapon: it can be struck, and do nothing."""

    __slots__ = ()
    name = "Hardpoint"
    place = "v1.2.4 Fleet > Hardpoints > Unarmed"
    summary = "Room for a weapon of its class, bought with the fleet; what a Q-Ship has there may be secret."
    gives_away = False

    def reach(self, state: State, attacker: Model, weapon: WeaponCard, target: Model) -> float:
        """No distance is in range of a secret weapon: -1."""
        return -1.0

    def band(self, shot: ShotFacts) -> str:
        """A band in which it never fires."""
        return LONG
