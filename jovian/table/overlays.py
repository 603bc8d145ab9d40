"""Overlays: what is drawn over a table, from arcs of fire to short notes. The window and the SVG pictures draw them.

They are frozen values in inches of the table. Equal overlays look the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import field
from functools import lru_cache
from math import cos, radians, sin

from jovian.frozen import frozen
from jovian.table.polygons import Point, Pose, length
from jovian.table.shapes import Shape

# --- Kinds of overlays ---


@frozen
class ArcOverlay:
    """Arcs of fire with range bands, as in the rules: arcs from the center, ranges from the edge of the base."""

    pose: Pose
    base: Shape
    arcs: tuple[str, ...]
    """Any of fore, aft, port, starboard, spinal, turret."""
    short: float
    """Inches of the Short band, 0 for none."""
    optimum: float
    """Inches of the Optimum band, 0 for none."""
    style: str = "arc"
    labels: bool = True
    target: str = ""
    """The name of the model whose Signature the ranges are for, or ""."""


@frozen
class BoardPath:
    """A dashed path through poses, with the base outlined at each turn."""

    poses: tuple[Pose, ...]
    base: Shape
    legal: bool = True


@frozen
class Ghost:
    """A model at a place where it could be."""

    base: Shape
    pose: Pose
    image: str
    fallback: str
    side: int
    legal: bool = True


@frozen
class BoardLine:
    """A line between two points, or a band with a width in inches (a kinetic shot is 1" wide)."""

    start: Point
    end: Point
    width: float = 0.0
    style: str = "measure"
    label: str = ""


@frozen
class Region:
    """An area, such as where a model may go."""

    points: tuple[Point, ...]
    style: str = "legal"


@frozen
class Ring:
    """A circle around a point."""

    center: Point
    radius: float
    style: str = "measure"
    label: str = ""


@frozen
class BaseRing:
    """Everything within a number of inches of a base, or the base itself for 0."""

    base: Shape
    pose: Pose
    inches: float = 0.0
    style: str = "refused"


@frozen
class Brackets:
    """Brackets around a target."""

    base: Shape
    pose: Pose
    style: str = "attack"
    number: str = ""
    """The number of its row in the context panel, in a disc at its corner, or ""."""


@frozen
class PointLabel:
    """A pill with a short text at a point."""

    point: Point
    text: str
    style: str = "measure"


@frozen
class ChanceArea:
    """Where something may happen on the table, shaded by its chance. Equal keys have equal pieces."""

    key: Hashable
    pieces: tuple[tuple[tuple[Point, ...], float], ...] = field(compare=False)
    """Polygons, each with the chance in it. A later one covers the ones before."""
    style: str = "threat"


Overlay = ArcOverlay | BoardPath | Ghost | BoardLine | Region | Ring | BaseRing | Brackets | PointLabel | ChanceArea


# --- Outlines of arcs (R13, R15) ---

MIDDLES = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
_STEPS = 96


@lru_cache(maxsize=256)
def arc_area(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """Return the area of an arc within a number of inches of the base.

    `turret` is all round, `spinal` a strip ahead.
    """
    if arc == "spinal":
        half, front = base.width / 2, base.length / 2
        strip = ((-half, front), (half, front), (half, front + inches), (-half, front + inches))
        return tuple(pose.to_table(x, y) for x, y in strip)
    grown = base.grown(inches).outline(pose, _STEPS)
    if arc not in MIDDLES:
        return tuple(grown)
    middle = pose.heading + MIDDLES[arc]
    left, right = radians(middle - 45), radians(middle + 45)
    area = _cut(grown, (pose.x, pose.y), (cos(left), -sin(left)))
    return tuple(_cut(area, (pose.x, pose.y), (-cos(right), sin(right))))


@lru_cache(maxsize=256)
def arc_far_edge(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """Return the points of an arc at exactly a number of inches from the base."""
    if arc == "spinal":
        return (pose.to_table(0.0, base.length / 2 + inches),)
    rim = set(base.grown(inches).outline(pose, _STEPS))
    return tuple(point for point in arc_area(base, pose, arc, inches) if point in rim)


def _cut(points: list[Point], origin: Point, normal: Point) -> list[Point]:
    """Return the part of a convex polygon on the side of a line through `origin` to which `normal` points."""
    out: list[Point] = []
    for index, q in enumerate(points):
        p = points[index - 1]
        a = (p[0] - origin[0]) * normal[0] + (p[1] - origin[1]) * normal[1]
        b = (q[0] - origin[0]) * normal[0] + (q[1] - origin[1]) * normal[1]
        if (a >= 0) != (b >= 0):
            share = a / (a - b)
            out.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        if b >= 0:
            out.append(q)
    return out


def range_texts(fan: ArcOverlay) -> Iterator[tuple[float, str]]:
    """Yield each range around a base with its text."""
    if fan.short > 0:
        yield fan.short, f'short range {fan.short:g}"'
    if fan.optimum > 0:
        yield fan.optimum, f'up to {fan.optimum:g}" against {fan.target}' if fan.target else f'{fan.optimum:g}"'


@lru_cache(maxsize=256)
def range_places(base: Shape, pose: Pose, arcs: tuple[str, ...], inches: float) -> list[Point]:
    """Return the far points of some arcs, the best place for the range first: ahead to the left."""
    points = {point for arc in arcs for point in arc_far_edge(base, pose, arc, inches)}
    return sorted(points, key=lambda point: _off(pose, point))


def _off(pose: Pose, point: Point) -> tuple[float, Point]:
    """Return a sort key that grows with the angle between a point and the best place."""
    right, ahead = pose.from_table(*point)
    return -round((ahead * 0.5 - right * 0.85) / (length(ahead, right) or 1.0), 3), point
