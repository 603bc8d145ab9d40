"""Traits of sensors and countermeasures (v1.2.4 Traits): being seen, hiding, blurring."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Game, Model, Procedure, State
from jovian.game.parts import Part
from jovian.rules.rulebook.effect import Effect, Fired
from jovian.rules.rulebook.in_force import effects_on, weapon_type
from jovian.rules.rulebook.model_state import CREW, GOOD, Ending, Sign
from jovian.rules.rulebook.shot_facts import AUTOFIRE, EXPLOSION, ShotFacts
from jovian.rules.shooting.shot import mount_of

ECM = "v1.2.4 Traits > ECM"
UNTIL_FIRING, UNTIL_END = 1, 2
"""How long silence lasts: until it fires guns, or until the End Phase."""


def cancelled(shot: ShotFacts, level: int) -> int:
    """How many of so many ratings of ECM the attacker's ECCM cancels."""
    return min(level, shot.attacker.card.level("ECCM"))


def countermeasures(shot: ShotFacts, level: int) -> Iterable[Part]:
    """A penalty for each rating of ECM that the attacker's ECCM does not cancel (R52)."""
    if shot.window == EXPLOSION:
        return ()
    parts, gone = [Part(f"ECM {level}", -level, ECM)], cancelled(shot, level)
    return [*parts, Part(f"ECCM cancels {gone}", gone, ECM)] if gone else parts


def blurred(shot: ShotFacts, printed: int) -> int:
    """All ratings of ECM of a target: those printed, one while it runs silent, and what it is lent."""
    lent = sum(effect.blurs(shot.state, shot.target) for effect in effects_on(shot.state, shot.target, Effect.blurs))
    return printed + Stealthed.holds(shot.target) + lent


class Stealthed(Ending):
    """Running silent. Its level is UNTIL_FIRING or UNTIL_END."""

    __slots__ = ()
    name = "stealthed"
    place = "v1.2.4 Action > Silent Running > Stealthed"
    summary = "Stealth and one more ECM; after a failed test only until it fires anything but missiles and drones."
    sign = Sign("SR", CREW, GOOD)

    @classmethod
    def hide(cls, game: Game, model: Model, *, lasting: bool) -> None:
        """Run silent until the End Phase, or only until it fires guns."""
        cls.enter(game, model, UNTIL_END if lasting else UNTIL_FIRING)

    @classmethod
    def lasts(cls, model: Model) -> bool:
        """Does the model run silent until the End Phase?"""
        return cls.level_of(model) == UNTIL_END

    def stealth(self, state: State, model: Model) -> int:
        """The levels of Stealth with which it is looked at: one."""
        return 1

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """ECM 1 for a model without; one that has ECM counts it there."""
        return () if shot.target.card.trait("ECM") else countermeasures(shot, blurred(shot, 0))

    def after_attack(self, game: Game, model: Model, fired: Fired) -> Procedure[None]:
        """Guns give it away, if they cost Fire Control: autofire does not."""
        mount = mount_of(model, fired.mounts[0])
        loud = mount is None or weapon_type(game.state, mount.weapon).gives_away
        if self.level == UNTIL_FIRING and fired.window != AUTOFIRE and loud:
            self.leave(game, model)
        return
        yield


class ElectronicCounterMeasures(Effect):
    """Blurs the aim of models that fire at it."""

    __slots__ = ()
    name = "ECM"
    place = ECM
    summary = "-1 a rating for models that attack it, less what their ECCM cancels."

    def target_parts(self, shot: ShotFacts) -> Iterable[Part]:
        """Its level, one more while Stealthed."""
        return countermeasures(shot, blurred(shot, self.level))


class Cloak(Effect):
    """A system that hides the model from Sensors while it works."""

    __slots__ = ()
    name = "Cloak"
    place = "v1.2.4 Traits > Cloak"
    summary = "Always at Long Range for guns, however near; missiles and close fights are not hindered."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """None, so that nobody finds it, while the system works."""
        return None if model.card.level(self.name) > model.marks.get(self.name, 0) else sensors

    def hides(self) -> bool:
        """True, but for its commander."""
        return True


class Emissions(Effect):
    """Easier to find: others add its level to their Sensors."""

    __slots__ = ()
    name = "Emissions"
    place = "v1.2.4 Traits > Emissions"
    summary = "Whoever attacks it has this much better Sensors."

    def sensors_against(self, state: State, model: Model, sensors: int) -> int | None:
        """The Sensors of others, raised by its level."""
        return sensors + self.level


class Stealth(Effect):
    """Harder to reach with missiles."""

    __slots__ = ()
    name = "Stealth"
    place = "v1.2.4 Traits > Stealth"
    summary = 'Missiles measure 6" more to it a level.'

    def stealth(self, state: State, model: Model) -> int:
        """Its level, 1 if none is printed."""
        return self.level or 1
