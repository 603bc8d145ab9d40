"""Draws overlays over the table, clipped to what is in sight, and collects what they have to say (`pills`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

import pygame

from jovian.table import Pose, Shape, length
from jovian.ui.board.art.ink import dashed, fill, line, polyline
from jovian.ui.board.art.marks import around, base_rect, draw_brackets
from jovian.ui.board.art.sprites import Look, draw_sprite
from jovian.ui.board.overlays.areas import Paint, draw_area
from jovian.ui.board.overlays.fans import band, far_edge
from jovian.ui.board.overlays.overlay import (
    STYLES,
    Around,
    Brackets,
    Fan,
    Ghost,
    Line,
    Note,
    Overlay,
    Path,
    Point,
    Region,
    Ring,
)
from jovian.ui.board.overlays.pills import Pill, Texts
from jovian.ui.board.sight.camera import Camera
from jovian.ui.kit.theme import Color, mix

_HATCHED = ("threat", "refused")
_DASHED = ("obscured", "refused", "attack", "threat")
_BACK: Color = (8, 12, 24)
_AROUND = 48
"""Points of a ring at which its pill may stand."""
_TURNS = [2 * pi * n / _AROUND for n in sorted(range(_AROUND), key=lambda n: min(n, _AROUND - n))]
_COMPASS = [(sin(angle), cos(angle)) for angle in _TURNS]
"""The directions of those points, the upper ones first."""


class _Canvas:
    """The surface, the camera, and what is still to be written."""

    def __init__(
        self, surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], bases: Sequence[pygame.Rect]
    ) -> None:
        self.surface = surface
        self.camera = camera
        self.texts = Texts()
        self.overlays = overlays
        self.bases = bases
        self.fanned: set[tuple[Pose, Shape, str, str, float]] = set()
        """The parts of fans that lie there already: what several weapons reach is drawn once."""

    def about(self, point: Point) -> pygame.Rect:
        """What a note at a table point is about: the base that is drawn there, else the point itself."""
        drawn = [each for each in self.overlays if isinstance(each, Ghost | Brackets | Around)]
        found = next((each for each in drawn if each.pose[:2] == tuple(point)), None)
        if found is not None:
            return base_rect(self.camera, found.base, found.pose)
        x, y = self.camera.to_screen(point)
        spot = pygame.Rect(round(x) - 3, round(y) - 3, 7, 7)
        return next((base for base in self.bases if spot.collidepoint(base.center)), spot)

    def edge(self, points: list[Point], style: str, width: int = 2) -> None:
        """A closed outline, dashed where the style says so."""
        if style in _DASHED:
            dashed(self.surface, [*points, points[0]], STYLES[style], width)
        else:
            polyline(self.surface, points, STYLES[style], width, closed=True)


def draw_overlays(
    surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay], bases: Sequence[pygame.Rect] = ()
) -> Texts:
    """Draw them in order, areas being the caller's to put first; the texts still to be written."""
    canvas = _Canvas(surface, camera, overlays, bases)
    for overlay in overlays:
        _DRAW[type(overlay)](canvas, overlay)
    for pill in _ranges(camera, [each for each in overlays if isinstance(each, Fan) and each.labels]):
        canvas.texts.add(pill)
    return canvas.texts


def _ranges(camera: Camera, fans: Sequence[Fan]) -> list[Pill]:
    """One pill for every range around a base, wherever any of its arcs reaches that far."""
    arcs: dict[tuple[Pose, Shape, str, float], tuple[str, ...]] = {}
    for fan in fans:
        for inches in (fan.short, fan.optimum):
            if inches > 0:
                key = (fan.pose, fan.base, fan.style, inches)
                arcs[key] = (*arcs.get(key, ()), *fan.arcs)
    return [
        Pill(f'{inches:g}"', style, tuple(camera.polygon(_best_first(base, pose, those, inches))))
        for (pose, base, style, inches), those in arcs.items()
    ]


@lru_cache(maxsize=256)
def _best_first(base: Shape, pose: Pose, arcs: tuple[str, ...], inches: float) -> list[Point]:
    """Where some arcs reach just so far, the place first at which the range is best read."""
    points = {point for arc in arcs for point in far_edge(base, pose, arc, inches)}
    return sorted(points, key=lambda at: _off(pose, at))


def _off(pose: Pose, point: Point) -> tuple[float, Point]:
    """How far a point lies from the direction in which ranges are best read: ahead to the left."""
    right, ahead = pose.from_table(*point)
    return -round((ahead * 0.5 - right * 0.85) / (length(ahead, right) or 1.0), 3), point


