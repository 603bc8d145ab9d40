"""Terrain pieces: what lies on the table besides models. They are values; a piece that moves is replaced."""

from __future__ import annotations

from dataclasses import replace

from jovian.frozen import frozen
from jovian.table import Pose, Shape


@frozen
class Terrain:
    """One piece: an outline of convex parts, standing at a pose."""

    id: str
    kind: str
    """One of the closed list of terrain kinds; a comet is two pieces, `comet` and `comet-tail`."""
    pose: Pose
    outline: tuple[Shape, ...]
    group: str = ""
    """Pieces that move together share it."""
    still: bool = False
    """Does it stay where it is, though others of its kind move?"""

    def at(self, pose: Pose) -> Terrain:
        """The same piece elsewhere."""
        return replace(self, pose=pose)

    def digested(self) -> tuple[object, ...]:
        """What the digest reads."""
        x, y, heading = self.pose
        return (self.id, self.kind, self.group, round(x * 10000), round(y * 10000), heading)
