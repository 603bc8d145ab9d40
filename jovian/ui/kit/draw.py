"""Drawn parts of the interface: boxes, pills, bars, tracks, ratings, arc rosettes, and dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, radians, sin

import pygame

from jovian.dice.looks import (
    BLOCK,
    BLOCK_SET,
    CUT,
    DROPPED,
    MACRO_MINUS,
    MACRO_PLUS,
    MACROS,
    PIP_RADIUS,
    PIPS,
    PLAIN,
    ROUNDING,
    SET,
)  # fmt: skip
from jovian.frozen import frozen
from jovian.ui.kit.fonts import SurfaceCache, draw_text, text_size
from jovian.ui.kit.theme import (
    ACCENT,
    DANGER,
    EDGE,
    EDGE_HIGH,
    GOOD,
    HIGH_CONTRAST,
    PANEL,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    Color,
    health,
    mix_colors,
    px,
)

# --- Boxes ---
#
# The corners of a box are drawn four times too large, shrunk, and cached as a patch of nine parts.

OVERSIZE = 4
TRANSLUCENT = 200
"""The alpha up to which a box stays translucent with high contrast: shadows and shades."""
_boxes = SurfaceCache(600, 10_000_000)


@lru_cache(maxsize=256)
def _mask(radius: int, inset: int) -> pygame.Surface:
    """Return a small white rounded square with soft corners. `inset` cuts a hole that leaves a ring of that width."""
    side = 2 * radius + 2
    big = pygame.Surface((side * OVERSIZE, side * OVERSIZE), pygame.SRCALPHA)
    rect = big.get_rect()
    pygame.draw.rect(big, (255, 255, 255, 255), rect, border_radius=radius * OVERSIZE)
    if inset:
        inner = rect.inflate(-2 * inset * OVERSIZE, -2 * inset * OVERSIZE)
        pygame.draw.rect(big, (0, 0, 0, 0), inner, border_radius=max(0, radius - inset) * OVERSIZE)
    small = pygame.transform.smoothscale(big.premul_alpha(), (side, side))
    solid = pygame.Surface((side, side), pygame.SRCALPHA)
    solid.fill((255, 255, 255, 0))
    solid.blit(small, (0, 0), special_flags=pygame.BLEND_RGBA_MAX)
    return solid


def _stretched(mask: pygame.Surface, size: tuple[int, int], radius: int) -> pygame.Surface:
    """Return a mask or a box with its middle rows and columns stretched to a size. `radius` is that of its corners.

    If it has that height, only columns are stretched.
    """
    width, height = size
    out = pygame.Surface(size, pygame.SRCALPHA)
    r, side = radius, mask.get_width()
    columns = ((0, r, 0, r), (r, 2, r, width - 2 * r), (side - r, r, width - r, r))
    rows = ((0, r, 0, r), (r, 2, r, height - 2 * r), (side - r, r, height - r, r))
    for sx, sw, dx, dw in columns:
        for sy, sh, dy, dh in rows if mask.get_height() != height else ((0, height, 0, height),):
            if min(sw, sh, dw, dh) > 0:
                part, place = mask.subsurface((sx, sy, sw, sh)), out.subsurface((dx, dy, dw, dh))
                pygame.transform.scale(part, (dw, dh), place)
    return out


def _filling(size: tuple[int, int], top: Color, bottom: Color, alpha: int) -> pygame.Surface:
    if top == bottom:
        flat = pygame.Surface(size, pygame.SRCALPHA)
        flat.fill((*top, alpha))
        return flat
    ramp = pygame.Surface((1, 2), pygame.SRCALPHA)
    ramp.set_at((0, 0), (*top, alpha))
    ramp.set_at((0, 1), (*bottom, alpha))
    return pygame.transform.smoothscale(ramp, size)


def _box(
    size: tuple[int, int], radius: int, top: Color, bottom: Color, alpha: int, border: Color | None, width: int
) -> pygame.Surface:
    corner = max(radius, width) + 1
    small = (2 * corner + 2, 2 * corner + 2 if top == bottom else size[1])
    if size[0] > small[0] and (size[1] > small[1] or top != bottom):  # A large box is a small one, stretched.
        return _stretched(_box(small, radius, top, bottom, alpha, border, width), size, corner)
    radius = min(radius, size[0] // 2, size[1] // 2)
    image = _filling(size, top, bottom, alpha)
    image.blit(_stretched(_mask(radius, 0), size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    if border is not None:
        ring = _filling(size, border, border, 255)
        ring.blit(_stretched(_mask(radius, width), size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        image.blit(ring, (0, 0))
    return image


def draw_box(
    surface: pygame.Surface, rect: pygame.Rect, fill: Color, *, radius: int = 6, border: Color | None = None,
    width: int = 1, alpha: int = 255, bottom: Color | None = None,
) -> None:  # fmt: skip
    """Draw a rounded box. With `bottom`, its fill runs from one color at the top to the other."""
    if rect.width < 2 or rect.height < 2:
        return
    size = (rect.width, rect.height)
    if HIGH_CONTRAST and alpha > TRANSLUCENT:
        alpha = 255
    key = (size, radius, fill, bottom, alpha, border, width)
    image = _boxes.get(key, lambda: _box(size, radius, fill, bottom or fill, alpha, border, width))
    surface.blit(image, rect)


def draw_focus_glow(
    surface: pygame.Surface, rect: pygame.Rect, color: Color, reach: int = 10, strength: int = 90
) -> None:
    """Draw a soft light around a rectangle."""
    size = (rect.width + 4 * reach, rect.height + 4 * reach)

    def build() -> pygame.Surface:
        image = pygame.Surface(size, pygame.SRCALPHA)
        inner = pygame.Rect(2 * reach, 2 * reach, rect.width, rect.height)
        pygame.draw.rect(image, (*color, strength), inner.inflate(reach, reach), border_radius=reach)
        return pygame.transform.gaussian_blur(image.premul_alpha(), reach)

    image = _boxes.get(("glow", size, color, reach, strength), build)
    surface.blit(image, (rect.x - 2 * reach, rect.y - 2 * reach), special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_focus_ring(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a ring around the widget that the keyboard is on. It is inside what may be drawn on."""
    ring = rect.inflate(px(8), px(8)).clip(surface.get_clip())
    pygame.draw.rect(surface, TEXT, ring, max(2, px(2)), border_radius=px(7))


