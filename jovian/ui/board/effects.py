"""Pictures of what happens on the board: shots, hits, explosions, engines, trails, smoke, and wrecks.

Everything is computed here and looks the same in each game. Soft lights are added to what is below them. Points are
pixels, shares are parts of the time of an effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, hypot, pi, radians, sin, tau
from random import Random
from zlib import crc32

import pygame

from jovian.frozen import frozen
from jovian.game import Model
from jovian.table import Pose, Shape
from jovian.ui.board.camera import Camera, Point
from jovian.ui.board.colors import draw_dashed_line
from jovian.ui.kit.draw import supersampled
from jovian.ui.kit.fonts import SurfaceCache
from jovian.ui.kit.theme import SIDES, Color, mix_colors, px

WHITE: Color = (255, 255, 255)
FIRE: Color = (255, 176, 84)
EMBER: Color = (150, 52, 18)
DARK: Color = (10, 12, 22)

# --- Lights ---

LEVELS = 8
"""The strengths of a light."""
LARGEST = 96
"""The largest radius in pixels of a cached light. A larger one is enlarged."""
_lights = SurfaceCache(240, 2_500_000)


def add_light(surface: pygame.Surface, center: Point, radius: float, color: Color, strength: float = 1.0) -> None:
    """Add a soft round light to a surface."""
    level, size = min(LEVELS, round(strength * LEVELS)), max(2, 2 * round(radius / 2))
    if level <= 0:
        return
    image = _lights.get((size, color, level), lambda: _light(size, color, level))
    pos = (round(center[0]) - image.get_width() // 2, round(center[1]) - image.get_height() // 2)
    surface.blit(image, pos, special_flags=pygame.BLEND_RGB_ADD)


def _light(radius: int, color: Color, level: int) -> pygame.Surface:
    inner = min(radius, LARGEST)
    image = pygame.Surface((2 * inner, 2 * inner), 0, 32)
    for step in range(inner, 0, -1):
        fade = (1 - step / inner) ** 2 * level / LEVELS
        pygame.draw.circle(image, mix_colors((0, 0, 0), color, fade), (inner, inner), step)
    return image if inner == radius else pygame.transform.smoothscale(image, (2 * radius, 2 * radius))


def between(p: Point, q: Point, share: float) -> Point:
    """Return the point at a share of the way from p to q."""
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def on_arc(start: Point, end: Point, bulge: float, share: float) -> Point:
    """Return a point on an arc between two points that bulges by a number of pixels."""
    away = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    side = bulge * 4 * share * (1 - share)
    x, y = between(start, end, share)
    return x - (end[1] - start[1]) / away * side, y + (end[0] - start[0]) / away * side


# --- Shots ---

TRACERS, TRACER_GAP, TRACER_SHARE = 3, 0.2, 0.6
"""The number of tracers, the time between two, and the time that each flies."""
MISSILE_GAP = 0.1
"""The most time between two missiles. Many leave sooner, so that each has at least half of the time."""
BULGE = 30
"""The most pixels by which a missile leaves the straight line."""
SHOT_DOWN, SPARK = 0.72, 0.22
"""Where a missile is shot down, and how long its spark lasts."""


def draw_tracers(
    surface: pygame.Surface, start: Point, end: Point, color: Color, share: float, *, is_heavy: bool
) -> None:
    """Draw the projectiles of a gun. Those of macro dice are heavier."""
    width, away = px(5 if is_heavy else 3), hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    tail = px(46 if is_heavy else 30) / away
    for number in range(TRACERS):
        head = (share - number * TRACER_GAP) / TRACER_SHARE
        if -0.15 < head < 0.25:
            add_light(surface, start, px(16 if is_heavy else 11), FIRE, 1.0 - abs(head) * 3)
        if not 0 < head <= 1:
            continue
        tip, back = between(start, end, head), between(start, end, max(0.0, head - tail))
        pygame.draw.aaline(surface, mix_colors(color, DARK, 0.2), back, tip, width)
        pygame.draw.aaline(surface, WHITE, between(back, tip, 0.5), tip, max(1, width - px(1)))
        add_light(surface, tip, px(18 if is_heavy else 11), color, 0.9)


def draw_beam(surface: pygame.Surface, start: Point, end: Point, color: Color, share: float) -> None:
    """Draw a beam that swells and fades."""
    power = sin(pi * min(1.0, share * 1.05)) ** 0.8 if 0 < share < 0.95 else 0.0
    if not power:
        return
    radius = px(6) + px(15) * power
    count = max(1, min(160, round(hypot(end[0] - start[0], end[1] - start[1]) / (radius * 0.45))))
    for number in range(count + 1):
        add_light(surface, between(start, end, number / count), radius, color, 0.5 * power)
    width = max(1, round(px(4) * power))
    pygame.draw.aaline(surface, mix_colors(color, WHITE, 0.35 + 0.3 * power), start, end, width + px(2))
    pygame.draw.aaline(surface, mix_colors(color, WHITE, 0.6 + 0.4 * power), start, end, width)
    add_light(surface, start, px(20) * power, color)
    add_light(surface, end, px(30) * power, mix_colors(color, WHITE, 0.4))


def draw_missiles(
    surface: pygame.Surface, start: Point, end: Point, color: Color, share: float, count: int, down: int
) -> None:
    """Draw missiles on their arcs with trails. The last `down` ones are shot down on the way, with a spark."""
    reach = min(px(BULGE), hypot(end[0] - start[0], end[1] - start[1]) / 6)
    gap = min(MISSILE_GAP, 0.5 / count)
    for number in range(count):
        at = (share - gap * number) / (1 - gap * (count - 1))
        if not 0 < at <= 1:
            continue
        bulge = reach * (1 - 2 * (number % 2)) * (1 - 0.25 * (number // 2))
        lost = SHOT_DOWN - 0.06 * number if number >= count - down else 2.0
        points = [on_arc(start, end, bulge, max(0.0, min(at, lost) - step * 0.035)) for step in range(8)]
        if at < lost:
            for step, (a, b) in reversed([*enumerate(pairwise(points))]):
                pygame.draw.aaline(surface, mix_colors((255, 226, 180), DARK, step / 8), a, b, px(4) - step // 3)
                add_light(surface, a, px(12) - step, FIRE if step < 4 else EMBER, 0.8 - step * 0.09)
            nose = between(points[0], points[1], -0.6)
            pygame.draw.aaline(surface, mix_colors(color, WHITE, 0.8), nose, between(points[0], points[1], 0.5), px(4))
            add_light(surface, points[0], px(16), FIRE, 0.9)
        elif at < lost + SPARK:
            _draw_sparks(surface, points[0], (at - lost) / SPARK, px(20), atan2(0, -1), tau)


def _draw_sparks(
    surface: pygame.Surface, center: Point, share: float, reach: float, middle: float, spread: float
) -> None:
    """Draw sparks that fly off a point, around a direction in radians."""
    add_light(surface, center, reach * 1.1, FIRE, 1.0 - share)
    for number in range(7):
        angle = middle + spread * ((number * 3 % 7) / 6 - 0.5)
        far = reach * (0.35 + 0.65 * ((number * 5 % 7) / 6)) * (0.25 + share)
        tail = far - reach * 0.35 * (1 - share)
        p, q = ((center[0] + cos(angle) * away, center[1] + sin(angle) * away) for away in (tail, far))
        pygame.draw.aaline(surface, mix_colors((255, 232, 180), EMBER, share), p, q, px(2))


# --- Hits and losses ---

RING_SHARE, FLASH_SHARE = 0.55, 0.2
"""The part of an explosion in which its ring grows, and that of its flash."""
SHARDS, FIRES = 12, 12
"""Pieces that fly off a destroyed model, and pictures of its fire."""
LARGEST_FIRE = 90
"""Radius in pixels up to which the fire is drawn in full. A larger one is drawn smaller and stretched."""
_fires = SurfaceCache(40, 3_000_000)


def draw_hit(surface: pygame.Surface, at: Point, source: Point, share: float, *, flashes: bool) -> None:
    """Draw a hit at the struck side of a model: a flash, and sparks toward the source of the shot."""
    if flashes:
        add_light(surface, at, px(48) * (0.7 + 0.3 * share), (255, 206, 140), 1.0 - share)
        add_light(surface, at, px(20), WHITE, 1.0 - 1.5 * share)
    _draw_sparks(surface, at, share, px(26), atan2(source[1] - at[1], source[0] - at[0]), pi * 0.9)


def draw_explosion(surface: pygame.Surface, center: Point, radius: float, share: float, *, flashes: bool) -> None:
    """Draw an explosion: a flash, fire that fades, a ring that grows, and shards."""
    if flashes and share < FLASH_SHARE:
        add_light(surface, center, radius * 2.6, WHITE, 1.0 - share / FLASH_SHARE)
    frame = min(FIRES - 1, int(min(1.0, share * 1.5) * FIRES))
    if share < 2 / 3:
        image = _fires.get((round(radius), frame), lambda: _fire(radius, frame / FIRES))
        pos = (round(center[0] - image.get_width() / 2), round(center[1] - image.get_height() / 2))
        surface.blit(image, pos, special_flags=pygame.BLEND_RGB_ADD)
    if share < RING_SHARE:
        grown = 1 - (1 - share / RING_SHARE) ** 2
        color = mix_colors((255, 222, 170), (22, 20, 34), share / RING_SHARE)
        pygame.draw.aacircle(surface, color, center, radius * (0.5 + 1.9 * grown), max(1, round(px(4) * (1 - grown))))
    far = 1 - (1 - share) ** 2
    for number in range(SHARDS):
        angle, away = tau * (number + 0.3 * (number % 3)) / SHARDS, radius * (0.25 + (1.0 + 0.3 * (number % 4)) * far)
        at = (center[0] + cos(angle) * away, center[1] + sin(angle) * away)
        color = mix_colors((255, 214, 150), (30, 26, 32), min(1.0, share * 1.25))
        size = px(3 + number % 3) * (1 - 0.6 * share)
        pygame.draw.polygon(surface, color, _shard(at, size, angle + share * (5 + number % 4)))


def _shard(center: Point, size: float, turned: float) -> list[Point]:
    corners = ((1.3, 0.0), (2.3, 0.9), (4.1, 0.7))
    x, y = center
    return [(x + cos(turned + at) * size * far, y + sin(turned + at) * size * far) for at, far in corners]


def _fire(largest: float, share: float) -> pygame.Surface:
    """Return a picture of the fire to be added to what is below."""
    factor = min(1.0, LARGEST_FIRE / largest)
    radius, fade = largest * factor * (0.4 + 0.9 * share), 1.0 - share
    disk = pygame.Surface((round(2 * radius) + 8, round(2 * radius) + 8), 0, 32)
    middle = (disk.get_width() / 2, disk.get_height() / 2)
    for size, color in ((1.0, (120, 40, 14)), (0.72, (200, 96, 30)), (0.45, (255, 190, 90)), (0.2, (255, 246, 220))):
        pygame.draw.circle(disk, mix_colors((0, 0, 0), color, fade), middle, radius * size)
    blurred = pygame.transform.box_blur(disk, max(1, int(radius / 8)))
    size = round(disk.get_width() / factor)
    return blurred if factor == 1.0 else pygame.transform.smoothscale(blurred, (size, size))


def draw_falling_box(surface: pygame.Surface, box: pygame.Rect, color: Color, share: float) -> None:
    """Draw a lost box that falls out of its bar."""
    size = (box.width + 2, box.height + 2)
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.fill((*mix_colors(color, WHITE, 0.5 * (1 - share)), round(255 * (1 - share**2))))
    turned = pygame.transform.rotate(image, -50 * share)
    center = (box.centerx + px(5) * share, box.centery + px(30) * share**2)
    surface.blit(turned, turned.get_rect(center=(round(center[0]), round(center[1]))))


# --- Moves ---


@frozen
class Trail:
    """A move of a model, which stays visible until the next activation."""

    path: tuple[Pose, ...]
    base: Shape
    side: int


def draw_trail(layer: pygame.Surface, camera: Camera, trail: Trail) -> None:
    """Draw the base where a move began, and dots along its way."""
    color = mix_colors(SIDES[trail.side].main, WHITE, 0.15)
    points = [camera.to_screen(pose[:2]) for pose in trail.path]
    outline = camera.polygon(trail.base.outline(trail.path[0], 24))
    draw_dashed_line(layer, [*outline, outline[0]], mix_colors(color, DARK, 0.45), 1, 4, 4)
    for point in _spaced(points, px(8)):
        pygame.draw.aacircle(layer, color, point, max(1.5, px(15) / 10))


def _spaced(points: Sequence[Point], gap: float) -> Iterator[Point]:
    """Yield points along connected lines, with a gap between two."""
    left = gap
    for p, q in pairwise(points):
        away = hypot(q[0] - p[0], q[1] - p[1])
        while left <= away:
            yield between(p, q, left / away)
            left += gap
        left -= away


def draw_engine(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, seconds: float) -> None:
    """Draw the glow at the stern of a moving model."""
    flicker = 0.85 + 0.15 * sin(seconds * 45)
    for step, strength in enumerate((1.0, 0.7, 0.45, 0.25)):
        at = camera.to_screen(pose.to_table(0.0, -base.length / 2 * 0.8 - step * px(6) / camera.pixels_per_inch))
        radius = max(px(7), base.width * camera.pixels_per_inch * 0.32) * flicker * (1 - 0.15 * step)
        add_light(surface, at, radius, FIRE if step < 2 else mix_colors(FIRE, EMBER, 0.5), strength * flicker)


# --- What stays ---

LOOKS = 8
"""How many different pictures of smoke and wrecks there are."""
_PUFFS, _SMALL = 7, 80
_smoke = SurfaceCache(60, 1_500_000)
_WRECKAGE = (9, 5)
"""The pieces of a destroyed ship, and of other models."""


def _look_of(model_id: str) -> int:
    return crc32(model_id.encode()) % LOOKS


def draw_smoke(layer: pygame.Surface, camera: Camera, model_id: str, base: Shape, pose: Pose) -> None:
    """Draw the smoke of a crippled ship. It drifts off to the upper right."""
    look, size = _look_of(model_id), max(24, 8 * round(base.reach * camera.pixels_per_inch * 2.2 / 8))
    image = _smoke.get((look, size), lambda: pygame.transform.smoothscale(_puffs(look), (size, size)))
    x, y = camera.to_screen(pose[:2])
    corner = (round(x - size * 0.3), round(y - size * 0.62))
    layer.blit(image, corner, special_flags=pygame.BLEND_PREMULTIPLIED)


def _puffs(look: int) -> pygame.Surface:
    """Return a small picture of smoke, to be enlarged."""
    image, numbers = pygame.Surface((_SMALL, _SMALL), pygame.SRCALPHA), Random(look)
    for puff in range(_PUFFS):
        share = puff / (_PUFFS - 1)
        x = _SMALL * (0.3 + 0.42 * share + numbers.uniform(-0.05, 0.05))
        y = _SMALL * (0.62 - 0.4 * share + numbers.uniform(-0.06, 0.06))
        soft, shade = pygame.Surface(image.get_size(), pygame.SRCALPHA), round(112 - 40 * share)
        color = (shade, shade - 4, shade - 2, round(150 - 105 * share))
        pygame.draw.circle(soft, color, (x, y), _SMALL * (0.06 + 0.1 * share))
        image.blit(pygame.transform.box_blur(soft, 2), (0, 0))
    pygame.draw.circle(image, (*FIRE, 190), (_SMALL * 0.3, _SMALL * 0.63), _SMALL * 0.02)
    return image.premul_alpha()


def draw_wreck(layer: pygame.Surface, camera: Camera, model: Model) -> None:
    """Draw the pieces of a destroyed model, where it was."""
    look, side = _look_of(model.id), SIDES[model.owner]
    pieces, size = _WRECKAGE[not model.is_capital], 4 * round(model.base.reach * camera.pixels_per_inch / 2)

    def draw(big: pygame.Surface, k: int) -> None:
        numbers, extent = Random(look), size * k
        for piece in range(pieces):
            angle, far = tau * piece / pieces + numbers.uniform(-0.4, 0.4), numbers.uniform(0.06, 0.34) * extent
            center = (extent / 2 + cos(angle) * far, extent / 2 + sin(angle) * far)
            tone = mix_colors(mix_colors((92, 98, 112), side.main, 0.22), DARK, numbers.uniform(0.2, 0.55))
            corners = []
            for turn in range(0, 360, 90):
                at, out = radians(numbers.uniform(turn, turn + 70)), extent * numbers.uniform(0.03, 0.085)
                corners.append((center[0] + cos(at) * out, center[1] + sin(at) * out))
            pygame.draw.polygon(big, DARK, [(x + k, y + k) for x, y in corners])
            pygame.draw.polygon(big, tone, corners)

    if size < 8:
        return
    image = supersampled(("wreck", look, model.owner, pieces), (size, size), draw)
    x, y = camera.to_screen(model.pose[:2])
    layer.blit(image, (round(x) - size // 2, round(y) - size // 2), special_flags=pygame.BLEND_PREMULTIPLIED)
