"""A way that a model is on: what is left of it, and where the model should be by now."""

from __future__ import annotations

from collections.abc import Sequence

from jovian.game import Model
from jovian.game.answers import Fly, Move, Turn
from jovian.players.moves.way import Step
from jovian.table import Pose

AWRY = 0.02
"""Inches from where it should be that make a player plan anew."""


class Underway:
    """The steps of a model's way that are left, from a pose on."""

    def __init__(self, model: str, pose: Pose, steps: Sequence[Step]) -> None:
        self.model, self.pose, self.steps = model, pose, list(steps)

    def holds(self, model: Model) -> bool:
        """Is it that model, and is it where it should be?"""
        pose = model.pose
        near = abs(pose.x - self.pose.x) + abs(pose.y - self.pose.y) < AWRY
        return near and self.model == model.id and pose.heading == self.pose.heading

    def take(self, model: Model) -> Step:
        """The next step of the model; where it leads, the model should be then if nothing comes between."""
        step = self.steps.pop(0)
        self.pose = _after(model.pose, step)
        return step


def _after(pose: Pose, step: Step) -> Pose:
    match step:
        case Turn(angle):
            return pose.turned(angle)
        case Move(inches):
            return pose.advanced(inches)
        case Fly(path):
            return Pose(*path[-1], pose.heading)
