"""Whether a model is in a state, putting it into one and taking it out (v1.2.4 States)."""

from __future__ import annotations

from jovian.game import Game, Model
from jovian.game.events import StateChanged


def holds(model: Model, state: str) -> bool:
    """Is the model in a state?"""
    return state in model.states


def value_of(model: Model, state: str) -> int:
    """The value with which a model is in a state, 0 if it is not."""
    return model.states.get(state, 0)


def leave(game: Game, model: Model, state: str) -> None:
    """Take a model out of a state, and tell."""
    if model.states.pop(state, None) is not None:
        game.tell_about(model, StateChanged(model=model.id, state=state, value=0, entered=False))


def enter(game: Game, model: Model, state: str, value: int = 1) -> None:
    """Put a model into a state, and tell."""
    model.states[state] = value
    game.tell_about(model, StateChanged(model=model.id, state=state, value=value, entered=True))
