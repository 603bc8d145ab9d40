"""Pictures of models at any zoom and heading, and the marks, ties, and state tokens drawn at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

import pygame

from jovian.cards.art import Facet, silhouette
from jovian.game import OBJECT, Model
from jovian.rules.basics.rolls import key_to_words
from jovian.rules.rulebook import effect
from jovian.rules.rulebook.effect import ModelState
from jovian.table import Pose, Shape, distance
from jovian.ui.board import colors
from jovian.ui.board.camera import Camera, Point
from jovian.ui.board.colors import blit_enlarged, dashes, draw_dashed_line, draw_line, draw_polyline
from jovian.ui.board.markers import NEAR, SQUADRONS, Marker, Seen, interface_scale
from jovian.ui.kit.draw import blit_premultiplied, draw_check, supersampled
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size, trimmed
from jovian.ui.kit.theme import ACCENT, DANGER, GOOD, SIDES, TEXT, WARN, WELL, Color, mix_colors, px

# --- Sprites ---
#
# A picture shows the base, arc marks, a chevron at the bow, and a faceted silhouette. It is drawn up to four times too
# large, premultiplied, shrunk smoothly, and cached. Blit it with BLEND_PREMULTIPLIED.

sprites = SurfaceCache(600, 8_000_000)
"""The cached pictures."""

LARGEST = 1024
"""Approximate side in pixels of the largest picture. A larger one is enlarged from it."""
_FRAME = 0.5
"""Inches around the base in a picture."""
_BUCKET = 8
"""Zooms are rounded to this fraction of a pixel per inch."""
_TRIO = ((0.0, 0.2), (-0.225, -0.15), (0.225, -0.15))
"""Positions of the 3 figures of a squadron on a base 1" wide."""


BASE, PLATE, BACK, FIGURE = "base", "plate", "back", "figure"
"""What a picture shows: a model on its base, one figure on a plate that doesn't turn, a plate without a figure, or a
figure alone.
"""
_FIGURE_AREA = Shape.circle(0.5)
FIGURE_SHARE = 0.48
"""The distance from the center of a figure alone to its farthest point, in widths of its square."""


class SpriteKey(NamedTuple):
    """Everything that decides what a model looks like, except zoom and heading."""

    image: str
    fallback: str
    base: Shape
    side: int
    dim: bool = False
    """Whether it is gray, as what has left the game."""
    style: str = BASE
    has_acted: bool = False
    """Whether its frame is thin."""
    is_dark: bool = False
    """Whether its lights are out."""


def sprite_key(model: Model, marker: Marker | None = None, *, is_lit: bool = False) -> SpriteKey:
    """Return the current look of a model, or of its marker. `is_lit`: its lights are on even if it is Crippled."""
    card = model.card
    shape = OBJECT if card.kind == OBJECT else "station" if card.base.shape == "circle" else "capital"
    fallback = card.squadron_type or shape
    if marker is None or not marker.is_plate:
        base, style = model.base, BASE
    else:
        base, style = marker.shape, BACK if marker.leader else PLATE
    is_dark = model.is_crippled and not is_lit
    return SpriteKey(card.image, fallback, base, model.side, False, style, has_acted(model), is_dark)


def has_acted(model: Model) -> bool:
    """Return whether a model is marked as one that has acted. Drones never are."""
    return model.activated and not model.is_drone


def draw_sprite(
    surface: pygame.Surface, look: SpriteKey, zoom: float, heading: int, center: Point, alpha: int = 255
) -> None:  # fmt: skip
    """Draw the picture of a model with the center of its base at a point."""
    picture_zoom = min(zoom, LARGEST / 2 / (look.base.reach + _FRAME))
    image = sprite(look, picture_zoom, heading, alpha)
    if picture_zoom == zoom:
        blit_centered(surface, image, center)
        return
    factor, (left, top) = zoom / picture_zoom, image.get_abs_offset()
    width, height = image.get_abs_parent().get_size()
    corner = (center[0] + (left - width / 2) * factor, center[1] + (top - height / 2) * factor)
    blit_enlarged(surface, image, factor, corner)


def draw_figure(
    surface: pygame.Surface, center: Point, model: Model, size: int, dim: bool, alpha: int = 255,
    edited: Sequence[Facet] = (),
) -> None:  # fmt: skip
    """Draw the silhouette of a model alone, pointing up, in a square of a size in pixels.

    `edited` is a drawing that replaces that of its card, () for none.
    """
    if edited:
        picture = facets_picture(edited, model.side, FIGURE_SHARE * size / _reach(edited))
        blit_centered(surface, picture, center)
        return
    look = sprite_key(model)._replace(dim=dim, has_acted=False)
    blit_centered(surface, figure_sprite(look, size, alpha=alpha), center)


