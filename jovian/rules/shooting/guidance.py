"""Missiles guided and thrown off by models near the target (v1.2.4 Traits > TD, Jammer; R63)."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.game.parts import Part
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on


def designated(state: State, side: int, target: Model) -> Part | None:
    """What a friend's designation of a target adds to a missile at it."""
    for other in state.on_table():
        if other.side == side:
            for effect in effects_on(state, other, Effect.designates):
                part = effect.designates(state, other, target)
                if part is not None:
                    return part
    return None


def unveiled(state: State, side: int, target: Model) -> bool:
    """Does a friend lead missiles through the target's Stealth?"""
    for other in state.on_table():
        if other.side == side:
            for effect in effects_on(state, other, Effect.unveils):
                if effect.unveils(state, other, target):
                    return True
    return False


def sees_through(state: State, attacker: Model, target: Model) -> bool:
    """Does a model ignore the target's Stealth by itself?"""
    return any(each.sees_through(state, attacker, target) for each in effects_on(state, attacker, Effect.sees_through))


def jammed_by(state: State, target: Model) -> Model | None:
    """The model, of either side, that jams missiles at the target, None if none does."""
    for other in state.on_table():
        for effect in effects_on(state, other, Effect.jams):
            if effect.jams(other, target):
                return other
    return None
