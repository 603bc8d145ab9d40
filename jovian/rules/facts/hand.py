"""Whose hand acts for what is nobody's: its dice fall and its choices are made against whoever acts (R33, R60)."""

from __future__ import annotations

from jovian.game import NEUTRAL, State


def hand(state: State, side: int) -> int:
    """The side itself; for what is neutral the opponent of the active side, between activations who has initiative."""
    if side != NEUTRAL:
        return side
    active = state.active
    return state.initiative if active is None or active.neutral else 1 - active.side
