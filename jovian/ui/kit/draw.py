"""Drawn parts of the interface: panels, pills, bars, boxes, phase steps, icons. Plain functions on a surface."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from jovian.ui.kit.boxes import box
from jovian.ui.kit.cache import SurfaceCache
from jovian.ui.kit.fonts import draw_text, measure
from jovian.ui.kit.theme import (
    ACCENT,
    ACCENT_DEEP,
    EDGE,
    EDGE_HIGH,
    PANEL,
    PANEL_HIGH,
    TEXT,
    TEXT_FAINT,
    TEXT_SOFT,
    WELL,
    Color,
    health,
    mix,
    px,
)

Point = tuple[float, float]
_drawings = SurfaceCache(500, 4_000_000)


def supersampled(
    key: object, size: tuple[int, int], draw: Callable[[pygame.Surface, int], None], oversize: int = 4
) -> pygame.Surface:
    """A cached premultiplied drawing: `draw` works on a surface `oversize` times too large."""

    def build() -> pygame.Surface:
        big = pygame.Surface((size[0] * oversize, size[1] * oversize), pygame.SRCALPHA)
        draw(big, oversize)
        return pygame.transform.smoothscale(big.premul_alpha(), size)

    return _drawings.get((key, size), build)


def stamp(surface: pygame.Surface, image: pygame.Surface, pos: Point) -> None:
    """Blit a premultiplied drawing."""
    surface.blit(image, (round(pos[0]), round(pos[1])), special_flags=pygame.BLEND_PREMULTIPLIED)


def panel(surface: pygame.Surface, rect: pygame.Rect, title: str = "") -> pygame.Rect:
    """A panel with an optional heading; what is left for its contents."""
    box(surface, rect, PANEL, bottom=mix(PANEL, (0, 0, 0), 0.18), radius=px(8), border=EDGE)
    inner = rect.inflate(-px(24), -px(20))
    if title:
        area = draw_text(surface, inner.topleft, title.upper(), "caps", TEXT_SOFT)
        inner.height -= area.height + px(6)
        inner.top = area.bottom + px(6)
    return inner


def pill_size(text: str, role: str = "pill") -> tuple[int, int]:
    """How large a pill with that text is."""
    width, height = measure(text, role)
    return width + px(14), height + px(6)


def pill(
    surface: pygame.Surface, pos: Point, text: str, color: Color = ACCENT, *, anchor: str = "center",
    role: str = "pill", solid: bool = False,
) -> pygame.Rect:  # fmt: skip
    """A short text in a rounded box, its `anchor` at `pos`."""
    rect = pygame.Rect((0, 0), pill_size(text, role))
    setattr(rect, anchor, (round(pos[0]), round(pos[1])))
    fill = mix(WELL, color, 0.62 if solid else 0.2)
    box(surface, rect, fill, radius=rect.height // 2 if solid else px(6), border=mix(WELL, color, 0.75))
    draw_text(surface, rect.center, text, role, TEXT if solid else mix(color, TEXT, 0.45), anchor="center")
    return rect


def bar(surface: pygame.Surface, rect: pygame.Rect, share: float, color: Color | None = None) -> None:
    """A solid bar, filled from the left."""
    share = min(1.0, max(0.0, share))
    radius = rect.height // 2
    box(surface, rect, mix(WELL, EDGE, 0.6), radius=radius)
    if share > 0:
        filled = pygame.Rect(rect.left, rect.top, max(rect.height, round(rect.width * share)), rect.height)
        box(surface, filled, color or health(share), radius=radius)


def boxes(
    surface: pygame.Surface, rect: pygame.Rect, values: Sequence[str], marked: int, color: Color, gap: int = 4
) -> list[pygame.Rect]:
    """A track as a card prints it: one box a value, the first `marked` of them struck; where each stands."""
    count = len(values)
    placed: list[pygame.Rect] = []
    for index, value in enumerate(values):
        left = rect.left + round(index * (rect.width + gap) / count)
        right = rect.left + round((index + 1) * (rect.width + gap) / count) - gap
        each = pygame.Rect(left, rect.top, max(2, right - left), rect.height)
        placed.append(each)
        if index < marked:
            box(surface, each, WELL, radius=px(4), border=EDGE)
            pygame.draw.aaline(surface, mix(color, WELL, 0.35), each.bottomleft, each.topright, 2)
        else:
            box(surface, each, mix(color, (255, 255, 255), 0.18), bottom=mix(color, WELL, 0.25), radius=px(4))
        if value and each.width >= measure(value, "small")[0] + 4:
            ink = TEXT_FAINT if index < marked else WELL
            draw_text(surface, each.center, value, "pill", ink, anchor="center", shadow=False)
    return placed


def chevrons_width(steps: Sequence[str], height: int) -> int:
    """How wide such a row is."""
    return sum(_chevron_width(step, height) - height // 3 + px(4) for step in steps)


def _chevron_width(step: str, height: int) -> int:
    return measure(step, "label")[0] + height // 3 + px(26)


def chevrons(
    surface: pygame.Surface, rect: pygame.Rect, steps: Sequence[str], current: int
) -> list[pygame.Rect]:
    """Phase steps as a row of arrows, the current one lit, those behind it faint; where each stands."""
    nib, left = rect.height // 3, rect.left
    placed: list[pygame.Rect] = []
    for index, step in enumerate(steps):
        width = _chevron_width(step, rect.height)
        each = pygame.Rect(left, rect.top, width, rect.height)
        lit = index == current
        image = _chevron(each.size, nib, lit, first=index == 0)
        stamp(surface, image, each.topleft)
        ink = TEXT if lit else TEXT_SOFT if index > current else TEXT_FAINT
        draw_text(surface, (each.centerx + nib // 3, each.centery), step, "label", ink, anchor="center")
        placed.append(each)
        left += width - nib + px(4)
    return placed


def _chevron(size: tuple[int, int], nib: int, lit: bool, first: bool) -> pygame.Surface:
    width, height = size
    notch = 0 if first else nib
    shape = [(1, 1), (width - nib, 1), (width - 1, height / 2), (width - nib, height - 1), (1, height - 1)]
    shape.append((notch, height / 2))

    def draw(big: pygame.Surface, k: int) -> None:
        points = [(x * k, y * k) for x, y in shape]
        pygame.draw.polygon(big, ACCENT if lit else EDGE, points)
        middle = (width / 2, height / 2)
        inner = [
            (middle[0] + (x - middle[0]) * (1 - 2.4 / width), middle[1] + (y - middle[1]) * (1 - 2.6 / height))
            for x, y in shape
        ]
        pygame.draw.polygon(big, ACCENT_DEEP if lit else PANEL_HIGH, [(x * k, y * k) for x, y in inner])

    return supersampled(("chevron", nib, lit, first), size, draw)


def stat(surface: pygame.Surface, rect: pygame.Rect, value: str, label: str, color: Color, became: str = "") -> None:
    """A rating: a large number over a colored label, and beside the number what it has become."""
    box(surface, rect, WELL, radius=px(6), border=mix(WELL, color, 0.45))
    strip = pygame.Rect(rect.left + 1, rect.bottom - px(18), rect.width - 2, px(18) - 1)
    box(surface, strip, mix(WELL, color, 0.28), radius=px(5))
    y, role = rect.top + (rect.height - px(18)) // 2 + 1, "value"
    beside, apart = "small", px(4)
    if measure(value, role)[0] + (measure(became, beside)[0] + apart if became else 0) > rect.width - 4:
        role, beside, apart = "strong", "tiny", px(2)
    if became:
        wide = measure(value, role)[0] + apart
        left = max(rect.left + 2, rect.centerx - (wide + measure(became, beside)[0]) // 2)
        draw_text(surface, (left, y), value, role, anchor="midleft")
        pos, room = (left + wide, y + px(1)), rect.right - left - wide - 1
        draw_text(surface, pos, became, beside, mix(color, TEXT, 0.35), anchor="midleft", width=room)
    else:
        draw_text(surface, (rect.centerx, y), value, role, anchor="center")
    draw_text(
        surface, strip.center, label.upper(), "tiny", mix(color, TEXT, 0.35), anchor="center", width=strip.width - 2
    )


def badge(surface: pygame.Surface, center: Point, side_color: Color, hatched: bool, radius: int = 6) -> None:
    """The mark of a side before its name: a disk for side 0, a hatched diamond for side 1."""
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
            pygame.draw.line(big, mix(side_color, (0, 0, 0), 0.55), start, (start[0] + 2 * r, middle - r), k + 1)

    image = supersampled(("badge", side_color, hatched), (extent, extent), draw)
    stamp(surface, image, (center[0] - extent / 2, center[1] - extent / 2))


def rule(surface: pygame.Surface, left: int, right: int, y: int, color: Color = EDGE_HIGH) -> None:
    """A thin line across."""
    surface.fill(color, (left, y, right - left, 1))
