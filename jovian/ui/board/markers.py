"""Markers: what the board shows in place of each model.

A ship has its own base at its own place. From afar, a squadron is too small to recognize. It gets a plate of a readable
size, and plates that would cover each other move apart. All lengths are inches, so that a marker moves with the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import hypot

from jovian.frozen import frozen
from jovian.game import Model
from jovian.table import Pose, Shape
from jovian.ui.kit.theme import SCALE, SIDES

Seen = tuple[Model, Pose]
"""A visible model, and where it is drawn."""

SQUADRONS = ("exo-armor", "fighter", "drone")
"""The kinds of squadrons."""
NEAR = 24.0
"""Unscaled pixels per inch from which squadrons are drawn at their true size."""
MIN_PLATE, MAX_PLATE_INCHES = 25.0, 2.8
"""The minimum width of a plate in unscaled pixels, and its maximum in inches, which wins if they conflict."""
TOGETHER = 3.0
"""Inches within which the members of a Formation share a marker."""
_BEHIND = (0.3, 0.14)
"""How far the second plate of a Formation is to the right and up, in widths of a plate."""
_ROUNDS = 12
_GAP = 0.94
"""The distance of two plates at rest, in widths of a plate. They are hexagons, so they may be closer than circles."""
_BUCKET = 8
_SETTLED = 1e-3


@frozen
class Marker:
    """What the board shows in place of a model."""

    shape: Shape
    pose: Pose
    """The center of the shape. The heading of a plate is 0, whatever the heading of its squadron."""
    heading: int
    """The heading of the model."""
    is_plate: bool = False
    true: Pose | None = None
    """The true pose, if the marker had to move away from it."""
    leader: str = ""
    """The leader of the Formation if this plate is behind that of the leader, or ""."""
    members: tuple[str, ...] = ()
    """The members of the Formation whose plates are behind this one."""


def plate_width(zoom: float) -> float:
    """Return the width of a plate in inches at a zoom in pixels per inch."""
    scale = interface_scale()
    return min(MAX_PLATE_INCHES, max(MIN_PLATE * scale, 12 * scale + 1.01 * zoom) / zoom)


def interface_scale() -> float:
    """Return the interface scale, at least 1: a small interface doesn't shrink the plates."""
    return max(1.0, SCALE.factor)


@lru_cache(maxsize=64)
def _plate(width: float, hatched: bool) -> Shape:
    """Return the plate of a side: a hexagon, or a long hexagon for the side that is hatched."""
    half = width / 2
    if not hatched:
        corners = ((half, 0.0), (half / 2, half * 0.9), (-half / 2, half * 0.9))
    else:
        corners = ((half * 0.86, half * 0.55), (0.0, half * 1.1), (-half * 0.86, half * 0.55))
    return Shape.polygon([*corners, *((-x, -y) for x, y in corners)])


def plate_of(side: int, zoom: float) -> Shape:
    """Return the plate of a squadron of a side at a zoom."""
    return _plate(plate_width(round(zoom * _BUCKET) / _BUCKET), SIDES[side].hatched)


def has_plate(kind: str, zoom: float) -> bool:
    """Return whether a squadron of a kind ("" for another model) is drawn as a plate at a zoom."""
    return zoom < NEAR * interface_scale() and kind in SQUADRONS


