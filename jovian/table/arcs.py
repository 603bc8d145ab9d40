"""The arcs of a base (R15): which of them contain another base, and how much of it.

In a frame turned 45 degrees to the left of the heading, the four arcs are the four quadrants around the center. So
the signs of coordinates give the arc.
"""

from collections.abc import Sequence
from functools import lru_cache

from jovian.table.measure import KEPT, TOLERANCE
from jovian.table.polygons import COSINE, SINE, Point, Pose, point_to_segment, signed_area, split
from jovian.table.shapes import Shape

FORE, STARBOARD, AFT, PORT, SPINAL = "fore", "starboard", "aft", "port", "spinal"

MAIN_ARCS: tuple[str, ...] = (FORE, STARBOARD, AFT, PORT)
"""The four arcs of 90 degrees, clockwise."""

TIE = 1e-9
"""Shares closer than this are equal."""

NEARLY_HALVED = 1e-6
"""A cut closer to the center of a shape, in inches, may leave equal halves."""

_QUADRANTS: tuple[tuple[str, float, float], ...] = (
    (FORE, 1.0, 1.0),
    (STARBOARD, 1.0, -1.0),
    (AFT, -1.0, -1.0),
    (PORT, -1.0, 1.0),
)


@lru_cache(maxsize=KEPT)
def arcs_of(base: Shape, pose: Pose, other: Shape, other_pose: Pose) -> tuple[str, ...]:
    """Return the arcs of the base that contain any part of the other, clockwise, spinal last; edges count (R16)."""
    x, y, heading = pose
    frame = (heading - 45) % 360
    sine, cosine = SINE[frame], COSINE[frame]
    dx, dy = other_pose[0] - x, other_pose[1] - y
    u, v = dx * cosine - dy * sine, dx * sine + dy * cosine
    points = other.points if other.round else other.turned((other_pose[2] - frame) % 360)
    names = _quadrants(points, u, v, other.radius + TOLERANCE)
    return (*names, SPINAL) if in_spinal(base, pose, other, other_pose) else names


def _quadrants(points: Sequence[Point], u: float, v: float, grow: float) -> tuple[str, ...]:
    """Return the quadrants that come within `grow` of the points shifted by (u, v)."""
    us, vs = [u + x for x, _ in points], [v + y for _, y in points]
    right, left = max(us) >= -grow, min(us) <= grow
    up, down = max(vs) >= -grow, min(vs) <= grow
    if right and left and up and down:
        corners = list(zip(us, vs, strict=True))
        return tuple(name for name, su, sv in _QUADRANTS if _reaches(corners, su, sv, grow))
    if right and left:
        return (FORE, PORT) if up else (STARBOARD, AFT)
    if right:
        return (FORE, STARBOARD) if up and down else (FORE,) if up else (STARBOARD,)
    return (AFT, PORT) if up and down else (PORT,) if up else (AFT,)


def _reaches(corners: list[Point], su: float, sv: float, grow: float) -> bool:
    """Return whether a polygon comes within `grow` of the quadrant with these signs."""
    limit = grow * grow
    turned = [(su * u, sv * v) for u, v in corners]
    for u, v in turned:
        out_u, out_v = min(0.0, u), min(0.0, v)
        if out_u * out_u + out_v * out_v <= limit:
            return True
    last = turned[-1]
    for point in turned:
        if _crosses(last, point) or point_to_segment((0.0, 0.0), last, point) <= grow:
            return True
        last = point
    return False


def _crosses(p: Point, q: Point) -> bool:
    """Return whether the segment crosses the right or the upper half axis."""
    (pu, pv), (qu, qv) = p, q
    if pv * qv < 0 and pu + (qu - pu) * pv / (pv - qv) >= 0:
        return True
    return pu * qu < 0 and pv + (qv - pv) * pu / (pu - qu) >= 0


def in_spinal(base: Shape, pose: Pose, other: Shape, other_pose: Pose) -> bool:
    """Return whether any part is in the strip as wide as the base, straight ahead of its front edge (R15)."""
    x, y, heading = pose
    sine, cosine = SINE[heading], COSINE[heading]
    dx, dy = other_pose[0] - x, other_pose[1] - y
    side, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    half, front = base.width / 2, base.length / 2
    reach = other.reach + TOLERANCE
    if ahead + reach < front or side - reach > half or side + reach < -half:
        return False
    points = other.points if other.round else other.turned((other_pose[2] - heading) % 360)
    return _in_strip([(side + px, ahead + py - front) for px, py in points], half, other.radius + TOLERANCE)


