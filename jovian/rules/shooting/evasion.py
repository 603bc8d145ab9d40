"""Dodging: when a model may oppose a shot with its Skill (v1.2.4 Traits > Evasive, R62)."""

from __future__ import annotations

from jovian.dice import SMALLEST_BASE, Pool
from jovian.game import Model, State
from jovian.game.parts import BASE, FLEX, Part
from jovian.rules.facts.fuel import fuel
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.hooks.shots import Opposition
from jovian.rules.rulebook.in_force import effects_on, says_yes
from jovian.rules.rulebook.model_state import CREW, GOOD, Ending, ModelState, Sign
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, SHORT, ShotFacts
from jovian.rules.shooting import ratings

PLACE = "v1.2.4 Traits > Evasive"


def evade(shot: ShotFacts) -> Opposition | None:
    """The evading pool of the target, None where it cannot evade this shot."""
    model, state = shot.target, shot.state
    native = _native(state, model)
    evading = Evading.holds(model)
    boosting = Boosting.holds(model)
    if shot.window not in (ACTIVATION, AUTOFIRE) or not (native or evading or boosting):
        return None
    if shot.band == SHORT and not (native and evading):
        return None
    if not can_swerve(state, model):
        return None
    parts = [Part("Skill", ratings.skill(state, model), PLACE, BASE)]
    if boosting and native:
        parts.append(Part("Boosting", 1, "v1.2.4 Action > Boost", FLEX))
    aids = [effect.aids_dodging() for effect in effects_on(state, model, Effect.aids_dodging)]
    parts += [aid for aid in aids if aid is not None]
    may_burn = parts[0].value >= SMALLEST_BASE and not model.capital and fuel(model) > 0
    may_burn = may_burn and not (boosting and native)
    return Opposition(Pool(parts[0].value, len(parts) - 1).normal(), tuple(parts), may_burn)


def close_guard(state: State, model: Model) -> int:
    """The die that an Evasive model adds to its Defense pool in a Dogfight or Bombing Run (R62)."""
    dodges = _native(state, model) or Evading.holds(model) or Boosting.holds(model)
    return int(dodges and can_swerve(state, model))


def _native(state: State, model: Model) -> bool:
    """Does a model dodge without any action or boost?"""
    return says_yes(state, model, Effect.dodges)


def can_swerve(state: State, model: Model) -> bool:
    """Has it Thrusters, or Fuel, to dodge with?"""
    if model.capital:
        return ratings.thrusters(state, model) > 0
    return fuel(model) > 0


class Evasive(Effect):
    """Dodges shots from afar."""

    __slots__ = ()
    name = "Evasive"
    place = PLACE
    summary = "Shots from beyond Short Range (not missiles) are opposed by its Skill."

    def dodges(self) -> bool:
        """True: its Skill opposes shots from afar."""
        return True

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)


class Evading(Ending):
    """Jinking at the price of aim."""

    __slots__ = ()
    name = "evading"
    place = "v1.2.4 Action > Evade"
    summary = "Counts as Evasive (at Short Range too if it is so by nature) and has Fire Control 1."
    sign = Sign("EV", CREW, GOOD)

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)

    def fire_control(self, state: State, model: Model, value: int) -> int:
        """Its Fire Control rating, cut to 1."""
        return min(value, 1)


class Boosting(ModelState):
    """Burning fuel for speed, until the end of the activation; its level is the fuel."""

    __slots__ = ()
    name = "boosting"
    place = "v1.2.4 Action > Boost"
    summary = '3" of Speed for each fuel burnt; counts as Evasive for this activation.'
    sign = Sign("BO", CREW, GOOD, ())
    passes = True

    @classmethod
    def burnt(cls, model: Model) -> int:
        """The fuel that the model has burnt for it."""
        return cls.level_of(model)

    def speed(self, state: State, model: Model, value: int) -> int:
        """3" more for each fuel burnt."""
        return value + 3 * self.level

    def evades(self, shot: ShotFacts) -> Opposition | None:
        """Its Skill against the shot, where it can dodge."""
        return evade(shot)
