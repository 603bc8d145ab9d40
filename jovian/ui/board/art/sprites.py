"""Pictures of models: base, arc marks, bow chevron and a faceted silhouette, at any zoom and heading.

Each is drawn four times too large (less when that would be huge), premultiplied, shrunk smoothly and remembered. Blit
them with BLEND_PREMULTIPLIED.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import NamedTuple

import pygame

from jovian.cards.art import Facet, silhouette
from jovian.game import OBJECT, Model
from jovian.table import Shape
from jovian.ui.board.art import palette
from jovian.ui.board.art.ink import blit_enlarged, dashes
from jovian.ui.kit.cache import SurfaceCache, trimmed
from jovian.ui.kit.theme import SIDES

Point = tuple[float, float]
sprites = SurfaceCache(600, 8_000_000)
"""Every picture made so far, bounded."""

LARGEST = 1024
"""Pixels along the side of the largest picture, about. A larger one is enlarged from it."""
_FRAME = 0.5
"""Inches of a picture around the base."""
_BUCKET = 8
"""Zooms are told apart by an eighth of a pixel an inch."""
_TRIO = ((0.0, 0.2), (-0.225, -0.15), (0.225, -0.15))
"""Where the three figures of a squadron stand on a base 1" across."""


class Look(NamedTuple):
    """Everything that decides what a model looks like, its zoom and heading apart."""

    image: str
    fallback: str
    base: Shape
    side: int
    dim: bool = False


def look_of(model: Model) -> Look:
    """The look of a model now."""
    card = model.card
    shape = OBJECT if card.kind == OBJECT else "station" if card.base.shape == "circle" else "capital"
    fallback = card.squadron_type or shape
    return Look(card.image, fallback, model.base, model.side, model.activated)


def draw_sprite(
    surface: pygame.Surface, look: Look, ppi: float, heading: int, center: Point, alpha: int = 255
) -> None:  # fmt: skip
    """Draw the picture with the middle of its base at a point."""
    drawn = min(ppi, LARGEST / 2 / (look.base.reach + _FRAME))
    image = sprite(look, drawn, heading, alpha)
    if drawn == ppi:
        blit_centered(surface, image, center)
        return
    factor, (left, top) = ppi / drawn, image.get_abs_offset()
    width, height = image.get_abs_parent().get_size()
    corner = (center[0] + (left - width / 2) * factor, center[1] + (top - height / 2) * factor)
    blit_enlarged(surface, image, factor, corner)


def sprite(look: Look, ppi: float, heading: int, alpha: int = 255) -> pygame.Surface:
    """The picture, as far as there is anything on it; the middle of the whole is the middle of the base."""
    bucket = max(1, round(ppi * _BUCKET))
    key = (look.image, look.fallback, look.base, look.side, look.dim, bucket, heading % 360)
    image = sprites.get(key, lambda: _build(look, bucket / _BUCKET, heading))
    if alpha >= 255:
        return image
    level = round(alpha / 32) * 32
    return sprites.get((*key, level), lambda: _faded(image, level))


def make_sprite(look: Look, ppi: float, heading: int) -> bool:
    """Make the picture of a model; return whether it was missing."""
    before = sprites.built
    sprite(look, ppi, heading)
    return sprites.built != before


def _faded(image: pygame.Surface, alpha: int) -> pygame.Surface:
    faint = image.get_abs_parent().copy()
    faint.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return trimmed(faint)


def blit_centered(surface: pygame.Surface, image: pygame.Surface, center: Point) -> None:
    """Blit a premultiplied picture, or what was trimmed of one, with the middle of the whole at a point."""
    (width, height), (x, y) = image.get_abs_parent().get_size(), image.get_abs_offset()
    pos = (round(center[0] - width / 2) + x, round(center[1] - height / 2) + y)
    surface.blit(image, pos, special_flags=pygame.BLEND_PREMULTIPLIED)


class _Brush:
    """Draws in the model's own inches (x to starboard, y ahead) onto an oversized surface."""

    def __init__(self, reach: float, ppi: float, heading: int) -> None:
        self.side = 2 * int(reach * ppi + 3)
        self.oversize = 4 if self.side < 260 else 3 if self.side < 420 else 2
        self.k = ppi * self.oversize
        self.pixel = float(self.oversize)
        self.surface = pygame.Surface((self.side * self.oversize,) * 2, pygame.SRCALPHA)
        self.middle = self.side * self.oversize / 2
        self.sine, self.cosine = sin(radians(heading)), cos(radians(heading))

    def at(self, x: float, y: float) -> Point:
        """Local inches to oversized pixels."""
        right, up = x * self.cosine + y * self.sine, y * self.cosine - x * self.sine
        return self.middle + right * self.k, self.middle - up * self.k

    def many(self, points: list[Point] | tuple[Point, ...]) -> list[Point]:
        """Several points."""
        return [self.at(x, y) for x, y in points]

    def lines(self, color: tuple[int, ...], points: list[Point], width: float, closed: bool = True) -> None:
        """A thick outline with round joints."""
        thick = max(1, round(width))
        for index in range(0 if closed else 1, len(points)):
            pygame.draw.line(self.surface, color, points[index - 1], points[index], thick)
        for point in points:
            pygame.draw.circle(self.surface, color, point, thick / 2)

    def finished(self) -> pygame.Surface:
        """Shrunk to its size, and trimmed."""
        return trimmed(pygame.transform.smoothscale(self.surface.premul_alpha(), (self.side, self.side)))


