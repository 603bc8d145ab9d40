"""Squadron bases set flush against a host's base, for assaults and escorts (R14, R24, R25).

Flush means that one whole edge of the guest's base lies on an edge of the host's ("Assaulting", v1.2.4); at a
round host, that the middle of an edge touches it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from jovian.table.approach import MARGIN, NUDGES, blocked_part, is_clear, part_on_table, reachable
from jovian.table.measure import TOLERANCE, overlaps, separation, touches
from jovian.table.shapes.angles import COSINE, FULL_TURN, SINE
from jovian.table.shapes.polygon import Point, length
from jovian.table.shapes.pose import Pose
from jovian.table.shapes.shape import Placed, Shape

AROUND_CIRCLE = 30
"""Degrees between the places about a round host."""

FINE_AROUND = 5
"""Degrees between the finer places about a round host."""

FINE = 0.25
"""Inches between the finer places along an edge."""

DECIMALS = 3
"""Free places are rounded to so many decimals, as choices are."""

BESIDE = 0.001
"""Inches left between guests side by side, so that rounding does not make them overlap."""

Spot = tuple[int, float, float]
"""A place in the host's frame: heading, inches aside and inches out to the host's rim."""

Side = tuple[int, float, float, float]
"""An edge of the host: its heading, how far out it lies, and where a guest's center may be along it."""


def free_flush(
    host: Shape, host_pose: Pose, guest: Shape, obstacles: Sequence[Placed], width: float, height: float
) -> list[Pose]:
    """The flush places, then finer ones between them, that touch no obstacle and are wholly on the table.

    Finer: every 0.25" along each edge from its middle outward. Coordinates are rounded to 0.001"; the host is
    not one of the obstacles.
    """
    return list(_free(host, host_pose, guest, reachable((host, host_pose), guest, obstacles), (width, height)))


def is_flush(host: Shape, host_pose: Pose, guest: Shape, guest_pose: Pose) -> bool:
    """Whether one whole edge of the guest lies on an edge of the host, within the tolerance.

    At a round host: whether the guest touches it with the middle of an edge.
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
    """So many free flush places that do not overlap one another; they may touch. None if there is no room."""
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
    tight = _settled(host, host_pose, guest, spots, near, (width, height))
    return tight[:count] if len(tight) >= count else None


def _free(
    host: Shape, host_pose: Pose, guest: Shape, near: list[Placed], table: tuple[float, float]
) -> Iterator[Pose]:
    """The flush places, then the finer ones, each once, that are clear; rounded."""
    spots = [*_spots(host, guest, guest.width, AROUND_CIRCLE), *_spots(host, guest, FINE, FINE_AROUND)]
    for place in dict.fromkeys(_coarse(_pose(host_pose, guest, spot)) for spot in spots):
        if is_clear(guest, place, near, *table):
            yield place


def _spots(host: Shape, guest: Shape, step: float, degrees: int) -> Iterator[Spot]:
    """Every spot about the host, so many inches (round hosts: degrees) apart."""
    if len(host.points) == 1:
        yield from ((heading, 0.0, host.radius) for heading in range(0, FULL_TURN, degrees))
    for heading, out, first, last in _sides(host, guest):
        middle = (first + last) / 2
        yield from ((heading, middle + aside, out) for aside in _steps((last - first) / 2, step))


def _sides(host: Shape, guest: Shape) -> list[Side]:
    """The edges of the host that are long enough for the guest's edge."""
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
    """Length of the edge that is turned to the host; 0 if the guest is round."""
    if not guest.axes:
        return 0.0
    i = min(range(len(guest.axes)), key=lambda i: guest.axes[i][1])
    (x0, y0), (x1, y1) = guest.points[i], guest.points[(i + 1) % len(guest.points)]
    return length(x1 - x0, y1 - y0)


def _steps(half: float, step: float) -> list[float]:
    """Places along a side, from the middle outward."""
    steps = [0.0]
    out = step
    while out <= half:
        steps.extend((-out, out))
        out += step
    return steps


