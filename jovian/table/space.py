"""The pymunk query worlds: overlap, sweep, thick lines, picking and who is near, among many shapes at once.

They hold no game state: they are loaded with the poses of whatever state is asked about. All shapes are put
onto one fixed body in table coordinates, so no angle ever passes through pymunk.

pymunk counts touching as overlap, and the depths it reports are wrong for shapes about one center; so the
probe is shrunk or grown by the tolerance, and a hit is a hit. This module is the only one that imports
pymunk and is itself imported only by those who need it.
"""

from collections.abc import Iterable
from functools import cache
from typing import Generic, TypeVar
from weakref import finalize

import pymunk

from jovian.table.measure import TOLERANCE, strip
from jovian.table.paths import sweep_hull
from jovian.table.shapes import Outline, Point, Pose, Shape

Id = TypeVar("Id", int, str)
BASES, PIECES = 1, 2
"""Whom a question is about: models or terrain; their sum asks for both."""
_FILTERS = {kinds: pymunk.ShapeFilter(mask=kinds) for kinds in (BASES, PIECES, BASES + PIECES)}
SPARE = 0.01
"""Inches by which near is taken wider than it is meant, so that no rounding leaves anybody out."""


class QueryWorld(Generic[Id]):
    """Posed shapes by id; an id may have several shapes (the parts of an outline). Answers are sorted."""

    def __init__(self, items: Iterable[tuple[Id, Shape, Pose]] = ()) -> None:
        _let_go_in_time(self)
        self.load(items)

    def load(self, items: Iterable[tuple[Id, Shape, Pose]]) -> None:
        """Forget everything and hold these instead."""
        self._space = pymunk.Space()
        self._body = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._probe_body = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._space.add(self._body)
        self._ids: dict[pymunk.Shape, Id] = {}
        self._areas: dict[Id, float] = {}
        for key, shape, pose in items:
            held = _posed(self._body, shape, pose)
            self._ids[held] = key
            self._areas[key] = self._areas.get(key, 0.0) + shape.area
            self._space.add(held)

    def overlapping(self, shape: Shape, pose: Pose) -> list[Id]:
        """The ids of those that share space with the shape; touching does not count."""
        return self._met(_posed(self._probe_body, _shrunk(shape), pose))

    def touching(self, shape: Shape, pose: Pose) -> list[Id]:
        """The ids of those that share space with the shape or touch it."""
        return self._met(_posed(self._probe_body, shape.grown(TOLERANCE), pose))

    def pick(self, x: float, y: float, slack: float = 0.0) -> Id | None:
        """The id of the nearest thing within so many inches of a point of the table, the smallest of those under it."""
        hits = self._space.point_query((x, y), slack, pymunk.ShapeFilter())
        near = [(max(0.0, hit.distance), self._ids[hit.shape]) for hit in hits if hit.shape is not None]
        return min(near, key=lambda each: (each[0], self._areas[each[1]], each[1]), default=(0.0, None))[1]

    def along(self, p: Point, q: Point, width: float) -> list[Id]:
        """The ids of those that a line so many inches wide touches."""
        line: pymunk.Shape
        if width > 0 and p != q:
            line = pymunk.Poly(self._probe_body, strip(p, q, width), radius=TOLERANCE)
        else:
            line = pymunk.Segment(self._probe_body, p, q, TOLERANCE)
        return self._met(line)

    def swept(self, shape: Shape, pose: Pose, dx: float, dy: float) -> list[Id]:
        """The ids of those that the shape shares space with or touches on its straight way."""
        hull = sweep_hull(shape, pose, dx, dy)
        return self._met(pymunk.Poly(self._probe_body, hull, radius=TOLERANCE))

    def _met(self, probe: pymunk.Shape) -> list[Id]:
        """The ids of those that the probe meets."""
        hits = self._space.shape_query(probe)
        return sorted(dict.fromkeys(self._ids[hit.shape] for hit in hits if hit.shape is not None))


