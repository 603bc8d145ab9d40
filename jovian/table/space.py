"""Query worlds of pymunk: overlaps, sweeps, and lines among many shapes at once.

They hold no game state, only the poses of the shapes that are queried. All shapes are on one fixed body in table
coordinates, so pymunk handles no angles.

pymunk counts touching as overlapping, and reports wrong depths for shapes with the same center. So the probe is
shrunk or grown by the tolerance, and only hits count. No other module imports pymunk.
"""

from collections.abc import Iterable
from functools import cache
from typing import Generic, TypeVar
from weakref import finalize

import pymunk

from jovian.table.measure import TOLERANCE, strip
from jovian.table.paths import sweep_hull
from jovian.table.polygons import Point, Pose
from jovian.table.shapes import Shape

Id = TypeVar("Id", int, str)

class QueryWorld(Generic[Id]):
    """Shapes with poses by id. An id may have several shapes (the parts of an outline). Results are sorted."""

    def __init__(self, items: Iterable[tuple[Id, Shape, Pose]] = ()) -> None:
        _free_before_exit(self)
        self.load(items)

    def load(self, items: Iterable[tuple[Id, Shape, Pose]]) -> None:
        """Replace all shapes by these."""
        self._space = pymunk.Space()
        self._body = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._probe_body = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._space.add(self._body)
        self._ids: dict[pymunk.Shape, Id] = {}
        self._areas: dict[Id, float] = {}
        for key, shape, pose in items:
            posed = _posed(self._body, shape, pose)
            self._ids[posed] = key
            self._areas[key] = self._areas.get(key, 0.0) + shape.area
            self._space.add(posed)

    def overlapping(self, shape: Shape, pose: Pose) -> list[Id]:
        """Return the ids of shapes that overlap the shape. Touching doesn't count."""
        return self._ids_hit(_posed(self._probe_body, _shrunk(shape), pose))

    def touching(self, shape: Shape, pose: Pose) -> list[Id]:
        """Return the ids of shapes that overlap or touch the shape."""
        return self._ids_hit(_posed(self._probe_body, shape.grown(TOLERANCE), pose))

    def pick(self, x: float, y: float, slack: float = 0.0) -> Id | None:
        """Return the id of the nearest shape within the slack of a point; of those under it, the smallest."""
        hits = self._space.point_query((x, y), slack, pymunk.ShapeFilter())
        near = [(max(0.0, hit.distance), self._ids[hit.shape]) for hit in hits if hit.shape is not None]
        return min(near, key=lambda hit: (hit[0], self._areas[hit[1]], hit[1]), default=(0.0, None))[1]

    def along(self, p: Point, q: Point, width: float) -> list[Id]:
        """Return the ids of shapes that a line with this width touches."""
        line: pymunk.Shape
        if width > 0 and p != q:
            line = pymunk.Poly(self._probe_body, strip(p, q, width), radius=TOLERANCE)
        else:
            line = pymunk.Segment(self._probe_body, p, q, TOLERANCE)
        return self._ids_hit(line)

    def swept(self, shape: Shape, pose: Pose, dx: float, dy: float) -> list[Id]:
        """Return the ids of shapes that the shape overlaps or touches on its straight path."""
        hull = sweep_hull(shape, pose, dx, dy)
        return self._ids_hit(pymunk.Poly(self._probe_body, hull, radius=TOLERANCE))

    def _ids_hit(self, probe: pymunk.Shape) -> list[Id]:
        hits = self._space.shape_query(probe)
        return sorted(dict.fromkeys(self._ids[hit.shape] for hit in hits if hit.shape is not None))


def _free_before_exit(world: object) -> None:
    """Clear a world before the interpreter exits: pymunk crashes if it frees objects later."""
    finalize(world, vars(world).clear)


@cache
def _shrunk(shape: Shape) -> Shape:
    """Return the shape reduced by the tolerance, so that touching isn't overlapping."""
    if shape.radius:
        return shape.grown(-min(TOLERANCE, shape.radius))
    corners = []
    for i, (x, y) in enumerate(shape.points):
        (ax, ay), (bx, by) = shape.axes[i - 1], shape.axes[i]
        inward = TOLERANCE / (1.0 + ax * bx + ay * by)
        corners.append((x - (ax + bx) * inward, y - (ay + by) * inward))
    return Shape.polygon(corners)


def _posed(body: pymunk.Body, shape: Shape, pose: Pose) -> pymunk.Shape:
    """Return the shape in table coordinates on a body at the origin."""
    x, y, heading = pose
    corners = [(x + px, y + py) for px, py in shape.turned(heading)]
    if len(corners) == 1:
        return pymunk.Circle(body, shape.radius, corners[0])
    return pymunk.Poly(body, corners, radius=shape.radius)
