"""What leaving a ship is worth."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.nearby import nearest_enemy
from jovian.players.judgment.places import CLOSING


def launch(view: State, squadron: Model) -> float:
    """What starting where it is thought to stand is worth to a squadron aboard: the nearer to an enemy, the better."""
    return -CLOSING * nearest_enemy(view, squadron)