class Surroundings:
    """Who might be near: bases as circles, pieces by their parts, for the exact arithmetic to decide about the few.

    One world serves many states of one game: it is put as in the state that is asked about; only what moved is moved.
    Its answers are unordered, a few too many and none too few.
    """

    def __init__(self) -> None:
        _let_go_in_time(self)
        self._space = pymunk.Space()
        self._ground = pymunk.Body(body_type=pymunk.Body.STATIC)
        self._space.add(self._ground)
        self._bodies: dict[str, pymunk.Body] = {}
        self._laid: dict[str, list[pymunk.Shape]] = {}
        self._ids: dict[pymunk.Shape, str] = {}

    def put(self, key: str, shape: Shape, pose: Pose) -> None:
        """Hold a base there; its shape never changes."""
        body = self._bodies.get(key)
        if body is None:
            body = self._bodies[key] = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            circle = pymunk.Circle(body, shape.reach)
            circle.filter = pymunk.ShapeFilter(categories=BASES)
            self._ids[circle] = key
            self._space.add(body, circle)
        body.position = pose.x, pose.y
        self._space.reindex_shapes_for_body(body)

    def lay(self, key: str, outline: Outline, pose: Pose) -> None:
        """Hold a piece of terrain there, wherever it was before."""
        self.forget(key)
        self._laid[key] = [_posed(self._ground, part, pose) for part in outline]
        for part in self._laid[key]:
            part.filter = pymunk.ShapeFilter(categories=PIECES)
            self._ids[part] = key
            self._space.add(part)

    def forget(self, key: str) -> None:
        """Hold that base or piece no longer."""
        body = self._bodies.pop(key, None)
        parts = list(body.shapes) if body is not None else self._laid.pop(key, [])
        for part in parts:
            self._space.remove(part)
            del self._ids[part]
        if body is not None:
            self._space.remove(body)

    def near(self, shape: Shape, pose: Pose, inches: float, kinds: int) -> set[str]:
        """The ids of those that may be within so many inches of a shape."""
        (x, y, _), room = pose, shape.reach + inches + SPARE
        return self._in(pymunk.BB(x - room, y - room, x + room, y + room), kinds)

    def on_way(self, shape: Shape, pose: Pose, step: Point, inches: float, kinds: int) -> set[str]:
        """The ids of those that may come within so many inches of a shape on a straight leg."""
        x, y, _ = pose
        return self._about((x, y), (x + step[0], y + step[1]), shape.reach + inches, kinds)

    def along(self, p: Point, q: Point, width: float, kinds: int) -> set[str]:
        """The ids of those that a line so many inches wide may touch."""
        return self._about(p, q, width / 2, kinds)

    def _about(self, p: Point, q: Point, inches: float, kinds: int) -> set[str]:
        """The ids of those that come near the box about two points; rays of pymunk have no width there."""
        (px, py), (qx, qy), room = p, q, inches + SPARE
        left, right = (px, qx) if px < qx else (qx, px)
        bottom, top = (py, qy) if py < qy else (qy, py)
        return self._in(pymunk.BB(left - room, bottom - room, right + room, top + room), kinds)

    def _in(self, box: pymunk.BB, kinds: int) -> set[str]:
        """The ids of those whose own box meets that one."""
        ids = self._ids
        return {ids[each] for each in self._space.bb_query(box, _FILTERS[kinds])}


def _let_go_in_time(world: object) -> None:
    """Have a world forget what it holds before the interpreter ends: pymunk crashes where it is freed after that."""
    finalize(world, vars(world).clear)


@cache
def _shrunk(shape: Shape) -> Shape:
    """The shape with its rim drawn in by the tolerance, so that touching is not overlapping."""
    if shape.radius:
        return shape.grown(-min(TOLERANCE, shape.radius))
    corners = []
    for i, (x, y) in enumerate(shape.points):
        (ax, ay), (bx, by) = shape.axes[i - 1], shape.axes[i]
        inward = TOLERANCE / (1.0 + ax * bx + ay * by)
        corners.append((x - (ax + bx) * inward, y - (ay + by) * inward))
    return Shape.polygon(corners)


def _posed(body: pymunk.Body, shape: Shape, pose: Pose) -> pymunk.Shape:
    """The shape in table coordinates on a body that stands at the origin."""
    x, y, heading = pose
    corners = [(x + px, y + py) for px, py in shape.turned(heading)]
    if len(corners) == 1:
        return pymunk.Circle(body, shape.radius, corners[0])
    return pymunk.Poly(body, corners, radius=shape.radius)
