"""Evasion: when a model may oppose a shot with its Skill (v1.2.4 Traits > Evasive, Action > Evade, Boost; R62).

`evade` gives the opposing pool of a target. The trait Evasive and the states Evading and Boosting use it. They are
not in `ratings.py` because a compiled module can't define effects.
"""

from __future__ import annotations

from jovian.dice import SMALLEST_BASE, Pool
from jovian.game import Model, State
from jovian.game.events import BASE, FLEX, Contribution
from jovian.rules.basics.model import fuel
from jovian.rules.rulebook.active_effects import find_effect
from jovian.rules.rulebook.effect import (
    ACTIVATION,
    AUTOFIRE,
    CREW,
    GOOD,
    SHORT,
    Effect,
    Ending,
    ModelState,
    Opposition,
    ShotFacts,
    StateMarker,
)
from jovian.rules.shots.ratings import skill, thrusters
from jovian.rules.traits.model_traits import Fast

PLACE = "v1.2.4 Traits > Evasive"


def evade(shot: ShotFacts) -> Opposition | None:
    """Return the evading pool of the target, None if it can't evade this shot."""
    model, state = shot.target, shot.state
    is_evasive = _is_evasive(state, model)
    is_evading = Evading.holds(model)
    is_boosting = Boosting.holds(model)
    if shot.window not in (ACTIVATION, AUTOFIRE) or not (is_evasive or is_evading or is_boosting):
        return None
    if shot.band == SHORT and not (is_evasive and is_evading):
        return None
    if not can_evade(state, model):
        return None
    parts = [Contribution("Skill", skill(state, model), PLACE, BASE)]
    if is_boosting and is_evasive:
        parts.append(Contribution("Boosting", 1, "v1.2.4 Action > Boost", FLEX))
    fast = find_effect(state, model, Fast)
    if fast is not None and fast.dodges_better:
        parts.append(Contribution(fast.name, 1, fast.place, FLEX))
    may_burn = parts[0].value >= SMALLEST_BASE and not model.is_capital and fuel(model) > 0
    may_burn = may_burn and not (is_boosting and is_evasive)
    return Opposition(Pool(parts[0].value, len(parts) - 1).normal(), tuple(parts), may_burn)


def close_guard(state: State, model: Model) -> int:
    """Return 1 if an Evasive model adds a die to its Defense pool in a Dogfight or Bombing Run, else 0 (R62)."""
    may_evade = _is_evasive(state, model) or Evading.holds(model) or Boosting.holds(model)
    return int(may_evade and can_evade(state, model))


def _is_evasive(state: State, model: Model) -> bool:
    """Return whether the model evades without any action or Boost."""
    return find_effect(state, model, Evasive) is not None


def can_evade(state: State, model: Model) -> bool:
    """Return whether the model has the Thrusters or Fuel to evade."""
    if model.is_capital:
        return thrusters(state, model) > 0
    return fuel(model) > 0


class Evasive(Effect, trait="Evasive"):
    """The trait Evasive."""

    __slots__ = ()

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return evade(shot)


class Evading(Ending):
    """The state Evading."""

    __slots__ = ()
    name = "evading"
    place = "v1.2.4 Action > Evade"
    summary = "Counts as Evasive (at Short Range too if it has the trait) and has Fire Control 1."
    sign = StateMarker("EV", CREW, GOOD)

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return evade(shot)

    def fire_control(self, state: State, model: Model, value: int) -> int:
        return min(value, 1)


class Boosting(ModelState):
    """The state of a model that spent fuel for Speed. The level is the fuel. It ends with the activation."""

    __slots__ = ()
    name = "boosting"
    place = "v1.2.4 Action > Boost"
    summary = '3" more Speed per Fuel spent. Counts as Evasive for this activation.'
    sign = StateMarker("BO", CREW, GOOD, ())
    passes = True

    @classmethod
    def burnt(cls, model: Model) -> int:
        """Return the fuel that the model spent on the Boost."""
        return cls.level_of(model)

    def speed(self, state: State, model: Model, value: int) -> int:
        return value + 3 * self.level

    def evades(self, shot: ShotFacts) -> Opposition | None:
        return evade(shot)