def figure_sprite(look: SpriteKey, size: int, heading: int = 0, *, alpha: int = 255) -> pygame.Surface:
    """Return the silhouette of a model without its base, in a square of a size in pixels."""
    return sprite(look._replace(base=_FIGURE_AREA, style=FIGURE), float(size), heading, alpha)


def facets_picture(facets: Sequence[Facet], side: int, pixels: float) -> pygame.Surface:
    """Return the picture of a drawing that is being edited. `pixels` are from its center to its bow."""
    brush = _Brush(_reach(facets), pixels, 0)
    _figure(brush, SpriteKey("", "", _FIGURE_AREA, side), tuple(facets), 0.0, 0.0, 1.0)
    return brush.finished()


def sprite(look: SpriteKey, zoom: float, heading: int, alpha: int = 255) -> pygame.Surface:
    """Return the picture, trimmed. The center of its parent surface is the center of the base."""
    bucket = max(1, round(zoom * _BUCKET))
    key = (*look, bucket, heading % 360)
    image = sprites.get(key, lambda: _build(look, bucket / _BUCKET, heading))
    if alpha >= 255:
        return image
    level = round(alpha / 32) * 32
    return sprites.get((*key, level), lambda: _faded(image, level))


def make_sprite(look: SpriteKey, zoom: float, heading: int) -> bool:
    """Make the picture of a model, and return whether it was missing."""
    before = sprites.built
    sprite(look, zoom, heading)
    return sprites.built != before


