"""Models, their marks, ties and tokens, drawn."""

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
from jovian.ui.board.camera import Camera
from jovian.ui.board.camera import Point as CameraPoint
from jovian.ui.board.colors import blit_enlarged, dashes, draw_dashed_line, line, polyline
from jovian.ui.kit.draw import stamp, supersampled
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size, trimmed
from jovian.ui.kit.theme import ACCENT, DANGER, GOOD, SIDES, TEXT, WARN, WELL, Color, mix_colors, px

# --- sprites ---
# Pictures of models: base, arc marks, bow chevron and a faceted silhouette, at any zoom and heading.
#
# Each is drawn four times too large (less when that would be huge), premultiplied, shrunk smoothly and remembered.
# Blit them with BLEND_PREMULTIPLIED.

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


class SpriteKey(NamedTuple):
    """Everything that decides what a model looks like, its zoom and heading apart."""

    image: str
    fallback: str
    base: Shape
    side: int
    dim: bool = False


def look_of(model: Model) -> SpriteKey:
    """The look of a model now."""
    card = model.card
    shape = OBJECT if card.kind == OBJECT else "station" if card.base.shape == "circle" else "capital"
    fallback = card.squadron_type or shape
    return SpriteKey(card.image, fallback, model.base, model.side, model.activated)


