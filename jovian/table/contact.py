"""Base contact: free poses in contact with another base, and flush against it (R14, R24, R25, R45, R71)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import sqrt

from jovian.frozen import frozen
from jovian.table.measure import TOLERANCE, extends_off_table, overlaps, separation, touches, within
from jovian.table.minkowski import Sum, sum_of
from jovian.table.paths import entry
from jovian.table.polygons import COSINE, FLAT, FULL_TURN, SINE, Point, Points, Pose, hull, length
from jovian.table.shapes import Placed, Shape

# --- Approaches ---
# Two bases just touch if the center of one is on the rim of their sum. The nearest free point of the rim is the foot of
# a perpendicular on one of its sides, or the point where an obstacle or the table edge cuts the rim. So contact is
# found if there is space for it, with the shortest possible move.

AROUND = 15
"""Degrees between the other places that are tried around the target."""

APART = 0.01
"""Inches below which two places count as one."""

GAP = 0.003
"""Inches kept from an obstacle near the rim, so that a rounded place doesn't touch it."""

MARGIN = 1e-6
"""Inches by which a test is stricter than the tolerance, so that the order of its arguments doesn't matter."""

ROUND_STEP = 5
"""Degrees between the corners that approximate a round rim."""

NUDGES = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1))
"""Rounded points tried around a spot, in units of the last decimal place."""


def approaches(
    shape: Shape,
    pose: Pose,
    target: Shape,
    target_pose: Pose,
    obstacles: Sequence[Placed],
    width: float,
    height: float,
    *,
    decimals: int = 3,
) -> Iterator[Pose]:
    """Yield poses with the same heading in contact with the target, nearest first, with rounded centers.

    Each touches the target without overlapping it, touches no obstacle (the target isn't one), and is wholly on the
    table. The first is the current pose if it is possible, else the nearest one. The others, around the target, are in
    order of (rounded distance from the start, x, y).
    """
    near = reachable((target, target_pose), shape, obstacles)
    rim = _Rim(shape, pose.heading, target, target_pose)
    poses: list[Pose] = []
    for x, y in _spots_beside(rim, pose, near, (width, height)):
        if any(abs(x - earlier.x) < APART and abs(y - earlier.y) < APART for earlier in poses):
            continue
        contact = _snap(rim, (x, y), near, (width, height), decimals)
        if contact is not None:
            poses.append(contact)
            yield contact


def reachable(target: Placed, shape: Shape, obstacles: Sequence[Placed]) -> list[Placed]:
    """Return the obstacles that a base in contact with the target could touch."""
    return [placed for placed in obstacles if within(*target, *placed, 2 * shape.reach + GAP)]


def is_clear(shape: Shape, pose: Pose, obstacles: Sequence[Placed], width: float, height: float) -> bool:
    """Return whether the base is wholly on the table and touches none of the obstacles."""
    if extends_off_table(shape, pose, width, height):
        return False
    return not any(within(shape, pose, other, stands, MARGIN) for other, stands in obstacles)


def blocked_part(
    shape: Shape, heading: int, a: Point, b: Point, obstacle: Placed, gap: float
) -> tuple[float, float] | None:
    """Return the part of the line from a to b (shares 0..1) where a center comes within the gap of the obstacle."""
    other, stands = obstacle
    total = sum_of(other, shape, 0 if shape.round else (heading - stands.heading) % FULL_TURN)
    grow = shape.radius + other.radius + gap
    (px, py), (qx, qy) = stands.from_table(*a), stands.from_table(*b)
    ends = [within(shape, Pose(x, y, heading), other, stands, gap - TOLERANCE) for x, y in (a, b)]
    ahead = 0.0 if ends[0] else entry(total, (px, py), (qx - px, qy - py), grow)
    back = 0.0 if ends[1] else entry(total, (qx, qy), (px - qx, py - qy), grow)
    if ahead is None and back is None:
        return None
    first = 1.0 if ahead is None else ahead
    return first, max(first, 0.0 if back is None else 1.0 - back)


