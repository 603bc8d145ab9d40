"""What counts in the last turn: who is destroyed or Crippled by its end; wounds alone are worth nothing then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from jovian.game import Model, State
from jovian.players.judgment.combat.expecting import share_and_kill
from jovian.players.judgment.combat.shots import Fire
from jovian.rules.harm.expect import worth

ENOUGH = 3
"""How many attacks must be yet to come for a wound to count in full, since they may finish what it began."""
MOST = 3
"""Boxes of Structure beyond which a model is no safer for having more."""


def finishing(view: State, fires: Iterable[Fire], more: int) -> list[Fire]:
    """Attacks by what they finish, the best first; wounds count by how many attacks of their side may follow."""
    lost = 1.0 - min(1.0, more / ENOUGH)
    found = [replace(fire, value=fire.value - lost * _wounds(view, fire)) for fire in fires] if lost else list(fires)
    return sorted(found, key=lambda fire: -fire.value)


def _wounds(view: State, fire: Fire) -> float:
    """TV of an attack that is for damage on the way to a loss."""
    total = 0.0
    for shot in fire.shots:
        share, kill = share_and_kill(view, shot)
        total += max(0.0, share - kill) * worth(view.models[shot.target])
    return total


def survived(model: Model, cost: float) -> float:
    """TV of an expected cost that is for being lost, not for wounds: the less, the more a model can take."""
    whole = worth(model)
    if not whole:
        return 0.0
    boxes = min(MOST, max(1, model.unmarked("structure")))
    return whole * float(min(1.0, cost / whole) ** ((1 + boxes) / 2))
