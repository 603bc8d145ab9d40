"""What counts as an Attack Modifier rather than as dice (R57)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game.parts import MODIFIER, Part
from jovian.rules.rulebook.shot_facts import ShotFacts
from jovian.rules.traits.action_states import StationKeeping
from jovian.rules.weapons.guns import KineticCannon


class SteadyTarget(StationKeeping):
    """Station Keeping that attackers gain a modifier by."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """+1, in every attack window."""
        return (Part("Station Keeping", 1, self.place),)


class HinderedLine(KineticCannon):
    """A Kinetic Cannon whose strikes along its line have a modifier."""

    __slots__ = ()
    along = MODIFIER