def part_on_table(
    shape: Shape, heading: int, a: Point, b: Point, width: float, height: float
) -> tuple[float, float] | None:
    """Return the part of the line from a to b (shares 0..1) where a center keeps the base wholly on the table."""
    x0, x1, y0, y1 = shape.extents(heading)
    first, last = 0.0, 1.0
    for p, q, low, high in ((a[0], b[0], -x0, width - x1), (a[1], b[1], -y0, height - y1)):
        if low > high + TOLERANCE:
            return None
        if abs(q - p) > FLAT:
            shares = (low - p) / (q - p), (high - p) / (q - p)
            first, last = max(first, min(shares)), min(last, max(shares))
        elif not low - TOLERANCE <= p <= high + TOLERANCE:
            return None
    return (first, last) if first <= last else None


@frozen
class _Rim:
    """The center positions at which a shape just touches the target."""

    shape: Shape
    heading: int
    target: Shape
    stands: Pose
    """The pose of the target."""

    @property
    def total(self) -> Sum:
        turn = 0 if self.shape.round else (self.heading - self.stands.heading) % FULL_TURN
        return sum_of(self.target, self.shape, turn)

    @property
    def grow(self) -> float:
        return self.shape.radius + self.target.radius

    def foot(self, point: Point) -> Point:
        """Return the point of the rim nearest to a point of the table."""
        total, (px, py) = self.total, self.stands.from_table(*point)
        corner = 0
        if total.edges:
            depths = [nx * px + ny * py - c for nx, ny, c in total.edges]
            depth = max(depths)
            k = depths.index(depth)
            start, end = total.spans[k]
            along = total.along(k, px, py)
            if depth <= 0 or start <= along <= end:
                nx, ny, _ = total.edges[k]
                out = self.grow - depth
                return self.stands.to_table(px + nx * out, py + ny * out)
            corner = k if along < start else (k + 1) % len(total.corners)
        return self._foot_on_rounding(total.corners[corner], px, py)

    def _foot_on_rounding(self, corner: Point, px: float, py: float) -> Point:
        """Return the point of the rounding around a corner that is nearest to a point outside."""
        dx, dy = px - corner[0], py - corner[1]
        far = sqrt(dx * dx + dy * dy)
        ux, uy = (dx / far, dy / far) if far > FLAT else (0.0, 1.0)
        return self.stands.to_table(corner[0] + ux * self.grow, corner[1] + uy * self.grow)

    def side_feet(self, point: Point) -> Iterator[Point]:
        """Yield the nearest point of each straight side."""
        total, (px, py) = self.total, self.stands.from_table(*point)
        for k, ((nx, ny, c), (start, end)) in enumerate(zip(total.edges, total.spans, strict=True)):
            along, out = min(max(total.along(k, px, py), start), end), c + self.grow
            yield self.stands.to_table(nx * out - ny * along, ny * out + nx * along)

    def toward(self, ux: float, uy: float) -> Point | None:
        """Return where a straight approach to the target's center from that side (in its frame) makes contact."""
        far = self.target.reach + self.shape.reach + 1.0
        share = entry(self.total, (ux * far, uy * far), (-ux * far, -uy * far), self.grow)
        return None if share is None else self.stands.to_table(ux * far * (1 - share), uy * far * (1 - share))

    def corners(self) -> Points:
        """Return the rim as a polygon on the table. Short edges approximate roundings."""
        corners, grow = self.total.corners, self.grow
        if grow:
            degrees = range(0, FULL_TURN, ROUND_STEP)
            corners = hull((x + grow * SINE[a], y + grow * COSINE[a]) for x, y in corners for a in degrees)
        return tuple(self.stands.to_table(x, y) for x, y in corners)


def _spots_beside(rim: _Rim, pose: Pose, near: list[Placed], table: tuple[float, float]) -> Iterator[Point]:
    """Yield possible contact points, nearest first: the start, its foot on the rim, then the others."""
    start = (pose.x, pose.y)
    if abs(separation(rim.target, rim.stands, rim.shape, pose)) <= TOLERANCE:
        yield start
    yield rim.foot(start)
    others: dict[tuple[float, float, float], Point] = {}
    for x, y in [*_around(rim, start), *rim.side_feet(start), *_cuts(rim, near, table)]:
        dx, dy = x - start[0], y - start[1]
        others.setdefault((round(sqrt(dx * dx + dy * dy), 3), round(x, 3), round(y, 3)), (x, y))
    for key in sorted(others):
        yield others[key]


