"""Tests of terrain with corners, also concave: overlap, first touch, and sight, compared with a simple referee.

The referee uses only the corners: which points are inside, which sides cross. The rules divide the outline into convex
parts first (v1.2.4 Terrain: an area is an arbitrarily shaped template; R19, R29).
"""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from jovian.cards.scenario_builder import outline_fault
from jovian.game import Terrain
from jovian.table import Pose, Shape, convex_parts, first_touch_outline
from tests.rules.stage import SQUADRON, Staged, gun, rock, ship, squadron, stage
from tests.rules_api import obscured_by, touches_piece

Corner = tuple[float, float]
HOOK: list[Corner] = [(-6, -6), (6, -6), (6, 6), (4, 6), (4, -4), (-6, -4)]
STAR: list[Corner] = [Pose(0.0, 0.0, 36 * n).advanced(6.0 if n % 2 else 2.0)[:2] for n in range(10)]
BAY: list[Corner] = [(-5, -3), (5, -3), (5, 3), (2, 3), (1, -1), (-1, -1), (-2, 3), (-5, 3)]
COMB: list[Corner] = [
    (-6, -4),
    (6, -4),
    (6, 4),
    (4, 4),
    (4, -2),
    (2, -2),
    (2, 4),
    (0, 4),
    (0, -2),
    (-2, -2),
    (-2, 4),
    (-6, 4),
]
OUTLINES = {"hook": HOOK, "star": STAR, "bay": BAY, "comb": COMB}
SPARE = 0.004
"""The inches by which both may differ. Bases are shrunk and grown by this to find close calls."""


def inside(point: Corner, outline: list[Corner]) -> bool:
    """Return whether a point is in a simple polygon, by the sides that a ray to the right crosses."""
    (x, y), is_inside = point, False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            is_inside = not is_inside
    return is_inside


def crossing(a: Corner, b: Corner, c: Corner, d: Corner) -> bool:
    """Return whether two segments cross."""

    def side(p: Corner, q: Corner, r: Corner) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def shared(base: list[Corner], outline: list[Corner]) -> bool:
    """Return whether two simple polygons overlap."""
    if any(inside(p, outline) for p in base) or any(inside(p, base) for p in outline):
        return True
    one, two = (list(zip(corners, [*corners[1:], corners[0]], strict=True)) for corners in (base, outline))
    return any(crossing(*p, *q) for p in one for q in two)


def corners(base: Shape, pose: Pose, spare: float) -> list[Corner]:
    """Return the corners of a base, each moved out by a hair (in, if negative)."""
    points = base.outline(pose)
    return [
        (x + (x - pose.x) * spare / (sqrt((x - pose.x) ** 2 + (y - pose.y) ** 2)),
         y + (y - pose.y) * spare / (sqrt((x - pose.x) ** 2 + (y - pose.y) ** 2)))
        for x, y in points
    ]  # fmt: skip


def placed(name: str, pose: Pose) -> tuple[Terrain, list[Corner]]:
    """Return a piece of this outline as in the rules, and its corners on the table."""
    outline = OUTLINES[name]
    assert not outline_fault(outline)
    piece = Terrain("piece", "asteroid-field", pose, convex_parts(outline))
    return piece, [pose.to_table(x, y) for x, y in outline]


def models() -> list[Staged]:
    """Return a stage with a ship and a squadron to place anywhere."""
    return [stage(ship("A", 0, (6, 6)), squadron("S", 0, (40, 6)), ship("B", 1, (40, 40)))]


@pytest.mark.parametrize("name", OUTLINES)
def test_what_overlaps_an_outline(name: str) -> None:
    """R19: partly is enough, in any of its arms, but not in a bay between them."""
    (game,), rng = models(), Random(name)
    yes = no = 0
    for _ in range(400):
        piece, rim = placed(name, Pose(24.0, 24.0, rng.randrange(360)))
        model = game.model("as"[rng.randrange(2)])
        there = model.at(Pose(24 + rng.uniform(-9, 9), 24 + rng.uniform(-9, 9), rng.randrange(360)))
        touches = touches_piece(there, piece)
        if shared(corners(there.base, there.pose, -SPARE), rim):
            assert touches, (piece.pose, there.pose)
        elif not shared(corners(there.base, there.pose, SPARE), rim):
            assert not touches, (piece.pose, there.pose)
        yes, no = yes + touches, no + (not touches)
    assert yes > 60 and no > 60


