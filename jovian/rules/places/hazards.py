"""Terrain that would strike what moves into it (v1.2.4 Terrain, R29, R30)."""

from __future__ import annotations

from collections.abc import Iterable

from jovian.game import Meeting, Model, State, Terrain
from jovian.rules.rulebook.rulebook import rulebook


def hazards(state: State, model: Model, among: Iterable[Terrain] | None = None) -> list[Terrain]:
    """The pieces, of all or of some, that would still strike the active model if it moved into them."""
    act = state.activation
    done = (*act.struck, *act.avoided) if act else ()
    kinds = rulebook(state).terrain
    return [
        piece
        for piece in (state.terrain.values() if among is None else among)
        if (not done or Meeting(model.id, piece.id) not in done) and kinds[piece.kind].rating(model.capital)
    ]