def _around(rim: _Rim, start: Point) -> Iterator[Point]:
    """Yield the contact points of approaches to the target's center from the start and from every side."""
    x, y = rim.stands.from_table(*start)
    far = sqrt(x * x + y * y)
    directions = [(x / far, y / far)] if far > FLAT else []
    for ux, uy in [*directions, *((SINE[degree], COSINE[degree]) for degree in range(0, FULL_TURN, AROUND))]:
        spot = rim.toward(ux, uy)
        if spot is not None:
            yield spot


def _cuts(rim: _Rim, near: list[Placed], table: tuple[float, float]) -> Iterator[Point]:
    """Yield the points where the free parts of the rim end at an obstacle or at the table edge."""
    corners, gap = rim.corners(), GAP + 0.001 * rim.grow  # a short edge cuts that much off a rounding
    for i, b in enumerate(corners):
        a = corners[i - 1]
        parts = [blocked_part(rim.shape, rim.heading, a, b, placed, gap) for placed in near]
        parts.append(part_on_table(rim.shape, rim.heading, a, b, *table))
        for share in (share for part in parts if part is not None for share in part):
            if 0 < share < 1:
                spot = a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
                yield rim.foot(spot) if rim.grow else spot


def _snap(rim: _Rim, spot: Point, near: list[Placed], table: tuple[float, float], decimals: int) -> Pose | None:
    """Return the rounded pose at or near a spot of the rim that is in contact and free, or None."""
    unit = 1 / 10**decimals
    exact = Pose(*spot, rim.heading)
    if any(within(rim.shape, exact, *placed, -3 * unit - TOLERANCE) for placed in near):
        return None
    for i, j in NUDGES:
        x, y = round(spot[0] + i * unit, decimals) + 0.0, round(spot[1] + j * unit, decimals) + 0.0
        pose = Pose(x, y, rim.heading)
        apart = separation(rim.target, rim.stands, rim.shape, pose)
        if abs(apart) <= TOLERANCE - MARGIN and is_clear(rim.shape, pose, near, *table):
            return pose
    return None


# --- Flush places ---
# For assaults and escorts. Flush means that one whole edge of the guest's base is on an edge of the host's
# ("Assaulting", v1.2.4), or at a round host, that the middle of an edge touches it.

AROUND_CIRCLE = 30
"""Degrees between the places around a round host."""

FINE_AROUND = 5
"""Degrees between the finer places around a round host."""

FINE = 0.25
"""Inches between the finer places along an edge."""

DECIMALS = 3
"""Decimal places of free places, as in answers."""

BESIDE = 0.001
"""Inches between guests side by side, so that rounding doesn't make them overlap."""

Spot = tuple[int, float, float]
"""A place in the host's frame: heading, inches sideways, and inches outward to the host's rim."""

Side = tuple[int, float, float, float]
"""An edge of the host: its heading, its distance from the center, and the limits for a guest's center along it."""


def free_flush(
    host: Shape, host_pose: Pose, guest: Shape, obstacles: Sequence[Placed], width: float, height: float
) -> list[Pose]:
    """Return the flush places, then finer ones between them, that touch no obstacle and are wholly on the table.

    The finer places are every 0.25" along each edge, from its middle outward. Coordinates are rounded to 0.001". The
    host isn't one of the obstacles.
    """
    return list(_free(host, host_pose, guest, reachable((host, host_pose), guest, obstacles), (width, height)))


def is_flush(host: Shape, host_pose: Pose, guest: Shape, guest_pose: Pose) -> bool:
    """Return whether one whole edge of the guest is on an edge of the host, within the tolerance.

    At a round host, return whether the guest touches it with the middle of an edge.
    """
    if not touches(host, host_pose, guest, guest_pose) or overlaps(host, host_pose, guest, guest_pose):
        return False
    x, y, heading = guest_pose
    corners = [host_pose.from_table(x + px, y + py) for px, py in guest.turned(heading)]
    meets = _meets_rim if len(host.points) == 1 else _lies_on_edge
    return any(meets(host, corners[i - 1], corner) for i, corner in enumerate(corners))


