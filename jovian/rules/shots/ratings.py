"""Current ratings of models, and skill tests.

A rating is the printed value without marked boxes, changed by traits, states, and terrain (v1.2.4 Types of Rolls >
Skill Test; R62).
"""

from __future__ import annotations

from collections.abc import Sequence

from jovian.dice import Pool
from jovian.frozen import frozen
from jovian.game import Model, State
from jovian.game.events import BASE, FLEX, Contribution, sum_parts
from jovian.rules.basics.formation import formation_members
from jovian.rules.basics.rolls import SkillTest, pool_contributions
from jovian.rules.rulebook.active_effects import effects_on, find_effect
from jovian.rules.rulebook.effect import DOGFIGHT, Effect
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.traits.model_traits import Command, Grappler, Renowned
from jovian.table import TOLERANCE, distance, overlaps


def speed(state: State, model: Model, *, more: int = 0) -> int:
    """Return Speed in inches. `more` is added to the printed rating before anything doubles it (R22), to at least 0."""
    value = model.card.speed + more if more >= 0 else max(0, model.card.speed + more)
    for effect in effects_on(state, model, Effect.speed):
        value = effect.speed(state, model, value)
    return value


def thrusters(state: State, model: Model) -> int:
    """Return the Thrusters rating, at least 0."""
    value = model.rating("thrusters")
    for effect in effects_on(state, model, Effect.thrusters):
        value = effect.thrusters(state, model, value)
    return max(0, value)


def turns(state: State, model: Model) -> int:
    """Return the number of turns a ship may make: the lower of Turns and Thrusters.

    (v1.2.4 Movement > Capital Ship Movement)
    """
    return min(uncapped_turns(state, model), thrusters(state, model))


def uncapped_turns(state: State, model: Model) -> int:
    """Return the Turns rating alone. At 0 a ship can't turn, and the test at Thrusters 0 doesn't help."""
    value = model.card.turns
    for effect in effects_on(state, model, Effect.turns):
        value = effect.turns(state, model, value)
    return value


def sensors(state: State, model: Model) -> int:
    """Return the Sensors rating: a track on ships, a fixed rating on squadrons."""
    value = model.rating("sensors") if model.is_capital else model.card.sensors
    return 0 if value <= 0 or _is_blinded(state, model) else value


def _is_blinded(state: State, model: Model) -> bool:
    """Return whether the model overlaps a piece of terrain that removes its Sensors (R32)."""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        if kinds[piece.kind].blinds and any(
            overlaps(model.base, model.pose, part, piece.pose) for part in piece.outline
        ):
            return True
    return False


def fire_control(state: State, model: Model) -> int:
    """Return the Fire Control rating. Several limits together leave the lower of the printed rating and 1 (R40)."""
    value = model.card.fire_control
    for effect in effects_on(state, model, Effect.fire_control):
        value = effect.fire_control(state, model, value)
    return value


@frozen
class SkillSource:
    """The Skill used for a skill test."""

    skill: int
    whose: str = "Skill"
    """A label: the model's own Skill, or a friend's."""


def command(state: State, model: Model) -> SkillSource:
    """Return the Skill for a skill test: the model's own, or that of a friend who commands it (R62)."""
    best = SkillSource(skill(state, model))
    for other in state.on_table() if model.is_on_table else ():
        if other.side == model.side and other.id != model.id and find_effect(state, other, Command) is not None:
            inches = distance(model.base, model.pose, other.base, other.pose)
            if inches <= model.card.signature + TOLERANCE and skill(state, other) > best.skill:
                best = SkillSource(skill(state, other), f"{Command.name} of {other.name}")
    return best


def skill(state: State, model: Model) -> int:
    """Return the Skill rating."""
    value = model.card.skill
    for effect in effects_on(state, model, Effect.skill):
        value = effect.skill(state, model, value)
    return value


def close_skill(state: State, model: Model, window: str) -> int:
    """Return the Skill rating in a Dogfight or Bombing Run. A Grappler has 1 more in a Dogfight."""
    bonus = window == DOGFIGHT and find_effect(state, model, Grappler) is not None
    return skill(state, model) + bonus


def fame(state: State, model: Model) -> int:
    """Return the levels of Renowned that a model has."""
    return sum([renowned.fame for renowned in effects_on(state, model, Renowned)])


def fire_control_left(state: State, model: Model) -> int:
    """Return the Fire Control that a model with its formation hasn't spent in this activation (R40)."""
    act = state.activation
    if act is None:
        return fire_control(state, model)
    return fire_control(state, model) - max(act.spent.count(member.id) for member in formation_members(state, model))


# --- Skill tests ---

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
    """Return a test of the model's Skill, or of a Command's.

    `aid` and `further` add flex dice. `window` is the close fight in which some models are more skilled.
    """
    source = command(state, model) if commanded else SkillSource(skill(state, model))
    parts = [Contribution(source.whose, source.skill, SKILL_TEST_CITATION, BASE)]
    bonus = close_skill(state, model, window) - skill(state, model) if window else 0
    if bonus:
        parts.append(Contribution("Skilled at close quarters", bonus, SKILL_TEST_CITATION, BASE))
    if aid is not None:
        parts.append(aid)
    parts += further
    pool = Pool(sum_parts(parts, BASE), sum_parts(parts, FLEX)).normal()
    return SkillTest(f"{purpose} ({model.name})", pool, pool_contributions(parts, pool))
