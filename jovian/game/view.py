"""What one side may know: a state of the same class with the unknown taken out."""

from __future__ import annotations

from jovian.game.state import State


def view(state: State, side: int) -> State:
    """The state as a side sees it: no hidden models of the enemy, no dice to come."""
    seen = state.clone()
    seen.viewer = side
    seen.chain = b""
    seen.rolls = 0
    for ident in [model.id for model in seen.models.values() if model.owner != side and not model.public]:
        del seen.models[ident]
    return seen
