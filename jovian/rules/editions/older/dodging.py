"""Evasive as older texts have it, and Overthrust (v1.2.2, v1.2.3 Traits).

Nobody rolls against the shot: its base dice beyond a number of the target's become macro dice. What those texts call
Long Range is whatever is beyond Short Range.
"""

from __future__ import annotations

from collections.abc import Iterable

from jovian.dice import Pool
from jovian.game import Model
from jovian.game.parts import BASE, MACRO, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import weapon_type
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, SHORT, ShotFacts
from jovian.rules.shooting.evasion import Boosting, Evading, Evasive, can_swerve

PLACE = "v1.2.2 Traits > Evasive"
SQUADRONS = 2
"""Base dice that a shot at a squadron keeps."""


def _moved(shot: ShotFacts, pool: Pool, kept: int, label: str, place: str) -> Iterable[Part]:
    """The base dice beyond so many, which become macro dice, where the target can dodge the shot."""
    more = pool.base - kept
    if more <= 0 or shot.band == SHORT or shot.window not in (ACTIVATION, AUTOFIRE):
        return ()
    if not weapon_type(shot.state, shot.weapon).ranged or not can_swerve(shot.state, shot.target):
        return ()
    return Part(label, -more, place, BASE), Part(label, more, place, MACRO)


def _own(model: Model) -> int:
    """Base dice that a shot keeps: the Structure with which a ship began."""
    return model.card.printed("structure") if model.capital else SQUADRONS


class ScatteringEvasive(Evasive):
    """Scatters shots from afar."""

    __slots__ = ()
    place = PLACE
    summary = "Beyond Short Range base dice of guns beyond its first Structure (squadrons: 2) become macro dice."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Base dice that become macro dice."""
        return _moved(shot, pool, _own(shot.target), self.name, self.place)


class ScatteringEvading(Evading):
    """Jinking at the price of aim."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = "Counts as Evasive, in the older way, and has Fire Control 1."

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Base dice that become macro dice; those of Overthrust in their stead."""
        if shot.target.card.trait(Overthrust.name) is not None:
            return Overthrust(shot.target.card.level(Overthrust.name)).pool_parts(shot, pool)
        return _moved(shot, pool, _own(shot.target), "Evading", self.place)


class ScatteringBoost(Boosting):
    """Burning fuel for speed."""

    __slots__ = ()
    place = "v1.2.2 Traits > Evasive"
    summary = '3" of Speed for each fuel burnt; counts as Evasive, in the older way, for this activation.'

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """None: nothing is rolled against the shot."""
        return None

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Base dice that become macro dice."""
        return _moved(shot, pool, _own(shot.target), "Boosting", self.place)


class Overthrust(Effect):
    """Engines that make Evading tell."""

    __slots__ = ()
    name = "Overthrust"
    place = "v1.2.2 Traits > Overthrust"
    summary = "While Evading, base dice of guns beyond Short Range that are more than its level become macro dice."

    def pool_parts(self, shot: ShotFacts, pool: Pool) -> Iterable[Part]:
        """Base dice that become macro dice while it evades."""
        if not Evading.holds(shot.target):
            return ()
        return _moved(shot, pool, self.level, f"{self.name} {self.level}", self.place)
