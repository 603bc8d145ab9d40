"""ECM that diminishes results, or takes away flex dice (R52; v1.2.2, v1.2.3 Traits > ECM)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.dice import Pool
from jovian.game.parts import DIMINISH, FLEX, Part
from jovian.rules.rulebook.shot_facts import EXPLOSION, ShotFacts
from jovian.rules.traits.electronics import ECM, ElectronicCounterMeasures, Stealthed, blurred, cancelled


class DiminishingCounterMeasures(ElectronicCounterMeasures):
    """Each rating that the attacker's ECCM does not cancel diminishes the result of its attack once."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A diminish for each rating, one more while Stealthed."""
        return _diminished(shot, blurred(shot, self.level))


class DiminishingStealth(Stealthed):
    """Running silent, where ECM diminishes."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        return () if shot.target.card.trait(ElectronicCounterMeasures.name) else _diminished(shot, blurred(shot, 0))


def _diminished(shot: ShotFacts, level: int) -> Iterable[Part]:
    left = level - cancelled(shot, level)
    if shot.window == EXPLOSION or left <= 0:
        return ()
    return (Part(f"{DiminishingCounterMeasures.name} {level}", left, ECM, DIMINISH),)


FLEX_TAKEN = "v1.2.2 Traits > ECM"


class DistractingCounterMeasures(ElectronicCounterMeasures):
    """Each rating that the attacker's ECCM does not cancel takes a flex die away."""

    __slots__ = ()
    place = FLEX_TAKEN
    summary = "Attacks on it lose a flex die a rating, as far as they have any, less what their ECCM cancels."

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """None that counts toward the net modifier."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Flex dice for each rating, one more while Stealthed."""
        return _distracted(shot, pool, blurred(shot, self.level))


class DistractingStealth(Stealthed):
    """Running silent, where ECM takes flex dice."""

    __slots__ = ()

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """None that counts toward the net modifier."""
        return ()

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        counted = shot.target.card.trait(ElectronicCounterMeasures.name)
        return () if counted else _distracted(shot, pool, blurred(shot, 0))


def _distracted(shot: ShotFacts, pool: Pool, level: int) -> Iterable[Part]:
    taken = min(level - cancelled(shot, level), pool.flex)
    if shot.window == EXPLOSION or taken <= 0:
        return ()
    return (Part(f"{ElectronicCounterMeasures.name} {level}", -taken, FLEX_TAKEN, FLEX),)
