"""Attacker and defender (v1.2.4 Sequence > Initiative): the attacker has initiative, the other side defends."""

from __future__ import annotations

from jovian.cards import ScenarioCard
from jovian.game import State

ATTACKER, DEFENDER = "attacker", "defender"
DRAWN = "attacker-defender"
"""How a scenario says that the roll for initiative decides who attacks."""


def has_roles(scenario: ScenarioCard) -> bool:
    """Does it matter in a scenario who attacks?"""
    lines = (*scenario.objectives, *scenario.early_end, *scenario.special_rules)
    return scenario.initiative == DRAWN or any(key == "role" for line in lines for key, _ in line.parameters)


def known_role(state: State, side: int) -> str:
    """What a side is, "" where there are no roles or the dice have not fallen yet."""
    drawn = any(step[0] == "initiative" for step in state.agenda)
    return "" if drawn or not has_roles(state.scenario) else role_of(state, side)


def role_of(state: State, side: int) -> str:
    """What a side is, where the scenario has roles at all."""
    return ATTACKER if side == state.initiative else DEFENDER


def side_of(state: State, role: str) -> int:
    """The side that has a role."""
    return state.initiative if role == ATTACKER else 1 - state.initiative


def plays(state: State, side: int, role: str) -> bool:
    """Is something that is for a role, or with "" for both sides, for this side?"""
    return not role or role_of(state, side) == role
