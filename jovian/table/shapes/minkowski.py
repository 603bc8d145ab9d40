"""The sum of one shape and the mirrored other, cached: it turns two bases into a base and a point.

Two convex shapes are as far apart as the center of the second is from the sum of the first and the
mirrored second. The sum depends only on the two shapes and on how far the second is turned against the
first, so it is kept in the first one's own frame: one entry for each pair and whole degree.
"""

from jovian.table.shapes.polygon import FLAT, Point, Points, length
from jovian.table.shapes.shape import Shape

MAX_SUMS = 8_000
"""When so many sums are kept, all are dropped (each takes about 4 KB)."""


class Sum:
    """The sum of shape `a` and mirrored shape `b`, in the frame of `a`."""

    __slots__ = ("corners", "edges", "origins", "points_b", "spans")

    def __init__(self, a: Points, b: Points) -> None:
        self.points_b = b
        """The corners of the second shape in the frame of the first (not mirrored)."""
        self.origins = _walk(a, b)
        """For each corner of the sum: which corner of a, and which of b, it comes from."""
        self.corners: Points = tuple((a[i][0] - b[j][0], a[i][1] - b[j][1]) for i, j in self.origins)
        """Corners counter-clockwise; just one if neither shape has edges."""
        self.edges: tuple[tuple[float, float, float], ...] = ()
        """Its sides, the k-th from the k-th corner, as (nx, ny, c): outside lies nx * x + ny * y > c."""
        self.spans: tuple[tuple[float, float], ...] = ()
        """Where each side starts and ends along its unit tangent (-ny, nx)."""
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
        """Where a point lies along the k-th side, on the scale of its span."""
        nx, ny, _ = self.edges[k]
        return y * nx - x * ny


def _lowest(points: Points) -> int:
    """The corner where the walk starts; nearly level edges count as level."""
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


def _walk(a: Points, b: Points) -> tuple[tuple[int, int], ...]:
    """Go round both shapes at once in order of direction, parallel edges together."""
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
    """Sine of the turn from the next edge of a to that of b; the one that is left if the other is done."""
    if i == len(edges_a):
        return -1.0
    if j == len(edges_b):
        return 1.0
    (ax, ay), (bx, by) = edges_a[i], edges_b[j]
    return (ax * by - ay * bx) / (length(ax, ay) * length(bx, by))


SUMS: dict[tuple[Shape, Shape, int], Sum] = {}
"""What has been built; keys hold the second shape's heading against the first's (0 for circles)."""


def sum_of(a: Shape, b: Shape, turn: int) -> Sum:
    """The sum for the second shape turned so many degrees (0..359) against the first."""
    found = SUMS.get((a, b, turn))
    if found is None:
        if len(SUMS) >= MAX_SUMS:
            SUMS.clear()
        found = SUMS[a, b, turn] = Sum(a.points, b.turned(turn))
    return found