def pack(
    host: Shape,
    host_pose: Pose,
    guest: Shape,
    count: int,
    obstacles: Sequence[Placed],
    width: float,
    height: float,
) -> list[Pose] | None:
    """Return this many free flush places that don't overlap one another, or None if they don't fit. They may touch."""
    near = reachable((host, host_pose), guest, obstacles)
    loose: list[Pose] = []
    for place in _free(host, host_pose, guest, near, (width, height)):
        if len(loose) >= count:
            break
        if _fits(guest, place, loose):
            loose.append(place)
    if len(loose) >= count:
        return loose
    if len(host.points) == 1:
        spots = _tight_around(host, host_pose, guest, near, (width, height))
    else:
        spots = _tight_along(host, host_pose, guest, near, (width, height))
    tight = _settle(host, host_pose, guest, spots, near, (width, height))
    return tight[:count] if len(tight) >= count else None


def _free(host: Shape, host_pose: Pose, guest: Shape, near: list[Placed], table: tuple[float, float]) -> Iterator[Pose]:
    """Yield the free flush places, rounded, then the free finer ones, each once."""
    spots = [*_spots(host, guest, guest.width, AROUND_CIRCLE), *_spots(host, guest, FINE, FINE_AROUND)]
    for place in dict.fromkeys(_rounded(_pose_at(host_pose, guest, spot)) for spot in spots):
        if is_clear(guest, place, near, *table):
            yield place


def _spots(host: Shape, guest: Shape, step: float, degrees: int) -> Iterator[Spot]:
    """Yield every spot around the host at this distance in inches (round hosts: degrees)."""
    if len(host.points) == 1:
        yield from ((heading, 0.0, host.radius) for heading in range(0, FULL_TURN, degrees))
    for heading, out, first, last in _sides(host, guest):
        middle = (first + last) / 2
        yield from ((heading, middle + aside, out) for aside in _steps((last - first) / 2, step))


def _sides(host: Shape, guest: Shape) -> list[Side]:
    """Return the edges of the host that are long enough for the guest's edge."""
    edge = _rear_edge(guest)
    sides: list[Side] = []
    for i, normal in enumerate(host.axes):
        start, end = host.points[i], host.points[(i + 1) % len(host.points)]
        heading = _heading_of(normal)
        right = COSINE[heading], -SINE[heading]
        first, last = sorted(x * right[0] + y * right[1] for x, y in (start, end))
        out = start[0] * normal[0] + start[1] * normal[1] + host.radius
        if last - first >= edge - TOLERANCE / 2:
            low = min(first + edge / 2, (first + last) / 2)
            sides.append((heading, out, low, first + last - low))
    return sides


def _rear_edge(guest: Shape) -> float:
    """Return the length of the edge toward the host, or 0 if the guest is round."""
    if not guest.axes:
        return 0.0
    i = min(range(len(guest.axes)), key=lambda i: guest.axes[i][1])
    (x0, y0), (x1, y1) = guest.points[i], guest.points[(i + 1) % len(guest.points)]
    return length(x1 - x0, y1 - y0)


def _steps(half: float, step: float) -> list[float]:
    """Return positions along a side, from the middle outward."""
    steps = [0.0]
    out = step
    while out <= half:
        steps.extend((-out, out))
        out += step
    return steps


@lru_cache(maxsize=256)
def _heading_of(normal: Point) -> int:
    """Return the whole degree nearest to a direction."""
    return max(range(FULL_TURN), key=lambda degree: normal[0] * SINE[degree] + normal[1] * COSINE[degree])


def _pose_at(host_pose: Pose, guest: Shape, spot: Spot) -> Pose:
    """Return the pose of the guest at a spot, its rear to the host. It isn't rounded."""
    heading, aside, out = spot
    x, y = Pose(0.0, 0.0, heading).to_table(aside, out + guest.length / 2)
    return Pose(*host_pose.to_table(x, y), (host_pose.heading + heading) % FULL_TURN)


def _rounded(pose: Pose) -> Pose:
    return Pose(round(pose.x, DECIMALS) + 0.0, round(pose.y, DECIMALS) + 0.0, pose.heading)


def _lies_on_edge(host: Shape, p: Point, q: Point) -> bool:
    """Return whether the line from p to q, in the host's frame, is on one of its edges."""
    for i, (nx, ny) in enumerate(host.axes):
        start, end = host.points[i], host.points[(i + 1) % len(host.points)]
        out = start[0] * nx + start[1] * ny + host.radius
        first, last = (y * nx - x * ny for x, y in (start, end))
        if all(
            abs(x * nx + y * ny - out) <= TOLERANCE and first - TOLERANCE <= y * nx - x * ny <= last + TOLERANCE
            for x, y in (p, q)
        ):
            return True
    return False


