"""Whom the captain activates: who gains most by acting now rather than last."""

from __future__ import annotations

from dataclasses import dataclass

from jovian.game import Model
from jovian.players.captain.field import Field
from jovian.players.captain.planning import Plan, plans
from jovian.players.judgment.objectives.leaving import leaving
from jovian.rules.sequence.activation import eligible

ESCAPE = 1000.0
LOOKED_AT = 4
"""How many models are planned for, of those whose turn it seems to be."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A model that may go next."""

    model: Model
    gain: float
    """TV by which going now is better than going last."""
    plan: Plan | None


def candidates(field: Field, count: int = LOOKED_AT) -> list[Candidate]:
    """So many of those who may go next, the one first who gains most by it; Crippled ships before all others."""
    able = eligible(field.view, field.side)
    crippled = [model for model in able if model.crippled]
    if crippled:
        return [Candidate(model, ESCAPE, None) for model in crippled[:count]]
    urgent = sorted(able, key=lambda model: -_glance(field, model))
    return sorted((weigh(field, model) for model in urgent[:count]), key=lambda each: -each.gain)


def weigh(field: Field, model: Model) -> Candidate:
    """What going now rather than last is worth to a model."""
    if model.aboard:
        return Candidate(model, 0.0, None)
    found = plans(field, model, roughly=True)
    now = found[0]
    last = max(found, key=lambda plan: plan.waited)
    raid = 0.0 if model.capital else max(0.0, field.raid(model) - now.offense)
    fades = (1.0 - field.mind.waiting) * (max(last.offense, now.offense) + raid)
    waiting = last.waited - fades - field.risk(model, model.pose, 0.0)
    gain = now.worth - waiting + (0.0 if field.stays(model) else max(0.0, leaving(field.view, model)))
    return Candidate(model, gain + max(field.prizes(model).values(), default=0.0), now)


def _glance(field: Field, model: Model) -> float:
    """What calls for acting: its shots from where it stands, and the danger there."""
    if model.aboard:
        return 0.0
    shots = sum(sorted(field.shots(model, model.pose).values(), reverse=True)[: model.card.fire_control])
    shots += max(field.prizes(model).values(), default=0.0)
    return shots + (0.0 if model.capital else field.raid(model)) + field.risk(model, model.pose, 0.0)
