"""What leaving a ship is worth."""

from __future__ import annotations

from jovian.game import Model, State
from tests.yardstick.judgment.nearby import nearest_enemy
from tests.yardstick.judgment.places.standing import CLOSING


def launch(view: State, squadron: Model) -> float:
    """TV that starting at the pose that it has here is worth to a squadron aboard: more, the nearer to an enemy."""
    return -CLOSING * nearest_enemy(view, squadron)
