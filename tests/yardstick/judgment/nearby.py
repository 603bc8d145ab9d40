"""Who is near whom, and how near."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.table import distance

NOBODY = 99.0
"""Inches to an enemy when there is none."""


def apart(one: Model, other: Model) -> float:
    """Inches from base to base."""
    return distance(one.base, one.pose, other.base, other.pose)


def enemies(view: State, model: Model, capital: bool | None = None) -> list[Model]:
    """The enemies on the table; with `capital` only capital ships (True) or only squadrons (False)."""
    foe = 1 - model.side
    return [m for m in view.on_table() if m.side == foe and capital in (None, m.capital)]


def prizes(view: State, model: Model) -> list[Model]:
    """The ships on the table that marines may take: the enemy's, and what is nobody's."""
    return [m for m in view.on_table() if m.side != model.side and m.capital]


def nearest_enemy(view: State, model: Model) -> float:
    """Inches to the nearest enemy."""
    return min((apart(model, enemy) for enemy in enemies(view, model)), default=NOBODY)


def enemies_within(view: State, model: Model, reach: float, capital: bool) -> list[tuple[float, Model]]:
    """Enemy ships or squadrons in reach, each after its distance, the nearest first."""
    found = [(apart(model, other), other.id, other) for other in enemies(view, model, capital)]
    near = sorted((each for each in found if each[0] <= reach), key=lambda each: each[:2])
    return [(inches, other) for inches, _, other in near]
