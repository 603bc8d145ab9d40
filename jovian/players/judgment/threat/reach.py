"""Where a model may come to stand by its next move: a few poses of a ship, a circle about a squadron."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game import Model, State
from jovian.rules.facts.fuel import shared_fuel
from jovian.rules.places.limits import fixed_limits
from jovian.table import Pose

HALF_TURN = 45
BOOST = 3.0
"""Inches that a squadron with fuel to spare is reckoned to fly farther than its Speed."""
SPARE = 2
"""Fuel with which it is reckoned to do so."""


class Reach(NamedTuple):
    """What a model may come to by its next move."""

    poses: tuple[Pose, ...]
    """Poses in which a ship may end; of a squadron the one where it is."""
    radius: float
    """Inches that a squadron may fly, 0 for a ship."""
    most: float
    """Inches that its center may come away from where it is."""


def reach(state: State, model: Model) -> Reach:
    """What a model may come to from the pose that it has here."""
    least, most, turns = fixed_limits(state, model)
    if not model.capital:
        boost = BOOST if model.card.speed and shared_fuel(state, model) >= SPARE else 0.0
        radius = 0.0 if model.escorting or model.assaulting else most + boost
        return Reach((model.pose,), radius, radius)
    return Reach(tuple(_ends(model.pose, max(0.0, least), most, turns)), 0.0, max(0.0, most))


def _ends(pose: Pose, least: float, most: float, turns: int) -> list[Pose]:
    """Straight on, turned before and turned after, as far as it must and as far as it can."""
    runs = [least] if most - least < 1.0 else [least, most]
    ends = [pose.advanced(run) for run in runs]
    if turns > 0:
        for angle in (-HALF_TURN, HALF_TURN):
            ends += [pose.advanced(run).turned(angle) for run in runs]
            ends.append(pose.turned(angle).advanced(most))
    return ends
