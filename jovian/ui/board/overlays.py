"""Draws overlays over the table, clipped to what is in sight; texts last, none over another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from jovian.table import Pose
from jovian.ui.board.camera import Camera
from jovian.ui.board.fans import band
from jovian.ui.board.ink import dashed, fill, line, polyline
from jovian.ui.board.marks import around, draw_brackets
from jovian.ui.board.overlay import (
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
from jovian.ui.board.sprites import Look, blit_centered, sprite
from jovian.ui.kit.draw import pill, pill_size
from jovian.ui.kit.theme import Color, mix, px

_HATCHED = ("threat", "refused")
_DASHED = ("obscured", "refused", "attack", "threat")
_BACK: Color = (8, 12, 24)
Text = tuple[Point, str, str]
"""Where in pixels, what, in which style."""


class _Canvas:
    """The surface, the camera, and the texts still to be written."""

    def __init__(self, surface: pygame.Surface, camera: Camera) -> None:
        self.surface = surface
        self.camera = camera
        self.notes: list[Text] = []

    def note(self, pixel: Point, text: str, style: str) -> None:
        """Write a text later, near a pixel."""
        if text:
            self.notes.append((pixel, text, style))

    def edge(self, points: list[Point], style: str, width: int = 2) -> None:
        """A closed outline, dashed where the style says so."""
        if style in _DASHED:
            dashed(self.surface, [*points, points[0]], STYLES[style], width)
        else:
            polyline(self.surface, points, STYLES[style], width, closed=True)


def draw_overlays(surface: pygame.Surface, camera: Camera, overlays: Sequence[Overlay]) -> list[Text]:
    """Draw them in order, areas being the caller's to put first; the texts still to be written."""
    canvas = _Canvas(surface, camera)
    for overlay in overlays:
        _DRAW[type(overlay)](canvas, overlay)
    return canvas.notes


def write_notes(surface: pygame.Surface, notes: Sequence[Text], others: Sequence[pygame.Rect] = ()) -> None:
    """Write texts as pills, none over another, and clear of `others` where that can be had nearby."""
    taken: list[pygame.Rect] = []
    view = surface.get_clip().inflate(-8, -8)
    for pixel, text, style in notes:
        if view.inflate(80, 80).collidepoint(pixel):
            places = _around_point(pixel, pill_size(text), view)
            free = [rect for rect in places if rect.collidelist(taken) < 0]
            clear = [rect for rect in free if rect.collidelist(list(others)) < 0]
            for rect in (clear or free)[:1]:
                taken.append(rect)
                pill(surface, rect.center, text, STYLES[style])


def _around_point(pixel: Point, size: tuple[int, int], view: pygame.Rect) -> list[pygame.Rect]:
    step = size[1] + 4
    places = []
    for dx, dy in ((0, 0), (0, -1), (0, 1), (0, -2), (0, 2), (1, 0), (-1, 0), (0, -3), (0, 3)):
        rect = pygame.Rect((0, 0), size)
        rect.center = (round(pixel[0] + dx * size[0] * 0.75), round(pixel[1]) + dy * step)
        places.append(rect.clamp(view))
    return places


def _fan(canvas: _Canvas, fan: Fan) -> None:
    color = STYLES[fan.style]
    for arc in fan.arcs:
        for inches, alpha, width in ((fan.optimum, 20, 2), (fan.short, 26, 1)):
            if inches <= 0:
                continue
            area = band(fan.base, fan.pose, arc, inches)
            points = canvas.camera.polygon(area)
            fill(canvas.surface, points, color, alpha, hatch=10 if fan.style in _HATCHED else 0)
            polyline(canvas.surface, points, mix(color, _BACK, 0.25 if width == 2 else 0.45), width, closed=True)
            if fan.labels:
                canvas.note(canvas.camera.to_screen(_far_corner(fan, area)), f'{inches:g}"', fan.style)


def _far_corner(fan: Fan, area: Sequence[Point]) -> Point:
    """Where a band's left edge ends: its label stands there."""
    def key(point: Point) -> float:
        right, ahead = fan.pose.from_table(*point)
        return ahead * 0.6 - right
    return max(area, key=key)


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
    image = sprite(Look(ghost.image, ghost.fallback, ghost.base, ghost.side), camera.ppi, ghost.pose.heading, 128)
    blit_centered(canvas.surface, image, camera.to_screen((ghost.pose.x, ghost.pose.y)))
    canvas.edge(around(camera, ghost.base, ghost.pose, 1), "legal" if ghost.legal else "refused")


def _line(canvas: _Canvas, item: Line) -> None:
    camera, color = canvas.camera, STYLES[item.style]
    p, q = camera.to_screen(item.start), camera.to_screen(item.end)
    if item.width:
        length = ((q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2) ** 0.5 or 1.0
        k = item.width * camera.ppi / 2 / length
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
    canvas.note(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), item.label, item.style)


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
    canvas.note((center[0], center[1] - radius), ring.label, ring.style)


def _around(canvas: _Canvas, item: Around) -> None:
    points = canvas.camera.polygon(item.base.grown(item.inches).outline(item.pose, 64))
    fill(canvas.surface, points, STYLES[item.style], 30, hatch=8 if item.style in _HATCHED else 0)
    canvas.edge(points, item.style)


def _brackets(canvas: _Canvas, item: Brackets) -> None:
    draw_brackets(canvas.surface, canvas.camera, item.base, item.pose, STYLES[item.style])


def _note(canvas: _Canvas, note: Note) -> None:
    x, y = canvas.camera.to_screen(note.point)
    width, height = pill_size(note.text)
    canvas.note((x + width / 2 + px(10), y - height / 2 - px(6)), note.text, note.style)


_DRAW: dict[type, Callable[[_Canvas, Any], None]] = {
    Fan: _fan, Path: _path, Ghost: _ghost, Line: _line, Region: _region, Ring: _ring, Around: _around,
    Brackets: _brackets, Note: _note,
}  # fmt: skip
