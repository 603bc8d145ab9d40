"""Ratings of models as they count in a shot, skill tests, and evasion."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jovian.dice import SMALLEST_BASE, Pool
from jovian.game import Model, State
from jovian.game.events import BASE, FLEX, Contribution, sum_parts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.model import fuel
from jovian.rules.basics.rolls import SkillTest, completed
from jovian.rules.rulebook.active_effects import effects_on, says_yes
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
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import overlaps

# --- ratings ---
# What a rating is right now: the printed boxes that are left, bent by traits, states and terrain.


def speed(state: State, model: Model, *, more: int = 0) -> int:
    """Speed, inches; `more` is added to the printed rating before anything doubles it (R22), and leaves at least 0."""
    value = model.card.speed + more if more >= 0 else max(0, model.card.speed + more)
    for effect in effects_on(state, model, Effect.speed):
        value = effect.speed(state, model, value)
    return value


def thrusters(state: State, model: Model) -> int:
    """Thrusters rating, never below 0."""
    value = model.rating("thrusters")
    for effect in effects_on(state, model, Effect.thrusters):
        value = effect.thrusters(state, model, value)
    return max(0, value)


def turns(state: State, model: Model) -> int:
    """How many turns the ship may make: the lower of Turns and Thrusters (v1.2.4 Movement > Capital Ship Movement)."""
    return min(uncapped_turns(state, model), thrusters(state, model))


def uncapped_turns(state: State, model: Model) -> int:
    """The Turns rating alone: a ship of Turns 0 does not turn by itself, not by the test at Thrusters 0 either."""
    value = model.card.turns
    for effect in effects_on(state, model, Effect.turns):
        value = effect.turns(state, model, value)
    return value


def sensors(state: State, model: Model) -> int:
    """Sensors rating: a track on ships, a plain rating on squadrons."""
    value = model.rating("sensors") if model.capital else model.card.sensors
    for effect in effects_on(state, model, Effect.sensors):
        value = effect.sensors(state, model, value)
    return 0 if value <= 0 or _blinded(state, model) else value


def _blinded(state: State, model: Model) -> bool:
    """Does it overlap a piece that leaves it no Sensors (R32)?"""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        if kinds[piece.kind].blinds and any(overlaps(model.base, model.pose, p, piece.pose) for p in piece.outline):
            return True
    return False


def fire_control(state: State, model: Model) -> int:
    """Fire Control rating; several limits leave the lower of the printed rating and 1 (R40)."""
    value = model.card.fire_control
    for effect in effects_on(state, model, Effect.fire_control):
        value = effect.fire_control(state, model, value)
    return value


class Commanded(NamedTuple):
    """The Skill that a skill test is made with."""

    skill: int
    whose: str = "Skill"
    """In words: its own, or that of a friend."""


def command(state: State, model: Model) -> Commanded:
    """The Skill of a skill test: its own, or that of a friend who commands it (R62)."""
    best = Commanded(skill(state, model))
    for other in state.on_table() if model.on_table else ():
        if other.side == model.side and other.id != model.id:
            for effect in effects_on(state, other, Effect.commands):
                if effect.commands(other, model) and skill(state, other) > best.skill:
                    best = Commanded(skill(state, other), f"{effect.name} of {other.name}")
    return best


def skill(state: State, model: Model) -> int:
    """Skill rating."""
    value = model.card.skill
    for effect in effects_on(state, model, Effect.skill):
        value = effect.skill(state, model, value)
    return value


def close_skill(state: State, model: Model, window: str) -> int:
    """Skill rating in a Dogfight or Bombing Run."""
    value = skill(state, model)
    for effect in effects_on(state, model, Effect.close_skill):
        value = effect.close_skill(state, model, value, window)
    return value


def fame(state: State, model: Model) -> int:
    """How famous a model is: what its effects say of fame, added up."""
    return sum(effect.fame() for effect in effects_on(state, model, Effect.fame))


def fire_control_left(state: State, model: Model) -> int:
    """Fire Control that a model, with its formation, has not spent in this activation, whoever's it is (R40)."""
    act = state.activation
    if act is None:
        return fire_control(state, model)
    return fire_control(state, model) - max(act.spent.count(each.id) for each in formation_members(state, model))


# --- skill ---
# Skill tests: whose Skill is rolled, and what helps (v1.2.4 Types of Rolls > Skill Test).

SKILL_TEST_CITATION = "v1.2.4 Types of Rolls > Skill Test"


def skill_test(
    state: State,
    model: Model,
    purpose: str,
    *,
    aid: Contribution | None = None,
    commanded: bool = True,
    window: str = "",
    further: Sequence[Contribution] = (),
) -> SkillTest:
    """A roll of the model's Skill, or of a Command's.

    `aid` and `further` add flex dice; `window` is that of a close fight, where some are more skilled.
    """
    own = command(state, model) if commanded else Commanded(skill(state, model))
    parts = [Contribution(own.whose, own.skill, SKILL_TEST_CITATION, BASE)]
    extra = close_skill(state, model, window) - skill(state, model) if window else 0
    if extra:
        parts.append(Contribution("Skilled at close quarters", extra, SKILL_TEST_CITATION, BASE))
    if aid is not None:
        parts.append(aid)
    parts += further
    pool = Pool(sum_parts(parts, BASE), sum_parts(parts, FLEX)).normal()
    return SkillTest(f"{purpose} ({model.name})", pool, completed(parts, pool))


# --- evasion ---
# Dodging: when a model may oppose a shot with its Skill (v1.2.4 Traits > Evasive, R62).

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
    parts = [Contribution("Skill", skill(state, model), PLACE, BASE)]
    if boosting and native:
        parts.append(Contribution("Boosting", 1, "v1.2.4 Action > Boost", FLEX))
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
        return thrusters(state, model) > 0
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
    sign = StateMarker("EV", CREW, GOOD)

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
    sign = StateMarker("BO", CREW, GOOD, ())
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
