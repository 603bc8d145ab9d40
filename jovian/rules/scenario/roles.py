"""Attacker and defender (v1.2.4 Sequence > Initiative): the attacker has initiative, the other side defends."""

from __future__ import annotations

from jovian.game import State

ATTACKER, DEFENDER = "attacker", "defender"


def role_of(state: State, side: int) -> str:
    """What a side is, where the scenario has roles at all."""
    return ATTACKER if side == state.initiative else DEFENDER


def side_of(state: State, role: str) -> int:
    """The side that has a role."""
    return state.initiative if role == ATTACKER else 1 - state.initiative


def plays(state: State, side: int, role: str) -> bool:
    """Is something that is for a role, or with "" for both sides, for this side?"""
    return not role or role_of(state, side) == role
