"""In which arc a point lies, quickly: the arcs of a base as seen from its center."""

from __future__ import annotations

from jovian.table import Pose
from jovian.table.shapes.angles import COSINE, SINE


def quadrant(pose: Pose, dx: float, dy: float) -> str:
    """The arc of a base at a pose in which a point so far from it lies."""
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    right, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    if abs(right) <= ahead:
        return "fore"
    if abs(right) <= -ahead:
        return "aft"
    return "starboard" if right > 0 else "port"


def spinal(pose: Pose, dx: float, dy: float, half: float) -> bool:
    """Does it lie straight ahead, no more than so far aside?"""
    sine, cosine = SINE[pose[2]], COSINE[pose[2]]
    return dx * sine + dy * cosine > 0 and abs(dx * cosine - dy * sine) <= half
