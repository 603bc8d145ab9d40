"""The zones that a scenario draws itself, on the board of the editor, right or wrong."""

from __future__ import annotations

from typing import Any

from jovian.cards.schemas.scenarios.outline import outline_fault
from jovian.cards.values.names import ROLES
from jovian.editing.commands import outline_of, pose_of
from jovian.editing.draft import Data, Piece
from jovian.table import Pose, Shape, convex_parts, covers
from jovian.ui.board import Zone
from jovian.ui.editing.workbench import Point, Workbench

STEPS = 72
"""Corners that stand for a circle."""
NOWHERE = Pose(0.0, 0.0, 0)


def areas(bench: Workbench) -> tuple[Zone, ...]:
    """Every zone that has an outline; () if the scenario draws none."""
    lines = [(line.get("side"), _outline(line)) for line in bench.draft.lines("zones")]
    return tuple(Zone(tuple(corners), _side(side), _label(side)) for side, corners in lines if corners)


def area_at(bench: Workbench, point: Point) -> Piece | None:
    """The zone under a point of the table, the one drawn last."""
    found = None
    for number, line in enumerate(bench.draft.lines("zones")):
        corners = _outline(line)
        if corners and not outline_fault(corners) and any(covers(point, p, NOWHERE) for p in convex_parts(corners)):
            found = Piece("zones", number)
    return found


def _outline(line: Data) -> list[Point]:
    """The corners of a zone on the table, those that stand for a circle among them."""
    pose, radius = pose_of(line), line.get("radius")
    if pose is not None and isinstance(radius, int | float) and radius > 0:
        return Shape.circle(float(radius)).outline(pose, STEPS)
    return outline_of(line)


def _side(side: Any) -> int:
    """In whose color it is drawn: the attacker's like side 0."""
    return ROLES.index(side) if side in ROLES else side if side in (0, 1) else 0


def _label(side: Any) -> str:
    return f"Deployment zone · {side if side in ROLES else f'side {side}'}"
