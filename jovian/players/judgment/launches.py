"""What leaving a ship is worth."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.players.judgment.nearby import nearest_enemy
from jovian.players.judgment.places import CLOSING
from jovian.table import Pose


def launch(view: State, squadron: Model, pose: Pose) -> float:
    """What starting from a pose is worth to a squadron aboard: the nearer to an enemy, the better."""
    ghost = squadron.copy()
    ghost.pose = pose
    return -CLOSING * nearest_enemy(view, ghost)