def _in_strip(corners: list[Point], half: float, grow: float) -> bool:
    """Return whether a polygon comes within `grow` of the strip |x| <= half, y >= 0."""
    limit = grow * grow
    last = corners[-1]
    for point in corners:
        out_x, out_y = max(0.0, abs(point[0]) - half), min(0.0, point[1])
        if out_x * out_x + out_y * out_y <= limit:
            return True
        if any(
            _climbs_at(last, point, edge) or point_to_segment((edge, 0.0), last, point) <= grow
            for edge in (-half, half)
        ):
            return True
        last = point
    return False


def _climbs_at(p: Point, q: Point, x: float) -> bool:
    """Return whether the segment crosses the upright line at x above the ground."""
    a, b = p[0] - x, q[0] - x
    return a * b < 0 and p[1] + (q[1] - p[1]) * a / (a - b) >= 0


def arc_shares(base: Shape, pose: Pose, other: Shape, other_pose: Pose) -> dict[str, float]:
    """Return the share of the other's area in each of the base's four arcs, 1 in total (R17)."""
    u, v, turn = _in_frame(pose, other_pose)
    whole = _sole_quadrant(other, turn, u, v)
    if whole is not None:
        return {name: 1.0 if name == whole else 0.0 for name in MAIN_ARCS}
    points = [(u + x, v + y) for x, y in other.filled(0 if other.round else turn)]
    right, left = split(points, 0)
    halves = (split(right, 1) if right else ([], []), split(left, 1) if left else ([], []))
    areas = [signed_area(part) for part in (halves[0][0], halves[0][1], halves[1][1], halves[1][0])]
    total = areas[0] + areas[1] + areas[2] + areas[3]
    if total <= 0:
        return {name: 1.0 if name == _quadrants(((0.0, 0.0),), u, v, 0.0)[0] else 0.0 for name in MAIN_ARCS}
    return {name: area / total for name, area in zip(MAIN_ARCS, areas, strict=True)}


def _in_frame(pose: Pose, other_pose: Pose) -> tuple[float, float, int]:
    """Return the other's center and heading in the frame where the arcs are quadrants."""
    x, y, heading = pose
    frame = (heading - 45) % 360
    sine, cosine = SINE[frame], COSINE[frame]
    dx, dy = other_pose[0] - x, other_pose[1] - y
    return dx * cosine - dy * sine, dx * sine + dy * cosine, (other_pose[2] - frame) % 360


def _sole_quadrant(other: Shape, turn: int, u: float, v: float) -> str | None:
    """Return the only quadrant that contains the other, or None."""
    u0, u1, v0, v1 = other.extents(turn)
    if u + u0 >= 0:
        return FORE if v + v0 >= 0 else STARBOARD if v + v1 <= 0 else None
    if u + u1 <= 0:
        return PORT if v + v0 >= 0 else AFT if v + v1 <= 0 else None
    return None


def _center_quadrant(other: Shape, turn: int, u: float, v: float) -> str | None:
    """Return the quadrant of its center if most of the other must be there, or None if that isn't certain.

    If a single line cuts a symmetric shape beside its center, the part with the center is the larger one.
    """
    if not other.symmetric:
        return None
    u0, u1, v0, v1 = other.extents(turn)
    beside_u, beside_v = u + u0 >= 0 or u + u1 <= 0, v + v0 >= 0 or v + v1 <= 0
    if beside_u == beside_v or abs(v if beside_u else u) < NEARLY_HALVED:
        return None
    if u > 0:
        return FORE if v > 0 else STARBOARD
    return PORT if v > 0 else AFT


@lru_cache(maxsize=KEPT)
def main_arcs(base: Shape, pose: Pose, other: Shape, other_pose: Pose) -> tuple[str, ...]:
    """Return the arc of the base with the largest share of the other, or several arcs with equal shares (R17)."""
    u, v, turn = _in_frame(pose, other_pose)
    whole = _sole_quadrant(other, turn, u, v) or _center_quadrant(other, turn, u, v)
    if whole is not None:
        return (whole,)
    shares = arc_shares(base, pose, other, other_pose)
    most = max(shares.values())
    return tuple(name for name in MAIN_ARCS if shares[name] >= most - TIE)
