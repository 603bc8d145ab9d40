"""Concave outlines cut into convex shapes: ears are clipped, then neighbors joined while they stay convex."""

from collections.abc import Iterable, Sequence

from jovian.table.shapes.polygon import FLAT, Point, bends, cross, is_convex, tidied
from jovian.table.shapes.shape import Outline, Shape

Corners = tuple[Point, ...]


def convex_parts(points: Iterable[Point]) -> Outline:
    """Convex shapes about the same center that together cover a simple polygon and do not overlap.

    Raises ValueError if the line of points crosses or touches itself or encloses nothing.
    """
    corners = tidied(points)
    if len(corners) < 3 or _crosses_itself(corners):
        raise ValueError("the corners do not make a simple polygon")
    if is_convex(corners):
        return (Shape.polygon(corners),)
    return tuple(Shape.polygon(part) for part in _joined(_triangles(corners)))


def _crosses_itself(corners: Corners) -> bool:
    count = len(corners)
    for i in range(count):
        for j in range(i + 2, count):
            after = (j + 1) % count
            if after != i and _meet(corners[i], corners[i + 1], corners[j], corners[after]):
                return True
    return False


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments share a point."""
    abc, abd, cda, cdb = cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)
    if abc * abd < 0 and cda * cdb < 0:
        return True
    return any(
        turn == 0 and _between(p, q, point)
        for turn, p, q, point in ((abc, a, b, c), (abd, a, b, d), (cda, c, d, a), (cdb, c, d, b))
    )


def _between(p: Point, q: Point, point: Point) -> bool:
    """Whether a point in line with p and q lies between them."""
    return min(p[0], q[0]) <= point[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= point[1] <= max(p[1], q[1])


def _triangles(corners: Corners) -> list[Corners]:
    rest = list(corners)
    found: list[Corners] = []
    while len(rest) > 3:
        ear = _ear(rest)
        found.append((rest[ear - 1], rest[ear], rest[(ear + 1) % len(rest)]))
        del rest[ear]
        rest = list(tidied(rest))
    if len(rest) == 3:
        found.append((rest[0], rest[1], rest[2]))
    return found


def _ear(corners: Sequence[Point]) -> int:
    """The corner whose triangle is the widest of those that hold no other corner."""
    best, widest = 0, -1.0
    for i, bend in enumerate(bends(corners)):
        before, here, after = corners[i - 1], corners[i], corners[(i + 1) % len(corners)]
        if bend <= FLAT or bend <= widest:
            continue
        others = [p for p in corners if p not in (before, here, after)]
        if not any(_inside(before, here, after, p) for p in others):
            best, widest = i, bend
    return best


def _inside(a: Point, b: Point, c: Point, p: Point) -> bool:
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def _joined(parts: list[Corners]) -> list[Corners]:
    """Join neighbors as long as any two make a convex polygon."""
    i = 0
    while i < len(parts):
        for j in range(i + 1, len(parts)):
            union = _union(parts[i], parts[j])
            if union is not None:
                parts[i] = union
                del parts[j]
                break
        else:
            i += 1
    return parts


def _union(one: Corners, two: Corners) -> Corners | None:
    """Two polygons joined along the edge they share, if that is convex."""
    for i, start in enumerate(one):
        end = one[(i + 1) % len(one)]
        for j, other in enumerate(two):
            if other == end and two[(j + 1) % len(two)] == start:
                around = (*one[i + 1 :], *one[: i + 1])
                rest = (*two[j + 2 :], *two[:j]) if j + 1 < len(two) else two[1:j]
                corners = tidied((*around, *rest))
                return corners if is_convex(corners) else None
    return None