@pytest.mark.parametrize(("tries", "enough"), [(120, 7), pytest.param(250, 15, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", OUTLINES)
def test_where_a_leg_first_touches_an_outline(name: str, tries: int, enough: int) -> None:
    """R29: at the first touch, which can be deep in a bay."""
    (game,), rng, step, hits = models(), Random(name), 0.1, 0
    for _ in range(tries):
        piece, rim = placed(name, Pose(24.0, 24.0, rng.randrange(360)))
        base = game.model("as"[rng.randrange(2)]).base
        start = Pose(24 + rng.uniform(-12, 12), 24 + rng.uniform(-12, 12), rng.randrange(360))
        if shared(corners(base, start, SPARE), rim):
            continue
        goal = start.turned(rng.randrange(360)).advanced(14.0)
        dx, dy = goal.x - start.x, goal.y - start.y
        touch = first_touch_outline(base, start, dx, dy, piece.outline, piece.pose)
        steps = [n * step for n in range(int(14 / step) + 1)]
        seen = next((n for n in steps if shared(corners(base, start.moved(dx * n / 14, dy * n / 14), 0.0), rim)), None)
        if seen is None:
            assert touch is None or not shared(corners(base, start.moved(dx * touch / 14, dy * touch / 14), -0.05), rim)
            continue
        hits += 1
        assert touch is not None and seen - step - SPARE <= touch <= seen + SPARE, (start, goal, touch, seen)
    assert hits > enough


@pytest.mark.parametrize("name", OUTLINES)
def test_what_an_outline_hides(name: str) -> None:
    """R19: a solid body blocks a line that crosses it, not one through a bay."""
    rng, game = Random(name), stage(
        ship("A", 0, (6, 24), weapons=[gun(ac=3, as_=3)]), squadron("S", 1, (40, 24)), ship("B", 1, (40, 40)),
    )  # fmt: skip
    state, target = game.match.state, game.model("s")
    hid = free = 0
    for _ in range(150):
        _, rim = placed(name, at := Pose(24.0, 24.0, rng.randrange(360)))
        state.terrain["piece"] = Terrain("piece", "large-asteroid", at, convex_parts(OUTLINES[name]))
        one = game.model("a").at(Pose(12.0, 24 + rng.uniform(-12, 12), 90))
        two = target.at(Pose(24 + rng.uniform(0, 8), 24 + rng.uniform(-8, 8), 0))
        line = _line(one.base.outline(one.pose), two.base.outline(two.pose))
        crossed = any(crossing(*line, p, q) for p, q in zip(rim, [*rim[1:], rim[0]], strict=True))
        near = min(_distance_to_rim(p, rim) for p in two.base.outline(two.pose)) if crossed else 0.0
        obscuring = obscured_by(state, one, two)
        if not crossed:
            assert obscuring == "", (at, one.pose, two.pose)
            free += 1
        elif near < 2.8:
            assert obscuring == "Large Asteroid", (at, one.pose, two.pose, near)
            hid += 1
    assert hid > 8 and free > 8


def _line(one: list[Corner], other: list[Corner]) -> tuple[Corner, Corner]:
    """Return the shortest segment between two bases: from a corner of one to a side of the other."""
    ways = [(p, _foot(p, a, b)) for p in one for a, b in zip(other, [*other[1:], other[0]], strict=True)]
    ways += [(_foot(p, a, b), p) for p in other for a, b in zip(one, [*one[1:], one[0]], strict=True)]
    return min(ways, key=lambda way: (way[0][0] - way[1][0]) ** 2 + (way[0][1] - way[1][1]) ** 2)


def _foot(point: Corner, a: Corner, b: Corner) -> Corner:
    """Return the point of a side nearest to a point."""
    ex, ey = b[0] - a[0], b[1] - a[1]
    share = min(1.0, max(0.0, ((point[0] - a[0]) * ex + (point[1] - a[1]) * ey) / (ex * ex + ey * ey)))
    return a[0] + share * ex, a[1] + share * ey


def _distance_to_rim(point: Corner, rim: list[Corner]) -> float:
    """Return the distance of a point from an outline."""
    if inside(point, rim):
        return 0.0
    feet = [_foot(point, a, b) for a, b in zip(rim, [*rim[1:], rim[0]], strict=True)]
    return min(sqrt((point[0] - x) ** 2 + (point[1] - y) ** 2) for x, y in feet)


def test_every_kind_of_area_may_be_hollow() -> None:
    """v1.2.4 Terrain: an area can have any shape. A model in the bay of a moon or a cloud isn't on it."""
    for kind in ("asteroid-field", "particle-cloud", "small-moon"):
        game = stage(
            squadron("S", 0, (24, 25.5), speed=SQUADRON["speed"]), ship("B", 1, (40, 40), activated=True),
            terrain=(rock(kind, (24, 24), points=[[x, y] for x, y in BAY]),),
        ).begin("s")  # fmt: skip
        (piece,) = game.pieces(kind)
        assert len(piece.outline) > 1 and not touches_piece(game.model("s"), piece)
        assert game.room.forward == SQUADRON["speed"]
        assert touches_piece(game.model("s").at(Pose(20.5, 24.0, 0)), piece)
