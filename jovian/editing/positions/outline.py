"""One outline of the convex parts that it was cut into."""

from __future__ import annotations

from collections.abc import Sequence

Point = tuple[float, float]


def merged(parts: Sequence[Sequence[Point]]) -> list[Point]:
    """The corners around parts that touch along whole edges; of parts that do not, those of the first.

    Edges that two parts share run both ways and are left out; the others are followed from corner to corner.
    """
    edges = {(a, b) for part in parts for a, b in _edges(part)}
    rim = {a: b for a, b in sorted(edges) if (b, a) not in edges}
    start = next(iter(rim))
    corners, at = [start], rim.get(start)
    while at is not None and at != start and len(corners) <= len(rim):
        corners.append(at)
        at = rim.get(at)
    return corners if at == start and len(corners) == len(rim) else list(parts[0])


def _edges(part: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(part, [*part[1:], part[0]], strict=True))
