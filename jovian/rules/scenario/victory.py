"""Victory Points: what is left of both fleets (v1.2.4 Scenarios > Victory Conditions, R79)."""

from __future__ import annotations

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


def values(state: State, side: int) -> tuple[Value, ...]:
    """The Victory Points of a side model by model: those it controls, then what it scores for enemies of fame."""
    found = []
    for model in state.models.values():
        if model.side == side:
            share = multiplier(state, model)
            found.append(Value(model.id, model.name, worth(model), share, ceil(worth(model) * share),
                               _why(state, model)))  # fmt: skip
    for model in state.models.values():
        if model.side != side and model.place == DESTROYED and (share := FAME * fame(state, model)):
            points = ceil(worth(model) * share)
            found.append(Value(model.id, model.name, worth(model), share, points, "enemy destroyed"))
    return tuple(found)


def _why(state: State, model: Model) -> str:
    """What bears on the multiplier of a model: where it is, its states and traits."""
    effects = (each for each in effects_on(state, model, Effect.victory) if each.victory(state, model) is not None)
    place = [model.place] if model.place in (RESERVE, WITHDRAWN, DESTROYED) else []
    return ", ".join([*place, *dict.fromkeys(each.name.lower() for each in effects)])
