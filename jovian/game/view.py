"""What one side may know: a state of the same class with the unknown taken out."""

from __future__ import annotations

from jovian.game.model import EMBARKED
from jovian.game.state import State


def view(state: State, side: int) -> State:
    """The state as a side sees it: no hidden models of the enemy, no dice to come."""
    seen = state.clone()
    seen.viewer = side
    seen.chain = b""
    seen.rolls = 0
    hide(seen, side)
    return seen


def hide(state: State, side: int) -> None:
    """Take out the models that a side does not know; how many are aboard a ship on the table is public."""
    state.unseen = {}
    for model in [each for each in state.models.values() if each.owner != side and not each.public]:
        if model.place == EMBARKED:
            state.unseen[model.host] = state.unseen.get(model.host, 0) + 1
        del state.models[model.id]
    for model in state.models.values():
        if model.owner != side:
            model.cargo = ()