# --- Parts of panels ---

Point = tuple[float, float]
_drawings = SurfaceCache(500, 4_000_000)


def supersampled(
    key: object, size: tuple[int, int], draw: Callable[[pygame.Surface, int], None], oversize: int = 4
) -> pygame.Surface:
    """Return a cached premultiplied drawing. `draw` gets a surface `oversize` times too large."""

    def build() -> pygame.Surface:
        big = pygame.Surface((size[0] * oversize, size[1] * oversize), pygame.SRCALPHA)
        draw(big, oversize)
        return pygame.transform.smoothscale(big.premul_alpha(), size)

    return _drawings.get((key, size), build)


def blit_premultiplied(surface: pygame.Surface, image: pygame.Surface, pos: Point) -> None:
    """Blit a premultiplied drawing."""
    surface.blit(image, (round(pos[0]), round(pos[1])), special_flags=pygame.BLEND_PREMULTIPLIED)


def draw_panel(surface: pygame.Surface, rect: pygame.Rect, title: str = "") -> pygame.Rect:
    """Draw a panel with an optional heading. Return the area for its contents."""
    draw_box(surface, rect, PANEL, bottom=mix_colors(PANEL, (0, 0, 0), 0.18), radius=px(8), border=EDGE)
    inner = rect.inflate(-px(24), -px(20))
    if title:
        area = draw_text(surface, inner.topleft, title, "caps", TEXT_SOFT)
        inner.height -= area.height + px(6)
        inner.top = area.bottom + px(6)
    return inner


def pill_size(text: str, role: str = "pill") -> tuple[int, int]:
    """Return the size of a pill with a text."""
    width, height = text_size(text, role)
    return width + px(14), height + px(6)


