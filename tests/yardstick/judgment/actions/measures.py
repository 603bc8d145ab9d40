"""What actions are weighed by: the shots of a ship as it is, or as it would be."""

from __future__ import annotations

from jovian.game import Model, State
from jovian.rules.shots import ratings
from tests.yardstick.judgment.combat.shots import fire_from

FAR, VERY_FAR = 12.0, 22.0
"""Inches to the nearest enemy."""
IDLE = 0.2
"""TV of its shots at or below which a ship has next to nothing to shoot at."""


def fire_now(view: State, ship: Model) -> float:
    """TV of the shots from where it stands."""
    return fire_from(view, ship, ratings.fire_control(view, ship))
