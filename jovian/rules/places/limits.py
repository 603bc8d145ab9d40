"""How far and how often a model may move now (v1.2.4 Movement, R20-R22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from jovian.game import Activation, Limits, Model, State
from jovian.game.activation import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.game.choice import Point
from jovian.rules.facts.nearby import pieces_near
from jovian.rules.places.obstacles import moored
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on, says_yes
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting import ratings
from jovian.rules.shooting.sight import touches_piece

SLACK = 0.0005
"""Inches by which a way may be longer than what is left, since answers are written in thousandths."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """What is left of a model's movement. Inches."""

    capital: bool
    least: float
    """Inches that a ship must still move forward before its activation may end, 0 if none."""
    forward: float
    """Inches that it may still move forward (a squadron: fly)."""
    reverse: float
    """Inches that it may still move straight back."""
    turns: int
    """Turns left."""
    needs_test: bool
    """Does the first turn need a skill test (Thrusters 0)?"""
    pivot: bool
    """May it make one free turn to any heading (Reorient)?"""
    turns_end_move: bool
    """Does a turn end the move (Sluggish)?"""


def fixed_limits(state: State, ship: Model) -> Limits:
    """Minimum, maximum and number of turns of a ship, as they are fixed at its first move or turn."""
    speed, thrusters = _starting_speed(state, ship), ratings.thrusters(state, ship)
    least, most = float(speed - thrusters), float(speed + thrusters)
    for effect in effects_on(state, ship, Effect.limits):
        least, most = effect.limits(state, ship, least, most)
    return Limits(least, most, ratings.turns(state, ship))


def _starting_speed(state: State, model: Model) -> int:
    """The Speed of a movement that starts where the model stands: a moon below it adds to it, only once."""
    kinds = rulebook(state).terrain
    for piece in state.terrain.values():
        if kinds[piece.kind].hastens:
            break
    else:
        return ratings.speed(state, model)
    below = [piece for piece in pieces_near(state, model.base, model.pose) if touches_piece(model, piece)]
    return ratings.speed(state, model, more=max((kinds[piece.kind].hastens for piece in below), default=0))


def turns_end_move(state: State, ship: Model) -> bool:
    """May the ship no longer move once it has turned?"""
    return says_yes(state, ship, Effect.turns_end_move)


def envelope(state: State, model: Model, act: Activation) -> Envelope:
    """What the active model may still do of its movement."""
    if act.stopped or model.aboard or moored(state, model) or (model.assaulting and not act.resolved):
        return Envelope(model.capital, 0.0, 0.0, 0.0, 0, False, False, False)
    if not model.capital:
        most = act.limits.most if act.limits else float(_starting_speed(state, model))
        return Envelope(False, 0.0, max(0.0, most - act.ran), 0.0, 0, False, False, False)
    least, most, turns = act.limits or fixed_limits(state, model)
    last = turns_end_move(state, model)
    done = last and act.turned > 0
    forward = 0.0 if act.reversed or done else max(0.0, most - act.ran)
    reverse = 0.0 if act.ran or done or least >= 0 else max(0.0, -least - act.reversed)
    needs_test = turns == 0 and ratings.thrusters(state, model) == 0 and ratings.uncapped_turns(state, model) > 0
    allowed = turns + act.granted.count(EXTRA_TURN) + (1 if needs_test and act.thrusters_test is not False else 0)
    allowed = max(allowed, 2) if TWO_TURNS in act.granted else allowed
    return Envelope(
        True, max(0.0, least - act.ran) if forward else 0.0, round(forward, 3), round(reverse, 3),
        max(0, allowed - act.turned), needs_test and act.thrusters_test is None, FREE_TURN in act.granted, last,
    )  # fmt: skip


def fix_limits(state: State, model: Model) -> None:
    """Fix minimum, maximum and turns at the first move or turn (R20)."""
    act = state.activation
    if act is not None and act.limits is None:
        flight = Limits(0.0, float(_starting_speed(state, model)), 0)
        act.limits = fixed_limits(state, model) if model.capital else flight


def path_length(model: Model, path: Sequence[Point]) -> float:
    """Inches of a squadron's path from where it stands."""
    x, y, _ = model.pose
    total = 0.0
    for px, py in path:
        dx, dy = px - x, py - y
        total += sqrt(dx * dx + dy * dy)
        x, y = px, py
    return total
