"""What one side may know: a state of the same class with the unknown taken out."""

from __future__ import annotations

from jovian.game.model import EMBARKED
from jovian.game.state import State


def view(state: State, side: int) -> State:
    """The state as a side sees it: no hidden models of the enemy, no cargo aboard its ships (R47), no dice to come."""
    seen = state.clone()
    seen.viewer = side
    seen.chain = b""
    seen.rolls = 0
    hide(seen, side)
    return seen


def hide(state: State, side: int) -> None:
    """Take out what a side does not know; how many are aboard a ship that it knows is public."""
    hidden = [each for each in state.models.values() if each.owner != side and not each.public]
    for model in hidden:
        del state.models[model.id]
    state.unseen = {}
    for model in hidden:
        if model.place == EMBARKED and model.host in state.models:
            state.unseen[model.host] = state.unseen.get(model.host, 0) + 1
    for known in state.models.values():
        if known.side != side:
            known.cargo = ()
    if state.activation is not None and state.activation.model not in state.models:
        state.activation = None