def _build(look: Look, ppi: float, heading: int) -> pygame.Surface:
    brush = _Brush(look.base.reach + _FRAME, ppi, heading)
    _base(brush, look)
    facets = silhouette(look.image, look.fallback)
    if look.fallback in ("exo-armor", "fighter", "drone"):
        size = (0.16 if look.fallback == "drone" else 0.25) * look.base.width
        for x, y in _TRIO:
            _figure(brush, look, facets, x * look.base.width, y * look.base.width, size)
    else:
        _figure(brush, look, facets, 0.0, 0.0, look.base.length / 2 * 0.93)
    return brush.finished()


def _base(brush: _Brush, look: Look) -> None:
    corners = brush.many(look.base.filled(0))
    pygame.draw.polygon(brush.surface, palette.plate(look.side, look.dim), corners)
    if SIDES[look.side].hatched:
        _hatch(brush, look, corners)
    line = palette.frame(look.side, look.dim)
    _arc_marks(brush, look)
    width = 1.5 * brush.pixel if brush.k / brush.pixel < 24 else 2.0 * brush.pixel
    if look.fallback == "drone" or not SIDES[look.side].chevrons:
        for p, q in dashes([*corners, corners[0]], 5 * brush.pixel, 3.5 * brush.pixel):
            brush.lines(line, [p, q], width, closed=False)
    else:
        brush.lines(line, corners, width)
    _chevrons(brush, look)


def _hatch(brush: _Brush, look: Look, corners: list[Point]) -> None:
    """Diagonal lines on the plate, the same way on the screen whatever the heading."""
    overlay = pygame.Surface(brush.surface.get_size(), pygame.SRCALPHA)
    size, step = overlay.get_width(), max(4.0, 0.26 * brush.k, 4 * brush.pixel)
    color = (*SIDES[look.side].main, 30 if look.dim else 64)
    for index in range(int(2 * size / step)):
        x = index * step - size
        pygame.draw.line(overlay, color, (x, size), (x + size, 0), max(1, round(brush.pixel)))
    mask = pygame.Surface(overlay.get_size(), pygame.SRCALPHA)
    pygame.draw.polygon(mask, (255, 255, 255, 255), corners)
    overlay.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    brush.surface.blit(overlay, (0, 0))


def _arc_marks(brush: _Brush, look: Look) -> None:
    """Ticks where the four arcs meet the edge of the base (R15)."""
    half_w, half_l = look.base.width / 2, look.base.length / 2
    reach = min(half_w, half_l)
    color = palette.frame(look.side, True)
    for sx in (-1, 1):
        for sy in (-1, 1):
            inner, outer = brush.at(sx * reach * 0.78, sy * reach * 0.78), brush.at(sx * reach, sy * reach)
            if not look.base.round and look.base.points and len(look.base.points) == 4:
                pygame.draw.line(brush.surface, color, inner, outer, max(1, round(1.2 * brush.pixel)))


def _chevrons(brush: _Brush, look: Look) -> None:
    """One arrowhead before the bow for side 0, two for side 1, none for what is nobody's."""
    if not SIDES[look.side].chevrons:
        return
    color = palette.frame(look.side, look.dim)
    front, across = look.base.length / 2, max(0.17, 3.2 * brush.pixel / brush.k)
    gap = max(0.07, 1.5 * brush.pixel / brush.k)
    if SIDES[look.side].chevrons == 1:
        foot = front + gap
        tip = brush.many([(-across, foot), (0, foot + across * 1.2), (across, foot)])
        pygame.draw.polygon(brush.surface, color, tip)
        return
    for step in range(2):
        y = front + gap + step * across * 0.75
        shape = [
            (-across, y), (0, y + across * 0.75), (across, y), (across, y + across * 0.42),
            (0, y + across * 1.17), (-across, y + across * 0.42),
        ]  # fmt: skip
        pygame.draw.polygon(brush.surface, color, brush.many(shape))


def _figure(brush: _Brush, look: Look, facets: tuple[Facet, ...], x: float, y: float, half: float) -> None:
    """The silhouette about a point, so many inches from its middle to its bow."""
    placed = [(brush.many([(x + px * half, y + py * half) for px, py in f.points]), f) for f in facets]
    edge = palette.outline(look.side)
    rim = min(2.2 * brush.pixel, max(0.9 * brush.pixel, half * brush.k * 0.045))
    for points, facet in placed:
        if facet.tone != "glow":
            brush.lines(edge, points, rim)
    for points, facet in placed:
        pygame.draw.polygon(brush.surface, palette.paint(facet.tone, facet.lit, look.side, look.dim), points)