def draw_sprite(
    surface: pygame.Surface, look: SpriteKey, ppi: float, heading: int, center: Point, alpha: int = 255
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


def sprite(look: SpriteKey, ppi: float, heading: int, alpha: int = 255) -> pygame.Surface:
    """The picture, as far as there is anything on it; the middle of the whole is the middle of the base."""
    bucket = max(1, round(ppi * _BUCKET))
    key = (look.image, look.fallback, look.base, look.side, look.dim, bucket, heading % 360)
    image = sprites.get(key, lambda: _build(look, bucket / _BUCKET, heading))
    if alpha >= 255:
        return image
    level = round(alpha / 32) * 32
    return sprites.get((*key, level), lambda: _faded(image, level))


def make_sprite(look: SpriteKey, ppi: float, heading: int) -> bool:
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


def _build(look: SpriteKey, ppi: float, heading: int) -> pygame.Surface:
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


def _base(brush: _Brush, look: SpriteKey) -> None:
    corners = brush.many(look.base.filled(0))
    pygame.draw.polygon(brush.surface, colors.plate(look.side, look.dim), corners)
    if SIDES[look.side].hatched:
        _hatch(brush, look, corners)
    line = colors.frame(look.side, look.dim)
    _arc_marks(brush, look)
    width = 1.5 * brush.pixel if brush.k / brush.pixel < 24 else 2.0 * brush.pixel
    if look.fallback == "drone" or not SIDES[look.side].chevrons:
        for p, q in dashes([*corners, corners[0]], 5 * brush.pixel, 3.5 * brush.pixel):
            brush.lines(line, [p, q], width, closed=False)
    else:
        brush.lines(line, corners, width)
    _chevrons(brush, look)


def _hatch(brush: _Brush, look: SpriteKey, corners: list[Point]) -> None:
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


def _arc_marks(brush: _Brush, look: SpriteKey) -> None:
    """Ticks where the four arcs meet the edge of the base (R15)."""
    half_w, half_l = look.base.width / 2, look.base.length / 2
    reach = min(half_w, half_l)
    color = colors.frame(look.side, True)
    for sx in (-1, 1):
        for sy in (-1, 1):
            inner, outer = brush.at(sx * reach * 0.78, sy * reach * 0.78), brush.at(sx * reach, sy * reach)
            if not look.base.round and look.base.points and len(look.base.points) == 4:
                pygame.draw.line(brush.surface, color, inner, outer, max(1, round(1.2 * brush.pixel)))


def _chevrons(brush: _Brush, look: SpriteKey) -> None:
    """One arrowhead before the bow for side 0, two for side 1, none for what is nobody's."""
    if not SIDES[look.side].chevrons:
        return
    color = colors.frame(look.side, look.dim)
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
    """The silhouette about a point, so many inches from its middle to its bow."""
    placed = [(brush.many([(x + px * half, y + py * half) for px, py in f.points]), f) for f in facets]
    edge = colors.outline(look.side)
    rim = min(2.2 * brush.pixel, max(0.9 * brush.pixel, half * brush.k * 0.045))
    for points, facet in placed:
        if facet.tone != "glow":
            brush.lines(edge, points, rim)
    for points, facet in placed:
        pygame.draw.polygon(brush.surface, colors.paint(facet.tone, facet.lit, look.side, look.dim), points)


# --- marks ---
# Marks around a model: glow under the selection, ring under the pointer, brackets on a target, a stripe on a prize.

_INK: Color = (8, 12, 24)
_glows = SurfaceCache(40, 4_000_000)


def base_rect(camera: Camera, base: Shape, pose: Pose) -> pygame.Rect:
    """The box around a base on the screen."""
    x0, x1, y0, y1 = base.extents(pose.heading % 360)
    left, top = camera.to_screen((pose.x + x0, pose.y + y1))
    return pygame.Rect(
        round(left),
        round(top),
        round((x1 - x0) * camera.pixels_per_inch) + 1,
        round((y1 - y0) * camera.pixels_per_inch) + 1,
    )


def around(camera: Camera, base: Shape, pose: Pose, pixels: float) -> list[CameraPoint]:
    """The outline of a base, so many pixels outside it."""
    return camera.polygon(base.grown(pixels / camera.pixels_per_inch).outline(pose, 32))


def draw_glow(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """A soft light under a base: the selection, and nothing else."""
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
    """Four arcs of a circle around the selected model."""
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


def draw_hover(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """A thin outline around the base under the pointer."""
    polyline(surface, around(camera, base, pose, 4), mix_colors(color, (255, 255, 255), 0.35), 2, closed=True)


def draw_brackets(surface: pygame.Surface, camera: Camera, base: Shape, pose: Pose, color: Color) -> None:
    """Four corners and four ticks: a target."""
    center = camera.to_screen((pose.x, pose.y))
    radius = base.reach * camera.pixels_per_inch + 6
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
    deep = max(0.3, 6 / camera.pixels_per_inch)

    def at(x: float, y: float) -> CameraPoint:
        return camera.to_screen(pose.to_table(x, y))

    band = [at(-half, stern), at(half, stern), at(half, stern + deep), at(-half, stern + deep)]
    pygame.draw.polygon(surface, mix_colors(look.main, _INK, 0.45), band)
    polyline(surface, band, look.main, 2, closed=True)
    for bar in range(look.chevrons):
        x = (bar - (look.chevrons - 1) / 2) * deep * 1.4
        ends = [at(x - deep / 2, stern + deep * 0.85), at(x + deep / 2, stern + deep * 0.15)]
        polyline(surface, ends, look.light, 2)


# --- ties ---
# What holds models together: a clamp between an escort or assailant and its ship, a line through a formation.
#
# An escort's clamp is two plain bars in the color of its side, an assailant's has teeth and the color of a warning,
# so that they differ without color too.

Seen = tuple[Model, Pose]
FINE = 20.0
"""Pixels an inch from which lines are bolder."""
_DARK: Color = (8, 12, 24)
_LIGHT: Color = (255, 255, 255)
_DOT = Shape.circle(0.01)


def draw_ties(layer: pygame.Surface, camera: Camera, seen: Sequence[Seen]) -> None:
    """Every clamp and every line of the models in sight."""
    by_id = {model.id: (model, pose) for model, pose in seen}
    for model, pose in seen:
        if model.is_attached and model.host in by_id:
            _clamp(layer, camera, (model, pose), by_id[model.host])
    for leader in [each for each in seen if each[0].formation == each[0].id]:
        _formation(layer, camera, leader, by_id)


def _clamp(layer: pygame.Surface, camera: Camera, guest: Seen, ship: Seen) -> None:
    """Across the edge in contact: a bar on each side of it, joined; with teeth for an assailant."""
    model = guest[0]
    edge = _edge(model.base, guest[1], ship[0].base, ship[1])
    color = mix_colors(WARN, _LIGHT, 0.1) if model.assaulting else mix_colors(SIDES[model.side].main, _LIGHT, 0.45)
    half, deep, wide = (
        model.base.width * 0.3,
        max(0.16, 3.5 / camera.pixels_per_inch),
        2 if camera.pixels_per_inch < FINE else 3,
    )

    def at(across: float, along: float) -> CameraPoint:
        return camera.to_screen(edge.to_table(across, along))

    line(layer, at(-half, 0), at(half, 0), _DARK, wide + 2)
    line(layer, at(-half, 0), at(half, 0), color, wide - 1)
    for side in (-1, 1):
        ends = [at(side * half, -deep), at(side * half, deep)]
        if model.assaulting:
            ends.append(at(side * half * 0.4, deep * 0.3))
        polyline(layer, ends, _DARK, wide + 2)
        polyline(layer, ends, color, wide)


@lru_cache(maxsize=256)
def _edge(base: Shape, pose: Pose, ship: Shape, at: Pose) -> Pose:
    """The middle of the edge of a guest's base that is nearest to the ship, facing it."""
    turned = [pose.turned(side) for side in range(0, 360, 60)]
    edges = [each.advanced(base.length / 2) for each in turned]
    return min(edges, key=lambda each: (round(distance(_DOT, each, ship, at), 3), -each.heading))


def _formation(layer: pygame.Surface, camera: Camera, leader: Seen, by_id: Mapping[str, Seen]) -> None:
    """From the leader to each of the others, with a dot at the leader."""
    model, pose = leader
    color = mix_colors(SIDES[model.side].main, (255, 255, 255), 0.55)
    start, dot = camera.to_screen((pose.x, pose.y)), max(2.0, min(6.0, camera.pixels_per_inch * 0.12))
    for other, at in by_id.values():
        if other.formation == model.id and other.id != model.id:
            end = camera.to_screen((at.x, at.y))
            line(layer, start, end, _DARK, round(dot) + 2)
            draw_dashed_line(layer, [start, end], color, max(1, round(dot) // 2), 5, 3)
            pygame.draw.aacircle(layer, color, end, dot * 0.8)
    pygame.draw.aacircle(layer, _DARK, start, dot + 1.5)
    pygame.draw.aacircle(layer, color, start, dot)


# --- tokens ---
# Tokens of states: a small pill beside a model, with letters and an outline of its own kind, and the help for it.
#
# The outline tells the kind without color: notched for what hurts, pointed for what an enemy put on it, round for
# what its own crew does, square for bonds with others.

HURT, MARKED, CREW, BOND = "notched", "pointed", "round", "square"
States = Mapping[str, type[ModelState]]
"""The states that a rulebook knows, by name."""


class Token(NamedTuple):
    """How a state is written at a model."""

    short: str
    long: str
    color: Color
    shape: str = BOND
    state: str = ""
    """The state, "" for a bond that is none."""
    level: str = ""
    """What is written of its value."""

    def text(self, near: bool) -> str:
        """Letters from afar, words from near."""
        return f"{self.long if near else self.short}{f' {self.level}' if self.level else ''}"


FORMATION, ABOARD = "FORMATION", "ABOARD"
"""What is no state of the rules and has a token."""
_SHAPES = {effect.HURT: HURT, effect.MARKED: MARKED, effect.CREW: CREW, effect.BOND: BOND}
"""Outlines by where a state comes from, in the order in which they stand."""
_COLORS = {effect.BAD: DANGER, effect.HARD: WARN, effect.GOOD: GOOD, effect.PLAIN: ACCENT}


def token(state: type[ModelState], level: int = 0) -> Token:
    """The token of a state."""
    sign = state.sign
    words, color = key_to_words(state.name).upper(), _COLORS[sign.tone]
    return Token(sign.letters, words, color, _SHAPES[sign.source], state.name, sign.level(level))


def tokens_of(model: Model, near: bool, states: States, aboard: int = 0) -> tuple[Token, ...]:
    """The tokens beside a model in one of the rulebook's states, bonds first; `aboard` is the number aboard it.

    What lasts until it is used stands on the card alone; what its ties show (`ties`) has no token from afar.
    """
    found = [Token(f"{aboard} IN", f"{aboard} {ABOARD}", GOOD)] if aboard else []
    found += [Token("FO", FORMATION, ACCENT)] if model.formation and near else []
    known = [each for each in states.values() if each.holds(model)] if model.states else []
    shown = [each for each in known if not each.sign.lasting and (near or not each.sign.tied)]
    shown.sort(key=lambda each: [*_SHAPES].index(each.sign.source))
    return (*found, *(token(each, each.level_of(model)) for each in shown))


def help_of(each: Token, states: States) -> tuple[str, str, str]:
    """Heading, sentence and place in the book of a token."""
    effect = states.get(each.state)
    if effect is not None:
        return each.text(True).capitalize(), effect.summary, effect.place
    if not each.long.endswith(ABOARD):
        return FORMATION.capitalize(), "These squadrons activate, fly and fight as one.", "v1.2.4 Traits > Formation"
    return each.long.capitalize(), "So many squadrons are embarked on the ship.", "v1.2.4 States > Embarked"


def token_size(each: Token, near: bool) -> tuple[int, int]:
    """Pixels of its pill."""
    width, height = text_size(each.text(near), "tiny")
    return width + px(11 if each.shape in (MARKED, HURT) else 8), height + px(2)


def draw_token(surface: pygame.Surface, rect: pygame.Rect, each: Token, near: bool) -> None:
    """Draw it in its rectangle."""
    fill, edge = mix_colors(WELL, each.color, 0.34), mix_colors(WELL, each.color, 0.8)
    width, height = rect.size

    def draw(big: pygame.Surface, over: int) -> None:
        points = [(x * over, y * over) for x, y in _outline(each.shape, width, height)]
        pygame.draw.polygon(big, fill, points)
        for index, point in enumerate(points):
            pygame.draw.line(big, edge, points[index - 1], point, over)

    stamp(surface, supersampled(("token", each.shape, fill, width, height), rect.size, draw), rect.topleft)
    draw_text(
        surface, rect.center, each.text(near), "tiny", mix_colors(each.color, TEXT, 0.55), anchor="center", shadow=False
    )


def _outline(shape: str, width: int, height: int) -> Sequence[tuple[float, float]]:
    """The corners of a pill in its box."""
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
