"""Terrain that would strike what moves into it (v1.2.4 Terrain, R29, R30)."""

from __future__ import annotations

from jovian.game import Model, State, Terrain
from jovian.rules.rulebook.rulebook import rulebook


def hazards(state: State, model: Model) -> list[Terrain]:
    """The pieces that would still strike the active model if it moved into them."""
    act = state.activation
    done = (*act.struck, *act.avoided) if act else ()
    who, kinds = f"{model.id}/", rulebook(state).terrain
    return [
        piece
        for piece in state.terrain.values()
        if who + piece.id not in done and kinds[piece.kind].rating(model.capital)
    ]
