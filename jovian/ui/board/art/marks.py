"""Marks around a model: glow under the selection, ring under the pointer, brackets on a target, a stripe on a prize."""

from __future__ import annotations

import pygame

from jovian.table import Pose, Shape
from jovian.ui.board.art.ink import polyline
from jovian.ui.board.art.sprites import blit_centered
from jovian.ui.board.sight.camera import Camera, Point
from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.theme import SIDES, Color, mix

_INK: Color = (8, 12, 24)
_glows = SurfaceCache(40, 4_000_000)


def base_rect(camera: Camera, base: Shape, pose: Pose) -> pygame.Rect:
    """The box around a base on the screen."""
    x0, x1, y0, y1 = base.extents(pose.heading % 360)
    left, top = camera.to_screen((pose.x + x0, pose.y + y1))
    return pygame.Rect(round(left), round(top), round((x1 - x0) * camera.ppi) + 1, round((y1 - y0) * camera.ppi) + 1)


def around(camera: Camera, base: Shape, pose: Pose, pixels: float) -> list[Point]:
    """The outline of a base, so many pixels outside it."""
    return camera.polygon(base.grown(pixels / camera.ppi).outline(pose, 32))


def draw_glow(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """A soft light under a base: the selection, and nothing else."""
    reach = max(10, round(0.55 * camera.ppi))
    half = round(base.reach * camera.ppi) + 3 * reach
    key = (base, pose.heading % 360, round(camera.ppi * 8), color)

    def build() -> pygame.Surface:
        share = 2 if half > 60 else 1
        small = 2 * half // share
        image = pygame.Surface((small, small), pygame.SRCALPHA)
        shape = base.grown(reach * 0.5 / camera.ppi).outline(Pose(0.0, 0.0, pose.heading % 360), 24)
        k = camera.ppi / share
        pygame.draw.polygon(image, (*color, 150), [(small / 2 + x * k, small / 2 - y * k) for x, y in shape])
        soft = pygame.transform.gaussian_blur(image.premul_alpha(), max(1, reach // share))
        return pygame.transform.smoothscale(soft, (2 * half, 2 * half))

    blit_centered(surface, _glows.get(key, build), camera.to_screen((pose.x, pose.y)))


def draw_selection(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Four arcs of a circle around the selected model."""
    center = camera.to_screen((pose.x, pose.y))
    radius = base.reach * camera.ppi + 7
    area = pygame.Rect(0, 0, round(2 * radius), round(2 * radius))
    area.center = (round(center[0]), round(center[1]))
    if not area.colliderect(surface.get_clip()):
        return
    size = area.width + 4
    key = ("ring", size, color)
    oversize = 3 if size < 300 else 2

    def build() -> pygame.Surface:
        big = pygame.Surface((size * oversize, size * oversize), pygame.SRCALPHA)
        inner = big.get_rect().inflate(-3 * oversize, -3 * oversize)
        for start in (0.35, 1.92, 3.49, 5.06):
            pygame.draw.arc(big, (*color, 255), inner, start, start + 0.87, 2 * oversize)
        return pygame.transform.smoothscale(big.premul_alpha(), (size, size))

    blit_centered(surface, _glows.get(key, build), center)


def draw_hover(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """A thin outline around the base under the pointer."""
    polyline(surface, around(camera, base, pose, 4), mix(color, (255, 255, 255), 0.35), 2, closed=True)


def draw_brackets(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Four corners and four ticks: a target."""
    center = camera.to_screen((pose.x, pose.y))
    radius = base.reach * camera.ppi + 6
    arm = max(5.0, radius * 0.34)
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = (center[0] + sx * radius * 0.86, center[1] + sy * radius * 0.86)
            ends = [(corner[0] - sx * arm, corner[1]), corner, (corner[0], corner[1] - sy * arm)]
            polyline(surface, ends, color, 2)
    for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        inner, outer = radius * 0.92, radius * 0.92 + arm * 0.8
        ends = [(center[0] + dx * inner, center[1] + dy * inner), (center[0] + dx * outer, center[1] + dy * outer)]
        polyline(surface, ends, color, 2)


_CHORD = 0.72
"""Of a round base's radius: how far back its band lies, and half as wide as it is then."""


def draw_former(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, owner: int) -> None:
    """A band across the stern in the color of the side that brought the model, with as many bars as its chevrons."""
    look, half, stern = SIDES[owner], base.width / 2, -base.length / 2
    if base.round:
        half, stern = half * _CHORD, stern * _CHORD
    deep = max(0.3, 6 / camera.ppi)

    def at(x: float, y: float) -> Point:
        return camera.to_screen(pose.to_table(x, y))

    band = [at(-half, stern), at(half, stern), at(half, stern + deep), at(-half, stern + deep)]
    pygame.draw.polygon(surface, mix(look.main, _INK, 0.45), band)
    polyline(surface, band, look.main, 2, closed=True)
    for bar in range(look.chevrons):
        x = (bar - (look.chevrons - 1) / 2) * deep * 1.4
        ends = [at(x - deep / 2, stern + deep * 0.85), at(x + deep / 2, stern + deep * 0.15)]
        polyline(surface, ends, look.light, 2)