def _faded(image: pygame.Surface, alpha: int) -> pygame.Surface:
    faint = image.get_abs_parent().copy()
    faint.fill((alpha, alpha, alpha, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return trimmed(faint)


def blit_centered(surface: pygame.Surface, image: pygame.Surface, center: Point) -> None:
    """Blit a premultiplied picture, trimmed or not, with the center of its parent surface at a point."""
    (width, height), (x, y) = image.get_abs_parent().get_size(), image.get_abs_offset()
    pos = (round(center[0] - width / 2) + x, round(center[1] - height / 2) + y)
    surface.blit(image, pos, special_flags=pygame.BLEND_PREMULTIPLIED)


class _Brush:
    """Draws in the model's own inches (x to starboard, y ahead) on an oversized surface."""

    def __init__(self, reach: float, zoom: float, heading: int) -> None:
        self.side = 2 * int(reach * zoom + 3)
        self.oversize = 4 if self.side < 260 else 3 if self.side < 420 else 2
        self.k = zoom * self.oversize
        self.pixel = float(self.oversize)
        self.surface = pygame.Surface((self.side * self.oversize,) * 2, pygame.SRCALPHA)
        self.middle = self.side * self.oversize / 2
        self.turn(heading)

    def turn(self, heading: int) -> None:
        """Set the heading of what is drawn from now on."""
        self.sine, self.cosine = sin(radians(heading)), cos(radians(heading))

    def at(self, x: float, y: float) -> Point:
        """Return the oversized pixel of a point in local inches."""
        right, up = x * self.cosine + y * self.sine, y * self.cosine - x * self.sine
        return self.middle + right * self.k, self.middle - up * self.k

    def many(self, points: list[Point] | tuple[Point, ...]) -> list[Point]:
        """Return the oversized pixels of several points."""
        return [self.at(x, y) for x, y in points]

    def lines(self, color: tuple[int, ...], points: list[Point], width: float, closed: bool = True) -> None:
        """Draw a thick outline with round joints."""
        thick = max(1, round(width))
        for index in range(0 if closed else 1, len(points)):
            pygame.draw.line(self.surface, color, points[index - 1], points[index], thick)
        for point in points:
            pygame.draw.circle(self.surface, color, point, thick / 2)

    def finished(self) -> pygame.Surface:
        """Return the picture, shrunk to its size and trimmed."""
        return trimmed(pygame.transform.smoothscale(self.surface.premul_alpha(), (self.side, self.side)))


def _build(look: SpriteKey, zoom: float, heading: int) -> pygame.Surface:
    brush = _Brush(look.base.reach + _FRAME, zoom, heading if look.style == BASE else 0)
    if look.style != FIGURE:
        _base(brush, look)
    facets = silhouette(look.image, look.fallback)
    if look.style != BASE:
        brush.turn(heading)
        if look.style != BACK:
            share = FIGURE_SHARE if look.style == FIGURE else 0.34 if look.fallback == "drone" else 0.41
            _figure(brush, look, facets, 0.0, 0.0, share * look.base.width / _reach(facets))
    elif look.fallback in SQUADRONS:
        size = (0.16 if look.fallback == "drone" else 0.25) * look.base.width
        for x, y in _TRIO:
            _figure(brush, look, facets, x * look.base.width, y * look.base.width, size)
    else:
        _figure(brush, look, facets, 0.0, 0.0, look.base.length / 2 * 0.93)
    return brush.finished()


def _reach(facets: Sequence[Facet]) -> float:
    """Return the largest coordinate of a drawing, 1 if it is empty."""
    return max((abs(each) for facet in facets for point in facet.points for each in point), default=1.0)


def _base(brush: _Brush, look: SpriteKey) -> None:
    corners = brush.many(look.base.filled(0))
    pygame.draw.polygon(brush.surface, colors.plate_color(look.side, look.dim), corners)
    if SIDES[look.side].hatched:
        _hatch(brush, look, corners)
    line = colors.frame_color(look.side, look.dim)
    _arc_marks(brush, look)
    width = (1.5 if brush.k / brush.pixel < 24 else 2.0) * brush.pixel * (0.5 if look.has_acted else 1.0)
    if look.fallback == "drone" or not SIDES[look.side].chevrons:
        for p, q in dashes([*corners, corners[0]], 5 * brush.pixel, 3.5 * brush.pixel):
            brush.lines(line, [p, q], width, closed=False)
    else:
        brush.lines(line, corners, width)
    if look.style == BASE:
        _chevrons(brush, look)


def _hatch(brush: _Brush, look: SpriteKey, corners: list[Point]) -> None:
    """Draw diagonal lines on the plate. Their direction on the screen doesn't depend on the heading."""
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


def _arc_marks(brush: _Brush, look: SpriteKey) -> None:
    """Draw ticks where the 4 arcs meet the edge of the base (R15)."""
    half_w, half_l = look.base.width / 2, look.base.length / 2
    reach = min(half_w, half_l)
    color = colors.frame_color(look.side, True)
    for sx in (-1, 1):
        for sy in (-1, 1):
            inner, outer = brush.at(sx * reach * 0.78, sy * reach * 0.78), brush.at(sx * reach, sy * reach)
            if not look.base.round and look.base.points and len(look.base.points) == 4:
                pygame.draw.line(brush.surface, color, inner, outer, max(1, round(1.2 * brush.pixel)))


def _chevrons(brush: _Brush, look: SpriteKey) -> None:
    """Draw 1 arrowhead before the bow for side 0, 2 for side 1, and none for a neutral model."""
    if not SIDES[look.side].chevrons:
        return
    color = colors.frame_color(look.side, look.dim)
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


def _figure(brush: _Brush, look: SpriteKey, facets: tuple[Facet, ...], x: float, y: float, half: float) -> None:
    """Draw the silhouette at a point. `half` is the distance from its center to its bow in inches."""
    placed = [(brush.many([(x + px * half, y + py * half) for px, py in facet.points]), facet) for facet in facets]
    edge = colors.outline_color(look.side)
    rim = min(2.2 * brush.pixel, max(0.9 * brush.pixel, half * brush.k * 0.045))
    for points, facet in placed:
        if facet.tone != "glow":
            brush.lines(edge, points, rim)
    for points, facet in placed:
        tone = "deep" if look.is_dark and facet.tone in ("accent", "glow") else facet.tone
        pygame.draw.polygon(brush.surface, colors.facet_color(tone, facet.lit, look.side, look.dim), points)


# --- Marks around a model ---

_INK: Color = (8, 12, 24)
_glows = SurfaceCache(40, 4_000_000)


def base_rect(camera: Camera, base: Shape, pose: Pose) -> pygame.Rect:
    """Return the box around a base on the screen."""
    x0, x1, y0, y1 = base.extents(pose.heading % 360)
    left, top = camera.to_screen((pose.x + x0, pose.y + y1))
    return pygame.Rect(
        round(left),
        round(top),
        round((x1 - x0) * camera.pixels_per_inch) + 1,
        round((y1 - y0) * camera.pixels_per_inch) + 1,
    )


def base_outline(camera: Camera, base: Shape, pose: Pose, pixels: float) -> list[Point]:
    """Return the outline of a base, a number of pixels outside it."""
    return camera.polygon(base.grown(pixels / camera.pixels_per_inch).outline(pose, 32))


def draw_glow(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Draw a soft light under the base of the selected model."""
    reach = max(10, round(0.55 * camera.pixels_per_inch))
    half = round(base.reach * camera.pixels_per_inch) + 3 * reach
    key = (base, pose.heading % 360, round(camera.pixels_per_inch * 8), color)

    def build() -> pygame.Surface:
        share = 2 if half > 60 else 1
        small = 2 * half // share
        image = pygame.Surface((small, small), pygame.SRCALPHA)
        shape = base.grown(reach * 0.5 / camera.pixels_per_inch).outline(Pose(0.0, 0.0, pose.heading % 360), 24)
        k = camera.pixels_per_inch / share
        pygame.draw.polygon(image, (*color, 150), [(small / 2 + x * k, small / 2 - y * k) for x, y in shape])
        soft = pygame.transform.gaussian_blur(image.premul_alpha(), max(1, reach // share))
        return pygame.transform.smoothscale(soft, (2 * half, 2 * half))

    blit_centered(surface, _glows.get(key, build), camera.to_screen((pose.x, pose.y)))


def draw_selection(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Draw 4 arcs of a circle around the selected model."""
    center = camera.to_screen((pose.x, pose.y))
    radius = base.reach * camera.pixels_per_inch + 7
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


def draw_acted(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Draw a check at the corner of a base that is farthest to the upper right."""
    draw_check(surface, max(base_outline(camera, base, pose, 0), key=lambda point: point[0] - point[1]), color)


def draw_hover(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Draw a thin outline around the base under the pointer."""
    draw_polyline(
        surface, base_outline(camera, base, pose, 4), mix_colors(color, (255, 255, 255), 0.35), 2, closed=True
    )


def draw_brackets(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Draw brackets around a target: 4 corners, and a tick at each side. Its name may be above or below."""
    center = camera.to_screen((pose.x, pose.y))
    radius = base.reach * camera.pixels_per_inch + 6
    arm = max(5.0, radius * 0.34)
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = (center[0] + sx * radius * 0.86, center[1] + sy * radius * 0.86)
            ends = [(corner[0] - sx * arm, corner[1]), corner, (corner[0], corner[1] - sy * arm)]
            draw_polyline(surface, ends, color, 2)
        inner, outer = radius * 0.92, radius * 0.92 + arm * 0.8
        ends = [(center[0] + sx * inner, center[1]), (center[0] + sx * outer, center[1])]
        draw_polyline(surface, ends, color, 2)


_CHORD = 0.72
"""Fractions of a round base's radius: the distance of the band from the center, and its half width."""


def draw_former_owner(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, owner: int) -> None:
    """Draw a band across the stern of a captured model, with the color and bars of the side that owned it."""
    look, half, stern = SIDES[owner], base.width / 2, -base.length / 2
    if base.round:
        half, stern = half * _CHORD, stern * _CHORD
    depth = max(0.3, 6 / camera.pixels_per_inch)

    def at(x: float, y: float) -> Point:
        return camera.to_screen(pose.to_table(x, y))

    band = [at(-half, stern), at(half, stern), at(half, stern + depth), at(-half, stern + depth)]
    pygame.draw.polygon(surface, mix_colors(look.main, _INK, 0.45), band)
    draw_polyline(surface, band, look.main, 2, closed=True)
    for bar in range(look.chevrons):
        x = (bar - (look.chevrons - 1) / 2) * depth * 1.4
        ends = [at(x - depth / 2, stern + depth * 0.85), at(x + depth / 2, stern + depth * 0.15)]
        draw_polyline(surface, ends, look.light, 2)


# --- Ties between models ---
#
# The clamp of an escort has 2 plain bars in the color of its side. The clamp of an assailant has teeth and a warning
# color. So they also differ without color.

FINE = 20.0
"""Pixels per inch from which lines are bolder."""
_DARK: Color = (8, 12, 24)
_LIGHT: Color = (255, 255, 255)
_DOT = Shape.circle(0.01)


def draw_moved(layer: pygame.Surface, camera: Camera, model: Model, marker: Marker) -> None:
    """Draw the true base of a model whose marker had to move, and a line to the marker."""
    if marker.true is None:
        return
    color = mix_colors(SIDES[model.side].main, _DARK, 0.35)
    draw_polyline(layer, base_outline(camera, model.base, marker.true, 0), color, 1, closed=True)
    draw_line(layer, camera.to_screen(marker.true[:2]), camera.to_screen(marker.pose[:2]), color, 1)


def draw_ties(layer: pygame.Surface, camera: Camera, models: Sequence[Seen], markers: Mapping[str, Marker]) -> None:
    """Draw the clamps of the visible models, and lines in Formations whose members have markers of their own."""
    by_id = {model.id: (model, pose) for model, pose in models}
    for model, pose in models:
        if model.is_attached and model.host in by_id:
            _clamp(layer, camera, (model, pose), by_id[model.host])
    for leader, _ in models:
        if leader.formation == leader.id:
            apart = [member.id for member, _ in models if member.formation == leader.id and member is not leader]
            ends = [markers[member].pose for member in apart if not markers[member].leader]
            if ends:
                _formation(layer, camera, leader.side, markers[leader.id].pose, ends)


def _clamp(layer: pygame.Surface, camera: Camera, guest: Seen, ship: Seen) -> None:
    """Draw a clamp across the edge in contact: a bar on each side of it, with teeth for an assailant."""
    model = guest[0]
    edge = _edge(model.base, guest[1], ship[0].base, ship[1])
    color = mix_colors(WARN, _LIGHT, 0.1) if model.is_assaulting else mix_colors(SIDES[model.side].main, _LIGHT, 0.45)
    half, depth, width = (
        model.base.width * 0.3,
        max(0.16, 3.5 / camera.pixels_per_inch),
        2 if camera.pixels_per_inch < FINE else 3,
    )

    def at(across: float, along: float) -> Point:
        return camera.to_screen(edge.to_table(across, along))

    draw_line(layer, at(-half, 0), at(half, 0), _DARK, width + 2)
    draw_line(layer, at(-half, 0), at(half, 0), color, width - 1)
    for side in (-1, 1):
        ends = [at(side * half, -depth), at(side * half, depth)]
        if model.is_assaulting:
            ends.append(at(side * half * 0.4, depth * 0.3))
        draw_polyline(layer, ends, _DARK, width + 2)
        draw_polyline(layer, ends, color, width)


@lru_cache(maxsize=256)
def _edge(base: Shape, pose: Pose, ship: Shape, at: Pose) -> Pose:
    """Return the middle of the edge of a guest's base that is nearest to the ship, facing it."""
    edges = [pose.turned(angle).advanced(base.length / 2) for angle in range(0, 360, 60)]
    return min(edges, key=lambda edge: (round(distance(_DOT, edge, ship, at), 3), -edge.heading))


def _formation(layer: pygame.Surface, camera: Camera, side: int, leader: Pose, others: Sequence[Pose]) -> None:
    """Draw a line from the leader to each other member, and a dot at the leader."""
    color = mix_colors(SIDES[side].main, (255, 255, 255), 0.55)
    start, dot = camera.to_screen(leader[:2]), max(2.0, min(6.0, camera.pixels_per_inch * 0.12))
    for other in others:
        end = camera.to_screen(other[:2])
        draw_line(layer, start, end, _DARK, round(dot) + 2)
        draw_dashed_line(layer, [start, end], color, max(1, round(dot) // 2), 5, 3)
        pygame.draw.aacircle(layer, color, end, dot * 0.8)
    pygame.draw.aacircle(layer, _DARK, start, dot + 1.5)
    pygame.draw.aacircle(layer, color, start, dot)


# --- State tokens ---
#
# A token is a small pill with the letters of a state. Its outline tells its kind without color: notched for damage,
# pointed for what an enemy put on the model, round for its own crew, square for ties to other models.

HURT, MARKED, CREW, BOND = "notched", "pointed", "round", "square"
States = Mapping[str, type[ModelState]]
"""The states of a rulebook by name."""


DOTS, CODES, WORDS = range(3)
"""The detail of tokens: a dot, the letters of the state, or its name."""
WORD_ZOOM = 26.0
"""Unscaled pixels per inch from which tokens are words. They are letters from `NEAR` on."""
MAX_DOTS = 3


def detail_at(zoom: float) -> int:
    """Return the detail of tokens at a zoom."""
    unscaled = zoom / interface_scale()
    return DOTS if unscaled < NEAR else CODES if unscaled < WORD_ZOOM else WORDS


class NameToken(NamedTuple):
    """A token next to the name of a model."""

    short: str
    long: str
    color: Color
    shape: str = BOND
    state: str = ""
    """The name of the state, or "" for a tie that is none."""
    level: str = ""
    """The text of its level."""

    def text(self, detail: int) -> str:
        """Return nothing, letters, or words, as the detail of the picture allows."""
        if detail == DOTS:
            return ""
        return f"{self.long if detail == WORDS else self.short}{f' {self.level}' if self.level else ''}"


FORMATION, ABOARD = "Formation", "aboard"
"""Tokens that aren't states in the rules."""
_SHAPES = {effect.HURT: HURT, effect.MARKED: MARKED, effect.CREW: CREW, effect.BOND: BOND}
"""Outlines by the source of a state, in the order of the tokens."""
_COLORS = {effect.BAD: DANGER, effect.HARD: WARN, effect.GOOD: GOOD, effect.PLAIN: ACCENT}


def token(state: type[ModelState], level: int = 0) -> NameToken:
    """Return the token of a state."""
    sign = state.sign
    words, color = key_to_words(state.name).capitalize(), _COLORS[sign.tone]
    return NameToken(sign.letters, words, color, _SHAPES[sign.source], state.name, sign.level(level))


def tokens_of(model: Model, near: bool, states: States, aboard: int = 0) -> tuple[NameToken, ...]:
    """Return the tokens next to a model, ties first. `aboard` is the number of models aboard it.

    States that last until they are used are on the card only. States that `draw_ties` shows have no token from afar.
    """
    tokens = [NameToken(f"{aboard} IN", f"{aboard} {ABOARD}", GOOD)] if aboard else []
    tokens += [NameToken("FO", FORMATION, ACCENT)] if model.formation and near else []
    active = [state for state in states.values() if state.holds(model)] if model.states else []
    visible = [state for state in active if not state.sign.lasting and (near or not state.sign.tied)]
    visible.sort(key=lambda state: [*_SHAPES].index(state.sign.source))
    return (*tokens, *(token(state, state.level_of(model)) for state in visible))


def help_of(token: NameToken, states: States) -> tuple[str, str, str]:
    """Return the title, description, and citation of a token."""
    state = states.get(token.state)
    if state is not None:
        return token.text(WORDS), state.summary, state.place
    if not token.long.endswith(ABOARD):
        return FORMATION, "These squadrons activate, fly, and fight as one.", "v1.2.4 Traits > Formation"
    return token.long, "The number of squadrons embarked on the ship.", "v1.2.4 States > Embarked"


def token_size(token: NameToken, detail: int) -> tuple[int, int]:
    """Return the size of a token in pixels."""
    if detail == DOTS:
        return px(10), px(7)
    width, height = text_size(token.text(detail), "tiny")
    return width + px(11 if token.shape in (MARKED, HURT) else 8), height + px(2)


def draw_token(surface: pygame.Surface, rect: pygame.Rect, token: NameToken, detail: int) -> None:
    """Draw a token into its rectangle."""
    fill, edge = mix_colors(WELL, token.color, 0.34 if detail else 0.8), mix_colors(WELL, token.color, 0.8)
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        points = [(x * over, y * over) for x, y in _outline(token.shape, width, height)]
        pygame.draw.polygon(big, fill, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, edge, points[index - 1], point, over)

    blit_premultiplied(
        surface, supersampled(("token", token.shape, fill, width, height), rect.size, draw), rect.topleft
    )
    if text := token.text(detail):
        ink = mix_colors(token.color, TEXT, 0.55)
        draw_text(surface, rect.center, text, "tiny", ink, anchor="center", shadow=False)


def _outline(shape: str, width: int, height: int) -> Sequence[tuple[float, float]]:
    """Return the corners of a pill in its box."""
    w, h, m = width - 1.0, height - 1.0, (height - 1.0) / 2
    cut = m * 0.75
    if shape == MARKED:
        return (cut, 0), (w - cut, 0), (w, m), (w - cut, h), (cut, h), (0, m)
    if shape == HURT:
        return (0, 0), (w, 0), (w - cut, m), (w, h), (0, h), (cut, m)
    if shape == CREW:
        r = m * 0.55
        return (r, 0), (w - r, 0), (w, r), (w, h - r), (w - r, h), (r, h), (0, h - r), (0, r)
    return (0, 0), (w, 0), (w, h), (0, h)
