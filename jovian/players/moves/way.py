"""A way that a model may go: the answers that make it, where it ends, and over what."""

from __future__ import annotations

from typing import NamedTuple

from jovian.game.answers import Fly, Move, Turn
from jovian.table import Pose

Step = Move | Turn | Fly
"""One answer of a way."""


class Way(NamedTuple):
    """A way that may be gone."""

    steps: tuple[Step, ...]
    """The answers that make it, none to stay."""
    end: Pose
    legs: list[tuple[Pose, Pose]]
    """Its straight legs, each from where to where."""