def lay_markers(models: Sequence[Seen], zoom: float, moving: Mapping[str, Pose]) -> dict[str, Marker]:
    """Return the markers of models by id. Moving models make way for the others, but not the reverse."""
    by_id = {model.id: pose for model, pose in models}
    plates = [(model, pose) for model, pose in models if has_plate(model.card.squadron_type or "", zoom)]
    behind: dict[str, list[str]] = {}
    for model, pose in plates:
        leader = by_id.get(model.formation) if model.formation != model.id else None
        if leader is not None and hypot(leader.x - pose.x, leader.y - pose.y) <= TOGETHER:
            behind.setdefault(model.formation, []).append(model.id)
    hidden = {member: leader for leader, members in behind.items() for member in members}
    free = [(model, pose) for model, pose in plates if model.id not in hidden]
    width = plate_width(zoom)
    ships = [(model.base, pose) for model, pose in models if not model.card.squadron_type]
    places = _spread([pose for _, pose in free], [model.id in moving for model, _ in free], ships, width)
    markers = {model.id: Marker(model.base, pose, pose.heading) for model, pose in models}
    for (model, pose), (x, y) in zip(free, places, strict=True):
        true = pose if hypot(x - pose.x, y - pose.y) > width * 0.12 else None
        members = tuple(behind.get(model.id, ()))
        shape = plate_of(model.side, zoom)
        markers[model.id] = Marker(shape, Pose(x, y, 0), pose.heading, True, true, "", members)
        for n, member in enumerate(members, 1):
            at = Pose(x + n * _BEHIND[0] * width, y + n * _BEHIND[1] * width, 0)
            markers[member] = Marker(shape, at, by_id[member].heading, True, None, model.id)
    return markers


def _spread(
    poses: Sequence[Pose], moves: Sequence[bool], ships: Sequence[tuple[Shape, Pose]], width: float
) -> list[tuple[float, float]]:
    """Return places of plates, at most a width from their poses, so that few cover each other or a ship."""
    places = [(pose.x, pose.y) for pose in poses]
    pairs = _pairs(places, 3 * width)
    hulls = [
        (n, base, pose)
        for n, (x, y) in enumerate(places)
        for base, pose in ships
        if hypot(x - pose.x, y - pose.y) <= base.reach + 2 * width
    ]
    rest = width * _GAP
    for _ in range(_ROUNDS if pairs else 0):
        pushed = 0.0
        for a, b in pairs:
            (ax, ay), (bx, by) = places[a], places[b]
            dx, dy = bx - ax, by - ay
            gap = hypot(dx, dy)
            if gap >= rest:
                continue
            push = rest - gap
            dx, dy = (dx / gap, dy / gap) if gap > _SETTLED else (1.0, 0.0)
            first = 0.5 if moves[a] == moves[b] else 1.0 if moves[a] else 0.0
            places[a] = ax - dx * push * first, ay - dy * push * first
            places[b] = bx + dx * push * (1 - first), by + dy * push * (1 - first)
            pushed = max(pushed, push)
        for n, base, pose in hulls:
            places[n] = _out_of(places[n], base, pose)
        for n, pose in enumerate(poses):
            places[n] = _kept_near(places[n], pose, width)
        if pushed < _SETTLED:
            break
    return places


def _pairs(places: Sequence[tuple[float, float]], reach: float) -> list[tuple[int, int]]:
    """Return the pairs of places within reach of each other."""
    return [
        (a, b)
        for b, (bx, by) in enumerate(places)
        for a, (ax, ay) in enumerate(places[:b])
        if abs(ax - bx) < reach and abs(ay - by) < reach
    ]


def _out_of(place: tuple[float, float], base: Shape, pose: Pose) -> tuple[float, float]:
    """Return a place moved out of a ship's base, so that the middle of a plate doesn't lie on it."""
    right, ahead = pose.from_table(*place)
    margin = 0.5
    over_x, over_y = base.width / 2 + margin - abs(right), base.length / 2 + margin - abs(ahead)
    if over_x <= 0 or over_y <= 0:
        return place
    if over_x < over_y:
        right += over_x if right >= 0 else -over_x
    else:
        ahead += over_y if ahead >= 0 else -over_y
    return pose.to_table(right, ahead)


def _kept_near(place: tuple[float, float], pose: Pose, reach: float) -> tuple[float, float]:
    """Return a place no farther than `reach` from a pose."""
    dx, dy = place[0] - pose.x, place[1] - pose.y
    far = hypot(dx, dy)
    return place if far <= reach else (pose.x + dx / far * reach, pose.y + dy / far * reach)