def draw_pill(
    surface: pygame.Surface, pos: Point, text: str, color: Color = ACCENT, *, anchor: str = "center",
    role: str = "pill", solid: bool = False,
) -> pygame.Rect:  # fmt: skip
    """Draw a short text in a rounded box with its `anchor` at `pos`, and return the box."""
    rect = pygame.Rect((0, 0), pill_size(text, role))
    setattr(rect, anchor, (round(pos[0]), round(pos[1])))
    fill = mix_colors(WELL, color, 0.62 if solid else 0.2)
    draw_box(surface, rect, fill, radius=rect.height // 2 if solid else px(6), border=mix_colors(WELL, color, 0.75))
    draw_text(surface, rect.center, text, role, TEXT if solid else mix_colors(color, TEXT, 0.45), anchor="center")
    return rect


def key_cap_width(key: str) -> int:
    """Return the width of a key cap in pixels."""
    return max(px(20), text_size(key, "tiny")[0] + px(10))


def draw_key_cap(
    surface: pygame.Surface, pos: Point, key: str, ink: Color, fill: Color, *, anchor: str = "midright"
) -> pygame.Rect:
    """Draw the cap of a key on a button of that color with its `anchor` at `pos`, and return the box."""
    rect = pygame.Rect(0, 0, key_cap_width(key), px(20))
    setattr(rect, anchor, (round(pos[0]), round(pos[1])))
    draw_box(surface, rect, mix_colors(fill, WELL, 0.5), radius=px(4), border=mix_colors(fill, ink, 0.45))
    draw_text(surface, rect.center, key, "tiny", ink, anchor="center")
    return rect


def draw_segments(
    surface: pygame.Surface, rect: pygame.Rect, count: int, filled: int, full: Color, empty: Color
) -> None:
    """Draw a bar of equal segments, the first ones filled."""
    for index in range(count):
        left, right = rect.left + rect.width * index // count, rect.left + rect.width * (index + 1) // count
        gap = 1 if right - left < 8 else 2
        color = full if index < filled else empty
        surface.fill(color, (left, rect.top, max(1, right - left - (gap if index < count - 1 else 0)), rect.height))


def draw_bar(surface: pygame.Surface, rect: pygame.Rect, share: float, color: Color | None = None) -> None:
    """Draw a solid bar, filled from the left."""
    share = min(1.0, max(0.0, share))
    radius = rect.height // 2
    draw_box(surface, rect, mix_colors(WELL, EDGE, 0.6), radius=radius)
    if share > 0:
        filled = pygame.Rect(rect.left, rect.top, max(rect.height, round(rect.width * share)), rect.height)
        draw_box(surface, filled, color or health(share), radius=radius)


def draw_track(
    surface: pygame.Surface, rect: pygame.Rect, values: Sequence[str], marked: int, color: Color, gap: int = 4
) -> list[pygame.Rect]:
    """Draw a track as on a card: one box per value, the first `marked` of them struck through. Return their places."""
    count = len(values)
    placed: list[pygame.Rect] = []
    for index, value in enumerate(values):
        left = rect.left + round(index * (rect.width + gap) / count)
        right = rect.left + round((index + 1) * (rect.width + gap) / count) - gap
        box = pygame.Rect(left, rect.top, max(2, right - left), rect.height)
        placed.append(box)
        if index < marked:
            draw_box(surface, box, WELL, radius=px(4), border=EDGE)
            pygame.draw.aaline(surface, mix_colors(color, WELL, 0.35), box.bottomleft, box.topright, 2)
        else:
            draw_box(
                surface,
                box,
                mix_colors(color, (255, 255, 255), 0.18),
                bottom=mix_colors(color, WELL, 0.25),
                radius=px(4),
            )
        if value and box.width >= text_size(value, "small")[0] + 2:
            ink = TEXT_FAINT if index < marked else WELL
            draw_text(surface, box.center, value, "pill", ink, anchor="center", shadow=False)
    return placed


def draw_rating(
    surface: pygame.Surface, rect: pygame.Rect, value: str, label: str, color: Color, became: str = ""
) -> None:
    """Draw a rating: a large number over a colored label, and next to the number its current value."""
    draw_box(surface, rect, WELL, radius=px(6), border=mix_colors(WELL, color, 0.45))
    strip = pygame.Rect(rect.left + 1, rect.bottom - px(18), rect.width - 2, px(18) - 1)
    draw_box(surface, strip, mix_colors(WELL, color, 0.28), radius=px(5))
    y, role = rect.top + (rect.height - px(18)) // 2 + 1, "value"
    small_role, gap = "small", px(4)
    if text_size(value, role)[0] + (text_size(became, small_role)[0] + gap if became else 0) > rect.width - 4:
        role, small_role, gap = "strong", "tiny", px(2)
    if became:
        value_width = text_size(value, role)[0] + gap
        left = max(rect.left + 2, rect.centerx - (value_width + text_size(became, small_role)[0]) // 2)
        draw_text(surface, (left, y), value, role, anchor="midleft")
        pos, max_width = (left + value_width, y + px(1)), rect.right - left - value_width - 1
        draw_text(surface, pos, became, small_role, mix_colors(color, TEXT, 0.35), anchor="midleft", width=max_width)
    else:
        draw_text(surface, (rect.centerx, y), value, role, anchor="center")
    ink = mix_colors(color, TEXT, 0.35)
    draw_text(surface, strip.center, label, "tiny", ink, anchor="center", width=strip.width - 2)


def draw_side_badge(surface: pygame.Surface, center: Point, side_color: Color, hatched: bool, radius: int = 6) -> None:
    """Draw the mark of a side before its name: a disk for side 0, a hatched diamond for side 1."""
    extent = 2 * radius + 2

    def draw(big: pygame.Surface, k: int) -> None:
        middle = extent * k / 2
        r = radius * k
        if not hatched:
            pygame.draw.circle(big, side_color, (middle, middle), r)
            return
        diamond = [(middle, middle - r), (middle + r, middle), (middle, middle + r), (middle - r, middle)]
        pygame.draw.polygon(big, side_color, diamond)
        for offset in (-0.45, 0.25):
            start = (middle + offset * r - r, middle + r)
            pygame.draw.line(big, mix_colors(side_color, (0, 0, 0), 0.55), start, (start[0] + 2 * r, middle - r), k + 1)

    image = supersampled(("badge", side_color, hatched), (extent, extent), draw)
    blit_premultiplied(surface, image, (center[0] - extent / 2, center[1] - extent / 2))


def draw_check(surface: pygame.Surface, center: Point, color: Color) -> None:
    """Draw the mark of a model that has acted."""
    extent = 2 * px(6) + 2

    def draw(big: pygame.Surface, k: int) -> None:
        middle, size = extent * k / 2, px(3) * k
        pygame.draw.circle(big, color, (middle, middle), px(6) * k)
        pygame.draw.circle(big, WELL, (middle, middle), px(6) * k - 1.2 * k)
        points = ((-1.0, 0.0), (-0.25, 0.7), (1.0, -0.7))
        pygame.draw.lines(big, TEXT, False, [(middle + x * size, middle + y * size) for x, y in points], round(1.7 * k))

    image = supersampled(("check", color), (extent, extent), draw)
    blit_premultiplied(surface, image, (center[0] - extent / 2, center[1] - extent / 2))


def draw_rule(surface: pygame.Surface, left: int, right: int, y: int, color: Color = EDGE_HIGH) -> None:
    """Draw a thin horizontal line."""
    surface.fill(color, (left, y, right - left, 1))


# --- Arc rosette ---

_MIDDLES = {"fore": 0, "starboard": 90, "aft": 180, "port": 270}


def _sector(center: float, radius: float, start: float, end: float) -> list[Point]:
    points: list[Point] = [(center, center)]
    steps = 14
    for step in range(steps + 1):
        angle = radians(start + (end - start) * step / steps)
        points.append((center + radius * sin(angle), center - radius * cos(angle)))
    return points


def draw_arc_rosette(
    surface: pygame.Surface, center: Point, arcs: Iterable[str], radius: int = 11, color: Color = ACCENT
) -> None:
    """Draw a small compass with the sectors of some arcs lit. `turret` lights all, `spinal` a narrow strip ahead."""
    lit = tuple(sorted(arcs))
    extent = 2 * radius + 2

    def draw(big: pygame.Surface, k: int) -> None:
        middle, r = extent * k / 2, radius * k
        pygame.draw.circle(big, mix_colors(WELL, EDGE, 0.7), (middle, middle), r)
        for name, angle in _MIDDLES.items():
            if name in lit or "turret" in lit:
                pygame.draw.polygon(big, color, _sector(middle, r, angle - 45, angle + 45))
        for angle in (45, 135, 225, 315):
            tip = (middle + r * sin(radians(angle)), middle - r * cos(radians(angle)))
            pygame.draw.line(big, WELL, (middle, middle), tip, k + k // 2)
        if "spinal" in lit:
            strip = pygame.Rect(0, 0, r * 0.5, r)
            strip.midbottom = (round(middle), round(middle))
            pygame.draw.rect(big, color, strip)
        pygame.draw.circle(big, WELL, (middle, middle), r * 0.36)
        pygame.draw.circle(big, mix_colors(WELL, color, 0.6), (middle, middle), r * 0.18)

    image = supersampled(("rosette", lit, radius, color), (extent, extent), draw)
    blit_premultiplied(surface, image, (center[0] - extent / 2, center[1] - extent / 2))


# --- Dice ---


@frozen
class _Look:
    fill: Color
    edge: Color
    pip: Color


_STYLES = {
    PLAIN: _Look(mix_colors(WELL, EDGE_HIGH, 0.25), EDGE_HIGH, TEXT_SOFT),
    SET: _Look(mix_colors(WELL, GOOD, 0.3), GOOD, TEXT),
    DROPPED: _Look(WELL, mix_colors(WELL, EDGE_HIGH, 0.6), TEXT_FAINT),
    BLOCK: _Look(mix_colors(WELL, ACCENT, 0.1), mix_colors(WELL, ACCENT, 0.5), TEXT_SOFT),
    BLOCK_SET: _Look(mix_colors(WELL, ACCENT, 0.4), ACCENT, TEXT),
    MACRO_PLUS: _Look(mix_colors(WELL, ACCENT, 0.3), ACCENT, TEXT),
    MACRO_MINUS: _Look(mix_colors(WELL, DANGER, 0.3), DANGER, TEXT),
}


def _body(big: pygame.Surface, color: Color, margin: float, side: float, cut: bool) -> None:
    far = side - margin
    if not cut:
        rect = pygame.Rect(round(margin), round(margin), round(far - margin), round(far - margin))
        pygame.draw.rect(big, color, rect, border_radius=round(side * ROUNDING))
        return
    c = side * CUT
    pygame.draw.polygon(
        big, color,
        [(margin + c, margin), (far - c, margin), (far, margin + c), (far, far - c),
         (far - c, far), (margin + c, far), (margin, far - c), (margin, margin + c)],
    )  # fmt: skip


def _sign(big: pygame.Surface, look: str, color: Color, side: float) -> None:
    center, arm, thick = (side * 0.86, side * 0.14), side * 0.13, max(2, round(side * 0.075))
    pygame.draw.circle(big, WELL, center, side * 0.17)
    pygame.draw.line(big, color, (center[0] - arm, center[1]), (center[0] + arm, center[1]), thick)
    if look == MACRO_PLUS:
        pygame.draw.line(big, color, (center[0], center[1] - arm), (center[0], center[1] + arm), thick)


def draw_die(surface: pygame.Surface, pos: Point, value: int, look: str = PLAIN, size: int = 18) -> pygame.Rect:
    """Draw one die with its top left corner at `pos`, and return its box."""
    style = _STYLES[look]
    macro = look in MACROS

    def draw(big: pygame.Surface, k: int) -> None:
        side = float(size * k)
        _body(big, style.edge, 0.0, side, macro)
        _body(big, style.fill, 1.3 * k, side, macro)
        for x, y in PIPS[value]:
            pygame.draw.circle(big, style.pip, (x * side, y * side), side * PIP_RADIUS)
        if look == DROPPED:
            pygame.draw.line(big, TEXT_FAINT, (side * 0.1, side * 0.9), (side * 0.9, side * 0.1), round(1.4 * k))
        if macro:
            _sign(big, look, style.edge, side)

    blit_premultiplied(surface, supersampled(("die", value, look), (size, size), draw), pos)
    return pygame.Rect(round(pos[0]), round(pos[1]), size, size)


def draw_dice(
    surface: pygame.Surface, pos: Point, dice: Sequence[tuple[int, str]], size: int = 18, gap: int = 4
) -> pygame.Rect:
    """Draw dice `(value, look)` in a row, and return their box."""
    x = round(pos[0])
    for value, look in dice:
        draw_die(surface, (x, pos[1]), value, look, size)
        x += size + gap
    return pygame.Rect(round(pos[0]), round(pos[1]), max(0, x - gap - round(pos[0])), size)
