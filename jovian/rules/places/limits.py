"""How far and how often a model may move now (v1.2.4 Movement, R20-R22)."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.frozen import frozen
from jovian.game import Activation, Limits, Model, State
from jovian.game.activation import EXTRA_TURN, FREE_TURN, TWO_TURNS
from jovian.game.choice import Point
from jovian.rules.facts.formation import members
from jovian.rules.facts.nearby import pieces_near
from jovian.rules.places.edges import Stop, pull, stopped_by
from jovian.rules.places.obstacles import moored
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on, says_yes
from jovian.rules.rulebook.rulebook import rulebook
from jovian.rules.shooting import ratings
from jovian.rules.shooting.sight import touches_piece
from jovian.table import length

SLACK = 0.0005
"""Inches by which a way may be longer than what is left, since answers are written in thousandths; less is no way."""
LITTLE = 0.01
"""Inches that nobody misses: what is offered stays so far below its limit, and a shorter way is not offered."""


@frozen
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
    barred: str = ""
    """The id of the planet that stops a ship ahead before its move is over, "" if none does."""


def fixed_limits(state: State, model: Model) -> Limits:
    """Minimum, maximum and number of turns of a model, as they are fixed at its first move or turn."""
    return _limits(state, model, _given(state, model))


def _limits(state: State, model: Model, more: int) -> Limits:
    """The limits of a model with so much more Speed; a squadron has no least and no turns."""
    speed = ratings.speed(state, model, more=more)
    if not model.capital:
        return Limits(0.0, float(speed), 0)
    thrusters = ratings.thrusters(state, model)
    least, most = float(speed - thrusters), float(speed + thrusters)
    for effect in effects_on(state, model, Effect.limits):
        least, most = effect.limits(state, model, least, most)
    return Limits(least, most, ratings.turns(state, model))


def _given(state: State, model: Model) -> int:
    """What a moon below the model adds to its Speed, only once, and what planets do to that of a ship (R32)."""
    book = rulebook(state)
    kinds, more = book.terrain, pull(state, model) if book.edges and model.capital else 0
    for piece in state.terrain.values():
        if kinds[piece.kind].hastens:
            break
    else:
        return more
    below = [piece for piece in pieces_near(state, model.base, model.pose) if touches_piece(model, piece)]
    return more + max((kinds[piece.kind].hastens for piece in below), default=0)


def slowing(state: State, model: Model, act: Activation) -> int:
    """How much lower the Speed of the active model is by the terrain that it moves in, once however many (R32).

    What has not moved yet is slowed by what it, or one of its formation, stands in: it cannot but touch that.
    """
    kinds, group = rulebook(state).terrain, members(state, model)
    idents = [each.id for each in group]
    met = [meeting.piece for meeting in act.struck if meeting.model in idents and meeting.piece in state.terrain]
    found = [kinds[state.terrain[ident].kind].slows for ident in met]
    if not act.moved:
        air = [piece for piece in state.terrain.values() if kinds[piece.kind].slows]
        found += [kinds[piece.kind].slows for piece in air if any(touches_piece(each, piece) for each in group)]
    return max(found, default=0)


def _limits_now(state: State, model: Model, act: Activation) -> Limits:
    """The limits of a model's movement, as they were fixed and less what slows it since, never below 0 ahead."""
    fixed = act.limits or fixed_limits(state, model)
    slower = slowing(state, model, act) if rulebook(state).edges else 0
    if not slower:
        return fixed
    whole, less = _limits(state, model, 0), _limits(state, model, -slower)
    return Limits(fixed.least - whole.least + less.least, max(0.0, fixed.most - whole.most + less.most), fixed.turns)


def turns_end_move(state: State, ship: Model) -> bool:
    """May the ship no longer move once it has turned?"""
    return says_yes(state, ship, Effect.turns_end_move)


def envelope(state: State, model: Model, act: Activation) -> Envelope:
    """What the active model may still do of its movement."""
    if act.stopped or model.aboard or moored(state, model) or (model.assaulting and not act.resolved):
        return Envelope(model.capital, 0.0, 0.0, 0.0, 0, False, False, False)
    if not model.capital:
        most = _limits_now(state, model, act).most
        return Envelope(False, 0.0, max(0.0, most - act.ran), 0.0, 0, False, False, False)
    least, most, turns = _limits_now(state, model, act)
    last = turns_end_move(state, model)
    done = last and act.turned > 0
    forward = 0.0 if act.reversed or done else max(0.0, most - act.ran)
    reverse = 0.0 if act.ran or done or least >= 0 else max(0.0, -least - act.reversed)
    barred = ""
    if rulebook(state).edges:
        forward, barred = _as_far_as(stopped_by(state, model), forward)
        reverse, _ = _as_far_as(stopped_by(state, model, back=True), reverse)
    needs_test = turns == 0 and ratings.thrusters(state, model) == 0 and ratings.uncapped_turns(state, model) > 0
    allowed = turns + act.granted.count(EXTRA_TURN) + (1 if needs_test and act.thrusters_test is not False else 0)
    allowed = max(allowed, 2) if TWO_TURNS in act.granted else allowed
    return Envelope(
        True, max(0.0, min(least - act.ran, forward)) if forward else 0.0, round(forward, 3), round(reverse, 3),
        max(0, allowed - act.turned), needs_test and act.thrusters_test is None, FREE_TURN in act.granted, last, barred,
    )  # fmt: skip


def _as_far_as(stop: Stop | None, inches: float) -> Stop:
    """So many inches, or fewer where a planet stops the ship before; without one its id is "" (R27)."""
    return stop if stop is not None and stop.inches < inches else Stop(inches, "")


def fix_limits(state: State, model: Model) -> None:
    """Fix minimum, maximum and turns at the first move or turn (R20)."""
    act = state.activation
    if act is not None and act.limits is None:
        act.limits = fixed_limits(state, model)


def path_length(model: Model, path: Sequence[Point]) -> float:
    """Inches of a squadron's path from where it stands."""
    x, y, _ = model.pose
    total = 0.0
    for px, py in path:
        dx, dy = px - x, py - y
        total += length(dx, dy)
        x, y = px, py
    return total
