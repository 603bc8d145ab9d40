"""Stealth, Snub and Sniper as older texts have them (v1.2.2, v1.2.3 Traits)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Model, State
from jovian.game.parts import FLEX, MACRO, Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.shot_facts import ACTIVATION, BOMBING, CLOSE, SHORT, ShotFacts
from jovian.rules.shooting.formula import BOMBING_BONUS
from jovian.rules.traits.electronics import Stealth
from jovian.rules.weapons.weapon_traits import Sniper, Snub


class DullingStealth(Stealth):
    """Dulls the Sensors of whoever attacks."""

    __slots__ = ()
    place = "v1.2.2 Traits > Stealth"
    summary = "Whoever attacks it has so much worse Sensors; missiles reach it as they reach anybody."

    def stealth(self, state: State, model: Model) -> int:
        """0: missiles measure no more."""
        return 0

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors of others, lowered by its level to 0 at the least."""
        return max(0, sensors - (self.level or 1))

    def hides(self) -> bool:
        """True, but for its commander."""
        return True


class HeavySnub(Snub):
    """A macro die at Short Range, nothing in close fights."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Snub"
    summary = "A macro die more at Short Range."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """One macro die at Short Range, unless the fight is a close one."""
        near = shot.band == SHORT and shot.window not in CLOSE
        return (Part(self.name, 1, self.place, MACRO),) if near else ()


class FarSniper(Sniper):
    """At its best from afar."""

    __slots__ = ()
    place = "v1.2.3 Weapon Traits > Sniper"
    summary = "A flex die more beyond Short Range; no bonus for Short Range or in a Bombing Run."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A flex die beyond Short Range; where the table has a bonus for being near, what takes it away again."""
        if shot.window == BOMBING:
            return () if shot.attacker.capital else (Part(self.name, -BOMBING_BONUS, self.place),)
        if shot.window in CLOSE:
            return ()
        near = shot.band == SHORT
        return (Part(self.name, -1, self.place) if near else Part(self.name, 1, self.place, FLEX),)


class PreciseSniper(Effect):
    """Well aimed, if there is time."""

    __slots__ = ()
    name = Sniper.name
    place = "v1.2.2 Weapon Traits > Sniper"
    summary = "In the ship's own activation a flex die more, and Precise; it reaches no farther than others."

    def weapon_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """A flex die in its own activation."""
        return (Part(self.name, 1, self.place, FLEX),) if shot.window == ACTIVATION else ()

    def precise(self, shot: ShotFacts) -> bool:
        """True in its own activation."""
        return shot.window == ACTIVATION
