"""The ways of a squadron: rings around the nearest enemies, straight toward them, and toward goals."""

from __future__ import annotations

from collections.abc import Iterator

from jovian.game import Model, State
from jovian.game.answers import Fly
from jovian.players.judgment.nearby import enemies
from jovian.players.judgment.objectives.goals import Goal
from jovian.players.moves.way import Way
from jovian.rules.places.limits import Envelope
from jovian.table import Pose

RINGS = (2.6, 4.6, 7.5)
"""Inches from an enemy's center at which a squadron looks for a place."""
AROUND = 8
"""How many places of a ring are tried."""
NEAREST = 4
"""How many enemies are looked around."""
RIM = 0.6
"""Inches from the edges of the table that a flight keeps away."""
SHORT = 0.05
"""Inches that a flight to a goal stays short of what it may be."""
LEAST = 0.25
"""Inches below which a flight is not worth an answer."""


def flights(state: State, squadron: Model, envelope: Envelope, goals: tuple[Goal, ...] = ()) -> Iterator[Way]:
    """Stay, or fly to rings around the nearest enemies, or straight toward them, or toward a goal."""
    start = squadron.pose
    yield Way((), start, [])
    foes = sorted((start.distance_to(other.pose), other.id, other) for other in enemies(state, squadron))
    for apart, _, other in foes[:NEAREST]:
        for x, y in _places(start, other.pose, apart, envelope.forward):
            end = Pose(round(x, 2), round(y, 2), start.heading)
            if inside(state, end) and start.distance_to(end) >= LEAST:
                yield _straight(start, end)
    for goal in goals:
        way = Pose(goal.x, goal.y, start.heading)
        inches = start.distance_to(way)
        share = min(1.0, (envelope.forward - SHORT) / (inches or 1.0))
        if share > 0 and share * inches >= LEAST:
            yield _straight(start, start.moved(share * (way.x - start.x), share * (way.y - start.y)).rounded())


def inside(state: State, end: Pose) -> bool:
    """Does a flight that ends there keep away from the edges of the table?"""
    return RIM < end.x < state.width - RIM and RIM < end.y < state.height - RIM


def _straight(start: Pose, end: Pose) -> Way:
    return Way((Fly(((end.x, end.y),)),), end, [(start, end)])


def _places(start: Pose, enemy: Pose, apart: float, reach: float) -> Iterator[tuple[float, float]]:
    for ring in RINGS:
        for number in range(AROUND):
            side = Pose(enemy.x, enemy.y, number * 360 // AROUND).advanced(ring)
            if start.distance_to(side) <= reach:
                yield side.x, side.y
    if apart > 0:
        for share in (0.5, 0.98):
            step = min(reach * share, max(0.0, apart - RINGS[0]))
            yield start.x + (enemy.x - start.x) / apart * step, start.y + (enemy.y - start.y) / apart * step
