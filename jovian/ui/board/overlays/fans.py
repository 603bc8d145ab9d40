"""The outline of an arc with a range: a base grown by the range, cut to the arc (R13, R15)."""

from __future__ import annotations

from functools import lru_cache
from math import cos, radians, sin

from jovian.table import Pose, Shape

Point = tuple[float, float]
MIDDLES = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}
_STEPS = 96


@lru_cache(maxsize=256)
def band(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """The area of an arc within so many inches of the base; `turret` is all round, `spinal` a strip ahead."""
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
def far_edge(base: Shape, pose: Pose, arc: str, inches: float) -> tuple[Point, ...]:
    """The points of an arc that lie just so many inches from the base."""
    if arc == "spinal":
        return (pose.to_table(0.0, base.length / 2 + inches),)
    rim = set(base.grown(inches).outline(pose, _STEPS))
    return tuple(point for point in band(base, pose, arc, inches) if point in rim)


def _cut(points: list[Point], origin: Point, normal: Point) -> list[Point]:
    """The part of a convex polygon on the side of a line through `origin` to which `normal` points."""
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
