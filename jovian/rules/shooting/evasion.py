"""Dodging: when a model may oppose a shot with its Skill (v1.2.4 Traits > Evasive, R62)."""

from __future__ import annotations

from jovian.dice import SMALLEST_BASE, Pool
from jovian.game import Model, State
from jovian.rules.facts.fuel import fuel
from jovian.rules.facts.parts import BASE, FLEX, Part
from jovian.rules.rulebook.effect import Resistance
from jovian.rules.rulebook.shot_facts import ACTIVATION, AUTOFIRE, SHORT, ShotFacts
from jovian.rules.shooting import ratings

PLACE = "v1.2.4 Traits > Evasive"


def evade(shot: ShotFacts) -> Resistance | None:
    """The evading pool of the target, None where it cannot evade this shot."""
    model, state = shot.target, shot.state
    native = model.card.trait("Evasive") is not None
    evading = "evading" in model.states
    boosting = "boosting" in model.states
    if shot.window not in (ACTIVATION, AUTOFIRE) or not (native or evading or boosting):
        return None
    if shot.band == SHORT and not (native and evading):
        return None
    if not _can_swerve(state, model):
        return None
    parts = [Part("Skill", ratings.skill(state, model), PLACE, BASE)]
    if boosting and native:
        parts.append(Part("Boosting", 1, "v1.2.4 Action > Boost", FLEX))
    if model.card.trait("Fast"):
        parts.append(Part("Fast", 1, "v1.2.4 Traits > Fast", FLEX))
    may_burn = parts[0].value >= SMALLEST_BASE and not model.capital and fuel(model) > 0
    may_burn = may_burn and not (boosting and native)
    return Pool(parts[0].value, len(parts) - 1).normal(), tuple(parts), may_burn


def close_guard(state: State, model: Model) -> int:
    """The die that an Evasive model adds to its Defense pool in a Dogfight or Bombing Run (R62)."""
    dodges = model.card.trait("Evasive") is not None or "evading" in model.states or "boosting" in model.states
    return int(dodges and _can_swerve(state, model))


def _can_swerve(state: State, model: Model) -> bool:
    if model.capital:
        return ratings.thrusters(state, model) > 0
    return fuel(model) > 0
