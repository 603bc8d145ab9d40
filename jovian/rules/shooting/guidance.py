"""Missiles guided and thrown off: Target Designators and Jammers (v1.2.4 Traits > TD, Jammer; R63)."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.shooting import ratings
from jovian.rules.shooting.shot import sensor_reach
from jovian.table import distance

JAMMED = 6.0


def designators(state: State, side: int, target: Model) -> tuple[bool, bool]:
    """Has a friend with TD it in Optimum Range (an escalate), in Short Range (no Stealth)? Never a cloaked one."""
    escalates = pierces = False
    for other in state.on_table():
        if other.side == side and other.card.trait("TD") and sensor_reach(state, other, target) >= 0:
            apart = distance(other.base, other.pose, target.base, target.pose)
            near = apart <= target.card.signature + 0.001
            pierces = pierces or near
            escalates = escalates or apart <= target.card.signature + 3.0 * ratings.sensors(state, other) + 0.001
    return escalates, pierces


def jammed_by(state: State, target: Model) -> Model | None:
    """The model with a Jammer within 6" of the target, of either side, None if none is."""
    for other in state.on_table():
        if other.card.trait("Jammer") and distance(other.base, other.pose, target.base, target.pose) <= JAMMED + 0.001:
            return other
    return None