def _meets_rim(host: Shape, p: Point, q: Point) -> bool:
    """Return whether the line from p to q, in the host's frame, touches the round host with its middle."""
    (cx, cy), size = host.points[0], length(q[0] - p[0], q[1] - p[1])
    if size == 0:
        return False
    tx, ty = (q[0] - p[0]) / size, (q[1] - p[1]) / size
    dx, dy = (p[0] + q[0]) / 2 - cx, (p[1] + q[1]) / 2 - cy
    return abs(dx * tx + dy * ty) <= TOLERANCE and abs(abs(dx * ty - dy * tx) - host.radius) <= TOLERANCE


def _fits(guest: Shape, place: Pose, others: Sequence[Pose]) -> bool:
    return not any(overlaps(guest, place, guest, other, TOLERANCE - MARGIN) for other in others)


def _tight_along(
    host: Shape, host_pose: Pose, guest: Shape, near: list[Placed], table: tuple[float, float]
) -> list[Spot]:
    """Return as many spots along each edge as possible, centered if no obstacle is near."""
    spots: list[Spot] = []
    for heading, out, low, high in _sides(host, guest):
        a, b = (_pose_at(host_pose, guest, (heading, aside, out)) for aside in (low, high))
        on_table = part_on_table(guest, a.heading, a[:2], b[:2], *table)
        if on_table is None:
            continue
        first, last = (low + share * (high - low) for share in on_table)
        parts = [blocked_part(guest, a.heading, a[:2], b[:2], placed, 2 * TOLERANCE) for placed in near]
        blocked = [(low + part[0] * (high - low), low + part[1] * (high - low)) for part in parts if part is not None]
        row = _row(first, last, guest.width + BESIDE, blocked)
        shift = 0.0 if blocked or not row else (last - row[-1]) / 2
        spots.extend((heading, aside + shift, out) for aside in row)
    return spots


def _row(first: float, last: float, step: float, blocked: Sequence[tuple[float, float]]) -> list[float]:
    """Return positions from first to last, as close as the step allows, outside the blocked parts."""
    row: list[float] = []
    at = first
    while at <= last:
        past = max((end for start, end in blocked if start <= at < end), default=None)
        if past is None:
            row.append(at)
        at = at + step if past is None else past
    return row


def _tight_around(
    host: Shape, host_pose: Pose, guest: Shape, near: list[Placed], table: tuple[float, float]
) -> list[Spot]:
    """Return as many spots around a round host as possible, at whole degrees."""
    ring = [_pose_at(host_pose, guest, (degree, 0.0, host.radius)) for degree in range(FULL_TURN)]
    step = next((d for d in range(1, FULL_TURN) if separation(guest, ring[0], guest, ring[d]) >= BESIDE), FULL_TURN)
    free = [is_clear(guest, _rounded(place), near, *table) for place in ring]
    rows = (_ring_row(start, step, free) for start in range(FULL_TURN) if free[start])
    return [(degree % FULL_TURN, 0.0, host.radius) for degree in max(rows, key=len, default=[])]


def _ring_row(start: int, step: int, free: Sequence[bool]) -> list[int]:
    """Return free degrees in one turn from the start, as close as the step allows."""
    row = [start]
    for degree in range(start + step, start + FULL_TURN - step + 1):
        if free[degree % FULL_TURN] and degree >= row[-1] + step:
            row.append(degree)
    return row


def _settle(
    host: Shape,
    host_pose: Pose,
    guest: Shape,
    spots: Sequence[Spot],
    near: list[Placed],
    table: tuple[float, float],
) -> list[Pose]:
    """Return the rounded spots, nudged if rounding makes them overlap. Spots that don't fit are left out."""
    places: list[Pose] = []
    for spot in spots:
        x, y, heading = _pose_at(host_pose, guest, spot)
        for i, j in NUDGES:
            place = _rounded(Pose(x + i * 0.001, y + j * 0.001, heading))
            if (
                is_flush(host, host_pose, guest, place)
                and is_clear(guest, place, near, *table)
                and _fits(guest, place, places)
            ):
                places.append(place)
                break
    return places
