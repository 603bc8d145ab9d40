"""Victory Points: what is left of both fleets (v1.2.4 Scenarios > Victory Conditions, R79)."""

from __future__ import annotations

from math import ceil

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
    """Its Threat Value with all its upgrades: those on its card, and its cargo (R79)."""
    return model.card.tv + sum(CARGO[name].tv for name in model.cargo)


def victory_points(state: State, side: int) -> float:
    """The TV of a side's surviving models, with the multipliers; a fraction of a model counts as a whole point (R9)."""
    points = 0.0
    for model in state.models.values():
        if model.side == side:
            points += ceil(worth(model) * multiplier(state, model))
        elif model.place == DESTROYED:
            points += ceil(worth(model) * FAME * fame(state, model))
    return points
