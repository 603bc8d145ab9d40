"""Minkowski sums of two convex shapes, which turn distances between shapes into distances from a point.

Two convex shapes are as far apart as the center of the second is from the sum of the first and the mirrored second.
The sum depends on the two shapes and their relative heading only. So it is cached in the frame of the first shape, one
entry for each pair and whole degree.
"""

from __future__ import annotations

from typing import Final

from jovian.table.polygons import FLAT, Point, Points, length
from jovian.table.shapes import Shape

MAX_SUMS = 8_000
"""The number of cached sums after which all are dropped. Each takes about 4 KB."""


class Sum:
    """The sum of shape `a` and the mirrored shape `b`, in the frame of `a`."""

    __slots__ = ("corners", "edges", "origins", "points_b", "spans")

    def __init__(self, a: Points, b: Points) -> None:
        self.points_b = b
        """The corners of the second shape in the frame of the first (not mirrored)."""
        self.origins = _merge_edges(a, b)
        """For each corner of the sum: its corner of a and its corner of b."""
        self.corners: Points = tuple((a[i][0] - b[j][0], a[i][1] - b[j][1]) for i, j in self.origins)
        """Corners counter-clockwise. There is only one if neither shape has edges."""
        self.edges: tuple[tuple[float, float, float], ...] = ()
        """Its sides as (nx, ny, c), the k-th from the k-th corner: outside means nx * x + ny * y > c."""
        self.spans: tuple[tuple[float, float], ...] = ()
        """Start and end of each side along its unit tangent (-ny, nx)."""
        if len(self.corners) > 1:
            self._build_sides()

    def _build_sides(self) -> None:
        edges, spans = [], []
        for k, (x0, y0) in enumerate(self.corners):
            x1, y1 = self.corners[(k + 1) % len(self.corners)]
            size = length(x1 - x0, y1 - y0)
            tx, ty = (x1 - x0) / size, (y1 - y0) / size
            edges.append((ty, -tx, x0 * ty - y0 * tx))
            spans.append((x0 * tx + y0 * ty, x1 * tx + y1 * ty))
        self.edges, self.spans = tuple(edges), tuple(spans)

    def along(self, k: int, x: float, y: float) -> float:
        """Return the position of a point along the k-th side, on the scale of its span."""
        nx, ny, _ = self.edges[k]
        return y * nx - x * ny


def _lowest(points: Points) -> int:
    """Return the corner where the merge starts. Nearly level edges count as level."""
    return min(range(len(points)), key=lambda i: (round(points[i][1], 9), points[i][0]))


def _edges_from(points: Points, start: int) -> list[Point]:
    if len(points) == 1:
        return []
    count = len(points)
    return [
        (
            points[(start + i + 1) % count][0] - points[(start + i) % count][0],
            points[(start + i + 1) % count][1] - points[(start + i) % count][1],
        )
        for i in range(count)
    ]


def _merge_edges(a: Points, b: Points) -> tuple[tuple[int, int], ...]:
    """Go around both shapes in order of direction, parallel edges together. Return the corners of each step."""
    mirrored = tuple((-x, -y) for x, y in b)
    first_a, first_b = _lowest(a), _lowest(mirrored)
    edges_a, edges_b = _edges_from(a, first_a), _edges_from(mirrored, first_b)
    i = j = 0
    corners = [(first_a, first_b)]
    while i < len(edges_a) or j < len(edges_b):
        bend = _bend(edges_a, i, edges_b, j)
        i += bend > -FLAT
        j += bend < FLAT
        corners.append(((first_a + i) % len(a), (first_b + j) % len(b)))
    return tuple(corners[:-1]) if len(corners) > 1 else tuple(corners)


def _bend(edges_a: list[Point], i: int, edges_b: list[Point], j: int) -> float:
    """Return the sine of the turn from the next edge of a to that of b, or -1 or 1 if one of them is finished."""
    if i == len(edges_a):
        return -1.0
    if j == len(edges_b):
        return 1.0
    (ax, ay), (bx, by) = edges_a[i], edges_b[j]
    return (ax * by - ay * bx) / (length(ax, ay) * length(bx, by))


SUMS: Final[dict[tuple[Shape, Shape, int], Sum]] = {}
"""Cached sums. Keys hold the heading of the second shape relative to the first (0 for circles)."""


def clear_caches() -> None:
    SUMS.clear()


def sum_of(a: Shape, b: Shape, turn: int) -> Sum:
    """Return the sum for the second shape turned by this many degrees (0..359) against the first."""
    total = SUMS.get((a, b, turn))
    if total is None:
        if len(SUMS) >= MAX_SUMS:
            SUMS.clear()
        total = SUMS[a, b, turn] = Sum(a.points, b.turned(turn))
    return total