def _fan(canvas: _Canvas, fan: Fan) -> None:
    color, hatch, corner = STYLES[fan.style], 10 if fan.style in _HATCHED else 0, canvas.camera.to_screen((0.0, 0.0))
    far = Paint(color, 20, hatch, mix(color, _BACK, 0.25), 2)
    near = Paint(color, 26, hatch, mix(color, _BACK, 0.45), 1)
    for arc in fan.arcs:
        for inches, paint in ((fan.optimum, far), (fan.short, near)):
            part = (fan.pose, fan.base, fan.style, arc, inches)
            if inches > 0 and part not in canvas.fanned:
                canvas.fanned.add(part)
                draw_area(canvas.surface, canvas.camera.polygon(band(fan.base, fan.pose, arc, inches)), corner, paint)


def _path(canvas: _Canvas, path: Path) -> None:
    style = "legal" if path.legal else "refused"
    points = canvas.camera.polygon([(pose.x, pose.y) for pose in path.poses])
    dashed(canvas.surface, points, STYLES[style], 2, 9, 5)
    for pose in _turns(path.poses):
        shape = around(canvas.camera, path.base, pose, 0)
        polyline(canvas.surface, shape, mix(STYLES[style], _BACK, 0.6), 1, closed=True)


def _turns(poses: tuple[Pose, ...]) -> list[Pose]:
    """The poses between start and end, without those that repeat."""
    inner = poses[1:-1]
    return [pose for index, pose in enumerate(inner) if index == 0 or pose != inner[index - 1]]


def _ghost(canvas: _Canvas, ghost: Ghost) -> None:
    camera = canvas.camera
    look = Look(ghost.image, ghost.fallback, ghost.base, ghost.side)
    center = camera.to_screen((ghost.pose.x, ghost.pose.y))
    draw_sprite(canvas.surface, look, camera.ppi, ghost.pose.heading, center, 128)
    canvas.texts.ghosts.append(base_rect(camera, ghost.base, ghost.pose))
    canvas.edge(around(camera, ghost.base, ghost.pose, 1), "legal" if ghost.legal else "refused")


def _line(canvas: _Canvas, item: Line) -> None:
    camera, color = canvas.camera, STYLES[item.style]
    p, q = camera.to_screen(item.start), camera.to_screen(item.end)
    if item.width:
        far = length(q[0] - p[0], q[1] - p[1]) or 1.0
        k = item.width * camera.ppi / 2 / far
        nx, ny = (p[1] - q[1]) * k, (q[0] - p[0]) * k
        sides = [(p[0] + nx, p[1] + ny), (q[0] + nx, q[1] + ny), (q[0] - nx, q[1] - ny), (p[0] - nx, p[1] - ny)]
        fill(canvas.surface, sides, color, 40)
        for a, b in ((0, 1), (3, 2)):
            line(canvas.surface, sides[a], sides[b], mix(color, _BACK, 0.35), 1)
    if item.style in _DASHED:
        dashed(canvas.surface, [p, q], color, 2, 10, 5)
    else:
        line(canvas.surface, p, q, color, 2)
    for end in (p, q):
        pygame.draw.aacircle(canvas.surface, color, end, 3)
    canvas.texts.add(Pill(item.label, item.style, line=(p, q)))


def _region(canvas: _Canvas, region: Region) -> None:
    points = canvas.camera.polygon(region.points)
    fill(canvas.surface, points, STYLES[region.style], 24, hatch=12 if region.style in _HATCHED else 0)
    canvas.edge(points, region.style, 1)


def _ring(canvas: _Canvas, ring: Ring) -> None:
    camera, color = canvas.camera, STYLES[ring.style]
    center, radius = camera.to_screen(ring.center), ring.radius * camera.ppi
    area = pygame.Rect(0, 0, round(2 * radius) + 2, round(2 * radius) + 2)
    area.center = (round(center[0]), round(center[1]))
    if area.colliderect(canvas.surface.get_clip()):
        pygame.draw.aacircle(canvas.surface, color, center, radius, 2)
    points = tuple((center[0] + radius * right, center[1] - radius * ahead) for right, ahead in _COMPASS)
    canvas.texts.add(Pill(ring.label, ring.style, points))


def _around(canvas: _Canvas, item: Around) -> None:
    points = canvas.camera.polygon(item.base.grown(item.inches).outline(item.pose, 64))
    fill(canvas.surface, points, STYLES[item.style], 30, hatch=8 if item.style in _HATCHED else 0)
    canvas.edge(points, item.style)


def _brackets(canvas: _Canvas, item: Brackets) -> None:
    draw_brackets(canvas.surface, canvas.camera, item.base, item.pose, STYLES[item.style])


def _note(canvas: _Canvas, note: Note) -> None:
    canvas.texts.add(Pill(note.text, note.style, about=canvas.about(note.point)))


_DRAW: dict[type, Callable[[_Canvas, Any], None]] = {
    Fan: _fan, Path: _path, Ghost: _ghost, Line: _line, Region: _region, Ring: _ring, Around: _around,
    Brackets: _brackets, Note: _note,
}  # fmt: skip
