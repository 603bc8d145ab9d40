"""Victory Points: what is left of both fleets (v1.2.4 Scenarios > Victory Conditions, R79)."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from jovian.cards.values.names import CARGO
from jovian.game import DESTROYED, RESERVE, WITHDRAWN, Model, State
from jovian.rules.rulebook.effect import Effect
from jovian.rules.rulebook.in_force import effects_on
from jovian.rules.shooting.ratings import fame

HALF = 0.5
FAME = 0.2
"""Share of its TV that its enemy scores when a ship is destroyed, by its fame (R66)."""


def multiplier(state: State, model: Model) -> float:
    """What share of its TV a model is worth now."""
    own = [value for e in effects_on(state, model, Effect.victory) if (value := e.victory(state, model)) is not None]
    if 1.0 in own and model.side == model.owner:
        return 1.0
    if model.place == DESTROYED:
        return 0.0
    value = HALF if model.place in (RESERVE, WITHDRAWN) else 1.0
    for each in own:
        value *= each
    return value


def worth(model: Model) -> int:
    """Return the Threat Value of a model with all upgrades: those on its card, and its cargo (R79)."""
    return model.card.tv + sum(CARGO[name].tv for name in model.cargo)


class Value(NamedTuple):
    """What one model adds to the Victory Points of a side."""

    model: str
    """Its id."""
    name: str
    tv: int
    share: float
    """What it is multiplied with."""
    points: int
    why: str
    """What multiplies it, "" for nothing."""


def victory_points(state: State, side: int) -> float:
    """Return the Victory Points of a side; a fraction of a model counts as a whole point (R9)."""
    return float(sum(_points(model, share) for model, share in _shares(state, side)))


def values(state: State, side: int) -> tuple[Value, ...]:
    """Return the Victory Points of a side by model: those it controls, then those it scores for enemies of fame."""
    shares = sorted(_shares(state, side), key=lambda scored: scored[0].side != side)
    return tuple(
        Value(model.id, model.name, worth(model), share, _points(model, share), _why(state, model, side))
        for model, share in shares
    )


def _shares(state: State, side: int) -> Iterator[tuple[Model, float]]:
    """Yield each model that counts for a side, with the share of its value: its own, and destroyed enemies of fame.

    A captured ship is an enemy of its first owner (R66, R78).
    """
    for model in state.models.values():
        if model.side == side:
            yield model, multiplier(state, model)
        elif model.side == 1 - side and model.place == DESTROYED and (famous := fame(state, model)):
            yield model, FAME * famous


def _points(model: Model, share: float) -> int:
    """Return the share of the value of a model, rounded up; binary fractions don't add a point (R9)."""
    return ceil(round(worth(model) * share, 6))


def _why(state: State, model: Model, side: int) -> str:
    """Return what bears on the multiplier of a model: where it is, its states and traits."""
    if model.side != side:
        return "enemy destroyed"
    effects = (each for each in effects_on(state, model, Effect.victory) if each.victory(state, model) is not None)
    place = [model.place] if model.place in (RESERVE, WITHDRAWN, DESTROYED) else []
    return ", ".join([*place, *dict.fromkeys(each.name.lower() for each in effects)])
