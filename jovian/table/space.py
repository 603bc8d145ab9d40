"""Query worlds of pymunk: overlaps, sweeps, lines, and neighbors among many shapes at once.

They hold no game state, only the poses of the state that is queried. All shapes are on one fixed body in table
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
from jovian.table.shapes import Outline, Shape

Id = TypeVar("Id", int, str)
BASES, PIECES = 1, 2
"""The kinds of objects in a query: models, terrain, or both as their sum."""
_FILTERS = {kinds: pymunk.ShapeFilter(mask=kinds) for kinds in (BASES, PIECES, BASES + PIECES)}
SPARE = 0.01
"""Extra inches in searches for neighbors, so that rounding never excludes one."""


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


class Surroundings:
    """Possible neighbors: bases as circles and terrain by its parts. Exact arithmetic then decides about the few.

    One world serves many states of one game. For each state, only what has moved is updated. Results are unordered and
    can contain extra ids, but none is ever missing.
    """

    def __init__(self) -> None:
        _free_before_exit(self)
        self._space = pymunk.Space()
        self._ground = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._space.add(self._ground)
        self._bases: dict[str, tuple[pymunk.Body, pymunk.Circle]] = {}
        self._spares: dict[float, list[tuple[pymunk.Body, pymunk.Circle]]] = {}
        """Bases to use again, by radius, because only the garbage collector frees a body."""
        self._laid: dict[str, list[pymunk.Shape]] = {}
        self._ids: dict[pymunk.Shape, str] = {}

    def add_base(self, key: str, shape: Shape, pose: Pose) -> None:
        """Put a base at a pose. Its shape never changes."""
        base = self._bases.get(key)
        if base is None:
            spares = self._spares.get(shape.reach)
            base = self._bases[key] = spares.pop() if spares else _round_base(shape.reach)
            self._ids[base[1]] = key
            self._space.add(*base)
        body = base[0]
        body.position = pose.x, pose.y
        self._space.reindex_shapes_for_body(body)

    def lay(self, key: str, outline: Outline, pose: Pose) -> None:
        """Put a piece of terrain at a pose, and remove it from its earlier one."""
        self.forget(key)
        self._laid[key] = [_posed(self._ground, part, pose) for part in outline]
        for part in self._laid[key]:
            part.filter = pymunk.ShapeFilter(categories=PIECES)
            self._ids[part] = key
            self._space.add(part)

    def forget(self, key: str) -> None:
        """Remove a base or piece."""
        base = self._bases.pop(key, None)
        if base is not None:
            self._space.remove(*base)
            del self._ids[base[1]]
            self._spares.setdefault(base[1].radius, []).append(base)
        for part in self._laid.pop(key, ()):
            self._space.remove(part)
            del self._ids[part]

    def near(self, shape: Shape, pose: Pose, inches: float, kinds: int) -> set[str]:
        """Return the ids of those that may be within this many inches of a shape."""
        (x, y, _), margin = pose, shape.reach + inches + SPARE
        return self._in(pymunk.BB(x - margin, y - margin, x + margin, y + margin), kinds)

    def on_way(self, shape: Shape, pose: Pose, step: Point, inches: float, kinds: int) -> set[str]:
        """Return the ids of those that may come within this many inches of a shape on a straight leg."""
        x, y, _ = pose
        return self._about((x, y), (x + step[0], y + step[1]), shape.reach + inches, kinds)

    def along(self, p: Point, q: Point, width: float, kinds: int) -> set[str]:
        """Return the ids of those that a line with this width may touch."""
        return self._about(p, q, width / 2, kinds)

    def _about(self, p: Point, q: Point, inches: float, kinds: int) -> set[str]:
        """Return the ids of those near the box around two points. Rays of pymunk have no width for such queries."""
        (px, py), (qx, qy), margin = p, q, inches + SPARE
        left, right = (px, qx) if px < qx else (qx, px)
        bottom, top = (py, qy) if py < qy else (qy, py)
        return self._in(pymunk.BB(left - margin, bottom - margin, right + margin, top + margin), kinds)

    def _in(self, box: pymunk.BB, kinds: int) -> set[str]:
        """Return the ids of those whose bounding box meets this box."""
        ids = self._ids
        return {ids[shape] for shape in self._space.bb_query(box, _FILTERS[kinds])}


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


def _round_base(radius: float) -> tuple[pymunk.Body, pymunk.Circle]:
    body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    circle = pymunk.Circle(body, radius)
    circle.filter = pymunk.ShapeFilter(categories=BASES)
    return body, circle


def _posed(body: pymunk.Body, shape: Shape, pose: Pose) -> pymunk.Shape:
    """Return the shape in table coordinates on a body at the origin."""
    x, y, heading = pose
    corners = [(x + px, y + py) for px, py in shape.turned(heading)]
    if len(corners) == 1:
        return pymunk.Circle(body, shape.radius, corners[0])
    return pymunk.Poly(body, corners, radius=shape.radius)