@lru_cache(maxsize=256)
def _heading_of(normal: Point) -> int:
    """The whole degree nearest to a direction."""
    return max(range(FULL_TURN), key=lambda degree: normal[0] * SINE[degree] + normal[1] * COSINE[degree])


def _pose(host_pose: Pose, guest: Shape, spot: Spot) -> Pose:
    """Where the guest stands at a spot, its rear to the host; not rounded."""
    heading, aside, out = spot
    x, y = Pose(0.0, 0.0, heading).to_table(aside, out + guest.length / 2)
    return Pose(*host_pose.to_table(x, y), (host_pose.heading + heading) % FULL_TURN)


def _coarse(pose: Pose) -> Pose:
    return Pose(round(pose.x, DECIMALS) + 0.0, round(pose.y, DECIMALS) + 0.0, pose.heading)


def _lies_on_edge(host: Shape, p: Point, q: Point) -> bool:
    """Whether the line from p to q, in the host's frame, lies on one of its edges."""
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
    """Whether the middle of the line from p to q, in the host's frame, is where it touches the round host."""
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
    """As many spots along each edge as there is room for; in the middle of an edge where nothing is in the way."""
    spots: list[Spot] = []
    for heading, out, low, high in _sides(host, guest):
        a, b = (_pose(host_pose, guest, (heading, aside, out)) for aside in (low, high))
        on_table = part_on_table(guest, a.heading, a[:2], b[:2], *table)
        if on_table is None:
            continue
        first, last = (low + share * (high - low) for share in on_table)
        parts = [blocked_part(guest, a.heading, a[:2], b[:2], placed, 2 * TOLERANCE) for placed in near]
        blocked = [
            (low + part[0] * (high - low), low + part[1] * (high - low)) for part in parts if part is not None
        ]
        row = _row(first, last, guest.width + BESIDE, blocked)
        shift = 0.0 if blocked or not row else (last - row[-1]) / 2
        spots.extend((heading, aside + shift, out) for aside in row)
    return spots


def _row(first: float, last: float, step: float, blocked: Sequence[tuple[float, float]]) -> list[float]:
    """Places from first to last, each as early as it can be, a step apart and in no blocked part."""
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
    """As many spots as there is room for about a round host, at whole degrees."""
    ring = [_pose(host_pose, guest, (degree, 0.0, host.radius)) for degree in range(FULL_TURN)]
    step = next((d for d in range(1, FULL_TURN) if separation(guest, ring[0], guest, ring[d]) >= BESIDE), FULL_TURN)
    free = [is_clear(guest, _coarse(place), near, *table) for place in ring]
    rows = (_ring_row(start, step, free) for start in range(FULL_TURN) if free[start])
    return [(degree % FULL_TURN, 0.0, host.radius) for degree in max(rows, key=len, default=[])]


def _ring_row(start: int, step: int, free: Sequence[bool]) -> list[int]:
    """Free degrees from the start once around, each as early as it can be, a step apart."""
    row = [start]
    for degree in range(start + step, start + FULL_TURN - step + 1):
        if free[degree % FULL_TURN] and degree >= row[-1] + step:
            row.append(degree)
    return row


def _settled(
    host: Shape,
    host_pose: Pose,
    guest: Shape,
    spots: Sequence[Spot],
    near: list[Placed],
    table: tuple[float, float],
) -> list[Pose]:
    """The spots as rounded places, nudged where rounding makes them overlap; those that do not fit left out."""
    settled: list[Pose] = []
    for spot in spots:
        x, y, heading = _pose(host_pose, guest, spot)
        for i, j in NUDGES:
            place = _coarse(Pose(x + i * 0.001, y + j * 0.001, heading))
            if (
                is_flush(host, host_pose, guest, place)
                and is_clear(guest, place, near, *table)
                and _fits(guest, place, settled)
            ):
                settled.append(place)
                break
    return settled
