"""ECM that diminishes results rather than dice (R52)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jovian.game.parts import DIMINISH, Part
from jovian.rules.rulebook.shot_facts import EXPLOSION, ShotFacts
from jovian.rules.traits.electronics import ECM, ElectronicCounterMeasures, Stealthed, cancelled


@dataclass(frozen=True, slots=True)
class DiminishingCounterMeasures(ElectronicCounterMeasures):
    """Each rating that the attacker's ECCM does not cancel diminishes the result of its attack once."""

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A diminish for each rating, one more while Stealthed."""
        return _diminished(shot, self.level + Stealthed.holds(shot.target))


@dataclass(frozen=True, slots=True)
class DiminishingStealth(Stealthed):
    """Running silent, where ECM diminishes."""

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        return () if shot.target.card.trait(ElectronicCounterMeasures.name) else _diminished(shot, 1)


def _diminished(shot: ShotFacts, level: int) -> Iterable[Part]:
    left = level - cancelled(shot, level)
    if shot.window == EXPLOSION or left <= 0:
        return ()
    return (Part(f"{DiminishingCounterMeasures.name} {level}", left, ECM, DIMINISH),)
