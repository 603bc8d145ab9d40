"""Squadron bases set flush against a host's base, for assaults and escorts (R14, R24, R25)."""

from jovian.table.angles import COSINE, FULL_TURN, SINE
from jovian.table.polygon import Point
from jovian.table.pose import Pose
from jovian.table.shape import Shape

AROUND_CIRCLE = 30
"""Degrees between the places about a round host."""


def flush_places(host: Shape, host_pose: Pose, guest: Shape) -> list[Pose]:
    """Poses about the host, side by side on each edge, at which the guest's rear edge lies flush on it.

    Each side is filled from its middle outward; sides counter-clockwise from the host's own first.
    """
    if len(host.points) == 1:
        spots = [(heading, 0.0, host.radius) for heading in range(0, FULL_TURN, AROUND_CIRCLE)]
    else:
        spots = _on_edges(host, guest)
    depth = guest.length / 2
    found = []
    for heading, aside, out in spots:
        facing = Pose(0.0, 0.0, heading)
        x, y = facing.to_table(aside, out + depth)
        found.append(Pose(*host_pose.to_table(x, y), (host_pose.heading + heading) % FULL_TURN).rounded())
    return found


def _on_edges(host: Shape, guest: Shape) -> list[tuple[int, float, float]]:
    """Heading, place aside and distance out of every spot, in the host's frame."""
    spots: list[tuple[int, float, float]] = []
    for i, normal in enumerate(host.axes):
        start, end = host.points[i], host.points[(i + 1) % len(host.points)]
        heading = _heading_of(normal)
        right = COSINE[heading], -SINE[heading]
        first, last = sorted(x * right[0] + y * right[1] for x, y in (start, end))
        out = start[0] * normal[0] + start[1] * normal[1] + host.radius
        middle = (first + last) / 2
        spots.extend((heading, middle + step, out) for step in _steps((last - first) / 2, guest.width))
    return spots


def _steps(half: float, width: float) -> list[float]:
    """Places along a side, from the middle outward, as many as have their center over the side."""
    steps = [0.0]
    out = width
    while out <= half:
        steps.extend((-out, out))
        out += width
    return steps


def _heading_of(normal: Point) -> int:
    """The whole degree nearest to a direction."""
    return max(range(FULL_TURN), key=lambda degree: normal[0] * SINE[degree] + normal[1] * COSINE[degree])
