"""What a rating is right now: the printed boxes that are left, bent by traits, states and terrain."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Model, State
from jovian.rules.facts.formation import members
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.rulebook.rulebook import rulebook
from jovian.table import overlaps


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
    return fire_control(state, model) - max(act.spent.count(each.id) for each in members(state, model))
